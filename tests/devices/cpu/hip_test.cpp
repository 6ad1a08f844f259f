// SPDX-License-Identifier: MIT
// What <hip/hip_runtime.h> of the cpu device offers beyond threads: types, mathematics, host calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <limits>

#include "devices/cpu/memory.hpp"

namespace tileproof::devices {
namespace {

using testing::HasSubstr;

TEST(HipTypes, HaveTheSizesAndAlignmentsOfTheGpu) {
    EXPECT_EQ(sizeof(float4), 16u);
    EXPECT_EQ(alignof(float4), 16u);
    EXPECT_EQ(sizeof(float3), 12u);
    EXPECT_EQ(alignof(float3), 4u);
    EXPECT_EQ(alignof(double2), 16u);
    EXPECT_EQ(sizeof(double4), 32u);
    EXPECT_EQ(alignof(double4), 32u);
    EXPECT_EQ(alignof(longlong4), 32u);
    EXPECT_EQ(alignof(uchar4), 4u);
    EXPECT_EQ(alignof(short2), 4u);
    EXPECT_EQ(alignof(int2), 8u);
    EXPECT_EQ(sizeof(uint3), 12u);
    EXPECT_EQ(sizeof(__half2), 4u);
    EXPECT_EQ(alignof(__half2), 4u);
}

TEST(HipTypes, ComputeComponentByComponent) {
    const float4 v = make_float4(1, 2, 3, 4) * 2.0f + make_float4(1, 1, 1, 1);
    EXPECT_TRUE(v == make_float4(3, 5, 7, 9));
    int3 i = make_int3(7, 8, 9);
    i -= make_int3(1, 2, 3);
    i %= 4;
    EXPECT_TRUE(i == make_int3(2, 2, 2));
    EXPECT_TRUE(-make_char2(1, -2) == make_char2(-1, 2));
    EXPECT_TRUE((make_uint4(12, 10, 9, 8) & 8u) == make_uint4(8, 8, 8, 8));
}

TEST(HipMath, FollowsTheDefinitionsOfTheIntrinsics) {
    EXPECT_EQ(__popc(0xf0u), 4);
    EXPECT_EQ(__clz(1), 31);
    EXPECT_EQ(__clz(0), 32);
    EXPECT_EQ(__ffs(0), 0);
    EXPECT_EQ(__ffs(8), 4);
    EXPECT_EQ(__brev(1u), 0x80000000u);
    EXPECT_EQ(__brev(0x12345678u), 0x1e6a2c48u);
    EXPECT_EQ(__brevll(0x8000000000000001u), 0x8000000000000001u);
    EXPECT_EQ(__mulhi(-1, 1), -1);
    EXPECT_EQ(__umulhi(0xffffffffu, 2u), 1u);
    EXPECT_EQ(__umul64hi(~0ull, ~0ull), ~0ull - 1);
    EXPECT_EQ(__mul24(-1, 5), -5);
    EXPECT_EQ(__mul24(0x1000003, 2), 6);
    EXPECT_EQ(__float_as_uint(1.0f), 0x3f800000u);
    EXPECT_EQ(__float2int_rn(2.5f), 2);
    EXPECT_EQ(__float2int_ru(2.1f), 3);
    EXPECT_EQ(rsqrtf(4.0f), 0.5f);
    EXPECT_EQ(__saturatef(std::numeric_limits<float>::quiet_NaN()), 0.0f);
    EXPECT_EQ(min(3, 4u), 3u);
    EXPECT_EQ(max(1.0f, std::numeric_limits<float>::quiet_NaN()), 1.0f);
}

TEST(HipHalf, RoundsEveryOperationToElevenBits) {
    EXPECT_EQ(__half2float(__float2half(1.0f / 3)), 0.333251953125f);
    EXPECT_EQ(float(__half(2048.0f) + __half(1.0f)), 2048.0f);
    EXPECT_EQ(float(__half(65504.0f) * __half(2.0f)), std::numeric_limits<float>::infinity());
    // (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20: only one rounding keeps the last term against -1 - 2^-9.
    const __half a(1.0f + 0x1p-10f);
    EXPECT_EQ(float(__hfma(a, a, __half(-1.0f - 0x1p-9f))), 0x1p-20f);
    EXPECT_EQ(__half_as_ushort(__half(-0.0f)), 0x8000);
    EXPECT_EQ(float(__ushort_as_half(1)), 0x1p-24f);
}

TEST(HipBfloat16, RoundsToNearestEven) {
    EXPECT_EQ(float(__float2bfloat16(1.0f / 3)), 0.333984375f);
    EXPECT_EQ(float(__hip_bfloat16(1.0f + 0x1p-8f)), 1.0f);
    EXPECT_EQ(float(__hip_bfloat16(1.0f + 3 * 0x1p-8f)), 1.0f + 0x1p-6f);
    EXPECT_TRUE(std::isnan(float(__hip_bfloat16(__uint_as_float(0x7f800001u)))));
    EXPECT_EQ(float(hip_bfloat16(3.0e38f) * hip_bfloat16(2.0f)),
              std::numeric_limits<float>::infinity());
}

__constant__ int scale[2] = {1, 1};
__global__ void scale_kernel(const int* in, int* out, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i] * scale[1];
}
__global__ void nothing_kernel() {}

TEST(HipHost, AllocatesCopiesLaunchesAndFrees) {
    const int host[5] = {1, 2, 3, 4, 5}, factor = 10;
    int back[5] = {};
    int *in = nullptr, *out = nullptr;
    ASSERT_EQ(hipMalloc(&in, sizeof host), hipSuccess);
    ASSERT_EQ(hipMalloc(&out, sizeof host), hipSuccess);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(in) % 256, 0u);
    ASSERT_EQ(hipMemcpy(in, host, sizeof host, hipMemcpyHostToDevice), hipSuccess);
    ASSERT_EQ(hipMemset(out, 0xff, sizeof host), hipSuccess);
    ASSERT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(scale), &factor, sizeof factor, sizeof factor),
              hipSuccess);
    hipEvent_t start, stop;
    hipEventCreate(&start);
    hipEventCreate(&stop);
    hipEventRecord(start);
    hipLaunchKernelGGL(scale_kernel, dim3(2), dim3(4), 0, 0, in, out, 5);
    hipLaunchKernelGGL(nothing_kernel, 1, 1, 0, 0);
    hipEventRecord(stop);
    float milliseconds = -1;
    hipEventElapsedTime(&milliseconds, start, stop);
    EXPECT_GE(milliseconds, 0);
    hipEventDestroy(start);
    hipEventDestroy(stop);
    EXPECT_EQ(hipGetLastError(), hipSuccess);
    EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
    ASSERT_EQ(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost), hipSuccess);
    EXPECT_THAT(back, testing::ElementsAre(10, 20, 30, 40, 50));
    EXPECT_EQ(hipFree(in), hipSuccess);
    EXPECT_EQ(hipFree(out), hipSuccess);
}

TEST(HipHost, TellsOfMistakesOnceAndBySentence) {
    hipLaunchKernelGGL(nothing_kernel, 1, 2048, 0, 0);
    EXPECT_EQ(hipPeekAtLastError(), hipErrorInvalidConfiguration);
    const hipError_t error = hipGetLastError();
    EXPECT_STREQ(hipGetErrorName(error), "hipErrorInvalidConfiguration");
    EXPECT_THAT(hipGetErrorString(error),
                HasSubstr("at most 1024 threads (grid (1,1,1), block (2048,1,1))"));
    EXPECT_EQ(hipGetLastError(), hipSuccess);
    int here = 0;
    EXPECT_EQ(hipFree(&here), hipErrorInvalidValue);
    EXPECT_EQ(hipFree(nullptr), hipSuccess);
    int* out_of_memory = nullptr;
    EXPECT_EQ(hipMalloc(&out_of_memory, std::size_t{1} << 60), hipErrorOutOfMemory);
    EXPECT_EQ(hipSetDevice(1), hipErrorInvalidDevice);
    hipGetLastError();
}

TEST(HipHost, KeepsTrackOfLiveMemory) {
    const std::size_t before = cpu_engine::live_memory().size();
    int* p = nullptr;
    ASSERT_EQ(hipMalloc(&p, 12), hipSuccess);
    const std::vector<cpu_engine::memory_block> live = cpu_engine::live_memory();
    ASSERT_EQ(live.size(), before + 1);
    EXPECT_TRUE(std::any_of(live.begin(), live.end(),
                            [&](const auto& b) { return b.data == p && b.bytes == 12; }));
    ASSERT_EQ(hipFree(p), hipSuccess);
    EXPECT_EQ(cpu_engine::live_memory().size(), before);
}

TEST(HipHost, KnowsUntouchedMemoryWhileItLives) {
    const auto knows = [](const void* data) {
        return std::ranges::any_of(cpu_engine::live_memory(),
                                   [&](const auto& b) { return b.data == data; });
    };
    const void* was = nullptr;
    {
        const cpu_engine::untouched_memory memory(std::size_t{1} << 40);  // more than a machine has
        was = memory.data();
        EXPECT_TRUE(knows(was));
        EXPECT_EQ(static_cast<const char*>(was)[(std::size_t{1} << 40) - 1], 0);
        const cpu_engine::untouched_memory of_nothing(0);
        EXPECT_TRUE(knows(of_nothing.data()));
    }
    EXPECT_FALSE(knows(was));
}

}  // namespace
}  // namespace tileproof::devices
