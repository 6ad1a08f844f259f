// SPDX-License-Identifier: MIT
// tileproof check --prove: bounds and races of a file's kernels for all lengths. A possible counterexample becomes a case, which
// runs on cpu-checked; one that does not fail there refutes nothing.
//
//   [{"test": "transpose", "kernel": "transpose", "seconds": 1.9, "launch": ["grid = ceil(columns/32), ..", ..],
//     "launches": 93, "limits": "", "bounds": {"verdict": "proved", "count": 8, "why": []}, "races": {..}}]
#pragma once

#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tileproof::command {

// The library has a copy for cpu-checked. Throws report::command_error where the build has no proofs.
nlohmann::json kernel_proofs_of(const compiler::user_library&, const compiler::user_build&);

std::string kernel_proofs_text(const nlohmann::json&);
// Those in which something is refuted, for the campaign: what they show is a finding.
std::vector<fuzz::chosen_case> refuting_cases(const nlohmann::json&);

}  // namespace tileproof::command
