// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

// The indices to visit, by number: neighbours back and forth, so that every carry and borrow occurs, then far jumps.
std::vector<std::size_t> walk(std::size_t count) {
    std::vector<std::size_t> places;
    const std::size_t near = std::min<std::size_t>(count, 160);
    for (std::size_t i = 0; i < near; ++i) places.push_back(i);
    for (std::size_t i = near; i-- > 0;) places.push_back(i);
    std::size_t position = 0;
    for (int i = 0; i < 96; ++i) {
        position =
            (position + 0x9E3779B97F4A7C15u) % count;  // golden ratio: never twice near each other
        places.push_back(i % 8 == 7 ? count - 1 - position : position);
    }
    return places;
}

layout_index difference(const layout_index& to, const layout_index& from) {
    layout_index step(to.size());
    for (std::size_t d = 0; d < to.size(); ++d) step[d] = to[d] - from[d];
    return step;
}

}  // namespace

law_result check_move(const observed_layout& seen) {
    const layout_evaluator& evaluator = seen.evaluator();
    if (!evaluator.has_move())
        return discarded(law_id::L5, "The subject does not move coordinates.");
    if (seen.count() == 0) return discarded(law_id::L5, "The layout has no index to move from.");
    const std::vector<std::size_t> places = walk(seen.count());
    layout_index from = seen.index(places[0]);
    layout_index hidden = evaluator.hidden_index(from);
    if (hidden.empty()) return discarded(law_id::L5, "The subject has no hidden index.");
    for (const std::size_t position : places) {
        const layout_index to = seen.index(position);
        const layout_index step = difference(to, from);
        evaluator.move(hidden, step);
        // Below a pad a hidden index is meaningless; after the walk leaves the pad it must be right again.
        if (seen.offsets()[position] != no_offset) {
            const layout_index expected = evaluator.hidden_index(to);
            if (hidden != expected)
                return failed({.law = law_id::L5,
                               .kind = failure_kind::disagreement,
                               .where = in_layout(seen.description(), to),
                               .quantity = "hidden index",
                               .actual = said_value{hidden, "after a move by " + print_index(step) +
                                                                " from index " + print_index(from)},
                               .expected = said_value{expected, "when it is made there"}});
        }
        from = to;
    }
    return held(law_id::L5);
}

}  // namespace tileproof::properties
