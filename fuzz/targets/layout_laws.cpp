// The laws L1, L2, L3 and L4 on layouts. Every input is a valid layout; mutations edit it as one.
#include "properties/laws/layout_laws.hpp"
#include "fuzz/layout/layout_input.hpp"
#include "fuzz/target.hpp"

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

static void judge(const verdict& v) {
    if (!v.held) broken(v.message);
}

static void judge(input_bytes input) {
    const layout_description layout = layout_of(input);
    try {
        const observed_layout seen(dynamic_layouts(), layout);
        for (const layout_law law : {check_bounds, check_reference, check_injective, check_inverse})
            judge(law(seen));
    } catch (const layout_error& e) {
        broken(std::string("A valid layout is refused: ") + e.what());
    }
}

}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge(tileproof::fuzz::input_bytes{data, size});
    return 0;
}
