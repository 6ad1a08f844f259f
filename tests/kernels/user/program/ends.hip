// SPDX-License-Identifier: MIT
// Programs that end badly, by their argument: a launch that cannot be, a fault of the host, a fault of a kernel; or they
// are stopped from outside. `lanes` ends with the lanes of a wave.
#include <hip/hip_runtime.h>

#include <csignal>
#include <cstdint>
#include <string>

__host__ __device__ int half_of(int v);

__global__ void nothing(int*) {}
__global__ void calls(void (*f)(int*), int* p) { f(p); }

__global__ void lanes(int* p) {
    const int all = __popcll(__ballot(1));
    if (threadIdx.x == 0) *p = all;
}
__global__ void same(int* p) { *p = threadIdx.x; }

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "";
    const std::uintptr_t five = static_cast<std::uintptr_t>(half_of(10));
    int* p = nullptr;
    if (hipMalloc(&p, 256) != hipSuccess) return 3;
    if (what == "refused") nothing<<<1, 2048>>>(p);
    if (what == "host") *reinterpret_cast<volatile char*>(five) = 1;
    if (what == "kernel") calls<<<1, 32>>>(reinterpret_cast<void (*)(int*)>(five), p);
    if (what == "stop") same<<<1, 32>>>(p), std::raise(SIGTERM);
    if (what == "lanes") {
        int count = 0;
        lanes<<<1, 64>>>(p);
        if (hipMemcpy(&count, p, sizeof count, hipMemcpyDeviceToHost) != hipSuccess) return 3;
        return hipFree(p) == hipSuccess ? count : 3;
    }
    return hipFree(p) != hipSuccess;
}
