// SPDX-License-Identifier: MIT
// The shapes passed to a launch, in elements.
//
//   2 x 3 floats, transposed, both packed: rows 2, columns 3, batch 1, input_stride 3, output_stride 2
//   element (1,2) of the input is at 1 * 3 + 2 = 5, and goes to 2 * 2 + 1 = 5 of the output
#pragma once

namespace tileproof {

// batch matrices of rows x columns; strides are elements from row to row and from matrix to matrix. If the test is
// neither strided() nor batched(), they are packed: input_stride == columns, and so on.
struct matrix_shape {
    long rows, columns, batch;
    long input_stride, output_stride;
    long input_batch_stride, output_batch_stride;
};

// c (m x n) = a (m x k) times b (k x n).
struct product_shape {
    long m, n, k;
    long a_stride, b_stride, c_stride;
};

// out[sum of i_d * output_strides[d]] = in[sum of i_d * input_strides[d]] for all i_d < lengths[d]: any permutation
// of up to six dims. Unused dims have length 1.
struct permute_shape {
    long lengths[6], input_strides[6], output_strides[6];
};

}  // namespace tileproof
