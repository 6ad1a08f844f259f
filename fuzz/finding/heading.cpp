// SPDX-License-Identifier: MIT
#include "fuzz/finding/heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace tileproof::fuzz {

using namespace properties;

namespace {

using enum failure_kind;

// What begins a heading: a name stays as its user wrote it.
std::string begins(const std::string& words, const failure& f) {
    const bool is_name = words == f.where.operand && !words.starts_with("the ");
    return is_name ? words : capital(words);
}

std::string operand_of(const failure& f) {
    return f.where.operand.empty() ? "the result" : f.where.operand;
}

std::string_view verb(const failure& f) { return f.witness->access.write ? "Write" : "Read"; }

bool is_race(const failure& f) { return f.kind == race || f.kind == same_value_race; }

// One line that stores one value, by several threads: what a guard mends, and no barrier.
bool is_one_value(const failure& f) {
    return f.kind == same_value_race && f.witness->other &&
           f.witness->access.line == f.witness->other->line;
}

std::string race_heading(const failure& f, const std::vector<const failure*>& places) {
    const std::string memory = memory_name(f);
    const bool blocks = f.witness->memory != memory_space::shared &&
                        (f.witness->remedy == race_remedy::separate_blocks ||
                         (f.witness->remedy == race_remedy::release && f.witness->other &&
                          f.witness->other->block != f.witness->access.block));
    if (is_one_value(f))
        return fmt::format("Several {} write the same value to one element of {}",
                           blocks ? "blocks" : "threads", memory);
    if (const auto lines = lines_around_barrier(f, places); lines && lines->first < lines->second)
        return fmt::format("Race on {} between line {} and line {}", memory, lines->first,
                           lines->second);
    switch (f.witness->remedy) {
        case race_remedy::wider_scope:
            return fmt::format(
                "Race on {}: {}", memory,
                f.witness->other && f.witness->access.block != f.witness->other->block
                    ? "an operation of block scope does not reach other blocks"
                    : "the scope of an operation does not reach the other thread");
        default:
            break;
    }
    const bool both_write = f.witness->other && f.witness->other->write && f.witness->access.write;
    return both_write ? fmt::format("Two {} write one element of {}", blocks ? "blocks" : "threads",
                                    memory)
                      : fmt::format("Race on {} between {}", memory, blocks ? "blocks" : "threads");
}

std::string beyond(const failure& f) {
    const bool before = f.where.number && *f.where.number < 0;
    if (f.where.operand.empty() && f.witness->memory != memory_space::shared)
        return f.witness->memory != memory_space::global || f.witness->size == 0
                   ? fmt::format("{} through a wrong pointer", verb(f))
                   : fmt::format("{} {} of a buffer that the launch allocated", verb(f),
                                 before ? "before the start" : "beyond the end");
    return fmt::format("{} {} of {}", verb(f), before ? "before the start" : "beyond the end",
                       memory_name(f));
}

std::string variables_heading(const failure& f, const std::vector<const failure*>& places) {
    std::set<std::string> names{f.where.operand};
    for (const failure* const other : places)
        if (other->kind == f.kind) names.insert(other->where.operand);
    if (names.size() == 1)
        return fmt::format("Variable `{}` is read before it is set", f.where.operand);
    const std::string last = names.extract(std::prev(names.end())).value();
    return fmt::format("Variables `{}` and `{}` are read before they are set",
                       fmt::join(names, "`, `"), last);
}

std::string value_heading(const failure& f);

std::string located_heading(const failure& f, const std::vector<const failure*>& places) {
    switch (f.kind) {
        case race:
        case same_value_race:
            return race_heading(f, places);
        case out_of_bounds:
            return beyond(f);
        case overwritten:
            return value_heading(f);
        case unfenced_read:
            return fmt::format("Fence missing between reading the flag and reading {}",
                               memory_name(f));
        case use_after_free:
            return fmt::format("{} of freed memory", verb(f));
        case misaligned:
            return fmt::format("Misaligned {} of {}", f.witness->access.write ? "write" : "read",
                               memory_name(f));
        case constant_written:
            return fmt::format("Constant memory `{}` is written", f.where.operand);
        case uninitialised:
            return f.witness->memory == memory_space::shared
                       ? begins(memory_name(f), f) + " is read before it is written"
                       : begins(memory_name(f), f) + " is read where nothing was written";
        case stream_race:
            return fmt::format("Two streams use {}, and nothing orders them", memory_name(f));
        case host_race:
            return fmt::format("The host uses {} before it has waited", memory_name(f));
        case uninitialised_variable:
            return variables_heading(f, places);
        default:
            return plain_heading(f.kind).empty() ? capital(std::string(name(f.kind)))
                                                 : std::string(plain_heading(f.kind));
    }
}

std::string value_heading(const failure& f) {
    const std::string operand = operand_of(f);
    const bool all = f.where.of > 0 && f.where.affected == f.where.of;
    switch (f.kind) {
        case wrong_value:
            if (is_by_old_kernel(f))
                return fmt::format("Values of {} differ from the old kernel's", operand);
            if (!f.where.other_index.empty())
                return fmt::format("Elements of {} are at wrong places", operand);
            return f.law == law_id::K7
                       ? fmt::format("Values of {} lie outside their error bound", operand)
                       : "Wrong values in " + operand;
        case not_accepted:
            return "The test does not accept the outputs";
        case unwritten:
            if (f.actual)
                return fmt::format("{} of {} keep their old values",
                                   all ? "Elements" : "Some elements", operand);
            return all ? begins(operand, f) + " is not written"
                       : fmt::format("Some elements of {} are not written", operand);
        case overwritten:
            if (!f.where.part.empty() && f.where.operand.empty()) return "Write to " + f.where.part;
            return f.where.part.empty() ? begins(operand, f) + " is overwritten"
                                        : fmt::format("Write {} of {}", f.where.part, operand);
        case not_repeatable:
            return begins(operand, f) + " changes from run to run";
        case depends_on_surroundings:
            return begins(operand, f) + " depends on memory outside the inputs";
        case related_differs:
            return "A related call gives an unrelated result";
        case refused_valid:
            return "A valid call is refused";
        case accepted_malformed:
            return "A call that makes no sense is accepted";
        case no_sentence:
            return "A call is refused without a reason";
        case out_of_bounds:
            return "Access to memory outside all operands";
        case crash:
            return "The kernel crashes";
        case hang:
            return "The kernel does not end";
        case process_exit:
            return "The process ends itself";
        case device_error:
            return "The launch fails";
        case not_launched:
            return "No kernel is launched";
        case threw:
            return "The check throws an exception";
        default:
            return capital(std::string(name(f.kind)));
    }
}

// "`xor`", "`merge` and `pad`"; empty: the base alone.
std::string stages(const finding& of) {
    static const std::set<std::string> not_stages{"packed",  "naive", "strides", "offset",
                                                  "aligned", "align", "pass",    "tile"};
    std::istringstream words(words_of(of.why.where.text));
    std::string text;
    std::set<std::string> seen;
    for (std::string word; words >> word;)
        if (word.size() > 1 && !not_stages.contains(word) && seen.insert(word).second)
            text += fmt::format("{}`{}`", text.empty() ? "" : " and ", word);
    return text;
}

std::string layout_heading(const failure& f, const finding& of) {
    const std::string quantity = f.quantity.empty() ? "result" : f.quantity;
    const std::string through = stages(of);
    const std::string place = through.empty() ? "" : " through " + through;
    switch (f.kind) {
        case repeated:
            return fmt::format("Two indices share one {}{}", quantity, place);
        case missing_element:
        case unexpected_element:
            return fmt::format("{}{}", capital(std::string(name(f.kind))), place);
        case false_claim:
            return fmt::format("A claim about {} is false{}", quantity, place);
        case out_of_bounds:
            return fmt::format("{} out of bounds{}", capital(quantity), place);
        case wrong_value:
        case disagreement:
            return fmt::format("Wrong {}{}", quantity, place);
        default:
            return capital(std::string(name(f.kind))) + place;
    }
}

}  // namespace

std::string memory_name(const failure& f) {
    if (f.witness && f.witness->memory == memory_space::shared)
        return f.where.operand.empty() ? "dynamic shared memory"
                                       : fmt::format("shared memory `{}`", f.where.operand);
    if (f.witness && (f.witness->memory == memory_space::variable ||
                      f.witness->memory == memory_space::constant))
        return fmt::format("`{}`", f.where.operand);
    return f.where.operand.empty() ? "device memory" : f.where.operand;
}

bool barrier_may_mend(const failure& f) {
    if (!is_located(f) || !is_race(f) || !f.witness->other || is_one_value(f)) return false;
    const failure_witness& w = *f.witness;
    const bool in_block = w.remedy == race_remedy::barrier || w.remedy == race_remedy::wave_barrier;
    return in_block && (w.memory == memory_space::shared || w.access.line != w.other->line);
}

std::optional<line_pair> lines_around_barrier(const failure& lead,
                                              const std::vector<const failure*>& places) {
    if (!barrier_may_mend(lead)) return std::nullopt;
    line_pair lines = std::minmax(lead.witness->access.line, lead.witness->other->line);
    for (const failure* f : places) {
        if (!barrier_may_mend(*f)) continue;
        const auto [low, high] = std::minmax(f->witness->access.line, f->witness->other->line);
        if (low == high) continue;  // a loop's own line says less
        if (lines.first == lines.second) lines = {low, high};
        lines = {std::max(lines.first, low), std::min(lines.second, high)};
    }
    return lines;
}

std::optional<line_pair> lines_of_round(const failure& lead,
                                        const std::vector<const failure*>& places) {
    std::optional<line_pair> lines = lines_around_barrier(lead, places);
    for (const failure* f : places)
        if (lines && barrier_may_mend(*f))
            lines = {std::min({lines->first, f->witness->access.line, f->witness->other->line}),
                     std::max({lines->second, f->witness->access.line, f->witness->other->line})};
    return lines;
}

std::string barrier_heading(const failure& lead, line_pair lines, missing_barrier where) {
    const auto [first, last] = lines;
    const std::string missing =
        where == missing_barrier::before_next_round
            ? fmt::format("Barrier missing between line {} and line {} of the next round", last,
                          first)
        : where == missing_barrier::both
            ? fmt::format("Barriers missing between line {} and line {}, and before the next round",
                          first, last)
        : first < last ? fmt::format("Barrier missing between line {} and line {}", first, last)
                       : fmt::format("Barrier missing in the loop of line {}", first);
    return fmt::format("{}: race on {}", missing, memory_name(lead));
}

std::string heading_of(const failure& lead, const finding& of,
                       const std::vector<const failure*>& places) {
    if (is_located(lead)) return located_heading(lead, places);
    return lead.law < law_id::K1 ? layout_heading(lead, of) : value_heading(lead);
}

}  // namespace tileproof::fuzz
