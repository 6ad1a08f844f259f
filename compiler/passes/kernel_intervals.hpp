// SPDX-License-Identifier: MIT
// Which instructions of a kernel two threads of a block may be at between the same two barriers.
//
//   for (int t = 0; t < tiles; ++t) {
//       part[threadIdx.x] = a[t];         // A
//       __syncthreads();                  // 1
//       sum += part[31 - threadIdx.x];    // B
//       __syncthreads();                  // 2
//   }
//
//   from the beginning   A with t = 0            {loop, first, 0}
//   after barrier 1      B in the same iteration {loop, same, 0}
//   after barrier 2      A in the next one       {loop, same, 1}
//
// Without barrier 2 both are behind barrier 1: B with {same, 0}, A with {same, 1}, and no barrier orders them.
#pragma once

#include "compiler/passes/uniform_values.hpp"

#include <functional>
#include <set>
#include <vector>

namespace tileproof::passes {

// Iterations of a loop with a barrier, which all threads of a block are in at the same time.
struct iteration {
    enum kind {
        same,   // as when the interval began, and so many more
        first,  // so many since the loop was entered in this interval
        some    // unknown
    } what = same;
    int more = 0;
    friend auto operator<=>(const iteration&, const iteration&) = default;
};
using iterations = std::map<const llvm::Loop*, iteration>;

struct instruction_in_interval {
    const llvm::Instruction* what;
    iterations where;  // of each loop with a barrier
    friend auto operator<=>(const instruction_in_interval&,
                            const instruction_in_interval&) = default;
};

// From the beginning of the kernel, and from each barrier, up to the next ones: what `chosen` says of the instructions.
std::vector<std::set<instruction_in_interval>> intervals_of(
    llvm::Function&, llvm::LoopInfo&, const std::function<bool(const llvm::Instruction&)>& chosen);

// All threads of a block wait here, and nothing else happens.
bool is_block_barrier(const llvm::Instruction&);

}  // namespace tileproof::passes
