// SPDX-License-Identifier: MIT
// A proof that a law holds for all values of a layout's names, and the check of it.
//
//   const named_layout l("packed [M,N] -> {merge: 0,1 -> 0}", "M, N");
//   search_proof(lemma_book(), law_id::L3, l).found      steps for unmerge(M,N) and merge
//   check_proof(lemma_book(), law_id::L3, l, steps)      "", or what is wrong with the steps
//
// The search may be clever; the check knows only the lemmas. It asks for a step for every transform, takes the
// conditions from the book again, and proves them the other way round: by Z3 first, by signs where Z3 gives up.
#pragma once

#include "extras/prove/lemmas.hpp"

namespace tileproof::prove {

struct proved_condition {
    condition what;
    std::string by;  // "identity", "signs", "Z3", "powers"
};

struct proof_step {
    properties::law_id lemma{};
    // The transform, as a place of the layout; or, for L3, all below and including a stage as one sum (`flat`).
    int place = 0;
    bool flat = false;
    std::vector<int> order{};  // of an embed's dims
    std::vector<proved_condition> conditions{};
};

struct proof_search {
    std::vector<proof_step> steps;
    bool found = false;
    std::string missing;          // which step could not be done, and why
    std::vector<values> against;  // names' values that contradict a condition
};

proof_search search_proof(const lemma_book&, properties::law_id, const named_layout&);

// Has a model where the condition does not hold.
std::string query_against(const assumptions&, const condition&);

// Queries to Z3 with what it said against them, for the proofs of one layout's laws to share.
using asked_queries = std::map<std::string, std::string>;

// Empty if the steps prove the law. Throws nothing.
std::string check_proof(const lemma_book&, properties::law_id, const named_layout&,
                        const std::vector<proof_step>&, asked_queries&);

// The layout up to a stage as one embed of its dims, if its offset is a sum of them, each times a stride, and a number.
std::optional<place> flat_until(const named_layout&, int stage);

// L9: for each visible dim, vectors that are safe for all values.
std::vector<vectors> vectors_of(const lemma_book&, const named_layout&);

// What must stay below 2^31 (2^63) for 32-bit (64-bit) indices: lengths, strides, sizes of memory; none implies another.
std::vector<polynomial> limits_of(const named_layout&, bool wide);

// "stage 1, embed([M,N],[S,1]): each stride exceeds the sum of all steps of smaller ones" and its conditions.
std::string say_step(const lemma_book&, const named_layout&, const proof_step&);

}  // namespace tileproof::prove
