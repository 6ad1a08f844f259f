// SPDX-License-Identifier: MIT
// K1 exact: every written element equals the expected bytes.
#include "properties/kernel/kernel_laws.hpp"

#include <fmt/format.h>

#include <cstring>

namespace tileproof::properties {

// K1 or K7: of all outputs that have the law.
void judge_values(const call_record& r, law_id law, bool bounded, law_list& laws) {
    for (std::size_t k = 0; k < r.first.size(); ++k) {
        const call_operand& o = r.call.outputs[k];
        if (o.bounded() != bounded) continue;
        const auto width = static_cast<std::size_t>(o.element_bytes);
        std::size_t live = 0, wrong = 0, first = 0;
        for (std::size_t e = 0; e < o.elements(); ++e) {
            if (!o.live[e]) continue;
            ++live;
            if (!r.kept[k][e] && !is_right(o, &r.first[k][e * width], e) && wrong++ == 0) first = e;
        }
        if (wrong > 0) {
            failure f{.law = law, .kind = failure_kind::wrong_value, .where = place_of(o, first)};
            f.where.affected = wrong;
            f.where.of = live;
            std::string right = print(o, &o.contents[first * width]);
            if (bounded && o.bounds[first] > 0)
                right += fmt::format(", give or take {:.3g},", o.bounds[first]);
            f.expected = {std::move(right), {}};
            f.actual = {print(o, &r.first[k][first * width]), {}};
            laws.fail(std::move(f));
        }
        laws.hold(law);
    }
}

void k1_exact(const call_record& r, law_list& laws) { judge_values(r, law_id::K1, false, laws); }

}  // namespace tileproof::properties
