// SPDX-License-Identifier: MIT
// transform_facts: a transform as plain numbers, whatever its type.
//
//   unmerge over extents<index_t, 4, dynamic>, made with 64:
//     static_facts_of<T>()   kind unmerge, lengths (4, unknown)
//     facts_of(t)            kind unmerge, lengths (4, 64)
//
// Everything that inspects transforms rather than evaluating them (rules, vector claims, printing, conversion to a
// layout) reads these: it is ordinary code, compiled once. Values known at run time only are `unknown`.
#pragma once

#include <tileproof/array.hpp>
#include <tileproof/transform_kind.hpp>

#include <limits>

namespace tileproof::transforms {

inline constexpr long_index_t unknown = std::numeric_limits<long_index_t>::min();
// Stands for a product or sum that does not fit in 64 bits; above every limit.
inline constexpr long_index_t too_large = std::numeric_limits<long_index_t>::max();

constexpr TILEPROOF_HOST_DEVICE long_index_t saturating_add(long_index_t a, long_index_t b) {
    if (a == unknown || b == unknown) return unknown;
    if (a == too_large || b == too_large) return too_large;
    return b > 0 && a > too_large - b ? too_large : a + b;
}
// requires a, b >= 0 or unknown
constexpr TILEPROOF_HOST_DEVICE long_index_t saturating_multiply(long_index_t a, long_index_t b) {
    if (!__builtin_is_constant_evaluated()) {
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
        long_index_t product = 0;
        if (a == unknown || b == unknown) return a == 0 || b == 0 ? 0 : unknown;
        return __builtin_mul_overflow(a, b, &product) ? too_large : product;
#else
        return a * b;  // a kernel that makes a descriptor skips all checks and divisions
#endif
    }
    if (a == 0 || b == 0) return 0;
    if (a == unknown || b == unknown) return unknown;
    return a > too_large / b ? too_large : a * b;
}
constexpr TILEPROOF_HOST_DEVICE long_index_t difference(long_index_t a, long_index_t b) {
    return a == unknown || b == unknown ? unknown : a - b;
}

// Whether a <= b. Unknown values break no rule; they are checked once known.
constexpr TILEPROOF_HOST_DEVICE bool may_be_at_most(long_index_t a, long_index_t b) {
    return a == unknown || b == unknown || a <= b;
}

// The meaning of a field of a transform: a member of its struct, and a value of its operation.
enum class field : unsigned char {
    lower_length,  // a lower length that it keeps: one, or a list of all
    upper_length,  // a list: the upper lengths, which are its arguments
    stride,        // a list: one for each upper length
    argument,      // one number
    table          // a list of lower indices
};

// On which sides of a dimension a pad decides that an index has no element. There an embed that runs backwards, with a negative
// stride, may reach outside, as convolutions do through a padded image. One that only runs forwards is too long by mistake.
struct open_sides {
    bool below = false, above = false;
};
// The sides of the dimension that a checked pad makes.
constexpr TILEPROOF_HOST_DEVICE open_sides open_sides_of(transform_kind kind) {
    return {kind == transform_kind::pad || kind == transform_kind::left_pad,
            kind == transform_kind::pad || kind == transform_kind::right_pad};
}

struct transform_facts {
    static constexpr int max_rank = 16;

    transform_kind kind{};
    int lower_rank = 0, upper_rank = 0;
    int length_count = 0;
    int argument_count = 0;
    bool skips_validity = false;  // a pad without check
    bool is_static = true;        // all of it is known at compile time
    open_sides open{};            // of the dimension below it, which this is put on
    array<long_index_t, max_rank>
        lengths{};  // lower or upper ones; of a table, its number of entries
    array<long_index_t, max_rank> strides{};
    long_index_t upper_multiple = 1;     // divides the upper length, known or not
    array<long_index_t, 2> arguments{};  // for a table: its least and greatest entry, if it has one

    // The product of all lengths; 0 if any is 0.
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t product() const {
        long_index_t result = 1;
        for (int i = 0; i < length_count; ++i) result = saturating_multiply(result, lengths[i]);
        for (int i = 0; i < length_count; ++i)
            if (lengths[i] == 0) return 0;
        return result;
    }
    // One past the greatest lower index of an embed: 1 + sum (L_i - 1) C_i over its positive strides; 0 when it is empty.
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t reach() const { return reach_of(1); }
    // How far below 0 an embed begins: -sum (L_i - 1) C_i over its negative strides.
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t reach_below() const {
        const long_index_t result = reach_of(-1);
        return result <= 0 ? result : saturating_add(result, -1);
    }
    // Whether a stride is negative, or may be.
    constexpr TILEPROOF_HOST_DEVICE_INLINE bool may_run_backwards() const {
        for (int i = 0; i < upper_rank; ++i)
            if (strides[i] == unknown || strides[i] < 0) return true;
        return false;
    }
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t reach_of(int sign) const {
        long_index_t result = 1;
        for (int i = 0; i < upper_rank; ++i) {
            if (lengths[i] == 0) return 0;
            const long_index_t last = saturating_add(lengths[i], -1);
            const long_index_t stride = strides[i] == unknown ? unknown : sign * strides[i];
            if (stride > 0 || stride == unknown)
                result = saturating_add(result, saturating_multiply(last, stride));
        }
        return result;
    }
};

}  // namespace tileproof::transforms

namespace tileproof::detail {
using transforms::field;
using transforms::open_sides;
using transforms::saturating_add;
using transforms::saturating_multiply;
using transforms::too_large;
using transforms::transform_facts;
using transforms::unknown;
}  // namespace tileproof::detail
