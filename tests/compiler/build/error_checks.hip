// SPDX-License-Identifier: MIT
// Launches that look at HIP's errors, as programs do.
#include <hip/hip_runtime.h>

#include <cstdlib>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::elementwise;
using tileproof::kernel_test;

int next(int x) { return x + 1; }

__global__ void adds_one(const int* in, int* out, long n, bool leaves) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (leaves && i >= n) return;
    __syncthreads();
    if (i < n) out[i] = in[i] + 1;
}

void launch(const int* in, int* out, long n, bool leaves) {
    if (n > 0) adds_one<<<(n + 63) / 64, 64>>>(in, out, n, leaves);
}

const kernel_test ends_after_an_error =
    elementwise<int, int>("ends_after_an_error", next).launch([](const int* in, int* out, long n) {
        launch(in, out, n, true);
        if (hipGetLastError() != hipSuccess) std::exit(1);
    });

const kernel_test leaves_its_error =
    elementwise<int, int>("leaves_its_error", next).launch([](const int* in, int* out, long n) {
        launch(in, out, n, true);
    });

const kernel_test finds_no_error =
    elementwise<int, int>("finds_no_error", next).launch([](const int* in, int* out, long n) {
        launch(in, out, n, false);
        if (hipGetLastError() != hipSuccess) std::exit(1);
    });

}  // namespace
