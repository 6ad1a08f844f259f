// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <numeric>

namespace tileproof::properties {
namespace {

// Hidden ids of the visible dims of the base and after each stage: 0 is the offset (and 1 the one above a base
// offset), then come the dims of the base, then those of each stage in the order listed.
std::vector<std::vector<std::size_t>> visible_ids(const layout_description& layout) {
    std::size_t next = layout.base.offset ? 2 : 1;
    std::vector<std::vector<std::size_t>> levels(1);
    levels[0].resize(layout.base.lengths.size());
    std::iota(levels[0].begin(), levels[0].end(), next);
    next += levels[0].size();
    for (const stage_description& stage : layout.stages) {
        std::size_t count = 0;
        for (const item_description& item : stage.items) count += item.upper.size();
        auto& visible = levels.emplace_back(count);
        for (const item_description& item : stage.items)
            for (const int position : item.upper)
                visible[static_cast<std::size_t>(position)] = next++;
    }
    return levels;
}

// The index of the part below a cut that `index` of the whole layout leads to: its hidden index there.
layout_index shown_below(const layout_index& hidden, const std::vector<std::size_t>& ids) {
    layout_index shown;
    for (const std::size_t id : ids) shown.push_back(id < hidden.size() ? hidden[id] : 0);
    return shown;
}

// Cut after `cut` stages: every index must lead to an index of the lower part with the same offset.
law_result check_cut(const observed_layout& seen, const layout_evaluator& below, std::size_t cut,
                     const std::vector<std::size_t>& ids) {
    const std::size_t every = seen.count() / 64 + 1;
    for (std::size_t i = 0; i < seen.count(); i += every) {
        if (seen.offsets()[i] == no_offset) continue;
        const layout_index index = seen.index(i);
        const layout_index shown = shown_below(seen.evaluator().hidden_index(index), ids);
        const auto wrong = [&](failure_kind kind, std::string quantity, said_value actual,
                               said_value expected) {
            return failed({.law = law_id::L7,
                           .kind = kind,
                           .where = in_layout(seen.description(), index),
                           .quantity = std::move(quantity),
                           .actual = std::move(actual),
                           .expected = std::move(expected),
                           .given = "The layout was cut after stage " + std::to_string(cut) + "."});
        };
        if (!is_inside(shown, below.lengths()))
            return wrong(failure_kind::out_of_bounds, "index", {shown, "below the cut"},
                         {below.lengths(), "the lengths"});
        const long_index_t found = below.offset(shown).value_or(no_offset);
        if (found != seen.offsets()[i])
            return wrong(
                failure_kind::disagreement, "offset", {seen.offsets()[i]},
                {offset_or_none(found), "as index " + print_index(shown) + " below the cut"});
    }
    return held(law_id::L7);
}

}  // namespace

law_result check_chain(const layout_subject& subject, const observed_layout& seen) {
    const layout_description& whole = seen.description();
    if (whole.stages.empty()) return discarded(law_id::L7, "The layout has no stage to cut it at.");
    if (seen.count() == 0) return discarded(law_id::L7, "The layout has no index.");
    if (seen.evaluator().hidden_index(seen.index(0)).empty())
        return discarded(law_id::L7, "The subject has no hidden index.");
    const auto levels = visible_ids(whole);
    for (std::size_t cut = 0; cut < whole.stages.size(); ++cut) {
        layout_description lower = whole;
        lower.stages.resize(cut);
        if (law_result one = check_cut(seen, *subject.make(lower), cut, levels[cut]); one.failed())
            return one;
    }
    return held(law_id::L7);
}

}  // namespace tileproof::properties
