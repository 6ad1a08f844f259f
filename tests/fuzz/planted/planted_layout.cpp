// SPDX-License-Identifier: MIT
// A fuzz target with a bug in it: layouts as a planted subject evaluates them. Which bug, the environment
// says in TILEPROOF_PLANTED, by its place in the list of layout_bug ("6"); none: the swapped xor.
#include "fuzz/libfuzzer/target.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "properties/layout/layout_laws.hpp"
#include "tests/quality/planted_layouts.hpp"

#include <tileproof/layout_error.hpp>

#include <cstdlib>
#include <string>

namespace tileproof::fuzz {

using namespace properties;

static layout_bug planted() {
    const char* place = std::getenv("TILEPROOF_PLANTED");
    return place == nullptr ? layout_bug::xor_swapped
                            : static_cast<layout_bug>(std::strtol(place, nullptr, 10));
}

void judge_input(input_bytes input) {
    static const planted_layout_subject subject(planted());
    try {
        const observed_layout seen(subject, layout_of(input));
        for (const auto law : {check_bounds, check_reference, check_injective, check_inverse})
            require(law(seen));
    } catch (const layout_error& e) {
        broken(std::string("A valid layout is refused: ") + e.what());
    }
}

}  // namespace tileproof::fuzz
