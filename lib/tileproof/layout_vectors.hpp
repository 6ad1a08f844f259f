// SPDX-License-Identifier: MIT
// The safe vectors of a layout: get_top_dimension_safe_vector_length_strides for the dynamic form.
//
//   safe_vectors(layout::parse("naive [6,16] strides [24,1]"))     (6, 24) and (8, 1)
#pragma once

#include <tileproof/descriptor/vector_claims.hpp>
#include <tileproof/layout.hpp>

namespace tileproof {

// One claim for each visible dimension.
inline std::vector<vector_claim> safe_vectors(const layout& l) {
    const layout_view view = l.view();
    const std::vector<long_index_t> lengths = l.hidden_lengths();
    std::vector<vector_claim> claims(static_cast<std::size_t>(l.hidden_count()));
    claims[0] = detail::memory_claim;

    // The transforms in the order of their operations: the base's one or two, then those of the stages.
    std::vector<item_description> items;
    const base_description& base = l.description().base;
    const int stage_items = [&] {
        int count = 0;
        for (const stage_description& stage : l.description().stages)
            count += static_cast<int>(stage.items.size());
        return count;
    }();
    const int base_operations = view.header().operation_count - stage_items;
    if (base_operations == 2)
        items.push_back({transform_kind::offset, {*base.offset}, {}, {0}, {0}});
    item_description first{
        base.kind == base_kind::packed ? transform_kind::unmerge : transform_kind::embed,
        base.lengths,
        {},
        {0},
        std::vector<int>(base.lengths.size())};
    if (first.kind == transform_kind::embed) {
        const layout_operation& embed = view.operations()[base_operations - 1];
        const long_index_t* strides = view.values(embed) + embed.upper_count;
        first.strides.assign(strides, strides + embed.upper_count);
    }
    items.push_back(std::move(first));
    for (const stage_description& stage : l.description().stages)
        items.insert(items.end(), stage.items.begin(), stage.items.end());

    for (int i = 0; i < view.header().operation_count; ++i) {
        const layout_operation& operation = view.operations()[i];
        const std::int32_t* lower = view.lower_hidden(operation);
        std::vector<long_index_t> lengths_below;
        std::vector<vector_claim> below, above(static_cast<std::size_t>(operation.upper_count));
        for (int k = 0; k < operation.lower_count; ++k) {
            lengths_below.push_back(lengths[static_cast<std::size_t>(lower[k])]);
            below.push_back(claims[static_cast<std::size_t>(lower[k])]);
        }
        const item_description& item = items[static_cast<std::size_t>(i)];
        const detail::transform_facts facts = detail::facts_of_item(item, lengths_below);
        with_kind(item.kind, [&](auto k) {
            detail::claim_upper<k.value>(facts, below.data(), lengths_below.data(), above.data());
        });
        std::copy(above.begin(), above.end(), claims.begin() + operation.upper_hidden);
    }

    std::vector<vector_claim> result;
    for (int d = 0; d < l.rank(); ++d) {
        const vector_claim claim = claims[static_cast<std::size_t>(view.visible_hidden()[d])];
        result.push_back(claim.length == 0 ? vector_claim{} : claim);
    }
    return result;
}

}  // namespace tileproof
