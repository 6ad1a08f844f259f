// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns > 512
// bugs: 1
// source: https://github.com/JuliaGPU/AcceleratedKernels.jl/pull/91 (carries of chunks)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void scan(const int* x, int* y, long columns) {
    __shared__ int part[256];
    __shared__ int carry;
    const int t = threadIdx.x;
    if (t == 0) carry = 0;
    for (long first = 0; first < columns; first += 256) {
        const long c = first + t;
        part[t] = c < columns ? x[blockIdx.x * columns + c] : 0;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            const int v = t >= d ? part[t - d] : 0;
            __syncthreads();
            part[t] += v;
            __syncthreads();
        }
        if (c < columns) y[blockIdx.x * columns + c] = part[t] + carry;
        __syncthreads();
        if (t == 255) carry = part[t];  // BUG
        __syncthreads();
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("scan", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(1, 1000)
        .output<int>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                int sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int>("y")(r, c) = sum += a.in<int>("x")(r, c);
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"); rows && p.dim("columns"))
                scan<<<rows, 256>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
