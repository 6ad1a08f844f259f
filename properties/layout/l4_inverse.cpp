// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

// The inverse of an offset costs about as much as a hundred offsets, so of a long listing only this many are
// inverted.
constexpr std::size_t most_inverted = 512;

// Offsets that may have no index: next to those that have one, and at the ends of the element space.
void add_strangers(const observed_layout& seen, std::vector<long_index_t>& offsets) {
    const std::size_t known = std::min<std::size_t>(offsets.size(), 64);
    for (std::size_t i = 0; i < known; ++i) {
        offsets.push_back(offsets[i] + 1);
        offsets.push_back(offsets[i] - 1);
    }
    for (const long_index_t end : {long_index_t{0}, seen.element_space_size() - 1})
        offsets.push_back(end);
    std::erase_if(offsets, [&](long_index_t offset) {
        return offset < 0 || offset >= seen.element_space_size();
    });
}

fact index_or_none(const std::optional<layout_index>& index) {
    return index ? fact(*index) : fact();
}

law_result wrong_inverse(const observed_layout& seen, long_index_t offset,
                         const std::optional<layout_index>& found,
                         const std::optional<layout_index>& right) {
    failure f{.law = law_id::L4,
              .kind = !found   ? failure_kind::missing_element
                      : !right ? failure_kind::unexpected_element
                               : failure_kind::wrong_value,
              .where = in_layout(seen.description()),
              .quantity = "inverse",
              .actual = said_value{index_or_none(found)},
              .expected = said_value{index_or_none(right)}};
    f.where.at = {{"offset", offset}};
    return failed(std::move(f));
}

// For single probes: an offset with an index must at least lead back to itself.
law_result check_way_back(const observed_layout& seen, const std::vector<long_index_t>& offsets) {
    for (const long_index_t offset : offsets) {
        const auto found = seen.evaluator().inverse(offset);
        if (!found) continue;
        const auto back = seen.evaluator().offset(*found);
        if (back != offset)
            return failed({.law = law_id::L4,
                           .kind = failure_kind::disagreement,
                           .where = in_layout(seen.description(), *found),
                           .quantity = "offset",
                           .actual = said_value{offset_or_none(back.value_or(no_offset))},
                           .expected = said_value{offset, "has this index for its inverse"}});
    }
    return held(law_id::L4);
}

}  // namespace

law_result check_inverse(const observed_layout& seen) {
    if (!seen.evaluator().has_inverse())
        return discarded(law_id::L4, "The subject has no inverse.");
    if (!seen.evaluator().has_injectivity() ||
        seen.evaluator().injectivity().what != injectivity_claim::kind::injective)
        return discarded(law_id::L4,
                         "The layout is not injective, so an offset may have several indices.");
    const std::size_t step =
        std::max<std::size_t>((seen.count() + most_inverted - 1) / most_inverted, 1);
    std::vector<long_index_t> strangers;
    layout_index index;
    for (std::size_t i = 0; i < seen.count(); i += step) {
        const long_index_t offset = seen.offsets()[i];
        if (offset == no_offset) continue;
        seen.index(i, index);
        const auto found = seen.evaluator().inverse(offset);
        if (found != index) return wrong_inverse(seen, offset, found, index);
        if (strangers.size() < 64) strangers.push_back(offset);
    }
    add_strangers(seen, strangers);
    if (!seen.listed()) {
        if (law_result back = check_way_back(seen, strangers); back.failed()) return back;
        strangers.clear();
    }
    // Outside the element space there is nothing.
    strangers.insert(strangers.end(), {no_offset, seen.element_space_size()});
    std::vector<long_index_t> taken = seen.offsets();
    std::erase(taken, no_offset);
    std::ranges::sort(taken);
    for (const long_index_t offset : strangers)
        if (!std::ranges::binary_search(taken, offset))
            if (const auto found = seen.evaluator().inverse(offset))
                return wrong_inverse(seen, offset, found, std::nullopt);
    return held(law_id::L4);
}

}  // namespace tileproof::properties
