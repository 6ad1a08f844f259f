// SPDX-License-Identifier: MIT
// The smallest sets of atoms that hold for exactly the wanted cases.
//
//   find_groups(table, wanted, unwanted)      {{3}, {7}}: class 3 and class 7; {{3}, {7, 9}}: 3 and (7 or 9)
//
// What any of a few atoms says is found as what all of their opposites say of the other cases.
#pragma once

#include "fuzz/diagnosis/atom_table.hpp"

#include <vector>

namespace tileproof::diagnosis {

using class_groups = std::vector<std::vector<std::size_t>>;  // every group has a class that holds

// Those of `size` classes.
std::vector<class_groups> find_groups(const atom_table&, const bit_list& wanted,
                                      const bit_list& unwanted, std::size_t size);

}  // namespace tileproof::diagnosis
