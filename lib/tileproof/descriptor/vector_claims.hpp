// SPDX-License-Identifier: MIT
// How a claim of safe vectors (vector_claim.hpp) passes from the lower to the upper dimensions of a
// transform, or ends there: on facts alone, so that descriptors and layouts share it.
//
// What holds above each kind is in its page of the book (transforms/book.hpp), the arithmetic in
// transforms/claims.hpp.
#pragma once

#include <tileproof/descriptor/facts.hpp>

namespace tileproof::detail {

// The claim of the offset itself: it is its own address everywhere.
inline constexpr vector_claim memory_claim{0, 1};

// The claims of a transform's upper dimensions from those of its lower ones, and from the lengths of
// the lower ones (unknown where only run time knows).
template <transform_kind Kind>
constexpr TILEPROOF_HOST_DEVICE void claim_upper(const transform_facts& f,
                                                 const vector_claim* below,
                                                 const long_index_t* lengths_below,
                                                 vector_claim* above) {
    for (int i = 0; i < f.upper_rank; ++i) above[i] = {};
    transforms::transform_book<Kind>::claim(f, below, lengths_below, above);
}

}  // namespace tileproof::detail
