// SPDX-License-Identifier: MIT
#include "system/text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>

namespace tileproof::system {

std::string wrapped(std::string_view text, std::string_view first, std::size_t width) {
    const std::string margin(first.size(), ' ');
    std::string all;
    std::string line(first);
    bool empty = true;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (word.empty()) continue;
        if (!empty && line.size() + 1 + word.size() > width) {
            all += line + '\n';
            line = margin;
            empty = true;
        }
        if (!empty) line += ' ';
        line += word;
        empty = false;
    }
    return all + line + '\n';
}

std::string with_separators(std::int64_t n) {
    std::string digits = std::to_string(n);
    const std::size_t sign = n < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > sign + 3;) {
        i -= 3;
        digits.insert(i, 1, ',');
    }
    return digits;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (text.size() <= width) return std::string(text);
    return std::string(text.substr(0, width - 3)) + "...";
}

namespace {

// Bold, faint and letter colours, single or ended, as written by report/code_frame.cpp. Not "8", which hides text.
std::size_t length_of_colour(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    std::size_t at = 2;
    while (at < text.size() && at < 8 && (std::isdigit(text[at]) || text[at] == ';')) ++at;
    if (at >= text.size() || text[at] != 'm') return 0;
    const std::string_view code = text.substr(2, at - 2);
    const bool known = code == "0" || code == "1" || code == "2" || code == "4" ||
                       code.starts_with("3") || code.starts_with("1;3");
    return known ? at + 1 : 0;
}

bool is_control(unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }

}  // namespace

std::string visible(std::string_view text, bool with_colours) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F: control characters encoded in two bytes.
        const bool second_set = c == 0xc2 && i + 1 < text.size() &&
                                static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                                static_cast<unsigned char>(text[i + 1]) < 0xa0;
        if (const std::size_t n = with_colours ? length_of_colour(text.substr(i)) : 0; n > 0) {
            shown.append(text.substr(i, n));
            i += n - 1;
        } else if (second_set) {
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
        } else if (is_control(c)) {
            shown += fmt::format("\\x{:02x}", c);
        } else {
            shown += text[i];
        }
    }
    return shown;
}

std::string cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    const std::size_t newline = text.rfind('\n', most);
    const std::size_t end = newline == text.npos || newline < most / 2 ? most : newline + 1;
    const std::string_view rest = text.substr(end);
    const auto lines = std::ranges::count(rest, '\n');
    const bool by_lines = end > 0 && text[end - 1] == '\n';
    return std::string(text.substr(0, end)) +
           (by_lines && lines > 0
                ? fmt::format("... and {} more line{}\n", lines, lines == 1 ? "" : "s")
                : fmt::format("... and {} more characters", rest.size()));
}

}  // namespace tileproof::system
