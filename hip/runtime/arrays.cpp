// SPDX-License-Identifier: MIT
#include "hip/runtime/arrays.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "devices/cpu/host_calls.hpp"
#include "tileproof_hip/texture_data.h"

namespace tileproof::hip {
namespace {

struct array_lists {
    std::mutex mutex;
    std::set<const void*> arrays, mipmaps, textures;
    // Made by the driver's interface: what they were made of.
    struct driver_texture {
        HIP_RESOURCE_DESC resource;
        HIP_TEXTURE_DESC how;
        HIP_RESOURCE_VIEW_DESC view;
    };
    std::map<const void*, driver_texture> driver_textures;
};
array_lists& lists() {
    static array_lists* const only = new array_lists;
    return *only;
}
template <class T>
T* entered(std::set<const void*>& known, T* made) {
    const std::lock_guard lock(lists().mutex);
    return known.insert(made), made;
}
bool is_in(const std::set<const void*>& known, const void* p) {
    const std::lock_guard lock(lists().mutex);
    return known.contains(p);
}
bool forgotten(std::set<const void*>& known, const void* p) {
    const std::lock_guard lock(lists().mutex);
    return known.erase(p) > 0;
}

struct levels {
    std::vector<hipArray*> all;
};
levels& levels_of(hipMipmappedArray_const_t m) { return *static_cast<levels*>(m->data); }
bool is_mipmap(hipMipmappedArray_const_t m) { return is_in(lists().mipmaps, m); }

// One, two or four channels of the same width.
bool is_valid(const hipChannelFormatDesc& d) {
    const bool widths = d.x == 8 || d.x == 16 || d.x == 32;
    const int channels = (d.x > 0) + (d.y > 0) + (d.z > 0) + (d.w > 0);
    return widths && (!d.y || d.y == d.x) && (!d.z || d.z == d.x) && (!d.w || d.w == d.x) &&
           channels != 3 && (!d.w || (d.y && d.z)) && (!d.z || d.y) &&
           is_one_of(d.f, hipChannelFormatKindSigned, hipChannelFormatKindFloat) &&
           !(d.f == hipChannelFormatKindFloat && d.x == 8);
}
hipError_t make_array(const api_call& c, hipArray_t* made, const hipChannelFormatDesc* desc,
                      hipExtent e, unsigned flags) {
    constexpr unsigned known =
        hipArrayLayered | hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;
    constexpr std::size_t largest = 16384;  // as the device's properties say
    if (!made || !desc || e.width == 0 || (flags & ~known) ||
        std::max({e.width, e.height, e.depth}) > largest ||
        (e.depth && !e.height && !(flags & hipArrayLayered)))
        return c.ended(hipErrorInvalidValue);
    if (!is_valid(*desc)) return c.ended(hipErrorInvalidValue);
    auto* const a = new hipArray{nullptr, *desc, e.width, e.height, e.depth, flags, false};
    void* memory = nullptr;
    const hipError_t error =
        allocate(c, &memory, a->bytes(), cpu_engine::host_watch::memory_kind::device);
    a->data = static_cast<char*>(memory);
    if (error == hipSuccess)
        *made = entered(lists().arrays, a);
    else
        delete a;
    return error;
}
hipError_t free_array(const api_call& c, hipArray_t a) {
    if (!a || (is_array(a) && a->of_mipmap)) return c.ended(hipErrorInvalidValue);
    if (!forgotten(lists().arrays, a)) return c.ended(hipErrorContextIsDestroyed);
    const hipError_t e = release(c, a->data, true);
    delete a;
    return e;
}

struct format {
    hipArray_Format of;
    int bits;
    hipChannelFormatKind kind;
};
constexpr format formats[] = {{HIP_AD_FORMAT_UNSIGNED_INT8, 8, hipChannelFormatKindUnsigned},
                              {HIP_AD_FORMAT_UNSIGNED_INT16, 16, hipChannelFormatKindUnsigned},
                              {HIP_AD_FORMAT_UNSIGNED_INT32, 32, hipChannelFormatKindUnsigned},
                              {HIP_AD_FORMAT_SIGNED_INT8, 8, hipChannelFormatKindSigned},
                              {HIP_AD_FORMAT_SIGNED_INT16, 16, hipChannelFormatKindSigned},
                              {HIP_AD_FORMAT_SIGNED_INT32, 32, hipChannelFormatKindSigned},
                              {HIP_AD_FORMAT_HALF, 16, hipChannelFormatKindFloat},
                              {HIP_AD_FORMAT_FLOAT, 32, hipChannelFormatKindFloat}};
// Zeros, which no array can have, if the format is none.
hipChannelFormatDesc channels_of(hipArray_Format f, unsigned n) {
    for (const format& known : formats)
        if (known.of == f && (n == 1 || n == 2 || n == 4))
            return {known.bits, n > 1 ? known.bits : 0, n > 2 ? known.bits : 0,
                    n > 3 ? known.bits : 0, known.kind};
    return {};
}
hipArray_Format format_of(const hipChannelFormatDesc& d) {
    for (const format& known : formats)
        if (known.bits == d.x && known.kind == d.f) return known.of;
    return HIP_AD_FORMAT_FLOAT;
}
unsigned channels_in(const hipChannelFormatDesc& d) {
    return static_cast<unsigned>((d.x > 0) + (d.y > 0) + (d.z > 0) + (d.w > 0));
}

hipError_t make_mipmap(const api_call& c, hipMipmappedArray_t* made, const hipChannelFormatDesc* d,
                       hipExtent e, unsigned count, unsigned flags) {
    const auto most = static_cast<unsigned>(std::bit_width(std::max({e.width, e.height, e.depth})));
    if (!made || !d || count == 0 || e.width == 0 || count > most || !is_valid(*d))
        return c.ended(hipErrorInvalidValue);
    std::vector<hipArray*> list;
    for (unsigned level = 0; level < count; ++level) {
        const auto half = [&](std::size_t n) {
            return n ? std::max<std::size_t>(n >> level, 1) : 0;
        };
        hipArray_t a = nullptr;
        const bool layers = flags & (hipArrayLayered | hipArrayCubemap);
        if (const hipError_t error = make_array(
                c, &a, d, {half(e.width), half(e.height), layers ? e.depth : half(e.depth)},
                flags)) {
            for (hipArray* const other : list) other->of_mipmap = false, free_array(c, other);
            return error;
        }
        a->of_mipmap = true;
        list.push_back(a);
    }
    *made = entered(
        lists().mipmaps,
        new hipMipmappedArray{new levels{list}, *d, 0, static_cast<unsigned>(e.width),
                              static_cast<unsigned>(e.height), static_cast<unsigned>(e.depth), 0,
                              count - 1, flags, format_of(*d), channels_in(*d)});
    return hipSuccess;
}
hipError_t free_mipmap(const api_call& c, hipMipmappedArray_t m) {
    if (!m) return c.ended(hipErrorInvalidValue);
    if (!forgotten(lists().mipmaps, m)) return c.ended(hipErrorContextIsDestroyed);
    hipError_t worst = hipSuccess;
    for (hipArray* const a : levels_of(m).all) {
        a->of_mipmap = false;
        if (const hipError_t e = free_array(c, a)) worst = e;
    }
    delete &levels_of(m);
    delete m;
    return worst;
}
hipError_t level_of(hipArray_t* made, hipMipmappedArray_const_t m, unsigned level) {
    if (!made) return noted(hipErrorInvalidValue);
    if (!m || !is_mipmap(m)) return noted(hipErrorInvalidHandle);
    if (level >= levels_of(m).all.size()) return noted(hipErrorInvalidValue);
    return *made = levels_of(m).all[level], hipSuccess;
}

bool inside(const hipArray& a, std::size_t x_bytes, std::size_t y, std::size_t z, std::size_t width,
            std::size_t height, std::size_t depth) {
    return fits(x_bytes, width, a.pitch()) && fits(y, height, a.rows()) &&
           fits(z, depth, a.slices());
}

// A copy between an array and rows of bytes.
hipError_t copy_rows_of(const api_call& c, hipArray_const_t a, std::size_t x, std::size_t y,
                        const void* other, std::size_t pitch, std::size_t width, std::size_t height,
                        bool to_array) {
    if (!a || !is_array(a)) return c.ended(hipErrorInvalidHandle);
    if (!other) return c.ended(hipErrorInvalidValue);
    if (width == 0 || height == 0) return hipSuccess;
    if (pitch < width) return c.ended(hipErrorInvalidPitchValue);
    if (!inside(*a, x, y, 0, width, height, 1)) return c.ended(hipErrorInvalidValue);
    const box array = box_of(*a, x, y, 0),
              rows{static_cast<char*>(const_cast<void*>(other)), pitch, pitch * height};
    return copy_box(c, to_array ? array : rows, to_array ? rows : array, width, height, 1);
}
// Bytes in the order of an array's rows, from this one on.
hipError_t copy_bytes_of(const api_call& c, hipArray_const_t a, std::size_t x, std::size_t y,
                         const void* other, std::size_t bytes, bool to_array) {
    if (!other || !a || !is_array(a) || y >= a->rows() || x > a->pitch() ||
        !fits(y * a->pitch() + x, bytes, a->bytes()))
        return c.ended(hipErrorInvalidValue);
    char* const at = a->data + y * a->pitch() + x;
    return to_array ? copy(c, at, other, bytes) : copy(c, const_cast<void*>(other), at, bytes);
}
// Of its first row.
hipError_t copy_row_of(const api_call& c, hipArray_const_t a, std::size_t x, const void* other,
                       std::size_t bytes, bool to_array) {
    if (a && is_array(a) && !fits(x, bytes, a->pitch())) return c.ended(hipErrorInvalidValue);
    return copy_bytes_of(c, a, x, 0, other, bytes, to_array);
}

// One side of a copy that names its memory by a type.
struct side {
    hipMemoryType type;
    const void *host, *device;
    hipArray_t array;
    std::size_t x, y, z, pitch, height;
};
hipError_t box_of_side(const side& s, std::size_t width, std::size_t height, std::size_t depth,
                       box& made) {
    if (s.type == hipMemoryTypeArray) {
        if (!s.array || !is_array(s.array)) return hipErrorInvalidValue;
        if (!inside(*s.array, s.x, s.y, s.z, width, height, depth)) return hipErrorInvalidValue;
        return made = box_of(*s.array, s.x, s.y, s.z), hipSuccess;
    }
    const void* const p = s.type == hipMemoryTypeHost ? s.host : s.device;
    if (!p || s.type == hipMemoryTypeUnregistered) return hipErrorInvalidValue;
    const std::size_t pitch = s.pitch ? s.pitch : s.x + width;
    if (!fits(s.x, width, pitch)) return hipErrorInvalidValue;
    if (!fits(s.y, height, s.height ? s.height : s.y + height)) return hipErrorInvalidValue;
    made = box_of(hipPitchedPtr{const_cast<void*>(p), pitch, 0, s.height ? s.height : s.y + height},
                  s.x, s.y, s.z);
    return hipSuccess;
}
HIP_MEMCPY3D in_three(const hip_Memcpy2D& p) {
    HIP_MEMCPY3D t{};
    t.srcXInBytes = p.srcXInBytes, t.srcY = p.srcY, t.srcMemoryType = p.srcMemoryType;
    t.srcHost = p.srcHost, t.srcDevice = p.srcDevice, t.srcArray = p.srcArray;
    t.srcPitch = p.srcPitch, t.dstXInBytes = p.dstXInBytes, t.dstY = p.dstY;
    t.dstMemoryType = p.dstMemoryType, t.dstHost = p.dstHost, t.dstDevice = p.dstDevice;
    t.dstArray = p.dstArray, t.dstPitch = p.dstPitch, t.WidthInBytes = p.WidthInBytes;
    t.Height = p.Height, t.Depth = 1;
    return t;
}

// Kernels read the descriptor, which is in host memory.
hipError_t make_texture(hipTextureObject_t* made, const hipResourceDesc& r,
                        const hipTextureDesc& t) {
    __hip_texture d{r, t, {}, 1, {}};
    __hip_texture_level& first = d.level[0];
    first.height = first.depth = 1;
    const auto of_array = [&](__hip_texture_level& level, const hipArray& a) {
        level = {a.data, a.pitch(), a.width, a.rows(), a.slices()};
        d.channels = a.desc;
    };
    switch (r.resType) {
        case hipResourceTypeArray:
            if (!r.res.array.array || !is_array(r.res.array.array))
                return noted(hipErrorInvalidValue);
            of_array(first, *r.res.array.array);
            break;
        case hipResourceTypeMipmappedArray:
            if (!r.res.mipmap.mipmap || !is_mipmap(r.res.mipmap.mipmap))
                return noted(hipErrorInvalidValue);
            d.levels = 0;
            for (const hipArray* const a : levels_of(r.res.mipmap.mipmap).all)
                if (d.levels < std::size(d.level)) of_array(d.level[d.levels++], *a);
            break;
        case hipResourceTypeLinear:
            if (!r.res.linear.devPtr || r.res.linear.sizeInBytes == 0 ||
                !is_valid(r.res.linear.desc))
                return noted(hipErrorInvalidValue);
            first.data = static_cast<const char*>(r.res.linear.devPtr);
            d.channels = r.res.linear.desc;
            first.width = r.res.linear.sizeInBytes /
                          static_cast<std::size_t>(
                              (d.channels.x + d.channels.y + d.channels.z + d.channels.w) / 8);
            break;
        case hipResourceTypePitch2D:
            if (!r.res.pitch2D.devPtr || !is_valid(r.res.pitch2D.desc))
                return noted(hipErrorInvalidValue);
            first.data = static_cast<const char*>(r.res.pitch2D.devPtr);
            first.pitch = r.res.pitch2D.pitchInBytes, d.channels = r.res.pitch2D.desc;
            first.width = r.res.pitch2D.width, first.height = r.res.pitch2D.height;
            break;
        default:
            return noted(hipErrorInvalidValue);
    }
    *made = entered(lists().textures, new __hip_texture(d));
    cpu_engine::register_host(*made, sizeof **made);
    return hipSuccess;
}
hipError_t destroy_texture(__hip_texture* t) {
    if (!t) return hipSuccess;
    if (!forgotten(lists().textures, t)) return noted(hipErrorInvalidValue);
    cpu_engine::unregister_host(t);
    const std::lock_guard lock(lists().mutex);
    lists().driver_textures.erase(t);
    return delete t, hipSuccess;
}
bool is_texture(const void* t) { return t && is_in(lists().textures, t); }

}  // namespace

bool is_array(hipArray_const_t a) { return is_in(lists().arrays, a); }

box box_of(const hipArray& a, std::size_t x, std::size_t y, std::size_t z) {
    return {a.data + (z * a.rows() + y) * a.pitch() + x, a.pitch(), a.pitch() * a.rows()};
}
box box_of(const hipPitchedPtr& p, std::size_t x, std::size_t y, std::size_t z) {
    return {moved(p.ptr, (z * p.ysize + y) * p.pitch + x), p.pitch, p.pitch * p.ysize};
}
hipError_t copy_box(const api_call& c, box to, box from, std::size_t width, std::size_t height,
                    std::size_t depth, bool only_checked) {
    if (width == 0 || height == 0 || depth == 0) return hipSuccess;
    for (const box& b : {to, from})
        if (!can_span(b.pitch, height - 1, b.slice, depth - 1))
            return c.ended(hipErrorInvalidValue);
    for (std::size_t z = 0; z < depth; ++z)
        for (std::size_t y = 0; y < height; ++y) {
            char* const row = moved(to.at, z * to.slice + y * to.pitch);
            const char* const other = moved(from.at, z * from.slice + y * from.pitch);
            if (only_checked && !can_copy(c, row, other, width)) return hipErrorInvalidValue;
            if (only_checked) continue;
            if (const hipError_t e = copy(c, row, other, width)) return e;
        }
    return hipSuccess;
}
hipError_t copy_3d(const api_call& c, const hipMemcpy3DParms& p, bool only_checked) {
    if ((!p.dstArray && !p.dstPtr.ptr) || (!p.srcArray && !p.srcPtr.ptr) ||
        (p.dstArray && p.dstPtr.ptr) || (p.srcArray && p.srcPtr.ptr) ||
        (p.dstArray && !is_array(p.dstArray)) || (p.srcArray && !is_array(p.srcArray)))
        return c.ended(hipErrorInvalidValue);
    if (!is_kind(p.kind)) return c.ended(hipErrorInvalidMemcpyDirection);
    if (p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0) return hipSuccess;
    // Positions and extents are in elements if an array takes part, otherwise in bytes.
    const std::size_t to_unit = p.dstArray ? p.dstArray->element() : 1,
                      from_unit = p.srcArray ? p.srcArray->element() : 1,
                      width = product({p.extent.width, std::max(to_unit, from_unit)});
    const auto outside = [&](hipArray_t a, const hipPos& at) {
        return a && !inside(*a, product({at.x, a->element()}), at.y, at.z, width, p.extent.height,
                            p.extent.depth);
    };
    if (outside(p.dstArray, p.dstPos) || outside(p.srcArray, p.srcPos))
        return c.ended(hipErrorInvalidValue);
    if ((!p.dstArray && width > p.dstPtr.pitch) || (!p.srcArray && width > p.srcPtr.pitch))
        return c.ended(hipErrorInvalidPitchValue);
    const auto at = [](hipArray_t a, const hipPitchedPtr& q, const hipPos& where,
                       std::size_t unit) {
        return a ? box_of(*a, where.x * unit, where.y, where.z)
                 : box_of(q, where.x, where.y, where.z);
    };
    return copy_box(c, at(p.dstArray, p.dstPtr, p.dstPos, to_unit),
                    at(p.srcArray, p.srcPtr, p.srcPos, from_unit), width, p.extent.height,
                    p.extent.depth, only_checked);
}
hipError_t copy_3d(const api_call& c, const HIP_MEMCPY3D& p, bool only_checked) {
    box to{}, from{};
    if (p.WidthInBytes == 0 || p.Height == 0 || p.Depth == 0) return hipSuccess;
    if (const hipError_t e = box_of_side({p.srcMemoryType, p.srcHost, p.srcDevice, p.srcArray,
                                          p.srcXInBytes, p.srcY, p.srcZ, p.srcPitch, p.srcHeight},
                                         p.WidthInBytes, p.Height, p.Depth, from))
        return c.ended(e);
    if (const hipError_t e = box_of_side({p.dstMemoryType, p.dstHost, p.dstDevice, p.dstArray,
                                          p.dstXInBytes, p.dstY, p.dstZ, p.dstPitch, p.dstHeight},
                                         p.WidthInBytes, p.Height, p.Depth, to))
        return c.ended(e);
    return copy_box(c, to, from, p.WidthInBytes, p.Height, p.Depth, only_checked);
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f) {
    return {x, y, z, w, f};
}
hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width,
                          size_t height, unsigned flags) {
    const api_call c("hipMallocArray");
    if (flags & (hipArrayLayered | hipArrayCubemap)) return c.ended(hipErrorInvalidValue);
    return make_array(c, array, desc, {width, height, 0}, flags);
}
hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                            unsigned flags) {
    return make_array(api_call("hipMalloc3DArray"), array, desc, extent, flags);
}
hipError_t hipArrayCreate(hipArray_t* array, const HIP_ARRAY_DESCRIPTOR* d) {
    const api_call c("hipArrayCreate");
    if (!d) return c.ended(hipErrorInvalidValue);
    const hipChannelFormatDesc desc = channels_of(d->Format, d->NumChannels);
    return make_array(c, array, &desc, {d->Width, d->Height, 0}, 0);
}
hipError_t hipArray3DCreate(hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* d) {
    const api_call c("hipArray3DCreate");
    if (!d) return c.ended(hipErrorInvalidValue);
    if (d->Depth && !d->Height) return c.ended(hipErrorInvalidValue);
    const hipChannelFormatDesc desc = channels_of(d->Format, d->NumChannels);
    return make_array(c, array, &desc, {d->Width, d->Height, d->Depth}, d->Flags);
}
hipError_t hipFreeArray(hipArray_t a) { return free_array(api_call("hipFreeArray"), a); }
hipError_t hipArrayDestroy(hipArray_t a) { return free_array(api_call("hipArrayDestroy"), a); }
hipError_t hipArrayGetInfo(hipChannelFormatDesc* desc, hipExtent* extent, unsigned* flags,
                           hipArray_t a) {
    if (!a || !is_array(a)) return noted(hipErrorInvalidHandle);
    if (desc) *desc = a->desc;
    if (extent) *extent = {a->width, a->height, a->depth};
    if (flags) *flags = a->flags;
    return hipSuccess;
}
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* d, hipArray_t a) {
    if (!d) return noted(hipErrorInvalidValue);
    if (!a || !is_array(a) || a->depth) return noted(hipErrorInvalidHandle);
    *d = {a->width, a->height, format_of(a->desc), channels_in(a->desc)};
    return hipSuccess;
}
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* d, hipArray_t a) {
    if (!d) return noted(hipErrorInvalidValue);
    if (!a || !is_array(a)) return noted(hipErrorInvalidHandle);
    *d = {a->width, a->height, a->depth, format_of(a->desc), channels_in(a->desc), a->flags};
    return hipSuccess;
}
hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t a) {
    if (!desc) return noted(hipErrorInvalidValue);
    if (!a || !is_array(a)) return noted(hipErrorInvalidHandle);
    return *desc = a->desc, hipSuccess;
}
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t* m, const hipChannelFormatDesc* d,
                                   hipExtent e, unsigned levels, unsigned flags) {
    return make_mipmap(api_call("hipMallocMipmappedArray"), m, d, e, levels, flags);
}
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t* m, HIP_ARRAY3D_DESCRIPTOR* d,
                                   unsigned levels) {
    const api_call c("hipMipmappedArrayCreate");
    if (!d) return c.ended(hipErrorInvalidValue);
    const hipChannelFormatDesc desc = channels_of(d->Format, d->NumChannels);
    return make_mipmap(c, m, &desc, {d->Width, d->Height, d->Depth}, levels, d->Flags);
}
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t m) {
    return free_mipmap(api_call("hipFreeMipmappedArray"), m);
}
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t m) {
    return free_mipmap(api_call("hipMipmappedArrayDestroy"), m);
}
hipError_t hipGetMipmappedArrayLevel(hipArray_t* a, hipMipmappedArray_const_t m, unsigned level) {
    return level_of(a, m, level);
}
hipError_t hipMipmappedArrayGetLevel(hipArray_t* a, hipMipmappedArray_t m, unsigned level) {
    return level_of(a, m, level);
}

hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                              size_t width, size_t height, hipMemcpyKind) {
    return copy_rows_of(api_call("hipMemcpy2DToArray"), to, x, y, from, pitch, width, height, true);
}
hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void* from,
                                   size_t pitch, size_t width, size_t height, hipMemcpyKind,
                                   hipStream_t stream) {
    const api_call c("hipMemcpy2DToArrayAsync");
    return enqueue(stream, c.at,
                   [=] { return copy_rows_of(c, to, x, y, from, pitch, width, height, true); });
}
hipError_t hipMemcpy2DFromArray(void* to, size_t pitch, hipArray_const_t from, size_t x, size_t y,
                                size_t width, size_t height, hipMemcpyKind) {
    return copy_rows_of(api_call("hipMemcpy2DFromArray"), from, x, y, to, pitch, width, height,
                        false);
}
hipError_t hipMemcpy2DFromArrayAsync(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                     size_t y, size_t width, size_t height, hipMemcpyKind,
                                     hipStream_t stream) {
    const api_call c("hipMemcpy2DFromArrayAsync");
    return enqueue(stream, c.at,
                   [=] { return copy_rows_of(c, from, x, y, to, pitch, width, height, false); });
}
hipError_t hipMemcpy2DArrayToArray(hipArray_t to, size_t x, size_t y, hipArray_const_t from,
                                   size_t from_x, size_t from_y, size_t width, size_t height,
                                   hipMemcpyKind) {
    const api_call c("hipMemcpy2DArrayToArray");
    if (!to || !from || !is_array(to) || !is_array(from) ||
        !inside(*to, x, y, 0, width, height, 1) ||
        !inside(*from, from_x, from_y, 0, width, height, 1))
        return c.ended(hipErrorInvalidValue);
    return copy_box(c, box_of(*to, x, y, 0), box_of(*from, from_x, from_y, 0), width, height, 1);
}
hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                            hipMemcpyKind) {
    const api_call c("hipMemcpyToArray");
    return copy_bytes_of(c, to, x, y, from, bytes, true);
}
hipError_t hipMemcpyFromArray(void* to, hipArray_const_t from, size_t x, size_t y, size_t bytes,
                              hipMemcpyKind) {
    const api_call c("hipMemcpyFromArray");
    return copy_bytes_of(c, from, x, y, to, bytes, false);
}
hipError_t hipMemcpyHtoA(hipArray_t to, size_t offset, const void* from, size_t bytes) {
    return copy_row_of(api_call("hipMemcpyHtoA"), to, offset, from, bytes, true);
}
hipError_t hipMemcpyAtoH(void* to, hipArray_t from, size_t offset, size_t bytes) {
    return copy_row_of(api_call("hipMemcpyAtoH"), from, offset, to, bytes, false);
}
hipError_t hipMemcpyDtoA(hipArray_t to, size_t offset, hipDeviceptr_t from, size_t bytes) {
    return copy_row_of(api_call("hipMemcpyDtoA"), to, offset, from, bytes, true);
}
hipError_t hipMemcpyAtoD(hipDeviceptr_t to, hipArray_t from, size_t offset, size_t bytes) {
    return copy_row_of(api_call("hipMemcpyAtoD"), from, offset, to, bytes, false);
}
hipError_t hipMemcpyAtoA(hipArray_t to, size_t offset, hipArray_t from, size_t from_offset,
                         size_t bytes) {
    const api_call c("hipMemcpyAtoA");
    if (!from || !is_array(from) || !fits(from_offset, bytes, from->pitch()))
        return c.ended(hipErrorInvalidValue);
    return copy_row_of(c, to, offset, from->data + from_offset, bytes, true);
}
hipError_t hipMemcpyHtoAAsync(hipArray_t to, size_t offset, const void* from, size_t bytes,
                              hipStream_t stream) {
    const api_call c("hipMemcpyHtoAAsync");
    return enqueue(stream, c.at, [=] { return copy_row_of(c, to, offset, from, bytes, true); });
}
hipError_t hipMemcpyAtoHAsync(void* to, hipArray_t from, size_t offset, size_t bytes,
                              hipStream_t stream) {
    const api_call c("hipMemcpyAtoHAsync");
    return enqueue(stream, c.at, [=] { return copy_row_of(c, from, offset, to, bytes, false); });
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms* p) {
    const api_call c("hipMemcpy3D");
    return p ? copy_3d(c, *p) : c.ended(hipErrorInvalidValue);
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) {
    const api_call c("hipMemcpy3DAsync");
    if (!p) return c.ended(hipErrorInvalidValue);
    return enqueue(stream, c.at, [c, kept = *p] { return copy_3d(c, kept); });
}
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D* p) {
    const api_call c("hipDrvMemcpy3D");
    return p ? copy_3d(c, *p) : c.ended(hipErrorInvalidValue);
}
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D* p, hipStream_t stream) {
    const api_call c("hipDrvMemcpy3DAsync");
    if (!p) return c.ended(hipErrorInvalidValue);
    return enqueue(stream, c.at, [c, kept = *p] { return copy_3d(c, kept); });
}
hipError_t hipMemcpyParam2D(const hip_Memcpy2D* p) {
    const api_call c("hipMemcpyParam2D");
    return p ? copy_3d(c, in_three(*p)) : c.ended(hipErrorInvalidValue);
}
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* p) { return hipMemcpyParam2D(p); }
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* p, hipStream_t stream) {
    const api_call c("hipMemcpyParam2DAsync");
    if (!p) return c.ended(hipErrorInvalidValue);
    return enqueue(stream, c.at, [c, kept = in_three(*p)] { return copy_3d(c, kept); });
}

hipError_t hipCreateTextureObject(hipTextureObject_t* made, const hipResourceDesc* r,
                                  const hipTextureDesc* t, const hipResourceViewDesc*) {
    return made && r && t ? make_texture(made, *r, *t) : noted(hipErrorInvalidValue);
}
hipError_t hipDestroyTextureObject(hipTextureObject_t t) { return destroy_texture(t); }
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc* r, hipTextureObject_t t) {
    if (!r || !is_texture(t)) return noted(hipErrorInvalidValue);
    return *r = t->resource, hipSuccess;
}
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc* d, hipTextureObject_t t) {
    if (!d || !is_texture(t)) return noted(hipErrorInvalidValue);
    return *d = t->how, hipSuccess;
}
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc* v, hipTextureObject_t t) {
    if (!v || !is_texture(t)) return noted(hipErrorInvalidValue);
    *v = {};
    const __hip_texture_level& l = t->level[0];
    v->width = l.width, v->height = l.height, v->depth = l.depth;
    return hipSuccess;
}
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t* made, const hipResourceDesc* r) {
    if (!made || !r || r->resType != hipResourceTypeArray) return noted(hipErrorInvalidValue);
    return make_texture(reinterpret_cast<hipTextureObject_t*>(made), *r, {});
}
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t s) {
    return destroy_texture(reinterpret_cast<__hip_texture*>(s));
}
hipError_t hipTexObjectCreate(hipTextureObject_t* made, const HIP_RESOURCE_DESC* r,
                              const HIP_TEXTURE_DESC* t, const HIP_RESOURCE_VIEW_DESC* v) {
    if (!made || !r || !t) return noted(hipErrorInvalidValue);
    hipResourceDesc resource{};
    resource.resType = static_cast<hipResourceType>(r->resType);
    switch (r->resType) {
        case HIP_RESOURCE_TYPE_ARRAY:
            resource.res.array.array = r->res.array.hArray;
            break;
        case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
            resource.res.mipmap.mipmap = r->res.mipmap.hMipmappedArray;
            break;
        case HIP_RESOURCE_TYPE_LINEAR:
            resource.res.linear = {r->res.linear.devPtr,
                                   channels_of(r->res.linear.format, r->res.linear.numChannels),
                                   r->res.linear.sizeInBytes};
            break;
        default:
            resource.res.pitch2D = {r->res.pitch2D.devPtr,
                                    channels_of(r->res.pitch2D.format, r->res.pitch2D.numChannels),
                                    r->res.pitch2D.width, r->res.pitch2D.height,
                                    r->res.pitch2D.pitchInBytes};
    }
    hipTextureDesc how{};
    for (int i = 0; i < 3; ++i) {
        constexpr hipTextureAddressMode modes[] = {hipAddressModeWrap, hipAddressModeClamp,
                                                   hipAddressModeMirror, hipAddressModeBorder};
        how.addressMode[i] = modes[t->addressMode[i] & 3];
    }
    how.filterMode = static_cast<hipTextureFilterMode>(t->filterMode);
    how.readMode =
        t->flags & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
    how.normalizedCoords = (t->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
    how.sRGB = (t->flags & HIP_TRSF_SRGB) != 0;
    std::copy(std::begin(t->borderColor), std::end(t->borderColor), how.borderColor);
    const hipError_t error = make_texture(made, resource, how);
    const std::lock_guard lock(lists().mutex);
    if (!error) lists().driver_textures[*made] = {*r, *t, v ? *v : HIP_RESOURCE_VIEW_DESC{}};
    return error;
}
#define TILEPROOF_TOLD(name, type, member)                                                     \
    hipError_t name(type* to, hipTextureObject_t t) {                                          \
        const std::lock_guard lock(lists().mutex);                                             \
        const auto found = lists().driver_textures.find(t);                                    \
        if (!to || found == lists().driver_textures.end()) return noted(hipErrorInvalidValue); \
        return *to = found->second.member, hipSuccess;                                         \
    }
TILEPROOF_TOLD(hipTexObjectGetResourceDesc, HIP_RESOURCE_DESC, resource)
TILEPROOF_TOLD(hipTexObjectGetTextureDesc, HIP_TEXTURE_DESC, how)
TILEPROOF_TOLD(hipTexObjectGetResourceViewDesc, HIP_RESOURCE_VIEW_DESC, view)
#undef TILEPROOF_TOLD
hipError_t hipTexObjectDestroy(hipTextureObject_t t) { return destroy_texture(t); }
