// SPDX-License-Identifier: MIT
// The contract of matrix products.
//
//   product<float>("gemm").launch([](const float* a, const float* b, float* c, product_shape s) { ... })
//   m = 1, n = 1, k = 2, a = 1 2, b = 3 4: c = 11
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tileproof/kernel_test/any_order_sum.hpp"
#include "tileproof/kernel_test/contract.hpp"
#include "tileproof/kernel_test/shapes.hpp"

namespace tileproof::sdk {

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
        d.work_of_all_dims = true;
        // With 8 bits many results are subnormal, and then their relative rounding errors change when they are
        // scaled.
        d.law = rounds && sizeof(Out) > 1 ? relation::scaled_by_two : relation::none;
        d.reference = [](const answer& a) {
            for (long r = 0; r < a.dims[0]; ++r)
                for (long c = 0; c < a.dims[1]; ++c) put(a, r, c);
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
    static void put(const answer& a, long r, long c) {
        const long n = a.dims[1], k = a.dims[2];
        const auto *x = static_cast<const T*>(a.inputs[0]) + r * k,
                   *y = static_cast<const T*>(a.inputs[1]) + c;
        double &value = (*a.values[2])[static_cast<std::size_t>(r * n + c)],
               &bound = (*a.bounds[2])[static_cast<std::size_t>(r * n + c)];
        if constexpr (std::is_integral_v<T> && std::is_integral_v<Out>) {  // which wraps around
            std::uint64_t all = 0;
            for (long i = 0; i < k; ++i)
                all += static_cast<std::uint64_t>(x[i]) * static_cast<std::uint64_t>(y[i * n]);
            value = static_cast<double>(static_cast<Out>(all));
            bound = 0;
        } else {
            // N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1: a sum of k products in
            // any order is off by at most gamma(k) times the sum of their magnitudes, gamma(k) = k u / (1 - k u); one
            // more rounding for the result. If the result has fewer digits than f16, sums are assumed to be in f16 at
            // least. Products below the normal numbers are rounded to multiples of the least one.
            any_order_sum all;
            for (long i = 0; i < k; ++i) all.add(as_double(x[i]), as_double(y[i * n]));
            constexpr double u = unit_roundoff();
            constexpr rounding last = last_rounding();
            const double roundings = static_cast<double>(k + 2) * u,
                         gamma = roundings / (1 - roundings);
            value = all.value(greatest());
            if (!all.known(greatest()) || (roundings >= 1 && !all.exact(u)))
                bound = std::numeric_limits<double>::infinity();
            else if (all.exact(u))
                bound = last.keeps(value) ? 0 : last.relative * all.size() + last.absolute;
            else
                bound = (gamma + last.relative * (1 + gamma)) * all.size() + last.absolute +
                        static_cast<double>(k) * least_step();
        }
    }
    // The largest number of the type in which products are summed.
    static constexpr double greatest() {
        return sizeof(Out) == 8 ? std::numeric_limits<double>::max()
               : sizeof(Out) == 4 || std::string_view(type_name<Out>::value) == "bf16"
                   ? 0x1.fffffep127
                   : 65504;
    }
    static constexpr double least_step() {
        return sizeof(Out) == 8 ? 0x1p-1074 : sizeof(Out) == 4 ? 0x1p-149 : 0x1p-24;
    }
    // The rounding of the result, if its type has fewer digits than the sum: relative, and absolute below the least
    // normal number.
    struct rounding {
        double relative = 0, absolute = 0;
        // Whether a whole number is exact in that type.
        bool keeps(double whole) const {
            int exponent = 0;
            const double digits = relative > 0 ? std::frexp(whole, &exponent) / relative : 0;
            return digits == std::trunc(digits);
        }
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

}  // namespace tileproof::sdk
