// SPDX-License-Identifier: MIT
// A guarantee that neighbours along a dimension can be read or written as one vector.
//
// (length V, stride S) says: for every index whose position along the dimension is a multiple of V, the V elements
// from there on
//   exist (V divides the length of the dimension),
//   are all valid or all invalid,
//   have the offsets o, o + S, .. o + (V - 1) S, and
//   where S is 1, o is a multiple of V (alignment in elements, counted from offset 0).
// V = 1 claims nothing, and S is then -1. Example: naive [6,16] strides [24,1] has (8, 1) along its second dimension: its
// length is 16, but rows begin at multiples of 24, and gcd(24, 16) = 8.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof {

struct vector_claim {
    long_index_t length = 1;
    long_index_t stride = -1;
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(vector_claim a, vector_claim b) {
        return a.length == b.length && a.stride == b.stride;
    }
};

}  // namespace tileproof
