// SPDX-License-Identifier: MIT
// right
// source: the repair of w44
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void offsets(const int* length, long* at, long rows) {
    long sum = 0;
    for (long r = 0; r < rows; ++r) at[r] = sum, sum += length[r];
    at[rows] = sum;
}
__global__ void greatest(const int* x, const long* at, int* y) {
    __shared__ int part[32];
    const long r = blockIdx.x;
    int best = 0;
    for (long i = at[r] + threadIdx.x; i < at[r + 1]; i += 32) best = x[i] > best ? x[i] : best;
    part[threadIdx.x] = best;
    __syncthreads();
    if (threadIdx.x) return;
    for (int t = 1; t < 32; ++t) best = part[t] > best ? part[t] : best;
    y[r] = best;
}

static const tileproof::kernel_test test =
    tileproof::custom("greatest", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(1, 1000)
        .input<int>("length", {"rows"})
        .indices_below("columns")
        .output<int>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            long at = 0;
            const long columns = a.dim("columns");
            for (long r = 0; r < a.dim("rows"); ++r) {
                int best = 0;
                for (long i = 0; i < a.in<int>("length")(r, 0); ++i, ++at)
                    best = std::max(best, a.in<int>("x")(at / columns, at % columns));
                a.out<int>("y")(r, 0) = best;
            }
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows == 0) return;
            long* at;
            (void)hipMalloc(&at, (rows + 1) * sizeof(long));
            offsets<<<1, 1>>>(p.in<int>("length"), at, rows);
            greatest<<<rows, 32>>>(p.in<int>("x"), at, p.out<int>("y"));
            (void)hipDeviceSynchronize();
            (void)hipFree(at);
        });
