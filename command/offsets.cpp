// SPDX-License-Identifier: MIT
#include "command/long_work.hpp"
#include "command/options.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"

#include <fmt/format.h>
#include <tileproof/layout.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::command {
namespace {

constexpr long_index_t most_listed_offsets = 10'000'000;
constexpr long_index_t part_size = 1 << 16;  // offsets computed and printed at once

layout parse_listable(std::string_view text) {
    layout l = layout::parse(text);
    if (l.size() > most_listed_offsets)
        throw layout_error(
            fmt::format("The layout has {} indices, and at most {} offsets are listed; slice it, "
                        "or ask for single indices with `tileproof explain --at`.",
                        l.size(), most_listed_offsets));
    return l;
}

// Calls emit(offsets) for all offsets, part by part.
void for_all_offsets(const layout& l, auto emit) {
    std::vector<long_index_t> part;
    for (long_index_t first = 0; first < l.size(); first += part_size) {
        part.resize(static_cast<std::size_t>(std::min(part_size, l.size() - first)));
        l.offsets(first, part);
        emit(part);
    }
}

std::string as_json(const layout& l) {
    std::string text = "{\"layout\":" + properties::text_of(l.text()) +
                       ",\"lengths\":" + properties::text_of(l.lengths()) +
                       ",\"element_space_size\":" + std::to_string(l.element_space_size()) +
                       ",\"offsets\":[";
    for_all_offsets(l, [&](const std::vector<long_index_t>& part) {
        for (const long_index_t offset : part) {
            text += offset < 0 ? "null" : fmt::format_int(offset).c_str();
            text += ',';
        }
    });
    if (text.back() == ',') text.pop_back();
    return text + "]}\n";
}

// "(1,3,2) 8578", one per line; "-" where there is no element.
void print_as_text(const layout& l) {
    std::vector<long_index_t> index(static_cast<std::size_t>(l.rank()));
    for_all_offsets(l, [&](const std::vector<long_index_t>& part) {
        std::string text;
        for (const long_index_t offset : part) {
            text += '(';
            for (std::size_t d = 0; d < index.size(); ++d) {
                if (d > 0) text += ',';
                text += fmt::format_int(index[d]).c_str();
            }
            text += ") ";
            text += offset < 0 ? "-" : fmt::format_int(offset).c_str();
            text += '\n';
            for (std::size_t d = index.size(); d-- > 0;) {
                if (++index[d] < l.lengths()[d]) break;
                index[d] = 0;
            }
        }
        report::print_out(text);
    });
}

int answer_lines() {
    line_reader lines(maximum_text_length);
    int code = 0;
    std::string answers;
    std::string line;
    for (;;) {
        // A client that waits for an answer before asking again gets it at once.
        if (!lines.has_line() || answers.size() > (1 << 20)) {
            report::print_out(answers);
            answers.clear();
        }
        const auto what = lines.next(line);
        if (what == line_reader::result::end) return code;
        try {
            if (what == line_reader::result::too_long)
                throw layout_error(
                    fmt::format("The line has more than {} characters, the most of a layout text.",
                                maximum_text_length));
            answers += as_json(parse_listable(line));
        } catch (const layout_error& e) {
            answers += properties::text_of(nlohmann::json{{"error", e.what()}}) + '\n';
            code = 1;
        }
    }
}

}  // namespace

int offsets(const offsets_options& o) {
    if (o.layout == "-") {
        if (!o.json)
            throw report::command_error("Layouts from standard input are listed with --json only.");
        return answer_lines();
    }
    const layout l = parse_listable(o.layout);
    if (o.json)
        report::print_out(as_json(l));
    else
        print_as_text(l);
    return 0;
}

}  // namespace tileproof::command
