// SPDX-License-Identifier: MIT
// Programs that end badly, by their argument: a launch that cannot be, a fault of the host, a fault of a kernel, memory
// that was not there; or they are stopped from outside. `lanes` ends with the lanes of a wave.
#include <hip/hip_runtime.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>

__host__ __device__ int half_of(int v);

__global__ void nothing(int*) {}
__global__ void calls(void (*f)(int*), int* p) {
    p[threadIdx.x / 2] = threadIdx.x;
    __syncthreads();
    f(p);
}

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
    if (what == "threads") nothing<<<1, 2048>>>(p);
    if (what == "shared") nothing<<<1, 32, 70000>>>(p);
    if (what == "memory") {
        int* none = nullptr;
        (void)hipMalloc(&none, 1ull << 50);
        same<<<1, 1>>>(none);
    }
    int* more = nullptr;
    if (what == "does_without" && hipMalloc(&more, 1ull << 50) != hipErrorOutOfMemory) return 3;
    if (what == "reuse") {  // what was freed is the host's own now
        constexpr std::size_t bytes = 400u << 20;
        void* pinned = nullptr;
        if (hipHostMalloc(&pinned, bytes) != hipSuccess || hipHostFree(pinned) != hipSuccess)
            return 3;
        char* const own = static_cast<char*>(std::malloc(bytes));
        if (hipMemset(p, 1, 256) != hipSuccess) return 3;
        if (hipMemcpy(own + bytes / 2, p, 256, hipMemcpyDeviceToHost) != hipSuccess) return 3;
        std::free(own);
    }
    if (what == "host") *reinterpret_cast<volatile char*>(five) = 1;
    if (what == "kernel") calls<<<1, 32>>>(reinterpret_cast<void (*)(int*)>(five), p);
    if (what == "stop_kernel") calls<<<1, 32>>>([](int*) { std::raise(SIGTERM); }, p);
    if (what == "stop") same<<<1, 32>>>(p), std::raise(SIGTERM);
    if (what == "interrupt") same<<<1, 32>>>(p), std::raise(SIGINT);
    if (what == "lanes") {
        int count = 0;
        lanes<<<1, 64>>>(p);
        if (hipMemcpy(&count, p, sizeof count, hipMemcpyDeviceToHost) != hipSuccess) return 3;
        hipDeviceProp_t gpu;
        if (hipGetDeviceProperties(&gpu, 0) != hipSuccess) return 3;
        if (std::string(gpu.gcnArchName) != "gfx942") return 4;
        return hipFree(p) == hipSuccess ? count : 3;
    }
    return hipFree(p) != hipSuccess;
}

#if defined(__HIP_DEVICE_COMPILE__) && !__gfx942__
#error--offload-arch=gfx942 is code for that GPU
#endif
