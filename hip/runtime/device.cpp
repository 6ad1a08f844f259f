// SPDX-License-Identifier: MIT
// What each device is: 64 KiB of shared memory (160 KiB as gfx950), up to 1024 threads in a block; its limits.
//
// The number of multiprocessors is that of the cores that run blocks, so that a grid-stride loop sized by it fits.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "devices/cpu/launch.hpp"
#include "hip/runtime/under_way.hpp"

namespace tileproof::hip {
namespace {

constexpr const char* device_name = "tileproof cpu device";

hipDeviceProp_t properties(int device) {
    hipDeviceProp_t p{};
    const cpu_engine::compiled_for& t = target();
    std::strcpy(p.name, device_name);
    std::memcpy(p.uuid.bytes, "tileproof cpu  ", 15);
    p.uuid.bytes[15] = static_cast<char>(device);
    p.pciBusID = device;
    std::strncpy(p.gcnArchName, t.gpu, sizeof p.gcnArchName - 1);
    p.totalGlobalMem = cpu_engine::memory_total();
    p.sharedMemPerBlock = p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor =
        p.maxSharedMemoryPerMultiProcessor = t.shared_bytes;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = t.wave ? t.wave : static_cast<int>(cpu_engine::settings().wave_size);
    p.memPitch = 0x7fffffff;
    p.maxThreadsPerBlock = p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] =
        cpu_engine::max_threads_per_block;
    p.maxGridSize[0] = cpu_engine::max_grid_x;
    p.maxGridSize[1] = p.maxGridSize[2] = cpu_engine::max_grid_yz;
    p.clockRate = p.memoryClockRate = p.clockInstructionRate = 1000000;  // kHz: clock64() counts ns
    p.totalConstMem = 65536;
    p.major = 9;
    p.textureAlignment = p.texturePitchAlignment = p.surfaceAlignment = 256;
    p.multiProcessorCount = cpu_engine::processor_count();
    p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory =
        p.cooperativeLaunch = p.concurrentManagedAccess = p.pageableMemoryAccess =
            p.hostRegisterSupported = p.memoryPoolsSupported = p.canUseHostPointerForRegisteredMem =
                p.hostNativeAtomicSupported = p.directManagedMemAccessFromHost =
                    p.streamPrioritiesSupported = p.globalL1CacheSupported =
                        p.localL1CacheSupported = p.integrated = p.asyncEngineCount = 1;
    p.maxTexture1D = p.maxTexture1DLinear = p.maxTexture1DMipmap = p.maxTextureCubemap = 16384;
    std::fill_n(p.maxTexture2D, 2, 16384);
    std::fill_n(p.maxTexture2DLinear, 3, 16384);
    std::fill_n(p.maxTexture3D, 3, 16384);
    p.memoryBusWidth = 64;
    p.l2CacheSize = 1 << 20;
    p.maxThreadsPerMultiProcessor = 1024;
    p.maxBlocksPerMultiProcessor = p.singleToDoublePrecisionPerfRatio = 1;
    p.arch = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0};
    return p;
}

// Stores a value, unless there is no place for it.
template <class T>
hipError_t give(T* to, const T& value) {
    if (!to) return noted(hipErrorInvalidValue);
    return *to = value, hipSuccess;
}
template <class T>
hipError_t give(T* to, const T& value, int device) {
    if (!to) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    return *to = value, hipSuccess;
}
hipError_t one_of(bool known) { return noted(known ? hipSuccess : hipErrorInvalidValue); }

bool is_limit(hipLimit_t l) {
    return is_one_of(l, hipLimitStackSize, hipLimitRange) && l != hipLimitRange;
}
hipFuncCache_t caches[most_devices];
std::size_t limits[hipLimitRange] = {1024, 8u << 20, 8u << 20};

}  // namespace
}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* p, int device) {
    return give(p, properties(device), device);
}
hipError_t hipChooseDeviceR0600(int* device, const hipDeviceProp_tR0600* p) {
    return p ? give(device, 0) : noted(hipErrorInvalidValue);
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
    if (!value) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    const hipDeviceProp_t p = properties(device);
    switch (attribute) {
#define TILEPROOF_ATTRIBUTE(name, field) \
    case hipDeviceAttribute##name:       \
        return *value = static_cast<int>(p.field), hipSuccess;
        TILEPROOF_ATTRIBUTE(MaxThreadsPerBlock, maxThreadsPerBlock)
        TILEPROOF_ATTRIBUTE(MaxBlockDimX, maxThreadsDim[0])
        TILEPROOF_ATTRIBUTE(MaxBlockDimY, maxThreadsDim[1])
        TILEPROOF_ATTRIBUTE(MaxBlockDimZ, maxThreadsDim[2])
        TILEPROOF_ATTRIBUTE(MaxGridDimX, maxGridSize[0])
        TILEPROOF_ATTRIBUTE(MaxGridDimY, maxGridSize[1])
        TILEPROOF_ATTRIBUTE(MaxGridDimZ, maxGridSize[2])
        TILEPROOF_ATTRIBUTE(MaxSharedMemoryPerBlock, sharedMemPerBlock)
        TILEPROOF_ATTRIBUTE(TotalConstantMemory, totalConstMem)
        TILEPROOF_ATTRIBUTE(WarpSize, warpSize)
        TILEPROOF_ATTRIBUTE(MaxRegistersPerBlock, regsPerBlock)
        TILEPROOF_ATTRIBUTE(ClockRate, clockRate)
        TILEPROOF_ATTRIBUTE(MemoryClockRate, memoryClockRate)
        TILEPROOF_ATTRIBUTE(MemoryBusWidth, memoryBusWidth)
        TILEPROOF_ATTRIBUTE(MultiprocessorCount, multiProcessorCount)
        TILEPROOF_ATTRIBUTE(ComputeMode, computeMode)
        TILEPROOF_ATTRIBUTE(L2CacheSize, l2CacheSize)
        TILEPROOF_ATTRIBUTE(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)
        TILEPROOF_ATTRIBUTE(ComputeCapabilityMajor, major)
        TILEPROOF_ATTRIBUTE(ComputeCapabilityMinor, minor)
        TILEPROOF_ATTRIBUTE(ConcurrentKernels, concurrentKernels)
        TILEPROOF_ATTRIBUTE(PciBusId, pciBusID)
        TILEPROOF_ATTRIBUTE(PciDeviceId, pciDeviceID)
        TILEPROOF_ATTRIBUTE(PciDomainID, pciDomainID)
        TILEPROOF_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, maxSharedMemoryPerMultiProcessor)
        TILEPROOF_ATTRIBUTE(IsMultiGpuBoard, isMultiGpuBoard)
        TILEPROOF_ATTRIBUTE(Integrated, integrated)
        TILEPROOF_ATTRIBUTE(CooperativeLaunch, cooperativeLaunch)
        TILEPROOF_ATTRIBUTE(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch)
        TILEPROOF_ATTRIBUTE(MaxTexture1DWidth, maxTexture1D)
        TILEPROOF_ATTRIBUTE(MaxTexture1DLinear, maxTexture1DLinear)
        TILEPROOF_ATTRIBUTE(MaxTexture2DWidth, maxTexture2D[0])
        TILEPROOF_ATTRIBUTE(MaxTexture2DHeight, maxTexture2D[1])
        TILEPROOF_ATTRIBUTE(MaxTexture3DWidth, maxTexture3D[0])
        TILEPROOF_ATTRIBUTE(MaxTexture3DHeight, maxTexture3D[1])
        TILEPROOF_ATTRIBUTE(MaxTexture3DDepth, maxTexture3D[2])
        TILEPROOF_ATTRIBUTE(MaxPitch, memPitch)
        TILEPROOF_ATTRIBUTE(TextureAlignment, textureAlignment)
        TILEPROOF_ATTRIBUTE(TexturePitchAlignment, texturePitchAlignment)
        TILEPROOF_ATTRIBUTE(KernelExecTimeout, kernelExecTimeoutEnabled)
        TILEPROOF_ATTRIBUTE(CanMapHostMemory, canMapHostMemory)
        TILEPROOF_ATTRIBUTE(EccEnabled, ECCEnabled)
        TILEPROOF_ATTRIBUTE(AsicRevision, asicRevision)
        TILEPROOF_ATTRIBUTE(ManagedMemory, managedMemory)
        TILEPROOF_ATTRIBUTE(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost)
        TILEPROOF_ATTRIBUTE(ConcurrentManagedAccess, concurrentManagedAccess)
        TILEPROOF_ATTRIBUTE(PageableMemoryAccess, pageableMemoryAccess)
        TILEPROOF_ATTRIBUTE(PageableMemoryAccessUsesHostPageTables,
                            pageableMemoryAccessUsesHostPageTables)
        TILEPROOF_ATTRIBUTE(AsyncEngineCount, asyncEngineCount)
        TILEPROOF_ATTRIBUTE(UnifiedAddressing, unifiedAddressing)
        TILEPROOF_ATTRIBUTE(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)
        TILEPROOF_ATTRIBUTE(SharedMemPerBlockOptin, sharedMemPerBlockOptin)
        TILEPROOF_ATTRIBUTE(ReservedSharedMemPerBlock, reservedSharedMemPerBlock)
        TILEPROOF_ATTRIBUTE(StreamPrioritiesSupported, streamPrioritiesSupported)
        TILEPROOF_ATTRIBUTE(HostNativeAtomicSupported, hostNativeAtomicSupported)
        TILEPROOF_ATTRIBUTE(ComputePreemptionSupported, computePreemptionSupported)
        TILEPROOF_ATTRIBUTE(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)
        TILEPROOF_ATTRIBUTE(GlobalL1CacheSupported, globalL1CacheSupported)
        TILEPROOF_ATTRIBUTE(LocalL1CacheSupported, localL1CacheSupported)
        TILEPROOF_ATTRIBUTE(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)
        TILEPROOF_ATTRIBUTE(SurfaceAlignment, surfaceAlignment)
        TILEPROOF_ATTRIBUTE(HostRegisterSupported, hostRegisterSupported)
        TILEPROOF_ATTRIBUTE(MemoryPoolsSupported, memoryPoolsSupported)
        TILEPROOF_ATTRIBUTE(AccessPolicyMaxWindowSize, accessPolicyMaxWindowSize)
        TILEPROOF_ATTRIBUTE(LuidDeviceNodeMask, luidDeviceNodeMask)
        TILEPROOF_ATTRIBUTE(SharedMemPerMultiprocessor, sharedMemPerMultiprocessor)
        TILEPROOF_ATTRIBUTE(MaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor)
        TILEPROOF_ATTRIBUTE(TotalGlobalMem, totalGlobalMem)
#undef TILEPROOF_ATTRIBUTE
        case hipDeviceAttributePhysicalMultiProcessorCount:
            return *value = p.multiProcessorCount, hipSuccess;
        case hipDeviceAttributeWallClockRate:
            return *value = 1000000, hipSuccess;
        case hipDeviceAttributeImageSupport:
        case hipDeviceAttributeFineGrainSupport:
        case hipDeviceAttributeCanUseStreamWaitValue:
        case hipDeviceAttributeVirtualMemoryManagementSupported:
            return *value = 1, hipSuccess;
        default:
            if (attribute < 0 || attribute > hipDeviceAttributeVendorSpecificBegin)
                return noted(hipErrorInvalidValue);
            return *value = 0, hipSuccess;
    }
}
hipError_t hipDeviceGetName(char* name, int bytes, hipDevice_t device) {
    if (!name || bytes <= 0) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    const std::size_t n = std::min(std::strlen(device_name), static_cast<std::size_t>(bytes) - 1);
    std::memcpy(name, device_name, n);
    return name[n] = 0, hipSuccess;
}
hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
    return give(bytes, cpu_engine::memory_total(), device);
}
hipError_t hipDeviceGet(hipDevice_t* device, int number) { return give(device, number, number); }
hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
    if (!major || !minor) return noted(hipErrorInvalidValue);
    return *minor = 0, give(major, 9, device);
}
hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
    return give(uuid, properties(device).uuid, device);
}
hipError_t hipDeviceGetPCIBusId(char* text, int bytes, int device) {
    if (!text || bytes <= 0) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    const int length =
        std::snprintf(text, static_cast<std::size_t>(bytes), "0000:%02x:00.0", device);
    return one_of(length < bytes);
}
hipError_t hipDeviceGetByPCIBusId(int* device, const char* id) {
    if (!device || !id) return noted(hipErrorInvalidValue);
    for (int d = 0; d < device_count(); ++d) {
        char text[16];
        if (!hipDeviceGetPCIBusId(text, sizeof text, d) && !std::strcmp(text, id))
            return *device = d, hipSuccess;
    }
    return noted(hipErrorInvalidDevice);
}

hipError_t hipInit(unsigned flags) { return one_of(flags == 0); }
hipError_t hipDriverGetVersion(int* version) { return give(version, 60000000); }
hipError_t hipRuntimeGetVersion(int* version) { return give(version, 60000000); }
hipError_t hipDeviceSynchronize() {
    if (ends_captures()) return noted(hipErrorStreamCaptureUnsupported);
    const hipError_t error = wait_for_all(current_device());
    if (order()) order()->host_waits_for_all();
    return error;
}
hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
    if (!is_limit(limit)) return noted(hipErrorUnsupportedLimit);
    return limits[limit] = value, hipSuccess;
}
hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit) {
    if (!is_limit(limit)) return noted(hipErrorUnsupportedLimit);
    return give(value, limits[limit]);
}
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t c) {
    if (!is_one_of(c, hipFuncCachePreferNone, hipFuncCachePreferEqual)) return one_of(false);
    return caches[current_device()] = c, hipSuccess;
}
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* c) { return give(c, caches[current_device()]); }
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig c) {
    return one_of(is_one_of(c, hipSharedMemBankSizeDefault, hipSharedMemBankSizeEightByte));
}
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* c) {
    return give(c, hipSharedMemBankSizeFourByte);
}
hipError_t hipProfilerStart() { return hipSuccess; }
hipError_t hipProfilerStop() { return hipSuccess; }
