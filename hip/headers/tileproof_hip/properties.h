// SPDX-License-Identifier: MIT
// The properties of the device: a single device, 64 KiB of shared memory, 1024 threads per block.
//
// The number of multiprocessors is that of the cores that run blocks, so that a grid-stride loop sized by it fits.
#pragma once

#include "tileproof_hip/device_attributes.h"
#include "tileproof_hip/streams.h"
#include "tileproof_hip/threads.h"

TILEPROOF_HIP_BEGIN

// Shared memory per block: 160 KiB of LDS on gfx950, 64 KiB on others.
#ifdef TILEPROOF_GPU_gfx950
inline constexpr std::size_t shared_bytes_of_block = cpu_engine::most_shared_bytes;
#else
inline constexpr std::size_t shared_bytes_of_block = cpu_engine::max_shared_bytes;
#endif

typedef struct hipDeviceArch_t {
    unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1,
        hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1,
        hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1,
        hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1, hasSyncThreadsExt : 1,
        hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
} hipDeviceArch_t;
typedef struct hipUUID {
    char bytes[16];
} hipUUID;
typedef hipUUID hipUUID_t;

typedef struct hipDeviceProp_t {
    hipUUID uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    char name[256];
    std::size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    std::size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    std::size_t totalConstMem;
    int major, minor;
    std::size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
        computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2],
        maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3],
        maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    std::size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
        asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
        persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
        globalL1CacheSupported, localL1CacheSupported;
    std::size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess,
        concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
        cooperativeLaunch, cooperativeMultiDeviceLaunch;
    std::size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
        maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    std::size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported,
        timelineSemaphoreInteropSupported, memoryPoolsSupported;
    char gcnArchName[256];
    std::size_t maxSharedMemoryPerMultiProcessor;
    int clockInstructionRate;
    hipDeviceArch_t arch;
    unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
    int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim,
        cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem,
        isLargeBar, asicRevision;
    int gcnArch;
} hipDeviceProp_t;

typedef enum hipDeviceAttribute_t {
    hipDeviceAttributeMaxThreadsPerBlock,
    hipDeviceAttributeMaxBlockDimX,
    hipDeviceAttributeMaxBlockDimY,
    hipDeviceAttributeMaxBlockDimZ,
    hipDeviceAttributeMaxGridDimX,
    hipDeviceAttributeMaxGridDimY,
    hipDeviceAttributeMaxGridDimZ,
    hipDeviceAttributeMaxSharedMemoryPerBlock,
    hipDeviceAttributeTotalConstantMemory,
    hipDeviceAttributeWarpSize,
    hipDeviceAttributeMaxRegistersPerBlock,
    hipDeviceAttributeClockRate,
    hipDeviceAttributeMemoryClockRate,
    hipDeviceAttributeMemoryBusWidth,
    hipDeviceAttributeMultiprocessorCount,
    hipDeviceAttributeComputeMode,
    hipDeviceAttributeL2CacheSize,
    hipDeviceAttributeMaxThreadsPerMultiProcessor,
    hipDeviceAttributeComputeCapabilityMajor,
    hipDeviceAttributeComputeCapabilityMinor,
    hipDeviceAttributeConcurrentKernels,
    hipDeviceAttributePciBusId,
    hipDeviceAttributePciDeviceId,
    hipDeviceAttributePciDomainID,
    hipDeviceAttributeMaxSharedMemoryPerMultiprocessor,
    hipDeviceAttributeIsMultiGpuBoard,
    hipDeviceAttributeIntegrated,
    hipDeviceAttributeCooperativeLaunch,
    hipDeviceAttributeCooperativeMultiDeviceLaunch,
    hipDeviceAttributeMaxTexture1DWidth,
    hipDeviceAttributeMaxTexture1DLinear,
    hipDeviceAttributeMaxTexture2DWidth,
    hipDeviceAttributeMaxTexture2DHeight,
    hipDeviceAttributeMaxTexture3DWidth,
    hipDeviceAttributeMaxTexture3DHeight,
    hipDeviceAttributeMaxTexture3DDepth,
    hipDeviceAttributeMaxPitch,
    hipDeviceAttributeTextureAlignment,
    hipDeviceAttributeTexturePitchAlignment,
    hipDeviceAttributeKernelExecTimeout,
    hipDeviceAttributeCanMapHostMemory,
    hipDeviceAttributeEccEnabled,
    hipDeviceAttributeAsicRevision,
    hipDeviceAttributeManagedMemory,
    hipDeviceAttributeDirectManagedMemAccessFromHost,
    hipDeviceAttributeConcurrentManagedAccess,
    hipDeviceAttributePageableMemoryAccess,
    hipDeviceAttributePageableMemoryAccessUsesHostPageTables,
    hipDeviceAttributeAsyncEngineCount,
    hipDeviceAttributeUnifiedAddressing,
    hipDeviceAttributeMaxBlocksPerMultiprocessor,
    hipDeviceAttributeMaxRegistersPerMultiprocessor,
    hipDeviceAttributeSharedMemPerBlockOptin,
    hipDeviceAttributeReservedSharedMemPerBlock,
    hipDeviceAttributeStreamPrioritiesSupported,
    hipDeviceAttributeHostNativeAtomicSupported,
    hipDeviceAttributeComputePreemptionSupported,
    hipDeviceAttributeCanUseHostPointerForRegisteredMem,
    hipDeviceAttributeGlobalL1CacheSupported,
    hipDeviceAttributeLocalL1CacheSupported,
    hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
    hipDeviceAttributeSurfaceAlignment,
    hipDeviceAttributeHostRegisterSupported,
    hipDeviceAttributeMemoryPoolsSupported,
    hipDeviceAttributeMaxSharedMemPerBlockOptin,
    hipDeviceAttributeAccessPolicyMaxWindowSize,
    hipDeviceAttributeLuidDeviceNodeMask,
    hipDeviceAttributePhysicalMultiProcessorCount,
    hipDeviceAttributeVirtualMemoryManagementSupported,
    hipDeviceAttributeFineGrainSupport,
    hipDeviceAttributeWallClockRate,
    hipDeviceAttributeImageSupport,
    hipDeviceAttributeMaxAvailableVgprsPerThread,
    hipDeviceAttributeMax
} hipDeviceAttribute_t;

#ifndef TILEPROOF_GPU_NAME
#define TILEPROOF_GPU_NAME "cpu"
#endif

inline hipDeviceProp_t device_properties() {
    hipDeviceProp_t p{};
    std::strcpy(p.name, "tileproof cpu device");
    std::strcpy(p.gcnArchName, TILEPROOF_GPU_NAME);
    p.totalGlobalMem = cpu_engine::memory_total();
    p.sharedMemPerBlock = p.sharedMemPerBlockOptin = shared_bytes_of_block;
    p.sharedMemPerMultiprocessor = p.maxSharedMemoryPerMultiProcessor = shared_bytes_of_block;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = static_cast<int>(warpSize);
    p.memPitch = 0x7fffffff;
    p.maxThreadsPerBlock = p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] = 1024;
    p.maxGridSize[0] = 0x7fffffff;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.clockRate = p.memoryClockRate = 1000000;  // kHz: clock64() counts nanoseconds
    p.clockInstructionRate = 1000000;
    p.totalConstMem = 65536;
    p.major = 9;
    p.textureAlignment = p.texturePitchAlignment = p.surfaceAlignment = 256;
    p.multiProcessorCount = cpu_engine::processor_count();
    p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory =
        p.cooperativeLaunch = 1;
    p.concurrentManagedAccess = p.pageableMemoryAccess = p.hostRegisterSupported =
        p.memoryPoolsSupported = 1;
    p.canUseHostPointerForRegisteredMem = p.hostNativeAtomicSupported =
        p.directManagedMemAccessFromHost = 1;
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported =
        p.integrated = 1;
    p.maxTexture1D = p.maxTexture1DLinear = p.maxTexture2D[0] = p.maxTexture2D[1] = 16384;
    p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
    p.asyncEngineCount = 1;
    p.memoryBusWidth = 64;
    p.l2CacheSize = 1 << 20;
    p.maxThreadsPerMultiProcessor = 1024;
    p.maxBlocksPerMultiProcessor = 1;
    p.singleToDoublePrecisionPerfRatio = 1;
    p.arch = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0};
    return p;
}
inline hipError_t checked_device(int device) {
    return note_error(device == 0 ? hipSuccess : hipErrorInvalidDevice);
}
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* p, int device) {
    if (!p) return note_error(hipErrorInvalidValue);
    if (device == 0) *p = device_properties();
    return checked_device(device);
}
inline hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
    if (device != 0 || !value)
        return note_error(device ? hipErrorInvalidDevice : hipErrorInvalidValue);
    const hipDeviceProp_t p = device_properties();
    switch (attribute) {
#define TILEPROOF_ATTRIBUTE(name, field) \
    case hipDeviceAttribute##name:       \
        return *value = static_cast<int>(p.field), hipSuccess;
        TILEPROOF_DEVICE_ATTRIBUTES(TILEPROOF_ATTRIBUTE)
#undef TILEPROOF_ATTRIBUTE
        case hipDeviceAttributePhysicalMultiProcessorCount:
            return *value = p.multiProcessorCount, hipSuccess;
        case hipDeviceAttributeWallClockRate:
            return *value = 1000000, hipSuccess;
        case hipDeviceAttributeImageSupport:
        case hipDeviceAttributeFineGrainSupport:
            return *value = 1, hipSuccess;
        default:
            return *value = 0, hipSuccess;
    }
}
inline hipError_t hipDeviceGetName(char* name, int bytes, hipDevice_t device) {
    if (!name || bytes <= 0) return note_error(hipErrorInvalidValue);
    std::strncpy(name, "tileproof cpu device", static_cast<std::size_t>(bytes));
    name[bytes - 1] = 0;
    return checked_device(device);
}
inline hipError_t hipDeviceTotalMem(std::size_t* bytes, hipDevice_t device) {
    return *bytes = cpu_engine::memory_total(), checked_device(device);
}
inline hipError_t hipDeviceGet(hipDevice_t* device, int number) {
    return *device = number, checked_device(number);
}
inline hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
    return *major = 9, *minor = 0, checked_device(device);
}
inline hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
    return *uuid = {}, checked_device(device);
}
inline hipError_t hipDeviceGetPCIBusId(char* text, int bytes, int device) {
    if (!text || bytes < 13) return note_error(hipErrorInvalidValue);
    std::strcpy(text, "0000:00:00.0");
    return checked_device(device);
}
inline hipError_t hipDeviceGetByPCIBusId(int* device, const char*) {
    return *device = 0, hipSuccess;
}
inline hipError_t hipChooseDevice(int* device, const hipDeviceProp_t*) {
    return *device = 0, hipSuccess;
}

inline hipError_t hipInit(unsigned) { return hipSuccess; }
inline hipError_t hipDriverGetVersion(int* version) { return *version = 60000000, hipSuccess; }
inline hipError_t hipRuntimeGetVersion(int* version) { return *version = 60000000, hipSuccess; }
inline hipError_t hipDeviceSynchronize() {
    if (cpu_engine::order_here()) cpu_engine::order_here()->host_waits_for_all();
    return hipSuccess;
}
inline hipError_t hipDeviceReset() { return hipDeviceSynchronize(); }
inline hipError_t hipGetDeviceCount(int* count) { return *count = 1, hipSuccess; }
inline hipError_t hipGetDevice(int* device) { return *device = 0, hipSuccess; }
inline hipError_t hipSetDevice(int device) { return checked_device(device); }
inline hipError_t hipSetValidDevices(int*, int) { return hipSuccess; }
inline hipError_t hipSetDeviceFlags(unsigned) { return hipSuccess; }
inline hipError_t hipGetDeviceFlags(unsigned* flags) { return *flags = 0, hipSuccess; }
inline hipError_t hipDeviceSetLimit(hipLimit_t, std::size_t) { return hipSuccess; }
inline hipError_t hipDeviceGetLimit(std::size_t* value, hipLimit_t limit) {
    return *value = limit == hipLimitStackSize ? 1024 : 8u << 20, hipSuccess;
}
inline hipError_t hipDeviceSetCacheConfig(hipFuncCache_t) { return hipSuccess; }
inline hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config) {
    return *config = hipFuncCachePreferNone, hipSuccess;
}
inline hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig) { return hipSuccess; }
inline hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config) {
    return *config = hipSharedMemBankSizeFourByte, hipSuccess;
}
inline hipError_t hipProfilerStart() { return hipSuccess; }
inline hipError_t hipProfilerStop() { return hipSuccess; }

// There is no second device.
inline hipError_t hipDeviceCanAccessPeer(int* can, int, int) { return *can = 0, hipSuccess; }
inline hipError_t hipDeviceEnablePeerAccess(int, unsigned) {
    return note_error(hipErrorInvalidDevice);
}
inline hipError_t hipDeviceDisablePeerAccess(int) {
    return note_error(hipErrorPeerAccessNotEnabled);
}
inline hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr, int, int) {
    return *value = 0, hipSuccess;
}

// Contexts: a single one, always current.
inline hipError_t hipCtxCreate(hipCtx_t* c, unsigned, hipDevice_t) {
    return *c = reinterpret_cast<hipCtx_t>(8), hipSuccess;
}
inline hipError_t hipCtxDestroy(hipCtx_t) { return hipSuccess; }
inline hipError_t hipCtxSetCurrent(hipCtx_t) { return hipSuccess; }
inline hipError_t hipCtxGetCurrent(hipCtx_t* c) {
    return *c = reinterpret_cast<hipCtx_t>(8), hipSuccess;
}
inline hipError_t hipCtxPushCurrent(hipCtx_t) { return hipSuccess; }
inline hipError_t hipCtxPopCurrent(hipCtx_t* c) { return hipCtxGetCurrent(c); }
inline hipError_t hipCtxGetDevice(hipDevice_t* d) { return *d = 0, hipSuccess; }
inline hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }
inline hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* c, hipDevice_t) {
    return hipCtxGetCurrent(c);
}
inline hipError_t hipDevicePrimaryCtxRelease(hipDevice_t) { return hipSuccess; }

TILEPROOF_HIP_END
