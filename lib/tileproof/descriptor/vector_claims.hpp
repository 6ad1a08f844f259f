// SPDX-License-Identifier: MIT
// How a claim of safe vectors (vector_claim.hpp) passes from the lower to the upper dimensions of a transform, or
// ends there. It needs only facts, so descriptors and layouts share it.
//
// Each kind's rule is in its page of the book (transforms/book.hpp), the arithmetic in transforms/claims.hpp.
#pragma once

#include <tileproof/descriptor/facts.hpp>

namespace tileproof::detail {

// The claim of the offset itself, which is its own address.
inline constexpr vector_claim memory_claim{0, 1};

// Computes the claims of a transform's upper dimensions from the claims and lengths of its lower ones (unknown for
// run-time lengths).
template <transform_kind Kind>
constexpr TILEPROOF_HOST_DEVICE void claim_upper(const transform_facts& f,
                                                 const vector_claim* below,
                                                 const long_index_t* lengths_below,
                                                 vector_claim* above) {
    for (int i = 0; i < f.upper_rank; ++i) above[i] = {};
    transforms::transform_book<Kind>::claim(f, below, lengths_below, above);
}

}  // namespace tileproof::detail
