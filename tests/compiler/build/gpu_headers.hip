// SPDX-License-Identifier: MIT
// Right kernels with what people include beside hip_runtime.h, so that it compiles for GPUs too.
#include <hip/hip_runtime.h>

#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_vector_types.h>
#include <hip/math_functions.h>
#if __has_include(<hip/hip_bf16.h>)
#include <hip/hip_bf16.h>
#endif

#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::elementwise;
using tileproof::kernel_test;

namespace cg = cooperative_groups;

constexpr unsigned threads = 64;
dim3 blocks(long n) { return dim3(static_cast<unsigned>((n + threads - 1) / threads)); }

// Threads beyond the end stay for the groups.
__global__ void through_groups(const float* in, float* out, long n) {
    const cg::thread_block block = cg::this_thread_block();
    __shared__ float part[threads];
    const long i = hipBlockIdx_x * long{threads} + block.thread_rank();
    part[hipThreadIdx_x] = i < n ? in[i] : 0;
    block.sync();
    const auto tile = cg::tiled_partition<32>(block);
    const float other = tile.shfl_xor(part[block.thread_rank()], 1);
    const float own = tile.shfl_xor(other, 1);
    if (i < n) out[i] = 2 * own;
}

__global__ void through_halves(const float* in, float* out, long n) {
    const long i = hipBlockIdx_x * long{threads} + hipThreadIdx_x;
    if (i >= n) return;
    const __half2 both = __halves2half2(__float2half(1), __float2half(1));
    float sum = __half2float(__low2half(__hadd2(both, both)));
#if __has_include(<hip/hip_bf16.h>)
    sum += __bfloat162float(__float2bfloat16(0.f));
#endif
    out[i] = sum * in[i];
}

__global__ void through_complex_numbers(const float* in, float* out, long n) {
    const long i = hipBlockIdx_x * long{threads} + hipThreadIdx_x;
    if (i >= n) return;
    const hipFloatComplex z = make_hipFloatComplex(in[i], 0);
    out[i] = hipCrealf(hipCaddf(z, z));
}

template <auto Kernel>
kernel_test doubles(const char* name) {
    return elementwise<float, float>(name, [](float x) { return 2 * x; })
        .launch([](const float* in, float* out, long n) {
            if (n == 0) return;
            int device = 0, lanes = 0;
            (void)hipGetDevice(&device);
            (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
            if (lanes >= 32) Kernel<<<blocks(n), threads>>>(in, out, n);
        });
}
const kernel_test groups = doubles<through_groups>("doubles_through_groups");
const kernel_test halves = doubles<through_halves>("doubles_through_halves");
const kernel_test complex_numbers =
    doubles<through_complex_numbers>("doubles_through_complex_numbers");

}  // namespace
