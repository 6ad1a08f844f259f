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

}  // namespace tileproof::diagnosis
