// SPDX-License-Identifier: MIT
// right
// source: own (a greatest float by compare-and-swap of its bits, read by a second kernel)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void start(unsigned* best) { *best = 0xff800000u; }
__global__ void greatest(const float* x, unsigned* best, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    unsigned old = __hip_atomic_load(best, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (x[i] > __uint_as_float(old)) {
        const unsigned seen = atomicCAS(best, old, __float_as_uint(x[i]));
        if (seen == old) break;
        old = seen;
    }
}
__global__ void finish(const unsigned* best, float* y) { *y = __uint_as_float(*best); }

static const tileproof::kernel_test test =
    tileproof::custom("greatest", {"n"})
        .input<float>("x", {"n"})
        .values_from(-100, 100)
        .output<float>("y", {"1"})
        .within(0)
        .reference([](const tileproof::arrays& a) {
            float best = -INFINITY;
            for (long i = 0; i < a.dim("n"); ++i) best = std::fmax(best, a.in<float>("x")(i, 0));
            a.out<float>("y")(0, 0) = best;
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            unsigned* best;
            (void)hipMalloc(&best, sizeof(unsigned));
            start<<<1, 1>>>(best);
            if (n) greatest<<<(n + 63) / 64, 64>>>(p.in<float>("x"), best, n);
            finish<<<1, 1>>>(best, p.out<float>("y"));
            (void)hipDeviceSynchronize();
            (void)hipFree(best);
        });
