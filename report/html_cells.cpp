// SPDX-License-Identifier: MIT
#include "report/html_cells.hpp"

#include "report/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_rows = 32, most_columns = 32;

// The first row and column shown, and how many of each.
struct cell_window {
    std::size_t row, rows, column, columns;
};

cell_window window_of(const side_by_side& s) {
    std::size_t first = 0;
    while (first + 1 < s.must.size() && s.must[first] == s.is[first]) ++first;
    const auto begin = [](std::size_t at, std::size_t length, std::size_t most) {
        return length <= most ? 0 : std::min(at - std::min(at, most / 4), length - most);
    };
    return {begin(first / s.columns, s.rows(), most_rows), std::min(s.rows(), most_rows),
            begin(first % s.columns, s.columns, most_columns), std::min(s.columns, most_columns)};
}

std::string cell(const std::string& text, bool wrong) {
    const std::string shown = text == "-" ? "not written" : text == "?" ? "no element" : text;
    if (!wrong) return element("td", shown);
    return "<td class=\"wrong\"><span class=\"aside\">wrong: </span>" + escaped(shown) + "</td>";
}

std::string table(const std::string& caption, const side_by_side& s, const cell_window& w,
                  const std::vector<std::string>& cells) {
    std::string text = "<table class=\"cells\">" + element("caption", caption, "class=\"quiet\"") +
                       "<thead><tr><td></td>";
    for (std::size_t c = w.column; c < w.column + w.columns; ++c)
        text += element("th", std::to_string(c), "scope=\"col\"");
    text += "</tr></thead><tbody>\n";
    for (std::size_t r = w.row; r < w.row + w.rows; ++r) {
        text += "<tr>" + element("th", std::to_string(r), "scope=\"row\"");
        for (std::size_t c = w.column; c < w.column + w.columns; ++c) {
            const std::size_t e = r * s.columns + c;
            text += cell(cells[e], cells[e] != s.must[e]);
        }
        text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

}  // namespace

std::string html_cells(const side_by_side& s) {
    if (s.must.empty() || s.columns == 0) return {};
    const cell_window w = window_of(s);
    return "<div class=\"scroll pair\">\n" + table("Must be", s, w, s.must) +
           table("Is", s, w, s.is) + "</div>\n";
}

}  // namespace tileproof::properties
