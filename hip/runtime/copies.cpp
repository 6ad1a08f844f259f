// SPDX-License-Identifier: MIT
// Copies and fills in one, two and three dimensions, also of the device's variables.
#include "devices/cpu/host_calls.hpp"
#include "hip/runtime/arrays.hpp"
#include "hip/runtime/under_way.hpp"

namespace tileproof::hip {
namespace {

// Copies rows of `width` bytes, which are a pitch apart.
hipError_t copy_rows(const api_call& c, void* to, std::size_t to_pitch, const void* from,
                     std::size_t from_pitch, std::size_t width, std::size_t height) {
    if (width == 0 || height == 0) return hipSuccess;
    if (!to || !from) return c.ended(hipErrorInvalidValue);
    if (width > to_pitch || width > from_pitch) return c.ended(hipErrorInvalidPitchValue);
    return copy_box(c, {static_cast<char*>(to), to_pitch, 0},
                    {static_cast<char*>(const_cast<void*>(from)), from_pitch, 0}, width, height, 1);
}
hipError_t fill_box(const api_call& c, const hipPitchedPtr& p, int value, hipExtent e) {
    if (e.width == 0 || e.height == 0 || e.depth == 0) return hipSuccess;
    if (!p.ptr) return c.ended(hipErrorInvalidValue);
    if ((e.width > p.pitch && product({e.height, e.depth}) > 1) ||
        !can_span(p.pitch, e.height - 1, product({p.pitch, p.ysize}), e.depth - 1))
        return c.ended(hipErrorInvalidValue);
    for (std::size_t z = 0; z < e.depth; ++z)
        for (std::size_t y = 0; y < e.height; ++y)
            if (const hipError_t error = fill(c, moved(p.ptr, (z * p.ysize + y) * p.pitch),
                                              static_cast<unsigned>(value), 1, e.width))
                return error;
    return hipSuccess;
}

hipError_t to_symbol(const api_call& c, const void* symbol, const void* from, std::size_t bytes,
                     std::size_t offset, hipMemcpyKind kind, hipStream_t stream, bool waits) {
    if (!cpu_engine::find_variable(symbol)) return c.ended(hipErrorInvalidSymbol);
    char* const part = part_of(symbol, offset, bytes);
    if (!part) return c.ended(hipErrorInvalidValue);
    if (!from) return c.ended(hipErrorInvalidValue);
    if (!is_kind(kind) || kind == hipMemcpyHostToHost || kind == hipMemcpyDeviceToHost)
        return c.ended(hipErrorInvalidMemcpyDirection);
    if (waits) return copy(c, part, from, bytes);
    return enqueue(stream, c.at, [=] { return copy(c, part, from, bytes); });
}
hipError_t from_symbol(const api_call& c, void* to, const void* symbol, std::size_t bytes,
                       std::size_t offset, hipMemcpyKind kind, hipStream_t stream, bool waits) {
    if (!cpu_engine::find_variable(symbol)) return c.ended(hipErrorInvalidSymbol);
    char* const part = part_of(symbol, offset, bytes);
    if (!part) return c.ended(hipErrorInvalidValue);
    if (!to) return c.ended(hipErrorInvalidValue);
    if (!is_kind(kind) || kind == hipMemcpyHostToHost || kind == hipMemcpyHostToDevice)
        return c.ended(hipErrorInvalidMemcpyDirection);
    if (waits) return copy(c, to, part, bytes);
    return enqueue(stream, c.at, [=] { return copy(c, to, part, bytes); });
}

hipError_t copy_later(const api_call& c, void* to, const void* from, std::size_t bytes,
                      hipStream_t stream) {
    const hipError_t error = enqueue(
        stream, c.at, [=] { return copy(c, to, from, bytes); }, hipGraphNodeTypeMemcpy);
    // The program may go on to change memory that is not pinned, so AMD's runtime waits.
    const bool waits = !is_all_done() && !(is_pinned(to) && is_pinned(from));
    return waits && !error ? wait_for_stream(stream) : error;
}
hipError_t fill_later(const api_call& c, void* to, unsigned value, std::size_t width,
                      std::size_t count, hipStream_t stream) {
    return enqueue(
        stream, c.at, [=] { return fill(c, to, value, width, count); }, hipGraphNodeTypeMemset);
}

}  // namespace

// What the host calls for itself is work of the default stream, whose earlier work it waits for, unless all memory is the
// device's own. True: the work is done later.
static bool is_put_off(const api_call& c, bool on_device, const std::function<hipError_t()>& work) {
    if (within_work::now() || !is_behind(name_of(nullptr))) return false;
    if (on_device) return (void)enqueue(nullptr, c.at, work), true;
    (void)wait_for(name_of(nullptr));
    return false;
}

char* part_of(const void* symbol, std::size_t offset, std::size_t bytes) {
    const cpu_engine::variable_record* const v = cpu_engine::find_variable(symbol);
    if (!v || !fits(offset, bytes, v->bytes)) return nullptr;
    return static_cast<char*>(const_cast<void*>(symbol)) + offset;
}

bool can_copy(const api_call& c, void* to, const void* from, std::size_t bytes) {
    cpu_engine::host_watch* const watch = cpu_engine::watching_host();
    return (!watch || watch->copies(to, from, bytes, c.at)) && (!from || reaches(from, bytes)) &&
           reaches(to, bytes, true);
}
hipError_t copy(const api_call& c, void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return hipSuccess;
    if (!is_all_done() && is_put_off(c, is_only_of_device(to) && is_only_of_device(from),
                                     [=] { return copy(c, to, from, bytes); }))
        return hipSuccess;
    if (!to || !from || !can_copy(c, to, from, bytes)) return c.ended(hipErrorInvalidValue);
    if (order()) order()->moves(to, from, bytes, c.name, c.at);
    cpu_engine::move_bytes(to, from, bytes);
    if (for_checked()) cpu_engine::host_wrote_checked(to, bytes);
    return hipSuccess;
}
hipError_t fill(const api_call& c, void* to, unsigned value, std::size_t width, std::size_t count) {
    const std::size_t bytes = product({width, count});
    if (bytes == 0) return hipSuccess;
    if (!is_all_done() &&
        is_put_off(c, is_only_of_device(to), [=] { return fill(c, to, value, width, count); }))
        return hipSuccess;
    if (!to || !can_copy(c, to, nullptr, bytes)) return c.ended(hipErrorInvalidValue);
    if (order()) order()->moves(to, nullptr, bytes, c.name, c.at);
    cpu_engine::fill_bytes(to, value, width, count);
    if (for_checked()) cpu_engine::host_wrote_checked(to, bytes);
    return hipSuccess;
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
    const api_call c("hipMemcpy");
    if (is_forbidden_by_capture()) return c.ended(hipErrorStreamCaptureImplicit);
    return is_kind(kind) ? copy(c, to, from, bytes) : c.ended(hipErrorInvalidMemcpyDirection);
}
hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
    const api_call c("hipMemcpyAsync");
    if (!is_kind(kind)) return c.ended(hipErrorInvalidMemcpyDirection);
    return copy_later(c, to, from, bytes, stream);
}
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
    const hipError_t error = hipMemcpyAsync(to, from, bytes, kind, stream);
    if (!is_all_done()) return error ? error : wait_for_stream(stream);
    if (order()) order()->host_waits_for(stream);
    return error;
}
hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
    const api_call c("hipMemcpyPeer");
    if (!is_device(to_device) || !is_device(from_device)) return c.ended(hipErrorInvalidDevice);
    return copy(c, to, from, bytes);
}
hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream) {
    const api_call c("hipMemcpyPeerAsync");
    if (!is_device(to_device) || !is_device(from_device)) return c.ended(hipErrorInvalidDevice);
    return copy_later(c, to, from, bytes, stream);
}
#define TILEPROOF_COPY(name, to_type, from_type)                                           \
    hipError_t name(to_type to, from_type from, size_t bytes) {                            \
        return copy(api_call(#name), to, from, bytes);                                     \
    }                                                                                      \
    hipError_t name##Async(to_type to, from_type from, size_t bytes, hipStream_t stream) { \
        return copy_later(api_call(#name), to, from, bytes, stream);                       \
    }
TILEPROOF_COPY(hipMemcpyHtoD, hipDeviceptr_t, const void*)
TILEPROOF_COPY(hipMemcpyDtoH, void*, hipDeviceptr_t)
TILEPROOF_COPY(hipMemcpyDtoD, hipDeviceptr_t, hipDeviceptr_t)
#undef TILEPROOF_COPY
#define TILEPROOF_FILL(name, type, width, count_name)                                           \
    hipError_t name(hipDeviceptr_t to, type value, size_t count) {                              \
        if (is_forbidden_by_capture()) return noted(hipErrorStreamCaptureImplicit);             \
        return fill(api_call(count_name), to, static_cast<unsigned>(value), width, count);      \
    }                                                                                           \
    hipError_t name##Async(hipDeviceptr_t to, type value, size_t count, hipStream_t stream) {   \
        return fill_later(api_call(count_name), to, static_cast<unsigned>(value), width, count, \
                          stream);                                                              \
    }
TILEPROOF_FILL(hipMemset, int, 1, "hipMemset")
TILEPROOF_FILL(hipMemsetD8, unsigned char, 1, "hipMemset")
TILEPROOF_FILL(hipMemsetD16, unsigned short, 2, "hipMemset")
TILEPROOF_FILL(hipMemsetD32, int, 4, "hipMemset")
#undef TILEPROOF_FILL

hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind) {
    const api_call c("hipMemcpy2D");
    if (!is_kind(kind)) return c.ended(hipErrorInvalidMemcpyDirection);
    return copy_rows(c, to, to_pitch, from, from_pitch, width, height);
}
hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
    const api_call c("hipMemcpy2D");
    if (!is_kind(kind)) return c.ended(hipErrorInvalidMemcpyDirection);
    return enqueue(stream, c.at,
                   [=] { return copy_rows(c, to, to_pitch, from, from_pitch, width, height); });
}
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
    return fill_box(api_call("hipMemset"), {to, pitch, width, height}, value, {width, height, 1});
}
hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
    const api_call c("hipMemset");
    return enqueue(stream, c.at, [=] {
        return fill_box(c, {to, pitch, width, height}, value, {width, height, 1});
    });
}
hipError_t hipMemset3D(hipPitchedPtr p, int value, hipExtent e) {
    return fill_box(api_call("hipMemset"), p, value, e);
}
hipError_t hipMemset3DAsync(hipPitchedPtr p, int value, hipExtent e, hipStream_t stream) {
    const api_call c("hipMemset");
    return enqueue(stream, c.at, [=] { return fill_box(c, p, value, e); });
}

hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                             hipMemcpyKind kind) {
    return to_symbol(api_call("hipMemcpyToSymbol"), symbol, from, bytes, offset, kind, nullptr,
                     true);
}
hipError_t hipMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind) {
    return from_symbol(api_call("hipMemcpyFromSymbol"), to, symbol, bytes, offset, kind, nullptr,
                       true);
}
hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
    return to_symbol(api_call("hipMemcpyToSymbolAsync"), symbol, from, bytes, offset, kind, stream,
                     false);
}
hipError_t hipMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream) {
    return from_symbol(api_call("hipMemcpyFromSymbolAsync"), to, symbol, bytes, offset, kind,
                       stream, false);
}
hipError_t hipGetSymbolAddress(void** pointer, const void* symbol) {
    if (!pointer) return noted(hipErrorInvalidValue);
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return *pointer = const_cast<void*>(symbol), hipSuccess;
}
hipError_t hipGetSymbolSize(size_t* bytes, const void* symbol) {
    if (!bytes) return noted(hipErrorInvalidValue);
    const cpu_engine::variable_record* const v = cpu_engine::find_variable(symbol);
    if (!v) return noted(hipErrorInvalidSymbol);
    return *bytes = v->bytes, hipSuccess;
}
hipError_t hipModuleGetGlobal(hipDeviceptr_t* at, size_t* bytes, hipModule_t module,
                              const char* name) {
    if (!name || (!at && !bytes)) return noted(hipErrorInvalidValue);
    if (!is_module(module)) return noted(hipErrorInvalidResourceHandle);
    const cpu_engine::variable_record* const v = cpu_engine::find_variable(name);
    if (!v) return noted(hipErrorNotFound);
    if (at) *at = v->address;
    if (bytes) *bytes = v->bytes;
    return hipSuccess;
}
