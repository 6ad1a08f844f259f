// SPDX-License-Identifier: MIT
#include "kernels.hpp"

#include <cstdio>
#include <vector>

int main(int count, char** words) {
    std::vector<int> host(64, 3);
    int *in = nullptr, *out = nullptr, *fresh = nullptr;
    hipMalloc(&in, 64 * sizeof(int));
    hipMalloc(&out, 64 * sizeof(int));
    hipMalloc(&fresh, 64 * sizeof(int));
    hipMemcpy(in, host.data(), 64 * sizeof(int), hipMemcpyHostToDevice);
    shift<<<1, 64>>>(in, out);
    run_total(fresh, 64);  // finding: uninitialised, in total.hip
    hipLaunchKernelGGL(twice<int>, dim3(2), dim3(64), 0, hipStreamDefault, in, 64);
    hipFree(in);
    hipFree(out);
    hipFree(fresh);
    std::printf("%d %s\n", count, count > 1 ? words[1] : "");
    return 0;
}
