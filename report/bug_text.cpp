// SPDX-License-Identifier: MIT
#include "report/bug_text.hpp"

#include "fuzz/finding/heading.hpp"
#include "properties/fields.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

namespace tileproof::report {

using namespace fuzz;
using namespace properties;
using system::report_width;
using system::wrapped;

namespace {

// "element (i,j) of out is wrong where j % 2 != 0 (4 shapes)"
bool says_where(const bug& b) {
    return b.instead.starts_with("element ") && b.instead.find(" where ") != std::string::npos;
}

// "0", "17", "(3,1)": trailing zeros are dropped.
std::string index_text(const std::array<unsigned, 3>& i) {
    if (i[2] != 0) return fmt::format("({},{},{})", i[0], i[1], i[2]);
    return i[1] != 0 ? fmt::format("({},{})", i[0], i[1]) : fmt::format("{}", i[0]);
}

std::string who(const auto& access) {
    return fmt::format("thread {} of block {}", index_text(access.thread),
                       index_text(access.block));
}

// "stores element (0,1) of the output"
std::string stores(const failure& f) {
    const std::string operand = f.where.operand.empty() ? "the result" : f.where.operand;
    if (f.where.index.empty()) return "stores a wrong element of " + operand;
    return fmt::format("stores element {} of {}", print_index(f.where.index), operand);
}

std::string bytes_text(std::uint64_t n) { return fmt::format("{} byte{}", n, n == 1 ? "" : "s"); }

// "a 4-byte buffer", "an 8-byte variable"
std::string object_text(const failure_witness& w) {
    const std::string size = std::to_string(w.size);
    const bool an = size.starts_with('8') ||
                    ((size.starts_with("11") || size.starts_with("18")) && size.size() % 3 == 2);
    const bool of_buffer = w.memory == memory_space::unknown || w.memory == memory_space::global;
    return fmt::format("{} {}-byte {}", an ? "an" : "a", size, of_buffer ? "buffer" : "variable");
}

// "writes 4 bytes at offset 8 of an 8-byte buffer"
std::string what(const failure& f, const kernel_access& a) {
    const failure_witness& w = *f.witness;
    std::string text = fmt::format("{} {}", a.write ? "writes" : "reads", bytes_text(w.bytes));
    if (f.kind == failure_kind::overwritten)  // its number is an element's
        return f.where.part.empty() ? text : text + " " + f.where.part;
    if (f.where.number) text += fmt::format(" at offset {} of {}", *f.where.number, object_text(w));
    return text;
}

std::string says(const failure& f, const kernel_access& a) {
    const bool first = &a == &f.witness->access;
    switch (f.kind) {
        case failure_kind::host_access:
        case failure_kind::host_race:
            return (first ? "the host " : "work that it has not waited for ") + what(f, a);
        case failure_kind::invalid_free:  // by a kernel, or by a call of the host
            return (a.function.empty() ? "the host" : who(a)) + " frees it";
        case failure_kind::divergent_barrier:
            return who(a) + " waits here";
        case failure_kind::division_by_zero:
            return who(a) + " divides by zero";
        case failure_kind::index_outside:
            return who(a) + " uses an index outside the array";
        case failure_kind::hang:
            return who(a) + " waits in a loop";
        case failure_kind::wave_waits_for_itself:
            return who(a) +
                   (first ? " waits for a thread of its wave" : " is the one that it waits for");
        default:
            return f.witness->bytes > 0 ? fmt::format("{} {}", who(a), what(f, a)) : who(a);
    }
}

frame_mark mark(const kernel_access& a, std::string text, std::string with = {}) {
    return {a.file, a.line, a.column, std::move(text), std::move(with)};
}

// Empty if only thread and block indices are known, which are printed already.
std::string with(const std::vector<devices::asked_values::variable>& values) {
    std::string text;
    bool says_more = false;
    for (const auto& v : values) {
        text += fmt::format("{}{} = {}", text.empty() ? "with " : ", ", v.name, v.value);
        says_more =
            says_more || !(v.name.starts_with("threadIdx.") || v.name.starts_with("blockIdx."));
    }
    return says_more ? text : "";
}

std::string made_text(const failure& f) {
    if (!f.witness || f.witness->made.line == 0) return {};
    const kernel_access& made = f.witness->made;
    const bool elsewhere = made.file != f.witness->access.file;
    return fmt::format("The buffer was allocated in line {}{}, and nothing has set these bytes.",
                       made.line, elsewhere ? " of " + made.file : "");
}

// "if (t < 8) a[t] += a[t + 8];": what keeps threads away stands behind the place of a barrier in front of the line.
bool decides_who_comes(std::string_view line) {
    return std::ranges::any_of(std::array{"if (", "if(", "for (", "for(", "while (", "while(", "?"},
                               [&](const char* word) { return line.find(word) != line.npos; });
}

// The line in front of which a barrier mends the race may be one that some threads pass by.
std::string meeting_text(const bug& b, const source_reader& source) {
    if (b.barrier == missing_barrier::none || b.meeting.of_all()) return {};
    const auto text = source(b.lead.witness->access.file, b.meeting.line);
    if (!text || decides_who_comes(*text)) return {};
    return fmt::format(
        "Only {} of a block's {} threads come to line {}: the barrier belongs where all of them "
        "pass, in front of the `if`, loop, `continue` or `return` that keeps the others away.",
        b.meeting.threads, b.meeting.of, b.meeting.line);
}

// What the two accesses and their lines leave unsaid.
std::string why_text(const bug& b, const source_reader& source) {
    const failure& f = b.lead;
    const std::string meeting = meeting_text(b, source);
    if (b.barrier == missing_barrier::before_next_round)
        return fmt::format(
            "They meet around a loop, or in two calls of one function: with a barrier after line "
            "{}, before the next round comes to line {}, nothing races. One between them within a "
            "round does not help.{}{}",
            b.lines->second, b.lines->first, meeting.empty() ? "" : " ", meeting);
    if (!meeting.empty()) return meeting;
    switch (f.kind) {
        case failure_kind::race:
            return f.witness ? f.witness->missing : "";
        case failure_kind::same_value_race:
            return barrier_may_mend(f)
                       ? ""
                       : "All of them store the same value. No GPU of today makes another result "
                         "of it, but to HIP it is a race: let one thread store.";
        case failure_kind::uninitialised:
            return f.witness && !f.witness->missing.empty() ? f.witness->missing : made_text(f);
        case failure_kind::stream_race:
        case failure_kind::host_race:
        case failure_kind::divergent_barrier:
        case failure_kind::divergent_wave:
        case failure_kind::wave_waits_for_itself:
        case failure_kind::hang:
        case failure_kind::too_much_shared_memory:
        case failure_kind::index_outside:
        case failure_kind::misaligned:
        case failure_kind::invalid_free:
        case failure_kind::assertion:
            return f.detail;
        default:
            return {};
    }
}

std::string line(std::string_view name, const std::string& text) {
    return text.empty() ? std::string() : wrapped(text, fmt::format("   {:<8} ", name));
}

// For a single row or column the formula says it all.
std::string elements_text(const bug& b) {
    const bool plain = b.smallest.rows() == 1 || b.smallest.columns == 1;
    return plain && !b.instead.empty() ? "" : text_of(b.smallest, {});
}

// Lines that are already laid out.
std::string block(std::string_view name, const std::string& lines) {
    std::string text;
    std::istringstream in(lines);
    for (std::string one; std::getline(in, one); name = "")
        text += fmt::format("   {:<8} {}\n", name, one);
    return text;
}

constexpr std::size_t widest_line = 88;

// Explains the signs that occur.
std::string legend(const fuzz::side_by_side& s, bool with_star) {
    std::vector<std::string> parts;
    if (with_star) parts.push_back("* wrong");
    const auto has = [&](const char* sign) { return std::ranges::find(s.is, sign) != s.is.end(); };
    if (has("-")) parts.push_back("- not written");
    if (has("?")) parts.push_back("? no element's value");
    return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

}  // namespace

bug_place place_of(const bug& b) {
    if (!is_located(b.lead)) return {};
    const kernel_access& a = b.lead.witness->access;
    return {a.file, b.lead.witness->kernel, a.line, a.column};
}

bug_place nearest_place(const bug& b) {
    if (is_located(b.lead) || !b.writer) return place_of(b);
    return {b.writer->file, b.writer->function, b.writer->line, b.writer->column};
}

std::string missing_between(const bug& b) {
    if (b.barrier == missing_barrier::between || b.barrier == missing_barrier::both)
        return "__syncthreads() is missing here";
    return b.lead.kind == failure_kind::unfenced_read ? "__threadfence() is missing here" : "";
}

std::string text_of(const bug_place& p) {
    if (p.line == 0) return {};
    return p.column > 0 ? fmt::format("{}:{}:{}", p.file, p.line, p.column)
                        : fmt::format("{}:{}", p.file, p.line);
}

std::string text_of(const likely_line& l) {
    return fmt::format("{}: {}", text_of(bug_place{l.file, "", l.line, l.column}), l.why);
}

std::vector<frame_mark> marks_of(const bug& b) {
    std::vector<frame_mark> marks;
    if (!is_located(b.lead)) {
        if (const auto& w = b.writer; w && w->line > 0)
            marks.push_back({w->file, w->line, w->column,
                             fmt::format("{} {}", who(*w), stores(b.lead)), with(w->values)});
        return marks;
    }
    const failure_witness& w = *b.lead.witness;
    if (b.lead.kind == failure_kind::divergent_barrier && !w.waiting.empty()) {
        for (const kernel_access& a : w.waiting) marks.push_back(mark(a, "some threads wait here"));
        return marks;
    }
    marks.push_back(mark(w.access, says(b.lead, w.access),
                         b.why_no_values.empty() ? with(b.values) : b.why_no_values));
    if (w.other && w.other->line > 0)
        marks.push_back(mark(*w.other, says(b.lead, *w.other), with(b.other_values)));
    return marks;
}

source_reader reader_for(const finding& of, const source_reader& read) {
    return [&of, &read](const std::string& file, unsigned line) {
        std::optional<std::string> text = read(file, line);
        if (!of.kernel) return text;
        std::filesystem::path folder = of.kernel->source;
        while (!text && folder.has_relative_path()) {
            folder = folder.parent_path();
            text = read((folder / file).string(), line);
        }
        return text;
    };
}

std::string bug_text(const bug& b, const std::vector<bug_evidence>& evidence, std::size_t number,
                     const text_colours& colours, const source_reader& read) {
    const bug_evidence& shown = evidence[b.leading];
    const source_reader source = reader_for(shown.what, read);
    std::vector<const finding*> findings;
    for (const bug_evidence& e : evidence) findings.push_back(&e.what);
    const std::string first = fmt::format("{}. ", number);
    std::string text = colours.bold(wrapped(b.heading, first));
    if (const bug_place place = place_of(b); place.line > 0) {
        text += fmt::format("   {}{}\n", text_of(place),
                            place.function.empty() ? "" : ", in " + place.function);
        text += code_frame(marks_of(b), missing_between(b), source, colours, report_width);
        text += line("why", why_text(b, source));
    } else {
        text +=
            wrapped(sentence(b.lead) + (b.changes ? " Runs of the same case differ: look for what "
                                                    "has no order, such as which block comes first."
                                                  : ""),
                    "   ");
        if (const bug_place stored = nearest_place(b); stored.line > 0)
            text += wrapped(fmt::format("It is stored at {}{}.", text_of(stored),
                                        stored.function.empty() ? "" : ", in " + stored.function),
                            "   ") +
                    code_frame(marks_of(b), "", source, colours, report_width);
    }
    std::string_view name = "likely";
    for (const likely_line& l : b.likely) {
        text += line(name, text_of(l));
        name = "";
    }
    text += line("fails", b.fails_when) + line("hides", b.hides) +
            line(b.keeps         ? "why"
                 : says_where(b) ? "where"
                                 : "instead",
                 b.instead) +
            block("elements", elements_text(b));
    text += line("seen by", fmt::format("{} of {}", seen_by(b, findings), shown.what.subject));
    text += fmt::format("   case     {}\n", properties::text_of(shown.what.the_case));
    if (shown.what.kernel && !shown.what.kernel->flags.empty())  // those of now may be others
        text += fmt::format("   flags    {}\n", fmt::join(shown.what.kernel->flags, " "));
    if (!shown.file.empty()) text += fmt::format("   replay   {}\n", replay_command(shown.file));
    return text;
}

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
