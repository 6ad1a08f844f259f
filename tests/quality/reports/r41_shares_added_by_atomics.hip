// SPDX-License-Identifier: MIT
// right
// source: own (a mean of squares: each wave adds its share with a float atomic)
// bugs: 0
#include <hip/hip_runtime.h>
#include <algorithm>
#include <tileproof/custom_contract.hpp>

__global__ void mean_of_squares(const float* x, float* y, long n) {
    float sum = 0;
    for (long i = blockIdx.x * 64L + threadIdx.x; i < n; i += gridDim.x * 64L) sum += x[i] * x[i];
    for (int d = warpSize / 2; d; d /= 2) sum += __shfl_down(sum, d);
    if (threadIdx.x % warpSize == 0) atomicAdd(y, sum / static_cast<float>(n));
}

static const tileproof::kernel_test test =
    tileproof::custom("mean_of_squares", {"n"})
        .at_least({1})
        .input<float>("x", {"n"})
        .output<float>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y")(0) =
                static_cast<float>(a.in<float>("x").cast<double>().square().mean());
        })
        .within(1e-4, 1e-5)
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            (void)hipMemset(p.out<float>("y"), 0, sizeof(float));
            mean_of_squares<<<std::min(20L, (n + 63) / 64), 64>>>(p.in<float>("x"),
                                                                  p.out<float>("y"), n);
        });
