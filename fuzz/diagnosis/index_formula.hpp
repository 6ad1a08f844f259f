// SPDX-License-Identifier: MIT
// The wrong formula of an index beside the right one, from several shapes in which both were listed.
//
//   merge of a x b, its digits taken with the lengths exchanged: (i) has offset (i % L0) * L1 + i / L0, must have i
//   explain_index(shapes, {"i"})      right "i", wrong "(i / L0) + (i % L0) * L1"
//
// Beside the indices themselves: a digit of an index (i / L0, i % L0), and one index xor another. Where only the wrong
// indices show an element, or none: a condition for them. Nothing is said that one number of one shape denies.
#pragma once

#include "fuzz/diagnosis/formula.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

struct listed_index {
    std::vector<std::int64_t> index;
    std::int64_t right = 0, is = 0;  // below 0: no element
};
struct index_shape {
    size_list sizes;                    // names that a formula may use
    std::vector<std::int64_t> lengths;  // of the index
    std::vector<listed_index> listed;
};

struct wrong_index {
    std::string right, is;  // formulas; or
    std::string where;      // which indices show an element wrongly, or wrongly none
    bool has_element = false;
    std::size_t shapes = 0;
};

std::optional<wrong_index> explain_index(const std::vector<index_shape>&,
                                         const std::vector<std::string>& letters);

}  // namespace tileproof::diagnosis
