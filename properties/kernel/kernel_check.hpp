// SPDX-License-Identifier: MIT
// Judges a kernel_call by the laws that need no knowledge of what is computed: K1 to K7 and K9.
//
//   two runs with different poison, then `repeats` more; then each law on what they left
//
// On devices with fences a stray access may also end the process; judge_process_end() then says which
// of K3, K4 and K9 that breaks, and where the address lay.
#pragma once

#include "properties/kernel/kernel_call.hpp"
#include "properties/kernel/kernel_laws.hpp"
#include "properties/property.hpp"

#include <vector>

namespace tileproof::properties {

struct call_outcome {
    case_result result;
    // What the first output held after the first run, lead included; empty when the launch failed.
    std::vector<std::byte> first_output;

    // Every law that was judged held, so that the result may serve another call.
    bool all_held() const { return !result.first_failure() && result.discarded.empty(); }
};

call_outcome check_call(const kernel_call& call);

// For property::judge_end(): uses the note that check_call() left.
failure judge_process_end(const process_end& end);

}  // namespace tileproof::properties
