# SPDX-License-Identifier: MIT
# Sourced by the scripts here: two kernels, one right and one wrong.
write_kernels() {
    cat >wrong.hip <<'END'
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
__global__ void scale(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = i == 2 ? in[i] : 2 * in[i];
}
static const tileproof::kernel_test scaled =
    tileproof::elementwise<float, float>("scaled", [](float v) { return 2 * v; })
        .launch([](const float* in, float* out, long n) {
            if (n > 0) scale<<<(n + 63) / 64, 64>>>(in, out, n);
        });
END
    sed 's/i == 2 ? in\[i\] : //' wrong.hip >right.hip
}
