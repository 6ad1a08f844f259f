// SPDX-License-Identifier: MIT
// From an offset back to its index, operation by operation from the memory side to the user side.
//
//   naive [3,4] strides [8,1]: offset 10 -> 10 / 8 = 1, rest 2 -> index (1, 2);
//   offset 5 -> none, because its row has only elements 0 to 3
//
// Correct if every transform maps distinct indices to distinct indices (injectivity.hpp proves it).
#pragma once

#include <tileproof/layout_view.hpp>
#include <tileproof/transforms/search.hpp>

#include <vector>

namespace tileproof::detail {

// Finds index[0..rank) of an offset; false if no valid index has it.
// requires that every operation is injective and view.size() > 0, 0 <= offset < element_space_size
inline bool invert_by_structure(layout_view view, long_index_t offset,
                                std::vector<long_index_t>& index) {
    long_index_t slots[layout_slot_count] = {offset};
    for (int i = 0; i < view.header().operation_count; ++i) {
        const layout_operation& operation = view.operations()[i];
        const scattered lower{slots, view.lower_slots(operation)};
        long_index_t* upper = slots + operation.upper_slot;
        if (!with_kind(operation.kind, [&](auto k) {
                return transforms::transform_book<k.value>::invert(view.values_of(operation), lower,
                                                                   upper);
            }))
            return false;
        for (int k = 0; k < operation.upper_count; ++k)
            if (upper[k] < 0 || upper[k] >= view.hidden_length(operation.upper_hidden + k))
                return false;
    }
    index.resize(static_cast<std::size_t>(view.rank()));
    for (int d = 0; d < view.rank(); ++d) index[d] = slots[view.visible_slots()[d]];
    return true;
}

}  // namespace tileproof::detail
