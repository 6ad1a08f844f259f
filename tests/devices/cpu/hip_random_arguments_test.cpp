// SPDX-License-Identifier: MIT
// Calls of HIP's host interface with arguments drawn at random: each returns one of HIP's errors, and crashes nothing.
#include <gtest/gtest.h>
#include <tileproof_hip/api_functions.h>

#include <cstring>
#include <random>
#include <type_traits>

namespace tileproof::devices {
namespace {

// clang-format off
#define FUNCTIONS(X) \
    X(hipInit) X(hipDriverGetVersion) X(hipRuntimeGetVersion) X(hipDeviceGet) \
    X(hipDeviceComputeCapability) X(hipDeviceGetName) X(hipDeviceGetUuid) \
    X(hipDeviceGetP2PAttribute) X(hipDeviceGetPCIBusId) X(hipDeviceGetByPCIBusId) \
    X(hipDeviceTotalMem) X(hipDeviceSynchronize) X(hipDeviceReset) X(hipSetDevice) \
    X(hipSetValidDevices) X(hipGetDevice) X(hipGetDeviceCount) X(hipDeviceGetAttribute) \
    X(hipDeviceGetDefaultMemPool) X(hipDeviceSetMemPool) X(hipDeviceGetMemPool) \
    X(hipGetDevicePropertiesR0600) X(hipDeviceSetCacheConfig) X(hipDeviceGetCacheConfig) \
    X(hipDeviceGetLimit) X(hipDeviceSetLimit) X(hipDeviceGetSharedMemConfig) \
    X(hipGetDeviceFlags) X(hipDeviceSetSharedMemConfig) X(hipSetDeviceFlags) \
    X(hipChooseDeviceR0600) X(hipExtGetLinkTypeAndHopCount) X(hipFuncSetAttribute) \
    X(hipFuncSetCacheConfig) X(hipFuncSetSharedMemConfig) X(hipDrvGetErrorName) \
    X(hipDrvGetErrorString) X(hipStreamCreate) X(hipStreamCreateWithFlags) \
    X(hipStreamCreateWithPriority) X(hipDeviceGetStreamPriorityRange) X(hipStreamDestroy) \
    X(hipStreamQuery) X(hipStreamSynchronize) X(hipStreamWaitEvent) X(hipStreamGetFlags) \
    X(hipStreamGetPriority) X(hipStreamGetDevice) X(hipExtStreamCreateWithCUMask) \
    X(hipExtStreamGetCUMask) X(hipStreamAddCallback) X(hipStreamWaitValue32) \
    X(hipStreamWaitValue64) X(hipStreamWriteValue32) X(hipStreamWriteValue64) \
    X(hipEventCreateWithFlags) X(hipEventCreate) X(hipEventRecord) X(hipEventDestroy) \
    X(hipEventSynchronize) X(hipEventElapsedTime) X(hipEventQuery) X(hipPointerSetAttribute) \
    X(hipPointerGetAttributes) X(hipPointerGetAttribute) X(hipDrvPointerGetAttributes) \
    X(hipMalloc) X(hipExtMallocWithFlags) X(hipMallocHost) X(hipMemAllocHost) X(hipHostMalloc) \
    X(hipExtHostAlloc) X(hipMallocManaged) X(hipMemPrefetchAsync) X(hipMemAdvise) \
    X(hipStreamAttachMemAsync) X(hipMallocAsync) X(hipFreeAsync) X(hipMemPoolTrimTo) \
    X(hipMemPoolSetAttribute) X(hipMemPoolGetAttribute) X(hipMemPoolSetAccess) \
    X(hipMemPoolGetAccess) X(hipMemPoolCreate) X(hipMemPoolDestroy) X(hipMallocFromPoolAsync) \
    X(hipHostAlloc) X(hipHostGetDevicePointer) X(hipHostGetFlags) X(hipHostRegister) \
    X(hipHostUnregister) X(hipMallocPitch) X(hipMemAllocPitch) X(hipFree) X(hipFreeHost) \
    X(hipHostFree) X(hipMemcpy) X(hipMemcpyWithStream) X(hipMemcpyHtoD) X(hipMemcpyDtoH) \
    X(hipMemcpyDtoD) X(hipMemcpyAtoD) X(hipMemcpyDtoA) X(hipMemcpyAtoA) X(hipMemcpyHtoDAsync) \
    X(hipMemcpyDtoHAsync) X(hipMemcpyDtoDAsync) X(hipMemcpyAtoHAsync) X(hipMemcpyHtoAAsync) \
    X(hipModuleGetGlobal) X(hipGetSymbolAddress) X(hipGetSymbolSize) X(hipMemcpyToSymbol) \
    X(hipMemcpyToSymbolAsync) X(hipMemcpyFromSymbol) X(hipMemcpyFromSymbolAsync) \
    X(hipMemcpyAsync) X(hipMemset) X(hipMemsetD8) X(hipMemsetD8Async) X(hipMemsetD16) \
    X(hipMemsetD16Async) X(hipMemsetD32) X(hipMemsetAsync) X(hipMemsetD32Async) X(hipMemset2D) \
    X(hipMemset2DAsync) X(hipMemset3D) X(hipMemset3DAsync) X(hipMemGetInfo) X(hipMemPtrGetInfo) \
    X(hipMallocArray) X(hipArrayCreate) X(hipArrayDestroy) X(hipArray3DCreate) X(hipMalloc3D) \
    X(hipFreeArray) X(hipMalloc3DArray) X(hipArrayGetInfo) X(hipArrayGetDescriptor) \
    X(hipArray3DGetDescriptor) X(hipMemcpy2D) X(hipMemcpyParam2D) X(hipMemcpyParam2DAsync) \
    X(hipMemcpy2DAsync) X(hipMemcpy2DToArray) X(hipMemcpy2DToArrayAsync) \
    X(hipMemcpy2DArrayToArray) X(hipMemcpyToArray) X(hipMemcpyFromArray) X(hipMemcpy2DFromArray) \
    X(hipMemcpy2DFromArrayAsync) X(hipMemcpyAtoH) X(hipMemcpyHtoA) X(hipMemcpy3D) \
    X(hipMemcpy3DAsync) X(hipDrvMemcpy3D) X(hipDrvMemcpy3DAsync) X(hipDeviceCanAccessPeer) \
    X(hipDeviceEnablePeerAccess) X(hipDeviceDisablePeerAccess) X(hipMemGetAddressRange) \
    X(hipMemcpyPeer) X(hipMemcpyPeerAsync) X(hipCtxCreate) X(hipCtxDestroy) X(hipCtxPopCurrent) \
    X(hipCtxPushCurrent) X(hipCtxSetCurrent) X(hipCtxGetCurrent) X(hipCtxGetDevice) \
    X(hipCtxGetApiVersion) X(hipCtxGetCacheConfig) X(hipCtxSetCacheConfig) \
    X(hipCtxSetSharedMemConfig) X(hipCtxGetSharedMemConfig) X(hipCtxSynchronize) \
    X(hipCtxGetFlags) X(hipDevicePrimaryCtxGetState) X(hipDevicePrimaryCtxRelease) \
    X(hipDevicePrimaryCtxRetain) X(hipDevicePrimaryCtxReset) X(hipDevicePrimaryCtxSetFlags) \
    X(hipModuleLoad) X(hipModuleUnload) X(hipModuleGetFunction) X(hipFuncGetAttributes) \
    X(hipFuncGetAttribute) X(hipGetFuncBySymbol) X(hipModuleLoadData) X(hipModuleLoadDataEx) \
    X(hipModuleLaunchKernel) X(hipModuleLaunchCooperativeKernel) X(hipLaunchCooperativeKernel) \
    X(hipLaunchCooperativeKernelMultiDevice) X(hipExtLaunchMultiKernelMultiDevice) \
    X(hipModuleOccupancyMaxPotentialBlockSize) \
    X(hipModuleOccupancyMaxPotentialBlockSizeWithFlags) \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor) \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) \
    X(hipOccupancyMaxActiveBlocksPerMultiprocessor) \
    X(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) \
    X(hipOccupancyMaxPotentialBlockSize) X(hipProfilerStart) X(hipProfilerStop) \
    X(hipLaunchHostFunc) X(hipDrvMemcpy2DUnaligned) X(hipExtLaunchKernel) \
    X(hipCreateTextureObject) X(hipDestroyTextureObject) X(hipGetChannelDesc) \
    X(hipGetTextureObjectResourceDesc) X(hipGetTextureObjectResourceViewDesc) \
    X(hipGetTextureObjectTextureDesc) X(hipTexObjectCreate) X(hipTexObjectDestroy) \
    X(hipMallocMipmappedArray) X(hipFreeMipmappedArray) X(hipGetMipmappedArrayLevel) \
    X(hipMipmappedArrayCreate) X(hipMipmappedArrayDestroy) X(hipMipmappedArrayGetLevel) \
    X(hipStreamBeginCapture) X(hipStreamBeginCaptureToGraph) X(hipStreamEndCapture) \
    X(hipStreamGetCaptureInfo) X(hipStreamGetCaptureInfo_v2) X(hipStreamIsCapturing) \
    X(hipStreamUpdateCaptureDependencies) X(hipThreadExchangeStreamCaptureMode) \
    X(hipGraphCreate) X(hipGraphDestroy) X(hipGraphAddDependencies) \
    X(hipGraphRemoveDependencies) X(hipGraphGetEdges) X(hipGraphGetNodes) \
    X(hipGraphGetRootNodes) X(hipGraphNodeGetDependencies) X(hipGraphNodeGetDependentNodes) \
    X(hipGraphNodeGetType) X(hipGraphDestroyNode) X(hipGraphClone) X(hipGraphNodeFindInClone) \
    X(hipGraphInstantiate) X(hipGraphInstantiateWithFlags) X(hipGraphInstantiateWithParams) \
    X(hipGraphLaunch) X(hipGraphUpload) X(hipGraphAddNode) X(hipGraphExecGetFlags) \
    X(hipGraphNodeSetParams) X(hipGraphExecNodeSetParams) X(hipGraphExecDestroy) \
    X(hipGraphExecUpdate) X(hipGraphAddKernelNode) X(hipGraphKernelNodeGetParams) \
    X(hipGraphKernelNodeSetParams) X(hipGraphExecKernelNodeSetParams) \
    X(hipDrvGraphAddMemcpyNode) X(hipGraphAddMemcpyNode) X(hipGraphMemcpyNodeGetParams) \
    X(hipGraphMemcpyNodeSetParams) X(hipGraphExecMemcpyNodeSetParams) X(hipGraphAddMemcpyNode1D) \
    X(hipGraphMemcpyNodeSetParams1D) X(hipGraphExecMemcpyNodeSetParams1D) \
    X(hipGraphAddMemcpyNodeFromSymbol) X(hipGraphMemcpyNodeSetParamsFromSymbol) \
    X(hipGraphExecMemcpyNodeSetParamsFromSymbol) X(hipGraphAddMemcpyNodeToSymbol) \
    X(hipGraphMemcpyNodeSetParamsToSymbol) X(hipGraphExecMemcpyNodeSetParamsToSymbol) \
    X(hipGraphAddMemsetNode) X(hipGraphMemsetNodeGetParams) X(hipGraphMemsetNodeSetParams) \
    X(hipGraphExecMemsetNodeSetParams) X(hipGraphAddHostNode) X(hipGraphHostNodeGetParams) \
    X(hipGraphHostNodeSetParams) X(hipGraphExecHostNodeSetParams) X(hipGraphAddChildGraphNode) \
    X(hipGraphChildGraphNodeGetGraph) X(hipGraphExecChildGraphNodeSetParams) \
    X(hipGraphAddEmptyNode) X(hipGraphAddEventRecordNode) X(hipGraphEventRecordNodeGetEvent) \
    X(hipGraphEventRecordNodeSetEvent) X(hipGraphExecEventRecordNodeSetEvent) \
    X(hipGraphAddEventWaitNode) X(hipGraphEventWaitNodeGetEvent) \
    X(hipGraphEventWaitNodeSetEvent) X(hipGraphExecEventWaitNodeSetEvent) \
    X(hipGraphAddMemAllocNode) X(hipGraphMemAllocNodeGetParams) X(hipGraphAddMemFreeNode) \
    X(hipGraphMemFreeNodeGetParams) X(hipDeviceGetGraphMemAttribute) \
    X(hipDeviceSetGraphMemAttribute) X(hipDeviceGraphMemTrim) X(hipUserObjectCreate) \
    X(hipUserObjectRelease) X(hipUserObjectRetain) X(hipGraphRetainUserObject) \
    X(hipGraphReleaseUserObject) X(hipGraphDebugDotPrint) X(hipGraphNodeSetEnabled) \
    X(hipGraphNodeGetEnabled) X(hipDrvGraphMemcpyNodeGetParams) \
    X(hipDrvGraphMemcpyNodeSetParams) X(hipDrvGraphAddMemsetNode) X(hipDrvGraphAddMemFreeNode) \
    X(hipDrvGraphExecMemcpyNodeSetParams) X(hipDrvGraphExecMemsetNodeSetParams) \
    X(hipCreateSurfaceObject) X(hipDestroySurfaceObject) X(hipEventRecordWithFlags) \
    X(hipExtModuleLaunchKernel)
// clang-format on

alignas(16) char scratch[4096];
void does_nothing(void*) {}
void calls_back(hipStream_t, hipError_t, void*) {}

// A null pointer, a pointer to memory that holds nothing of the kind, a small number.
template <class T>
T drawn(std::mt19937& random) {
    const unsigned n = random() % 4;
    if constexpr (std::is_same_v<T, hipHostFn_t>)
        return n ? does_nothing : nullptr;
    else if constexpr (std::is_same_v<T, hipStreamCallback_t>)
        return n ? calls_back : nullptr;
    else if constexpr (std::is_pointer_v<T>)
        return n ? reinterpret_cast<T>(scratch + 64 * n) : nullptr;
    else if constexpr (std::is_enum_v<T>)
        return static_cast<T>(random() % 3 ? random() % 5 : 1000);
    else if constexpr (std::is_arithmetic_v<T>)
        return static_cast<T>(random() % 17);
    else
        return T{};
}
template <class... A>
void call(hipError_t (*f)(A...), const char* name, std::mt19937& random) {
    std::memset(scratch, 0, sizeof scratch);
    const hipError_t e = f(drawn<A>(random)...);
    EXPECT_STRNE(hipGetErrorString(e), "an unknown error") << name << " gave " << e;
    // Pools and contexts of the device are found again whatever else was given.
    hipMemPool_t pool = nullptr;
    EXPECT_EQ(hipDeviceGetDefaultMemPool(&pool, 0), hipSuccess) << name;
}

TEST(HipInterface, TakesAnyArguments) {
    std::mt19937 random(2026);
    for (int turn = 0; turn < 20; ++turn) {
#define X(name) call(name, #name, random);
        FUNCTIONS(X)
#undef X
    }
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
