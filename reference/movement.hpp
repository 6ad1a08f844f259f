// SPDX-License-Identifier: MIT
// Copy and transposition of batches of matrices, bit for bit: the answer expected from a data movement kernel.
//
//   in, 2 x 3, rows 4 elements apart:  a b c .    transpose to rows 3 apart:  a d .
//                                      d e f .                               b e .
//                                                                            c f
// Elements are opaque bits of any size, so -0.0 and NaN payloads are preserved. Gaps between the rows of the result
// are left untouched.
#pragma once

#include <cstdint>

namespace tileproof::reference {

// The position of a batch of matrices in memory; all figures in elements.
struct matrix_placement {
    std::int64_t leading = 0;       // from one row to the next; at least the columns
    std::int64_t batch_stride = 0;  // from one matrix to the next
};

struct matrix_batch {
    std::int64_t rows = 0, columns = 0;  // of the input
    std::int64_t batch = 1;
    int element_bytes = 4;
    matrix_placement input, output;
};

// out[b][r][c] = in[b][r][c]. Throws std::invalid_argument, with a sentence, for a negative figure,
// a leading dimension below the row or an element size below 1.
void copy(const matrix_batch&, const void* in, void* out);

// out[b][c][r] = in[b][r][c]; the output has `columns` rows of `rows` elements. Throws likewise.
void transpose(const matrix_batch&, const void* in, void* out);

}  // namespace tileproof::reference
