// SPDX-License-Identifier: MIT
// right
// source: own; the protocol of https://github.com/JuliaGPU/AcceleratedKernels.jl/pull/98 after its repair
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

// By value: each thread copies it from the launch's arguments.
struct chain {
    int *aggregate, *prefix, *state;
};

__global__ void scan(const int* x, chain c, int* y, long n) {
    __shared__ int part[64];
    __shared__ int before;
    const int t = threadIdx.x;
    const long b = blockIdx.x, i = b * 64 + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int v = t >= d ? part[t - d] : 0;
        __syncthreads();
        part[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int sum = 0;
        if (b > 0) {
            c.aggregate[b] = part[63];
            __threadfence();
            __hip_atomic_store(&c.state[b], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            for (long k = b - 1; k >= 0; --k) {
                int s;
                do s = __hip_atomic_load(&c.state[k], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
                while (s == 0);
                __threadfence();
                sum += s == 2 ? c.prefix[k] : c.aggregate[k];
                if (s == 2) break;
            }
        }
        c.prefix[b] = sum + part[63];
        __threadfence();
        __hip_atomic_store(&c.state[b], 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        before = sum;
    }
    __syncthreads();
    if (i < n) y[i] = before + part[t];
}

static const tileproof::kernel_test test =
    tileproof::custom("scan", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            int sum = 0;
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i, 0) = sum += a.in<int>("x")(i, 0);
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n"), blocks = (n + 63) / 64;
            if (n == 0) return;
            int* work;
            (void)hipMalloc(&work, 3 * blocks * sizeof(int));
            (void)hipMemset(work, 0, 3 * blocks * sizeof(int));
            scan<<<blocks, 64>>>(p.in<int>("x"), chain{work, work + blocks, work + 2 * blocks},
                                 p.out<int>("y"), n);
            (void)hipDeviceSynchronize();
            (void)hipFree(work);
        });
