// SPDX-License-Identifier: MIT
// A matrix product in float64, and the magnitudes needed to bound the error of other products.
//
//   A = (1 2), B = (3 -4)^T:   sums {-5}, magnitudes {11}: |1 * 3| + |2 * -4|
#pragma once

#include <cstdint>
#include <vector>

namespace tileproof::reference {

// m x n, row-major.
struct product_terms {
    std::vector<double> sums;        // (i, j): the sum of a_ik b_kj over k
    std::vector<double> magnitudes;  // the sum of |a_ik b_kj|
};

// a: m x k, b: k x n, row-major. Infinities and NaN follow IEEE 754. Throws std::invalid_argument for a negative
// length, or one that does not match the size of a or b.
product_terms multiply(std::int64_t m, std::int64_t n, std::int64_t k, const std::vector<double>& a,
                       const std::vector<double>& b);

}  // namespace tileproof::reference
