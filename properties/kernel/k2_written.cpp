// SPDX-License-Identifier: MIT
// K2 written: every live element of the outputs is written. Two runs have two poisons, and no value that a kernel
// writes can equal both. An output that is read as well may have been given the value that it had: of it only that is said.
#include "properties/kernel/kernel_check.hpp"

#include <algorithm>

namespace tileproof::properties {

void k2_written(const call_record& r, law_list& laws) {
    for (std::size_t k = 0; k < r.kept.size(); ++k) {
        const call_operand& o = r.call.outputs[k];
        std::size_t live = 0, unwritten = 0, first = 0;
        for (std::size_t e = 0; e < o.elements(); ++e) {
            if (!o.live[e]) continue;
            ++live;
            if (r.kept[k][e] && unwritten++ == 0) first = e;
        }
        if (unwritten == 0) continue;
        failure f{.law = law_id::K2, .kind = failure_kind::unwritten, .where = place_of(o, first)};
        if (r.kept[k][first] > 1)
            f.where.part = o.type->members()[r.kept[k][first] - 2u].name + " of element";
        if (!o.starts_as.empty()) {
            const std::size_t number = std::max<std::size_t>(r.kept[k][first], 2) - 2,
                              at = first * static_cast<std::size_t>(o.element_bytes);
            f.expected = {print_number(o, &o.contents[at], number), {}};
            f.actual = {print_number(o, &r.first[k][at], number), {}};
        }
        f.where.affected = unwritten;
        f.where.of = live;
        laws.fail(std::move(f));
    }
    laws.looked_at(law_id::K2);
}

}  // namespace tileproof::properties
