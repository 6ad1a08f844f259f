// SPDX-License-Identifier: MIT
// The simplest formula for numbers that were seen with several shapes.
//
//   shapes    rows 2, columns 3        rows 5, columns 4
//   seen      (0,0) at 0, (0,1) at 3   (0,0) at 0, (0,1) at 4, (2,0) at 2, ...
//   fit()     "c * columns + r": one factor for each index, the same expression of the sizes in all shapes
//
// A factor is a number, a size, the product of two, a size and one more or less, or a size rounded up to a tile or to another size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::diagnosis {

// Named numbers of one shape: rows 2, columns 3, input_leading 4. All shapes of a fit have the same names.
using size_list = std::vector<std::pair<std::string, std::int64_t>>;

struct seen_number {
    std::vector<std::int64_t> index;
    std::int64_t value = 0;
};
struct seen_shape {
    size_list sizes;
    std::vector<seen_number> numbers;
};

struct formula {
    std::string text;
    std::vector<std::string> terms;  // "1", "columns", "0": by index, the constant last
    std::vector<std::vector<std::int64_t>> factors;  // by shape and index, the constant last
    std::int64_t at(std::size_t shape, const std::vector<std::int64_t>& index) const;
};

// `letters` name the indices. Nothing: no such formula gives all numbers.
std::optional<formula> fit(const std::vector<seen_shape>& shapes,
                           const std::vector<std::string>& letters);

// The wrong formula of an index beside the right one, from several shapes in which both were listed.
//
//   merge of a x b, its digits taken with the lengths exchanged: (i) has offset (i % L0) * L1 + i / L0, must have i
//   explain_index(shapes, {"i"})      right "i", wrong "(i / L0) + (i % L0) * L1"
//
// Beside the indices themselves: a digit of an index (i / L0, i % L0), and one index xor another. Where only the wrong
// indices show an element, or none: a condition for them. Nothing is said that one number of one shape denies.

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
