// SPDX-License-Identifier: MIT
// Products with AMD's matrix instructions, one wave and one tile of 16 x 16 a block: MFMA in waves of 64 (gfx942), WMMA in waves
// of 32 (gfx11, gfx12). Each wrong one is named after what it does.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::kernel_test;
using tileproof::product;
using tileproof::product_shape;

template <class T, int N>
using vec = T __attribute__((ext_vector_type(N)));

// Zeros beyond the edges.
__device__ _Float16 element(const _Float16* m, long row, long column, long rows, long columns) {
    return row < rows && column < columns ? m[row * columns + column] : _Float16{0};
}
__device__ void store(float* c, long row, long column, float v, const product_shape& s) {
    if (row < s.m && column < s.n) c[row * s.n + column] = v;
}

// RowsOfF64: each result lies four rows behind the one before, as f64 has it.
template <bool RowsOfF64>
__global__ void mfma(const _Float16* a, const _Float16* b, float* c, product_shape s) {
    const int lane = threadIdx.x, group = lane / 16;
    const long row = blockIdx.y * 16L, column = blockIdx.x * 16L + lane % 16;
    vec<float, 4> d = {0, 0, 0, 0};
    for (long k = 4 * group; k < s.k + 4 * group; k += 16) {
        vec<_Float16, 4> x, y;
        for (int e = 0; e < 4; ++e) {
            x[e] = element(a, row + lane % 16, k + e, s.m, s.k);
            y[e] = element(b, k + e, column, s.k, s.n);
        }
        d = __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, d, 0, 0, 0);
    }
    for (int e = 0; e < 4; ++e)
        store(c, row + (RowsOfF64 ? 4 * e + group : 4 * group + e), column, d[e], s);
}

// HalfOfA: the upper 16 lanes do not load their copy.
template <bool HalfOfA>
__global__ void wmma_gfx11(const _Float16* a, const _Float16* b, float* c, product_shape s) {
    const int lane = threadIdx.x;
    const long row = blockIdx.y * 16L, column = blockIdx.x * 16L + lane % 16;
    vec<float, 8> d = {0, 0, 0, 0, 0, 0, 0, 0};
    for (long k = 0; k < s.k; k += 16) {
        vec<_Float16, 16> x = 0, y;
        for (int e = 0; e < 16; ++e) {
            if (!HalfOfA || lane < 16) x[e] = element(a, row + lane % 16, k + e, s.m, s.k);
            y[e] = element(b, k + e, column, s.k, s.n);
        }
        d = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, d);
    }
    for (int e = 0; e < 8; ++e) store(c, row + 2 * e + lane / 16, column, d[e], s);
}

// OneCopyOfK: both halves of the lanes load the first eight of k.
template <bool OneCopyOfK>
__global__ void wmma_gfx12(const _Float16* a, const _Float16* b, float* c, product_shape s) {
    const int lane = threadIdx.x, group = OneCopyOfK ? 0 : lane / 16;
    const long row = blockIdx.y * 16L, column = blockIdx.x * 16L + lane % 16;
    vec<float, 8> d = {0, 0, 0, 0, 0, 0, 0, 0};
    for (long k = 0; k < s.k; k += 16) {
        vec<_Float16, 8> x, y;
        for (int e = 0; e < 8; ++e) {
            x[e] = element(a, row + lane % 16, k + 8 * group + e, s.m, s.k);
            y[e] = element(b, k + 8 * group + e, column, s.k, s.n);
        }
        d = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(x, y, d);
    }
    for (int e = 0; e < 8; ++e) store(c, row + 8 * (lane / 16) + e, column, d[e], s);
}

// Two layers of an MLP, y = W2 (W1 X), as AMD's article on RDNA 4 has it: a product lies in the registers as the second
// operand of the next one. Reset: the accumulator begins at 0 in each layer; as printed there it does not.
template <bool Reset>
__global__ void mlp(const _Float16* w1, const _Float16* w2, const _Float16* x, float* y) {
    const int column = threadIdx.x % 16, first = 8 * (threadIdx.x / 16);
    const long tile = blockIdx.x * 256L;
    vec<_Float16, 8> b;
    for (int e = 0; e < 8; ++e) b[e] = x[tile + (first + e) * 16 + column];
    vec<float, 8> c = {0, 0, 0, 0, 0, 0, 0, 0};
    for (const _Float16* w : {w1, w2}) {
        vec<_Float16, 8> a;
        for (int e = 0; e < 8; ++e) a[e] = w[column * 16 + first + e];
        if (Reset) c = 0;
        c = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c);
        for (int e = 0; e < 8; ++e) b[e] = static_cast<_Float16>(c[e]);
    }
    for (int e = 0; e < 8; ++e) y[tile + (first + e) * 16 + column] = c[e];
}
// Small integers, so that halves and floats hold every sum.
template <bool Reset>
kernel_test layers(const char* name) {
    return tileproof::custom(name, {"tiles"})
        .input<_Float16>("w1", {"16", "16"})
        .one_of({-1, 0, 1})
        .input<_Float16>("w2", {"16", "16"})
        .one_of({-1, 0, 1})
        .input<_Float16>("x", {"16*tiles", "16"})
        .one_of({-1, 0, 1})
        .output<float>("y", {"16*tiles", "16"})
        .reference([](const tileproof::arrays& a) {
            const auto w1 = a.in<_Float16>("w1").cast<float>().matrix();
            const auto w2 = a.in<_Float16>("w2").cast<float>().matrix();
            for (long row = 0; row < 16 * a.dim("tiles"); row += 16) {
                const auto x = a.in<_Float16>("x").middleRows(row, 16).cast<float>().matrix();
                a.out<float>("y").middleRows(row, 16) = (w2 * (w1 * x)).array();
            }
        })
        .waves({32})
        .launch([](const tileproof::pointers& p) {
            if (p.dim("tiles") > 0)
                mlp<Reset><<<static_cast<unsigned>(p.dim("tiles")), 32>>>(
                    p.in<_Float16>("w1"), p.in<_Float16>("w2"), p.in<_Float16>("x"),
                    p.out<float>("y"));
        });
}

template <auto Kernel, int Lanes>
kernel_test multiplies(const char* name) {
    return product<_Float16, float>(name).waves({Lanes}).launch(
        [](const _Float16* a, const _Float16* b, float* c, product_shape s) {
            const dim3 grid(static_cast<unsigned>((s.n + 15) / 16),
                            static_cast<unsigned>((s.m + 15) / 16));
            if (s.m * s.n) Kernel<<<grid, Lanes>>>(a, b, c, s);
        });
}
const kernel_test right_mfma = multiplies<mfma<false>, 64>("right_mfma");
const kernel_test rows_of_f64 = multiplies<mfma<true>, 64>("rows_of_f64");
const kernel_test right_gfx11 = multiplies<wmma_gfx11<false>, 32>("right_gfx11");
const kernel_test half_of_a = multiplies<wmma_gfx11<true>, 32>("half_of_a");
const kernel_test right_gfx12 = multiplies<wmma_gfx12<false>, 32>("right_gfx12");
const kernel_test one_copy_of_k = multiplies<wmma_gfx12<true>, 32>("one_copy_of_k");
const kernel_test right_mlp = layers<true>("right_mlp");
const kernel_test mlp_without_reset = layers<false>("mlp_without_reset");

}  // namespace
