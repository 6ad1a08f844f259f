// SPDX-License-Identifier: MIT
// The diagnosis of a finding of a kernel, a layout or a tile distribution: when it fails, and what is done instead.
//
//   diagnosis d = diagnose_finding(f, {{f.why}}, known, {.seconds = 4});
//   d.when(), d.instead            both empty: of another subject, or of one that is not here
//
// Of a kernel a case fails that shows a failure of the finding's bug: a kernel with two bugs has a condition for each.
#pragma once

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/worker/rerun.hpp"

#include <set>
#include <span>
#include <string>

namespace tileproof::diagnosis {

// `of_bug`: the failures that belong to one bug with the finding's, first the one that its case is shown for.
diagnosis diagnose_finding(const fuzz::finding&, std::span<const properties::failure> of_bug,
                           fuzz::finding_properties& known, const sampling_limits&);

// Whole numbers above 1 that stand in a source, the first few dozens; none where it cannot be read.
std::set<long> constants_of(const std::string& file);

}  // namespace tileproof::diagnosis
