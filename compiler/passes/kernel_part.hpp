// SPDX-License-Identifier: MIT
// A kernel's function cut at its barriers: k.part runs one thread from one barrier to the next, and returns the number of the
// barrier that it has come to, from 1, or 0 at the end.
//
//   part(k's parameters, indices, before, after, from, frame)      from 0: the begin; b: behind barrier b
//
// A value that lives across a barrier is computed again where it follows from indices and parameters; is kept once for all
// threads of the block where it is the same in each (`before` has what the last part left, `after` what this one leaves);
// and has a place in the frame of its thread otherwise. So has a variable whose address goes anywhere.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <array>
#include <optional>
#include <vector>

#include "compiler/passes/kernels.hpp"

namespace tileproof::passes {

// threadIdx, blockIdx, blockDim and gridDim of the engine.
inline constexpr std::array<llvm::StringLiteral, 4> index_variables = {
    "_ZN9tileproof10cpu_engine9threadIdxE", "_ZN9tileproof10cpu_engine8blockIdxE",
    "_ZN9tileproof10cpu_engine8blockDimE", "_ZN9tileproof10cpu_engine7gridDimE"};

struct kernel_part {
    llvm::Function* f = nullptr;
    std::vector<barrier_place> barriers;
    llvm::StructType* of_block = nullptr;  // what `before` and `after` point to
    std::uint64_t frame_bytes = 0;         // of one thread
    bool calls_functions = false;          // which may read the engine's threadIdx
};

// Leaves the kernel as it is. Nothing, and no function, for a kernel that cannot be cut.
std::optional<kernel_part> cut_at_barriers(llvm::Function& kernel, waiting&,
                                           llvm::FunctionAnalysisManager&);

}  // namespace tileproof::passes
