// SPDX-License-Identifier: MIT
// right
// source: own (one thread of each block takes a lock, adds to two plain counters, gives it back)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void add(const int* x, int* lock, int* sum, int* count, long n) {
    if (threadIdx.x) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += x[blockIdx.x];
    *count += 1;
    __threadfence();
    atomicExch(lock, 0);
}

static const tileproof::kernel_test test =
    tileproof::custom("add", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .in_out<int>("sum", {"1"})
        .values_from(-1000, 1000)
        .in_out<int>("count", {"1"})
        .values_from(0, 1000)
        .at_most({300})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("sum")(0, 0) = a.in<int>("sum")(0, 0) + a.in<int>("x").sum();
            a.out<int>("count")(0, 0) = a.in<int>("count")(0, 0) + a.dim("n");
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n == 0) return;
            int* lock;
            (void)hipMalloc(&lock, sizeof(int));
            (void)hipMemset(lock, 0, sizeof(int));
            add<<<n, 32>>>(p.in<int>("x"), lock, p.out<int>("sum"), p.out<int>("count"), n);
            (void)hipDeviceSynchronize();
            (void)hipFree(lock);
        });
