// SPDX-License-Identifier: MIT
// A program for clang's own HIP front end, which compiles it once for the host and once for the device: a function that both
// sides have, each its own; variables of the device; a builtin and an instruction of the GPU. With an argument, a thread
// passes by the barrier in line 30, and line 33 reads what may not be there yet.
#include <hip/hip_runtime.h>

#include <cstdio>

template <class T>
__host__ int side() {
    return 1;
}
template <class T>
__device__ int side() {
    return 2;
}

__device__ int sides[2];
__constant__ float factors[2];

template <class T>
__global__ void scale(T* to, const T* from, int n, bool waits) {
    extern __shared__ char memory[];
    T* const part = reinterpret_cast<T*>(memory);
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float factor;
    asm("v_mul_f32 %0, %1, %2" : "=v"(factor) : "v"(factors[0]), "v"(factors[1]));
    if (i < n) part[threadIdx.x] = from[i] * static_cast<T>(factor);
    if (waits) __syncthreads();
    if (i == 0) sides[1] = side<T>();
    const auto least = static_cast<_Float16>(0), most = static_cast<_Float16>(50);
    const unsigned other = blockDim.x - 1 - threadIdx.x;
    if (i < n) to[i] = __builtin_amdgcn_fmed3h(static_cast<_Float16>(part[other]), least, most);
}

int main(int argc, char**) {
    constexpr int n = 64;
    float host[n], both[2] = {2, 0.5f};
    int told[2] = {side<float>(), 0};
    for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
    float *from = nullptr, *to = nullptr;
    bool well = hipMalloc(&from, sizeof host) == hipSuccess &&
                hipMalloc(&to, sizeof host) == hipSuccess &&
                hipMemcpy(from, host, sizeof host, hipMemcpyHostToDevice) == hipSuccess &&
                hipMemcpyToSymbol(HIP_SYMBOL(factors), both, sizeof both) == hipSuccess &&
                hipMemcpyToSymbol(HIP_SYMBOL(sides), told, sizeof told) == hipSuccess;
    scale<<<1, n, sizeof host>>>(to, from, n, argc == 1);
    well = well && hipMemcpy(host, to, sizeof host, hipMemcpyDeviceToHost) == hipSuccess &&
           hipMemcpyFromSymbol(told, HIP_SYMBOL(sides), sizeof told) == hipSuccess;
    std::printf("%d %d, %g %g %g\n", told[0], told[1], host[0], host[20], host[63]);
    return hipFree(from) == hipSuccess && hipFree(to) == hipSuccess && well ? 0 : 2;
}
