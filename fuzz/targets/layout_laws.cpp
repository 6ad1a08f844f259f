// SPDX-License-Identifier: MIT
// The laws L1, L2, L3 and L4 on layouts. Every input is a valid layout; mutations edit it as one.
//
// A layout that is too large to be listed is probed, and its claim about repetitions (L3, and L4 that
// needs it) is looked for in thousands of places: as long as a hundred small layouts take. So one in
// sixteen of those is judged by all four laws, the same ones every time, and the others by L1 and L2.
#include "properties/layout/layout_laws.hpp"
#include "fuzz/libfuzzer/target.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "fuzz/mutate/layout/reached.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

nlohmann::json cases_of(input_bytes input) {
    const nlohmann::json the_case{{"layout", print_layout(layout_of(input))}};
    nlohmann::json cases = nlohmann::json::array();
    for (const char* law : {"L1", "L2", "L3", "L4"})
        cases.push_back({{"property", std::string("layout/") + law}, {"case", the_case}});
    return cases;
}

void note_reached_by(input_bytes input, reached_counts& counts) {
    if (counts.empty()) counts = nothing_reached();
    if (!input.empty()) note_reached(layout_of(input), counts);
}

static void judge(const law_result& r) {
    if (r.failed()) broken(r);
}

static bool one_in_sixteen(input_bytes input) {
    std::uint32_t sum = 2166136261;  // FNV-1a
    for (const std::uint8_t byte : input) sum = (sum ^ byte) * 16777619;
    return (sum >> 8) % 16 == 0;
}

static void judge(input_bytes input) {
    try {
        const observed_layout seen(dynamic_layouts(), layout_of(input));
        judge(check_bounds(seen));
        judge(check_reference(seen));
        if (!seen.listed() && !one_in_sixteen(input)) return;
        judge(check_injective(seen));
        judge(check_inverse(seen));
    } catch (const layout_error& e) {
        broken(std::string("A valid layout is refused: ") + e.what());
    }
}

}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge(tileproof::fuzz::input_bytes{data, size});
    return 0;
}
