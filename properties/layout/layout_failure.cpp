// SPDX-License-Identifier: MIT
#include "properties/layout/layout_failure.hpp"

#include <tileproof/layout_text.hpp>

namespace tileproof::properties {

failure_place in_layout(const layout_description& layout, layout_index index) {
    return {.text = print_layout(layout), .index = std::move(index)};
}

fact offset_or_none(long_index_t offset) { return offset == no_offset ? fact() : fact(offset); }

failure_kind kind_of_difference(long_index_t actual, long_index_t expected) {
    if (actual == no_offset) return failure_kind::missing_element;
    return expected == no_offset ? failure_kind::unexpected_element : failure_kind::wrong_value;
}

failure refused_layout(law_id law, const layout_description& layout, std::string why) {
    return {.law = law,
            .kind = failure_kind::refused_valid,
            .where = in_layout(layout),
            .detail = std::move(why)};
}

}  // namespace tileproof::properties
