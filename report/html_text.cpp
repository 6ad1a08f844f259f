// SPDX-License-Identifier: MIT
#include "report/html_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {

std::string escaped(std::string_view text) {
    using nlohmann::json;
    // A round trip through JSON leaves only valid UTF-8.
    const std::string valid =
        json::parse(json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace))
            .get<std::string>();
    std::string safe;
    safe.reserve(valid.size() + valid.size() / 8);
    for (const char c : valid) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else if ((code < 0x20 && c != '\t' && c != '\n') || code == 0x7f)
            safe += "\xEF\xBF\xBD";
        else
            safe += c;
    }
    return safe;
}

std::string element(std::string_view tag, std::string_view text, std::string_view attributes) {
    return fmt::format("<{}{}{}>{}</{}>", tag, attributes.empty() ? "" : " ", attributes,
                       escaped(text), tag);
}

}  // namespace tileproof::properties
