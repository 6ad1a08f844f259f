// SPDX-License-Identifier: MIT
// Elements as bits and 16-byte vectors of them: load, store, pack, and load only what is inside.
//
//   element<2> e[8] = {1, 2, 3, 4, 5, 6, 7, 8};
//   pack<2>(e) == uint4{0x00020001, 0x00040003, 0x00060005, 0x00080007}
//   element_phase<4>(p)    // p at address 0x1008: 2 elements above the 16-byte boundary 0x1000
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <tileproof/config.hpp>

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

// Put before a loop: unroll it fully, not at all, or by a number.
#if defined(__CUDACC__) || defined(__clang__)
#define TILEPROOF_PRAGMA(text) _Pragma(#text)
#define TILEPROOF_UNROLL _Pragma("unroll")
#define TILEPROOF_NO_UNROLL _Pragma("unroll 1")
#define TILEPROOF_UNROLL_BY(n) TILEPROOF_PRAGMA(unroll n)
#else
#define TILEPROOF_UNROLL_BY(n)
#define TILEPROOF_UNROLL
#define TILEPROOF_NO_UNROLL
#endif

// To CUDA the second number is blocks per multiprocessor; HIP means something else.
#if defined(__CUDACC__)
#define TILEPROOF_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#else
#define TILEPROOF_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads)
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

template <int Bytes>
struct element_bits;
// may_alias: vectors are loaded and stored over elements.
template <>
struct element_bits<1> {
    typedef std::uint8_t __attribute__((may_alias)) type;
};
template <>
struct element_bits<2> {
    typedef std::uint16_t __attribute__((may_alias)) type;
};
template <>
struct element_bits<4> {
    typedef std::uint32_t __attribute__((may_alias)) type;
};
template <>
struct element_bits<8> {
    typedef std::uint64_t __attribute__((may_alias)) type;
};
template <int Bytes>
using element = typename element_bits<Bytes>::type;

// Elements between p and the boundary below it. `Boundary` is a power of two and p aligned to its element.
template <int Bytes, int Boundary = 16>
__device__ inline unsigned element_phase(const void* p) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(p)) / Bytes % (Boundary / Bytes);
}

// Four words in one register group; the builtins below do not accept uint4.
#if defined(__HIP__) && defined(__clang__)
typedef unsigned vector_words __attribute__((ext_vector_type(4)));
#endif

// `Stream`: these bytes are not needed again and should not evict others from the cache.
template <bool Stream>
__device__ inline uint4 load_vector_16(const void* p) {
#if defined(__CUDACC__)
    // Intrinsics, because a plain assignment may be split into four words.
    return Stream ? __ldcs(static_cast<const uint4*>(p)) : __ldcg(static_cast<const uint4*>(p));
#elif defined(__HIP__) && defined(__clang__)
    const auto* q = static_cast<const vector_words*>(p);
    const vector_words w = Stream ? __builtin_nontemporal_load(q) : *q;
    return uint4{w.x, w.y, w.z, w.w};
#else
    return *static_cast<const uint4*>(p);
#endif
}

// For a row that begins anywhere: this tile or its neighbour will soon need the cache line around p. The hint makes
// the L2 cache fetch such a line in one piece, which the edge of a tile would otherwise split.
__device__ inline uint4 load_vector_16_with_line(const void* p) {
#if defined(__CUDACC__)
    uint4 v;
    asm volatile("ld.global.cg.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
    return v;
#else
    return load_vector_16<false>(p);
#endif
}

template <bool Stream>
__device__ inline void store_vector_16(void* p, uint4 v) {
#if defined(__CUDACC__)
    if constexpr (Stream)
        __stcs(static_cast<uint4*>(p), v);
    else
        __stcg(static_cast<uint4*>(p), v);
#elif defined(__HIP__) && defined(__clang__)
    const vector_words w = {v.x, v.y, v.z, v.w};
    if constexpr (Stream)
        __builtin_nontemporal_store(w, static_cast<vector_words*>(p));
    else
        *static_cast<vector_words*>(p) = w;
#else
    *static_cast<uint4*>(p) = v;
#endif
}

// Four bytes of two words, selected by the digits of Selector, the lowest byte by the lowest digit: 0..3 are the
// bytes of a, 4..7 those of b.   select_bytes<0x5410>(a, b) == (a & 0xffff) | b << 16
template <unsigned Selector>
__device__ inline unsigned select_bytes(unsigned a, unsigned b) {
#if defined(__CUDACC__)
    return __byte_perm(a, b, Selector);
#elif defined(__HIP__) && defined(__clang__)
    constexpr unsigned spread = (Selector & 0xf) | (Selector & 0xf0) << 4 |
                                (Selector & 0xf00) << 8 | (Selector & 0xf000) << 12;
    return __builtin_amdgcn_perm(b, a, spread);
#else
    unsigned word = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned digit = Selector >> (4 * i) & 7;
        word |= ((digit < 4 ? a : b) >> (digit % 4 * 8) & 0xff) << (8 * i);
    }
    return word;
#endif
}

// 16 / Bytes elements, the first in the lowest bits.
template <int Bytes>
__device__ inline uint4 pack(const element<Bytes> (&e)[16 / Bytes]) {
    unsigned w[4];
    TILEPROOF_UNROLL
    for (int k = 0; k < 4; ++k) {
        if constexpr (Bytes == 8) {
            w[k] = static_cast<unsigned>(e[k / 2] >> (k % 2 * 32));
        } else {
            w[k] = 0;
            TILEPROOF_UNROLL
            for (int i = 0; i < 4 / Bytes; ++i)
                w[k] |= static_cast<unsigned>(e[k * (4 / Bytes) + i]) << (i * Bytes * 8);
        }
    }
    return uint4{w[0], w[1], w[2], w[3]};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
