// SPDX-License-Identifier: MIT
// Judges a kernel_call by the laws that do not depend on what is computed: K1 to K7 and K9.
//
//   two runs with different poison, then `repeats` more; then each law looks at the results
//
// On devices with fences a stray access may also end the process; judge_process_end() then says which of K3, K4 and
// K9 that breaks, and where the address was.
#pragma once

#include "properties/kernel/kernel_call.hpp"
#include "properties/kernel/kernel_laws.hpp"
#include "properties/property.hpp"

#include <vector>

namespace tileproof::properties {

struct call_outcome {
    case_result result;
    // The first output after the first run, lead included; empty if the launch failed.
    std::vector<std::byte> first_output;

    // Every judged law held, so the result may serve another call.
    bool all_held() const { return !result.first_failure() && result.discarded.empty(); }
};

call_outcome check_call(const kernel_call& call);

// For property::ended_beside(): the host note, unless the host touched an operand, as copies do.
std::string host_of_process_end(const process_end& end);
// For property::judge_end(): uses the note left by check_call().
failure judge_process_end(const process_end& end);

}  // namespace tileproof::properties
