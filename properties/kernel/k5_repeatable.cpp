// SPDX-License-Identifier: MIT
// K5 repeatable: further runs give the same bits.
#include "properties/kernel/kernel_check.hpp"

#include <fmt/format.h>

namespace tileproof::properties {

failure changed(const call_record& r, const run_difference& d, law_id law, failure_kind kind);

void k5_repeatable(const call_record& r, law_list& laws) {
    if (r.disagreements == 0) {
        if (r.call.repeats > 0) laws.looked_at(law_id::K5);
        return;
    }
    failure f = changed(r, *r.difference, law_id::K5, failure_kind::not_repeatable);
    f.given = fmt::format("{} of {} further runs of the same case gave other bits.",
                          r.disagreements, r.call.repeats);
    laws.fail(std::move(f));
}

}  // namespace tileproof::properties
