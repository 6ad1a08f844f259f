// SPDX-License-Identifier: MIT
// Kernels that draw with hipRAND, as kernel tests: random_test.sh checks them.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

#include <tileproof/custom_contract.hpp>

__device__ float drawn(unsigned long long seed, long i) {
    hiprandStatePhilox4_32_10_t state;
    hiprand_init(seed, static_cast<unsigned long long>(i), 0, &state);
    return hiprand_uniform(&state);
}

// The same on the host, by rocRAND's generator of that name.
float expected(unsigned long long seed, long i) {
    rocrand_state_philox4x32_10 state;
    rocrand_init(seed, static_cast<unsigned long long>(i), 0, &state);
    return 0x1p-32f + static_cast<float>(rocrand(&state)) * 0x1p-32f;
}

__global__ void add_noise(const float* in, float* out, long n, unsigned long long seed) {
    const long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + drawn(seed, i);
}

// Each block draws the same numbers.
__global__ void add_noise_of_the_block(const float* in, float* out, long n,
                                       unsigned long long seed) {
    const long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + drawn(seed, threadIdx.x);
}

static tileproof::kernel_test noisy(const char* name, decltype(&add_noise) kernel) {
    return tileproof::custom(name, {"n"})
        .input<float>("in", {"n"})
        .output<float>("out", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<float>("out")(i) = a.in<float>("in")(i) + expected(3, i);
        })
        .launch([kernel](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n > 0) kernel<<<(n + 63) / 64, 64>>>(p.in<float>("in"), p.out<float>("out"), n, 3);
        });
}
static const tileproof::kernel_test right = noisy("right_noise", add_noise);
static const tileproof::kernel_test wrong = noisy("wrong_noise", add_noise_of_the_block);
