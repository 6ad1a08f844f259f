// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"

#include <algorithm>

namespace tileproof::properties {

law_result check_reference(const observed_layout& seen) {
    constexpr law_id L2 = law_id::L2;
    if (!seen.listed())
        return discarded(
            L2, "The layout has more indices than are listed; the reference is for fewer.");
    reference::shown_elements right;
    try {
        right = reference::show(physical(seen.description()));
    } catch (const reference::too_large& refusal) {
        return discarded(L2, refusal.message);
    }
    const auto wrong = [&](failure_kind kind, layout_index index, std::string quantity, fact actual,
                           fact expected) {
        return failed({.law = L2,
                       .kind = kind,
                       .where = in_layout(seen.description(), std::move(index)),
                       .quantity = std::move(quantity),
                       .actual = said_value{std::move(actual)},
                       .expected = said_value{std::move(expected)}});
    };
    if (right.lengths != seen.lengths())
        return wrong(failure_kind::wrong_value, {}, "lengths", seen.lengths(), right.lengths);
    const auto [actual, expected] = std::mismatch(seen.offsets().begin(), seen.offsets().end(),
                                                  right.places.begin(), right.places.end());
    if (actual == seen.offsets().end() && expected == right.places.end()) return held(L2);
    if (actual == seen.offsets().end() || expected == right.places.end())
        return wrong(failure_kind::wrong_value, {}, "number of listed offsets",
                     std::ssize(seen.offsets()), std::ssize(right.places));
    static_assert(reference::no_element == no_offset);
    return wrong(kind_of_difference(*actual, *expected),
                 seen.index(static_cast<std::size_t>(actual - seen.offsets().begin())), "offset",
                 offset_or_none(*actual), offset_or_none(*expected));
}

}  // namespace tileproof::properties
