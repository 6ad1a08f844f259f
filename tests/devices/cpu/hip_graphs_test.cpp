// SPDX-License-Identifier: MIT
// What graphs allow, beyond running their nodes in order.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <thread>

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
    ASSERT_EQ(
        hipGraphAddMemcpyNode1D(&back, graph, &run, 1, &result, p.dptr, 4, hipMemcpyDeviceToHost),
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

hipMemcpy3DParms row(void* to, void* from, std::size_t bytes, hipMemcpyKind kind) {
    hipMemcpy3DParms p{};
    p.dstPtr = {to, bytes, bytes, 1};
    p.srcPtr = {from, bytes, bytes, 1};
    p.extent = {bytes, 1, 1};
    p.kind = kind;
    return p;
}

TEST(HipGraphs, TakeOnlyCopiesThatCanBeDoneAndKeepTheirDirection) {
    int *device = nullptr, host[4] = {};
    hipGraph_t graph = nullptr, clone = nullptr;
    hipGraphNode_t node = nullptr, flat = nullptr, other = nullptr;
    hipGraphExec_t e = nullptr;
    ASSERT_EQ(hipMalloc(&device, sizeof host), hipSuccess);
    ASSERT_EQ(hipGraphCreate(&graph, 0), hipSuccess);
    constexpr auto down = hipMemcpyHostToDevice, any = hipMemcpyDefault;
    hipMemcpy3DParms p = row(device, host, 16, down), q = row(device, host, 20, down),
                     null = row(nullptr, host, 16, down), turned = row(device, host, 16, any);
    EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &q), hipErrorInvalidValue);
    ASSERT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &p), hipSuccess);
    ASSERT_EQ(hipGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, device, host, 8, down), hipSuccess);
    EXPECT_EQ(hipGraphMemcpyNodeSetParams(node, &null), hipErrorInvalidValue);
    EXPECT_EQ(hipGraphMemcpyNodeSetParams1D(flat, device, device + 1, 8, any),
              hipErrorInvalidValue);
    EXPECT_EQ(hipGraphMemcpyNodeSetParams1D(flat, device, device + 2, 8, any), hipSuccess);
    ASSERT_EQ(hipGraphMemcpyNodeSetParams1D(flat, device, host, 8, down), hipSuccess);
    ASSERT_EQ(hipGraphInstantiate(&e, graph, nullptr, nullptr, 0), hipSuccess);
    EXPECT_EQ(hipGraphExecMemcpyNodeSetParams(e, node, &turned), hipErrorInvalidValue);
    EXPECT_EQ(hipGraphExecMemcpyNodeSetParams(e, node, &p), hipSuccess);
    EXPECT_EQ(hipGraphExecMemcpyNodeSetParams1D(e, flat, device, host, 8, any),
              hipErrorInvalidValue);
    EXPECT_EQ(hipGraphExecMemcpyNodeSetParams1D(e, flat, device, host, 8, down), hipSuccess);
    // A node of a clone is none of the graph that was instantiated.
    ASSERT_EQ(hipGraphClone(&clone, graph), hipSuccess);
    ASSERT_EQ(hipGraphNodeFindInClone(&other, node, clone), hipSuccess);
    EXPECT_EQ(hipGraphNodeSetEnabled(e, other, 0), hipErrorInvalidValue);
    EXPECT_EQ(hipGraphNodeSetEnabled(e, node, 0), hipSuccess);
    EXPECT_EQ(hipGraphExecDestroy(e), hipSuccess);
    EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    EXPECT_EQ(hipGraphDestroy(clone), hipSuccess);
    (void)hipFree(device), (void)hipGetLastError();
}

TEST(HipGraphs, ReleaseNoMoreOfAnObjectThanTheyHold) {
    hipGraph_t graph = nullptr;
    hipUserObject_t object = nullptr;
    static int destroyed = 0;
    ASSERT_EQ(hipGraphCreate(&graph, 0), hipSuccess);
    ASSERT_EQ(hipUserObjectCreate(
                  &object, nullptr, [](void*) { ++destroyed; }, 1, hipUserObjectNoDestructorSync),
              hipSuccess);
    ASSERT_EQ(hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove), hipSuccess);
    EXPECT_EQ(hipGraphReleaseUserObject(graph, object, 2), hipSuccess);
    EXPECT_EQ(destroyed, 0);
    EXPECT_EQ(hipGraphReleaseUserObject(graph, object, 1), hipSuccess);
    EXPECT_EQ(destroyed, 1);
    EXPECT_EQ(hipGraphReleaseUserObject(graph, object, 1), hipSuccess);
    EXPECT_EQ(hipUserObjectRelease(object, 1), hipSuccess);
    EXPECT_EQ(hipUserObjectRelease(nullptr, 1), hipErrorInvalidValue);
    EXPECT_EQ(destroyed, 1);
    EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    (void)hipGetLastError();
}

// What another thread gets.
template <class F>
hipError_t elsewhere(const F& call) {
    hipError_t given{};
    std::thread([&] { given = call(); }).join();
    return given;
}

TEST(HipCaptures, AreInvalidAfterACallThatWaitsAllocatesOrUsesTheDefaultStream) {
    hipStream_t captured = nullptr, other = nullptr;
    int *memory = nullptr, *more = nullptr, value = 0;
    ASSERT_EQ(hipStreamCreate(&captured), hipSuccess);
    ASSERT_EQ(hipStreamCreate(&other), hipSuccess);
    ASSERT_EQ(hipMalloc(&memory, sizeof value), hipSuccess);
    const auto wait = [&] { return hipStreamSynchronize(other); };
    const auto copy = [&] { return hipMemcpy(memory, &value, sizeof value, hipMemcpyDefault); };
    const auto allocate = [&] { return hipMalloc(&more, sizeof value); };
    for (const auto mode : {hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal,
                            hipStreamCaptureModeRelaxed}) {
        const auto expect = [&](const auto& call, hipError_t error, bool stays_valid = false) {
            stays_valid |= error == hipSuccess;
            hipGraph_t graph = nullptr;
            hipStreamCaptureStatus status{};
            ASSERT_EQ(hipStreamBeginCapture(captured, mode), hipSuccess);
            EXPECT_EQ(call(), error) << mode;
            EXPECT_EQ(hipStreamIsCapturing(captured, &status), hipSuccess);
            EXPECT_EQ(status, stays_valid ? hipStreamCaptureStatusActive
                                          : hipStreamCaptureStatusInvalidated)
                << mode;
            EXPECT_EQ(hipMemsetAsync(memory, 0, 4, captured),
                      stays_valid ? hipSuccess : hipErrorStreamCaptureInvalidated);
            EXPECT_EQ(hipStreamEndCapture(captured, &graph),
                      stays_valid ? hipSuccess : hipErrorStreamCaptureInvalidated)
                << mode;
            EXPECT_EQ(graph != nullptr, stays_valid) << mode;
            if (graph) (void)hipGraphDestroy(graph);
            EXPECT_EQ(copy(), hipSuccess) << mode;
            EXPECT_EQ(wait(), hipSuccess) << mode;
        };
        const bool relaxed = mode == hipStreamCaptureModeRelaxed;
        const auto unsupported = relaxed ? hipSuccess : hipErrorStreamCaptureUnsupported;
        const auto implicit = relaxed ? hipSuccess : hipErrorStreamCaptureImplicit;
        const bool global = mode == hipStreamCaptureModeGlobal;
        expect(wait, unsupported);
        expect(copy, implicit);
        expect([&] { return hipMemset(memory, 0, 4); }, implicit);
        expect(allocate, unsupported);
        if (relaxed) (void)hipFree(more);
        expect([] { return hipDeviceSynchronize(); }, hipErrorStreamCaptureUnsupported);
        expect([&] { return hipStreamSynchronize(captured); }, hipErrorStreamCaptureUnsupported);
        expect([&] { return hipStreamQuery(captured); }, hipErrorStreamCaptureUnsupported);
        expect([&] { return hipStreamQuery(other); }, hipSuccess);
        expect([&] { return elsewhere(wait); },
               global ? hipErrorStreamCaptureUnsupported : hipSuccess);
        const auto ask = [] {
            hipStreamCaptureStatus status{};
            return hipStreamIsCapturing(nullptr, &status);
        };
        expect(ask, implicit, true);
        // Copies of memory that is not pinned wait for their own stream only.
        expect([&] { return hipMemcpyAsync(memory, &value, 4, hipMemcpyDefault, other); },
               hipSuccess);
        hipStreamCaptureMode own = hipStreamCaptureModeRelaxed;
        ASSERT_EQ(hipThreadExchangeStreamCaptureMode(&own), hipSuccess);
        expect(copy, hipSuccess);
        ASSERT_EQ(hipThreadExchangeStreamCaptureMode(&own), hipSuccess);
    }
    (void)hipStreamDestroy(captured), (void)hipStreamDestroy(other), (void)hipFree(memory);
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
