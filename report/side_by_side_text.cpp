// SPDX-License-Identifier: MIT
#include "report/side_by_side_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tileproof::report {
namespace {

constexpr std::size_t widest_line = 88;

// Explains the signs that occur.
std::string legend(const fuzz::side_by_side& s, bool with_star) {
    std::vector<std::string> parts;
    if (with_star) parts.push_back("* wrong");
    const auto has = [&](const char* sign) {
        return std::find(s.is.begin(), s.is.end(), sign) != s.is.end();
    };
    if (has("-")) parts.push_back("- not written");
    if (has("?")) parts.push_back("? no element's value");
    return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

}  // namespace

std::string text_of(const fuzz::side_by_side& s, picture_room room) {
    if (s.must.empty()) return {};
    if (s.rows() == 1 || s.columns == 1) {
        const std::string line = fmt::format("must be {}; is {}{}", fmt::join(s.must, " "),
                                             fmt::join(s.is, " "), legend(s, false));
        return line.size() <= widest_line && s.must.size() <= room.rows * room.columns
                   ? line + '\n'
                   : std::string();
    }
    std::size_t width = 1;
    for (const std::string& cell : s.must) width = std::max(width, cell.size());
    const std::size_t line_width = s.columns * (width + 2);
    if (s.rows() > room.rows || s.columns > room.columns || 2 * line_width + 3 > widest_line)
        return {};
    std::string text = fmt::format("{:<{}}   is{}\n", "must be", line_width, legend(s, true));
    for (std::size_t r = 0; r < s.rows(); ++r) {
        std::string must, is;
        for (std::size_t e = r * s.columns; e < (r + 1) * s.columns; ++e) {
            must += fmt::format(" {:<{}} ", s.must[e], width);
            is += fmt::format("{}{:<{}} ", s.is[e] == s.must[e] ? ' ' : '*', s.is[e], width);
        }
        is.erase(is.find_last_not_of(' ') + 1);
        text += fmt::format("{:<{}}   {}\n", must, line_width, is);
    }
    return text;
}

}  // namespace tileproof::report
