// SPDX-License-Identifier: MIT
// A kernel test with its own declaration: wrong, unless -DRIGHT.
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
#ifdef RIGHT
    if (i < n)
#else
    if (i <= n)
#endif
        out[i] = 2 * in[i];
}

static const tileproof::kernel_test twice_test =
    tileproof::elementwise<float, float>("twice", [](float x) {
        return 2 * x;
    }).launch([](const float* in, float* out, long n) {
        if (n > 0) twice<<<(n + 63) / 64, 64>>>(in, out, n);
    });
