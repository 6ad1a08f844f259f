// SPDX-License-Identifier: MIT
// Copies and fills in one, two and three dimensions, also of the device's variables.
#pragma once

#include <type_traits>

#include "tileproof_hip/memory.h"

TILEPROOF_HIP_BEGIN

inline hipError_t copy_bytes(void* to, const void* from, std::size_t bytes, const char* call,
                             cpu_engine::caller at) {
    if (bytes == 0) return hipSuccess;
    if (!to || !from) return noted(hipErrorInvalidValue, call, at);
    if (cpu_engine::watching_host() && !cpu_engine::watching_host()->copies(to, from, bytes, at))
        return noted(hipErrorInvalidValue, call, at);
    if (cpu_engine::order_here()) cpu_engine::order_here()->moves(to, from, bytes, call, at);
    cpu_engine::move_bytes(to, from, bytes);
    cpu_engine::host_wrote(to, bytes);
    return hipSuccess;
}
inline hipError_t fill_bytes(void* to, unsigned value, std::size_t width, std::size_t count,
                             cpu_engine::caller at) {
    const std::size_t bytes = width * count;
    if (bytes == 0) return hipSuccess;
    if (!to) return noted(hipErrorInvalidValue, "hipMemset", at);
    if (cpu_engine::watching_host() && !cpu_engine::watching_host()->copies(to, nullptr, bytes, at))
        return noted(hipErrorInvalidValue, "hipMemset", at);
    if (cpu_engine::order_here())
        cpu_engine::order_here()->moves(to, nullptr, bytes, "hipMemset", at);
    cpu_engine::fill_bytes(to, value, width, count);
    cpu_engine::host_wrote(to, bytes);
    return hipSuccess;
}

inline hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind,
                            TILEPROOF_CALLER) {
    return copy_bytes(to, from, bytes, "hipMemcpy", from_);
}
inline hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind,
                                 hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    return on_stream(stream, from_,
                     [=] { return copy_bytes(to, from, bytes, "hipMemcpyAsync", from_); });
}
inline hipError_t hipMemcpyWithStream(void* to, const void* from, std::size_t bytes,
                                      hipMemcpyKind kind, hipStream_t stream, TILEPROOF_CALLER) {
    const hipError_t error = hipMemcpyAsync(to, from, bytes, kind, stream, from_);
    if (cpu_engine::order_here()) cpu_engine::order_here()->host_waits_for(stream);
    return error;
}
inline hipError_t hipMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes,
                                TILEPROOF_CALLER) {
    return copy_bytes(to, from, bytes, "hipMemcpyPeer", from_);
}
inline hipError_t hipMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                     hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream, from_);
}
#define TILEPROOF_COPY(name, to_type, from_type)                                              \
    inline hipError_t name(to_type to, from_type from, std::size_t bytes, TILEPROOF_CALLER) { \
        return copy_bytes(to, from, bytes, #name, from_);                                     \
    }                                                                                         \
    inline hipError_t name##Async(to_type to, from_type from, std::size_t bytes,              \
                                  hipStream_t stream = nullptr, TILEPROOF_CALLER) {           \
        return on_stream(stream, from_,                                                       \
                         [=] { return copy_bytes(to, from, bytes, #name, from_); });          \
    }
TILEPROOF_COPY(hipMemcpyHtoD, hipDeviceptr_t, const void*)
TILEPROOF_COPY(hipMemcpyDtoH, void*, hipDeviceptr_t)
TILEPROOF_COPY(hipMemcpyDtoD, hipDeviceptr_t, hipDeviceptr_t)
#undef TILEPROOF_COPY

inline hipError_t hipMemset(void* to, int value, std::size_t bytes, TILEPROOF_CALLER) {
    return fill_bytes(to, static_cast<unsigned>(value), 1, bytes, from_);
}
inline hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes,
                                 hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    return on_stream(stream, from_,
                     [=] { return fill_bytes(to, static_cast<unsigned>(value), 1, bytes, from_); });
}
#define TILEPROOF_FILL(name, type, width)                                                        \
    inline hipError_t name(hipDeviceptr_t to, type value, std::size_t count, TILEPROOF_CALLER) { \
        return fill_bytes(to, static_cast<unsigned>(value), width, count, from_);                \
    }                                                                                            \
    inline hipError_t name##Async(hipDeviceptr_t to, type value, std::size_t count,              \
                                  hipStream_t stream = nullptr, TILEPROOF_CALLER) {              \
        return on_stream(stream, from_, [=] {                                                    \
            return fill_bytes(to, static_cast<unsigned>(value), width, count, from_);            \
        });                                                                                      \
    }
TILEPROOF_FILL(hipMemsetD8, unsigned char, 1)
TILEPROOF_FILL(hipMemsetD16, unsigned short, 2)
TILEPROOF_FILL(hipMemsetD32, int, 4)
#undef TILEPROOF_FILL

// Copies rows of `width` bytes, which are a pitch apart.
inline hipError_t copy_rows(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            cpu_engine::caller at) {
    if (width > to_pitch || width > from_pitch)
        return noted(hipErrorInvalidPitchValue, "hipMemcpy2D", at);
    for (std::size_t row = 0; row < height; ++row) {
        const hipError_t e =
            copy_bytes(static_cast<char*>(to) + row * to_pitch,
                       static_cast<const char*>(from) + row * from_pitch, width, "hipMemcpy2D", at);
        if (e != hipSuccess) return e;
    }
    return hipSuccess;
}
inline hipError_t hipMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              hipMemcpyKind, TILEPROOF_CALLER) {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, from_);
}
inline hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                   std::size_t from_pitch, std::size_t width, std::size_t height,
                                   hipMemcpyKind, hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    return on_stream(stream, from_, [=] {
        return copy_rows(to, to_pitch, from, from_pitch, width, height, from_);
    });
}
inline hipError_t hipMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, TILEPROOF_CALLER) {
    for (std::size_t row = 0; row < height; ++row)
        if (const hipError_t e =
                hipMemset(static_cast<char*>(to) + row * pitch, value, width, from_);
            e != hipSuccess)
            return e;
    return hipSuccess;
}
inline hipError_t hipMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                   std::size_t height, hipStream_t stream = nullptr,
                                   TILEPROOF_CALLER) {
    return on_stream(stream, from_,
                     [=] { return hipMemset2D(to, pitch, value, width, height, from_); });
}

// Three dimensions: `pitch` bytes from row to row, `ysize` rows per slice.
typedef struct hipPitchedPtr {
    void* ptr;
    std::size_t pitch, xsize, ysize;
} hipPitchedPtr;
typedef struct hipExtent {
    std::size_t width, height, depth;
} hipExtent;
typedef struct hipPos {
    std::size_t x, y, z;
} hipPos;
typedef enum hipChannelFormatKind {
    hipChannelFormatKindSigned,
    hipChannelFormatKindUnsigned,
    hipChannelFormatKindFloat,
    hipChannelFormatKindNone
} hipChannelFormatKind;
typedef struct hipChannelFormatDesc {
    int x, y, z, w;
    hipChannelFormatKind f;
} hipChannelFormatDesc;
// An array of texels, row after row.
typedef struct hipArray {
    void* data;
    hipChannelFormatDesc desc;
    std::size_t width, height, depth;
    unsigned flags;
    std::size_t element() const {
        return static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
    }
    std::size_t rows() const { return height ? height : 1; }
    std::size_t slices() const { return depth ? depth : 1; }
} hipArray;
typedef hipArray* hipArray_t;
typedef const hipArray* hipArray_const_t;
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
inline hipPitchedPtr make_hipPitchedPtr(void* p, std::size_t pitch, std::size_t x, std::size_t y) {
    return {p, pitch, x, y};
}
inline hipExtent make_hipExtent(std::size_t w, std::size_t h, std::size_t d) { return {w, h, d}; }
inline hipPos make_hipPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
inline hipError_t hipMalloc3D(hipPitchedPtr* p, hipExtent e, TILEPROOF_CALLER) {
    p->xsize = e.width;
    p->ysize = e.height;
    return hipMallocPitch(&p->ptr, &p->pitch, e.width, e.height * e.depth, from_);
}
inline hipError_t hipMemset3D(hipPitchedPtr p, int value, hipExtent e, TILEPROOF_CALLER) {
    for (std::size_t z = 0; z < e.depth; ++z)
        if (const hipError_t error = hipMemset2D(static_cast<char*>(p.ptr) + z * p.pitch * p.ysize,
                                                 p.pitch, value, e.width, e.height, from_);
            error != hipSuccess)
            return error;
    return hipSuccess;
}
inline hipPitchedPtr whole_array(hipArray_const_t a) {
    return {a->data, a->width * a->element(), a->width * a->element(), a->rows()};
}
inline hipError_t hipMemcpy3D(const hipMemcpy3DParms* p, TILEPROOF_CALLER) {
    const hipPitchedPtr to = p->dstArray ? whole_array(p->dstArray) : p->dstPtr,
                        from = p->srcArray ? whole_array(p->srcArray) : p->srcPtr;
    // Positions and extents are in elements if an array takes part, otherwise in bytes.
    const std::size_t to_unit = p->dstArray ? p->dstArray->element() : 1,
                      from_unit = p->srcArray ? p->srcArray->element() : 1,
                      unit = to_unit > from_unit ? to_unit : from_unit;
    for (std::size_t z = 0; z < p->extent.depth; ++z) {
        char* const t = static_cast<char*>(to.ptr) +
                        ((p->dstPos.z + z) * to.ysize + p->dstPos.y) * to.pitch +
                        p->dstPos.x * to_unit;
        const char* const f = static_cast<const char*>(from.ptr) +
                              ((p->srcPos.z + z) * from.ysize + p->srcPos.y) * from.pitch +
                              p->srcPos.x * from_unit;
        const hipError_t e =
            copy_rows(t, to.pitch, f, from.pitch, p->extent.width * unit, p->extent.height, from_);
        if (e != hipSuccess) return e;
    }
    return hipSuccess;
}
inline hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream = nullptr,
                                   TILEPROOF_CALLER) {
    const hipMemcpy3DParms kept = *p;
    return on_stream(stream, from_, [=] { return hipMemcpy3D(&kept, from_); });
}

// Device variables are plain variables here.
inline hipError_t copy_symbol(void* to, const void* from, std::size_t size, std::size_t offset,
                              std::size_t bytes, const char* call, cpu_engine::caller at) {
    if (offset > size || bytes > size - offset) return noted(hipErrorInvalidValue, call, at);
    return copy_bytes(to, from, bytes, call, at);
}
// A variable stands for itself, the address of a variable (&variable) for what it points to.
struct symbol_range {
    char* at;
    std::size_t bytes;
};
template <class T>
symbol_range symbol_of(T&& symbol) {
    if constexpr (!std::is_lvalue_reference_v<T> && std::is_pointer_v<std::remove_cvref_t<T>>)
        return {static_cast<char*>(const_cast<void*>(static_cast<const volatile void*>(symbol))),
                static_cast<std::size_t>(-1)};
    else
        return {&const_cast<char&>(reinterpret_cast<const volatile char&>(symbol)), sizeof(symbol)};
}
template <class T>
hipError_t hipMemcpyToSymbol(T&& symbol, const void* from, std::size_t bytes,
                             std::size_t offset = 0, hipMemcpyKind = hipMemcpyHostToDevice,
                             TILEPROOF_CALLER) {
    const symbol_range s = symbol_of(static_cast<T&&>(symbol));
    return copy_symbol(s.at + offset, from, s.bytes, offset, bytes, "hipMemcpyToSymbol", from_);
}
template <class T>
hipError_t hipMemcpyFromSymbol(void* to, T&& symbol, std::size_t bytes, std::size_t offset = 0,
                               hipMemcpyKind = hipMemcpyDeviceToHost, TILEPROOF_CALLER) {
    const symbol_range s = symbol_of(static_cast<T&&>(symbol));
    return copy_symbol(to, s.at + offset, s.bytes, offset, bytes, "hipMemcpyFromSymbol", from_);
}
template <class T>
hipError_t hipMemcpyToSymbolAsync(T&& symbol, const void* from, std::size_t bytes,
                                  std::size_t offset, hipMemcpyKind, hipStream_t stream = nullptr,
                                  TILEPROOF_CALLER) {
    const symbol_range s = symbol_of(static_cast<T&&>(symbol));
    return on_stream(stream, from_, [=] {
        return copy_symbol(s.at + offset, from, s.bytes, offset, bytes, "hipMemcpyToSymbolAsync",
                           from_);
    });
}
template <class T>
hipError_t hipMemcpyFromSymbolAsync(void* to, T&& symbol, std::size_t bytes, std::size_t offset,
                                    hipMemcpyKind, hipStream_t stream = nullptr, TILEPROOF_CALLER) {
    const symbol_range s = symbol_of(static_cast<T&&>(symbol));
    return on_stream(stream, from_, [=] {
        return copy_symbol(to, s.at + offset, s.bytes, offset, bytes, "hipMemcpyFromSymbolAsync",
                           from_);
    });
}
template <class P, class T>
hipError_t hipGetSymbolAddress(P** pointer, T&& symbol) {
    return *reinterpret_cast<void**>(pointer) = symbol_of(static_cast<T&&>(symbol)).at, hipSuccess;
}
template <class T>
hipError_t hipGetSymbolSize(std::size_t* bytes, T&& symbol) {
    return *bytes = symbol_of(static_cast<T&&>(symbol)).bytes, hipSuccess;
}
#define HIP_SYMBOL(symbol) symbol

TILEPROOF_HIP_END
