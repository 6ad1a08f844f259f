// SPDX-License-Identifier: MIT
#include "report/html_page.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tileproof::report {

std::string html_page(const page& p) {
    std::string links, body, notes;
    for (const page_part& part : p.parts) {
        if (part.body.empty()) continue;
        links += fmt::format("<li><a href=\"#{}\">{}</a></li>", part.id, escaped(part.title));
        body += fmt::format(
            "<section aria-labelledby=\"{0}-title\" id=\"{0}\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}"
            "</section>\n",
            part.id, escaped(part.title), part.body);
    }
    if (!links.empty())
        links = "<nav aria-label=\"Parts of this page\"><ul>" + links + "</ul></nav>\n";
    for (const std::string& note : p.notes) notes += "<br>" + escaped(note);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<header>\n<p class=\"quiet\">tileproof: {0}{2}</p>\n<h1 class=\"verdict {3}\">{4}</h1>\n"
        "{5}</header>\n<main>\n{6}</main>\n<script>{7}</script>\n</body>\n</html>\n",
        escaped(p.heading), page_style, notes, p.state, escaped(p.verdict), links, body,
        page_script);
}

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

}  // namespace tileproof::report
