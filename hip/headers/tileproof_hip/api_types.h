// SPDX-License-Identifier: MIT
// The types and constants of HIP's host interface, with the values and the memory layout of HIP 6: objects that another compiler
// made with ROCm's headers can be linked.
//
//   hipErrorInvalidValue is 1; sizeof(hipIpcMemHandle_t) is 64; hipArray_t, hipStream_t, hipEvent_t, ... are opaque
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include "devices/cpu/index.hpp"
using tileproof::hip_types::dim3;
#else
typedef struct dim3 {
    uint32_t x, y, z;
} dim3;
#endif

// clang-format off
enum { HIP_SUCCESS, HIP_ERROR_INVALID_VALUE, HIP_ERROR_NOT_INITIALIZED, HIP_ERROR_LAUNCH_OUT_OF_RESOURCES };
typedef enum hipMemoryType { hipMemoryTypeUnregistered, hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeManaged,
    hipMemoryTypeArray = 10, hipMemoryTypeUnified } hipMemoryType;
typedef enum hipError_t { hipSuccess, hipErrorInvalidValue, hipErrorOutOfMemory, hipErrorMemoryAllocation = 2,
    hipErrorNotInitialized, hipErrorInitializationError = 3, hipErrorDeinitialized, hipErrorProfilerDisabled,
    hipErrorProfilerNotInitialized, hipErrorProfilerAlreadyStarted, hipErrorProfilerAlreadyStopped,
    hipErrorInvalidConfiguration, hipErrorInvalidPitchValue = 12, hipErrorInvalidSymbol, hipErrorInvalidDevicePointer = 17,
    hipErrorInvalidMemcpyDirection = 21, hipErrorInsufficientDriver = 35, hipErrorMissingConfiguration = 52,
    hipErrorPriorLaunchFailure, hipErrorInvalidDeviceFunction = 98, hipErrorNoDevice = 100, hipErrorInvalidDevice,
    hipErrorInvalidImage = 200, hipErrorInvalidContext, hipErrorContextAlreadyCurrent, hipErrorMapFailed = 205,
    hipErrorMapBufferObjectFailed = 205, hipErrorUnmapFailed, hipErrorArrayIsMapped, hipErrorAlreadyMapped,
    hipErrorNoBinaryForGpu, hipErrorAlreadyAcquired, hipErrorNotMapped, hipErrorNotMappedAsArray, hipErrorNotMappedAsPointer,
    hipErrorECCNotCorrectable, hipErrorUnsupportedLimit, hipErrorContextAlreadyInUse, hipErrorPeerAccessUnsupported,
    hipErrorInvalidKernelFile, hipErrorInvalidGraphicsContext, hipErrorInvalidSource = 300, hipErrorFileNotFound,
    hipErrorSharedObjectSymbolNotFound, hipErrorSharedObjectInitFailed, hipErrorOperatingSystem, hipErrorInvalidHandle = 400,
    hipErrorInvalidResourceHandle = 400, hipErrorIllegalState, hipErrorNotFound = 500, hipErrorNotReady = 600,
    hipErrorIllegalAddress = 700, hipErrorLaunchOutOfResources, hipErrorLaunchTimeOut, hipErrorPeerAccessAlreadyEnabled = 704,
    hipErrorPeerAccessNotEnabled, hipErrorSetOnActiveProcess = 708, hipErrorContextIsDestroyed, hipErrorAssert,
    hipErrorHostMemoryAlreadyRegistered = 712, hipErrorHostMemoryNotRegistered, hipErrorLaunchFailure = 719,
    hipErrorCooperativeLaunchTooLarge, hipErrorNotSupported = 801, hipErrorStreamCaptureUnsupported = 900,
    hipErrorStreamCaptureInvalidated, hipErrorStreamCaptureMerge, hipErrorStreamCaptureUnmatched, hipErrorStreamCaptureUnjoined,
    hipErrorStreamCaptureIsolation, hipErrorStreamCaptureImplicit, hipErrorCapturedEvent, hipErrorStreamCaptureWrongThread,
    hipErrorGraphExecUpdateFailure = 910, hipErrorInvalidChannelDescriptor, hipErrorInvalidTexture, hipErrorUnknown = 999,
    hipErrorRuntimeMemory = 1052, hipErrorRuntimeOther, hipErrorTbd } hipError_t;
typedef enum hipDeviceAttribute_t { hipDeviceAttributeCudaCompatibleBegin, hipDeviceAttributeEccEnabled = 0,
    hipDeviceAttributeAccessPolicyMaxWindowSize, hipDeviceAttributeAsyncEngineCount, hipDeviceAttributeCanMapHostMemory,
    hipDeviceAttributeCanUseHostPointerForRegisteredMem, hipDeviceAttributeClockRate, hipDeviceAttributeComputeMode,
    hipDeviceAttributeComputePreemptionSupported, hipDeviceAttributeConcurrentKernels,
    hipDeviceAttributeConcurrentManagedAccess, hipDeviceAttributeCooperativeLaunch,
    hipDeviceAttributeCooperativeMultiDeviceLaunch, hipDeviceAttributeDeviceOverlap,
    hipDeviceAttributeDirectManagedMemAccessFromHost, hipDeviceAttributeGlobalL1CacheSupported,
    hipDeviceAttributeHostNativeAtomicSupported, hipDeviceAttributeIntegrated, hipDeviceAttributeIsMultiGpuBoard,
    hipDeviceAttributeKernelExecTimeout, hipDeviceAttributeL2CacheSize, hipDeviceAttributeLocalL1CacheSupported,
    hipDeviceAttributeLuid, hipDeviceAttributeLuidDeviceNodeMask, hipDeviceAttributeComputeCapabilityMajor,
    hipDeviceAttributeManagedMemory, hipDeviceAttributeMaxBlocksPerMultiProcessor, hipDeviceAttributeMaxBlockDimX,
    hipDeviceAttributeMaxBlockDimY, hipDeviceAttributeMaxBlockDimZ, hipDeviceAttributeMaxGridDimX,
    hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ, hipDeviceAttributeMaxSurface1D,
    hipDeviceAttributeMaxSurface1DLayered, hipDeviceAttributeMaxSurface2D, hipDeviceAttributeMaxSurface2DLayered,
    hipDeviceAttributeMaxSurface3D, hipDeviceAttributeMaxSurfaceCubemap, hipDeviceAttributeMaxSurfaceCubemapLayered,
    hipDeviceAttributeMaxTexture1DWidth, hipDeviceAttributeMaxTexture1DLayered, hipDeviceAttributeMaxTexture1DLinear,
    hipDeviceAttributeMaxTexture1DMipmap, hipDeviceAttributeMaxTexture2DWidth, hipDeviceAttributeMaxTexture2DHeight,
    hipDeviceAttributeMaxTexture2DGather, hipDeviceAttributeMaxTexture2DLayered, hipDeviceAttributeMaxTexture2DLinear,
    hipDeviceAttributeMaxTexture2DMipmap, hipDeviceAttributeMaxTexture3DWidth, hipDeviceAttributeMaxTexture3DHeight,
    hipDeviceAttributeMaxTexture3DDepth, hipDeviceAttributeMaxTexture3DAlt, hipDeviceAttributeMaxTextureCubemap,
    hipDeviceAttributeMaxTextureCubemapLayered, hipDeviceAttributeMaxThreadsDim, hipDeviceAttributeMaxThreadsPerBlock,
    hipDeviceAttributeMaxThreadsPerMultiProcessor, hipDeviceAttributeMaxPitch, hipDeviceAttributeMemoryBusWidth,
    hipDeviceAttributeMemoryClockRate, hipDeviceAttributeComputeCapabilityMinor, hipDeviceAttributeMultiGpuBoardGroupID,
    hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeUnused1, hipDeviceAttributePageableMemoryAccess,
    hipDeviceAttributePageableMemoryAccessUsesHostPageTables, hipDeviceAttributePciBusId, hipDeviceAttributePciDeviceId,
    hipDeviceAttributePciDomainID, hipDeviceAttributePersistingL2CacheMaxSize, hipDeviceAttributeMaxRegistersPerBlock,
    hipDeviceAttributeMaxRegistersPerMultiprocessor, hipDeviceAttributeReservedSharedMemPerBlock,
    hipDeviceAttributeMaxSharedMemoryPerBlock, hipDeviceAttributeSharedMemPerBlockOptin,
    hipDeviceAttributeSharedMemPerMultiprocessor, hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
    hipDeviceAttributeStreamPrioritiesSupported, hipDeviceAttributeSurfaceAlignment, hipDeviceAttributeTccDriver,
    hipDeviceAttributeTextureAlignment, hipDeviceAttributeTexturePitchAlignment, hipDeviceAttributeTotalConstantMemory,
    hipDeviceAttributeTotalGlobalMem, hipDeviceAttributeUnifiedAddressing, hipDeviceAttributeUnused2,
    hipDeviceAttributeWarpSize, hipDeviceAttributeMemoryPoolsSupported, hipDeviceAttributeVirtualMemoryManagementSupported,
    hipDeviceAttributeHostRegisterSupported, hipDeviceAttributeMemoryPoolSupportedHandleTypes,
    hipDeviceAttributeCudaCompatibleEnd = 9999, hipDeviceAttributeAmdSpecificBegin, hipDeviceAttributeClockInstructionRate =
    10000, hipDeviceAttributeUnused3, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, hipDeviceAttributeUnused4,
    hipDeviceAttributeUnused5, hipDeviceAttributeHdpMemFlushCntl, hipDeviceAttributeHdpRegFlushCntl,
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc, hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim,
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim, hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem,
    hipDeviceAttributeIsLargeBar, hipDeviceAttributeAsicRevision, hipDeviceAttributeCanUseStreamWaitValue,
    hipDeviceAttributeImageSupport, hipDeviceAttributePhysicalMultiProcessorCount, hipDeviceAttributeFineGrainSupport,
    hipDeviceAttributeWallClockRate, hipDeviceAttributeAmdSpecificEnd = 19999, hipDeviceAttributeVendorSpecificBegin }
    hipDeviceAttribute_t;
typedef enum hipDriverProcAddressQueryResult { HIP_GET_PROC_ADDRESS_SUCCESS, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT } hipDriverProcAddressQueryResult;
typedef enum hipComputeMode { hipComputeModeDefault, hipComputeModeExclusive, hipComputeModeProhibited,
    hipComputeModeExclusiveProcess } hipComputeMode;
typedef enum hipFlushGPUDirectRDMAWritesOptions { hipFlushGPUDirectRDMAWritesOptionHost = 1,
    hipFlushGPUDirectRDMAWritesOptionMemOps } hipFlushGPUDirectRDMAWritesOptions;
typedef enum hipGPUDirectRDMAWritesOrdering { hipGPUDirectRDMAWritesOrderingNone, hipGPUDirectRDMAWritesOrderingOwner = 100,
    hipGPUDirectRDMAWritesOrderingAllDevices = 200 } hipGPUDirectRDMAWritesOrdering;
typedef enum hipChannelFormatKind { hipChannelFormatKindSigned, hipChannelFormatKindUnsigned, hipChannelFormatKindFloat,
    hipChannelFormatKindNone } hipChannelFormatKind;
typedef enum hipArray_Format { HIP_AD_FORMAT_UNSIGNED_INT8 = 1, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32,
    HIP_AD_FORMAT_SIGNED_INT8 = 8, HIP_AD_FORMAT_SIGNED_INT16, HIP_AD_FORMAT_SIGNED_INT32, HIP_AD_FORMAT_HALF = 16,
    HIP_AD_FORMAT_FLOAT = 32 } hipArray_Format;
typedef enum hipResourceType { hipResourceTypeArray, hipResourceTypeMipmappedArray, hipResourceTypeLinear,
    hipResourceTypePitch2D } hipResourceType;
typedef enum HIPresourcetype_enum { HIP_RESOURCE_TYPE_ARRAY, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY, HIP_RESOURCE_TYPE_LINEAR,
    HIP_RESOURCE_TYPE_PITCH2D } HIPresourcetype, hipResourcetype;
typedef enum HIPaddress_mode_enum { HIP_TR_ADDRESS_MODE_WRAP, HIP_TR_ADDRESS_MODE_CLAMP, HIP_TR_ADDRESS_MODE_MIRROR,
    HIP_TR_ADDRESS_MODE_BORDER } HIPaddress_mode;
typedef enum HIPfilter_mode_enum { HIP_TR_FILTER_MODE_POINT, HIP_TR_FILTER_MODE_LINEAR } HIPfilter_mode;
typedef enum hipResourceViewFormat { hipResViewFormatNone, hipResViewFormatUnsignedChar1, hipResViewFormatUnsignedChar2,
    hipResViewFormatUnsignedChar4, hipResViewFormatSignedChar1, hipResViewFormatSignedChar2, hipResViewFormatSignedChar4,
    hipResViewFormatUnsignedShort1, hipResViewFormatUnsignedShort2, hipResViewFormatUnsignedShort4,
    hipResViewFormatSignedShort1, hipResViewFormatSignedShort2, hipResViewFormatSignedShort4, hipResViewFormatUnsignedInt1,
    hipResViewFormatUnsignedInt2, hipResViewFormatUnsignedInt4, hipResViewFormatSignedInt1, hipResViewFormatSignedInt2,
    hipResViewFormatSignedInt4, hipResViewFormatHalf1, hipResViewFormatHalf2, hipResViewFormatHalf4, hipResViewFormatFloat1,
    hipResViewFormatFloat2, hipResViewFormatFloat4, hipResViewFormatUnsignedBlockCompressed1,
    hipResViewFormatUnsignedBlockCompressed2, hipResViewFormatUnsignedBlockCompressed3,
    hipResViewFormatUnsignedBlockCompressed4, hipResViewFormatSignedBlockCompressed4, hipResViewFormatUnsignedBlockCompressed5,
    hipResViewFormatSignedBlockCompressed5, hipResViewFormatUnsignedBlockCompressed6H, hipResViewFormatSignedBlockCompressed6H,
    hipResViewFormatUnsignedBlockCompressed7 } hipResourceViewFormat;
typedef enum HIPresourceViewFormat_enum { HIP_RES_VIEW_FORMAT_NONE, HIP_RES_VIEW_FORMAT_UINT_1X8, HIP_RES_VIEW_FORMAT_UINT_2X8,
    HIP_RES_VIEW_FORMAT_UINT_4X8, HIP_RES_VIEW_FORMAT_SINT_1X8, HIP_RES_VIEW_FORMAT_SINT_2X8, HIP_RES_VIEW_FORMAT_SINT_4X8,
    HIP_RES_VIEW_FORMAT_UINT_1X16, HIP_RES_VIEW_FORMAT_UINT_2X16, HIP_RES_VIEW_FORMAT_UINT_4X16, HIP_RES_VIEW_FORMAT_SINT_1X16,
    HIP_RES_VIEW_FORMAT_SINT_2X16, HIP_RES_VIEW_FORMAT_SINT_4X16, HIP_RES_VIEW_FORMAT_UINT_1X32, HIP_RES_VIEW_FORMAT_UINT_2X32,
    HIP_RES_VIEW_FORMAT_UINT_4X32, HIP_RES_VIEW_FORMAT_SINT_1X32, HIP_RES_VIEW_FORMAT_SINT_2X32, HIP_RES_VIEW_FORMAT_SINT_4X32,
    HIP_RES_VIEW_FORMAT_FLOAT_1X16, HIP_RES_VIEW_FORMAT_FLOAT_2X16, HIP_RES_VIEW_FORMAT_FLOAT_4X16,
    HIP_RES_VIEW_FORMAT_FLOAT_1X32, HIP_RES_VIEW_FORMAT_FLOAT_2X32, HIP_RES_VIEW_FORMAT_FLOAT_4X32,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC1, HIP_RES_VIEW_FORMAT_UNSIGNED_BC2, HIP_RES_VIEW_FORMAT_UNSIGNED_BC3,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC4, HIP_RES_VIEW_FORMAT_SIGNED_BC4, HIP_RES_VIEW_FORMAT_UNSIGNED_BC5,
    HIP_RES_VIEW_FORMAT_SIGNED_BC5, HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H, HIP_RES_VIEW_FORMAT_SIGNED_BC6H,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 } HIPresourceViewFormat;
typedef enum hipMemcpyKind { hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice,
    hipMemcpyDefault, hipMemcpyDeviceToDeviceNoCU = 1024 } hipMemcpyKind;
typedef enum hipFunction_attribute { HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
    HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_NUM_REGS,
    HIP_FUNC_ATTRIBUTE_PTX_VERSION, HIP_FUNC_ATTRIBUTE_BINARY_VERSION, HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA,
    HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    HIP_FUNC_ATTRIBUTE_MAX } hipFunction_attribute;
typedef enum hipPointer_attribute { HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE,
    HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER, HIP_POINTER_ATTRIBUTE_P2P_TOKENS,
    HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, HIP_POINTER_ATTRIBUTE_BUFFER_ID, HIP_POINTER_ATTRIBUTE_IS_MANAGED,
    HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE,
    HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_MAPPED,
    HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE,
    HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE } hipPointer_attribute;
typedef enum hipTextureAddressMode { hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder }
    hipTextureAddressMode;
typedef enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear } hipTextureFilterMode;
typedef enum hipTextureReadMode { hipReadModeElementType, hipReadModeNormalizedFloat } hipTextureReadMode;
typedef enum hipSurfaceBoundaryMode { hipBoundaryModeZero, hipBoundaryModeTrap, hipBoundaryModeClamp } hipSurfaceBoundaryMode;
typedef enum hipDeviceP2PAttr { hipDevP2PAttrPerformanceRank, hipDevP2PAttrAccessSupported, hipDevP2PAttrNativeAtomicSupported,
    hipDevP2PAttrHipArrayAccessSupported } hipDeviceP2PAttr;
typedef enum hipLimit_t { hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize, hipLimitRange } hipLimit_t;
typedef enum hipStreamBatchMemOpType { hipStreamMemOpWaitValue32 = 1, hipStreamMemOpWriteValue32, hipStreamMemOpWaitValue64 = 4,
    hipStreamMemOpWriteValue64, hipStreamMemOpBarrier, hipStreamMemOpFlushRemoteWrites = 3 } hipStreamBatchMemOpType;
typedef enum hipMemoryAdvise { hipMemAdviseSetReadMostly = 1, hipMemAdviseUnsetReadMostly, hipMemAdviseSetPreferredLocation,
    hipMemAdviseUnsetPreferredLocation, hipMemAdviseSetAccessedBy, hipMemAdviseUnsetAccessedBy, hipMemAdviseSetCoarseGrain =
    100, hipMemAdviseUnsetCoarseGrain } hipMemoryAdvise;
typedef enum hipMemRangeCoherencyMode { hipMemRangeCoherencyModeFineGrain, hipMemRangeCoherencyModeCoarseGrain,
    hipMemRangeCoherencyModeIndeterminate } hipMemRangeCoherencyMode;
typedef enum hipMemRangeAttribute { hipMemRangeAttributeReadMostly = 1, hipMemRangeAttributePreferredLocation,
    hipMemRangeAttributeAccessedBy, hipMemRangeAttributeLastPrefetchLocation, hipMemRangeAttributeCoherencyMode = 100 }
    hipMemRangeAttribute;
typedef enum hipMemPoolAttr { hipMemPoolReuseFollowEventDependencies = 1, hipMemPoolReuseAllowOpportunistic,
    hipMemPoolReuseAllowInternalDependencies, hipMemPoolAttrReleaseThreshold, hipMemPoolAttrReservedMemCurrent,
    hipMemPoolAttrReservedMemHigh, hipMemPoolAttrUsedMemCurrent, hipMemPoolAttrUsedMemHigh } hipMemPoolAttr;
typedef enum hipMemLocationType { hipMemLocationTypeInvalid, hipMemLocationTypeDevice } hipMemLocationType;
typedef enum hipMemAccessFlags { hipMemAccessFlagsProtNone, hipMemAccessFlagsProtRead, hipMemAccessFlagsProtReadWrite = 3 }
    hipMemAccessFlags;
typedef enum hipMemAllocationType { hipMemAllocationTypeInvalid, hipMemAllocationTypePinned, hipMemAllocationTypeMax =
    0x7fffffff } hipMemAllocationType;
typedef enum hipMemAllocationHandleType { hipMemHandleTypeNone, hipMemHandleTypePosixFileDescriptor, hipMemHandleTypeWin32,
    hipMemHandleTypeWin32Kmt = 4 } hipMemAllocationHandleType;
typedef enum hipJitOption { hipJitOptionMaxRegisters, hipJitOptionThreadsPerBlock, hipJitOptionWallTime,
    hipJitOptionInfoLogBuffer, hipJitOptionInfoLogBufferSizeBytes, hipJitOptionErrorLogBuffer,
    hipJitOptionErrorLogBufferSizeBytes, hipJitOptionOptimizationLevel, hipJitOptionTargetFromContext, hipJitOptionTarget,
    hipJitOptionFallbackStrategy, hipJitOptionGenerateDebugInfo, hipJitOptionLogVerbose, hipJitOptionGenerateLineInfo,
    hipJitOptionCacheMode, hipJitOptionSm3xOpt, hipJitOptionFastCompile, hipJitOptionNumOptions } hipJitOption;
typedef enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8, hipFuncAttributePreferredSharedMemoryCarveout,
    hipFuncAttributeMax } hipFuncAttribute;
typedef enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual }
    hipFuncCache_t;
typedef enum hipSharedMemConfig { hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte }
    hipSharedMemConfig;
typedef enum hipExternalMemoryHandleType_enum { hipExternalMemoryHandleTypeOpaqueFd = 1, hipExternalMemoryHandleTypeOpaqueWin32,
    hipExternalMemoryHandleTypeOpaqueWin32Kmt, hipExternalMemoryHandleTypeD3D12Heap, hipExternalMemoryHandleTypeD3D12Resource,
    hipExternalMemoryHandleTypeD3D11Resource, hipExternalMemoryHandleTypeD3D11ResourceKmt, hipExternalMemoryHandleTypeNvSciBuf }
    hipExternalMemoryHandleType;
typedef enum hipExternalSemaphoreHandleType_enum { hipExternalSemaphoreHandleTypeOpaqueFd = 1,
    hipExternalSemaphoreHandleTypeOpaqueWin32, hipExternalSemaphoreHandleTypeOpaqueWin32Kmt,
    hipExternalSemaphoreHandleTypeD3D12Fence, hipExternalSemaphoreHandleTypeD3D11Fence, hipExternalSemaphoreHandleTypeNvSciSync,
    hipExternalSemaphoreHandleTypeKeyedMutex, hipExternalSemaphoreHandleTypeKeyedMutexKmt,
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd, hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 }
    hipExternalSemaphoreHandleType;
typedef enum hipGraphicsRegisterFlags { hipGraphicsRegisterFlagsNone, hipGraphicsRegisterFlagsReadOnly,
    hipGraphicsRegisterFlagsWriteDiscard, hipGraphicsRegisterFlagsSurfaceLoadStore = 4, hipGraphicsRegisterFlagsTextureGather =
    8 } hipGraphicsRegisterFlags;
typedef enum hipGraphNodeType { hipGraphNodeTypeKernel, hipGraphNodeTypeMemcpy, hipGraphNodeTypeMemset, hipGraphNodeTypeHost,
    hipGraphNodeTypeGraph, hipGraphNodeTypeEmpty, hipGraphNodeTypeWaitEvent, hipGraphNodeTypeEventRecord,
    hipGraphNodeTypeExtSemaphoreSignal, hipGraphNodeTypeExtSemaphoreWait, hipGraphNodeTypeMemAlloc, hipGraphNodeTypeMemFree,
    hipGraphNodeTypeMemcpyFromSymbol, hipGraphNodeTypeMemcpyToSymbol, hipGraphNodeTypeCount } hipGraphNodeType;
typedef enum hipAccessProperty { hipAccessPropertyNormal, hipAccessPropertyStreaming, hipAccessPropertyPersisting }
    hipAccessProperty;
typedef enum hipLaunchAttributeID { hipLaunchAttributeAccessPolicyWindow = 1, hipLaunchAttributeCooperative,
    hipLaunchAttributePriority = 8 } hipLaunchAttributeID;
typedef enum hipGraphExecUpdateResult { hipGraphExecUpdateSuccess, hipGraphExecUpdateError,
    hipGraphExecUpdateErrorTopologyChanged, hipGraphExecUpdateErrorNodeTypeChanged, hipGraphExecUpdateErrorFunctionChanged,
    hipGraphExecUpdateErrorParametersChanged, hipGraphExecUpdateErrorNotSupported,
    hipGraphExecUpdateErrorUnsupportedFunctionChange } hipGraphExecUpdateResult;
typedef enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed }
    hipStreamCaptureMode;
typedef enum hipStreamCaptureStatus { hipStreamCaptureStatusNone, hipStreamCaptureStatusActive,
    hipStreamCaptureStatusInvalidated } hipStreamCaptureStatus;
typedef enum hipStreamUpdateCaptureDependenciesFlags { hipStreamAddCaptureDependencies, hipStreamSetCaptureDependencies }
    hipStreamUpdateCaptureDependenciesFlags;
typedef enum hipGraphMemAttributeType { hipGraphMemAttrUsedMemCurrent, hipGraphMemAttrUsedMemHigh,
    hipGraphMemAttrReservedMemCurrent, hipGraphMemAttrReservedMemHigh } hipGraphMemAttributeType;
typedef enum hipUserObjectFlags { hipUserObjectNoDestructorSync = 1 } hipUserObjectFlags;
typedef enum hipUserObjectRetainFlags { hipGraphUserObjectMove = 1 } hipUserObjectRetainFlags;
typedef enum hipGraphInstantiateFlags { hipGraphInstantiateFlagAutoFreeOnLaunch = 1, hipGraphInstantiateFlagUpload,
    hipGraphInstantiateFlagDeviceLaunch = 4, hipGraphInstantiateFlagUseNodePriority = 8 } hipGraphInstantiateFlags;
typedef enum hipGraphDebugDotFlags { hipGraphDebugDotFlagsVerbose = 1, hipGraphDebugDotFlagsKernelNodeParams = 4,
    hipGraphDebugDotFlagsMemcpyNodeParams = 8, hipGraphDebugDotFlagsMemsetNodeParams = 16, hipGraphDebugDotFlagsHostNodeParams =
    32, hipGraphDebugDotFlagsEventNodeParams = 64, hipGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
    hipGraphDebugDotFlagsExtSemasWaitNodeParams = 256, hipGraphDebugDotFlagsKernelNodeAttributes = 512,
    hipGraphDebugDotFlagsHandles = 1024 } hipGraphDebugDotFlags;
typedef enum hipGraphInstantiateResult { hipGraphInstantiateSuccess, hipGraphInstantiateError,
    hipGraphInstantiateInvalidStructure, hipGraphInstantiateNodeOperationNotSupported,
    hipGraphInstantiateMultipleDevicesNotSupported } hipGraphInstantiateResult;
typedef enum hipMemAllocationGranularity_flags { hipMemAllocationGranularityMinimum, hipMemAllocationGranularityRecommended }
    hipMemAllocationGranularity_flags;
typedef enum hipMemHandleType { hipMemHandleTypeGeneric } hipMemHandleType;
typedef enum hipMemOperationType { hipMemOperationTypeMap = 1, hipMemOperationTypeUnmap } hipMemOperationType;
typedef enum hipArraySparseSubresourceType { hipArraySparseSubresourceTypeSparseLevel, hipArraySparseSubresourceTypeMiptail }
    hipArraySparseSubresourceType;
typedef enum hipGraphDependencyType { hipGraphDependencyTypeDefault, hipGraphDependencyTypeProgrammatic }
    hipGraphDependencyType;
// clang-format on

typedef struct {
    unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1,
        hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1,
        hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1,
        hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1, hasSyncThreadsExt : 1,
        hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
} hipDeviceArch_t;
typedef struct hipUUID_t {
    char bytes[16];
} hipUUID;
typedef struct hipDeviceProp_tR0600 {
    char name[256];
    hipUUID uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
        computeMode, maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2],
        maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3],
        maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3],
        maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3],
        maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap,
        maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
        asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
        persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
        globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess,
        concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
        cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
        maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported,
        timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingHipArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers,
        reserved[63], hipReserved[31], gcnArch;
    char gcnArchName[256];
    size_t maxSharedMemoryPerMultiProcessor;
    int clockInstructionRate;
    hipDeviceArch_t arch;
    unsigned int* hdpMemFlushCntl;
    unsigned int* hdpRegFlushCntl;
    int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim,
        cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem,
        isLargeBar, asicRevision;
} hipDeviceProp_tR0600;
typedef struct hipPointerAttribute_t {
    union {
        hipMemoryType type, memoryType;
    };
    int device;
    void* devicePointer;
    void* hostPointer;
    int isManaged;
    unsigned allocationFlags;
} hipPointerAttribute_t;
typedef void* hipDeviceptr_t;
typedef struct hipChannelFormatDesc {
    int x, y, z, w;
    hipChannelFormatKind f;
} hipChannelFormatDesc;
typedef struct hipArray* hipArray_t;
typedef const struct hipArray* hipArray_const_t;
typedef struct HIP_ARRAY_DESCRIPTOR {
    size_t Width, Height;
    hipArray_Format Format;
    unsigned NumChannels;
} HIP_ARRAY_DESCRIPTOR;
typedef struct HIP_ARRAY3D_DESCRIPTOR {
    size_t Width, Height, Depth;
    hipArray_Format Format;
    unsigned NumChannels, Flags;
} HIP_ARRAY3D_DESCRIPTOR;
typedef struct hip_Memcpy2D {
    size_t srcXInBytes, srcY;
    hipMemoryType srcMemoryType;
    const void* srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    size_t srcPitch, dstXInBytes, dstY;
    hipMemoryType dstMemoryType;
    void* dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    size_t dstPitch, WidthInBytes, Height;
} hip_Memcpy2D;
typedef struct hipMipmappedArray {
    void* data;
    hipChannelFormatDesc desc;
    unsigned type, width, height, depth, min_mipmap_level, max_mipmap_level, flags;
    hipArray_Format format;
    unsigned num_channels;
} hipMipmappedArray;
typedef struct hipMipmappedArray* hipMipmappedArray_t;
typedef hipMipmappedArray_t hipmipmappedArray;
typedef const struct hipMipmappedArray* hipMipmappedArray_const_t;
typedef struct HIP_TEXTURE_DESC_st {
    HIPaddress_mode addressMode[3];
    HIPfilter_mode filterMode;
    unsigned flags, maxAnisotropy;
    HIPfilter_mode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
    int reserved[12];
} HIP_TEXTURE_DESC;
typedef struct hipResourceDesc {
    hipResourceType resType;
    union {
        struct {
            hipArray_t array;
        } array;
        struct {
            hipMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void* devPtr;
            hipChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void* devPtr;
            hipChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
} hipResourceDesc;
typedef struct HIP_RESOURCE_DESC_st {
    HIPresourcetype resType;
    union {
        struct {
            hipArray_t hArray;
        } array;
        struct {
            hipMipmappedArray_t hMipmappedArray;
        } mipmap;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned numChannels;
            size_t width, height, pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned flags;
} HIP_RESOURCE_DESC;
typedef struct hipResourceViewDesc {
    hipResourceViewFormat format;
    size_t width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
} hipResourceViewDesc;
typedef struct HIP_RESOURCE_VIEW_DESC_st {
    HIPresourceViewFormat format;
    size_t width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
} HIP_RESOURCE_VIEW_DESC;
typedef struct hipPitchedPtr {
    void* ptr;
    size_t pitch, xsize, ysize;
} hipPitchedPtr;
typedef struct hipExtent {
    size_t width, height, depth;
} hipExtent;
typedef struct hipPos {
    size_t x, y, z;
} hipPos;
typedef struct hipMemcpy3DParms {
    hipArray_t srcArray;
    hipPos srcPos;
    hipPitchedPtr srcPtr;
    hipArray_t dstArray;
    hipPos dstPos;
    hipPitchedPtr dstPtr;
    hipExtent extent;
    hipMemcpyKind kind;
} hipMemcpy3DParms;
typedef struct HIP_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    hipMemoryType srcMemoryType;
    const void* srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
    hipMemoryType dstMemoryType;
    void* dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} HIP_MEMCPY3D;
typedef struct __hip_texture* hipTextureObject_t;
typedef struct textureReference {
    int normalized;
    hipTextureReadMode readMode;
    hipTextureFilterMode filterMode;
    hipTextureAddressMode addressMode[3];
    hipChannelFormatDesc channelDesc;
    int sRGB;
    unsigned maxAnisotropy;
    hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    hipTextureObject_t textureObject;
    int numChannels;
    hipArray_Format format;
} textureReference;
typedef textureReference* hipTexRef;
typedef struct hipTextureDesc {
    hipTextureAddressMode addressMode[3];
    hipTextureFilterMode filterMode;
    hipTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
} hipTextureDesc;
typedef struct __hip_surface* hipSurfaceObject_t;
typedef struct surfaceReference {
    hipSurfaceObject_t surfaceObject;
} surfaceReference;
typedef struct ihipCtx_t* hipCtx_t;
typedef int hipDevice_t;
typedef struct ihipStream_t* hipStream_t;
typedef struct hipIpcMemHandle_st {
    char reserved[64];
} hipIpcMemHandle_t;
typedef struct hipIpcEventHandle_st {
    char reserved[64];
} hipIpcEventHandle_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
typedef struct hipFuncAttributes {
    int binaryVersion, cacheModeCA;
    size_t constSizeBytes, localSizeBytes;
    int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
    size_t sharedSizeBytes;
} hipFuncAttributes;
typedef struct ihipEvent_t* hipEvent_t;
typedef union hipStreamBatchMemOpParams_union {
    hipStreamBatchMemOpType operation;
    struct hipStreamMemOpWaitValueParams_t {
        hipStreamBatchMemOpType operation;
        hipDeviceptr_t address;
        union {
            uint32_t value;
            uint64_t value64;
        };
        unsigned flags;
        hipDeviceptr_t alias;
    } waitValue;
    struct hipStreamMemOpWriteValueParams_t {
        hipStreamBatchMemOpType operation;
        hipDeviceptr_t address;
        union {
            uint32_t value;
            uint64_t value64;
        };
        unsigned flags;
        hipDeviceptr_t alias;
    } writeValue;
    struct hipStreamMemOpFlushRemoteWritesParams_t {
        hipStreamBatchMemOpType operation;
        unsigned flags;
    } flushRemoteWrites;
    struct hipStreamMemOpMemoryBarrierParams_t {
        hipStreamBatchMemOpType operation;
        unsigned flags;
    } memoryBarrier;
    uint64_t pad[6];
} hipStreamBatchMemOpParams;
typedef struct hipBatchMemOpNodeParams {
    hipCtx_t ctx;
    unsigned count;
    hipStreamBatchMemOpParams* paramArray;
    unsigned flags;
} hipBatchMemOpNodeParams;
typedef struct hipMemLocation {
    hipMemLocationType type;
    int id;
} hipMemLocation;
typedef struct hipMemAccessDesc {
    hipMemLocation location;
    hipMemAccessFlags flags;
} hipMemAccessDesc;
typedef struct hipMemPoolProps {
    hipMemAllocationType allocType;
    hipMemAllocationHandleType handleTypes;
    hipMemLocation location;
    void* win32SecurityAttributes;
    size_t maxSize;
    unsigned char reserved[56];
} hipMemPoolProps;
typedef struct hipMemPoolPtrExportData {
    unsigned char reserved[64];
} hipMemPoolPtrExportData;
typedef struct hipLaunchParams_t {
    void* func;
    dim3 gridDim, blockDim;
    void** args;
    size_t sharedMem;
    hipStream_t stream;
} hipLaunchParams;
typedef struct hipFunctionLaunchParams_t {
    hipFunction_t function;
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    hipStream_t hStream;
    void** kernelParams;
} hipFunctionLaunchParams;
typedef struct hipExternalMemoryHandleDesc_st {
    hipExternalMemoryHandleType type;
    union {
        int fd;
        struct {
            void* handle;
            const void* name;
        } win32;
        const void* nvSciBufObject;
    } handle;
    unsigned long long size;
    unsigned flags, reserved[16];
} hipExternalMemoryHandleDesc;
typedef struct hipExternalMemoryBufferDesc_st {
    unsigned long long offset, size;
    unsigned flags, reserved[16];
} hipExternalMemoryBufferDesc;
typedef struct hipExternalMemoryMipmappedArrayDesc_st {
    unsigned long long offset;
    hipChannelFormatDesc formatDesc;
    hipExtent extent;
    unsigned flags, numLevels;
} hipExternalMemoryMipmappedArrayDesc;
typedef void* hipExternalMemory_t;
typedef struct hipExternalSemaphoreHandleDesc_st {
    hipExternalSemaphoreHandleType type;
    union {
        int fd;
        struct {
            void* handle;
            const void* name;
        } win32;
        const void* NvSciSyncObj;
    } handle;
    unsigned flags, reserved[16];
} hipExternalSemaphoreHandleDesc;
typedef void* hipExternalSemaphore_t;
typedef struct hipExternalSemaphoreSignalParams_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void* fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
        } keyedMutex;
        unsigned reserved[12];
    } params;
    unsigned flags, reserved[16];
} hipExternalSemaphoreSignalParams;
typedef struct hipExternalSemaphoreWaitParams_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void* fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
            unsigned timeoutMs;
        } keyedMutex;
        unsigned reserved[10];
    } params;
    unsigned flags, reserved[16];
} hipExternalSemaphoreWaitParams;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource* hipGraphicsResource_t;
typedef struct ihipGraph* hipGraph_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef struct hipGraphExec* hipGraphExec_t;
typedef struct hipUserObject* hipUserObject_t;
typedef void (*hipHostFn_t)(void* userData);
typedef struct hipHostNodeParams {
    hipHostFn_t fn;
    void* userData;
} hipHostNodeParams;
typedef struct hipKernelNodeParams {
    dim3 blockDim;
    void** extra;
    void* func;
    dim3 gridDim;
    void** kernelParams;
    unsigned sharedMemBytes;
} hipKernelNodeParams;
typedef struct hipMemsetParams {
    void* dst;
    unsigned elementSize;
    size_t height, pitch;
    unsigned value;
    size_t width;
} hipMemsetParams;
typedef struct hipMemAllocNodeParams {
    hipMemPoolProps poolProps;
    const hipMemAccessDesc* accessDescs;
    size_t accessDescCount, bytesize;
    void* dptr;
} hipMemAllocNodeParams;
typedef struct hipAccessPolicyWindow {
    void* base_ptr;
    hipAccessProperty hitProp;
    float hitRatio;
    hipAccessProperty missProp;
    size_t num_bytes;
} hipAccessPolicyWindow;
typedef union hipLaunchAttributeValue {
    hipAccessPolicyWindow accessPolicyWindow;
    int cooperative, priority;
} hipLaunchAttributeValue;
typedef struct HIP_MEMSET_NODE_PARAMS {
    hipDeviceptr_t dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
} HIP_MEMSET_NODE_PARAMS;
typedef struct hipGraphInstantiateParams {
    hipGraphNode_t errNode_out;
    unsigned long long flags;
    hipGraphInstantiateResult result_out;
    hipStream_t uploadStream;
} hipGraphInstantiateParams;
typedef struct hipMemAllocationProp {
    hipMemAllocationType type;
    hipMemAllocationHandleType requestedHandleType;
    hipMemLocation location;
    void* win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
    } allocFlags;
} hipMemAllocationProp;
typedef struct hipExternalSemaphoreSignalNodeParams {
    hipExternalSemaphore_t* extSemArray;
    const hipExternalSemaphoreSignalParams* paramsArray;
    unsigned numExtSems;
} hipExternalSemaphoreSignalNodeParams;
typedef struct hipExternalSemaphoreWaitNodeParams {
    hipExternalSemaphore_t* extSemArray;
    const hipExternalSemaphoreWaitParams* paramsArray;
    unsigned numExtSems;
} hipExternalSemaphoreWaitNodeParams;
typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;
typedef struct hipArrayMapInfo {
    hipResourceType resourceType;
    union {
        hipMipmappedArray mipmap;
        hipArray_t array;
    } resource;
    hipArraySparseSubresourceType subresourceType;
    union {
        struct {
            unsigned level, layer, offsetX, offsetY, offsetZ, extentWidth, extentHeight,
                extentDepth;
        } sparseLevel;
        struct {
            unsigned layer;
            unsigned long long offset, size;
        } miptail;
    } subresource;
    hipMemOperationType memOperationType;
    hipMemHandleType memHandleType;
    union {
        hipMemGenericAllocationHandle_t memHandle;
    } memHandle;
    unsigned long long offset;
    unsigned deviceBitMask, flags, reserved[2];
} hipArrayMapInfo;
typedef struct hipMemcpyNodeParams {
    int flags, reserved[3];
    hipMemcpy3DParms copyParams;
} hipMemcpyNodeParams;
typedef struct hipChildGraphNodeParams {
    hipGraph_t graph;
} hipChildGraphNodeParams;
typedef struct hipEventWaitNodeParams {
    hipEvent_t event;
} hipEventWaitNodeParams;
typedef struct hipEventRecordNodeParams {
    hipEvent_t event;
} hipEventRecordNodeParams;
typedef struct hipMemFreeNodeParams {
    void* dptr;
} hipMemFreeNodeParams;
typedef struct hipGraphNodeParams {
    hipGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        hipKernelNodeParams kernel;
        hipMemcpyNodeParams memcpy;
        hipMemsetParams memset;
        hipHostNodeParams host;
        hipChildGraphNodeParams graph;
        hipEventWaitNodeParams eventWait;
        hipEventRecordNodeParams eventRecord;
        hipExternalSemaphoreSignalNodeParams extSemSignal;
        hipExternalSemaphoreWaitNodeParams extSemWait;
        hipMemAllocNodeParams alloc;
        hipMemFreeNodeParams free;
    };
    long long reserved2;
} hipGraphNodeParams;
typedef struct hipGraphEdgeData {
    unsigned char from_port, reserved[5], to_port, type;
} hipGraphEdgeData;
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void* userData);

#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_IPC_HANDLE_SIZE 64
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
#define HIP_LAUNCH_PARAM_END ((void*)0x03)
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_TEXTURE_OBJECT_SIZE_DWORD (HIP_IMAGE_OBJECT_SIZE_DWORD + HIP_SAMPLER_OBJECT_SIZE_DWORD)
#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_SRGB 0x10
#define hipArrayCubemap 0x04
#define hipArrayDefault 0x00
#define hipArrayLayered 0x01
#define hipArraySurfaceLoadStore 0x02
#define hipArrayTextureGather 0x08
#define hipChooseDevice hipChooseDeviceR0600
#define hipCooperativeLaunchMultiDeviceNoPostSync 0x02
#define hipCooperativeLaunchMultiDeviceNoPreSync 0x01
#define hipCpuDeviceId ((int)-1)
#define hipDeviceLmemResizeToMax 0x10
#define hipDeviceMallocContiguous 0x4
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipDeviceMallocUncached 0x3
#define hipDeviceMapHost 0x8
#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipEventBlockingSync 0x1
#define hipEventDefault 0x0
#define hipEventDisableSystemFence 0x20000000
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipExtAnyOrderLaunch 0x01
#define hipExtHostAllocCoherent 0x40000000
#define hipExtHostAllocNonCoherent 0x80000000
#define hipExtHostAllocNumaUser 0x20000000
#define hipExtHostRegisterCoarseGrained 0x8
#define hipExternalMemoryDedicated 0x1
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortLaunchCompletion 2
#define hipGraphKernelNodePortProgrammatic 1
#define hipHostAllocDefault 0x0
#define hipHostAllocMapped 0x2
#define hipHostAllocPortable 0x1
#define hipHostAllocWriteCombined 0x4
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocDefault 0x0
#define hipHostMallocMapped 0x2
#define hipHostMallocNonCoherent 0x80000000
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocPortable 0x1
#define hipHostMallocWriteCombined 0x4
#define hipHostRegisterDefault 0x0
#define hipHostRegisterIoMemory 0x4
#define hipHostRegisterMapped 0x2
#define hipHostRegisterPortable 0x1
#define hipHostRegisterReadOnly 0x08
#define hipInvalidDeviceId ((int)-2)
#define hipIpcMemLazyEnablePeerAccess 0x01
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority
#define hipMallocSignalMemory 0x2
#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04
#define hipOccupancyDefault 0x00
#define hipOccupancyDisableCachingOverride 0x01
#define hipStreamDefault 0x00
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamNonBlocking 0x01
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueNor 0x3
#define hipTextureType1D 0x01
#define hipTextureType1DLayered 0xF1
#define hipTextureType2D 0x02
#define hipTextureType2DLayered 0xF2
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureTypeCubemapLayered 0xFC
