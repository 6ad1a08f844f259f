// SPDX-License-Identifier: MIT
#include "report/code_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>

namespace tileproof::report {
namespace {

constexpr std::size_t gutter_width = 12;  // "   14321 | "

std::string gutter(const std::string& number, const text_colours& colours) {
    return colours.quiet(fmt::format("   {:>6} | ", number));
}

// Part of a long line, and the marked column within it.
struct shown_line {
    std::string text;
    std::size_t column;  // from 0
};

shown_line cut(std::string text, unsigned column, std::size_t width) {
    std::ranges::replace(text, '\t', ' ');
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.pop_back();
    std::size_t at = column > 0 ? column - 1 : text.find_first_not_of(' ');
    at = std::min(at, text.size());
    if (text.size() <= width) return {std::move(text), at};
    const std::size_t begin = at < width * 3 / 4 ? 0 : at - width / 2;
    std::string part = text.substr(begin, width);
    if (begin > 0) part.replace(0, 3, "...");
    if (begin + width < text.size()) part.replace(part.size() - 3, 3, "...");
    return {std::move(part), at - begin};
}

// The caret with its text to the right; if that is too long, to the left, or on a line of its own.
std::string caret(std::size_t column, const std::string& says, std::size_t width,
                  const text_colours& colours) {
    const std::string mark = colours.mark("^");
    if (column + 2 + says.size() <= width) return std::string(column, ' ') + mark + ' ' + says;
    if (column > says.size()) return std::string(column - says.size() - 1, ' ') + says + ' ' + mark;
    const std::size_t indent = width > says.size() ? width - says.size() : 0;
    return std::string(column, ' ') + mark + '\n' + gutter("", colours) + std::string(indent, ' ') +
           says;
}

// "with row = 3, pitch = 16", broken into lines that fit.
std::vector<std::string> lines_of(const std::string& with, std::size_t room) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < with.size();) {
        std::size_t end = with.size();
        if (end - at > room) {
            const std::size_t comma = with.rfind(", ", at + room - 1);
            end = comma == with.npos || comma < at ? at + room : comma + 1;
        }
        lines.push_back(with.substr(at, end - at));
        at = end + (end < with.size() && with[end] == ' ' ? 1 : 0);
    }
    return lines;
}

}  // namespace

std::string text_colours::put(std::string_view code, std::string_view text) const {
    return on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::optional<std::string> read_source(const std::string& file, unsigned line) {
    std::ifstream in(file);
    std::string text;
    for (unsigned i = 0; i < line; ++i)
        if (!std::getline(in, text)) return std::nullopt;
    if (line == 0) return std::nullopt;
    return text;
}

std::string code_frame(std::vector<frame_mark> marks, const std::string& between,
                       const source_reader& read, const text_colours& colours, std::size_t width) {
    std::ranges::sort(marks, [](const frame_mark& a, const frame_mark& b) {
        return std::tie(a.file, a.line, a.column, a.says) <
               std::tie(b.file, b.line, b.column, b.says);
    });
    const std::size_t room = width - gutter_width;
    std::string text;
    const auto add = [&](const std::string& number, const std::string& line) {
        text += gutter(number, colours) + line + '\n';
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const frame_mark& m = marks[i];
        const bool same_line = i > 0 && marks[i - 1].file == m.file && marks[i - 1].line == m.line;
        const auto source = read(m.file, m.line);
        std::size_t column = 0;
        if (!source) {
            add(std::to_string(m.line), m.says);
        } else {
            const shown_line line = cut(*source, m.column, room);
            column = line.column;
            if (!same_line) add(std::to_string(m.line), line.text);
            add("", caret(line.column, m.says, room, colours));
        }
        for (const std::string& part : lines_of(m.with, room))
            add("", std::string(std::min(column + 2, room - part.size()), ' ') + part);
        if (i == 0 && !between.empty()) add("", colours.bold("... " + between));
    }
    return text;
}

}  // namespace tileproof::report
