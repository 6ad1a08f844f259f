// SPDX-License-Identifier: MIT
#include "fuzz/worker/minimize_finding.hpp"

#include "fuzz/worker/shrink.hpp"

namespace tileproof::properties {

minimized_finding minimize_finding(finding f, finding_properties& known,
                                   const minimize_options_of_finding& how) {
    rerun_outcome again = rerun(f, known, how.case_seconds);
    if (!again.fails()) return {std::move(f), std::move(again), 0};
    const std::size_t position = *known.find(f).position;
    f.broken_by(*again.why, again.beside);
    if (how.step) how.step(f.the_case);
    const bool hung = again.end && again.end->what == process_end::kind::time_limit;
    worker w(known.list(), how.case_seconds);
    const shrunk_case small = shrink(w, *known.list()[position], position, f.the_case, f.why,
                                     f.beside, hung, how.seconds, how.step);
    if (small.the_case != f.the_case) {
        if (f.first_seen_as.is_null()) f.first_seen_as = f.the_case;
        f.the_case = small.the_case;
    }
    f.broken_by(small.why, small.beside);
    f.minimized = small.minimal;
    return {std::move(f), std::move(again), small.tries};
}

}  // namespace tileproof::properties
