// SPDX-License-Identifier: MIT
// Any rearrangement of an array of up to six dims:
//
//   out[i0 * output_strides[0] + ... ] = in[i0 * input_strides[0] + ...] for all i0 < lengths[0], ...
//
//   2 x 3 transposed: lengths {1, 1, 1, 1, 2, 3}, input strides {.., 3, 1}, output strides {.., 1, 2}
#pragma once

#include <tileproof/array.hpp>

#include <functional>
#include <string>

namespace tileproof::kernels {

inline constexpr int permute_dims = 6;

// Figures in elements. Unused dims have length 1. Elements are moved as bits.
struct permute_problem {
    array<long_index_t, permute_dims> lengths, input_strides, output_strides;
    int element_bytes = 4;  // 1, 2, 4 or 8
};

// Why no permutation can do it, as a sentence: negative figures, overlapping elements of the output. Empty if it
// makes sense.
std::string permute_refusal(const permute_problem&);

struct permute_kernel {
    std::string name, description;
    std::function<std::string(const permute_problem&)> refusal;
    std::function<void(const permute_problem&, const void* in, void* out, void* stream)> start;
};

}  // namespace tileproof::kernels
