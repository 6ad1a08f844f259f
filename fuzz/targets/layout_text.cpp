// SPDX-License-Identifier: MIT
// Any bytes as a layout text: refused with a sentence, or a layout that reads as it prints (L13).
#include "fuzz/libfuzzer/target.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/layout_property.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

nlohmann::json cases_of(input_bytes input) {
    const std::string text(input.begin(), input.end());
    return nlohmann::json::array({{{"property", "layout/L13"},
                                   {"case",
                                    {{"text", bytes_to_json_text(text)},
                                     {"rule", "text: any"},
                                     {"certain", false},
                                     {"names", ""},
                                     {"description", nullptr}}}}});
}

void judge_input(input_bytes input) {
    malformed_layout m;
    m.rule = "text: any";
    m.text.assign(input.begin(), input.end());
    m.certain = false;
    require(check_refusal(dynamic_layouts(), m));
}

}  // namespace tileproof::fuzz
