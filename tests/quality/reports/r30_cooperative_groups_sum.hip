// SPDX-License-Identifier: MIT
// right
// source: own (tiles of 16 lanes, each a row)
// bugs: 0
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

namespace cg = cooperative_groups;
__global__ void row_sums(const int* x, int* y, long rows, long columns) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const long r = blockIdx.x * 4L + threadIdx.x / 16;
    int sum = 0;
    if (r < rows)
        for (long c = tile.thread_rank(); c < columns; c += 16) sum += x[r * columns + c];
    for (int d = 8; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
    if (r < rows && tile.thread_rank() == 0) y[r] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-1000, 1000)
        .output<int>("y", {"rows"})
        .reference(
            [](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x").rowwise().sum(); })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_sums<<<(rows + 3) / 4, 64>>>(p.in<int>("x"), p.out<int>("y"), rows,
                                                 p.dim("columns"));
        });
