// SPDX-License-Identifier: MIT
// Operations on bits, bytes and integers.
//
//   __byte_perm(0x03020100, 0x07060504, 0x5410) is 0x05040100: each digit of the selector picks one of eight bytes
//   __funnelshift_l(low, high, n) is the upper word of (high:low) << n
//   __dp4a(a, b, c) is c and the four products of the bytes
#pragma once

#include <bit>
#include <cstdint>

#include "tileproof_hip/vector_types.h"

TILEPROOF_HIP_BEGIN

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ctz(int x) { return std::countr_zero(static_cast<unsigned>(x)); }
inline int __ctzll(long long x) { return std::countr_zero(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
inline int __ffsll(long x) { return __builtin_ffsll(x); }
inline int __ffsll(unsigned long x) { return __builtin_ffsll(static_cast<long long>(x)); }
inline unsigned long long __brevll(unsigned long long x) {
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}
inline unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(std::int64_t{a} * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(std::uint64_t{a} * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    __extension__ using wide = unsigned __int128;
    return static_cast<unsigned long long>(static_cast<wide>(a) * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
    __extension__ using wide = __int128;
    return static_cast<long long>(static_cast<wide>(a) * b >> 64);
}
// The low 24 bits of both, sign-extended for __mul24; the low 32 bits of the product.
inline int __mul24(int a, int b) {
    const auto low = [](int v) {
        return std::int64_t{static_cast<int>(static_cast<unsigned>(v) << 8) >> 8};
    };
    return static_cast<int>(low(a) * low(b));
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int mul24(int a, int b) { return __mul24(a, b); }
inline int __hadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((std::uint64_t{a} + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((std::uint64_t{a} + b + 1) >> 1);
}
inline unsigned __sad(int a, int b, unsigned c) {
    return c + static_cast<unsigned>(a > b ? std::int64_t{a} - b : std::int64_t{b} - a);
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }

inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
    unsigned r = 0;
    for (unsigned i = 0; i < 4; ++i)
        r |= static_cast<unsigned>(bytes >> ((selector >> (4 * i) & 7) * 8) & 0xff) << (8 * i);
    return r;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((std::uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
inline unsigned __rotl32(unsigned x, unsigned n) { return std::rotl(x, static_cast<int>(n & 31)); }
inline unsigned __lane_bits(unsigned x, unsigned offset, unsigned width) {
    return width >= 32 ? x >> (offset & 31) : x >> (offset & 31) & ((1u << width) - 1);
}
inline unsigned __bitextract_u32(unsigned x, unsigned offset, unsigned width) {
    return width == 0 ? 0 : __lane_bits(x, offset, width & 31 ? width & 31 : 32);
}
inline unsigned __bitinsert_u32(unsigned x, unsigned y, unsigned offset, unsigned width) {
    const unsigned mask = (width & 31 ? (1u << (width & 31)) - 1 : ~0u) << (offset & 31);
    return (x & ~mask) | (y << (offset & 31) & mask);
}
inline std::uint64_t __bitextract_u64(std::uint64_t x, unsigned offset, unsigned width) {
    const unsigned w = width & 63;
    return w == 0 ? (width ? x >> (offset & 63) : 0)
                  : x >> (offset & 63) & ((std::uint64_t{1} << w) - 1);
}
inline unsigned __fns64(unsigned long long mask, unsigned base, int offset) {
    if (offset == 0) return mask >> (base & 63) & 1 ? base : ~0u;
    int seen = 0;
    for (int i = static_cast<int>(base); i >= 0 && i<64; i += offset> 0 ? 1 : -1)
        if ((mask >> i & 1) && ++seen == (offset > 0 ? offset : -offset))
            return static_cast<unsigned>(i);
    return ~0u;
}

// Sums of products of bytes and of halves of words.
template <class A, class B, class C>
C tp_dot_of_bytes(unsigned a, unsigned b, C c) {
    for (int i = 0; i < 4; ++i)
        c += static_cast<C>(static_cast<A>(a >> (8 * i))) *
             static_cast<C>(static_cast<B>(b >> (8 * i)));
    return c;
}
inline int __dp4a(int a, int b, int c) {
    return tp_dot_of_bytes<signed char, signed char>(static_cast<unsigned>(a),
                                                     static_cast<unsigned>(b), c);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    return tp_dot_of_bytes<unsigned char, unsigned char>(a, b, c);
}
inline int __dp4a(char4 a, char4 b, int c) {
    return __dp4a(std::bit_cast<int>(a), std::bit_cast<int>(b), c);
}
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
    return __dp4a(std::bit_cast<unsigned>(a), std::bit_cast<unsigned>(b), c);
}
inline int __dp2a_lo(int a, int b, int c) {
    return c + static_cast<short>(a) * static_cast<signed char>(b) +
           (a >> 16) * static_cast<signed char>(b >> 8);
}
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
#define TILEPROOF_PACKED_BYTES(name, op)                                           \
    inline char4 __hip_hc_##name##8pk(char4 a, char4 b) {                          \
        const auto one = [](char p, char q) { return static_cast<char>(p op q); }; \
        return {one(a.x, b.x), one(a.y, b.y), one(a.z, b.z), one(a.w, b.w)};       \
    }
TILEPROOF_PACKED_BYTES(add, +)
TILEPROOF_PACKED_BYTES(sub, -)
TILEPROOF_PACKED_BYTES(mul, *)
#undef TILEPROOF_PACKED_BYTES
inline int tp_amd_mixed_dot(char4 a, char4 b, int c, bool) { return __dp4a(a, b, c); }

TILEPROOF_HIP_END
