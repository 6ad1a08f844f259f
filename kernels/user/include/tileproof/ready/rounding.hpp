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

// Terms that are added in any order in type Sum; each may be a product of two numbers, so rounded once itself.
template <class Sum, class Out>
class sum {
  public:
    void add(double term) {
        value_ += term;
        size_ += term < 0 ? -term : term;
        whole_ = whole_ && term == std::trunc(term);
        ++terms_;
    }
    double value() const { return static_cast<double>(value_); }
    double size() const { return size_; }
    // Before it is stored. Whole numbers are added exactly as long as each partial sum fits the type's digits.
    double error() const {
        const double unit = rounding_of<Sum>::unit;
        if (unit == 0 || (whole_ && size_ * unit <= 1)) return 0;
        return gamma(static_cast<double>(terms_ + 1), unit) * size_ + rounding_of<Sum>::smallest;
    }
    double bound() const { return error() + stored<Out>(value()); }

  private:
    long double value_ =
        0;  // the terms of a double kernel, too, must be added more exactly than it adds them
    double size_ = 0;
    long terms_ = 0;
    bool whole_ = true;
};

}  // namespace user
}  // namespace tileproof
