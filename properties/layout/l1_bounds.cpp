// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"

namespace tileproof::properties {
namespace {

class bounds {
  public:
    explicit bounds(const observed_layout& seen) : m_seen(seen) {}

    law_result run() const {
        const long_index_t space = m_seen.element_space_size();
        if (space < 0)
            return failed({.law = law_id::L1,
                           .kind = failure_kind::wrong_value,
                           .where = in_layout(m_seen.description()),
                           .quantity = "element space size",
                           .actual = said_value{space},
                           .expected = said_value{"0 or more"}});
        if (law_result sizes = check_sizes(); sizes.failed()) return sizes;
        const std::vector<long_index_t>& offsets = m_seen.offsets();
        for (std::size_t i = 0; i < offsets.size(); ++i)
            if (offsets[i] != no_offset && (offsets[i] < 0 || offsets[i] >= space))
                return wrong(failure_kind::out_of_bounds, m_seen.index(i), {offsets[i]},
                             {space, "the element space of size"});
        for (const std::size_t i : m_seen.samples())
            if (law_result one = check_one(i); one.failed()) return one;
        return held(law_id::L1);
    }

  private:
    law_result check_sizes() const {
        const auto said = m_seen.evaluator().sizes();
        if (!said) return held(law_id::L1);
        const reference::memory_size right =
            reference::size_of(physical(m_seen.description()).memory);
        const auto differs = [&](const char* what, long_index_t actual, long_index_t expected) {
            return failed({.law = law_id::L1,
                           .kind = failure_kind::wrong_value,
                           .where = in_layout(m_seen.description()),
                           .quantity = what,
                           .actual = said_value{actual},
                           .expected = said_value{expected}});
        };
        if (said->space != right.space)
            return differs("element space size", said->space, right.space);
        if (said->padded != right.padded)
            return differs("padded allocation size", said->padded, right.padded);
        return held(law_id::L1);
    }

    // An index asked for individually, as an offset and as a hidden index, gives the same as the listing.
    law_result check_one(std::size_t i) const {
        const layout_index index = m_seen.index(i);
        const long_index_t listed = m_seen.offsets()[i];
        const long_index_t asked = m_seen.evaluator().offset(index).value_or(no_offset);
        if (asked != listed)
            return wrong(failure_kind::disagreement, index,
                         {offset_or_none(asked), "when asked for by itself"},
                         {offset_or_none(listed), "in the listing of all"});
        if (asked == no_offset) return held(law_id::L1);
        const layout_index hidden = m_seen.evaluator().hidden_index(index);
        if (!hidden.empty() && hidden.front() != asked)
            return wrong(failure_kind::disagreement, index, {asked},
                         {hidden.front(), "at the front of its hidden index"});
        return held(law_id::L1);
    }

    law_result wrong(failure_kind kind, layout_index index, said_value actual,
                     said_value expected) const {
        return failed({.law = law_id::L1,
                       .kind = kind,
                       .where = in_layout(m_seen.description(), std::move(index)),
                       .quantity = "offset",
                       .actual = std::move(actual),
                       .expected = std::move(expected)});
    }

    const observed_layout& m_seen;
};

}  // namespace

law_result check_bounds(const observed_layout& seen) { return bounds(seen).run(); }

}  // namespace tileproof::properties
