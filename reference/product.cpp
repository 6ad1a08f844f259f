// SPDX-License-Identifier: MIT
#include "reference/product.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
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

template <class Stored>
double read(const std::byte* element) {
    Stored value;
    std::memcpy(&value, element, sizeof value);
    return static_cast<double>(value);
}

template <class Stored>
void write(Stored value, std::byte* element) {
    std::memcpy(element, &value, sizeof value);
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

int bytes_of(number_format format) {
    switch (format) {
        case number_format::i8:
            return 1;
        case number_format::f16:
        case number_format::bf16:
            return 2;
        case number_format::f32:
        case number_format::i32:
            return 4;
    }
    return 0;
}

double decode(number_format format, const std::byte* element) {
    switch (format) {
        case number_format::f16:
            return read<Eigen::half>(element);
        case number_format::bf16:
            return read<Eigen::bfloat16>(element);
        case number_format::f32:
            return read<float>(element);
        case number_format::i8:
            return read<std::int8_t>(element);
        case number_format::i32:
            return read<std::int32_t>(element);
    }
    return 0;
}

void encode(number_format format, double value, std::byte* element) {
    switch (format) {
        case number_format::f16:
            return write(Eigen::half(static_cast<float>(value)), element);
        case number_format::bf16:
            return write(Eigen::bfloat16(static_cast<float>(value)), element);
        case number_format::f32:
            return write(static_cast<float>(value), element);
        case number_format::i8:
            return write(static_cast<std::int8_t>(value), element);
        case number_format::i32:
            return write(static_cast<std::int32_t>(value), element);
    }
}

double f16_toward_zero(double value) {
    if (!std::isfinite(value) || value == 0) return value;
    // Below 2^-14 the spacing stays at 2^-24, that of 2^-14; above, the significand has 11 bits.
    const int exponent = std::max(std::ilogb(value), -14);
    const double spacing = std::ldexp(1.0, exponent - 10);
    const double cut = std::trunc(value / spacing) * spacing;
    return std::copysign(std::min(std::abs(cut), 65504.0), value);
}

}  // namespace tileproof::reference
