// SPDX-License-Identifier: MIT
// wrong
// when: n > 256 | data: two blocks count in the same bin (64 bins)
// bugs: 1
// source: own (atomicAdd_block on counters that all blocks share)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void histogram(const int* x, int* counts, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) atomicAdd_block(&counts[x[i]], 1);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("histogram", {"n", "bins"})
        .input<int>("x", {"n"})
        .indices_below("bins")
        .in_out<int>("counts", {"bins"})
        .values_from(0, 1000)
        .reference([](const tileproof::arrays& a) {
            a.out<int>("counts") = a.in<int>("counts");
            for (long i = 0; i < a.dim("n"); ++i) ++a.out<int>("counts")(a.in<int>("x")(i, 0), 0);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                histogram<<<(n + 255) / 256, 256>>>(p.in<int>("x"), p.out<int>("counts"), n);
        });
