// SPDX-License-Identifier: MIT
// Variables whose value is computed again, not kept, while a thread waits at a barrier.
//
//   const int x = threadIdx.x;                           set once, of indices, parameters and other such variables
//   const long column = blockIdx.x * 32L + x;
//
// What computes them goes from the first block of the kernel to the begin of each part. Most threads have nothing in their
// frames then, and the optimiser sees how one thread's addresses follow from those of the thread before.
#pragma once

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// The variables threadIdx, blockIdx, blockDim and gridDim of the engine.
inline constexpr std::string_view index_variables[] = {
    "_ZN9tileproof10cpu_engine9threadIdxE", "_ZN9tileproof10cpu_engine8blockIdxE",
    "_ZN9tileproof10cpu_engine8blockDimE", "_ZN9tileproof10cpu_engine7gridDimE"};

// Which of them this instruction takes the address of; nothing for another instruction.
std::optional<std::size_t> index_in(std::string_view instruction);

// Of variables that have found their homes (variable_homes.hpp).
void derive_variables(cut_kernel&);

}  // namespace tileproof::cpu_regions
