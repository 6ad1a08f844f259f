// SPDX-License-Identifier: MIT
// Pieces of the functions that region_text.hpp writes, each as LLVM IR.
//
//   derived_name("\"k<float>\"", "part")        "\"k<float>.part\""
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// Indices are read from copies, whose address no memory of the kernel's can have: the optimiser keeps them in registers.
// In the order of index_variables (derived_variables.hpp).
inline constexpr std::array<std::string_view, 4> own_indices = {"%..threadIdx", "%..blockIdx",
                                                                "%..blockDim", "%..gridDim"};

inline constexpr std::string_view index_type = "{ i32, i32, i32 }";

// The name of one of a kernel's functions, from the kernel's, with or without quotes.
std::string derived_name(std::string name, std::string_view suffix);

std::string with_commas(const std::vector<std::string>& parts);

// Of the tail only what belongs to a function that nobody else sees.
std::string attributes_of(const ir_function& f);

// Whether the variable has a place in a thread's frame, which lasts from one part to the next.
bool has_place(const kernel_variable& v);

// %..bN, where the threads of a part find variable N of the block, and %..aN, where they leave it for the next part.
std::vector<std::string> block_places(const cut_kernel& k);

// Instructions that compute ..oN, the place of variable N in a frame, ..sN, its size, and ..bytes, the size of a frame.
std::string frame_layout(const cut_kernel& k);

// k.part: one thread from one barrier to the next.
std::string part_function(const cut_kernel& k);

// k: asks the engine, and loops over the block's threads. `shared` are the shared variables that it can name, `places`
// is what place_table() is called.
std::string loop_function(const cut_kernel& k, const ir_function& original,
                          const std::vector<std::string>& shared, const std::string& places);

// Where each barrier stands in the source.
std::string place_table(const cut_kernel& k, const std::string& name);

}  // namespace tileproof::cpu_regions
