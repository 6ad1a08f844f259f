// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include "properties/layout/layout_failure.hpp"

#include <tileproof/layout_error.hpp>

#include <stdexcept>

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

}  // namespace tileproof::properties
