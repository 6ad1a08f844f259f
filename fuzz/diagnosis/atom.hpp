// SPDX-License-Identifier: MIT
// One comparison of features, and all those that are worth trying on given samples.
//
//   atom{.left = "rows", .how = comparison::more, .constant = 128}      text "rows > 128"
//   atom{.left = "columns", .how = comparison::divisible, .constant = 4}     "columns % 4 == 0"
//   atom{.left = "rows", .how = comparison::unequal, .right = "columns"}     "rows != columns"
//   atom{.left = "the input", .how = comparison::divisible, .constant = 16}  "the input is 16-byte aligned"
//
// `cost` orders conditions that say the same of all samples: the smaller, the more likely a person would say it.
#pragma once

#include "fuzz/diagnosis/features.hpp"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

enum class comparison : unsigned char { equal, unequal, more, at_most, divisible, indivisible };

struct atom {
    std::string left = {};
    feature_kind kind{};  // of `left`
    comparison how{};
    std::string right = {};  // another feature; empty: the constant, or the word
    double constant = 0;
    std::string word = {};
    double cost = 0;

    // A feature that the case does not have is a flag that is not set; of other kinds nothing holds.
    bool holds(const case_features&) const;
    atom negated() const;
    std::string text() const;
};

// All atoms over the features of these cases; thresholds lie between values that occur. `moduli` are added to the
// plain ones: tiles that a contract declares.
std::vector<atom> atoms_of(std::span<const case_features> cases, const std::set<long>& moduli = {});

}  // namespace tileproof::diagnosis
