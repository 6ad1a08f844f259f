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

inline hipChannelFormatDesc hipCreateChannelDescHalf() {
    return {16, 0, 0, 0, hipChannelFormatKindFloat};
}
inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return hipCreateChannelDescHalf(); }
inline hipChannelFormatDesc hipCreateChannelDescHalf2() {
    return {16, 16, 0, 0, hipChannelFormatKindFloat};
}
inline hipChannelFormatDesc hipCreateChannelDescHalf4() {
    return {16, 16, 16, 16, hipChannelFormatKindFloat};
}

using tp_texture_of_cpu = __hip_texture;
using tp_level = __hip_texture_level;

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
T tp_texel(const tp_texture_of_cpu& t, const tp_level& l, long x, long y, long z) {
    T r{};
    if (!tp_addressed(x, l.width, t.how.addressMode[0]) ||
        !tp_addressed(y, l.height, t.how.addressMode[1]) ||
        !tp_addressed(z, l.depth, t.how.addressMode[2]))
        return r;
    const hipChannelFormatDesc& c = t.channels;
    const std::size_t element = static_cast<std::size_t>(c.x + c.y + c.z + c.w) / 8,
                      step = static_cast<std::size_t>(c.x) / 8;
    const char* const at =
        l.data + (static_cast<std::size_t>(z) * l.height + static_cast<std::size_t>(y)) * l.pitch +
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
T tp_sampled(const tp_texture_of_cpu& t, const tp_level& l, float x, float y, float z, int dims) {
    if (t.how.normalizedCoords) {
        x *= static_cast<float>(l.width);
        y *= static_cast<float>(l.height);
        z *= static_cast<float>(l.depth);
    }
    if (t.how.filterMode == hipFilterModePoint)
        return tp_texel<T>(t, l, static_cast<long>(floorf(x)),
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
            sum = sum + tp_texel<T>(t, l, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                                    static_cast<long>(fz) + dz) *
                            weight;
        else if (weight > 0.5f)
            sum = tp_texel<T>(t, l, static_cast<long>(fx) + dx, static_cast<long>(fy) + dy,
                              static_cast<long>(fz) + dz);
    }
    return sum;
}
// One layer, or one face of a cube, of a level.
inline tp_level tp_layer(const tp_level& l, long layer) {
    const long last = static_cast<long>(l.depth) - 1;
    layer = layer < 0 ? 0 : layer > last ? last : layer;
    return {l.data + static_cast<std::size_t>(layer) * l.height * l.pitch, l.pitch, l.width,
            l.height, 1};
}
// What `at` gives for a level of the mipmap, or for two of them, blended.
template <class T, class At>
T tp_of_levels(const tp_texture_of_cpu& t, float level, At at) {
    const auto within = [](float v, float low, float high) {
        return v < low ? low : v > high ? high : v;
    };
    level =
        within(level + t.how.mipmapLevelBias, t.how.minMipmapLevelClamp, t.how.maxMipmapLevelClamp);
    level = within(level, 0, static_cast<float>(t.levels - 1));
    if constexpr (tp_components_of < T >> 0 || std::is_floating_point_v<T>) {
        const float low = floorf(level), part = level - low;
        if (t.how.mipmapFilterMode == hipFilterModeLinear && part > 0) {
            const auto n = static_cast<unsigned>(low);
            return at(t.level[n]) * (1 - part) + at(t.level[n + 1]) * part;
        }
    }
    return at(t.level[static_cast<unsigned>(floorf(level + 0.5f))]);
}
// The level at which a step of one pixel, given as the changes of the coordinates, is a step of one texel.
inline float tp_level_of(const tp_texture_of_cpu& t, float4 dx, float4 dy, int dims) {
    const tp_level& l = t.level[0];
    const bool n = t.how.normalizedCoords;
    const float w = n ? static_cast<float>(l.width) : 1, h = n ? static_cast<float>(l.height) : 1,
                d = n ? static_cast<float>(l.depth) : 1;
    const auto length = [&](const float4& v) {
        const float x = v.x * w, y = dims > 1 ? v.y * h : 0, z = dims > 2 ? v.z * d : 0;
        return sqrtf(x * x + y * y + z * z);
    };
    const float a = length(dx), b = length(dy), most = a > b ? a : b;
    return most > 0 ? log2f(most) : 0;
}
// The face of a cube to which a direction points, and where on it, from 0 to 1.
struct tp_face {
    int face;
    float x, y;
};
inline tp_face tp_face_of(float x, float y, float z) {
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    int face;
    float m, s, t;
    if (ax > ay && ax > az)
        face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
    else if (ay >= ax && ay > az)
        face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
    else
        face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
    return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}
template <class T>
T tp_of_cube(const tp_texture_of_cpu& t, const tp_level& l, float x, float y, float z, int cube) {
    const tp_face f = tp_face_of(x, y, z);
    const float side = t.how.normalizedCoords ? 1 : static_cast<float>(l.width);
    return tp_sampled<T>(t, tp_layer(l, 6l * cube + f.face), f.x * side, f.y * side, 0, 2);
}

template <class T>
T tex1Dfetch(hipTextureObject_t t, int i) {
    return tp_texel<T>(*t, t->level[0], i, 0, 0);
}
template <class T>
void tex1Dfetch(T* r, hipTextureObject_t t, int i) {
    *r = tex1Dfetch<T>(t, i);
}

// Each kind of texture is read at its first level, at a level (Lod), and at the one that fits the steps of the coordinates (Grad).
#define TILEPROOF_NO_PAREN(...) __VA_ARGS__
#define TILEPROOF_TEXTURE(name, parameters, values, Step, step_dx, step_dy, dims, expression)      \
    template <class T>                                                                             \
    T name(hipTextureObject_t t, TILEPROOF_NO_PAREN parameters) {                                  \
        const tp_level& l = t->level[0];                                                           \
        return expression;                                                                         \
    }                                                                                              \
    template <class T>                                                                             \
    void name(T* r, hipTextureObject_t t, TILEPROOF_NO_PAREN parameters) {                         \
        *r = name<T>(t, TILEPROOF_NO_PAREN values);                                                \
    }                                                                                              \
    template <class T>                                                                             \
    T name##Lod(hipTextureObject_t t, TILEPROOF_NO_PAREN parameters, float level) {                \
        return tp_of_levels<T>(*t, level, [&](const tp_level& l) { return expression; });          \
    }                                                                                              \
    template <class T>                                                                             \
    void name##Lod(T* r, hipTextureObject_t t, TILEPROOF_NO_PAREN parameters, float level) {       \
        *r = name##Lod<T>(t, TILEPROOF_NO_PAREN values, level);                                    \
    }                                                                                              \
    template <class T>                                                                             \
    T name##Grad(hipTextureObject_t t, TILEPROOF_NO_PAREN parameters, Step dx, Step dy) {          \
        return name##Lod<T>(t, TILEPROOF_NO_PAREN values,                                          \
                            tp_level_of(*t, float4 step_dx, float4 step_dy, dims));                \
    }                                                                                              \
    template <class T>                                                                             \
    void name##Grad(T* r, hipTextureObject_t t, TILEPROOF_NO_PAREN parameters, Step dx, Step dy) { \
        *r = name##Grad<T>(t, TILEPROOF_NO_PAREN values, dx, dy);                                  \
    }
// clang-format off
TILEPROOF_TEXTURE(tex1D, (float x), (x), float, (dx, 0, 0, 0), (dy, 0, 0, 0), 1,
                  tp_sampled<T>(*t, l, x, 0, 0, 1))
TILEPROOF_TEXTURE(tex2D, (float x, float y), (x, y), float2, (dx.x, dx.y, 0, 0), (dy.x, dy.y, 0, 0), 2,
                  tp_sampled<T>(*t, l, x, y, 0, 2))
TILEPROOF_TEXTURE(tex3D, (float x, float y, float z), (x, y, z), float4, (dx), (dy), 3,
                  tp_sampled<T>(*t, l, x, y, z, 3))
TILEPROOF_TEXTURE(tex1DLayered, (float x, int layer), (x, layer), float, (dx, 0, 0, 0), (dy, 0, 0, 0), 1,
                  tp_sampled<T>(*t, tp_layer(l, layer), x, 0, 0, 1))
TILEPROOF_TEXTURE(tex2DLayered, (float x, float y, int layer), (x, y, layer), float2,
                  (dx.x, dx.y, 0, 0), (dy.x, dy.y, 0, 0), 2,
                  tp_sampled<T>(*t, tp_layer(l, layer), x, y, 0, 2))
TILEPROOF_TEXTURE(texCubemap, (float x, float y, float z), (x, y, z), float4, (dx), (dy), 2,
                  tp_of_cube<T>(*t, l, x, y, z, 0))
TILEPROOF_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), float4,
                  (dx), (dy), 2, tp_of_cube<T>(*t, l, x, y, z, layer))
// clang-format on
#undef TILEPROOF_TEXTURE
#undef TILEPROOF_NO_PAREN

// One component of the four texels that linear filtering would blend, from the lower left one against the clock's turn.
template <class T>
T tex2Dgather(hipTextureObject_t t, float x, float y, int component = 0) {
    const tp_level& l = t->level[0];
    if (t->how.normalizedCoords)
        x *= static_cast<float>(l.width), y *= static_cast<float>(l.height);
    const auto i = static_cast<long>(floorf(x - 0.5f)), j = static_cast<long>(floorf(y - 0.5f));
    const auto one = [&](long dx, long dy) {
        return tp_texel<T>(*t, l, i + dx, j + dy, 0)[static_cast<unsigned>(component)];
    };
    return {one(0, 1), one(1, 1), one(1, 0), one(0, 0)};
}
template <class T>
void tex2Dgather(T* r, hipTextureObject_t t, float x, float y, int component = 0) {
    *r = tex2Dgather<T>(t, x, y, component);
}

// Surfaces: x is in bytes. What lies outside is read as zero and not written.
inline char* tp_surface_at(hipSurfaceObject_t s, int x, int y, long z, std::size_t bytes) {
    const tp_texture_of_cpu& t = *reinterpret_cast<const tp_texture_of_cpu*>(s);
    const tp_level& l = t.level[0];
    const auto element =
        static_cast<std::size_t>(t.channels.x + t.channels.y + t.channels.z + t.channels.w) / 8;
    const auto ux = static_cast<std::size_t>(x), uy = static_cast<std::size_t>(y),
               uz = static_cast<std::size_t>(z);
    if (x < 0 || y < 0 || z < 0 || ux + bytes > l.width * element || uy >= l.height ||
        uz >= l.depth)
        return nullptr;
    return const_cast<char*>(l.data) + (uz * l.height + uy) * l.pitch + ux;
}
#define TILEPROOF_NO_PAREN(...) __VA_ARGS__
#define TILEPROOF_SURFACE(name, parameters, x, y, z)                                 \
    template <class T>                                                               \
    void name##write(T value, hipSurfaceObject_t s, TILEPROOF_NO_PAREN parameters) { \
        if (char* const at = tp_surface_at(s, x, y, z, sizeof value))                \
            *reinterpret_cast<T*>(at) = value;                                       \
    }                                                                                \
    template <class T>                                                               \
    void name##read(T* value, hipSurfaceObject_t s, TILEPROOF_NO_PAREN parameters) { \
        const char* const at = tp_surface_at(s, x, y, z, sizeof *value);             \
        *value = at ? *reinterpret_cast<const T*>(at) : T{};                         \
    }
TILEPROOF_SURFACE(surf1D, (int x, int = 0), x, 0, 0)
TILEPROOF_SURFACE(surf2D, (int x, int y, int = 0), x, y, 0)
TILEPROOF_SURFACE(surf3D, (int x, int y, int z, int = 0), x, y, z)
TILEPROOF_SURFACE(surf1DLayered, (int x, int layer, int = 0), x, 0, layer)
TILEPROOF_SURFACE(surf2DLayered, (int x, int y, int layer, int = 0), x, y, layer)
TILEPROOF_SURFACE(surfCubemap, (int x, int y, int face, int = 0), x, y, face)
TILEPROOF_SURFACE(surfCubemapLayered, (int x, int y, int face, int layer), x, y, 6l * layer + face)
// HIP's takes the address of the value.
template <class T>
void surfCubemapLayeredwrite(T* value, hipSurfaceObject_t s, int x, int y, int face, int layer) {
    surfCubemapLayeredwrite(*value, s, x, y, face, layer);
}
#undef TILEPROOF_SURFACE
#undef TILEPROOF_NO_PAREN

TILEPROOF_HIP_END
