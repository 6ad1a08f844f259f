// SPDX-License-Identifier: MIT
// The lemmas: for each law and each kind of transform, what must be true of its lengths and arguments so that the law
// passes from the layout below it to the one above it.
//
//   about L3 and embed      "distinct indices have distinct sums, if each stride exceeds the sum of all steps below it"
//     conditions for embed([M,N],[S,1]), the last dim first:   1 - 1 >= 0, S - (N-1) - 1 >= 0
//
// A proof is a choice of a lemma for each transform and the proof of its conditions; nothing else is trusted but this
// table, the lengths of named_layout and the arithmetic of conditions. tests/extras/prove compares each lemma with the
// library and the reference on all small layouts, and plants a mistake in each.
#pragma once

#include "extras/prove/named_layout.hpp"
#include "properties/law.hpp"

namespace tileproof::prove {

struct condition {
    enum class relation { at_least_zero, zero, not_zero, power_of_two };
    relation is{};
    polynomial p;
    std::string text;                      // "8 <= M*N"
    std::vector<polynomial> assumed = {};  // at least 0 as well
    friend bool operator==(const condition&, const condition&) = default;
};

// Vectors along a dim: groups of as many elements as divide each of `divides` are `stride` apart. No divisor: any
// number. requires that a stride that may be 1 has the divisors of every offset where a group begins
struct vectors {
    std::vector<polynomial> divides;
    polynomial stride;
    static vectors none() { return {{1}, -1}; }
    bool any() const { return divides.empty(); }
    friend bool operator==(const vectors&, const vectors&) = default;
};

struct lemma {
    std::string statement;  // for a reader
    // `order`: for an embed, its dims in the order of their strides. Every length of an embed may be taken for 1 or
    // more, because otherwise there is no index.
    std::function<std::vector<condition>(const place&, const std::vector<int>& order)> conditions;
    std::string proof;  // an SMT-LIB query without a model; "": the statement is a definition
};

// L10: a layout with a pair on top is the layout without it. What is below is packed, where equal offsets are equal
// indices, so the pair changes nothing above any layout.
struct pair_lemma : lemma {
    std::string with, without, given;
};

class lemma_book {
  public:
    lemma_book();  // the right one; a test changes a lemma
    // L1: an index in range leads to one in range, and the library accepts the transform. L3, L4, L5.
    lemma& at(properties::law_id law, transform_kind kind) { return lemmas_.at({law, kind}); }
    const lemma& at(properties::law_id law, transform_kind kind) const {
        return lemmas_.at({law, kind});
    }
    using vector_rule = std::vector<vectors> (*)(const assumptions&, const place&,
                                                 const std::vector<vectors>& below);
    // L9: the vectors above a transform from those below it.
    std::map<transform_kind, vector_rule> vector_rules;
    // L10: a transform and the one that undoes it, whatever their lengths.
    std::map<std::string, pair_lemma> pairs;

  private:
    std::map<std::pair<properties::law_id, transform_kind>, lemma> lemmas_;
};

// Between neighbours, forwards or backwards: the stride, or its negation where it is a negative number.
polynomial distance(const polynomial& stride);

}  // namespace tileproof::prove
