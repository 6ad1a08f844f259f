// The host side of HIP: memory, copies, errors, streams and events.
//
// Memory comes from the cpu device's pool: between unmapped pages, 256-byte aligned. Everything is
// finished when a call returns, so streams and events only have to exist. After a failed launch
// hipGetErrorString gives the engine's sentence, with block, threads and place.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "kernels/device/cpu/host_calls.hpp"
#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

enum hipError_t {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorOutOfMemory = 2,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidDevice = 101,
    hipErrorLaunchFailure = 719
};
enum hipMemcpyKind {
    hipMemcpyHostToHost,
    hipMemcpyHostToDevice,
    hipMemcpyDeviceToHost,
    hipMemcpyDeviceToDevice,
    hipMemcpyDefault
};

using hipStream_t = struct stream_of_cpu*;
#define hipStreamPerThread (static_cast<hipStream_t>(nullptr))
struct event_of_cpu {
    std::chrono::steady_clock::time_point when;
};
using hipEvent_t = event_of_cpu*;

inline hipError_t& kept_error() {
    static thread_local hipError_t kept = hipSuccess;
    return kept;
}
inline hipError_t note_error(hipError_t error) {
    if (error != hipSuccess && kept_error() == hipSuccess) kept_error() = error;
    return error;
}
inline hipError_t hipPeekAtLastError() { return kept_error(); }
inline hipError_t hipGetLastError() {
    const hipError_t error = kept_error();
    kept_error() = hipSuccess;
    return error;
}
inline const char* hipGetErrorName(hipError_t error) {
    switch (error) {
        case hipSuccess:
            return "hipSuccess";
        case hipErrorInvalidValue:
            return "hipErrorInvalidValue";
        case hipErrorOutOfMemory:
            return "hipErrorOutOfMemory";
        case hipErrorInvalidConfiguration:
            return "hipErrorInvalidConfiguration";
        case hipErrorInvalidDevice:
            return "hipErrorInvalidDevice";
        case hipErrorLaunchFailure:
            return "hipErrorLaunchFailure";
    }
    return "unknown hipError_t";
}
inline const char* hipGetErrorString(hipError_t error) {
    switch (error) {
        case hipSuccess:
            return "no error";
        case hipErrorInvalidValue:
            return "an argument has a value that the call does not take";
        case hipErrorOutOfMemory:
            return "the cpu device could not map the memory";
        case hipErrorInvalidDevice:
            return "the cpu device has the number 0 and is the only one";
        default:
            return tileproof::cpu_engine::error_text();
    }
}

inline hipError_t hipMalloc(void** pointer, std::size_t bytes) {
    if (!pointer) return note_error(hipErrorInvalidValue);
    *pointer = tileproof::cpu_engine::allocate_on_device(bytes);
    return note_error(*pointer || bytes == 0 ? hipSuccess : hipErrorOutOfMemory);
}
template <class T>
hipError_t hipMalloc(T** pointer, std::size_t bytes) {
    return hipMalloc(reinterpret_cast<void**>(pointer), bytes);
}
inline hipError_t hipFree(void* pointer) {
    return note_error(tileproof::cpu_engine::free_on_device(pointer) ? hipSuccess
                                                                     : hipErrorInvalidValue);
}
template <class T>
hipError_t hipHostMalloc(T** pointer, std::size_t bytes, unsigned = 0) {
    if (!pointer) return note_error(hipErrorInvalidValue);
    void* const memory = tileproof::cpu_engine::allocate(bytes);
    *pointer = static_cast<T*>(memory);
    return note_error(memory || bytes == 0 ? hipSuccess : hipErrorOutOfMemory);
}
inline hipError_t hipHostFree(void* pointer) {
    return note_error(tileproof::cpu_engine::free(pointer) ? hipSuccess : hipErrorInvalidValue);
}

inline hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind) {
    if (bytes && (!to || !from)) return note_error(hipErrorInvalidValue);
    if (bytes) std::memmove(to, from, bytes);
    tileproof::cpu_engine::host_wrote(to, bytes);
    return hipSuccess;
}
inline hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                                 hipStream_t = nullptr) {
    return hipMemcpy(to, from, bytes, kind);
}
inline hipError_t hipMemset(void* to, int value, std::size_t bytes) {
    if (bytes && !to) return note_error(hipErrorInvalidValue);
    if (bytes) std::memset(to, value, bytes);
    tileproof::cpu_engine::host_wrote(to, bytes);
    return hipSuccess;
}
inline hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t = nullptr) {
    return hipMemset(to, value, bytes);
}
// __constant__ variables are plain ones here.
template <class T>
hipError_t hipMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                             hipMemcpyKind = hipMemcpyHostToDevice) {
    if (offset > sizeof(T) || bytes > sizeof(T) - offset) return note_error(hipErrorInvalidValue);
    std::memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
    return hipSuccess;
}
#define HIP_SYMBOL(symbol) symbol

inline hipError_t hipDeviceSynchronize() { return hipSuccess; }
inline hipError_t hipGetDeviceCount(int* count) { return *count = 1, hipSuccess; }
inline hipError_t hipGetDevice(int* device) { return *device = 0, hipSuccess; }
inline hipError_t hipSetDevice(int device) {
    return note_error(device == 0 ? hipSuccess : hipErrorInvalidDevice);
}

// A stream is a name: everything is in order anyway.
inline hipError_t hipStreamCreate(hipStream_t* stream) { return *stream = nullptr, hipSuccess; }
inline hipError_t hipStreamDestroy(hipStream_t) { return hipSuccess; }
inline hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }

inline hipError_t hipEventCreate(hipEvent_t* event) {
    return *event = new event_of_cpu{}, hipSuccess;
}
inline hipError_t hipEventDestroy(hipEvent_t event) {
    delete event;
    return hipSuccess;
}
inline hipError_t hipEventRecord(hipEvent_t event, hipStream_t = nullptr) {
    event->when = std::chrono::steady_clock::now();
    return hipSuccess;
}
inline hipError_t hipEventSynchronize(hipEvent_t) { return hipSuccess; }
inline hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t from, hipEvent_t to) {
    *milliseconds = std::chrono::duration<float, std::milli>(to->when - from->when).count();
    return hipSuccess;
}

TILEPROOF_HIP_END
