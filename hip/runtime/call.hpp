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

// How many there are says TILEPROOF_DEVICES; the current one is the calling thread's.
inline constexpr int most_devices = 16;
int device_count();
int& current_device();
inline bool is_device(int number) { return number >= 0 && number < device_count(); }
inline cpu_engine::work_order* order() { return for_checked() ? cpu_engine::ordering() : nullptr; }

// Does the work now, as work of this stream, or once what is before it has ended (under_way.hpp), or stores it in the graph
// for which the stream is being captured. `spins`: it is a launch that may wait for others.
hipError_t enqueue(hipStream_t, caller at, std::function<hipError_t()> work,
                   hipGraphNodeType = hipGraphNodeTypeEmpty, bool spins = false);

// While a stream is captured, no thread that its mode concerns may allocate, wait, or use the default stream.
bool is_forbidden_by_capture();
bool ends_captures();  // whether there was one, of any stream and mode; it is invalid now
hipError_t wait_for_stream(hipStream_t);

// Memory: host and device alike.
std::size_t bytes_at(const void*);  // from this address to the end of its memory; 0: unknown
bool is_device_memory(const void*);
bool is_only_of_device(const void*);
bool is_allocated(const void*);  // by hipMalloc or the like
bool is_managed(const void*, std::size_t bytes);
bool is_pinned(const void*);  // or the device's, or a variable of it
hipError_t allocate(const api_call&, void** made, std::size_t bytes,
                    cpu_engine::host_watch::memory_kind);
hipError_t release(const api_call&, void*, bool of_device);
void release_all(const api_call&, int device);
// What may be accessed of virtual memory.
void keep_mapped(void*, std::size_t bytes, int device);
void forget_mapped(void*);
// Figures of pools. Graphs have a pool on each device, which is not told to the program.
hipMemPool_t pool_of_graphs(int device);
void take_from(hipMemPool_t, void*);
void give_back(const void*);
void stop_sharing(const void*);  // with other processes
void forget_advice(const void*, std::size_t bytes);
hipError_t copy(const api_call&, void* to, const void* from, std::size_t bytes);
// Whether it would; null `from`: whether these bytes can be set. Tells who watches why not.
bool can_copy(const api_call&, void* to, const void* from, std::size_t bytes);
hipError_t fill(const api_call&, void* to, unsigned value, std::size_t width, std::size_t count);
// Whether these bytes are there: in one allocation, or in memory of the program.
bool reaches(const void*, std::size_t bytes, bool to_be_written = false);
// Rows that are a pitch apart, in slices: whether any memory could hold them.
bool can_span(std::size_t pitch, std::size_t height, std::size_t slice, std::size_t depth);
// A product that is at most the largest number, which nothing fits.
std::size_t product(std::initializer_list<std::size_t>);
// Pointers that are not checked yet may lead anywhere, also beyond the last address.
inline char* moved(const void* p, std::size_t bytes) {
    return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(p) + bytes);
}
// A number may be in an enum of C that is none of its values, also a negative one.
template <class E>
bool is_one_of(E value, E first, E last) {
    const auto n = static_cast<long long>(value);
    return n >= static_cast<long long>(first) && n <= static_cast<long long>(last);
}
inline bool is_kind(hipMemcpyKind k) {
    return is_one_of(k, hipMemcpyHostToHost, hipMemcpyDefault) || k == hipMemcpyDeviceToDeviceNoCU;
}
inline bool fits(std::size_t at, std::size_t count, std::size_t all) {
    return at <= all && count <= all - at;
}

bool is_module(hipModule_t);
// A part of a variable of the device, which is a plain variable here; null if it is not inside.
char* part_of(const void* symbol, std::size_t offset, std::size_t bytes);

}  // namespace tileproof::hip
