// SPDX-License-Identifier: MIT
// The operands of matrix instructions as tile distributions: which lane and register holds which element.
//
//   using mfma = fragments::gfx942_mfma_f32_16x16x16_f16;
//   make_static_tile_distribution(mfma::c{}).calculate_index({{20}}, sequence<1>{}) == {5, 4}
//       lane 20, element 1 of C and D: i = 4 (20 / 16) + 1, j = 20 % 16
//   for_each_fragment([](auto f) { puts(f.name); });
//
// X is (i, k) for A, (k, j) for B, (i, j) for C and D; P is the lane; Y packed is the element `e` of the lane's
// fragment, register-major, low half first. The maps are AMD's (matrix instruction calculator, revision of May 2025,
// and the RDNA 4 article); each has its formula beside it. On gfx12 with f16 and bf16, A and B may permute k alike:
// `a` and `b` follow the article, `a_permuted` and `b_permuted` the calculator. Both give the same product if A and B
// are of the same kind.
#pragma once

#include <tileproof/tile/tile_distribution.hpp>

namespace tileproof::fragments {

namespace detail {

template <index_t... V>
using s = sequence<V...>;

// One P (the lane). Majors and minors of the lane and of Y, as in tile_distribution_encoding.
template <class R, class H, class LaneMajor, class LaneMinor, class YMajor, class YMinor>
using lanes = tile_distribution_encoding<R, H, tuple<LaneMajor>, tuple<LaneMinor>, YMajor, YMinor>;

// Rows of A in lanes l % Rows, k = Elements * (l / Rows) + e; B is A with its dims exchanged.
template <int Rows, int Groups, int Elements>
using a_blocked = lanes<s<>, tuple<s<Rows>, s<Groups, Elements>>, s<2, 1>, s<0, 0>, s<2>, s<1>>;
template <int Columns, int Groups, int Elements>
using b_blocked = lanes<s<>, tuple<s<Groups, Elements>, s<Columns>>, s<1, 2>, s<0, 0>, s<1>, s<1>>;
// One element per lane: k = l / Rows.
template <int Rows, int Groups>
using a_single = lanes<s<>, tuple<s<Rows>, s<Groups>>, s<2, 1>, s<0, 0>, s<>, s<>>;
template <int Columns, int Groups>
using b_single = lanes<s<>, tuple<s<Groups>, s<Columns>>, s<1, 2>, s<0, 0>, s<>, s<>>;
// The result in blocks of rows: i = Elements * (l / 16) + e, j = l % 16.
template <int Groups, int Elements>
using c_blocked = b_blocked<16, Groups, Elements>;

// gfx11: k = e in all lanes; lanes l and l + 16 hold the same.
using a_gfx11 = lanes<s<2>, tuple<s<16>, s<16>>, s<0, 1>, s<0, 0>, s<2>, s<0>>;
using b_gfx11 = lanes<s<2>, tuple<s<16>, s<16>>, s<0, 2>, s<0, 0>, s<1>, s<0>>;
// gfx11: i = 2 e + l / 16, j = l % 16.
using c_gfx11 = lanes<s<>, tuple<s<8, 2>, s<16>>, s<1, 2>, s<1, 0>, s<1>, s<0>>;
// gfx12 as printed by the calculator: k = 8 (e / 4) + 4 (l / 16) + e % 4.
using a_gfx12_permuted = lanes<s<>, tuple<s<16>, s<2, 2, 4>>, s<2, 1>, s<1, 0>, s<2, 2>, s<0, 2>>;
using b_gfx12_permuted = lanes<s<>, tuple<s<2, 2, 4>, s<16>>, s<1, 2>, s<1, 0>, s<1, 1>, s<0, 2>>;
// gfx942 32 x 32: i = 8 (e / 4) + 4 (l / 32) + e % 4, j = l % 32.
using c_32x32 = lanes<s<>, tuple<s<4, 2, 4>, s<32>>, s<1, 2>, s<1, 0>, s<1, 1>, s<0, 2>>;

}  // namespace detail

// Common to all: M x N x K, the lanes of the wave, and how many elements of C share a 32-bit register. With a 16-bit
// C that number is 1: each register is half used, and the instruction's opsel chooses the half.
template <int M, int N, int K, int Wave, int CPerRegister = 1>
struct fragment_shape {
    static constexpr int m = M, n = N, k = K, wave = Wave, c_per_register = CPerRegister;
};

struct gfx11_wmma_f32_16x16x16_f16 : fragment_shape<16, 16, 16, 32> {
    static constexpr const char *name = "gfx11 wmma_f32_16x16x16_f16", *target = "gfx1100";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f32_16x16x16_f16_w32";
    static constexpr const char *ab_type = "f16", *c_type = "f32";
    using a = detail::a_gfx11;
    using b = detail::b_gfx11;
    using c = detail::c_gfx11;
};
struct gfx11_wmma_f16_16x16x16_f16 : gfx11_wmma_f32_16x16x16_f16 {
    static constexpr const char* name = "gfx11 wmma_f16_16x16x16_f16";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f16_16x16x16_f16_w32";
    static constexpr const char* c_type = "f16";
};

struct gfx12_wmma_f32_16x16x16_f16 : fragment_shape<16, 16, 16, 32> {
    static constexpr const char *name = "gfx12 wmma_f32_16x16x16_f16", *target = "gfx1201";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12";
    static constexpr const char *ab_type = "f16", *c_type = "f32";
    using a = detail::a_blocked<16, 2, 8>;
    using b = detail::b_blocked<16, 2, 8>;
    using c = detail::c_blocked<2, 8>;
    using a_permuted = detail::a_gfx12_permuted;
    using b_permuted = detail::b_gfx12_permuted;
};
struct gfx12_wmma_f32_16x16x16_bf16 : gfx12_wmma_f32_16x16x16_f16 {
    static constexpr const char* name = "gfx12 wmma_f32_16x16x16_bf16";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12";
    static constexpr const char* ab_type = "bf16";
};
struct gfx12_wmma_f16_16x16x16_f16 : gfx12_wmma_f32_16x16x16_f16 {
    static constexpr const char* name = "gfx12 wmma_f16_16x16x16_f16";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12";
    static constexpr const char* c_type = "f16";
    static constexpr int c_per_register = 2;
};
struct gfx12_wmma_i32_16x16x16_iu8 : fragment_shape<16, 16, 16, 32> {
    static constexpr const char *name = "gfx12 wmma_i32_16x16x16_iu8", *target = "gfx1201";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12";
    static constexpr const char *ab_type = "i8", *c_type = "i32";
    using a = detail::a_blocked<16, 2, 8>;
    using b = detail::b_blocked<16, 2, 8>;
    using c = detail::c_blocked<2, 8>;
};
struct gfx12_wmma_f32_16x16x16_fp8_fp8 : gfx12_wmma_i32_16x16x16_iu8 {
    static constexpr const char* name = "gfx12 wmma_f32_16x16x16_fp8_fp8";
    static constexpr const char* builtin = "__builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12";
    static constexpr const char *ab_type = "fp8", *c_type = "f32";
};

struct gfx942_mfma_f32_16x16x16_f16 : fragment_shape<16, 16, 16, 64> {
    static constexpr const char *name = "gfx942 mfma_f32_16x16x16_f16", *target = "gfx942";
    static constexpr const char* builtin = "__builtin_amdgcn_mfma_f32_16x16x16f16";
    static constexpr const char *ab_type = "f16", *c_type = "f32";
    using a = detail::a_blocked<16, 4, 4>;
    using b = detail::b_blocked<16, 4, 4>;
    using c = detail::c_blocked<4, 4>;
};
struct gfx942_mfma_f32_32x32x8_f16 : fragment_shape<32, 32, 8, 64> {
    static constexpr const char *name = "gfx942 mfma_f32_32x32x8_f16", *target = "gfx942";
    static constexpr const char* builtin = "__builtin_amdgcn_mfma_f32_32x32x8f16";
    static constexpr const char *ab_type = "f16", *c_type = "f32";
    using a = detail::a_blocked<32, 2, 4>;
    using b = detail::b_blocked<32, 2, 4>;
    using c = detail::c_32x32;
};
struct gfx942_mfma_f32_16x16x4_f32 : fragment_shape<16, 16, 4, 64> {
    static constexpr const char *name = "gfx942 mfma_f32_16x16x4_f32", *target = "gfx942";
    static constexpr const char* builtin = "__builtin_amdgcn_mfma_f32_16x16x4f32";
    static constexpr const char *ab_type = "f32", *c_type = "f32";
    using a = detail::a_single<16, 4>;
    using b = detail::b_single<16, 4>;
    using c = detail::c_blocked<4, 4>;
};
struct gfx942_mfma_i32_16x16x32_i8 : fragment_shape<16, 16, 32, 64> {
    static constexpr const char *name = "gfx942 mfma_i32_16x16x32_i8", *target = "gfx942";
    static constexpr const char* builtin = "__builtin_amdgcn_mfma_i32_16x16x32_i8";
    static constexpr const char *ab_type = "i8", *c_type = "i32";
    using a = detail::a_blocked<16, 4, 8>;
    using b = detail::b_blocked<16, 4, 8>;
    using c = detail::c_blocked<4, 4>;
};

using all_fragments =
    tuple<gfx11_wmma_f32_16x16x16_f16, gfx11_wmma_f16_16x16x16_f16, gfx12_wmma_f32_16x16x16_f16,
          gfx12_wmma_f32_16x16x16_bf16, gfx12_wmma_f16_16x16x16_f16, gfx12_wmma_i32_16x16x16_iu8,
          gfx12_wmma_f32_16x16x16_fp8_fp8, gfx942_mfma_f32_16x16x16_f16,
          gfx942_mfma_f32_32x32x8_f16, gfx942_mfma_f32_16x16x4_f32, gfx942_mfma_i32_16x16x32_i8>;

// f(fragment) for each instruction of the catalogue.
constexpr void for_each_fragment(auto&& f) {
    apply([&](auto... fragment) { (f(fragment), ...); }, all_fragments{});
}

// f("A", encoding), f("B", ..), f("C", ..), and f for the permuted A and B if they exist.
template <class Fragment, class F>
constexpr void for_each_operand(Fragment, F&& f) {
    f("A", typename Fragment::a{});
    f("B", typename Fragment::b{});
    if constexpr (requires { typename Fragment::a_permuted; }) {
        f("A permuted", typename Fragment::a_permuted{});
        f("B permuted", typename Fragment::b_permuted{});
    }
    f("C", typename Fragment::c{});
}

}  // namespace tileproof::fragments
