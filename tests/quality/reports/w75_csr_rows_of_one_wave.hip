// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 | data: a row with more than 32 entries
// bugs: 1
// source: own (a wave for each row, without the loop; row pointers by a scan of lengths)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void pointers_of(const int* length, int* at, long rows) {
    int sum = 0;
    for (long r = 0; r < rows; ++r) at[r] = sum, sum += length[r];
    at[rows] = sum;
}
__global__ void row_sums(const int* x, const int* at, int* y) {
    const int r = blockIdx.x, i = at[r] + threadIdx.x;
    int sum = i < at[r + 1] ? x[i] : 0;  // BUG
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffull, sum, d);
    if (threadIdx.x == 0) y[r] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("row_sums", {"rows", "most"})
        .input<int>("x", {"rows", "most"})
        .values_from(1, 1000)
        .input<int>("length", {"rows"})
        .indices_below("most")
        .output<int>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            long at = 0;
            const long most = a.dim("most");
            for (long r = 0; r < a.dim("rows"); ++r) {
                int sum = 0;
                for (long i = 0; i < a.in<int>("length")(r, 0); ++i, ++at)
                    sum += a.in<int>("x")(at / most, at % most);
                a.out<int>("y")(r, 0) = sum;
            }
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows == 0) return;
            int* at;
            (void)hipMalloc(&at, (rows + 1) * sizeof(int));
            pointers_of<<<1, 1>>>(p.in<int>("length"), at, rows);
            row_sums<<<rows, 32>>>(p.in<int>("x"), at, p.out<int>("y"));
            (void)hipDeviceSynchronize();
            (void)hipFree(at);
        });
