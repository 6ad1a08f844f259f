// SPDX-License-Identifier: MIT
// Time per offset next to CK Tile's, in one program with the same flags: five dims seen as three, lengths of run time.
//
//   clang++-19 -x hip --cuda-host-only -std=c++20 -O3 -I lib -I <CK Tile>/include bench/beside_ck_tile.cpp -o beside
//   ./beside 5 7 6 9 8         strided, in a loop           CK Tile 2.70 ns   here 2.45 ns   0.91
//
// The two alternate; the least of 1500 turns counts. The program says so if their sums of all offsets differ.
#include <hip/hip_runtime.h>
//
#include "ck_tile/core.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <tileproof/coordinate.hpp>
#include <vector>

namespace {

struct sample {
    int lengths[5];
    std::vector<int> i, j, k;
};

// The same source for both. The `asked` offsets must not be computed several at a time.
#define TILEPROOF_LIBRARY(name)                                                                 \
    namespace in_##name {                                                                       \
        using namespace name;                                                                   \
        template <bool Packed>                                                                  \
        auto made(const int(&l)[5]) {                                                           \
            const auto lengths = make_tuple(l[0], l[1], l[2], l[3], l[4]);                      \
            const auto base = [&] {                                                             \
                if constexpr (Packed)                                                           \
                    return make_naive_tensor_descriptor_packed(lengths);                        \
                else                                                                            \
                    return make_naive_tensor_descriptor(                                        \
                        lengths, make_tuple(l[1] * l[2] * l[3] * l[4] + 3, l[2] * l[3] * l[4],  \
                                            l[3] * l[4], l[4], 1));                             \
            }();                                                                                \
            return transform_tensor_descriptor(                                                 \
                base,                                                                           \
                make_tuple(make_pass_through_transform(l[0]),                                   \
                           make_merge_transform(make_tuple(l[1], l[2])),                        \
                           make_merge_transform(make_tuple(l[3], l[4]))),                       \
                make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}),                  \
                make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}));                       \
        }                                                                                       \
        template <bool Packed, bool Asked>                                                      \
        __attribute__((noinline)) long sum(const sample& s) {                                   \
            const auto d = made<Packed>(s.lengths);                                             \
            long all = 0;                                                                       \
            for (std::size_t n = 0; n < s.i.size(); ++n) {                                      \
                const long offset = d.calculate_offset(multi_index<3>{s.i[n], s.j[n], s.k[n]}); \
                if constexpr (Asked) asm volatile("" ::"r"(offset));                            \
                all += offset;                                                                  \
            }                                                                                   \
            return all;                                                                         \
        }                                                                                       \
    }
TILEPROOF_LIBRARY(ck_tile)
TILEPROOF_LIBRARY(tileproof)

using run = long (*)(const sample&);
void compare(const char* words, run theirs, run ours, const sample& s) {
    using clock = std::chrono::steady_clock;
    double best[2] = {1e9, 1e9};
    long sums[2] = {};
    for (int turn = 0; turn < 3000; ++turn) {
        const auto start = clock::now();
        sums[turn % 2] = (turn % 2 == 0 ? theirs : ours)(s);
        const double seconds = std::chrono::duration<double>(clock::now() - start).count();
        best[turn % 2] = std::min(best[turn % 2], seconds / static_cast<double>(s.i.size()));
    }
    std::printf("%-28s CK Tile %.2f ns   here %.2f ns   %.2f%s\n", words, best[0] * 1e9,
                best[1] * 1e9, best[1] / best[0], sums[0] == sums[1] ? "" : "   THE SUMS DIFFER");
}

}  // namespace

int main(int argc, char** argv) {
    sample s{{5, 7, 6, 9, 8}, {}, {}, {}};
    for (int n = 0; n < 5 && n + 1 < argc; ++n) s.lengths[n] = std::atoi(argv[n + 1]);
    unsigned state = 1;
    const auto below = [&](int length) {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 8) % static_cast<unsigned>(length));
    };
    for (int n = 0; n < 4096; ++n) {
        s.i.push_back(below(s.lengths[0]));
        s.j.push_back(below(s.lengths[1] * s.lengths[2]));
        s.k.push_back(below(s.lengths[3] * s.lengths[4]));
    }
    compare("strided, in a loop", in_ck_tile::sum<false, false>, in_tileproof::sum<false, false>,
            s);
    compare("strided, one by one", in_ck_tile::sum<false, true>, in_tileproof::sum<false, true>, s);
    compare("packed, in a loop", in_ck_tile::sum<true, false>, in_tileproof::sum<true, false>, s);
    compare("packed, one by one", in_ck_tile::sum<true, true>, in_tileproof::sum<true, true>, s);
}
