// SPDX-License-Identifier: MIT
// Your own kernel under test: one declaration says which contract it meets and how it is launched.
//
//   #include <hip/hip_runtime.h>
//   #include <tileproof/kernel_test.hpp>
//
//   __global__ void scale(const float* in, float* out, long n) {
//       const long i = blockIdx.x * 256L + threadIdx.x;
//       if (i < n) out[i] = 2 * in[i];
//   }
//
//   static const tileproof::kernel_test scale_test =
//       tileproof::elementwise<float, float>("scale", [](float x) { return 2 * x; })
//           .launch([](const float* in, float* out, long n) {
//               scale<<<(n + 255) / 256, 256>>>(in, out, n);
//           });
//
//   $ tileproof check scale.hip
//
// Contracts:
//   transpose<T>(name)                 launch(const T* in, T* out, tileproof::matrix_shape)
//   copy<T>(name)                      launch(const T* in, T* out, tileproof::matrix_shape)
//   elementwise<Out, In...>(name, f)   launch(const In*..., Out*, long n)
//   product<T, Out>(name)              launch(const T*, const T*, Out*, tileproof::product_shape)
//   permute<T>(name)                   launch(const T* in, T* out, tileproof::permute_shape)
//   relayout<T>(name, dims, from, to)  launch(const T* in, T* out, const long* dims)
//   custom(name, dims)                 <tileproof/custom_contract.hpp>
// Shapes and base pointers are drawn by the contract: 0, 1, tiles and their neighbours, primes,
// long and thin. What a kernel does not support is said in the declaration: multiples_of(),
// strided(), batched(), aligned(), at_most(), unless(), refuses(), waves(). The rows of all matrices are
// contiguous (row-major).
//
// This header needs nothing but the standard library: it is compiled with your kernel for each
// device. A kernel test is one source file: tileproof_kernel_tests() at the end may be there only
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileproof/kernel_test_data.hpp"

namespace tileproof {

// batch matrices of rows x columns; elements between the beginnings of rows and of matrices.
// Packed, when the test is neither strided() nor batched(): input_stride == columns, and so on.
struct matrix_shape {
    long rows, columns, batch;
    long input_stride, output_stride;
    long input_batch_stride, output_batch_stride;
};

// c (m x n) = a (m x k) times b (k x n).
struct product_shape {
    long m, n, k;
    long a_stride, b_stride, c_stride;
};

// out[sum of i_d * output_strides[d]] = in[sum of i_d * input_strides[d]] for all i_d < lengths[d]: any permutation
// of up to six dims. Dims that are not there have length 1.
struct permute_shape {
    long lengths[6], input_strides[6], output_strides[6];
};

namespace user {

template <class T>
struct type_name;
#define TILEPROOF_TYPE_NAME(type, name)            \
    template <>                                    \
    struct type_name<type> {                       \
        static constexpr const char* value = name; \
    }
TILEPROOF_TYPE_NAME(float, "float32");
TILEPROOF_TYPE_NAME(double, "float64");
TILEPROOF_TYPE_NAME(bool, "bool");
TILEPROOF_TYPE_NAME(std::int8_t, "int8");
TILEPROOF_TYPE_NAME(std::int16_t, "int16");
TILEPROOF_TYPE_NAME(std::int32_t, "int32");
TILEPROOF_TYPE_NAME(std::int64_t, "int64");
TILEPROOF_TYPE_NAME(std::uint8_t, "uint8");
TILEPROOF_TYPE_NAME(std::uint16_t, "uint16");
TILEPROOF_TYPE_NAME(std::uint32_t, "uint32");
TILEPROOF_TYPE_NAME(std::uint64_t, "uint64");
#ifdef __FLT16_MAX__
TILEPROOF_TYPE_NAME(_Float16, "f16");
#endif
#ifdef __BF16_MAX__
TILEPROOF_TYPE_NAME(__bf16, "bf16");
#endif
#undef TILEPROOF_TYPE_NAME

template <class T>
operand make_operand(std::string name, std::vector<std::string> extents,
                     operand_use use = operand_use::input) {
    return {std::move(name), type_name<T>::value, sizeof(T), std::move(extents), use};
}

// Of this file, compiled for one device: the harness asks for it by name.
namespace {
std::vector<test_data>& tests() {
    static std::vector<test_data> all;
    return all;
}
}  // namespace

}  // namespace user

// A finished declaration. Keep it in a static variable.
class kernel_test {
  public:
    explicit kernel_test(user::test_data data) { user::tests().push_back(std::move(data)); }
};

// What all contracts can say about their kernel.
template <class Self>
class contract {
  public:
    // Sizes that the kernel takes are multiples of these, in the order of the contract's dims
    // (transpose, copy: rows, columns; elementwise: n; product: m, n, k).
    Self& multiples_of(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.multiples.size(); ++i)
            data_.multiples[i] = each[i];
        return self();
    }
    Self& at_most(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.most.size(); ++i)
            data_.most[i] = each[i];
        return self();
    }
    Self& at_least(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.least.size(); ++i)
            data_.least[i] = each[i];
        return self();
    }
    // These sizes and no others.
    Self& exactly(std::vector<long> each) { return at_least(each).at_most(std::move(each)); }
    Self& powers_of_two() {
        data_.powers_of_two = true;
        return self();
    }
    // The first two dims are equal.
    Self& square() {
        data_.square = true;
        return self();
    }
    // The launch takes rows that lie further apart than they are long.
    Self& strided() {
        data_.strided = true;
        return self();
    }
    // Pointers, and the rows of strided() operands, begin at multiples of so many bytes; without
    // it, of an element's.
    Self& aligned(long bytes) {
        data_.alignment = bytes;
        data_.shifted = false;
        return self();
    }
    // Lanes that a wave may have: {64} for AMD's gfx9 alone, {32, 64} for a kernel that is right with both, which is
    // then judged with both. Without it, 32.
    Self& waves(std::vector<unsigned> lanes) {
        data_.waves = std::move(lanes);
        return self();
    }
    // What else is not supported: a sentence, or "" for what is.
    Self& unless(std::function<std::string(const long* dims)> refusal) {
        data_.refusal = std::move(refusal);
        return self();
    }

    // For what is not supported, the launch itself throws an exception and writes nothing: K9 tries
    // it with sizes that multiples_of(), at_most() and unless() leave out.
    Self& refuses() {
        data_.refuses = true;
        return self();
    }

  protected:
    contract(std::string name, std::string kind, std::vector<std::string> dims) {
        data_.name = std::move(name);
        data_.contract = std::move(kind);
        data_.multiples.assign(dims.size(), 1);
        data_.least.assign(dims.size(), 0);
        data_.most.assign(dims.size(), 0);
        data_.dims = std::move(dims);
    }
    Self& self() { return static_cast<Self&>(*this); }
    user::test_data data_;
};

namespace user {

// transpose and copy: batch x rows x columns, declared in the harness.
template <class T, bool Transposed>
class movement : public contract<movement<T, Transposed>> {
  public:
    explicit movement(std::string name)
        : contract<movement>(std::move(name), Transposed ? "transpose" : "copy",
                             {"rows", "columns", "batch"}) {
        auto& d = this->data_;
        d.least[2] = d.most[2] = 1;
        d.operands = {make_operand<T>("the input", {}),
                      make_operand<T>("the output", {}, operand_use::output)};
    }
    // The launch takes several matrices at a time.
    movement& batched() {
        this->data_.least[2] = this->data_.most[2] = 0;
        return *this;
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]),
                  matrix_shape{c.dims[0], c.dims[1], c.dims[2], c.strides[0][1], c.strides[1][1],
                               c.strides[0][0], c.strides[1][0]});
        };
        return kernel_test(std::move(this->data_));
    }
};

template <class T>
class permute_test : public contract<permute_test<T>> {
  public:
    explicit permute_test(std::string name)
        : contract<permute_test>(std::move(name), "permute", {"n0", "n1", "n2", "n3", "n4", "n5"}) {
        this->data_.strided = true;
        this->data_.operands = {make_operand<T>("the input", {}),
                                make_operand<T>("the output", {}, operand_use::output)};
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            permute_shape shape;
            for (std::size_t d = 0; d < 6; ++d) {
                shape.lengths[d] = c.dims[d];
                shape.input_strides[d] = c.strides[0][d];
                shape.output_strides[d] = c.strides[1][d];
            }
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]), shape);
        };
        return kernel_test(std::move(this->data_));
    }
};

// Each element of the layout `from` arrives at its place in `to`. Both are layouts as text whose lengths may be dims
// and expressions of them: "packed [M,K] -> {unmerge(M/16,16): 0 -> 0,1; pass: 1 -> 2}". They must show the same
// indices; what `from` pads arrives as zero, what `to` pads is dropped.
template <class T>
class relayout_test : public contract<relayout_test<T>> {
  public:
    relayout_test(std::string name, std::vector<std::string> dims, std::string from, std::string to)
        : contract<relayout_test>(std::move(name), "relayout", std::move(dims)) {
        auto& d = this->data_;
        d.from = std::move(from);
        d.to = std::move(to);
        d.operands = {make_operand<T>("the input", {}),
                      make_operand<T>("the output", {}, operand_use::output)};
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]), c.dims);
        };
        return kernel_test(std::move(this->data_));
    }
};

template <class Out, class... In>
class elementwise_test : public contract<elementwise_test<Out, In...>> {
  public:
    template <class F>
    elementwise_test(std::string name, F f)
        : contract<elementwise_test>(std::move(name), "elementwise", {"n"}) {
        auto& d = this->data_;
        int number = 0;
        (d.operands.push_back(make_operand<In>("input " + std::to_string(number++), {"n"})), ...);
        d.operands.push_back(make_operand<Out>("the output", {"n"}, operand_use::output));
        d.law = relation::reversed;
        d.reference = [f](const answer& a) {
            for (long i = 0; i < a.dims[0]; ++i) {
                const Out y = apply(f, a, i, std::index_sequence_for<In...>());
                constexpr std::size_t out = sizeof...(In);
                if (!a.values[out])
                    static_cast<Out*>(a.outputs[out])[i] = y;
                else {
                    const double value = static_cast<double>(y);
                    (*a.values[out])[static_cast<std::size_t>(i)] = value;
                    (*a.bounds[out])[static_cast<std::size_t>(i)] = value < 0 ? -value : value;
                }
            }
        };
    }
    // The result may differ from f's by so much of its size; without it, no bit may differ.
    elementwise_test& within(double relative) {
        auto& d = this->data_;
        d.bounded = true;
        d.reference = [exact = d.reference, relative](const answer& a) {
            exact(a);
            for (double& b : *a.bounds[sizeof...(In)]) b *= relative;
        };
        return *this;
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            run(start, c, std::index_sequence_for<In...>());
        };
        return kernel_test(std::move(this->data_));
    }

  private:
    template <class F, std::size_t... K>
    static Out apply(const F& f, const answer& a, long i, std::index_sequence<K...>) {
        return f(static_cast<const In*>(a.inputs[K])[i]...);
    }
    template <class F, std::size_t... K>
    static void run(const F& start, const call& c, std::index_sequence<K...>) {
        start(static_cast<const In*>(c.pointers[K])...,
              static_cast<Out*>(c.pointers[sizeof...(In)]), c.dims[0]);
    }
};

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
        d.integers_exact = true;
        d.law = rounds ? relation::scaled_by_two : relation::none;
        d.reference = [](const answer& a) {
            // N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1: a
            // sum of k products in any order is off by at most gamma(k) times the sum of their
            // magnitudes, gamma(k) = k u / (1 - k u); one rounding more for the result.
            const long m = a.dims[0], n = a.dims[1], k = a.dims[2];
            const double u = unit_roundoff();
            const double gamma =
                static_cast<double>(k + 2) * u / (1 - static_cast<double>(k + 2) * u);
            const auto *x = static_cast<const T*>(a.inputs[0]),
                       *y = static_cast<const T*>(a.inputs[1]);
            for (long r = 0; r < m; ++r)
                for (long c = 0; c < n; ++c) {
                    double sum = 0, size = 0;
                    for (long i = 0; i < k; ++i) {
                        const double p =
                            static_cast<double>(x[r * k + i]) * static_cast<double>(y[i * n + c]);
                        sum += p;
                        size += p < 0 ? -p : p;
                    }
                    (*a.values[2])[static_cast<std::size_t>(r * n + c)] = sum;
                    (*a.bounds[2])[static_cast<std::size_t>(r * n + c)] = gamma * size;
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
    static constexpr double unit_roundoff() {
        return std::is_integral_v<Out> ? 0
               : sizeof(Out) == 8      ? 0x1p-53
               : sizeof(Out) == 4      ? 0x1p-24
                                       : 0x1p-11;
    }
};

}  // namespace user

template <class T>
user::movement<T, true> transpose(std::string name) {
    return user::movement<T, true>(std::move(name));
}
template <class T>
user::movement<T, false> copy(std::string name) {
    return user::movement<T, false>(std::move(name));
}
template <class T>
user::permute_test<T> permute(std::string name) {
    return user::permute_test<T>(std::move(name));
}
template <class T>
user::relayout_test<T> relayout(std::string name, std::vector<std::string> dims, std::string from,
                                std::string to) {
    return {std::move(name), std::move(dims), std::move(from), std::move(to)};
}
template <class Out, class... In, class F>
user::elementwise_test<Out, In...> elementwise(std::string name, F f) {
    return user::elementwise_test<Out, In...>(std::move(name), std::move(f));
}
template <class T, class Out = T>
user::product_test<T, Out> product(std::string name) {
    return user::product_test<T, Out>(std::move(name));
}

}  // namespace tileproof

// How `tileproof check` finds the tests of a file. A kernel test includes this header in one
// source.
extern "C" __attribute__((visibility("default"))) const void* tileproof_kernel_tests() {
    return &tileproof::user::tests();
}
