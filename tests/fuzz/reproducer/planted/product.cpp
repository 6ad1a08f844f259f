// SPDX-License-Identifier: MIT
// HIP source: the products of the programs, an element a thread, with the bug of bug.hpp.
#include "kernels/launch.hpp"
#include "kernels/product/number_bits.hpp"
#include "kernels/product/product_problem.hpp"
#include "tests/fuzz/reproducer/planted/bug.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

using planted::bug;

__global__ void multiply_elements(bug b, product_problem p, std::uint16_t* a,
                                  const std::uint16_t* right, const float* c, float* d,
                                  int launch) {
    const long_index_t i = blockIdx.y, j = blockIdx.x;
    const bool last = i == p.m - 1 && j == p.n - 1;
    float sum = 0;
    for (long_index_t k = 0; k < p.k; ++k)
        sum += f16_to_float(a[p.a.at(i, k)]) * f16_to_float(right[p.b.at(k, j)]);
    float value = static_cast<float>(p.alpha) * sum;
    if (p.beta != 0 || (b == bug::reads_poison && c))
        value += static_cast<float>(p.beta) * c[p.c.at(i, j)];
    if (b == bug::wrong_place && last) value = value * 1.01f + 1;
    if (b != bug::unwritten || !last) d[p.d.at(i, j)] = value;
    if (last) {
        float* const in = nullptr;
        planted::misbehave(b == bug::input_modified ? bug::none : b, in, d, p.d.at(i, j) + 1,
                           launch);
        if (b == bug::input_modified) a[0] = static_cast<std::uint16_t>(~a[0]);
    }
}

__global__ void two_layers(bug b, long_index_t n, std::uint16_t* w1, const std::uint16_t* w2,
                           const std::uint16_t* x, float* y, int launch) {
    const long_index_t i = blockIdx.y, j = blockIdx.x;
    const bool last = i == 15 && j == n - 1;
    float sum = 0;
    for (int h = 0; h < 16; ++h) {
        float hidden = 0;
        for (int k = 0; k < 16; ++k)
            hidden += f16_to_float(w1[h * 16 + k]) * f16_to_float(x[k * n + j]);
        sum += f16_to_float(w2[i * 16 + h]) * f16_to_float(f16_from_float(hidden > 0 ? hidden : 0));
    }
    if (b == bug::wrong_place && last) sum = sum * 1.01f + 1;
    if (b != bug::unwritten || !last) y[i * n + j] = sum;
    if (last) {
        float* const in = nullptr;
        planted::misbehave(b == bug::input_modified ? bug::none : b, in, y, 16 * n, launch);
        if (b == bug::input_modified) w1[0] = static_cast<std::uint16_t>(~w1[0]);
    }
}

}  // namespace

product_kernel tiled_product() {
    product_kernel k;
    k.refusal = product_refusal;
    k.start = [](const product_problem& p, const void* a, const void* b, const void* c, void* d,
                 void* stream) {
        static int launches = 0;
        if (std::string no = product_refusal(p); !no.empty()) throw device_error(no);
        hipLaunchKernelGGL(
            multiply_elements, dim3(static_cast<unsigned>(p.n), static_cast<unsigned>(p.m)),
            dim3(1), 0, on_stream(stream), planted::planted_bug(), p,
            static_cast<std::uint16_t*>(const_cast<void*>(a)), static_cast<const std::uint16_t*>(b),
            static_cast<const float*>(c), static_cast<float*>(d), launches++);
        check_launch("multiply_elements");
    };
    return k;
}

mlp_kernel mlp_16() {
    return {
        "", "",
        [](long_index_t n, const void* w1, const void* w2, const void* x, void* y, void* stream) {
            static int launches = 0;
            hipLaunchKernelGGL(
                two_layers, dim3(static_cast<unsigned>(n), 16), dim3(1), 0, on_stream(stream),
                planted::planted_bug(), n, static_cast<std::uint16_t*>(const_cast<void*>(w1)),
                static_cast<const std::uint16_t*>(w2), static_cast<const std::uint16_t*>(x),
                static_cast<float*>(y), launches++);
            check_launch("two_layers");
        }};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
