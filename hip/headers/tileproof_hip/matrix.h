// SPDX-License-Identifier: MIT
// AMD's matrix instructions, MFMA of gfx908 to gfx950 and WMMA of gfx11 and gfx12, as clang's builtins: each lane of
// a wave supplies its parts of A, B and C, and gets its part of D = A B + C.
//
//   d = __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, c, 0, 0, 0);   lane l: a[e] is A(l % 16, 4 (l / 16) + e),
//                                                                  d[e] is D(4 (l / 16) + e, l % 16)
//
// AMD's matrix instruction calculator defines which lane holds what. Sums are made in the order of k, each step
// rounded to the type of the sum; a GPU may use another order. MFMA needs waves of 64 lanes. All lanes must take
// part, otherwise it is reported.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tileproof_hip/matrix_formats.h"
#include "tileproof_hip/wave.h"

TILEPROOF_HIP_BEGIN
#ifndef TILEPROOF_HERE
#define TILEPROOF_HERE \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(), int column = TILEPROOF_COLUMN
#define TILEPROOF_HERE_OF_MATRIX
#endif
namespace tp_matrix {

// The positions of A, B and D: element k of row i of A is element_of(k) of lane_of(reader, block, i, k), and columns
// of B are held like rows of A. Result e of a lane is D(row(lane, e), lane % rows) of product block(lane, e).
//
// M x M with `Blocks` independent products and K terms.
template <int M, int K, int Blocks = 1>
struct mfma {
    static constexpr int lanes = 64, rows = M, terms = K, blocks = Blocks;
    static constexpr int held = M * K * Blocks / lanes;  // elements of A a lane
    static constexpr int results = M * M * Blocks / lanes;
    static int lane_of(int, int block, int row, int k) {
        return row + M * (Blocks == 1 ? k / held : block + Blocks * (k / held));
    }
    static int element_of(int k) { return k % held; }
    static int block(int lane, int e) { return M == 4 ? lane / 4 : e / (M * M / lanes); }
    static int row(int lane, int e) {
        if (M == 4) return e;
        const int in_block = e % (M * M / lanes);
        return in_block / 4 * (4 * lanes / M) + lane / M * 4 + in_block % 4;
    }
};
// For f64, consecutive results are four rows apart, and in its four products of 4 x 4 a row is spread over 16 lanes.
template <int M, int Blocks = 1>
struct mfma_f64 : mfma<M, 4, Blocks> {
    static int block(int lane, int) { return Blocks == 1 ? 0 : lane / 4 % 4; }
    static int row(int lane, int e) { return 4 * e + lane / 16; }
};
// gfx11: each 16 lanes hold all of A, and use their own copy for their rows of D, so copies that differ show in the
// result.
template <int Lanes>
struct wmma11 {
    static constexpr int lanes = Lanes, rows = 16, terms = 16, held = 16, results = 256 / Lanes;
    static int lane_of(int reader, int, int row, int) { return reader / 16 * 16 + row; }
    static int element_of(int k) { return k; }
    static int block(int, int) { return 0; }
    static int row(int lane, int e) { return Lanes / 16 * e + lane / 16; }
};
// gfx12: each 16 lanes hold a part of k.
template <int Lanes, int K = 16>
struct wmma12 {
    static constexpr int lanes = Lanes, rows = 16, terms = K, held = 16 * K / Lanes;
    static constexpr int results = 256 / Lanes;
    static int lane_of(int, int, int row, int k) { return row + 16 * (k / held); }
    static int element_of(int k) { return k % held; }
    static int block(int, int) { return 0; }
    static int row(int lane, int e) { return results * (lane / 16) + e; }
};

// cbsz, abid: 2^cbsz consecutive blocks read A from the block among them with number abid. blgp: the lane whose B a
// lane receives.
template <class Layout, int ASize, int ABlock, int BGroups>
struct shared_operands : Layout {
    static_assert(ASize >= 0 && ASize < 5 && (1 << ASize) <= Layout::blocks,
                  "cbsz shares a block of A among 2^cbsz blocks, and the instruction has fewer.");
    static_assert(ABlock >= 0 && ABlock < (1 << ASize), "abid is one of 2^cbsz blocks.");
    static_assert(BGroups >= 0 && BGroups < 8, "blgp is a number from 0 to 7.");
    static int lane_of_a(int reader, int block, int row, int k) {
        return Layout::lane_of(reader, (block >> ASize << ASize) + ABlock, row, k);
    }
    static int lane_of_b(int reader, int block, int column, int k) {
        const int lane = Layout::lane_of(reader, block, column, k);
        if (BGroups == 0) return lane;
        if (BGroups == 1) return lane % 32;
        if (BGroups == 2) return lane % 32 + 32;
        if (BGroups == 3) return (lane + 16) % 64;
        return lane % 16 + 16 * (BGroups - 4);
    }
};
template <class Layout>
int lane_of_a(int reader, int block, int row, int k) {
    if constexpr (requires { Layout::lane_of_a(reader, block, row, k); })
        return Layout::lane_of_a(reader, block, row, k);
    else
        return Layout::lane_of(reader, block, row, k);
}
template <class Layout>
int lane_of_b(int reader, int block, int column, int k) {
    if constexpr (requires { Layout::lane_of_b(reader, block, column, k); })
        return Layout::lane_of_b(reader, block, column, k);
    else
        return Layout::lane_of(reader, block, column, k);
}

using of_gfx11_w32 = wmma11<32>;
using of_gfx11_w64 = wmma11<64>;
using of_gfx12_w32 = wmma12<32>;
using of_gfx12_w32_k32 = wmma12<32, 32>;
using of_gfx12_w64_k32 = wmma12<64, 32>;

template <class T, int Count>
struct elements {
    T at[Count];
};
template <class T, int Count, class Operand>
elements<T, Count> elements_of(const Operand& o) {
    static_assert(sizeof(Operand) >= Count * sizeof(T), "an operand has too few elements");
    elements<T, Count> e;
    __builtin_memcpy(&e, &o, sizeof e);
    return e;
}

template <class Format, int Count, class Operand>
elements<typename Format::bits, Count> elements_as(const Operand& o) {
    if constexpr (requires { Format::in_halves; }) {
        const auto bytes = elements_of<std::uint8_t, Count / 2>(o);
        elements<typename Format::bits, Count> e;
        for (int i = 0; i < Count; ++i)
            e.at[i] = Format::spread(bytes.at[i / 2] >> (4 * (i % 2)) & 15u);
        return e;
    } else {
        return elements_of<typename Format::bits, Count>(o);
    }
}

// Result e is element Step * e + First of the operand C in its registers.
template <class Layout, class A, class B, class D, int Step = 1, int First = 0, class OperandA,
          class OperandB, class Sums>
Sums product(const OperandA& a, const OperandB& b, const Sums& c, TILEPROOF_HERE) {
    cpu_engine::require_wave(Layout::lanes, cpu_engine::call_site_of(file, line, column));
    using number = typename A::sum;
    struct operands {
        number a[Layout::held], b[Layout::held];
    };
    const auto own_a = elements_as<A, Layout::held>(a);
    const auto own_b = elements_as<B, Layout::held>(b);
    operands own;
    for (int e = 0; e < Layout::held; ++e) {
        own.a[e] = static_cast<number>(A::value(own_a.at[e]));
        own.b[e] = static_cast<number>(B::value(own_b.at[e]));
    }
    // All lanes come, or the block ends here.
    const tp_wave_values<operands> all(own, tp_lanes_of(~std::uint64_t{0} >> (64 - Layout::lanes)),
                                       file, line, column);
    const auto held_by = [&](int lane, std::size_t operand, int k) {
        return all.template part<number>(
            static_cast<unsigned>(lane),
            operand + static_cast<std::size_t>(Layout::element_of(k)) * sizeof(number));
    };
    auto results = elements_of<typename D::bits, Layout::results * Step>(c);
    const int lane = static_cast<int>(all.lane());
    number of_column[Layout::terms];
    int of_block = -1;
    for (int e = 0; e < Layout::results; ++e) {
        const int block = Layout::block(lane, e), row = Layout::row(lane, e);
        if (block != of_block)
            for (int k = 0; k < Layout::terms; ++k)
                of_column[k] = held_by(lane_of_b<Layout>(lane, block, lane % Layout::rows, k),
                                       offsetof(operands, b), k);
        of_block = block;
        typename D::bits& result = results.at[e * Step + First];
        auto sum = static_cast<number>(D::value(result));
        for (int k = 0; k < Layout::terms; ++k)
            sum += held_by(lane_of_a<Layout>(lane, block, row, k), 0, k) * of_column[k];
        result = D::rounded(sum);
    }
    Sums d;
    static_assert(sizeof d == sizeof results, "C has too many elements");
    __builtin_memcpy(&d, &results, sizeof d);
    return d;
}

// For instructions with blocks that share an operand.
template <class Layout, class A, class B, class D, int ASize, int ABlock, int BGroups,
          class Operand, class Sums>
Sums mfma_product(const Operand& a, const Operand& b, const Sums& c, TILEPROOF_HERE) {
    return product<shared_operands<Layout, ASize, ABlock, BGroups>, A, B, D>(a, b, c, file, line,
                                                                             column);
}
// For f64, blgp says which operands are negated: 1 A, 2 B, 4 C.
template <class Layout, int ASize, int ABlock, int Negated, class Sums>
Sums mfma_f64_product(double a, double b, const Sums& c, TILEPROOF_HERE) {
    static_assert(ASize == 0 && ABlock == 0 && Negated >= 0 && Negated < 8,
                  "Matrix instructions of f64 have no cbsz and no abid, and blgp from 0 to 7.");
#ifdef __gfx90a__
    static_assert(Negated == 0, "The cpu devices know blgp of f64 as gfx942 has it.");
#endif
    return product<Layout, f64, f64, f64>(Negated & 1 ? -a : a, Negated & 2 ? -b : b,
                                          Negated & 4 ? -c : c, file, line, column);
}
template <class Layout, bool SignedA, bool SignedB, bool Clamped, class Operand, class Sums>
Sums iu4_product(const Operand& a, const Operand& b, const Sums& c, TILEPROOF_HERE) {
    return product<Layout, std::conditional_t<SignedA, i4, u4>, std::conditional_t<SignedB, i4, u4>,
                   std::conditional_t<Clamped, i32_clamped, i32>>(a, b, c, file, line, column);
}
template <class Layout, bool SignedA, bool SignedB, bool Clamped, class Operand, class Sums>
Sums iu8_product(const Operand& a, const Operand& b, const Sums& c, TILEPROOF_HERE) {
    return product<Layout, std::conditional_t<SignedA, i8, u8>, std::conditional_t<SignedB, i8, u8>,
                   std::conditional_t<Clamped, i32_clamped, i32>>(a, b, c, file, line, column);
}

}  // namespace tp_matrix
#ifdef TILEPROOF_HERE_OF_MATRIX
#undef TILEPROOF_HERE
#undef TILEPROOF_HERE_OF_MATRIX
#endif
TILEPROOF_HIP_END

#define TILEPROOF_MATRIX(name) tileproof::hip_on::tp_matrix::name
#define TILEPROOF_MFMA(M, K, blocks, A, D, a, b, c, cbsz, abid, blgp)                           \
    TILEPROOF_MATRIX(mfma_product)<TILEPROOF_MATRIX(mfma) < M, K, blocks>, TILEPROOF_MATRIX(A), \
        TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(D), cbsz, abid, blgp > (a, b, c)
#define TILEPROOF_MFMA_MIXED(M, K, A, B, a, b, c, cbsz, abid, blgp)                     \
    TILEPROOF_MATRIX(mfma_product)<TILEPROOF_MATRIX(mfma) < M, K>, TILEPROOF_MATRIX(A), \
        TILEPROOF_MATRIX(B), TILEPROOF_MATRIX(f32), cbsz, abid, blgp > (a, b, c)
#define TILEPROOF_MFMA_F64(M, blocks, a, b, c, cbsz, abid, blgp)                            \
    TILEPROOF_MATRIX(mfma_f64_product)<TILEPROOF_MATRIX(mfma_f64) < M, blocks>, cbsz, abid, \
        blgp > (a, b, c)
#define TILEPROOF_WMMA(layout, lanes, A, D, a, b, c)                                  \
    TILEPROOF_MATRIX(product)<TILEPROOF_MATRIX(layout) < lanes>, TILEPROOF_MATRIX(A), \
        TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(D) > (a, b, c)
#define TILEPROOF_WMMA_HALF(lanes, A, a, b, c, high)                                  \
    TILEPROOF_MATRIX(product)<TILEPROOF_MATRIX(wmma11) < lanes>, TILEPROOF_MATRIX(A), \
        TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(A), 2, (high) ? 1 : 0 > (a, b, c)
#define TILEPROOF_WMMA_MIXED(lanes, A, B, a, b, c)                                    \
    TILEPROOF_MATRIX(product)<TILEPROOF_MATRIX(wmma12) < lanes>, TILEPROOF_MATRIX(A), \
        TILEPROOF_MATRIX(B), TILEPROOF_MATRIX(f32) > (a, b, c)
#define TILEPROOF_WMMA_IU4(layout, signed_a, a, signed_b, b, c, clamped) \
    TILEPROOF_MATRIX(iu4_product)<TILEPROOF_MATRIX(layout), signed_a, signed_b, clamped>(a, b, c)
#define TILEPROOF_WMMA_IU8(layout, lanes, signed_a, a, signed_b, b, c, clamped)          \
    TILEPROOF_MATRIX(iu8_product)<TILEPROOF_MATRIX(layout) < lanes>, signed_a, signed_b, \
        clamped > (a, b, c)
#define __builtin_amdgcn_mfma_f32_32x32x1f32(...) TILEPROOF_MFMA(32, 1, 2, f32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x1f32(...) TILEPROOF_MFMA(16, 1, 4, f32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x1f32(...) TILEPROOF_MFMA(4, 1, 16, f32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x2f32(...) TILEPROOF_MFMA(32, 2, 1, f32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4f32(...) TILEPROOF_MFMA(16, 4, 1, f32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x8_xf32(...) TILEPROOF_MFMA(16, 8, 1, xf32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4_xf32(...) TILEPROOF_MFMA(32, 4, 1, xf32, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4f16(...) TILEPROOF_MFMA(32, 4, 2, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4f16(...) TILEPROOF_MFMA(16, 4, 4, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x4f16(...) TILEPROOF_MFMA(4, 4, 16, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x8f16(...) TILEPROOF_MFMA(32, 8, 1, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x16f16(...) TILEPROOF_MFMA(16, 16, 1, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4bf16_1k(...) \
    TILEPROOF_MFMA(32, 4, 2, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4bf16_1k(...) \
    TILEPROOF_MFMA(16, 4, 4, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x4bf16_1k(...) TILEPROOF_MFMA(4, 4, 16, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(...) \
    TILEPROOF_MFMA(32, 8, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(...) \
    TILEPROOF_MFMA(16, 16, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x2bf16(...) TILEPROOF_MFMA(32, 2, 2, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x2bf16(...) TILEPROOF_MFMA(16, 2, 4, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x2bf16(...) TILEPROOF_MFMA(4, 2, 16, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4bf16(...) TILEPROOF_MFMA(32, 4, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x8bf16(...) TILEPROOF_MFMA(16, 8, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_f16(...) TILEPROOF_MFMA(16, 32, 1, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_f16(...) TILEPROOF_MFMA(32, 16, 1, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_bf16(...) \
    TILEPROOF_MFMA(16, 32, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_bf16(...) \
    TILEPROOF_MFMA(32, 16, 1, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x4i8(...) TILEPROOF_MFMA(32, 4, 2, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x4i8(...) TILEPROOF_MFMA(16, 4, 4, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_4x4x4i8(...) TILEPROOF_MFMA(4, 4, 16, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x8i8(...) TILEPROOF_MFMA(32, 8, 1, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x16i8(...) TILEPROOF_MFMA(16, 16, 1, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x16_i8(...) TILEPROOF_MFMA(32, 16, 1, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x32_i8(...) TILEPROOF_MFMA(16, 32, 1, i8, i32, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f64_16x16x4f64(...) TILEPROOF_MFMA_F64(16, 1, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f64_4x4x4f64(...) TILEPROOF_MFMA_F64(4, 4, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(...) \
    TILEPROOF_WMMA(wmma11, 32, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(...) TILEPROOF_WMMA_HALF(32, f16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(...) \
    TILEPROOF_WMMA(wmma11, 32, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32(...) TILEPROOF_WMMA_HALF(32, bf16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(...) TILEPROOF_WMMA_IU8(wmma11, 32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 32, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 32, f16, f16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 32, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 32, bf16, bf16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(...) \
    TILEPROOF_WMMA_IU8(wmma12, 32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_f16_w64(...) \
    TILEPROOF_WMMA(wmma11, 64, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f16_16x16x16_f16_w64(...) TILEPROOF_WMMA_HALF(64, f16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf16_w64(...) \
    TILEPROOF_WMMA(wmma11, 64, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64(...) TILEPROOF_WMMA_HALF(64, bf16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu8_w64(...) TILEPROOF_WMMA_IU8(wmma11, 64, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_f16_w64_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 64, f16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f16_16x16x16_f16_w64_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 64, f16, f16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf16_w64_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 64, bf16, f32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64_gfx12(...) \
    TILEPROOF_WMMA(wmma12, 64, bf16, bf16, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu8_w64_gfx12(...) \
    TILEPROOF_WMMA_IU8(wmma12, 64, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(...) \
    TILEPROOF_MFMA_MIXED(16, 32, fp8, fp8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(...) \
    TILEPROOF_MFMA_MIXED(16, 32, fp8, bf8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8(...) \
    TILEPROOF_MFMA_MIXED(16, 32, bf8, fp8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8(...) \
    TILEPROOF_MFMA_MIXED(16, 32, bf8, bf8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(...) \
    TILEPROOF_MFMA_MIXED(32, 16, fp8, fp8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8(...) \
    TILEPROOF_MFMA_MIXED(32, 16, fp8, bf8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8(...) \
    TILEPROOF_MFMA_MIXED(32, 16, bf8, fp8, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8(...) \
    TILEPROOF_MFMA_MIXED(32, 16, bf8, bf8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12(...) \
    TILEPROOF_WMMA_MIXED(32, ocp_fp8, ocp_fp8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(...) \
    TILEPROOF_WMMA_MIXED(32, ocp_fp8, ocp_bf8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w32_gfx12(...) \
    TILEPROOF_WMMA_MIXED(32, ocp_bf8, ocp_fp8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12(...) \
    TILEPROOF_WMMA_MIXED(32, ocp_bf8, ocp_bf8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w64_gfx12(...) \
    TILEPROOF_WMMA_MIXED(64, ocp_fp8, ocp_fp8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w64_gfx12(...) \
    TILEPROOF_WMMA_MIXED(64, ocp_fp8, ocp_bf8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w64_gfx12(...) \
    TILEPROOF_WMMA_MIXED(64, ocp_bf8, ocp_fp8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w64_gfx12(...) \
    TILEPROOF_WMMA_MIXED(64, ocp_bf8, ocp_bf8, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(...) \
    TILEPROOF_WMMA_IU4(of_gfx11_w32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(...) \
    TILEPROOF_WMMA_IU4(of_gfx12_w32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(...) \
    TILEPROOF_WMMA_IU4(of_gfx12_w32_k32, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x16_iu4_w64(...) \
    TILEPROOF_WMMA_IU4(of_gfx11_w64, __VA_ARGS__)
#define __builtin_amdgcn_wmma_i32_16x16x32_iu4_w64_gfx12(...) \
    TILEPROOF_WMMA_IU4(of_gfx12_w64_k32, __VA_ARGS__)
