// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns > 64
// when2: rows >= 1 and columns >= 1
// bugs: 2
// source: own (the sum leaves out all but the first tile; the greatest begins at 0)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void stats(const int* x, int* sum, int* greatest, long columns) {
    __shared__ int part[64], most[64];
    const int t = threadIdx.x;
    int m = 0;  // BUG2
    for (long c = t; c < columns; c += 64)
        m = x[blockIdx.x * columns + c] > m ? x[blockIdx.x * columns + c] : m;
    part[t] = t < columns ? x[blockIdx.x * columns + t] : 0;  // BUG
    most[t] = m;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) {
            part[t] += part[t + d];
            most[t] = most[t] > most[t + d] ? most[t] : most[t + d];
        }
        __syncthreads();
    }
    if (t == 0) sum[blockIdx.x] = part[0], greatest[blockIdx.x] = most[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("stats", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-1000, -1)
        .output<int>("sum", {"rows"})
        .output<int>("greatest", {"rows"})
        .at_least({0, 1})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                a.out<int>("sum")(r, 0) = a.in<int>("x").row(r).sum();
                a.out<int>("greatest")(r, 0) = a.in<int>("x").row(r).maxCoeff();
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                stats<<<rows, 64>>>(p.in<int>("x"), p.out<int>("sum"), p.out<int>("greatest"),
                                    p.dim("columns"));
        });
