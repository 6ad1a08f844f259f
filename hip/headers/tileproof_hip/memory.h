// SPDX-License-Identifier: MIT
// Memory of the device and of the host, managed and pooled.
//
// Device memory comes from the cpu device's pool: between unmapped pages, 256-byte aligned. Host, mapped and managed
// memory are the same for host and kernels, so one pointer serves both.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "tileproof_hip/types.h"

TILEPROOF_HIP_BEGIN

using memory_kind = cpu_engine::host_watch::memory_kind;

inline void tell_allocated(void* p, std::size_t bytes, memory_kind kind, cpu_engine::caller from) {
    if (p && cpu_engine::watching_host())
        cpu_engine::watching_host()->allocated(p, bytes, kind, from);
}
inline hipError_t allocate_memory(void** pointer, std::size_t bytes, memory_kind kind,
                                  cpu_engine::caller from) {
    if (!pointer) return noted(hipErrorInvalidValue, "hipMalloc", from);
    *pointer = kind == memory_kind::device ? cpu_engine::allocate_on_device(bytes)
                                           : cpu_engine::allocate(bytes);
    tell_allocated(*pointer, bytes, kind, from);
    return noted(*pointer || bytes == 0 ? hipSuccess : hipErrorOutOfMemory, "hipMalloc", from);
}
inline hipError_t release_memory(void* pointer, bool of_device, const char* call,
                                 cpu_engine::caller from) {
    if (pointer && cpu_engine::order_here()) cpu_engine::order_here()->frees(pointer, call);
    const bool known = of_device ? cpu_engine::free_on_device(pointer) : cpu_engine::free(pointer);
    if (pointer && cpu_engine::watching_host())
        cpu_engine::watching_host()->freed(pointer, known, from);
    else if (!known && cpu_engine::order_here())
        cpu_engine::order_here()->frees_wrongly(pointer, call, from);
    return noted(known ? hipSuccess : hipErrorInvalidValue, call, from);
}

template <class T>
hipError_t hipMalloc(T** pointer, std::size_t bytes, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::device, from_);
}
inline hipError_t hipFree(void* pointer, TILEPROOF_CALLER) {
    return release_memory(pointer, true, "hipFree", from_);
}
template <class T>
hipError_t hipExtMallocWithFlags(T** pointer, std::size_t bytes, unsigned, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::device, from_);
}
template <class T>
hipError_t hipHostMalloc(T** pointer, std::size_t bytes, unsigned = 0, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::host, from_);
}
template <class T>
hipError_t hipHostAlloc(T** pointer, std::size_t bytes, unsigned = 0, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::host, from_);
}
template <class T>
hipError_t hipMallocHost(T** pointer, std::size_t bytes, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::host, from_);
}
template <class T>
hipError_t hipMemAllocHost(T** pointer, std::size_t bytes, TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::host, from_);
}
inline hipError_t hipHostFree(void* pointer, TILEPROOF_CALLER) {
    return release_memory(pointer, false, "hipHostFree", from_);
}
inline hipError_t hipFreeHost(void* pointer, TILEPROOF_CALLER) {
    return release_memory(pointer, false, "hipFreeHost", from_);
}
template <class T>
hipError_t hipMallocManaged(T** pointer, std::size_t bytes, unsigned = hipMemAttachGlobal,
                            TILEPROOF_CALLER) {
    return allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::managed, from_);
}
// The size of a row is a multiple of 256 bytes.
template <class T>
hipError_t hipMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                          TILEPROOF_CALLER) {
    *pitch = (width + 255) / 256 * 256;
    return allocate_memory(reinterpret_cast<void**>(pointer), *pitch * height, memory_kind::device,
                           from_);
}
template <class T>
hipError_t hipMemAllocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            unsigned, TILEPROOF_CALLER) {
    return hipMallocPitch(pointer, pitch, width, height, from_);
}
template <class T>
hipError_t hipMallocAsync(T** pointer, std::size_t bytes, hipStream_t stream, TILEPROOF_CALLER) {
    const hipError_t error =
        allocate_memory(reinterpret_cast<void**>(pointer), bytes, memory_kind::device, from_);
    const cpu_engine::of_stream work(cpu_engine::order_here(), stream, from_);
    if (error == hipSuccess && cpu_engine::order_here())
        cpu_engine::order_here()->allocates(*pointer, bytes, "hipMallocAsync");
    return error;
}
template <class T>
hipError_t hipMallocFromPoolAsync(T** pointer, std::size_t bytes, hipMemPool_t, hipStream_t stream,
                                  TILEPROOF_CALLER) {
    return hipMallocAsync(pointer, bytes, stream, from_);
}
inline hipError_t hipFreeAsync(void* pointer, hipStream_t stream, TILEPROOF_CALLER) {
    return on_stream(stream, from_,
                     [=] { return release_memory(pointer, true, "hipFreeAsync", from_); });
}

template <class T>
hipError_t hipHostGetDevicePointer(T** device, void* host, unsigned = 0) {
    return *reinterpret_cast<void**>(device) = host, hipSuccess;
}
inline hipError_t hipHostGetFlags(unsigned* flags, void*) { return *flags = 0, hipSuccess; }
inline hipError_t hipHostRegister(void* pointer, std::size_t bytes, unsigned = 0,
                                  TILEPROOF_CALLER) {
    if (!pointer || bytes == 0) return noted(hipErrorInvalidValue, "hipHostRegister", from_);
    return noted(cpu_engine::register_host(pointer, bytes) ? hipSuccess
                                                           : hipErrorHostMemoryAlreadyRegistered,
                 "hipHostRegister", from_);
}
inline hipError_t hipHostUnregister(void* pointer, TILEPROOF_CALLER) {
    if (cpu_engine::order_here()) cpu_engine::order_here()->host_waits_for_all();
    return noted(
        cpu_engine::unregister_host(pointer) ? hipSuccess : hipErrorHostMemoryNotRegistered,
        "hipHostUnregister", from_);
}
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_t* a, const void* pointer) {
    void* const p = const_cast<void*>(pointer);
    const bool known = cpu_engine::bytes_at(pointer) > 0;
    *a = {{hipMemoryTypeUnregistered}, 0, known ? p : nullptr, known ? p : nullptr, 0, 0};
    if (known)
        a->type = cpu_engine::is_device_memory(pointer) ? hipMemoryTypeDevice : hipMemoryTypeHost;
    return note_error(known ? hipSuccess : hipErrorInvalidValue);
}
inline hipError_t hipMemPtrGetInfo(void* pointer, std::size_t* bytes) {
    return *bytes = cpu_engine::bytes_at(pointer),
           note_error(*bytes ? hipSuccess : hipErrorInvalidValue);
}
inline hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, std::size_t* bytes,
                                        hipDeviceptr_t pointer) {
    return *base = pointer, *bytes = cpu_engine::bytes_at(pointer), hipSuccess;
}
inline hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total) {
    *total = cpu_engine::memory_total();
    *free = cpu_engine::memory_free();
    return hipSuccess;
}
inline hipError_t hipMemAdvise(const void*, std::size_t, hipMemoryAdvise, int) {
    return hipSuccess;
}
inline hipError_t hipMemPrefetchAsync(const void*, std::size_t, int, hipStream_t = nullptr) {
    return hipSuccess;
}
inline hipError_t hipStreamAttachMemAsync(hipStream_t, void*, std::size_t = 0, unsigned = 4) {
    return hipSuccess;
}

// Pools: a single one for everything.
typedef enum hipMemPoolAttr {
    hipMemPoolReuseFollowEventDependencies = 1,
    hipMemPoolReuseAllowOpportunistic,
    hipMemPoolReuseAllowInternalDependencies,
    hipMemPoolAttrReleaseThreshold,
    hipMemPoolAttrReservedMemCurrent,
    hipMemPoolAttrReservedMemHigh,
    hipMemPoolAttrUsedMemCurrent,
    hipMemPoolAttrUsedMemHigh
} hipMemPoolAttr;
enum hipMemAllocationType { hipMemAllocationTypeInvalid, hipMemAllocationTypePinned };
enum hipMemAllocationHandleType { hipMemHandleTypeNone, hipMemHandleTypePosixFileDescriptor };
enum hipMemLocationType { hipMemLocationTypeInvalid, hipMemLocationTypeDevice };
struct hipMemLocation {
    hipMemLocationType type;
    int id;
};
typedef struct hipMemPoolProps {
    hipMemAllocationType allocType;
    hipMemAllocationHandleType handleTypes;
    hipMemLocation location;
    void* win32SecurityAttributes;
    std::size_t maxSize;
    unsigned char reserved[56];
} hipMemPoolProps;
inline hipMemPool_t only_pool() { return reinterpret_cast<hipMemPool_t>(8); }
inline hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int) {
    return *pool = only_pool(), hipSuccess;
}
inline hipError_t hipDeviceGetMemPool(hipMemPool_t* pool, int) {
    return *pool = only_pool(), hipSuccess;
}
inline hipError_t hipDeviceSetMemPool(int, hipMemPool_t) { return hipSuccess; }
inline hipError_t hipMemPoolCreate(hipMemPool_t* pool, const hipMemPoolProps*) {
    return *pool = only_pool(), hipSuccess;
}
inline hipError_t hipMemPoolDestroy(hipMemPool_t) { return hipSuccess; }
inline hipError_t hipMemPoolTrimTo(hipMemPool_t, std::size_t) { return hipSuccess; }
inline hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void*) { return hipSuccess; }
inline hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr attribute, void* value) {
    if (attribute < hipMemPoolAttrReleaseThreshold)
        *static_cast<int*>(value) = 1;
    else
        *static_cast<std::uint64_t*>(value) = 0;
    return hipSuccess;
}

TILEPROOF_HIP_END
