// SPDX-License-Identifier: MIT
// All small layouts, and what the lemmas say of each, compared with the library, its reference and the ordinary laws.
//
//   compare_all({.length = 4, .transforms = 1}, lemma_book()).disagreement      "" for the right book
//
// The lemmas may claim nothing false (a proof of what a law refuses, an overlap, a vector that is none), and must not
// lose what they had: whatever the library accepts, and what each of its transforms keeps apart, is proved.
#pragma once

#include "extras/prove/proof.hpp"

namespace tileproof::prove {

struct scope {
    long_index_t length = 4;  // of the base, and of most arguments
    int transforms = 2;       // above the base
    bool all_laws = true;     // also L5, L7 and L10, whose checks take longest
    // Of the layouts with more than one transform above the base, each n-th.
    int every = 1;
    // Only what is proved of this law, and whether it is true.
    std::optional<properties::law_id> law = {};
    // Only bases, and one transform of this kind above them.
    std::optional<transform_kind> only = {};
};

struct scope_result {
    std::string disagreement;  // empty: none
    long_index_t layouts = 0, accepted = 0, injective = 0, vectors = 0;
};

scope_result compare_all(const scope&, const lemma_book&);

}  // namespace tileproof::prove
