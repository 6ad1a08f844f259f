// SPDX-License-Identifier: MIT
// Element types of kernels: names, sizes, and values that are easily lost on the way.
//
//   find_element_type("bf16")->bytes == 2
//   special_values(float32)   0x80000000 (-0), 0x7fc00001 (NaN with a payload), 0x7f800000 (inf), ...
//   print_value(float32, bytes of 0x80000000) == "-0"
//   a struct of float x at 0 and int n at 4: print_value(...) == "{x = -0, n = 7}"
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// The meaning of the largest exponent of a floating-point format: infinities and NaNs as in IEEE 754; numbers, and
// one NaN of each sign (OCP e4m3); numbers, with the bits of -0 as the only NaN (fnuz, whose bias is larger by one).
enum class float_codes { ieee, few_nans, fnuz };

struct element_member;

struct element_type {
    std::string_view name;
    int bytes = 0;
    // For floating-point types: bits of the exponent and of the mantissa. Integers have 0.
    int exponent_bits = 0, mantissa_bits = 0;
    bool is_unsigned = false;
    float_codes codes = float_codes::ieee;
    // For a user's struct: its members. The bytes between them are padding, without meaning.
    std::span<const element_member> members() const;
    const std::vector<element_member>* struct_members = nullptr;

    bool is_float() const { return exponent_bits > 0; }
    bool is_struct() const { return struct_members != nullptr; }
};

struct element_member {
    std::string name;  // "x", "box.low", "at[2]"
    const element_type* type = nullptr;
    int offset = 0;
};

inline std::span<const element_member> element_type::members() const {
    return struct_members ? std::span(*struct_members) : std::span<const element_member>();
}

// The number of numbers in an element: 1, or the members of a struct.
inline std::size_t numbers_in(const element_type& type) {
    return type.is_struct() ? type.members().size() : 1;
}

// int8, f16, bf16, int32, float32, float64, and whole numbers of all sizes that users' kernels may have.
std::span<const element_type> element_types();
// The first six, which represent all widths and kinds.
std::span<const element_type> common_element_types();

// Null if there is no such type. "fp16" is f16, as in older cases.
const element_type* find_element_type(std::string_view name);

// A user's struct, kept until the program ends; the same object for the same arguments.
const element_type& struct_type(const std::string& name, int bytes,
                                const std::vector<element_member>& members);

// The greatest finite number of a floating-point type.
double greatest_of(const element_type& type);
double least_normal_of(const element_type& type);

// Bit patterns: zeros of both signs, infinities, quiet and signalling NaNs with payloads, the least and the largest
// subnormal, the least normal and the largest finite; for integers the extremes, -1, 0, 1.
std::span<const std::uint64_t> special_values(const element_type& type);

// Converts any number to a double, and back, rounded to nearest; integers must be in range. int64 and uint64 lose
// bits beyond 2^53. Formats without infinities use their greatest number instead.
double value_of(const element_type& type, const std::byte* value);
void store_value(const element_type& type, double value, std::byte* to);

// For people: "-0", "inf", "nan", "1.5", "-128". Reads type.bytes bytes, little-endian.
std::string print_value(const element_type& type, const std::byte* value);

}  // namespace tileproof::properties
