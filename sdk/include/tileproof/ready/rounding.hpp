// SPDX-License-Identifier: MIT
// How far a correct kernel may be from the right answer: the bounds derived by the ready contracts.
//
//   sdk::sum<float, float> s;      four terms 1/3, added in any order
//   for (int i = 0; i < 4; ++i) s.add(1 / 3.0);
//   s.value() == 4/3.0, s.bound() == 4.8e-7, about six units in the last place
//
// u is the unit roundoff of a type, gamma(n) = n u / (1 - n u) the relative change caused by n successive roundings:
// N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sections 2.2 and 3.1. A sum of n terms in any
// order is off by at most gamma(n - 1) times the sum of their magnitudes (section 4.2).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

#include "tileproof/kernel_test/any_order_sum.hpp"
#include "tileproof/kernel_test/types.hpp"

namespace tileproof {
namespace sdk {

// A rounding: its relative change of a number, and how far a number below the normal ones may move: to zero, or by
// half of the least number for types that nobody flushes, such as those of 8 bits. `greatest` is the largest finite
// number.
struct rounding {
    double unit, smallest, greatest;
};
constexpr rounding rounding_of_type(std::string_view type) {
    if (type == "float64") return {0x1p-53, 0x1p-1022, std::numeric_limits<double>::max()};
    if (type == "float32") return {0x1p-24, 0x1p-126, 0x1.fffffep127};
    if (type == "f16") return {0x1p-11, 0x1p-14, 65504};
    if (type == "bf16") return {0x1p-8, 0x1p-126, 0x1.fep127};
    if (type == "e4m3") return {0x1p-4, 0x1p-10, 448};
    if (type == "e4m3_fnuz") return {0x1p-4, 0x1p-11, 240};
    if (type == "e5m2") return {0x1p-3, 0x1p-17, 57344};
    if (type == "e5m2_fnuz") return {0x1p-3, 0x1p-18, 57344};
    return {0, 0, std::numeric_limits<double>::max()};  // whole numbers: exact
}
template <class T>
struct rounding_of {
    static_assert(
        !named_struct<T>,
        "This contract computes with numbers, and its type is a struct: move structs with "
        "gather or scatter, or declare a custom contract.");
    static constexpr rounding all = rounding_of_type(type_name<T>::value);
    static constexpr double unit = all.unit, smallest = all.smallest, greatest = all.greatest;
};

// The type in which kernels compute by default: float for floating-point types of 16 and 8 bits, otherwise the type
// itself.
template <class T>
using sum_type = std::conditional_t<!std::is_integral_v<T> && sizeof(T) <= 2, float, T>;

// For products: whole numbers with a floating-point result are summed in the type of that result.
template <class T, class Out>
using product_sum_type =
    sum_type<std::conditional_t<std::is_integral_v<T> && !std::is_integral_v<Out>, Out, T>>;

// An Eigen array of any element type, as doubles.
template <class Array>
auto doubles(const Array& a) {
    return a.unaryExpr([](const typename Array::Scalar& v) { return as_double(v); }).eval();
}

inline double gamma(double roundings, double unit) {
    const double share = roundings * unit;
    return share < 0.5 ? share / (1 - share) : std::numeric_limits<double>::infinity();
}

// The error added to a number near `value` by storing it as Out. A value exact in Out is its own nearest number: an
// error of less than half a step is rounded away, a larger one at most doubles.
template <class Out>
double stored(double value, double error = 0) {
    using r = rounding_of<Out>;
    if (r::unit == 0) return 0;
    const double size = std::abs(value), moves = (size + error) * r::unit + r::smallest;
    return value == std::trunc(value) && size * r::unit <= 1 ? std::min(error, moves) : moves;
}

// The relative error of exp(d) for a rounded difference d: 4 units in the last place, plus the error of a fast
// exponential (2 to the power of d log2 e, __expf), which grows with d.
inline double exp_error(double d, double unit) { return unit * (3 * std::abs(d) + 6); }

template <class Out>
bool fits(double value) {
    if constexpr (std::is_integral_v<
                      Out>)  // a double has no 2^64 - 1, but the 2^64 that it is rounded to
        return value >= static_cast<double>(std::numeric_limits<Out>::min()) &&
               value < std::ldexp(1.0, std::numeric_limits<Out>::digits);
    return true;
}

// Terms added in any order in type Sum; each may be a product of two numbers, and so be rounded itself. There is no
// bound if some order may overflow, or if a term is infinite, which a compensated sum turns into NaN.
template <class Sum, class Out>
class sum {
  public:
    void add(double x, double y = 1) { all_.add(x, y); }
    double value() const { return known() ? all_.value(greatest) : 0; }
    double size() const { return all_.size(); }
    // Before it is stored. Whole numbers are added exactly as long as each partial sum fits in the type's digits.
    double error() const {
        const double unit = rounding_of<Sum>::unit;
        if (!known()) return std::numeric_limits<double>::infinity();
        if (unit == 0 || all_.exact(unit)) return 0;
        return gamma(static_cast<double>(all_.terms() + 1), unit) * size() +
               rounding_of<Sum>::smallest;
    }
    double bound() const {
        return std::isfinite(value()) ? error() + stored<Out>(value(), error()) : 0;
    }

  private:
    bool known() const { return all_.known(greatest) && !std::isinf(all_.value(greatest)); }
    static constexpr double greatest = rounding_of<Sum>::greatest;
    any_order_sum all_;
};

}  // namespace sdk
}  // namespace tileproof
