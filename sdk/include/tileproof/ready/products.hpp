// SPDX-License-Identifier: MIT
// Products with something around them: a bias and an activation, a batch, a window that slides over an image.
//
//   linear<float>("fused", relu())   a = 1 2, b = 3 -4, bias = 1: c = max(3 - 8 + 1, 0) = 0
//   batched_product<float>("bmm")    for each of the batch: c = a b
//   convolution<float>("direct")     x = 1 2 3, weights = 1 1: y = 3 5
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>

#include "tileproof/custom_contract.hpp"
#include "tileproof/ready/rounding.hpp"

namespace tileproof {

// A function applied to each element of a product. `slope` is the most by which it magnifies a change of x: 1.13 for
// gelu.
struct activation {
    std::function<double(double)> f;
    double slope = 1;
};
inline activation identity() {
    return {[](double x) { return x; }, 1};
}
inline activation relu() {
    return {[](double x) { return std::max(x, 0.0); }, 1};
}
inline activation gelu() {
    return {[](double x) { return x / 2 * (1 + std::erf(x * 0.70710678118654752440)); }, 1.13};
}
inline activation silu() {
    return {[](double x) { return x / (1 + std::exp(-x)); }, 1.1};
}

namespace sdk {

// An element of a product. Whole numbers wrap around, as in the kernel.
template <class T, class Out, bool Whole = std::is_integral_v<T>&& std::is_integral_v<Out>>
class product_element {
  public:
    void add(const T& x, const T& y) { all_.add(as_double(x), as_double(y)); }
    void put(double& value, double& bound) const {
        value = all_.value();
        bound = all_.bound();
    }

  private:
    sum<product_sum_type<T, Out>, Out> all_;
};
template <class T, class Out>
class product_element<T, Out, true> {
  public:
    void add(T x, T y) { all_ += static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y); }
    void put(double& value, double& bound) const {
        value = static_cast<double>(static_cast<Out>(all_));
        bound = 0;
    }

  private:
    std::uint64_t all_ = 0;
};

// Of linear. A double has no more than 53 digits of an operand.
template <class T, class Out>
double whole_sum(const arrays& a, long row, long column) {
    const auto x = a.in<T>("a"), y = a.in<T>("b"), bias = a.in<T>("bias");
    product_element<T, Out> all;
    for (long k = 0; k < x.cols(); ++k) all.add(x(row, k), y(k, column));
    all.add(bias(column), T(1));
    double value = 0, bound = 0;
    all.put(value, bound);
    return value;
}

}  // namespace sdk

// a {m, k}, b {k, n}, bias {n}, c {m, n}: c = f(a b + bias).
template <class T, class Out = T>
custom linear(std::string name, activation act = identity()) {
    using Sum = sdk::product_sum_type<T, Out>;
    // Some kernels wrap around, others saturate, and no type is wider than 64 bits.
    using widest =
        std::conditional_t<std::is_integral_v<Sum>,
                           std::conditional_t<std::is_signed_v<Sum>, std::int64_t, std::uint64_t>,
                           Sum>;
    custom c(std::move(name), {"m", "n", "k"}, "linear");
    c.input<T>("a", {"m", "k"}).template input<T>("b", {"k", "n"}).template input<T>("bias", {"n"});
    c.template output<Out>("c", {"m", "n"})
        .work_of_all_dims()
        .bounded_reference([act](const arrays& a) {
            const auto x = sdk::doubles(a.in<T>("a")), y = sdk::doubles(a.in<T>("b")),
                       bias = sdk::doubles(a.in<T>("bias"));
            for (long r = 0; r < x.rows(); ++r)
                for (long n = 0; n < y.cols(); ++n) {
                    sdk::sum<Sum, Sum> all;
                    for (long k = 0; k < x.cols(); ++k) all.add(x(r, k), y(k, n));
                    all.add(bias(n));
                    double before = all.value();
                    if constexpr (std::is_integral_v<T> && std::is_integral_v<Sum>)
                        before = sdk::whole_sum<T, widest>(a, r, n);
                    const double value = act.f(before), in = all.error();
                    // The activation's own error: a few units in the last place of its operands.
                    const double own =
                        act.f(1) == 1 && act.f(3) == 3
                            ? 0
                            : 8 * sdk::rounding_of<Sum>::unit * std::abs(all.value());
                    const double error = act.slope * in + own;
                    a.value("c")(r, n) = value;
                    const bool known = sdk::fits<widest>(all.value()) && sdk::fits<Out>(value);
                    a.bound("c")(r, n) = known ? error + sdk::stored<Out>(value, error)
                                               : std::numeric_limits<double>::infinity();
                }
        });
    if (!std::is_integral_v<T>) c.finite();
    return c;
}

// a {batch, m, k}, b {batch, k, n}, c {batch, m, n}.
template <class T, class Out = T>
custom batched_product(std::string name) {
    custom c(std::move(name), {"batch", "m", "n", "k"}, "batched_product");
    c.input<T>("a", {"batch", "m", "k"}).template input<T>("b", {"batch", "k", "n"});
    c.template output<Out>("c", {"batch", "m", "n"});
    if (!std::is_integral_v<T>) c.any_bits();
    c.work_of_all_dims().bounded_reference([](const arrays& a) {
        const auto x = a.in<T>("a"), y = a.in<T>("b");
        const long m = a.dim("m"), k = a.dim("k");
        for (long r = 0; r < x.rows(); ++r)
            for (long n = 0; n < a.dim("n"); ++n) {
                sdk::product_element<T, Out> all;
                for (long i = 0; i < k; ++i) all.add(x(r, i), y(r / m * k + i, n));
                all.put(a.value("c")(r, n), a.bound("c")(r, n));
            }
    });
    return c;
}

// x {images, channels, h, w}, weights {filters, channels, r, s}, y {images, filters, p, q}, where h = (p - 1) stride
// + r - 2 padding, and likewise w for q and s. y[i, f, p, q] is the sum of x[i, c, p stride + r - padding, q stride +
// s - padding] weights[f, c, r, s]; elements outside x count as zero.
template <class T, class Out = T>
custom convolution(std::string name, long stride = 1, long padding = 0) {
    custom c(std::move(name), {"images", "channels", "filters", "p", "q", "r", "s"}, "convolution");
    const auto side = [&](const char* out, const char* window) {
        return "(" + std::string(out) + " - 1) * " + std::to_string(stride) + " + " + window +
               " - " + std::to_string(2 * padding);
    };
    // A kernel may multiply a zero outside the image by a weight, so infinities would prove nothing.
    const std::string h = side("p", "r"), w = side("q", "s");
    c.input<T>("x", {"images", "channels", h, w})
        .template input<T>("weights", {"filters", "channels", "r", "s"});
    c.template output<Out>("y", {"images", "filters", "p", "q"})
        .at_least({0, 0, 0, 1, 1, 1, 1})
        .work_of_all_dims();
    c.at_most({0, 0, 0, 0, 0, 7, 7}).unless([=](const long* d) -> std::string {
        return (d[3] - 1) * stride + d[5] > 2 * padding && (d[4] - 1) * stride + d[6] > 2 * padding
                   ? ""
                   : "The image is empty.";
    });
    c.bounded_reference([=](const arrays& a) {
        const auto x = a.in<T>("x"), weights = a.in<T>("weights");
        const long channels = a.dim("channels"), filters = a.dim("filters"), p = a.dim("p"),
                   q = a.dim("q"), r = a.dim("r"), s = a.dim("s"),
                   height = (p - 1) * stride + r - 2 * padding,
                   width = (q - 1) * stride + s - 2 * padding;
        const auto inside = [&](long row, long column) {
            return row >= 0 && row < height && column >= 0 && column < width;
        };
        for (long i = 0; i < a.value("y").size(); ++i) {
            const long f = i / (p * q) % filters, image = i / (p * q) / filters, row = i / q % p,
                       column = i % q;
            sdk::product_element<T, Out> all;
            for (long ch = 0; ch < channels; ++ch)
                for (long y = 0; y < r; ++y)
                    for (long z = 0; z < s; ++z) {
                        const long from = row * stride + y - padding,
                                   at = column * stride + z - padding;
                        if (!inside(from, at)) continue;
                        all.add(x((image * channels + ch) * height + from, at),
                                weights((f * channels + ch) * r + y, z));
                    }
            all.put(a.value("y")(i / q, column), a.bound("y")(i / q, column));
        }
    });
    if (!std::is_integral_v<T>) c.finite();
    return c;
}

}  // namespace tileproof
