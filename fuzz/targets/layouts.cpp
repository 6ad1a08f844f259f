// SPDX-License-Identifier: MIT
// Laws of layouts, those that TILEPROOF_FUZZ_LAWS names. Every input is a valid layout; mutations edit it as one.
//
// A layout that is too large to be listed is probed, and its claim about repetitions (L3, and L4 that
// needs it) is looked for in thousands of places: as long as a hundred small layouts take. So one in
// sixteen of those is judged by these laws, the same ones every time.
#include "fuzz/libfuzzer/target.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "properties/layout/layout_laws.hpp"
#include "system/digest.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

static constexpr law_id judging[] = {TILEPROOF_FUZZ_LAWS};

nlohmann::json cases_of(input_bytes input) {
    const nlohmann::json the_case{{"layout", print_layout(layout_of(input))}};
    nlohmann::json cases = nlohmann::json::array();
    for (const law_id law : judging)
        cases.push_back(
            {{"property", "layout/" + std::string(about(law).code)}, {"case", the_case}});
    return cases;
}

void note_reached_by(input_bytes input, reached_counts& counts) {
    if (counts.empty()) counts = nothing_reached();
    if (!input.empty()) note_reached(layout_of(input), counts);
}

static bool one_in_sixteen(input_bytes input) {
    return system::fnv1a({reinterpret_cast<const char*>(input.data()), input.size()}) % 16 == 0;
}

void judge_input(input_bytes input) try {
    const observed_layout seen(dynamic_layouts(), layout_of(input));
    for (const law_id law : judging) {
        const bool costly = law == law_id::L3 || law == law_id::L4;
        if (!costly || seen.listed() || one_in_sixteen(input))
            require(check_layout(law, dynamic_layouts(), seen));
    }
} catch (const layout_error& e) {
    broken(std::string("A valid layout is refused: ") + e.what());
}

}  // namespace tileproof::fuzz
