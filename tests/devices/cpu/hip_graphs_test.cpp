// SPDX-License-Identifier: MIT
// What graphs allow, beyond running their nodes in order.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

namespace tileproof::devices {
namespace {

hipMemAllocNodeParams four_bytes() {
    hipMemAllocNodeParams p{};
    p.bytesize = 4;
    p.poolProps.allocType = hipMemAllocationTypePinned;
    p.poolProps.location = {hipMemLocationTypeDevice, 0};
    return p;
}

std::uint64_t figure(hipGraphMemAttributeType a) {
    std::uint64_t n = ~std::uint64_t{0};
    EXPECT_EQ(hipDeviceGetGraphMemAttribute(0, a, &n), hipSuccess);
    return n;
}
__global__ void add_one(int* p) { *p += 1; }

TEST(HipGraphs, UseTheMemoryOfTheirNodesInEachLaunch) {
    hipGraph_t graph = nullptr;
    hipGraphNode_t node = nullptr, set = nullptr, run = nullptr, back = nullptr;
    hipGraphExec_t e = nullptr;
    hipMemAllocNodeParams p = four_bytes();
    int result = 0;
    std::uint64_t zero = 0;
    ASSERT_EQ(hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &zero), hipSuccess);
    ASSERT_EQ(hipGraphCreate(&graph, 0), hipSuccess);
    ASSERT_EQ(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &p), hipSuccess);
    hipMemsetParams fill{p.dptr, 4, 1, 4, 6, 1};
    ASSERT_EQ(hipGraphAddMemsetNode(&set, graph, &node, 1, &fill), hipSuccess);
    hipKernelNodeParams kernel{};
    void* arguments[] = {&p.dptr};
    kernel.func = reinterpret_cast<void*>(add_one);
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    ASSERT_EQ(hipGraphAddKernelNode(&run, graph, &set, 1, &kernel), hipSuccess);
    ASSERT_EQ(hipGraphAddMemcpyNode1D(&back, graph, &run, 1, &result, p.dptr, 4,
                                      hipMemcpyDeviceToHost),
              hipSuccess);
    ASSERT_EQ(hipGraphAddMemFreeNode(&node, graph, &back, 1, p.dptr), hipSuccess);
    ASSERT_EQ(hipGraphInstantiate(&e, graph, nullptr, nullptr, 0), hipSuccess);
    EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    for (int i = 0; i < 3; ++i) {
        result = 0;
        EXPECT_EQ(hipGraphLaunch(e, nullptr), hipSuccess);
        EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
        EXPECT_EQ(result, 7);
        EXPECT_EQ(figure(hipGraphMemAttrUsedMemCurrent), 0u);
        EXPECT_EQ(figure(hipGraphMemAttrUsedMemHigh), 4u);
    }
    EXPECT_EQ(hipGraphExecDestroy(e), hipSuccess);
    EXPECT_EQ(hipFree(p.dptr), hipErrorInvalidValue);  // it has gone with the graph
    (void)hipGetLastError();
}

TEST(HipGraphs, WithMemoryOfTheirOwnAreInstantiatedOnceAtATime) {
    hipGraph_t graph = nullptr;
    hipGraphNode_t node = nullptr, last = nullptr;
    hipGraphExec_t first = nullptr, second = nullptr;
    hipMemAllocNodeParams p = four_bytes();
    ASSERT_EQ(hipGraphCreate(&graph, 0), hipSuccess);
    ASSERT_EQ(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &p), hipSuccess);
    ASSERT_EQ(hipGraphAddMemFreeNode(&last, graph, &node, 1, p.dptr), hipSuccess);
    ASSERT_EQ(hipGraphInstantiate(&first, graph, nullptr, nullptr, 0), hipSuccess);
    EXPECT_EQ(hipGraphInstantiate(&second, graph, nullptr, nullptr, 0), hipErrorNotSupported);
    EXPECT_EQ(hipGraphExecDestroy(first), hipSuccess);
    EXPECT_EQ(hipGraphInstantiate(&second, graph, nullptr, nullptr, 0), hipSuccess);
    EXPECT_EQ(hipGraphLaunch(second, nullptr), hipSuccess);
    EXPECT_EQ(hipGraphExecDestroy(second), hipSuccess);
    EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
