// SPDX-License-Identifier: MIT
// Right for all but one length, which the contract's own cases do not have: a fuzzer finds it by coverage.
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>

__global__ void scale(const float* in, float* out, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) out[i] = FACTOR * in[i];
}
__global__ void scale_wrongly(float* out, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) out[i] = 0;
}

static const tileproof::kernel_test wrong_test =
    tileproof::elementwise<float, float>("wrong", [](float x) {
        return FACTOR * x;
    }).launch([](const float* in, float* out, long n) {
        if (n == 0) return;
        if (n % 7 == 6 && n % 3 == 2)
            scale_wrongly<<<(n + 255) / 256, 256>>>(out, n);
        else
            scale<<<(n + 255) / 256, 256>>>(in, out, n);
    });
