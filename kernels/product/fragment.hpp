// SPDX-License-Identifier: MIT
// One 16 x 16 x 16 matrix instruction of the target GPU, with one interface:
//
//   fragment<f16> a, b;  accumulator<f32> c = {};          // what one lane holds
//   a.element[e] = A[map::a_row(lane, e)][map::a_k(lane, e)];  ...
//   multiply(a, b, c);                                      // all lanes of the wave: C += A B
//   D[map::c_row(lane, e)][map::c_column(lane, e)] = c.element[e];
//
// f16 and bf16 elements are bits. gfx942 has no f16 accumulator, so there C is rounded to f16 after each product.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <type_traits>

#include "kernels/product/fragment_map.hpp"
#include "kernels/product/number_bits.hpp"

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

struct f16 {
    using storage = std::uint16_t;
    static constexpr TILEPROOF_HOST_DEVICE float to_float(storage s) { return f16_to_float(s); }
};
struct bf16 {
    using storage = std::uint16_t;
    static constexpr TILEPROOF_HOST_DEVICE float to_float(storage s) { return bf16_to_float(s); }
};
struct i8 {
    using storage = std::int8_t;
};

#if defined(__gfx942__)
template <class T>
struct map_of : std::conditional_t<std::is_same_v<T, i8>, gfx942_i8_map, gfx942_map> {};
#elif defined(__GFX11__)
template <class T>
struct map_of : gfx11_map {};
#elif defined(__CUDACC__)
template <class T>
struct map_of : std::conditional_t<std::is_same_v<T, i8>, nvidia_i8_map, nvidia_map> {};
#else  // RDNA 4, and the host side of all others
template <class T>
struct map_of : gfx12_map {};
#endif

template <class T>
struct alignas(8) fragment {
    typename T::storage element[map_of<T>::ab_elements];
};
// Acc: float, int, or f16 (bits).
template <class T, class Acc>
struct accumulator {
    Acc element[map_of<T>::c_elements];
};

__device__ inline int lane_of_thread() { return static_cast<int>(threadIdx.x) % map_of<f16>::wave; }

#if defined(__HIP_DEVICE_COMPILE__)

template <class V, class F>
__device__ inline V as_vector(const F& f) {
    static_assert(sizeof(V) == sizeof(F));
    return __builtin_bit_cast(V, f);
}
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef _Float16 half8 __attribute__((ext_vector_type(8)));
typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef short short4v __attribute__((ext_vector_type(4)));
typedef short short8 __attribute__((ext_vector_type(8)));
typedef short short16 __attribute__((ext_vector_type(16)));
typedef float float4v __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef int int2v __attribute__((ext_vector_type(2)));
typedef int int4v __attribute__((ext_vector_type(4)));
typedef int int8v __attribute__((ext_vector_type(8)));

// Keeps a WMMA where it is: an empty assembly statement, which nothing moves, uses its result here. WMMA reads the
// registers of all lanes, but compilers before LLVM 22 do not know that, and move one whose result is stored only
// under `if (j < n)` into that branch, where some lanes are off. (MFMA has no such rule: it ignores EXEC.)
template <class V>
__device__ inline V pinned(V result) {
    asm volatile("" : "+v"(result));
    return result;
}

#if defined(__gfx942__)
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, float>& c) {
    c = as_vector<accumulator<f16, float>>(__builtin_amdgcn_mfma_f32_16x16x16f16(
        as_vector<half4>(a), as_vector<half4>(b), as_vector<float4v>(c), 0, 0, 0));
}
__device__ inline void multiply(const fragment<bf16>& a, const fragment<bf16>& b,
                                accumulator<bf16, float>& c) {
    c = as_vector<accumulator<bf16, float>>(__builtin_amdgcn_mfma_f32_16x16x16bf16_1k(
        as_vector<short4v>(a), as_vector<short4v>(b), as_vector<float4v>(c), 0, 0, 0));
}
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, std::uint16_t>& c) {
    accumulator<f16, float> wide;
    for (int e = 0; e < map_of<f16>::c_elements; ++e) wide.element[e] = f16_to_float(c.element[e]);
    multiply(a, b, wide);
    for (int e = 0; e < map_of<f16>::c_elements; ++e)
        c.element[e] = f16_from_float(wide.element[e]);
}
__device__ inline void multiply(const fragment<i8>& a, const fragment<i8>& b,
                                accumulator<i8, int>& c) {
    c = as_vector<accumulator<i8, int>>(__builtin_amdgcn_mfma_i32_16x16x32_i8(
        as_vector<long>(a), as_vector<long>(b), as_vector<int4v>(c), 0, 0, 0));
}
#elif defined(__GFX11__)
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, float>& c) {
    c = as_vector<accumulator<f16, float>>(pinned(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32(
        as_vector<half16>(a), as_vector<half16>(b), as_vector<float8>(c))));
}
__device__ inline void multiply(const fragment<bf16>& a, const fragment<bf16>& b,
                                accumulator<bf16, float>& c) {
    c = as_vector<accumulator<bf16, float>>(pinned(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(
        as_vector<short16>(a), as_vector<short16>(b), as_vector<float8>(c))));
}
// One 16-bit element of C in the low half of each of eight registers.
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, std::uint16_t>& c) {
    struct {
        std::uint16_t half[16];
    } wide;
    for (int e = 0; e < 8; ++e) {
        wide.half[2 * e] = c.element[e];
        wide.half[2 * e + 1] = 0;
    }
    wide = as_vector<decltype(wide)>(pinned(__builtin_amdgcn_wmma_f16_16x16x16_f16_w32(
        as_vector<half16>(a), as_vector<half16>(b), as_vector<half16>(wide), false)));
    for (int e = 0; e < 8; ++e) c.element[e] = wide.half[2 * e];
}
__device__ inline void multiply(const fragment<i8>& a, const fragment<i8>& b,
                                accumulator<i8, int>& c) {
    c = as_vector<accumulator<i8, int>>(pinned(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(
        true, as_vector<int4v>(a), true, as_vector<int4v>(b), as_vector<int8v>(c), false)));
}
#elif defined(__GFX12__)
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, float>& c) {
    c = as_vector<accumulator<f16, float>>(pinned(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(
        as_vector<half8>(a), as_vector<half8>(b), as_vector<float8>(c))));
}
__device__ inline void multiply(const fragment<bf16>& a, const fragment<bf16>& b,
                                accumulator<bf16, float>& c) {
    c = as_vector<accumulator<bf16, float>>(
        pinned(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(
            as_vector<short8>(a), as_vector<short8>(b), as_vector<float8>(c))));
}
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, std::uint16_t>& c) {
    c = as_vector<accumulator<f16, std::uint16_t>>(
        pinned(__builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(
            as_vector<half8>(a), as_vector<half8>(b), as_vector<half8>(c))));
}
__device__ inline void multiply(const fragment<i8>& a, const fragment<i8>& b,
                                accumulator<i8, int>& c) {
    c = as_vector<accumulator<i8, int>>(pinned(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(
        true, as_vector<int2v>(a), true, as_vector<int2v>(b), as_vector<int8v>(c), false)));
}
#else
#error \
    "This AMD GPU's matrix instructions are not known here: see fragment_map.hpp and fragment.hpp."
#endif

#elif defined(__CUDACC__)

// 32-bit registers, element 0 in the lowest bits.
template <int N>
struct words {
    unsigned w[N];
};
#define TILEPROOF_MMA(types, h)                                                           \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." types                                    \
        ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                      \
        : "+f"(c.element[4 * h]), "+f"(c.element[4 * h + 1]), "+f"(c.element[4 * h + 2]), \
          "+f"(c.element[4 * h + 3])                                                      \
        : "r"(x.w[0]), "r"(x.w[1]), "r"(x.w[2]), "r"(x.w[3]), "r"(y.w[2 * h]),            \
          "r"(y.w[2 * h + 1]))
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, float>& c) {
    const auto x = __builtin_bit_cast(words<4>, a), y = __builtin_bit_cast(words<4>, b);
    TILEPROOF_MMA("f16.f16", 0);
    TILEPROOF_MMA("f16.f16", 1);
}
__device__ inline void multiply(const fragment<bf16>& a, const fragment<bf16>& b,
                                accumulator<bf16, float>& c) {
    const auto x = __builtin_bit_cast(words<4>, a), y = __builtin_bit_cast(words<4>, b);
    TILEPROOF_MMA("bf16.bf16", 0);
    TILEPROOF_MMA("bf16.bf16", 1);
}
__device__ inline void multiply(const fragment<f16>& a, const fragment<f16>& b,
                                accumulator<f16, std::uint16_t>& c) {
    const auto x = __builtin_bit_cast(words<4>, a), y = __builtin_bit_cast(words<4>, b);
    auto z = __builtin_bit_cast(words<4>, c);
#pragma unroll
    for (int h = 0; h < 2; ++h)
        asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, "
            "{%0,%1};"
            : "+r"(z.w[2 * h]), "+r"(z.w[2 * h + 1])
            : "r"(x.w[0]), "r"(x.w[1]), "r"(x.w[2]), "r"(x.w[3]), "r"(y.w[2 * h]),
              "r"(y.w[2 * h + 1]));
    c = __builtin_bit_cast(accumulator<f16, std::uint16_t>, z);
}
__device__ inline void multiply(const fragment<i8>& a, const fragment<i8>& b,
                                accumulator<i8, int>& c) {
    const auto x = __builtin_bit_cast(words<2>, a), y = __builtin_bit_cast(words<2>, b);
#pragma unroll
    for (int h = 0; h < 2; ++h)
        asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
            "{%0,%1,%2,%3};"
            : "+r"(c.element[4 * h]), "+r"(c.element[4 * h + 1]), "+r"(c.element[4 * h + 2]),
              "+r"(c.element[4 * h + 3])
            : "r"(x.w[0]), "r"(x.w[1]), "r"(y.w[h]));
}

#else

// The host side only needs the declaration.
template <class T, class Acc>
__device__ void multiply(const fragment<T>& a, const fragment<T>& b, accumulator<T, Acc>& c);

#endif

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
