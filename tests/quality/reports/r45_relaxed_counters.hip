// SPDX-License-Identifier: MIT
// right
// source: own (relaxed atomics on a counter, tickets for order, each ticket used by one thread)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void tickets(int* next, int* y, long n) {
    for (;;) {
        const int t = __hip_atomic_fetch_add(next, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        if (t >= n) return;
        y[t] = t * t;
    }
}

static const tileproof::kernel_test test = tileproof::custom("tickets", {"n"})
                                               .output<int>("y", {"n"})
                                               .at_most({30000})
                                               .reference([](const tileproof::arrays& a) {
                                                   for (long i = 0; i < a.dim("n"); ++i)
                                                       a.out<int>("y")(i, 0) = i * i;
                                               })
                                               .launch([](const tileproof::pointers& p) {
                                                   const long n = p.dim("n");
                                                   int* next;
                                                   (void)hipMalloc(&next, sizeof(int));
                                                   (void)hipMemset(next, 0, sizeof(int));
                                                   if (n)
                                                       tickets<<<3, 64>>>(next, p.out<int>("y"), n);
                                                   (void)hipDeviceSynchronize();
                                                   (void)hipFree(next);
                                               });
