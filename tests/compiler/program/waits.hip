// SPDX-License-Identifier: MIT
// A kernel with instances that are asked for, one of them launched with too few elements; `wait` then waits for a signal.
#include <hip/hip_runtime.h>

#include <unistd.h>
#include <cstdio>

template <class T>
__global__ void fill(T* p, int n) {
    p[threadIdx.x + n] = 1;
}
template __global__ void fill<float>(float*, int);
extern template __global__ void fill<double>(double*, int);
template __global__ void fill(double*, int);

int main(int count, char**) {
    float* floats = nullptr;
    double* doubles = nullptr;
    if (hipMalloc(&floats, 128) != hipSuccess || hipMalloc(&doubles, 256) != hipSuccess) return 3;
    fill<float><<<1, 32>>>(floats, 0);
    fill<double><<<1, 1>>>(doubles, 32);
    if (count > 1) {
        std::printf("waits as %d\n", getpid());
        std::fflush(stdout);
        for (;;) pause();
    }
    return hipFree(floats) != hipSuccess || hipFree(doubles) != hipSuccess;
}
