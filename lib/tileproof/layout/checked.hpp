// SPDX-License-Identifier: MIT
// 64-bit arithmetic that detects results that do not fit. Arguments must not be negative.
//
//   checked_product({65537, 65537}) is 4295098369; checked_product({2^40, 2^40}) is nullopt
#pragma once

#include <tileproof/config.hpp>

#include <optional>
#include <span>

namespace tileproof::detail {

inline std::optional<long_index_t> checked_add(long_index_t a, long_index_t b) {
    long_index_t result;
    if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
    return result;
}

inline std::optional<long_index_t> checked_multiply(long_index_t a, long_index_t b) {
    long_index_t result;
    if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
    return result;
}

inline bool any_zero(std::span<const long_index_t> lengths) {
    for (const long_index_t length : lengths)
        if (length == 0) return true;
    return false;
}

// 0 if any length is 0, whatever the others are.
inline std::optional<long_index_t> checked_product(std::span<const long_index_t> lengths) {
    if (any_zero(lengths)) return 0;
    std::optional<long_index_t> result = 1;
    for (const long_index_t length : lengths) {
        result = checked_multiply(*result, length);
        if (!result) return result;
    }
    return result;
}

// One past the last element reached: 1 + sum of (length - 1) * stride; 0 if any length is 0.
//   lengths {3, 4}, strides {8, 1}: 1 + 2 * 8 + 3 * 1 = 20
inline std::optional<long_index_t> checked_reach(std::span<const long_index_t> lengths,
                                                 std::span<const long_index_t> strides) {
    if (any_zero(lengths)) return 0;
    long_index_t result = 1;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const auto last = checked_multiply(lengths[i] - 1, strides[i]);
        const auto sum = last ? checked_add(result, *last) : std::nullopt;
        if (!sum) return std::nullopt;
        result = *sum;
    }
    return result;
}

}  // namespace tileproof::detail
