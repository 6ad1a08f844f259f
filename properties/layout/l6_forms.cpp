// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

namespace tileproof::properties {

law_result check_forms(const layout_evaluator& other, const observed_layout& seen) {
    const auto differ = [&](layout_index index, std::string quantity, fact one, fact two) {
        return failed({.law = law_id::L6,
                       .kind = failure_kind::disagreement,
                       .where = in_layout(seen.description(), std::move(index)),
                       .quantity = std::move(quantity),
                       .actual = said_value{std::move(one), "in one form"},
                       .expected = said_value{std::move(two), "in the other"}});
    };
    const layout_index lengths = other.lengths();
    if (lengths != seen.lengths()) return differ({}, "lengths", seen.lengths(), lengths);
    if (other.element_space_size() != seen.element_space_size())
        return differ({}, "element space size", seen.element_space_size(),
                      other.element_space_size());
    for (std::size_t i = 0; i < seen.count(); ++i) {
        const layout_index index = seen.index(i);
        const long_index_t found = other.offset(index).value_or(no_offset);
        if (found != seen.offsets()[i])
            return differ(index, "offset", offset_or_none(seen.offsets()[i]),
                          offset_or_none(found));
        if (found == no_offset) continue;
        const layout_index one = seen.evaluator().hidden_index(index);
        const layout_index two = other.hidden_index(index);
        if (one != two && !one.empty() && !two.empty())
            return differ(index, "hidden index", one, two);
    }
    return held(law_id::L6);
}

}  // namespace tileproof::properties
