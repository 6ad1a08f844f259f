// SPDX-License-Identifier: MIT
// The lane and element of a 16 x 16 x 16 matrix instruction that hold each matrix element, for every target.
//
//   gfx12_map::c_row(20, 3) == 8 * (20 / 16) + 3 == 11,  gfx12_map::c_column(20, 3) == 20 % 16 == 4
//
// The formulas here are cheap enough for a kernel; a test compares them, element by element, with the tile
// distributions in lib/tileproof/tile/fragments.hpp. `K` is the instruction's own depth: if it is more than 16,
// elements with k >= 16 are zero.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::kernels {

// RDNA 3: lanes l and l + 16 hold the same elements of A and B.
struct gfx11_map {
    static constexpr int wave = 32, ab_elements = 16, c_elements = 8;
    static constexpr TILEPROOF_HOST_DEVICE int a_row(int l, int) { return l % 16; }
    static constexpr TILEPROOF_HOST_DEVICE int a_k(int, int e) { return e; }
    static constexpr TILEPROOF_HOST_DEVICE int b_column(int l, int) { return l % 16; }
    static constexpr TILEPROOF_HOST_DEVICE int b_k(int, int e) { return e; }
    static constexpr TILEPROOF_HOST_DEVICE int c_row(int l, int e) { return 2 * e + l / 16; }
    static constexpr TILEPROOF_HOST_DEVICE int c_column(int l, int) { return l % 16; }
};

// RDNA 4 (8 elements in 32 lanes) and CDNA 3 (4 elements in 64 lanes; 8 with i8, whose depth is 32): blocks.
template <int Wave, int AbElements, int CElements>
struct blocked_map {
    static constexpr int wave = Wave, ab_elements = AbElements, c_elements = CElements;
    static constexpr TILEPROOF_HOST_DEVICE int a_row(int l, int) { return l % 16; }
    static constexpr TILEPROOF_HOST_DEVICE int a_k(int l, int e) {
        return AbElements * (l / 16) + e;
    }
    static constexpr TILEPROOF_HOST_DEVICE int b_column(int l, int) { return l % 16; }
    static constexpr TILEPROOF_HOST_DEVICE int b_k(int l, int e) {
        return AbElements * (l / 16) + e;
    }
    static constexpr TILEPROOF_HOST_DEVICE int c_row(int l, int e) {
        return CElements * (l / 16) + e;
    }
    static constexpr TILEPROOF_HOST_DEVICE int c_column(int l, int) { return l % 16; }
};
using gfx12_map = blocked_map<32, 8, 8>;
using gfx942_map = blocked_map<64, 4, 4>;
using gfx942_i8_map = blocked_map<64, 8, 4>;

// Two of NVIDIA's mma.m16n8k16 next to each other: elements 4 h + i of B and C belong to columns 8 h ...
struct nvidia_map {
    static constexpr int wave = 32, ab_elements = 8, c_elements = 8;
    static constexpr TILEPROOF_HOST_DEVICE int a_row(int l, int e) {
        return l / 4 + 8 * (e / 2 % 2);
    }
    static constexpr TILEPROOF_HOST_DEVICE int a_k(int l, int e) {
        return l % 4 * 2 + e % 2 + 8 * (e / 4);
    }
    static constexpr TILEPROOF_HOST_DEVICE int b_column(int l, int e) {
        return l / 4 + 8 * (e / 4);
    }
    static constexpr TILEPROOF_HOST_DEVICE int b_k(int l, int e) {
        return l % 4 * 2 + e % 2 + 8 * (e / 2 % 2);
    }
    static constexpr TILEPROOF_HOST_DEVICE int c_row(int l, int e) {
        return l / 4 + 8 * (e / 2 % 2);
    }
    static constexpr TILEPROOF_HOST_DEVICE int c_column(int l, int e) {
        return l % 4 * 2 + e % 2 + 8 * (e / 4);
    }
};
// The same for 8-bit elements: four of them adjacent in k.
struct nvidia_i8_map : nvidia_map {
    static constexpr TILEPROOF_HOST_DEVICE int a_row(int l, int e) { return l / 4 + 8 * (e / 4); }
    static constexpr TILEPROOF_HOST_DEVICE int a_k(int l, int e) { return l % 4 * 4 + e % 4; }
    static constexpr TILEPROOF_HOST_DEVICE int b_k(int l, int e) { return l % 4 * 4 + e % 4; }
};

}  // namespace tileproof::kernels
