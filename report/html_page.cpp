// SPDX-License-Identifier: MIT
#include "report/html_page.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "properties/fields.hpp"
#include "report/grid_svg.hpp"

namespace tileproof::report {
namespace {

using namespace fuzz;

constexpr unsigned context = 3;  // lines before and after

std::string below_line(std::size_t indent, const std::string& says) {
    return fmt::format("<span class=\"number\">      | </span>{}{}\n", std::string(indent, ' '),
                       element("span", says, "class=\"says\""));
}

// One line of source, and below it the text of its marks.
std::string frame_line(unsigned line, const std::string& text,
                       const std::vector<const frame_mark*>& marks) {
    const std::string code = fmt::format("<span class=\"number\">{:>5} | </span>", line);
    if (marks.empty()) return code + escaped(text) + '\n';
    std::string all = code + element("span", text, "class=\"at\"") + '\n';
    for (const frame_mark* m : marks) {
        const std::size_t first = text.find_first_not_of(" \t");
        const std::size_t column = m->column > 0 ? m->column - 1 : first == text.npos ? 0 : first;
        const std::size_t indent = std::min(column, text.size());
        all += below_line(indent, "^ " + m->says);
        if (!m->with.empty()) all += below_line(indent + 2, m->with);
    }
    return all;
}

std::string frame(const bug& b, const source_reader& read) {
    std::map<std::string, std::map<unsigned, std::vector<const frame_mark*>>> files;
    const std::vector<frame_mark> marks = marks_of(b);
    for (const frame_mark& m : marks) files[m.file][m.line].push_back(&m);
    std::string all, between = missing_between(b);
    for (const auto& [file, lines] : files) {
        std::set<unsigned> shown;
        for (const auto& [line, of_line] : lines)
            for (unsigned l = line > context ? line - context : 1; l <= line + context; ++l)
                shown.insert(l);
        std::string text;
        unsigned last = 0;
        for (const unsigned l : shown) {
            const auto source = read(file, l);
            if (!source) continue;
            if (last != 0 && l > last + 1) text += "<span class=\"number\">  ... |</span>\n";
            const auto it = lines.find(l);
            text += frame_line(l, *source, it == lines.end() ? decltype(it->second){} : it->second);
            if (it != lines.end() && !between.empty()) {
                text += below_line(0, "... " + between);
                between.clear();
            }
            last = l;
        }
        if (text.empty()) continue;
        all +=
            fmt::format("<pre class=\"frame\" tabindex=\"0\" aria-label=\"Lines of {}\">{}</pre>",
                        escaped(file), text);
    }
    return all;
}

std::string row(std::string_view name, const std::string& text) {
    return text.empty() ? "" : element("dt", name) + element("dd", text) + '\n';
}

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

// The expected and the actual output of the smallest case, around the first wrong cell. Wrong cells are marked by a colour, a
// star, and the word "wrong" for screen readers. Empty if nothing is known.
std::string html_cells(const side_by_side& s) {
    if (s.must.empty() || s.columns == 0) return {};
    const cell_window w = window_of(s);
    return "<div class=\"scroll pair\">\n" + table("Must be", s, w, s.must) +
           table("Is", s, w, s.is) + "</div>\n";
}

}  // namespace

std::string html_page(const page& p) {
    std::string links, body, notes;
    for (const page_part& part : p.parts) {
        if (part.body.empty()) continue;
        links += fmt::format("<li><a href=\"#{}\">{}</a></li>", part.id, escaped(part.title));
        body += fmt::format(
            "<section aria-labelledby=\"{0}-title\" id=\"{0}\">\n<h2 "
            "id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
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

std::string valid_utf8(std::string_view text) {
    // A round trip through JSON leaves nothing else.
    return nlohmann::json::parse(properties::text_of(std::string(text))).get<std::string>();
}

std::string with_entities(std::string_view text) {
    std::string safe;
    for (const char c : text)
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe += c;
    return safe;
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : with_entities(valid_utf8(text))) {
        const auto code = static_cast<unsigned char>(c);
        if ((code < 0x20 && c != '\t' && c != '\n') || code == 0x7f)
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

std::string html_bug(const bug& b, const std::vector<bug_evidence>& evidence, std::size_t number,
                     const source_reader& read) {
    const bug_evidence& shown = evidence[b.leading];
    std::vector<const finding*> findings;
    for (const bug_evidence& e : evidence) findings.push_back(&e.what);
    std::string text = fmt::format("<article id=\"bug-{}\">\n{}\n", number,
                                   element("h3", fmt::format("{}. {}", number, b.heading)));
    if (const bug_place place = place_of(b); place.line > 0)
        text += fmt::format("<p class=\"quiet\">{}{}</p>\n", element("code", text_of(place)),
                            place.function.empty() ? "" : " in " + escaped(place.function));
    text += frame(b, reader_for(shown.what, read)) + element("p", properties::sentence(b.lead)) +
            "\n<dl>\n";
    for (const likely_line& l : b.likely) text += row("Likely", text_of(l));
    text += row("Fails", b.fails_when) + row("Hides", b.hides) + row("Does instead", b.instead);
    const std::string cells = html_cells(b.smallest), cases = scatter_svg(b.cases, b.fails_when);
    if (!cells.empty()) text += "<dt>Smallest case, by element</dt><dd>" + cells + "</dd>\n";
    if (!cases.empty()) text += "<dt>Cases</dt><dd>" + cases + "</dd>\n";
    text += row("Seen by", fmt::format("{} of {}", seen_by(b, findings), shown.what.subject));
    text += "<dt>Smallest case</dt><dd>" +
            element("code", properties::text_of(shown.what.the_case)) +
            (shown.what.minimized ? "" : " (minimizing ran out of time)") + "</dd>\n";
    if (!shown.file.empty()) {
        const std::string line = replay_command(shown.file);
        text += fmt::format(
            "<dt>Replay</dt><dd class=\"replay\">{}<button type=\"button\" data-copy=\"{}\" "
            "hidden>Copy</button></dd>\n",
            element("code", line), escaped(line));
    }
    return text + "</dl>\n</article>\n";
}

}  // namespace tileproof::report
