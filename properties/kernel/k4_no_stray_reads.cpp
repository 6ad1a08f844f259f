// SPDX-License-Identifier: MIT
// K4 no stray reads: the result does not depend on the poison around and between the inputs.
#include "properties/kernel/kernel_check.hpp"

namespace tileproof::properties {

// K4 and K5: one element of an output, before and after.
failure changed(const call_record& r, const run_difference& d, law_id law, failure_kind kind) {
    const call_operand& o = r.call.outputs[d.output];
    failure f{.law = law, .kind = kind, .where = place_of(o, d.element)};
    f.expected = {print(o, d.one.data()), {}};
    f.actual = {print(o, d.two.data()), {}};
    return f;
}

void k4_no_stray_reads(const call_record& r, law_list& laws) {
    if (r.disagreements > 0) return;  // results that vary by themselves prove no stray read
    if (!r.with_poison) return laws.looked_at(law_id::K4);
    failure f = changed(r, *r.with_poison, law_id::K4, failure_kind::depends_on_surroundings);
    f.given = "The result changes with what lies around and between the inputs.";
    laws.fail(std::move(f));
}

}  // namespace tileproof::properties
