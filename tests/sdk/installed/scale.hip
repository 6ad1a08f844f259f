// SPDX-License-Identifier: MIT
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>

__global__ void scale(const float* in, float* out, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

static const tileproof::kernel_test scale_test =
    tileproof::elementwise<float, float>("scale", [](float x) {
        return 2 * x;
    }).launch([](const float* in, float* out, long n) {
        if (n > 0) scale<<<(n + 255) / 256, 256>>>(in, out, n);
    });
