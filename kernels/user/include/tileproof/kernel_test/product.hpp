// SPDX-License-Identifier: MIT
// The contract of matrix products.
//
//   product<float>("gemm").launch([](const float* a, const float* b, float* c, product_shape s) { ... })
//   m = 1, n = 1, k = 2, a = 1 2, b = 3 4: c = 11
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tileproof/kernel_test/contract.hpp"
#include "tileproof/kernel_test/shapes.hpp"

namespace tileproof::user {

template <class T, class Out>
class product_test : public contract<product_test<T, Out>> {
  public:
    explicit product_test(std::string name)
        : contract<product_test>(std::move(name), "product", {"m", "n", "k"}) {
        auto& d = this->data_;
        d.operands = {make_operand<T>("a", {"m", "k"}), make_operand<T>("b", {"k", "n"}),
                      make_operand<Out>("c", {"m", "n"}, operand_use::output)};
        constexpr bool rounds = !std::is_integral_v<Out>;
        d.bounded = true;
        d.integers_exact = d.work_of_all_dims = true;
        // With 8 bits much of a result is subnormal, and then rounded to other shares of its size.
        d.law = rounds && sizeof(Out) > 1 ? relation::scaled_by_two : relation::none;
        d.reference = [](const answer& a) {
            // N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1: a
            // sum of k products in any order is off by at most gamma(k) times the sum of their
            // magnitudes, gamma(k) = k u / (1 - k u); one rounding more for the result. Results with fewer
            // digits than f16 are taken to be added up in f16 at least.
            const long m = a.dims[0], n = a.dims[1], k = a.dims[2];
            const double u = unit_roundoff();
            constexpr rounding last = last_rounding();
            const double gamma =
                static_cast<double>(k + 2) * u / (1 - static_cast<double>(k + 2) * u);
            const auto *x = static_cast<const T*>(a.inputs[0]),
                       *y = static_cast<const T*>(a.inputs[1]);
            for (long r = 0; r < m; ++r)
                for (long c = 0; c < n; ++c) {
                    double sum = 0, size = 0;
                    for (long i = 0; i < k; ++i) {
                        const double p = as_double(x[r * k + i]) * as_double(y[i * n + c]);
                        sum += p;
                        size += p < 0 ? -p : p;
                    }
                    (*a.values[2])[static_cast<std::size_t>(r * n + c)] = sum;
                    (*a.bounds[2])[static_cast<std::size_t>(r * n + c)] =
                        gamma * size + last.relative * (1 + gamma) * size + last.absolute;
                }
        };
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            start(static_cast<const T*>(c.pointers[0]), static_cast<const T*>(c.pointers[1]),
                  static_cast<Out*>(c.pointers[2]),
                  product_shape{c.dims[0], c.dims[1], c.dims[2], c.strides[0][0], c.strides[1][0],
                                c.strides[2][0]});
        };
        return kernel_test(std::move(this->data_));
    }

  private:
    // Of the result, to a type of fewer digits than the sum has: of its size, and below the least normal number.
    struct rounding {
        double relative = 0, absolute = 0;
    };
    static constexpr rounding last_rounding() {
        const std::string_view type = type_name<Out>::value;
        if (type == "bf16") return {0x1p-8, 0};
        if (type == "e4m3" || type == "e4m3_fnuz") return {0x1p-4, 0x1p-10};
        if (type == "e5m2" || type == "e5m2_fnuz") return {0x1p-3, 0x1p-17};
        return {};
    }
    static constexpr double unit_roundoff() {
        return std::is_integral_v<Out> ? 0
               : sizeof(Out) == 8      ? 0x1p-53
               : sizeof(Out) == 4      ? 0x1p-24
                                       : 0x1p-11;
    }
};

}  // namespace tileproof::user
