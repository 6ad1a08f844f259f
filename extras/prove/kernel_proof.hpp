// SPDX-License-Identifier: MIT
// Bounds and races of a kernel for all lengths: what two threads do, with names for indices, blocks and the launch's numbers.
//
//   prove_kernel(kernel, launch, facts)
//     bounds   proved         4 accesses, 4 indices of arrays
//     races    proved         7 pairs
//
// Bounds: each access lies in its operand or array, each index in its array. Races: of each two accesses to the same memory, of
// which one writes and not both are atomic, no two threads of different blocks, nor two of a block between the same barriers, touch
// the same byte. Both hold for all launches of the form that `launch` and `facts` say (launch_facts.hpp), whose lengths are within
// the limits, and for any contents of memory.
//
// What cannot be proved is `tested only`, with the line. A model of Z3's that may be a counterexample gives lengths to try.
#pragma once

#include "extras/prove/answer.hpp"
#include "extras/prove/kernel_terms.hpp"

namespace tileproof::prove {

struct kernel_answer {
    verdict what = verdict::proved;
    int count = 0;                   // of what was proved
    std::vector<std::string> why{};  // "transpose.hip:23: ..", or what a case showed
};

struct kernel_proof {
    std::string name;
    kernel_answer bounds{}, races{};
    kernel_limits limits{};
    std::vector<values> lengths{};      // may break what is not proved
    bool limited = false;               // by limits smaller than those of memory
    std::vector<std::string> launch{};  // "grid = ceil(columns/32), ceil(rows/32), 1"
};

// kernel: of compiler/passes/kernel_accesses.hpp. launch: of launch_facts. What is not proved in so many seconds is `tested only`.
kernel_proof prove_kernel(const nlohmann::json& kernel, const nlohmann::json& launch,
                          const nlohmann::json& facts, double seconds = 3600);

}  // namespace tileproof::prove
