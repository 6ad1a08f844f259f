// SPDX-License-Identifier: MIT
#include "reference/product.hpp"

#include <Eigen/Core>

#include <stdexcept>
#include <string>

namespace tileproof::reference {
namespace {

using real_matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using view = Eigen::Map<const real_matrix>;
using result = Eigen::Map<real_matrix>;

void require_size(const char* what, std::int64_t rows, std::int64_t columns,
                  const std::vector<double>& values) {
    if (rows < 0 || columns < 0 || static_cast<std::int64_t>(values.size()) != rows * columns)
        throw std::invalid_argument(std::string(what) + " has " + std::to_string(values.size()) +
                                    " elements, which is not a matrix of " + std::to_string(rows) +
                                    " x " + std::to_string(columns) + ".");
}

}  // namespace

product_terms multiply(std::int64_t m, std::int64_t n, std::int64_t k, const std::vector<double>& a,
                       const std::vector<double>& b) {
    require_size("A", m, k, a);
    require_size("B", k, n, b);
    product_terms terms;
    const auto elements = static_cast<std::size_t>(m * n);
    terms.sums.resize(elements);
    terms.magnitudes.resize(elements);
    if (elements == 0 || k == 0) return terms;
    const view x(a.data(), m, k), y(b.data(), k, n);
    // lazyProduct computes each element separately, so an infinity stays in its row and column.
    result(terms.sums.data(), m, n) = x.lazyProduct(y);
    result(terms.magnitudes.data(), m, n) = x.cwiseAbs().lazyProduct(y.cwiseAbs());
    return terms;
}

}  // namespace tileproof::reference
