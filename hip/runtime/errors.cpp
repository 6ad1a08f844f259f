// SPDX-License-Identifier: MIT
// hipError_t: the last one, its names and its sentences.
//
//   hipGetErrorName(hipErrorInvalidValue) is "hipErrorInvalidValue"
//   after a failed launch hipGetErrorString() gives the engine's sentence, with block, threads and place
#include <utility>

#include "devices/cpu/host_calls.hpp"
#include "hip/runtime/call.hpp"

namespace tileproof::hip {
namespace {

struct entry {
    hipError_t error;
    const char *name, *sentence;
};
#define TILEPROOF_ERROR(name, sentence) \
    { hipError##name, "hipError" #name, sentence }
constexpr entry errors[] = {
    {hipSuccess, "hipSuccess", "no error"},
    TILEPROOF_ERROR(InvalidValue, "an argument has a value that the call does not take"),
    TILEPROOF_ERROR(OutOfMemory, "the cpu device could not map the memory"),
    TILEPROOF_ERROR(NotInitialized, "the runtime is not initialised"),
    TILEPROOF_ERROR(Deinitialized, "the runtime has ended"),
    TILEPROOF_ERROR(ProfilerDisabled, "the profiler is disabled"),
    TILEPROOF_ERROR(ProfilerNotInitialized, "the profiler is not initialised"),
    TILEPROOF_ERROR(ProfilerAlreadyStarted, "the profiler has started already"),
    TILEPROOF_ERROR(ProfilerAlreadyStopped, "the profiler has stopped already"),
    TILEPROOF_ERROR(
        InvalidConfiguration,
        "the launch has a grid, a block or shared memory that the device does not take"),
    TILEPROOF_ERROR(InvalidPitchValue, "the pitch is smaller than a row"),
    TILEPROOF_ERROR(InvalidSymbol, "this is not a variable of the device"),
    TILEPROOF_ERROR(InvalidDevicePointer, "this pointer is not memory of the device"),
    TILEPROOF_ERROR(InvalidMemcpyDirection, "the direction of the copy does not fit the pointers"),
    TILEPROOF_ERROR(InsufficientDriver, "the driver is too old"),
    TILEPROOF_ERROR(MissingConfiguration, "the launch has no configuration"),
    TILEPROOF_ERROR(PriorLaunchFailure, "a launch before has failed"),
    TILEPROOF_ERROR(InvalidDeviceFunction, "this is not a kernel of the program"),
    TILEPROOF_ERROR(NoDevice, "there is no device"),
    TILEPROOF_ERROR(InvalidDevice, "the cpu device has the number 0 and is the only one"),
    TILEPROOF_ERROR(InvalidImage, "the module is not one that the device can load"),
    TILEPROOF_ERROR(InvalidContext, "the context is not valid"),
    TILEPROOF_ERROR(ContextAlreadyCurrent, "the context is current already"),
    TILEPROOF_ERROR(MapFailed, "the memory could not be mapped"),
    TILEPROOF_ERROR(UnmapFailed, "the memory could not be unmapped"),
    TILEPROOF_ERROR(ArrayIsMapped, "the array is mapped"),
    TILEPROOF_ERROR(AlreadyMapped, "the resource is mapped already"),
    TILEPROOF_ERROR(NoBinaryForGpu, "the module holds no code for this device"),
    TILEPROOF_ERROR(AlreadyAcquired, "the resource is acquired already"),
    TILEPROOF_ERROR(NotMapped, "the resource is not mapped"),
    TILEPROOF_ERROR(NotMappedAsArray, "the resource is not mapped as an array"),
    TILEPROOF_ERROR(NotMappedAsPointer, "the resource is not mapped as a pointer"),
    TILEPROOF_ERROR(ECCNotCorrectable, "an error of memory could not be corrected"),
    TILEPROOF_ERROR(UnsupportedLimit, "the device has no such limit"),
    TILEPROOF_ERROR(ContextAlreadyInUse, "the context is in use"),
    TILEPROOF_ERROR(PeerAccessUnsupported, "the devices cannot reach each other's memory"),
    TILEPROOF_ERROR(InvalidKernelFile, "the file is not one of kernels"),
    TILEPROOF_ERROR(InvalidGraphicsContext, "the graphics context is not valid"),
    TILEPROOF_ERROR(InvalidSource, "the source is not valid"),
    TILEPROOF_ERROR(FileNotFound, "the file was not found"),
    TILEPROOF_ERROR(SharedObjectSymbolNotFound, "the symbol was not found"),
    TILEPROOF_ERROR(SharedObjectInitFailed, "the shared object could not be initialised"),
    TILEPROOF_ERROR(OperatingSystem, "a call of the operating system failed"),
    TILEPROOF_ERROR(InvalidHandle, "the handle is not valid"),
    TILEPROOF_ERROR(IllegalState, "the object is not in a state for this"),
    TILEPROOF_ERROR(NotFound, "the name was not found"),
    TILEPROOF_ERROR(NotReady, "the work has not ended yet"),
    TILEPROOF_ERROR(IllegalAddress, "a kernel went outside its memory"),
    TILEPROOF_ERROR(LaunchOutOfResources, "the launch needs more than the device has"),
    TILEPROOF_ERROR(LaunchTimeOut, "the kernel did not end in time"),
    TILEPROOF_ERROR(PeerAccessAlreadyEnabled, "access to the peer is enabled already"),
    TILEPROOF_ERROR(PeerAccessNotEnabled, "access to the peer is not enabled"),
    TILEPROOF_ERROR(SetOnActiveProcess, "the process is active already"),
    TILEPROOF_ERROR(ContextIsDestroyed, "the context was destroyed"),
    TILEPROOF_ERROR(Assert, "an assertion of a kernel failed"),
    TILEPROOF_ERROR(HostMemoryAlreadyRegistered, "the memory is registered already"),
    TILEPROOF_ERROR(HostMemoryNotRegistered, "the memory is not registered"),
    TILEPROOF_ERROR(LaunchFailure, "the kernel failed"),
    TILEPROOF_ERROR(CooperativeLaunchTooLarge,
                    "a cooperative launch has more blocks than can run at a time"),
    TILEPROOF_ERROR(NotSupported, "the cpu device does not support this"),
    TILEPROOF_ERROR(StreamCaptureUnsupported, "this is not possible while a stream is captured"),
    TILEPROOF_ERROR(StreamCaptureInvalidated, "an error before has spoilt the capture"),
    TILEPROOF_ERROR(StreamCaptureMerge, "the capture would merge with another"),
    TILEPROOF_ERROR(StreamCaptureUnmatched, "the capture was not begun on this stream"),
    TILEPROOF_ERROR(StreamCaptureUnjoined, "a forked stream was not joined"),
    TILEPROOF_ERROR(StreamCaptureIsolation, "the captures depend on each other"),
    TILEPROOF_ERROR(StreamCaptureImplicit, "the legacy stream would take part in the capture"),
    TILEPROOF_ERROR(CapturedEvent, "the event was recorded while its stream was captured"),
    TILEPROOF_ERROR(StreamCaptureWrongThread, "another thread began the capture"),
    TILEPROOF_ERROR(GraphExecUpdateFailure, "the graph does not fit the one to be updated"),
    TILEPROOF_ERROR(Unknown, "an unknown error"),
    TILEPROOF_ERROR(RuntimeMemory, "the runtime is short of memory"),
    TILEPROOF_ERROR(RuntimeOther, "the runtime failed"),
    TILEPROOF_ERROR(Tbd, "an unknown error"),
    TILEPROOF_ERROR(InvalidChannelDescriptor, "the format of the texels is not valid"),
    TILEPROOF_ERROR(InvalidTexture, "the texture is not valid"),
};
#undef TILEPROOF_ERROR

const entry* find_error(hipError_t error) {
    for (const entry& e : errors)
        if (e.error == error) return &e;
    return nullptr;
}

}  // namespace
}  // namespace tileproof::hip

using namespace tileproof;
using hip::noted;

hipError_t hipPeekAtLastError() { return static_cast<hipError_t>(cpu_engine::last_hip_error()); }
hipError_t hipGetLastError() {
    return static_cast<hipError_t>(std::exchange(cpu_engine::last_hip_error(), 0));
}
hipError_t hipExtGetLastError() { return hipGetLastError(); }
const char* hipGetErrorName(hipError_t error) {
    const hip::entry* const e = hip::find_error(error);
    return e ? e->name : "hipErrorUnknown";
}
const char* hipGetErrorString(hipError_t error) {
    if (error == hipErrorInvalidConfiguration || error == hipErrorLaunchFailure) {
        const char* const sentence = cpu_engine::error_text();
        if (*sentence) return sentence;
    }
    const hip::entry* const e = hip::find_error(error);
    return e ? e->sentence : "an unknown error";
}
hipError_t hipDrvGetErrorName(hipError_t error, const char** name) {
    if (!name || !hip::find_error(error)) return noted(hipErrorInvalidValue);
    return *name = hipGetErrorName(error), hipSuccess;
}
hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
    if (!text || !hip::find_error(error)) return noted(hipErrorInvalidValue);
    return *text = hipGetErrorString(error), hipSuccess;
}
