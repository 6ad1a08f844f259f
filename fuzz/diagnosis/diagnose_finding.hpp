// SPDX-License-Identifier: MIT
// The diagnosis of a finding of a kernel, a layout or a tile distribution: when it fails, and what is done instead.
//
//   diagnosis d = diagnose_finding(f, f.why, known, {.seconds = 4});
//   d.when(), d.instead            both empty: of another subject, or of one that is not here
//
// Whatever fails in a case counts, unless the finding names its line: a kernel with two bugs has a condition for each
// then.
#pragma once

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/finding/rerun.hpp"

namespace tileproof::diagnosis {

// `lead`: the failure that the finding's case is shown for, its own one as a rule.
diagnosis diagnose_finding(const properties::finding&, const properties::failure& lead,
                           properties::finding_properties& known, const sampling_limits&);

}  // namespace tileproof::diagnosis
