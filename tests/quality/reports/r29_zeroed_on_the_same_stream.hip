// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/ROCm/MIOpen/pull/3243
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void count(const int* x, int* counts, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) atomicAdd(&counts[x[i]], 1);
}

static const tileproof::kernel_test test =
    tileproof::custom("count", {"n", "bins"})
        .input<int>("x", {"n"})
        .indices_below("bins")
        .output<int>("counts", {"bins"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("counts").setZero();
            for (long i = 0; i < a.dim("n"); ++i) ++a.out<int>("counts")(a.in<int>("x")(i, 0), 0);
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            hipStream_t one;
            (void)hipStreamCreateWithFlags(&one, hipStreamNonBlocking);
            (void)hipMemsetAsync(p.out<int>("counts"), 0, p.dim("bins") * sizeof(int), one);
            if (n) count<<<(n + 63) / 64, 64, 0, one>>>(p.in<int>("x"), p.out<int>("counts"), n);
            (void)hipStreamSynchronize(one);
            (void)hipStreamDestroy(one);
        });
