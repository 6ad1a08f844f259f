// How a claim of safe vectors (vector_claim.hpp) passes from the lower to the upper dimensions of each
// transform, or ends there: on facts alone, so that descriptors and layouts share it.
//
//   (8, 1) below a pad(4, 6) of a dimension of length 16: groups of 8 no longer begin at multiples of 8,
//   groups of 4 would stick out of the 26 indices; (2, 1) is what remains
//
// What is unknown divides by nothing: a run-time length leaves V = 1, unless the user guarantees one.
#pragma once

#include <tileproof/descriptor/facts.hpp>
#include <tileproof/vector_claim.hpp>

namespace tileproof {

namespace detail {

// The claim of the offset itself: it is its own address everywhere. Length 0, "any", is the neutral
// element of the greatest common divisor.
inline constexpr vector_claim memory_claim{0, 1};

constexpr TILEPROOF_HOST_DEVICE long_index_t common_divisor(long_index_t a, long_index_t b) {
    if (a == unknown || b == unknown) return 1;
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

// Whether the claim covers its whole dimension: then offsets are affine along all of it, wherever a
// group starts.
constexpr TILEPROOF_HOST_DEVICE bool covers(vector_claim claim, long_index_t length) {
    return claim.length == 0 || claim.length == length;
}

// Dimension i of an embed (or unmerge) with these strides, on a dimension of length length_below.
constexpr TILEPROOF_HOST_DEVICE vector_claim claim_of_embedded(const long_index_t* lengths,
                                                               const long_index_t* strides,
                                                               int count, int i, vector_claim below,
                                                               long_index_t length_below) {
    const long_index_t stride = strides[i];
    if (stride == unknown) return {};
    if (stride == 0) return within_length({0, 0}, lengths[i]);
    // Alignment is asked of contiguous elements only.
    if (covers(below, length_below) && stride * below.stride != 1)
        return within_length({0, stride * below.stride}, lengths[i]);
    long_index_t start = below.length;  // every group must start at a multiple of this
    for (int j = 0; j < count; ++j)
        if (j != i && lengths[j] != 1) start = common_divisor(start, strides[j]);
    if (start % stride != 0) return {};
    return within_length({start / stride, below.stride * stride}, lengths[i]);
}

// The claims of a transform's upper dimensions from those of its lower ones, and from the lengths of
// the lower ones (unknown where only run time knows).
constexpr TILEPROOF_HOST_DEVICE void claim_upper(const transform_facts& f,
                                                 const vector_claim* below,
                                                 const long_index_t* lengths_below,
                                                 vector_claim* above) {
    const auto starting_at = [&](long_index_t margin) {
        if (covers(below[0], lengths_below[0]) && below[0].stride != 1)
            return vector_claim{0, below[0].stride};
        return vector_claim{common_divisor(below[0].length, margin), below[0].stride};
    };
    const auto padded = [&](long_index_t left) {
        // Outside the dimension nothing is known of the offsets, so pads that count as valid end it.
        if (f.skips_validity) return vector_claim{};
        const vector_claim inside{common_divisor(below[0].length, left), below[0].stride};
        return within_length(within_length(inside, f.lengths[0]), f.upper_length(0));
    };
    for (int i = 0; i < f.upper_rank; ++i) above[i] = {};
    switch (f.kind) {
        case transform_kind::pass:
            // A run-time length is that of the dimension below, on which the claim holds already.
            if (f.lengths[0] == unknown && below[0].length != 0)
                above[0] = below[0];
            else
                above[0] = within_length(below[0], f.lengths[0]);
            break;
        case transform_kind::pad:
        case transform_kind::left_pad:
            above[0] = padded(f.arguments[0]);
            break;
        case transform_kind::right_pad:
            above[0] = padded(0);
            break;
        case transform_kind::slice:
        case transform_kind::offset:
            above[0] = within_length(starting_at(f.arguments[0]), f.upper_length(0));
            break;
        case transform_kind::modulo:
            above[0] = within_length(
                {common_divisor(below[0].length, f.arguments[0]), below[0].stride}, f.lengths[0]);
            break;
        case transform_kind::embed:
            for (int i = 0; i < f.upper_rank; ++i)
                above[i] = claim_of_embedded(f.lengths.data(), f.strides.data(), f.upper_rank, i,
                                             below[0], lengths_below[0]);
            break;
        case transform_kind::unmerge: {
            array<long_index_t, transform_facts::max_rank> strides{};
            long_index_t stride = 1;
            for (int i = f.upper_rank - 1; i >= 0; --i) {
                strides[i] = stride;
                stride = saturating_multiply(stride, f.lengths[i]);
            }
            for (int i = 0; i < f.upper_rank; ++i)
                above[i] = claim_of_embedded(f.lengths.data(), strides.data(), f.upper_rank, i,
                                             below[0], lengths_below[0]);
            break;
        }
        case transform_kind::merge:
        case transform_kind::merge_divmod: {
            // Neighbours differ in the last digit, until it carries; digits of length 1 never move.
            int last = f.lower_rank - 1;
            while (last > 0 && f.lengths[last] == 1) --last;
            above[0] = within_length(below[last], f.lengths[last]);
            break;
        }
        case transform_kind::xor_:
            // The second dimension is permuted unless the first has one index only.
            if (f.lengths[0] == 1) above[1] = within_length(below[1], f.lengths[1]);
            if (f.lengths[1] == 1) above[0] = within_length(below[0], f.lengths[0]);
            break;
        case transform_kind::insert:
        case transform_kind::replicate:
            for (int i = 0; i < f.upper_rank; ++i) above[i] = within_length({0, 0}, f.lengths[i]);
            break;
        case transform_kind::freeze:
        case transform_kind::gather:
            break;
    }
}

}  // namespace detail

}  // namespace tileproof
