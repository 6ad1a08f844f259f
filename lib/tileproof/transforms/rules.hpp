// SPDX-License-Identifier: MIT
// The first rule that a transform breaks on the dimensions below it; the same answer for descriptors and layouts.
//
//   unmerge(4, 60) on a dimension of length 256: {own, "the product of its lengths", 240, must be 256}
//
// Each kind's rule for its own values is in its page of the book (book.hpp); the common rules are here.
#pragma once

#include <tileproof/transforms.hpp>

namespace tileproof::detail {

using transforms::mistake;
using transforms::transform_rule;

// Whether a transform made for `length` may be put on a dimension of length `below`. on_memory: that dimension is the
// offset, whose length, the element space, may be larger than what the transform reaches.
constexpr TILEPROOF_HOST_DEVICE bool fits_length(long_index_t length, long_index_t below,
                                                 bool on_memory) {
    return length == unknown || below == unknown || length == below ||
           (on_memory && length <= below);
}

constexpr TILEPROOF_HOST_DEVICE_INLINE mistake find_negative(const transform_facts& f) {
    for (int i = 0; i < f.length_count; ++i) {
        if (f.lengths[i] != unknown && f.lengths[i] < 0)
            return {transform_rule::not_negative, "a length", f.lengths[i]};
        if (f.strides[i] != unknown && f.strides[i] < 0 && !f.open.below)
            return {transform_rule::not_negative, "a stride", f.strides[i]};
    }
    return {};
}

// The first of its own values that breaks the rule of the kind.
template <transform_kind Kind>
constexpr TILEPROOF_HOST_DEVICE_INLINE mistake find_own_mistake(const transform_facts& f,
                                                                const long_index_t* below,
                                                                bool on_memory) {
    using book = transforms::transform_book<Kind>;
    using enum transform_rule;
    constexpr bool table = book::fields[0] == field::table;
    // From the last to the first, because one may limit those before it.
    for (int i = f.argument_count - 1; i >= 0; --i) {
        const long_index_t value = f.arguments[i];
        if (value == unknown) continue;
        const transforms::argument_range range = book::range(i, f, below);
        if (value < 0)
            return {table ? own : not_negative, range.what, value, range.least, range.most};
        if (value < range.least || !transforms::may_be_at_most(value, range.most))
            return {own, range.what, value, range.least, range.most};
    }
    return book::check(f, below, on_memory);
}

// largest: the largest value of the index type.
template <transform_kind Kind>
constexpr TILEPROOF_HOST_DEVICE_INLINE mistake find_mistake(const transform_facts& f,
                                                            const long_index_t* below,
                                                            long_index_t largest, bool on_memory) {
    using book = transforms::transform_book<Kind>;
    using enum transform_rule;
    const mistake negative = find_negative(f);
    if (negative.rule != none) return negative;
    const mistake special = find_own_mistake<Kind>(f, below, on_memory);
    if (special.rule != none) return special;
    // If there is no index, nothing reaches memory.
    if (transforms::keeps_lower_lengths<Kind> && !(on_memory && book::upper_length(f, 0) == 0))
        for (int i = 0; i < f.length_count; ++i)
            if (!fits_length(f.lengths[i], below[i], on_memory))
                return {same_length, "its length", f.lengths[i], below[i], below[i]};
    for (int i = 0; i < f.upper_rank; ++i)
        if (!transforms::may_be_at_most(f.strides[i], largest))
            return {stride_fits_index, "a stride", f.strides[i], 0, largest};
    if (f.open.below || f.open.above)
        for (const long_index_t reach : {f.reach(), f.reach_below()})
            if (!transforms::may_be_at_most(reach, largest))
                return {stride_fits_index, "its reach", reach, 0, largest};
    for (int i = 0; i < f.upper_rank; ++i)
        if (!transforms::may_be_at_most(book::upper_length(f, i), largest))
            return {length_fits_index, "its length", book::upper_length(f, i), 0, largest};
    return {};
}

inline std::string say(long_index_t value) {
    return value == unknown     ? std::string("?")
           : value == too_large ? std::string("2^63 or more")
                                : std::to_string(value);
}

}  // namespace tileproof::detail
