// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/shown_failure.hpp"

#include <map>
#include <set>
#include <utility>

#include "properties/kernel/case_call.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace properties;

// What went wrong in the first output.
struct seen_faults {
    std::set<std::int64_t>
        misplaced;  // offsets that hold an element of another place, or no element's value
    bool unwritten = false, moved = false, foreign = false, beside = false, lost = false;
};

seen_faults faults_of(const observed_call& o) {
    seen_faults f;
    std::set<std::int64_t> found, places(o.offsets.begin(), o.offsets.end());
    for (std::size_t at = 0; at < o.held.size(); ++at) {
        const auto offset = static_cast<std::int64_t>(at);
        const std::int64_t held = o.held[at];
        if (held == observed_call::unwritten) {
            f.unwritten = f.unwritten || places.contains(offset);
            continue;
        }
        found.insert(held);
        if (held >= 0 && o.offsets[static_cast<std::size_t>(held)] == offset) continue;
        f.misplaced.insert(offset);
        (held < 0 ? f.foreign : f.moved) = true;
        f.beside = f.beside || !places.contains(offset);
    }
    for (std::size_t e = 0; e < o.offsets.size(); ++e)
        f.lost = f.lost || !found.contains(static_cast<std::int64_t>(e));
    return f;
}

bool is_race(const failure& f) {
    return f.kind == failure_kind::race || f.kind == failure_kind::same_value_race;
}

// An access that has a line: of the output to where something else belongs, or of an input for what it does not have.
bool shows_access(const observed_call& o, const seen_faults& seen, const failure& f,
                  std::size_t output, bool of_output) {
    const failure_witness& w = *f.witness;
    if (w.memory != memory_space::global) return false;
    if (is_race(f)) return of_output && (seen.lost || seen.moved);
    if (!w.access.write) return !of_output && seen.foreign;
    if (!of_output || !f.where.number || w.bytes == 0) return false;
    const auto width = static_cast<std::int64_t>(w.bytes);
    return seen.misplaced.contains(*f.where.number / width - o.the_case.operands[output].offset);
}

constexpr std::size_t most_points = 600;

// Lengths and numbers of the samples with the values that they take, in their own order.
std::vector<std::pair<std::string, std::set<double>>> lengths_of(std::span<const sample> samples) {
    std::vector<std::pair<std::string, std::set<double>>> all;
    std::map<std::string, std::size_t> places;
    for (const sample& s : samples)
        for (const feature& f : s.features.all) {
            if (f.kind != feature_kind::length) continue;
            const auto [at, is_new] = places.emplace(f.name, all.size());
            if (is_new) all.emplace_back(f.name, std::set<double>());
            all[at->second].second.insert(f.number);
        }
    return all;
}

}  // namespace

bool shows(const kernel_contract& contract, const observed_call& o, const failure& f) {
    if (!o.tells) return false;
    const std::size_t output = first_output(contract);
    const bool of_output = f.where.operand == contract.operands[output].name;
    const seen_faults seen = faults_of(o);
    if (is_located(f)) return shows_access(o, seen, f, output, of_output);
    switch (f.kind) {
        case failure_kind::unwritten:
            return of_output && seen.unwritten;
        case failure_kind::wrong_value:
            return of_output && (seen.moved || seen.foreign);
        case failure_kind::overwritten:
            return (of_output || f.where.operand.empty()) && seen.beside;
        case failure_kind::out_of_bounds:
        case failure_kind::crash:
            return seen.lost;
        default:
            return false;
    }
}

fuzz::case_scatter scatter_of(std::span<const sample> samples, const condition& c) {
    const auto lengths = lengths_of(samples);
    std::vector<std::string> names;
    for (const bool mentioned : {true, false})
        for (const bool varied : {true, false})
            for (const auto& [name, values] : lengths)
                if (c.mentions(name) == mentioned && (values.size() >= 3) == varied)
                    names.push_back(name);
    fuzz::case_scatter result;
    if (names.empty()) return result;
    result.x = names[0];
    if (names.size() > 1) result.y = names[1];
    for (const sample& s : samples) {
        const feature *const x = s.features.find(result.x), *const y = s.features.find(result.y);
        if (x && (y || result.y.empty()) && result.points.size() < most_points)
            result.points.push_back({x->number, y ? y->number : 0, s.fails});
    }
    return result;
}

}  // namespace tileproof::diagnosis
