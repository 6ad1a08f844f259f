// SPDX-License-Identifier: MIT
// right
// source: own (ranks from ballots, offsets by a scan of the block, one block)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void compact(const int* x, int* y, int* count, long n) {
    __shared__ int wave_count[4];
    __shared__ int base;
    const int t = threadIdx.x, lane = t % 32, wave = t / 32;
    if (t == 0) base = 0;
    for (long i = t; i < n; i += 128) y[i] = 0;
    __syncthreads();
    for (long first = 0; first < n; first += 128) {
        const long i = first + t;
        const bool keep = i < n && x[i] > 0;
        const unsigned votes = unsigned(__ballot(keep));
        if (lane == 0) wave_count[wave] = __popc(votes);
        __syncthreads();
        int at = base + __popc(votes & ((1u << lane) - 1));
        for (int w = 0; w < wave; ++w) at += wave_count[w];
        if (keep) y[at] = x[i];
        __syncthreads();
        if (t == 0) base += wave_count[0] + wave_count[1] + wave_count[2] + wave_count[3];
        __syncthreads();
    }
    if (t == 0) *count = base;
}

static const tileproof::kernel_test test =
    tileproof::custom("compact", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .output<int>("count", {"1"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y").setZero();
            long k = 0;
            for (long i = 0; i < a.dim("n"); ++i)
                if (a.in<int>("x")(i, 0) > 0) a.out<int>("y")(k++, 0) = a.in<int>("x")(i, 0);
            a.out<int>("count")(0, 0) = k;
        })
        .launch([](const tileproof::pointers& p) {
            compact<<<1, 128>>>(p.in<int>("x"), p.out<int>("y"), p.out<int>("count"), p.dim("n"));
        });
