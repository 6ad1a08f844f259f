// SPDX-License-Identifier: MIT
// Element types of kernels: names, sizes, and the values that are easily lost on the way.
//
//   find_element_type("bf16")->bytes == 2
//   special_values(float32)   0x80000000 (-0), 0x7fc00001 (NaN with a payload), 0x7f800000 (inf), ...
//   print_value(float32, bytes of 0x80000000) == "-0"
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tileproof::properties {

struct element_type {
    std::string_view name;
    int bytes = 0;
    // Of floating-point types: bits of the exponent and of the mantissa. Integers have 0.
    int exponent_bits = 0, mantissa_bits = 0;
    bool is_unsigned = false;
    bool is_float() const { return exponent_bits > 0; }
};

// int8, f16, bf16, int32, float32, float64, and whole numbers of all sizes that users' kernels may have.
std::span<const element_type> element_types();
// The first six of them, which stand for all widths and kinds.
std::span<const element_type> common_element_types();

// Null when there is no such type. "fp16" is f16, as older cases have it.
const element_type* find_element_type(std::string_view name);

// Bit patterns: zeros of both signs, infinities, quiet and signalling NaNs with payloads, the least and
// the largest subnormal, the least normal and the largest finite; of integers the extremes, -1, 0, 1.
std::span<const std::uint64_t> special_values(const element_type& type);

// Any type's value as a double, and back: rounded to the nearest; integers must be within the range. int64 and
// uint64 beyond 2^53 lose bits.
double value_of(const element_type& type, const std::byte* value);
void store_value(const element_type& type, double value, std::byte* to);

// For people: "-0", "inf", "nan", "1.5", "-128". Reads type.bytes bytes, little-endian.
std::string print_value(const element_type& type, const std::byte* value);

}  // namespace tileproof::properties
