// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1
// bugs: 1
// source: https://github.com/ExtremeFLOW/neko/pull/2612
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void twice(const int* x, int* t, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) t[i] = 2 * x[i];
}
__global__ void plus_one(const int* t, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = t[i] + 1;
}

static const tileproof::kernel_test test =
    tileproof::custom("two_streams", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = 2 * a.in<int>("x") + 1; })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n == 0) return;
            int* t;
            (void)hipMalloc(&t, n * sizeof(int));
            hipStream_t one, two;
            hipEvent_t ready;
            (void)hipStreamCreateWithFlags(&one, hipStreamNonBlocking);
            (void)hipStreamCreateWithFlags(&two, hipStreamNonBlocking);
            (void)hipEventCreate(&ready);
            (void)hipEventRecord(ready, one);  // BUG
            twice<<<(n + 63) / 64, 64, 0, one>>>(p.in<int>("x"), t, n);
            (void)hipStreamWaitEvent(two, ready, 0);
            plus_one<<<(n + 63) / 64, 64, 0, two>>>(t, p.out<int>("y"), n);
            (void)hipStreamSynchronize(two);
            (void)hipStreamSynchronize(one);
            (void)hipEventDestroy(ready);
            (void)hipStreamDestroy(one);
            (void)hipStreamDestroy(two);
            (void)hipFree(t);
        });
