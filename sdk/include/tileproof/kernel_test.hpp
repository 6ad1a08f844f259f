// SPDX-License-Identifier: MIT
// Tests your own kernel: one declaration says which contract it meets and how it is launched.
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
//   softmax<T>(name) and others        <tileproof/ready_contracts.hpp>
// The contract draws shapes and base pointers: 0, 1, tiles and their neighbours, primes, long and thin. The
// declaration says what a kernel does not support: multiples_of(), strided(), batched(), aligned(), at_most(),
// unless(), refuses(), waves(). The rows of all matrices are contiguous (row-major).
//
// This header needs only the standard library: it is compiled with your kernel for each device. A kernel test is one
// source file: there can be only one tileproof_kernel_tests(), at the end of this header.
#pragma once
#include "hip/headers/tileproof_hip/letters_aside.h"

#include <string>
#include <utility>
#include <vector>

#include "tileproof/kernel_test/contract.hpp"
#include "tileproof/kernel_test/elementwise.hpp"
#include "tileproof/kernel_test/movements.hpp"
#include "tileproof/kernel_test/product.hpp"
#include "tileproof/kernel_test/shapes.hpp"

namespace tileproof {

template <class T>
sdk::movement<T, true> transpose(std::string name) {
    return sdk::movement<T, true>(std::move(name));
}
template <class T>
sdk::movement<T, false> copy(std::string name) {
    return sdk::movement<T, false>(std::move(name));
}
template <class T>
sdk::permute_test<T> permute(std::string name) {
    return sdk::permute_test<T>(std::move(name));
}
template <class T>
sdk::relayout_test<T> relayout(std::string name, std::vector<std::string> dims, std::string from,
                               std::string to) {
    return {std::move(name), std::move(dims), std::move(from), std::move(to)};
}
template <class Out, class... In, class F>
sdk::elementwise_test<Out, In...> elementwise(std::string name, F f) {
    return sdk::elementwise_test<Out, In...>(std::move(name), std::move(f));
}
template <class T, class Out = T>
sdk::product_test<T, Out> product(std::string name) {
    return sdk::product_test<T, Out>(std::move(name));
}

}  // namespace tileproof

// `tileproof check` finds the tests of a file with this function. A kernel test includes this header in one source
// only.
extern "C" __attribute__((visibility("default"))) const void* tileproof_kernel_tests() {
    return &tileproof::sdk::tests();
}

#include "hip/headers/tileproof_hip/letters_back.h"
