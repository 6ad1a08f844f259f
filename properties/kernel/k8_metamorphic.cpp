// SPDX-License-Identifier: MIT
// K8 metamorphic: a second call whose result follows from that of the first.
#include "properties/kernel/kernel_check.hpp"

namespace tileproof::properties {

law_result k8_metamorphic(kernel_call other, const std::string& done, bool& needs_new_process) {
    other.repeats = 0;
    const case_result result = check_call(other).result;
    needs_new_process = result.needs_new_process;
    if (!result.discarded.empty()) return discarded(law_id::K8, result.discarded);
    if (!result.first_failure()) return held(law_id::K8);
    failure f = *result.first_failure();
    for (const law_result& r : result.laws)  // a line of source says more than a wrong byte
        if (!is_located(f) && r.why && is_located(*r.why)) f = *r.why;
    f.law = law_id::K8;
    if (!is_located(f)) f.kind = failure_kind::related_differs;
    f.given = done + (f.given.empty() ? "" : " " + f.given);
    return failed(std::move(f));
}

}  // namespace tileproof::properties
