// SPDX-License-Identifier: MIT
// Arithmetic of claims of safe vectors (vector_claim.hpp), used by each transform to derive its claims from those
// below it.
//
//   (8, 1) below a pad(4, 6) of a dimension of length 16: groups of 8 no longer begin at multiples of 8,
//   groups of 4 would stick out of the 26 indices; (2, 1) is what remains
//
// An unknown length is divisible by nothing: a run-time length leaves V = 1 unless the user guarantees more. Length
// 0, "any", is the neutral element of the greatest common divisor.
#pragma once

#include <tileproof/transforms/facts.hpp>
#include <tileproof/vector_claim.hpp>

namespace tileproof::transforms {

constexpr TILEPROOF_HOST_DEVICE long_index_t common_divisor(long_index_t a, long_index_t b) {
    if (a == unknown || b == unknown) return 1;
    if (b < 0) b = -b;
    while (b != 0) {
        const long_index_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The part of a claim that holds on a dimension of this length.
constexpr TILEPROOF_HOST_DEVICE vector_claim within_length(vector_claim claim,
                                                           long_index_t length) {
    if (length == 0 || length == unknown) return {};
    const long_index_t v = common_divisor(claim.length, length);
    return v <= 1 ? vector_claim{} : vector_claim{v, claim.stride};
}

// Whether the claim covers its whole dimension: then offsets are affine along all of it, wherever a group starts.
constexpr TILEPROOF_HOST_DEVICE bool covers(vector_claim claim, long_index_t length) {
    return claim.length == 0 || claim.length == length;
}

// The remaining claim if the dimension begins `margin` indices later, before it is cut to its new length.
constexpr TILEPROOF_HOST_DEVICE vector_claim starting_at(vector_claim below,
                                                         long_index_t length_below,
                                                         long_index_t margin) {
    if (covers(below, length_below) && below.stride != 1) return {0, below.stride};
    return {common_divisor(below.length, margin), below.stride};
}

// The remaining claim under a pad of `left` indices before and `right` after the dimension. Nothing is known of
// offsets outside the dimension, so pads that count as valid end a claim. A run-time length is a multiple of the
// claim that holds on it.
constexpr TILEPROOF_HOST_DEVICE vector_claim padded(const transform_facts& f, vector_claim below,
                                                    long_index_t left, long_index_t right) {
    if (f.skips_validity || (f.lengths[0] == unknown && below.length == 0)) return {};
    const vector_claim inside{common_divisor(below.length, left), below.stride};
    if (f.lengths[0] != unknown && left != unknown && right != unknown)
        return within_length(within_length(inside, f.lengths[0]),
                             saturating_add(saturating_add(f.lengths[0], left), right));
    const vector_claim whole =
        f.lengths[0] == unknown ? inside : within_length(inside, f.lengths[0]);
    const long_index_t divides_all =
        f.upper_multiple > 1 ? f.upper_multiple
                             : common_divisor(common_divisor(whole.length, left), right);
    return within_length(whole, divides_all);
}

// Dimension i of an embed (or unmerge) with these strides, on a dimension of length length_below.
constexpr TILEPROOF_HOST_DEVICE vector_claim claim_of_embedded(const long_index_t* lengths,
                                                               const long_index_t* strides,
                                                               int count, int i, vector_claim below,
                                                               long_index_t length_below) {
    const long_index_t stride = strides[i];
    if (stride == unknown || stride < 0) return {};
    if (stride == 0) return within_length({0, 0}, lengths[i]);
    // Only contiguous elements need alignment.
    if (covers(below, length_below) && stride * below.stride != 1)
        return within_length({0, stride * below.stride}, lengths[i]);
    long_index_t start = below.length;  // every group must start at a multiple of this
    for (int j = 0; j < count; ++j)
        if (j != i && lengths[j] != 1) start = common_divisor(start, strides[j]);
    if (start % stride != 0) return {};
    return within_length({start / stride, below.stride * stride}, lengths[i]);
}

}  // namespace tileproof::transforms
