// SPDX-License-Identifier: MIT
// Handles, structures and constants of the host side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "devices/cpu/hip_state.hpp"
#include "tileproof_hip/errors.h"
#include "tileproof_hip/vector_types.h"

TILEPROOF_HIP_BEGIN

typedef struct tileproof::cpu_engine::stream_state ihipStream_t;
typedef ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;
typedef tileproof::cpu_engine::graph_state* hipGraph_t;
typedef tileproof::cpu_engine::executable_graph* hipGraphExec_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef int hipDevice_t;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipModule_t* hipModule_t;
typedef const struct tileproof::cpu_engine::kernel_record* hipFunction_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
typedef void* hipDeviceptr_t;
typedef void (*hipStreamCallback_t)(hipStream_t, hipError_t, void*);
typedef void (*hipHostFn_t)(void*);

typedef enum hipMemcpyKind {
    hipMemcpyHostToHost = 0,
    hipMemcpyHostToDevice = 1,
    hipMemcpyDeviceToHost = 2,
    hipMemcpyDeviceToDevice = 3,
    hipMemcpyDefault = 4,
    hipMemcpyDeviceToDeviceNoCU = 1024
} hipMemcpyKind;
typedef enum hipMemoryType {
    hipMemoryTypeUnregistered = 0,
    hipMemoryTypeHost = 1,
    hipMemoryTypeDevice = 2,
    hipMemoryTypeManaged = 3,
    hipMemoryTypeArray = 10,
    hipMemoryTypeUnified = 11
} hipMemoryType;
typedef struct hipPointerAttribute_t {
    union {
        hipMemoryType type;
        hipMemoryType memoryType;
    };
    int device;
    void* devicePointer;
    void* hostPointer;
    int isManaged;
    unsigned allocationFlags;
} hipPointerAttribute_t;
typedef enum hipFuncCache_t {
    hipFuncCachePreferNone,
    hipFuncCachePreferShared,
    hipFuncCachePreferL1,
    hipFuncCachePreferEqual
} hipFuncCache_t;
typedef enum hipSharedMemConfig {
    hipSharedMemBankSizeDefault,
    hipSharedMemBankSizeFourByte,
    hipSharedMemBankSizeEightByte
} hipSharedMemConfig;
typedef enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    hipFuncAttributePreferredSharedMemoryCarveout = 9,
    hipFuncAttributeMax
} hipFuncAttribute;
typedef struct hipFuncAttributes {
    int binaryVersion, cacheModeCA;
    std::size_t constSizeBytes, localSizeBytes;
    int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
    std::size_t sharedSizeBytes;
} hipFuncAttributes;
enum hipLimit_t {
    hipLimitStackSize,
    hipLimitPrintfFifoSize,
    hipLimitMallocHeapSize,
    hipLimitRange
};
typedef enum hipMemoryAdvise {
    hipMemAdviseSetReadMostly = 1,
    hipMemAdviseUnsetReadMostly,
    hipMemAdviseSetPreferredLocation,
    hipMemAdviseUnsetPreferredLocation,
    hipMemAdviseSetAccessedBy,
    hipMemAdviseUnsetAccessedBy,
    hipMemAdviseSetCoarseGrain = 100,
    hipMemAdviseUnsetCoarseGrain
} hipMemoryAdvise;
typedef enum hipStreamCaptureMode {
    hipStreamCaptureModeGlobal,
    hipStreamCaptureModeThreadLocal,
    hipStreamCaptureModeRelaxed
} hipStreamCaptureMode;
typedef enum hipStreamCaptureStatus {
    hipStreamCaptureStatusNone,
    hipStreamCaptureStatusActive,
    hipStreamCaptureStatusInvalidated
} hipStreamCaptureStatus;
enum hipComputeMode {
    hipComputeModeDefault,
    hipComputeModeExclusive,
    hipComputeModeProhibited,
    hipComputeModeExclusiveProcess
};
typedef enum hipDeviceP2PAttr {
    hipDevP2PAttrPerformanceRank,
    hipDevP2PAttrAccessSupported,
    hipDevP2PAttrNativeAtomicSupported,
    hipDevP2PAttrHipArrayAccessSupported
} hipDeviceP2PAttr;

// Literals, as in HIP: hipStreamDefault is also used as a stream, and 0 is a null pointer.
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipEventDefault 0
#define hipEventBlockingSync 1
#define hipEventDisableTiming 2
#define hipEventInterprocess 4
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipEventRecordDefault 0
#define hipEventRecordExternal 1
#define hipEventWaitDefault 0
#define hipHostMallocDefault 0
#define hipHostMallocPortable 1
#define hipHostMallocMapped 2
#define hipHostMallocWriteCombined 4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostAllocDefault 0
#define hipHostAllocPortable 1
#define hipHostAllocMapped 2
#define hipHostAllocWriteCombined 4
#define hipHostRegisterDefault 0
#define hipHostRegisterPortable 1
#define hipHostRegisterMapped 2
#define hipHostRegisterIoMemory 4
#define hipHostRegisterReadOnly 8
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipMemAttachSingle 4
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleSpin 1
#define hipDeviceScheduleYield 2
#define hipDeviceScheduleBlockingSync 4
#define hipDeviceScheduleMask 7
#define hipDeviceMapHost 8
#define hipDeviceLmemResizeToMax 16
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipMallocSignalMemory 2
#define hipDeviceMallocUncached 3
#define hipOccupancyDefault 0
#define hipOccupancyDisableCachingOverride 1
#define hipCooperativeLaunchMultiDeviceNoPreSync 1
#define hipCooperativeLaunchMultiDeviceNoPostSync 2
#define hipStreamPerThread (reinterpret_cast<hipStream_t>(2))
#define hipStreamLegacy (reinterpret_cast<hipStream_t>(1))
#define hipCpuDeviceId (-1)
#define hipInvalidDeviceId (-2)

// The location of the call, for reports about it.
#define TILEPROOF_CALLER \
    ::tileproof::cpu_engine::caller from_ = {__builtin_FILE(), __builtin_LINE()}

// Runs f now, or stores it in the graph for which the stream is being captured.
template <class F>
class work_of : public tileproof::cpu_engine::work {
  public:
    explicit work_of(const F& f) : f_(f) {}
    int run() override { return static_cast<int>(f_()); }

  private:
    F f_;
};
template <class F>
hipError_t on_stream(hipStream_t stream, cpu_engine::caller at, const F& f) {
    if (!cpu_engine::is_stream(stream)) return note_error(hipErrorInvalidHandle);
    if (cpu_engine::capturing(stream)) {
        cpu_engine::record(stream, new work_of<F>(f));
        return hipSuccess;
    }
    const cpu_engine::of_stream work(cpu_engine::order_here(), stream, at);
    return f();
}
inline hipError_t noted(hipError_t error, const char* call, cpu_engine::caller from) {
    if (error != hipSuccess && cpu_engine::watching_host())
        cpu_engine::watching_host()->failed(call, static_cast<int>(error), from);
    return note_error(error);
}

TILEPROOF_HIP_END
