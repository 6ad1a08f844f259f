// SPDX-License-Identifier: MIT
// Numbers in the formats of matrix instructions, decoded and rounded by Eigen.
//
//   decode(number_format::f16, bits 0x3c00) == 1.0       encode(number_format::bf16, 1.0) gives 0x3f80
//   f16_toward_zero(65535.0) == 65504.0                  nearest would be infinity
//
// A double holds every number of every format here exactly.
#pragma once

#include <cstddef>

namespace tileproof::reference {

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
