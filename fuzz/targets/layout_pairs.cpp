// SPDX-License-Identifier: MIT
// L10 on layouts: pairs of transforms that undo each other. Apart from the other laws because it
// makes some twenty layouts of each one.
#include "fuzz/libfuzzer/target.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "fuzz/mutate/layout/reached.hpp"
#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

nlohmann::json cases_of(input_bytes input) {
    return nlohmann::json::array(
        {{{"property", "layout/L10"}, {"case", {{"layout", print_layout(layout_of(input))}}}}});
}

void note_reached_by(input_bytes input, reached_counts& counts) {
    if (counts.empty()) counts = nothing_reached();
    if (!input.empty()) note_reached(layout_of(input), counts);
}

static void judge(input_bytes input) {
    try {
        const law_result r =
            check_pairs(dynamic_layouts(), observed_layout(dynamic_layouts(), layout_of(input)));
        if (r.failed()) broken(r);
    } catch (const layout_error& e) {
        broken(std::string("A valid layout is refused: ") + e.what());
    }
}

}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge(tileproof::fuzz::input_bytes{data, size});
    return 0;
}
