// SPDX-License-Identifier: MIT
// A matrix product in float64, and the magnitudes needed to bound the error of other products.
//
//   A = (1 2), B = (3 -4)^T:   sums {-5}, magnitudes {11}: |1 * 3| + |2 * -4|
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileproof::reference {

// m x n, row-major.
struct product_terms {
    std::vector<double> sums;        // (i, j): the sum of a_ik b_kj over k
    std::vector<double> magnitudes;  // the sum of |a_ik b_kj|
};

// a: m x k, b: k x n, row-major. Infinities and NaN follow IEEE 754. Throws std::invalid_argument for a negative
// length, or one that does not match the size of a or b.
product_terms multiply(std::int64_t m, std::int64_t n, std::int64_t k, const std::vector<double>& a,
                       const std::vector<double>& b);

// Numbers in the formats of matrix instructions, decoded and rounded by Eigen.
//
//   decode(number_format::f16, bits 0x3c00) == 1.0       encode(number_format::bf16, 1.0) gives 0x3f80
//   f16_toward_zero(65535.0) == 65504.0                  nearest would be infinity
//
// A double holds every number of every format here exactly.

enum class number_format { f16, bf16, f32, i8, i32 };

int bytes_of(number_format);

// Reads bytes_of(format) bytes, little-endian, at any alignment.
double decode(number_format, const std::byte* element);

// Writes the nearest number, ties to even; a NaN becomes a quiet one. For f16 and bf16 `value` must be exact as a
// float (else it is rounded twice), for i8 and i32 a whole number in range.
void encode(number_format, double value, std::byte* element);

// The f16 number of the largest magnitude not beyond `value`: infinities and NaN are unchanged, finite values stay
// finite, signs are kept.
double f16_toward_zero(double value);

}  // namespace tileproof::reference
