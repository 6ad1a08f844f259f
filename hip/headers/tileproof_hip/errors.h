// SPDX-License-Identifier: MIT
// hipError_t, its names and its sentences.
//
//   hipGetErrorName(hipErrorInvalidValue) is "hipErrorInvalidValue"
//   after a failed launch hipGetErrorString() gives the engine's sentence, with block, threads and place
#pragma once

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/host_calls.hpp"
#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

#define TILEPROOF_HIP_ERRORS(X)                                                          \
    X(None, 0, "no error")                                                               \
    X(InvalidValue, 1, "an argument has a value that the call does not take")            \
    X(OutOfMemory, 2, "the cpu device could not map the memory")                         \
    X(NotInitialized, 3, "the runtime is not initialised")                               \
    X(Deinitialized, 4, "the runtime has ended")                                         \
    X(ProfilerDisabled, 5, "the profiler is disabled")                                   \
    X(ProfilerNotInitialized, 6, "the profiler is not initialised")                      \
    X(ProfilerAlreadyStarted, 7, "the profiler has started already")                     \
    X(ProfilerAlreadyStopped, 8, "the profiler has stopped already")                     \
    X(InvalidConfiguration, 9,                                                           \
      "the launch has a grid, a block or shared memory that the device does not take")   \
    X(InvalidPitchValue, 12, "the pitch is smaller than a row")                          \
    X(InvalidSymbol, 13, "this is not a variable of the device")                         \
    X(InvalidDevicePointer, 17, "this pointer is not memory of the device")              \
    X(InvalidMemcpyDirection, 21, "the direction of the copy does not fit the pointers") \
    X(InsufficientDriver, 35, "the driver is too old")                                   \
    X(MissingConfiguration, 52, "the launch has no configuration")                       \
    X(PriorLaunchFailure, 53, "a launch before has failed")                              \
    X(InvalidDeviceFunction, 98, "this is not a kernel of the program")                  \
    X(NoDevice, 100, "there is no device")                                               \
    X(InvalidDevice, 101, "the cpu device has the number 0 and is the only one")         \
    X(InvalidImage, 200, "the module is not one that the device can load")               \
    X(InvalidContext, 201, "the context is not valid")                                   \
    X(ContextAlreadyCurrent, 202, "the context is current already")                      \
    X(MapFailed, 205, "the memory could not be mapped")                                  \
    X(UnmapFailed, 206, "the memory could not be unmapped")                              \
    X(ArrayIsMapped, 207, "the array is mapped")                                         \
    X(AlreadyMapped, 208, "the resource is mapped already")                              \
    X(NoBinaryForGpu, 209, "the module holds no code for this device")                   \
    X(AlreadyAcquired, 210, "the resource is acquired already")                          \
    X(NotMapped, 211, "the resource is not mapped")                                      \
    X(NotMappedAsArray, 212, "the resource is not mapped as an array")                   \
    X(NotMappedAsPointer, 213, "the resource is not mapped as a pointer")                \
    X(ECCNotCorrectable, 214, "an error of memory could not be corrected")               \
    X(UnsupportedLimit, 215, "the device has no such limit")                             \
    X(ContextAlreadyInUse, 216, "the context is in use")                                 \
    X(PeerAccessUnsupported, 217, "the devices cannot reach each other's memory")        \
    X(InvalidKernelFile, 218, "the file is not one of kernels")                          \
    X(InvalidGraphicsContext, 219, "the graphics context is not valid")                  \
    X(InvalidSource, 300, "the source is not valid")                                     \
    X(FileNotFound, 301, "the file was not found")                                       \
    X(SharedObjectSymbolNotFound, 302, "the symbol was not found")                       \
    X(SharedObjectInitFailed, 303, "the shared object could not be initialised")         \
    X(OperatingSystem, 304, "a call of the operating system failed")                     \
    X(InvalidHandle, 400, "the handle is not valid")                                     \
    X(IllegalState, 401, "the object is not in a state for this")                        \
    X(NotFound, 500, "the name was not found")                                           \
    X(NotReady, 600, "the work has not ended yet")                                       \
    X(IllegalAddress, 700, "a kernel went outside its memory")                           \
    X(LaunchOutOfResources, 701, "the launch needs more than the device has")            \
    X(LaunchTimeOut, 702, "the kernel did not end in time")                              \
    X(PeerAccessAlreadyEnabled, 704, "access to the peer is enabled already")            \
    X(PeerAccessNotEnabled, 705, "access to the peer is not enabled")                    \
    X(SetOnActiveProcess, 708, "the process is active already")                          \
    X(ContextIsDestroyed, 709, "the context was destroyed")                              \
    X(Assert, 710, "an assertion of a kernel failed")                                    \
    X(HostMemoryAlreadyRegistered, 712, "the memory is registered already")              \
    X(HostMemoryNotRegistered, 713, "the memory is not registered")                      \
    X(LaunchFailure, 719, "the kernel failed")                                           \
    X(CooperativeLaunchTooLarge, 720,                                                    \
      "a cooperative launch has more blocks than can run at a time")                     \
    X(NotSupported, 801, "the cpu device does not support this")                         \
    X(StreamCaptureUnsupported, 900, "this is not possible while a stream is captured")  \
    X(StreamCaptureInvalidated, 901, "an error before has spoilt the capture")           \
    X(StreamCaptureMerge, 902, "the capture would merge with another")                   \
    X(StreamCaptureUnmatched, 903, "the capture was not begun on this stream")           \
    X(StreamCaptureUnjoined, 904, "a forked stream was not joined")                      \
    X(StreamCaptureIsolation, 905, "the captures depend on each other")                  \
    X(StreamCaptureImplicit, 906, "the legacy stream would take part in the capture")    \
    X(CapturedEvent, 907, "the event was recorded while its stream was captured")        \
    X(StreamCaptureWrongThread, 908, "another thread began the capture")                 \
    X(GraphExecUpdateFailure, 910, "the graph does not fit the one to be updated")       \
    X(Unknown, 999, "an unknown error")                                                  \
    X(RuntimeMemory, 1052, "the runtime is short of memory")                             \
    X(RuntimeOther, 1053, "the runtime failed")                                          \
    X(Tbd, 1054, "an unknown error")

typedef enum hipError_t {
    hipSuccess = 0,
#define TILEPROOF_ENTRY(name, value, sentence) hipError##name = value,
    TILEPROOF_HIP_ERRORS(TILEPROOF_ENTRY)
#undef TILEPROOF_ENTRY
} hipError_t;

inline hipError_t note_error(hipError_t error) {
    if (error != hipSuccess) cpu_engine::last_hip_error() = static_cast<int>(error);
    return error;
}
inline hipError_t hipPeekAtLastError() {
    return static_cast<hipError_t>(cpu_engine::last_hip_error());
}
inline hipError_t hipGetLastError() {
    const hipError_t error = hipPeekAtLastError();
    cpu_engine::last_hip_error() = 0;
    return error;
}
inline hipError_t hipExtGetLastError() { return hipGetLastError(); }
inline const char* hipGetErrorName(hipError_t error) {
    switch (static_cast<int>(error)) {
#define TILEPROOF_ENTRY(name, value, sentence) \
    case value:                                \
        return value ? "hipError" #name : "hipSuccess";
        TILEPROOF_HIP_ERRORS(TILEPROOF_ENTRY)
#undef TILEPROOF_ENTRY
    }
    return "hipErrorUnknown";
}
inline const char* hipGetErrorString(hipError_t error) {
    if (error == hipErrorInvalidConfiguration || error == hipErrorLaunchFailure) {
        const char* const sentence = cpu_engine::error_text();
        if (*sentence) return sentence;
    }
    switch (static_cast<int>(error)) {
#define TILEPROOF_ENTRY(name, value, sentence) \
    case value:                                \
        return sentence;
        TILEPROOF_HIP_ERRORS(TILEPROOF_ENTRY)
#undef TILEPROOF_ENTRY
    }
    return "an unknown error";
}
inline hipError_t hipDrvGetErrorName(hipError_t error, const char** name) {
    return *name = hipGetErrorName(error), hipSuccess;
}
inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
    return *text = hipGetErrorString(error), hipSuccess;
}

TILEPROOF_HIP_END
