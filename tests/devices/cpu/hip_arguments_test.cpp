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
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hipError##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(InvalidValue, hipMalloc(static_cast<void**>(nullptr), 4)),
        CALL(InvalidValue, hipFree(&number)),
        CALL(InvalidValue, hipHostMalloc(static_cast<void**>(nullptr), 4)),
        CALL(InvalidValue, hipHostFree(&number)),
        CALL(InvalidValue, hipMallocPitch(&pointer, nullptr, 4, 4)),
        CALL(InvalidValue, hipMallocManaged(&pointer, 4, 9)),
        CALL(InvalidValue, hipMemcpy(nullptr, &number, 4, hipMemcpyHostToHost)),
        CALL(InvalidValue, hipMemcpy(&number, nullptr, 4, hipMemcpyHostToHost)),
        CALL(InvalidMemcpyDirection,
             hipMemcpy(&number, &number, 4, static_cast<hipMemcpyKind>(77))),
        CALL(InvalidPitchValue, hipMemcpy2D(text, 1, text + 4, 4, 4, 1, hipMemcpyDefault)),
        CALL(InvalidValue, hipMemset(nullptr, 0, 4)),
        CALL(InvalidValue, hipMemcpy3D(nullptr)),
        CALL(InvalidValue, hipMallocArray(nullptr, &format, 4)),
        CALL(InvalidValue, hipFreeArray(nullptr)),
        CALL(ContextIsDestroyed, hipFreeArray(no_array)),
        CALL(InvalidValue, hipMemcpy2DToArray(no_array, 0, 0, text, 4, 4, 1, hipMemcpyDefault)),
        CALL(InvalidHandle, hipArrayGetInfo(nullptr, nullptr, nullptr, no_array)),
        CALL(InvalidValue, hipCreateTextureObject(nullptr, &resource, &how, nullptr)),
        CALL(InvalidValue, hipCreateTextureObject(&texture, &resource, &how, nullptr)),
        CALL(InvalidValue, hipDestroyTextureObject(wild(texture))),
        CALL(InvalidValue, hipStreamCreate(nullptr)),
        CALL(ContextIsDestroyed, hipStreamDestroy(no_stream)),
        CALL(InvalidResourceHandle, hipStreamDestroy(nullptr)),
        CALL(ContextIsDestroyed, hipStreamSynchronize(no_stream)),
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
#undef CALL
    };
    for (const auto& c : calls)
        EXPECT_EQ(c.given, c.expected) << c.call << " gave " << hipGetErrorName(c.given);
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
