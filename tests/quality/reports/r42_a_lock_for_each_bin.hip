// SPDX-License-Identifier: MIT
// right
// source: own (spin locks between blocks, one for each bin, around two plain sums)
// bugs: 0
#include <hip/hip_runtime.h>
#include <tileproof/custom_contract.hpp>

__global__ void add_locked(const int* bin, const int* x, int* locks, int* sums, int* counts,
                           int n) {
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        const int b = bin[i];
        while (atomicCAS(&locks[b], 0, 1) != 0) {
        }
        __threadfence();
        sums[b] += x[i];
        counts[b] += 1;
        __threadfence();
        atomicExch(&locks[b], 0);
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("add_locked", {"n", "bins"})
        .at_least({0, 1})
        .at_most({500, 20})
        .input<int>("bin", {"n"})
        .indices_below("bins")
        .input<int>("x", {"n"})
        .output<int>("sums", {"bins"})
        .output<int>("counts", {"bins"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("sums").setZero();
            a.out<int>("counts").setZero();
            for (long i = 0; i < a.dim("n"); ++i) {
                const int b = a.in<int>("bin")(i);
                a.out<int>("sums")(b) += a.in<int>("x")(i);
                a.out<int>("counts")(b) += 1;
            }
        })
        .launch([](const tileproof::pointers& p) {
            const long bytes = p.dim("bins") * static_cast<long>(sizeof(int));
            int* locks = nullptr;
            (void)hipMalloc(&locks, bytes);
            for (int* memory : {locks, p.out<int>("sums"), p.out<int>("counts")})
                (void)hipMemset(memory, 0, bytes);
            if (const auto n = static_cast<int>(p.dim("n")))
                add_locked<<<4, 1>>>(p.in<int>("bin"), p.in<int>("x"), locks, p.out<int>("sums"),
                                     p.out<int>("counts"), n);
            (void)hipFree(locks);
        });
