// SPDX-License-Identifier: MIT
// Part 2 of the copy kernel, its problem: what is moved, and what is known about its position.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::kernels {

// VectorLength is guaranteed by the caller: columns and leading dimensions are multiples of it, and both pointers are
// aligned to that many elements (at most 16 bytes); 1 guarantees nothing. Index: the type of an offset within the
// rows of one block; index_t if block_m * leading fits in it.
template <class T, class Shape, int VectorLength, class Index = index_t>
struct tile_copy_problem {
    using element = T;
    using shape = Shape;
    using index = Index;
    static constexpr int vector_length = VectorLength;
};

// rows x columns elements from in to out, with rows that begin `leading` elements apart.
template <class T>
struct tile_copy_arguments {
    const T* in;
    T* out;
    long_index_t rows, columns;
    long_index_t input_leading, output_leading;
};

}  // namespace tileproof::kernels
