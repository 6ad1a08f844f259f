#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"
#include "properties/layout/physical.hpp"

#include <algorithm>

namespace tileproof::properties {

verdict check_reference(const observed_layout& seen) {
    if (!seen.listed())
        return discarded("The layout has more indices than are listed; the reference is for less.");
    reference::shown_elements expected;
    try {
        expected = reference::show(physical(seen.description()));
    } catch (const reference::too_large& refusal) {
        return discarded(refusal.message);
    }
    const auto fail = [&](const std::string& what) {
        return failed(sentence(law_id::L2, seen.description(), what));
    };
    if (expected.lengths != seen.lengths())
        return fail("the lengths are " + print_index(seen.lengths()) + ", but must be " +
                    print_index(expected.lengths));
    const auto [actual, right] = std::mismatch(seen.offsets().begin(), seen.offsets().end(),
                                               expected.places.begin(), expected.places.end());
    if (actual == seen.offsets().end() && right == expected.places.end()) return held();
    if (actual == seen.offsets().end() || right == expected.places.end())
        return fail(std::to_string(seen.offsets().size()) + " offsets are listed, but there are " +
                    std::to_string(expected.places.size()) + " indices");
    static_assert(reference::no_element == no_offset);
    const auto place = static_cast<std::size_t>(actual - seen.offsets().begin());
    return fail("index " + print_index(seen.index(place)) + " has " + say_offset(*actual) +
                ", but must have " + say_offset(*right));
}

}  // namespace tileproof::properties
