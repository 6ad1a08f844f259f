// SPDX-License-Identifier: MIT
// What the functions of HIP's host interface share: the place and the device of a call, errors, and work on streams.
//
//   hipError_t hipFree(void* p) { return release(api_call("hipFree"), p, true); }
//   hipError_t hipMemcpyAsync(...) { return enqueue(stream, c.at, [=] { return copy(...); }); }    or recorded in a capture
#pragma once

#include <functional>

#include "devices/cpu/hip_state.hpp"
#include "tileproof_hip/api_overloads.h"

namespace tileproof::hip {

using cpu_engine::caller;

// The device that the latest call was compiled for; before any, the one that the latest loaded kernel was compiled for.
void compiled_for_device(bool checked, const cpu_engine::compiled_for*);
bool for_checked();
const cpu_engine::compiled_for& target();

// The place that compiled code told before this call; empty for calls from elsewhere.
struct api_call {
    explicit api_call(const char* of);
    const char* name;
    caller at;
    // Keeps the error for hipGetLastError, and tells whoever watches the program.
    hipError_t ended(hipError_t) const;
};
// Keeps the error for hipGetLastError.
hipError_t noted(hipError_t);

inline cpu_engine::work_order* order() { return for_checked() ? cpu_engine::ordering() : nullptr; }

// Does the work now, as work of this stream, or stores it in the graph for which the stream is being captured.
hipError_t enqueue(hipStream_t, caller at, std::function<hipError_t()> work,
                   hipGraphNodeType = hipGraphNodeTypeEmpty);

// Memory: host and device alike.
std::size_t bytes_at(const void*);  // from this address to the end of its memory; 0: unknown
bool is_device_memory(const void*);
hipError_t allocate(const api_call&, void** made, std::size_t bytes,
                    cpu_engine::host_watch::memory_kind);
hipError_t release(const api_call&, void*, bool of_device);
hipError_t copy(const api_call&, void* to, const void* from, std::size_t bytes);
hipError_t fill(const api_call&, void* to, unsigned value, std::size_t width, std::size_t count);

// A part of a variable of the device, which is a plain variable here; null if it is not inside.
char* part_of(const void* symbol, std::size_t offset, std::size_t bytes);

}  // namespace tileproof::hip
