// SPDX-License-Identifier: MIT
// One comparison of features, and all those that are worth trying on given samples.
//
//   atom{.left = "rows", .how = comparison::more, .constant = 128}      text "rows > 128"
//   atom{.left = "columns", .how = comparison::divisible, .constant = 4}     "columns % 4 == 0"
//   atom{.left = "rows", .how = comparison::unequal, .right = "columns"}     "rows != columns"
//   atom{.left = "the input", .how = comparison::divisible, .constant = 16}  "the input is 16-byte aligned"
//   atom{.left = "h", .how = comparison::more, .right = "w", .tile = 4, .right_tile = 32}     "ceil(h / 4) > ceil(w / 32)"
//   atom{.left = "n", .how = comparison::more, .constant = 32, .modulus = 64}                 "n % 64 > 32"
//
// `cost` orders conditions that say the same of all samples: the smaller, the more likely a person would say it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fuzz/diagnosis/features.hpp"

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
    long tile = 1, right_tile = 1, modulus = 0;  // 0: none

    // What is compared of the feature on the left.
    double left_of(double value) const;
    // A feature that the case does not have is a flag that is not set; of other kinds nothing holds.
    bool holds(const case_features&) const;
    atom negated() const;
    std::string text() const;
};

// All atoms over the features of these cases; thresholds lie between values that occur. `moduli` are added to the
// plain ones: tiles that a contract declares. `far_fetched`: with numbers of tiles, and remainders above and below a number.
std::vector<atom> atoms_of(std::span<const case_features> cases, const std::set<long>& moduli = {},
                           bool far_fetched = false);

// Which atoms hold for which cases, as bits: what the search for conditions works on.
//
//   atom_table t(cases, 4, moduli);      // of 6 cases, the first 4 of which are labelled
//   t.classes[0].holds                   // 0b0110: true of the second and the third labelled case
//   t.classes[0].atoms                   // rows > 1, rows > 2: alike on these four, different on the others

using bit_list = std::vector<std::uint64_t>;

inline bool within(const bit_list& a, const bit_list& b) {  // a is a subset of b
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] & ~b[i]) return false;
    return true;
}
inline bool disjoint(const bit_list& a, const bit_list& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] & b[i]) return false;
    return true;
}
inline bool none(const bit_list& a) {
    for (const std::uint64_t w : a)
        if (w) return false;
    return true;
}
bit_list intersection(const bit_list& a, const bit_list& b);
bit_list without(const bit_list& a, const bit_list& b);
std::size_t count_of(const bit_list& a);
std::size_t first_of(const bit_list& a);  // requires one
inline void set_bit(bit_list& a, std::size_t i) { a[i / 64] |= std::uint64_t{1} << i % 64; }
inline bool has_bit(const bit_list& a, std::size_t i) { return a[i / 64] >> i % 64 & 1; }
inline bit_list no_bits(std::size_t n) { return bit_list((n + 63) / 64); }

// Atoms that say the same of all labelled cases, the cheapest first; of those that say the same of the others as
// well, the first alone.
struct atom_class {
    bit_list holds;
    std::vector<atom> atoms;
};

class atom_table {
  public:
    atom_table(std::span<const case_features> cases, std::size_t labelled,
               const std::set<long>& moduli, bool far_fetched);

    std::vector<atom_class> classes;
    std::size_t atoms = 0;
    bit_list bits_of(const atom&, std::size_t first, std::size_t last) const;

  private:
    struct feature_column {
        feature_kind kind{};
        std::vector<double> values;  // of words: their numbers; NaN: the case does not have it
        std::map<std::string, double> words;
    };
    bool holds(const atom&, const feature_column&, const feature_column* right,
               std::size_t i) const;
    std::map<std::string, feature_column> columns_;
};

}  // namespace tileproof::diagnosis
