// SPDX-License-Identifier: MIT
// When does it fail? The simplest condition on the features of a case that separates all failing from all passing ones.
//
//   rows columns  fails            learn() of these six, and of more like them:
//      1       1  no                 {rows != columns, columns > 1}    all of them: "columns > 1 and rows != columns"
//      1       2  yes              exact: no sample says otherwise
//      2       1  no               Of other cases that were not run the candidates may say different things: these
//      2       2  no               are what to run next.
//      3       2  yes
//
// Up to three comparisons: all of them, any of them, A and (B or C), A or (B and C). Far-fetched ones are up to five, if all must hold.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fuzz/diagnosis/atom.hpp"

namespace tileproof::diagnosis {

struct sample {
    case_features features;
    bool fails = false;
};

struct condition {
    // With `all`: every group has an atom that holds. Else: all atoms of some group hold. No group: always.
    std::vector<std::vector<atom>> groups = {};
    bool all = true;
    double cost = 0;
    bool with_elements = false;  // problems without any element pass, whatever else holds

    bool predicts(const case_features&) const;  // that it fails
    bool always() const { return groups.empty(); }
    std::size_t size() const;
    bool mentions(const std::string& feature) const;  // also as a part: rows of "rows * columns"
    std::string text() const;                         // "columns > 1 and rows != columns"
    std::vector<condition> without_each() const;      // one group less, or one atom of a group
};

struct learned {
    // Exact on all samples, the simplest first; no two say the same of samples and others.
    std::vector<condition> exact;
    // By condition: what it says of the others.
    std::vector<std::vector<bool>> of_others;
    std::size_t atoms = 0;  // comparisons that were tried
};

// `others` are cases that were not run. `far_fetched`: as for atoms_of().
learned learn(std::span<const sample> samples, std::span<const case_features> others = {},
              const std::set<long>& moduli = {}, bool far_fetched = false);

// Of samples that no condition separates: what is true of all that fail and not of many that pass, in up to two comparisons.
//
//   needed(samples that fail for some data where batch > 1).text()      "batch > 1"; always() if there are few samples

condition needed(std::span<const sample> samples);

// What took different values in failing samples and does not matter: "any batch, any type".
std::vector<std::string> indifferent(std::span<const sample> samples, const condition&);

// The smallest sets of atoms that hold for exactly the wanted cases.
//
//   find_groups(table, wanted, unwanted)      {{3}, {7}}: class 3 and class 7; {{3}, {7, 9}}: 3 and (7 or 9)
//
// What any of a few atoms says is found as what all of their opposites say of the other cases.

using class_groups = std::vector<std::vector<std::size_t>>;  // every group has a class that holds

// Those of `size` classes.
std::vector<class_groups> find_groups(const atom_table&, const bit_list& wanted,
                                      const bit_list& unwanted, std::size_t size);

}  // namespace tileproof::diagnosis
