// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <stdexcept>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::properties {

law_result check_layout(law_id law, const layout_subject& subject, const observed_layout& seen) {
    switch (law) {
        case law_id::L1:
            return check_bounds(seen);
        case law_id::L2:
            return check_reference(seen);
        case law_id::L3:
            return check_injective(seen);
        case law_id::L4:
            return check_inverse(seen);
        case law_id::L5:
            return check_move(seen);
        case law_id::L7:
            return check_chain(subject, seen);
        case law_id::L9:
            return check_vectors(seen);
        case law_id::L10:
            return check_pairs(subject, seen);
        default:
            throw std::logic_error(title(law) + " does not judge valid layouts.");
    }
}

law_result check_layout(law_id law, const layout_subject& subject,
                        const layout_description& layout) {
    try {
        return check_layout(law, subject, observed_layout(subject, layout));
    } catch (const layout_error& error) {
        return failed(refused_layout(law, layout, error.what()));
    }
}

failure_place in_layout(const layout_description& layout, layout_index index) {
    return {.text = print_layout(layout), .index = std::move(index)};
}

fact offset_or_none(long_index_t offset) { return offset == no_offset ? fact() : fact(offset); }

bool is_inside(const layout_index& index, const layout_index& lengths) {
    if (index.size() != lengths.size()) return false;
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= lengths[d]) return false;
    return true;
}

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
