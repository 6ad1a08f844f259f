// SPDX-License-Identifier: MIT
// Textures and surfaces: arrays, linear memory and pitched memory read by index or by normalised coordinates.
//
//   filterMode linear, texel centres at i + 0.5: tex2D(t, 1.0f, 0.5f) of {0, 10, 20} is 5
//   addressMode wrap, mirror, clamp, border (zero)
#pragma once

#include <math.h>

#include "tileproof_hip/copies.h"

TILEPROOF_HIP_BEGIN

enum hipTextureAddressMode {
    hipAddressModeWrap,
    hipAddressModeClamp,
    hipAddressModeMirror,
    hipAddressModeBorder
};
enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear };
enum hipTextureReadMode { hipReadModeElementType, hipReadModeNormalizedFloat };
enum hipResourceType {
    hipResourceTypeArray,
    hipResourceTypeMipmappedArray,
    hipResourceTypeLinear,
    hipResourceTypePitch2D
};
enum hipResourceViewFormat { hipResViewFormatNone };
struct hipResourceDesc {
    hipResourceType resType;
    union {
        struct {
            hipArray_t array;
        } array;
        struct {
            void* devPtr;
            hipChannelFormatDesc desc;
            std::size_t sizeInBytes;
        } linear;
        struct {
            void* devPtr;
            hipChannelFormatDesc desc;
            std::size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct hipTextureDesc {
    hipTextureAddressMode addressMode[3];
    hipTextureFilterMode filterMode;
    hipTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct hipResourceViewDesc {
    hipResourceViewFormat format;
    std::size_t width, height, depth;
};
typedef struct texture_of_cpu {
    hipResourceDesc resource;
    hipTextureDesc how;
    const char* data;
    std::size_t pitch, width, height, depth;
    hipChannelFormatDesc channels;
} * hipTextureObject_t;
typedef texture_of_cpu* hipSurfaceObject_t;
#define hipArrayDefault 0
#define hipArrayLayered 1
#define hipArraySurfaceLoadStore 2
#define hipArrayCubemap 4
#define hipArrayTextureGather 8

inline hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                 hipChannelFormatKind f) {
    return {x, y, z, w, f};
}
template <class T>
hipChannelFormatDesc hipCreateChannelDesc() {
    if constexpr (device_vector<T>) {
        using E = typename vector_traits<T>::value_type;
        constexpr int n = vector_traits<T>::size, bits = 8 * sizeof(E);
        const hipChannelFormatDesc one = hipCreateChannelDesc<E>();
        return {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, one.f};
    } else {
        return {8 * sizeof(T), 0, 0, 0,
                std::is_floating_point_v<T> ? hipChannelFormatKindFloat
                : std::is_signed_v<T>       ? hipChannelFormatKindSigned
                                            : hipChannelFormatKindUnsigned};
    }
}

inline hipError_t make_array(hipArray_t* made, const hipChannelFormatDesc& desc, hipExtent e,
                             unsigned flags, cpu_engine::caller from) {
    auto* const a = new hipArray{nullptr, desc, e.width, e.height, e.depth, flags};
    *made = a;
    return allocate_memory(&a->data, a->width * a->element() * a->rows() * a->slices(),
                           memory_kind::device, from);
}
inline hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc,
                                 std::size_t width, std::size_t height = 0, unsigned flags = 0,
                                 TILEPROOF_CALLER) {
    return make_array(array, *desc, {width, height, 0}, flags, from_);
}
inline hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc,
                                   hipExtent extent, unsigned flags = 0, TILEPROOF_CALLER) {
    return make_array(array, *desc, extent, flags, from_);
}
inline hipError_t hipFreeArray(hipArray_t array, TILEPROOF_CALLER) {
    if (!array) return noted(hipErrorInvalidHandle, "hipFreeArray", from_);
    const hipError_t e = release_memory(array->data, true, "hipFreeArray", from_);
    delete array;
    return e;
}
inline hipError_t hipMemcpy2DToArray(hipArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     hipMemcpyKind, TILEPROOF_CALLER) {
    const hipPitchedPtr p = whole_array(to);
    return copy_rows(static_cast<char*>(p.ptr) + y * p.pitch + x, p.pitch, from, pitch, width,
                     height, from_);
}
inline hipError_t hipMemcpy2DFromArray(void* to, std::size_t pitch, hipArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, hipMemcpyKind, TILEPROOF_CALLER) {
    const hipPitchedPtr p = whole_array(from);
    return copy_rows(to, pitch, static_cast<char*>(p.ptr) + y * p.pitch + x, p.pitch, width, height,
                     from_);
}
inline hipError_t hipMemcpyToArray(hipArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, hipMemcpyKind, TILEPROOF_CALLER) {
    const hipPitchedPtr p = whole_array(to);
    return copy_bytes(static_cast<char*>(p.ptr) + y * p.pitch + x, from, bytes, "hipMemcpyToArray",
                      from_);
}
inline hipError_t hipMemcpyFromArray(void* to, hipArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, hipMemcpyKind, TILEPROOF_CALLER) {
    const hipPitchedPtr p = whole_array(from);
    return copy_bytes(to, static_cast<char*>(p.ptr) + y * p.pitch + x, bytes, "hipMemcpyFromArray",
                      from_);
}

inline texture_of_cpu* make_texture(const hipResourceDesc& r, const hipTextureDesc& t) {
    auto* const made = new texture_of_cpu{r, t, nullptr, 0, 0, 1, 1, {}};
    if (r.resType == hipResourceTypeArray) {
        const hipArray& a = *r.res.array.array;
        made->data = static_cast<const char*>(a.data);
        made->pitch = a.width * a.element();
        made->width = a.width;
        made->height = a.rows();
        made->depth = a.slices();
        made->channels = a.desc;
    } else if (r.resType == hipResourceTypeLinear) {
        made->data = static_cast<const char*>(r.res.linear.devPtr);
        made->channels = r.res.linear.desc;
        const hipChannelFormatDesc& c = made->channels;
        made->width =
            r.res.linear.sizeInBytes / (static_cast<std::size_t>(c.x + c.y + c.z + c.w) / 8);
    } else {
        made->data = static_cast<const char*>(r.res.pitch2D.devPtr);
        made->pitch = r.res.pitch2D.pitchInBytes;
        made->width = r.res.pitch2D.width;
        made->height = r.res.pitch2D.height;
        made->channels = r.res.pitch2D.desc;
    }
    return made;
}
// Kernels read the descriptor, which is in host memory.
inline texture_of_cpu* readable_by_kernels(texture_of_cpu* t) {
    return cpu_engine::register_host(t, sizeof *t), t;
}
inline hipError_t destroy_texture(texture_of_cpu* t) {
    if (t) cpu_engine::unregister_host(t);
    return delete t, hipSuccess;
}
inline hipError_t hipCreateTextureObject(hipTextureObject_t* made, const hipResourceDesc* r,
                                         const hipTextureDesc* t, const hipResourceViewDesc*) {
    return *made = readable_by_kernels(make_texture(*r, *t)), hipSuccess;
}
inline hipError_t hipDestroyTextureObject(hipTextureObject_t t) { return destroy_texture(t); }
inline hipError_t hipCreateSurfaceObject(hipSurfaceObject_t* made, const hipResourceDesc* r) {
    return *made = readable_by_kernels(make_texture(*r, {})), hipSuccess;
}
inline hipError_t hipDestroySurfaceObject(hipSurfaceObject_t s) { return destroy_texture(s); }

// The texel at whole coordinates under each dimension's address mode; false outside a border.
inline bool addressed(long& i, std::size_t size, hipTextureAddressMode mode) {
    const long n = static_cast<long>(size);
    if (i >= 0 && i < n) return true;
    switch (mode) {
        case hipAddressModeWrap:
            i = (i % n + n) % n;
            return true;
        case hipAddressModeMirror:
            i = (i % (2 * n) + 2 * n) % (2 * n);
            if (i >= n) i = 2 * n - 1 - i;
            return true;
        case hipAddressModeBorder:
            return false;
        default:
            i = i < 0 ? 0 : n - 1;
            return true;
    }
}
// A texel of type E as T; integers become fractions of 1 if the texture says so.
template <class T, class E>
T texel_as(const texture_of_cpu& t, E e) {
    if (t.how.readMode == hipReadModeNormalizedFloat && std::is_integral_v<E>) {
        const float f =
            static_cast<float>(e) /
            static_cast<float>(static_cast<E>(~E{0}) > E{0}
                                   ? static_cast<E>(~E{0})
                                   : static_cast<E>(static_cast<E>(~E{0}) ^
                                                    static_cast<E>(E{1} << (8 * sizeof(E) - 1))));
        return static_cast<T>(f);
    }
    return static_cast<T>(e);
}
template <class T>
T channel(const texture_of_cpu& t, const char* at, int bits) {
    const bool is_signed = t.channels.f == hipChannelFormatKindSigned;
    if (t.channels.f == hipChannelFormatKindFloat)
        return bits == 16
                   ? static_cast<T>(static_cast<float>(*reinterpret_cast<const _Float16*>(at)))
                   : static_cast<T>(*reinterpret_cast<const float*>(at));
    switch (bits) {
        case 8:
            return is_signed ? texel_as<T>(t, *reinterpret_cast<const signed char*>(at))
                             : texel_as<T>(t, *reinterpret_cast<const unsigned char*>(at));
        case 16:
            return is_signed ? texel_as<T>(t, *reinterpret_cast<const short*>(at))
                             : texel_as<T>(t, *reinterpret_cast<const unsigned short*>(at));
        default:
            return is_signed ? texel_as<T>(t, *reinterpret_cast<const int*>(at))
                             : texel_as<T>(t, *reinterpret_cast<const unsigned*>(at));
    }
}
template <class T>
T texel(const texture_of_cpu& t, long x, long y, long z) {
    T r{};
    if (!addressed(x, t.width, t.how.addressMode[0]) ||
        !addressed(y, t.height, t.how.addressMode[1]) ||
        !addressed(z, t.depth, t.how.addressMode[2]))
        return r;
    const hipChannelFormatDesc& c = t.channels;
    const std::size_t element = static_cast<std::size_t>(c.x + c.y + c.z + c.w) / 8,
                      step = static_cast<std::size_t>(c.x) / 8;
    const char* const at =
        t.data + (static_cast<std::size_t>(z) * t.height + static_cast<std::size_t>(y)) * t.pitch +
        static_cast<std::size_t>(x) * element;
    if constexpr (device_vector<T>) {
        using E = typename vector_traits<T>::value_type;
        for (unsigned i = 0; i < vector_traits<T>::size && i * step < element; ++i)
            (&r.x)[i] = channel<E>(t, at + i * step, c.x);
    } else {
        r = channel<T>(t, at, c.x);
    }
    return r;
}
// Interpolates between the texels around a point.
template <class T>
T sampled(const texture_of_cpu& t, float x, float y, float z, int dims) {
    if (t.how.normalizedCoords) {
        x *= static_cast<float>(t.width);
        y *= static_cast<float>(t.height);
        z *= static_cast<float>(t.depth);
    }
    if (t.how.filterMode == hipFilterModePoint)
        return texel<T>(t, static_cast<long>(floorf(x)),
                        dims > 1 ? static_cast<long>(floorf(y)) : 0,
                        dims > 2 ? static_cast<long>(floorf(z)) : 0);
    const float px = x - 0.5f, py = dims > 1 ? y - 0.5f : 0, pz = dims > 2 ? z - 0.5f : 0;
    const float fx = floorf(px), fy = floorf(py), fz = floorf(pz);
    T sum{};
    for (int corner = 0; corner < 1 << dims; ++corner) {
        const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
        const float weight = (dx ? px - fx : 1 - px + fx) * (dy ? py - fy : 1 - py + fy) *
                             (dz ? pz - fz : 1 - pz + fz);
        if constexpr (device_vector<T> || std::is_floating_point_v<T>)
            sum = sum + texel<T>(t, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                                 static_cast<long>(fz) + dz) *
                            weight;
        else if (weight > 0.5f)
            sum = texel<T>(t, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                           static_cast<long>(fz) + dz);
    }
    return sum;
}
template <class T>
T tex1Dfetch(hipTextureObject_t t, int i) {
    return texel<T>(*t, i, 0, 0);
}
template <class T>
T tex1D(hipTextureObject_t t, float x) {
    return sampled<T>(*t, x, 0, 0, 1);
}
template <class T>
T tex2D(hipTextureObject_t t, float x, float y) {
    return sampled<T>(*t, x, y, 0, 2);
}
template <class T>
T tex3D(hipTextureObject_t t, float x, float y, float z) {
    return sampled<T>(*t, x, y, z, 3);
}
template <class T>
T tex2DLayered(hipTextureObject_t t, float x, float y, int layer) {
    texture_of_cpu one = *t;
    one.data += static_cast<std::size_t>(layer) * t->height * t->pitch;
    one.depth = 1;
    return sampled<T>(one, x, y, 0, 2);
}
template <class T>
void tex1Dfetch(T* r, hipTextureObject_t t, int i) {
    *r = tex1Dfetch<T>(t, i);
}
template <class T>
void tex2D(T* r, hipTextureObject_t t, float x, float y) {
    *r = tex2D<T>(t, x, y);
}

// Surfaces: x is in bytes.
template <class T>
void surf2Dwrite(T value, hipSurfaceObject_t s, int x, int y, int = 0) {
    *reinterpret_cast<T*>(const_cast<char*>(s->data) + static_cast<std::size_t>(y) * s->pitch + x) =
        value;
}
template <class T>
void surf2Dread(T* value, hipSurfaceObject_t s, int x, int y, int = 0) {
    *value = *reinterpret_cast<const T*>(s->data + static_cast<std::size_t>(y) * s->pitch + x);
}
template <class T>
void surf1Dwrite(T value, hipSurfaceObject_t s, int x, int = 0) {
    surf2Dwrite(value, s, x, 0);
}
template <class T>
void surf1Dread(T* value, hipSurfaceObject_t s, int x, int = 0) {
    surf2Dread(value, s, x, 0);
}

TILEPROOF_HIP_END
