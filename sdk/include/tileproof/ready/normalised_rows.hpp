// SPDX-License-Identifier: MIT
// Softmax, layer norm and RMS norm of the rows of a matrix.
//
//   softmax<float>("online")     x = 0 0: y = 0.5 0.5
//   layernorm<float>("welford")  x = 1 3, gamma = 1 1, beta = 0 5, epsilon 0: y = -1 6
//   rmsnorm<float>("fused")      x = 3 3, gamma = 1 2, epsilon 0: y = 1 2
//
// The bounds hold for every usual algorithm: two passes, online with rescaling, Welford's updates. Computing the
// variance as mean of squares minus square of the mean loses digits if the mean is large; variance::mean_of_squares
// allows that.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "tileproof/custom_contract.hpp"
#include "tileproof/ready/rounding.hpp"

namespace tileproof {

enum class variance { around_the_mean, mean_of_squares };

namespace sdk {

// The mean of squares, or the variance, of a row, and how far a kernel may be from it.
struct spread {
    double value, error;
};

// 1 / sqrt(spread + epsilon) with its relative error, which is infinite if rounding may be as large as the spread
// itself.
struct inverse_root {
    double value, error;
    inverse_root(spread s, double epsilon, double unit) {
        const double all = s.value + epsilon;
        value = 1 / std::sqrt(all);
        error = s.error >= all / 2 ? std::numeric_limits<double>::infinity()
                                   : s.error / (2 * (all - s.error)) + 5 * unit;
    }
};

// An infinite bound times zero would be NaN; here the bound stays infinite.
inline double times(double size, double share) { return size == 0 ? 0 : size * share; }

template <class T>
void softmax_row(const arrays& a, long r) {
    constexpr double unit = rounding_of<sum_type<T>>::unit,
                     smallest = rounding_of<sum_type<T>>::smallest;
    const auto x = doubles(a.in<T>("x").row(r));
    const auto d = (x - x.maxCoeff()).eval();
    const auto e = d.exp().eval();
    const double all = e.sum(), columns = static_cast<double>(x.size());
    // Online, a term is rescaled once for each new maximum: its exponents add up to d, and its roundings are 6 per
    // step.
    const auto share = ((3 * d.abs() + 6 * (columns + 1)) * unit).eval();
    const double below = (e * share).sum() / all + gamma(columns, unit);
    for (long c = 0; c < x.size(); ++c) {
        const double y = e(c) / all;
        a.value("y")(r, c) = y;
        const double error = y * (share(c) + below + 3 * unit) / (1 - below) + columns * smallest;
        a.bound("y")(r, c) = error + stored<T>(y, error);
    }
}

template <class Row>
spread variance_of(const Row& x, double mean, double mean_error, variance how, double unit) {
    const double n = static_cast<double>(x.size()), range = x.maxCoeff() - x.minCoeff();
    const double v = (x - mean).square().mean();
    // Welford multiplies two differences to inexact means; around a single mean only the square of its error remains.
    double error = gamma(4 * n + 8, unit) * v + 2 * mean_error * range + mean_error * mean_error;
    if (how == variance::mean_of_squares)
        error += gamma(n + 4, unit) * x.square().mean() + 2 * std::abs(mean) * mean_error +
                 2 * unit * mean * mean;
    return {v, error};
}

template <class T>
void layernorm_row(const arrays& a, long r, double epsilon, variance how) {
    constexpr double unit = rounding_of<sum_type<T>>::unit;
    const auto x = doubles(a.in<T>("x").row(r));
    const auto gain = doubles(a.in<T>("gamma")), shift = doubles(a.in<T>("beta"));
    const double n = static_cast<double>(x.size()), mean = x.mean();
    const double mean_error = gamma(2 * n + 4, unit) * x.abs().maxCoeff();
    const inverse_root root(variance_of(x, mean, mean_error, how, unit), epsilon, unit);
    for (long c = 0; c < x.size(); ++c) {
        const double scale = std::abs(gain(c)) * root.value, off = std::abs(x(c) - mean);
        const double y = (x(c) - mean) * root.value * gain(c) + shift(c);
        const double moved = mean_error + unit * off;
        a.value("y")(r, c) = y;
        const double error = scale * moved + times(scale * (off + moved), root.error) +
                             4 * unit * (scale * off + std::abs(shift(c)));
        a.bound("y")(r, c) = error + stored<T>(y, error);
    }
}

template <class T>
void rmsnorm_row(const arrays& a, long r, double epsilon) {
    constexpr double unit = rounding_of<sum_type<T>>::unit;
    const auto x = doubles(a.in<T>("x").row(r));
    const auto gain = doubles(a.in<T>("gamma"));
    const double squares = x.square().mean();
    const inverse_root root({squares, gamma(static_cast<double>(x.size()) + 3, unit) * squares},
                            epsilon, unit);
    for (long c = 0; c < x.size(); ++c) {
        const double y = x(c) * root.value * gain(c);
        a.value("y")(r, c) = y;
        const double error = times(std::abs(y), root.error + 4 * unit);
        a.bound("y")(r, c) = error + stored<T>(y, error);
    }
}

// Calls f for each row, if there are columns.
template <class F>
void each_row(const arrays& a, F f) {
    if (a.dim("columns") > 0)
        for (long r = 0; r < a.dim("rows"); ++r) f(r);
}

}  // namespace sdk

// x, y {rows, columns}. In every other case the elements are so large that exp overflows unless the row's maximum is
// subtracted.
template <class T>
custom softmax(std::string name) {
    custom c(std::move(name), {"rows", "columns"}, "softmax");
    c.input<T>("x", {"rows", "columns"}).values_from(-4.5, 4.5).values_from(-200, 200);
    c.template output<T>("y", {"rows", "columns"}).bounded_reference([](const arrays& a) {
        sdk::each_row(a, [&](long r) { sdk::softmax_row<T>(a, r); });
    });
    return c;
}

namespace sdk {

// A range far from zero that holds ten or more numbers of T: float 1000 to 1004.5, bf16 1000 to 1125, e4m3 90 to 269.
template <class T>
std::pair<double, double> far_mean() {
    constexpr rounding t = rounding_of<T>::all;
    const double least = std::min(1000.0, t.greatest / 5);
    return {least, least + std::max(4.5, 32 * t.unit * least)};
}

}  // namespace sdk

// x, y {rows, columns}, gamma, beta {columns}: y = (x - mean) / sqrt(variance + epsilon) * gamma + beta. In every
// other case the mean is far from zero.
template <class T>
custom layernorm(std::string name, double epsilon = 1e-5,
                 variance how = variance::around_the_mean) {
    custom c(std::move(name), {"rows", "columns"}, "layernorm");
    const auto [far, farther] = sdk::far_mean<T>();
    c.input<T>("x", {"rows", "columns"}).values_from(-4.5, 4.5).values_from(far, farther);
    c.template input<T>("gamma", {"columns"}).template input<T>("beta", {"columns"});
    c.template output<T>("y", {"rows", "columns"}).bounded_reference([=](const arrays& a) {
        sdk::each_row(a, [&](long r) { sdk::layernorm_row<T>(a, r, epsilon, how); });
    });
    return c;
}

// x, y {rows, columns}, gamma {columns}: y = x / sqrt(mean of squares + epsilon) * gamma. In every other case the elements are so
// small that epsilon matters.
template <class T>
custom rmsnorm(std::string name, double epsilon = 1e-6) {
    custom c(std::move(name), {"rows", "columns"}, "rmsnorm");
    c.input<T>("x", {"rows", "columns"}).values_from(-4.5, 4.5).values_from(-0.002, 0.002);
    c.template input<T>("gamma", {"columns"}).template output<T>("y", {"rows", "columns"});
    c.bounded_reference([=](const arrays& a) {
        sdk::each_row(a, [&](long r) { sdk::rmsnorm_row<T>(a, r, epsilon); });
    });
    return c;
}

}  // namespace tileproof
