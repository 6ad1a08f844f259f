// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1
// bugs: 1
// source: https://github.com/NVIDIA/Fuser/pull/489 (a sync that is too narrow), own form
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

namespace cg = cooperative_groups;
__global__ void reverse_of_32(const int* x, int* y) {
    __shared__ int part[32];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    part[threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];       // ALSO
    tile.sync();                                                // BUG
    y[blockIdx.x * 32 + threadIdx.x] = part[31 - threadIdx.x];  // ALSO
}

static const tileproof::kernel_test test =
    tileproof::custom("reverse_of_32", {"rows"})
        .input<int>("x", {"rows", "32"})
        .output<int>("y", {"rows", "32"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (int c = 0; c < 32; ++c) a.out<int>("y")(r, c) = a.in<int>("x")(r, 31 - c);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                reverse_of_32<<<rows, 32>>>(p.in<int>("x"), p.out<int>("y"));
        });
