// SPDX-License-Identifier: MIT
// Textures and surfaces: arrays, linear memory and pitched memory read by index or by normalised coordinates.
//
//   filterMode linear, texel centres at i + 0.5: tex2D(t, 1.0f, 0.5f) of {0, 10, 20} is 5
//   addressMode wrap, mirror, clamp, border (zero)
#pragma once

#include <math.h>

#include "tileproof_hip/api_overloads.h"
#include "tileproof_hip/texture_data.h"

TILEPROOF_HIP_BEGIN

template <class T>
hipChannelFormatDesc hipCreateChannelDesc() {
    if constexpr (constexpr int n = tp_components_of<T>; n > 0) {
        using E = typename T::value_type;
        constexpr int bits = 8 * sizeof(E);
        const hipChannelFormatDesc one = hipCreateChannelDesc<E>();
        return {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, one.f};
    } else {
        return {8 * sizeof(T), 0, 0, 0,
                std::is_floating_point_v<T> ? hipChannelFormatKindFloat
                : std::is_signed_v<T>       ? hipChannelFormatKindSigned
                                            : hipChannelFormatKindUnsigned};
    }
}

using tp_texture_of_cpu = __hip_texture;
inline const tp_texture_of_cpu* tp_texture_of(hipSurfaceObject_t s) {
    return reinterpret_cast<const tp_texture_of_cpu*>(s);
}

// The texel at whole coordinates under each dimension's address mode; false outside a border.
inline bool tp_addressed(long& i, std::size_t size, hipTextureAddressMode mode) {
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
T tp_texel_as(const tp_texture_of_cpu& t, E e) {
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
T tp_channel(const tp_texture_of_cpu& t, const char* at, int bits) {
    const bool is_signed = t.channels.f == hipChannelFormatKindSigned;
    if (t.channels.f == hipChannelFormatKindFloat)
        return bits == 16
                   ? static_cast<T>(static_cast<float>(*reinterpret_cast<const _Float16*>(at)))
                   : static_cast<T>(*reinterpret_cast<const float*>(at));
    switch (bits) {
        case 8:
            return is_signed ? tp_texel_as<T>(t, *reinterpret_cast<const signed char*>(at))
                             : tp_texel_as<T>(t, *reinterpret_cast<const unsigned char*>(at));
        case 16:
            return is_signed ? tp_texel_as<T>(t, *reinterpret_cast<const short*>(at))
                             : tp_texel_as<T>(t, *reinterpret_cast<const unsigned short*>(at));
        default:
            return is_signed ? tp_texel_as<T>(t, *reinterpret_cast<const int*>(at))
                             : tp_texel_as<T>(t, *reinterpret_cast<const unsigned*>(at));
    }
}
template <class T>
T tp_texel(const tp_texture_of_cpu& t, long x, long y, long z) {
    T r{};
    if (!tp_addressed(x, t.width, t.how.addressMode[0]) ||
        !tp_addressed(y, t.height, t.how.addressMode[1]) ||
        !tp_addressed(z, t.depth, t.how.addressMode[2]))
        return r;
    const hipChannelFormatDesc& c = t.channels;
    const std::size_t element = static_cast<std::size_t>(c.x + c.y + c.z + c.w) / 8,
                      step = static_cast<std::size_t>(c.x) / 8;
    const char* const at =
        t.data + (static_cast<std::size_t>(z) * t.height + static_cast<std::size_t>(y)) * t.pitch +
        static_cast<std::size_t>(x) * element;
    if constexpr (tp_components_of < T >> 0) {
        using E = typename T::value_type;
        for (unsigned i = 0; i < tp_components_of<T> && i * step < element; ++i)
            r[i] = tp_channel<E>(t, at + i * step, c.x);
    } else {
        r = tp_channel<T>(t, at, c.x);
    }
    return r;
}
// Interpolates between the texels around a point.
template <class T>
T tp_sampled(const tp_texture_of_cpu& t, float x, float y, float z, int dims) {
    if (t.how.normalizedCoords) {
        x *= static_cast<float>(t.width);
        y *= static_cast<float>(t.height);
        z *= static_cast<float>(t.depth);
    }
    if (t.how.filterMode == hipFilterModePoint)
        return tp_texel<T>(t, static_cast<long>(floorf(x)),
                           dims > 1 ? static_cast<long>(floorf(y)) : 0,
                           dims > 2 ? static_cast<long>(floorf(z)) : 0);
    const float px = x - 0.5f, py = dims > 1 ? y - 0.5f : 0, pz = dims > 2 ? z - 0.5f : 0;
    const float fx = floorf(px), fy = floorf(py), fz = floorf(pz);
    T sum{};
    for (int corner = 0; corner < 1 << dims; ++corner) {
        const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
        const float weight = (dx ? px - fx : 1 - px + fx) * (dy ? py - fy : 1 - py + fy) *
                             (dz ? pz - fz : 1 - pz + fz);
        if constexpr (tp_components_of < T >> 0 || std::is_floating_point_v<T>)
            sum = sum + tp_texel<T>(t, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                                    static_cast<long>(fz) + dz) *
                            weight;
        else if (weight > 0.5f)
            sum = tp_texel<T>(t, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                              static_cast<long>(fz) + dz);
    }
    return sum;
}
template <class T>
T tex1Dfetch(hipTextureObject_t t, int i) {
    return tp_texel<T>(*t, i, 0, 0);
}
template <class T>
T tex1D(hipTextureObject_t t, float x) {
    return tp_sampled<T>(*t, x, 0, 0, 1);
}
template <class T>
T tex2D(hipTextureObject_t t, float x, float y) {
    return tp_sampled<T>(*t, x, y, 0, 2);
}
template <class T>
T tex3D(hipTextureObject_t t, float x, float y, float z) {
    return tp_sampled<T>(*t, x, y, z, 3);
}
template <class T>
T tex2DLayered(hipTextureObject_t t, float x, float y, int layer) {
    tp_texture_of_cpu one = *t;
    one.data += static_cast<std::size_t>(layer) * t->height * t->pitch;
    one.depth = 1;
    return tp_sampled<T>(one, x, y, 0, 2);
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
    *reinterpret_cast<T*>(const_cast<char*>(tp_texture_of(s)->data) +
                          static_cast<std::size_t>(y) * tp_texture_of(s)->pitch + x) = value;
}
template <class T>
void surf2Dread(T* value, hipSurfaceObject_t s, int x, int y, int = 0) {
    *value = *reinterpret_cast<const T*>(tp_texture_of(s)->data +
                                         static_cast<std::size_t>(y) * tp_texture_of(s)->pitch + x);
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
