// SPDX-License-Identifier: MIT
// How far a right kernel may be from the right answer: the bounds that the ready contracts derive.
//
//   user::sum<float, float> s;      four terms 1/3, added in any order
//   for (int i = 0; i < 4; ++i) s.add(1 / 3.0);
//   s.value() == 4/3.0, s.bound() == 4.8e-7, about six units in the last place
//
// u is the unit roundoff of a type, gamma(n) = n u / (1 - n u) the share by which n roundings in a row change a number:
// N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sections 2.2 and 3.1. A sum of n terms in any
// order is off by at most gamma(n - 1) times the sum of their magnitudes (section 4.2).
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "tileproof/kernel_test/any_order_sum.hpp"

namespace tileproof {
namespace user {

template <class T>
struct rounding_of {  // whole numbers: exact
    static constexpr double unit = 0, smallest = 0;
};
template <>
struct rounding_of<double> {
    static constexpr double unit = 0x1p-53, smallest = 0x1p-1022;
};
template <>
struct rounding_of<float> {
    static constexpr double unit = 0x1p-24, smallest = 0x1p-126;
};
#ifdef __FLT16_MAX__
template <>
struct rounding_of<_Float16> {
    static constexpr double unit = 0x1p-11, smallest = 0x1p-14;
};
#endif
#ifdef __BF16_MAX__
template <>
struct rounding_of<__bf16> {
    static constexpr double unit = 0x1p-8, smallest = 0x1p-126;
};
#endif

// What kernels compute in by default: types of 16 bits in float, others as they are.
template <class T>
using sum_type = std::conditional_t<!std::is_integral_v<T> && sizeof(T) == 2, float, T>;

inline double gamma(double roundings, double unit) {
    const double share = roundings * unit;
    return share < 0.5 ? share / (1 - share) : std::numeric_limits<double>::infinity();
}

// Of a number that is stored as Out. Numbers below the smallest normal one may be flushed to zero.
template <class Out>
double stored(double value) {
    using r = rounding_of<Out>;
    const double size = value < 0 ? -value : value;
    if (size == 0 || (value == std::trunc(value) && size * r::unit <= 1)) return 0;
    return size * r::unit + r::smallest;
}

// The relative error of exp(d), where d itself is a rounded difference: 4 units in the last place and what a fast exponential
// (2 to the power of d log2 e, __expf) adds with the size of d.
inline double exp_error(double d, double unit) { return unit * (3 * std::abs(d) + 6); }

// Terms that are added in any order in type Sum; each may be a product of two numbers, so rounded once itself. Where an order may
// overflow there is no bound; nor where a term is infinite, of which a compensated sum makes NaN.
template <class Sum, class Out>
class sum {
  public:
    void add(double x, double y = 1) { all_.add(x, y); }
    double value() const { return known() ? all_.value(greatest) : 0; }
    double size() const { return all_.size(); }
    // Before it is stored. Whole numbers are added exactly as long as each partial sum fits the type's digits.
    double error() const {
        const double unit = rounding_of<Sum>::unit;
        if (!known()) return std::numeric_limits<double>::infinity();
        if (unit == 0 || all_.exact(unit)) return 0;
        return gamma(static_cast<double>(all_.terms() + 1), unit) * size() +
               rounding_of<Sum>::smallest;
    }
    double bound() const { return std::isfinite(value()) ? error() + stored<Out>(value()) : 0; }

  private:
    bool known() const { return all_.known(greatest) && !std::isinf(all_.value(greatest)); }
    static constexpr double greatest =
        std::is_same_v<Sum, double>                             ? std::numeric_limits<double>::max()
        : std::is_same_v<Sum, float> || std::is_integral_v<Sum> ? 0x1.fffffep127
                                                                : 65504;
    any_order_sum all_;
};

}  // namespace user
}  // namespace tileproof
