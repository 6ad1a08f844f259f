// SPDX-License-Identifier: MIT
// Whatever the arguments of a call of HIP's host interface are, it returns one of HIP's errors, and crashes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <type_traits>

namespace tileproof::devices {
namespace {

// The types and the linkage of ROCm's headers.
static_assert(std::is_same_v<decltype(hipFree), hipError_t(void*)>);
static_assert(std::is_same_v<decltype(static_cast<hipError_t (*)(void**, size_t)>(hipMalloc)),
                             hipError_t (*)(void**, size_t)>);
static_assert(std::is_same_v<decltype(hipStreamAddCallback),
                             hipError_t(hipStream_t, hipStreamCallback_t, void*, unsigned)>);
static_assert(sizeof(hipDeviceProp_t) == 1472 && sizeof(hipIpcMemHandle_t) == 64);
extern "C" hipError_t hipFree(void*);

TEST(HipArguments, ThatAreNullOrInvalidGetTheErrorOfHip) {
    const auto wild = [](auto handle) { return reinterpret_cast<decltype(handle)>(0x1000); };
    int number = 0;
    size_t bytes = 0;
    void* pointer = nullptr;
    float time = 0;
    hipEvent_t event = nullptr;
    hipGraphNode_t node = nullptr;
    hipGraphExec_t executable = nullptr;
    hipFunction_t function = nullptr;
    hipStreamCaptureStatus status{};
    hipGraph_t graph = nullptr;
    hipTextureObject_t texture = nullptr;
    hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    char text[8];
    const hipResourceDesc resource{};
    const hipTextureDesc how{};
    const hipStream_t no_stream = wild(hipStream_t());
    const hipEvent_t no_event = wild(hipEvent_t());
    const hipGraph_t no_graph = wild(hipGraph_t());
    const hipArray_t no_array = wild(hipArray_t());
    const auto no_enumerator = [](auto e) { return static_cast<decltype(e)>(-1); };
    // Objects that live, and some that did.
    hipStream_t capturing = nullptr, forked = nullptr, old_stream = nullptr;
    hipEvent_t fork = nullptr, old_event = nullptr;
    hipGraph_t nodes = nullptr, old_graph = nullptr;
    hipGraphNode_t empty = nullptr;
    hipMemPool_t pool = nullptr;
    hipArray_t square = nullptr, old_array = nullptr;
    hipMipmappedArray_t old_mipmap = nullptr;
    int* memory = nullptr;
    (void)hipMalloc(&memory, 64), (void)hipDeviceGetDefaultMemPool(&pool, 0);
    (void)hipMallocArray(&square, &format, 8, 8), (void)hipMallocArray(&old_array, &format, 8);
    (void)hipMallocMipmappedArray(&old_mipmap, &format, {8, 8, 0}, 2);
    (void)hipStreamCreate(&capturing), (void)hipStreamCreate(&forked);
    (void)hipStreamCreate(&old_stream), (void)hipEventCreate(&fork),
        (void)hipEventCreate(&old_event);
    (void)hipGraphCreate(&nodes, 0), (void)hipGraphCreate(&old_graph, 0);
    (void)hipGraphAddEmptyNode(&empty, nodes, nullptr, 0);
    (void)hipStreamDestroy(old_stream), (void)hipEventDestroy(old_event);
    (void)hipGraphDestroy(old_graph), (void)hipFreeArray(old_array);
    (void)hipFreeMipmappedArray(old_mipmap);
    (void)hipStreamBeginCapture(capturing, hipStreamCaptureModeRelaxed);
    (void)hipEventRecord(fork, capturing), (void)hipStreamWaitEvent(forked, fork, 0);
    (void)hipMemsetAsync(memory, 0, 4, forked);  // and is never waited for
    const hipMemLocation nowhere{hipMemLocationTypeInvalid, 0};
    const auto access = [](int flags) {
        return hipMemAccessDesc{{hipMemLocationTypeDevice, 0},
                                static_cast<hipMemAccessFlags>(flags)};
    };
    const hipMemAccessDesc own[2] = {access(3), access(3)}, none = access(0), odd = access(0xffff);
    hipMemAccessFlags allowed{};
    hipLaunchAttributeValue attribute{};
    hip_Memcpy2D narrow{};
    narrow.srcMemoryType = hipMemoryTypeHost, narrow.srcHost = text, narrow.srcPitch = 2;
    narrow.dstMemoryType = hipMemoryTypeDevice, narrow.dstDevice = memory;
    narrow.WidthInBytes = 4, narrow.Height = 2;
    const HIP_ARRAY3D_DESCRIPTOR flat{8, 0, 8, HIP_AD_FORMAT_FLOAT, 1, hipArrayLayered};
    hipGraphNodeParams no_node{};
    no_node.type = static_cast<hipGraphNodeType>(0x20);
    hipMemsetParams too_wide{memory, 4, 1, 0, 0, 17};
    const std::size_t all = ~std::size_t{0};
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hipError##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(InvalidValue, hipMalloc(static_cast<void**>(nullptr), 4)),
        CALL(InvalidValue, hipFree(&number)),
        CALL(InvalidValue, hipHostMalloc(static_cast<void**>(nullptr), 4)),
        CALL(InvalidValue, hipHostAlloc(&pointer, 4, 999)),
        CALL(InvalidValue, hipHostFree(&number)),
        CALL(InvalidValue, hipMallocPitch(&pointer, nullptr, 4, 4)),
        CALL(InvalidValue, hipMallocManaged(&pointer, 4, 9)),
        CALL(InvalidValue, hipMemcpy(nullptr, &number, 4, hipMemcpyHostToHost)),
        CALL(InvalidValue, hipMemcpy(&number, nullptr, 4, hipMemcpyHostToHost)),
        CALL(InvalidMemcpyDirection,
             hipMemcpy(&number, &number, 4, static_cast<hipMemcpyKind>(77))),
        CALL(InvalidValue, hipMemcpyParam2D(&narrow)),
        CALL(InvalidPitchValue, hipMemcpy2D(text, 1, text + 4, 4, 4, 1, hipMemcpyDefault)),
        CALL(InvalidValue, hipMemset(nullptr, 0, 4)),
        CALL(InvalidValue, hipMemcpy3D(nullptr)),
        CALL(InvalidValue, hipMallocArray(nullptr, &format, 4)),
        CALL(InvalidValue, hipFreeArray(nullptr)),
        CALL(ContextIsDestroyed, hipFreeArray(no_array)),
        CALL(InvalidHandle, hipMemcpy2DToArray(no_array, 0, 0, text, 4, 4, 1, hipMemcpyDefault)),
        CALL(InvalidHandle, hipMemcpy2DFromArray(text, 4, nullptr, 0, 0, 4, 1, hipMemcpyDefault)),
        CALL(InvalidValue, hipMemcpy2DToArray(square, 0, 0, nullptr, 4, 4, 1, hipMemcpyDefault)),
        CALL(InvalidHandle, hipGetChannelDesc(&format, nullptr)),
        CALL(InvalidHandle, hipGetMipmappedArrayLevel(&square, nullptr, 0)),
        CALL(InvalidHandle, hipArrayGetInfo(nullptr, nullptr, nullptr, no_array)),
        CALL(InvalidValue, hipCreateTextureObject(nullptr, &resource, &how, nullptr)),
        CALL(InvalidValue, hipCreateTextureObject(&texture, &resource, &how, nullptr)),
        CALL(InvalidValue, hipDestroyTextureObject(wild(texture))),
        CALL(InvalidValue, hipStreamCreate(nullptr)),
        CALL(ContextIsDestroyed, hipStreamDestroy(no_stream)),
        CALL(InvalidResourceHandle, hipStreamDestroy(nullptr)),
        CALL(ContextIsDestroyed, hipStreamSynchronize(no_stream)),
        CALL(ContextIsDestroyed, hipStreamAttachMemAsync(no_stream, memory, 0)),
        CALL(InvalidValue, hipStreamAttachMemAsync(capturing, memory, 32)),
        CALL(InvalidValue, hipStreamAttachMemAsync(nullptr, memory, 0, hipMemAttachSingle)),
        CALL(InvalidValue, hipStreamGetFlags(nullptr, nullptr)),
        CALL(ContextIsDestroyed, hipStreamIsCapturing(no_stream, &status)),
        CALL(IllegalState, hipStreamEndCapture(nullptr, &graph)),
        CALL(ContextIsDestroyed, hipMemcpyAsync(text, &number, 4, hipMemcpyDefault, no_stream)),
        CALL(InvalidValue, hipEventCreate(nullptr)),
        CALL(InvalidValue, hipEventCreateWithFlags(&event, 0x10)),
        CALL(InvalidHandle, hipEventRecord(no_event, nullptr)),
        CALL(ContextIsDestroyed, hipEventDestroy(no_event)),
        CALL(InvalidHandle, hipEventElapsedTime(&time, no_event, no_event)),
        CALL(InvalidHandle, hipStreamWaitEvent(nullptr, nullptr, 0)),
        CALL(InvalidValue, hipGraphCreate(nullptr, 0)),
        CALL(InvalidValue, hipGraphDestroy(no_graph)),
        CALL(InvalidValue, hipGraphInstantiate(&executable, no_graph, nullptr, nullptr, 0)),
        CALL(InvalidValue, hipGraphLaunch(wild(executable), nullptr)),
        CALL(InvalidValue, hipGraphAddEmptyNode(&node, nullptr, nullptr, 0)),
        CALL(InvalidValue, hipGraphNodeGetType(wild(node), nullptr)),
        CALL(InvalidValue, hipGraphAddNode(&node, nodes, nullptr, 0, &no_node)),
        CALL(InvalidValue, hipGraphAddMemFreeNode(&node, nodes, nullptr, 0, &number)),
        CALL(InvalidValue, hipGraphExecDestroy(nullptr)),
        CALL(InvalidDeviceFunction,
             hipLaunchKernel(&number, dim3(1), dim3(1), nullptr, 0, nullptr)),
        CALL(InvalidDeviceFunction, hipFuncSetCacheConfig(&number, hipFuncCachePreferL1)),
        CALL(InvalidResourceHandle, hipModuleGetFunction(&function, nullptr, "kernel")),
        CALL(InvalidValue, hipModuleLoad(nullptr, "file")),
        CALL(InvalidValue, hipGetDeviceProperties(nullptr, 0)),
        CALL(InvalidDevice, hipDeviceGetAttribute(&number, hipDeviceAttributeWarpSize, 3)),
        CALL(InvalidDevice, hipSetDevice(-1)),
        CALL(InvalidValue, hipGetDeviceCount(nullptr)),
        CALL(InvalidValue, hipMemGetInfo(nullptr, &bytes)),
        CALL(InvalidSymbol, hipGetSymbolSize(&bytes, static_cast<const void*>(&number))),
        CALL(InvalidValue, hipPointerGetAttributes(nullptr, &number)),
        CALL(InvalidValue, hipMemPoolDestroy(wild(hipMemPool_t()))),
        CALL(UnsupportedLimit, hipDeviceGetLimit(&bytes, static_cast<hipLimit_t>(99))),
        CALL(UnsupportedLimit, hipDeviceGetLimit(&bytes, no_enumerator(hipLimitStackSize))),
        CALL(InvalidValue, hipDeviceSetCacheConfig(no_enumerator(hipFuncCachePreferL1))),
        CALL(InvalidValue, hipMemAdvise(memory, 64, no_enumerator(hipMemAdviseSetReadMostly), 0)),
        CALL(InvalidValue, hipMemAdvise(memory, 64, hipMemoryAdvise(0), 0)),  // the first one is 1
        CALL(InvalidValue,
             hipStreamBeginCapture(forked, no_enumerator(hipStreamCaptureModeGlobal))),
        CALL(OutOfMemory, hipMalloc(&pointer, all)),
        CALL(OutOfMemory, hipMallocPitch(&pointer, &bytes, all, 4)),
        CALL(InvalidValue, hipMallocArray(&square, &format, 16385, 4)),
        CALL(InvalidValue, hipArray3DCreate(&square, &flat)),
        CALL(InvalidValue, hipExtMallocWithFlags(&pointer, 4, 9)),
        CALL(InvalidValue, hipHostRegister(wild(&number), 4, 0)),
        CALL(InvalidValue, hipHostGetDevicePointer(&pointer, &number, 0)),
        CALL(InvalidValue, hipMemcpy(memory, wild(&number), 4, hipMemcpyDefault)),
        CALL(InvalidValue, hipMemcpy(memory, text, 65, hipMemcpyDefault)),
        CALL(InvalidValue, hipMemset(memory + 1, 0, 64)),
        CALL(InvalidValue, hipMemsetD32(memory, 0, all / 4 + 1)),
        CALL(InvalidValue, hipMemcpyHtoA(square, 0, text, 33)),
        CALL(InvalidSymbol, hipMemcpyToSymbol(static_cast<const void*>(&number), text, 4)),
        CALL(InvalidResourceHandle,
             hipModuleGetGlobal(&pointer, &bytes, wild(hipModule_t()), "table")),
        CALL(InvalidContext, hipCtxPushCurrent(nullptr)),
        CALL(InvalidDevice, hipMemPoolSetAccess(pool, own, 2)),
        CALL(InvalidDevice, hipMemPoolSetAccess(pool, &none, 1)),
        CALL(InvalidValue, hipMemPoolSetAccess(pool, &odd, 1)),
        CALL(InvalidValue,
             hipMemPoolGetAccess(&allowed, pool, const_cast<hipMemLocation*>(&nowhere))),
        CALL(InvalidValue, hipGraphAddMemsetNode(&node, nodes, nullptr, 0, &too_wide)),
        CALL(InvalidValue,
             hipGraphAddMemcpyNode1D(&node, nodes, nullptr, 0, memory, text, 65, hipMemcpyDefault)),
        CALL(InvalidValue,
             hipGraphKernelNodeGetAttribute(empty, hipLaunchAttributePriority, &attribute)),
        CALL(InvalidValue, hipGraphKernelNodeSetAttribute(
                               nullptr, no_enumerator(hipLaunchAttributePriority), &attribute)),
        CALL(StreamCaptureUnjoined, hipStreamEndCapture(capturing, &graph)),
        CALL(ContextIsDestroyed, hipStreamSynchronize(old_stream)),
        CALL(InvalidHandle, hipEventRecord(old_event, nullptr)),
        CALL(InvalidValue, hipGraphDestroy(old_graph)),
        CALL(ContextIsDestroyed, hipFreeArray(old_array)),
        CALL(ContextIsDestroyed, hipFreeMipmappedArray(old_mipmap)),
#undef CALL
    };
    for (const auto& c : calls)
        EXPECT_EQ(c.given, c.expected) << c.call << " gave " << hipGetErrorName(c.given);
    (void)hipGetLastError(), (void)hipFree(memory), (void)hipFreeArray(square);
    (void)hipGraphDestroy(nodes), (void)hipEventDestroy(fork);
    (void)hipStreamDestroy(capturing), (void)hipStreamDestroy(forked);
}

}  // namespace
}  // namespace tileproof::devices
