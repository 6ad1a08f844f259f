// SPDX-License-Identifier: MIT
// clang's AMD GPU builtins, for low-level kernels.
//
//   __builtin_amdgcn_readfirstlane(v)     v of the lowest active lane
//   __builtin_amdgcn_ds_bpermute(4 * l, v)   v of lane l
//   __builtin_amdgcn_mov_dpp(v, 0x111, 0xf, 0xf, false)   row_shr:1
//
// They are macros, because compilers for this machine do not know them as functions. Each takes part in the wave at
// its place.
#pragma once

#include <bit>

#include "tileproof_hip/language_vectors.h"
#include "tileproof_hip/wave.h"

TILEPROOF_HIP_BEGIN

#ifndef TILEPROOF_HERE
#define TILEPROOF_HERE \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(), int column = TILEPROOF_COLUMN
#define TILEPROOF_HERE_OF_AMDGCN
#endif

template <class T>
T tp_first_lane(T value, TILEPROOF_HERE) {
    const tp_wave_values<T> all(value, file, line, column);
    return all[static_cast<unsigned>(__builtin_ctzll(all.lanes()))];
}
template <class T>
T tp_lane_value(T value, int lane, TILEPROOF_HERE) {
    const tp_wave_values<T> all(value, file, line, column);
    return all[static_cast<unsigned>(lane) &
               (static_cast<unsigned>(static_cast<int>(warpSize)) - 1)];
}
// Pull: reads lane index / 4.
inline int tp_pulled(int index, int value, TILEPROOF_HERE) {
    return tp_lane_value(value, index >> 2, file, line, column);
}
// Push: if several lanes push to one, the highest wins; if none does, the value is 0.
inline int tp_pushed(int index, int value, TILEPROOF_HERE) {
    struct sent {
        int to, value;
    };
    const tp_wave_values<sent> all(sent{index >> 2, value}, file, line, column);
    const int wave = warpSize;
    int r = 0;
    for (unsigned l = 0; l < 64; ++l)
        if ((all.lanes() >> l & 1) && static_cast<unsigned>(all[l].to & (wave - 1)) == all.lane())
            r = all[l].value;
    return r;
}

// Exchanges the odd rows of 16 lanes of one operand with the even rows of the other, or the halves of the wave.
// Returns both operands.
template <unsigned Lanes>
tp_language_vector<unsigned, 2> tp_swapped_rows(unsigned a, unsigned b, TILEPROOF_HERE) {
    struct both {
        unsigned a, b;
    };
    const tp_wave_values<both> all(both{a, b}, file, line, column);
    const unsigned lane = all.lane();
    if (lane & Lanes)
        a = all[lane - Lanes].b;
    else
        b = all[lane + Lanes].a;
    return {a, b};
}

// The lane that data-parallel primitives read for `control`, -1 if there is none: quads, rows of 16, and the wave.
inline int tp_dpp_source(int control, int lane) {
    const int wave = warpSize, row = lane & ~15, in_row = lane & 15;
    if (control <= 0xff) return (lane & ~3) | (control >> (2 * (lane & 3)) & 3);
    if (control >= 0x101 && control <= 0x10f)
        return in_row + (control & 15) < 16 ? lane + (control & 15) : -1;
    if (control >= 0x111 && control <= 0x11f)
        return in_row >= (control & 15) ? lane - (control & 15) : -1;
    if (control >= 0x121 && control <= 0x12f) return row | ((in_row - (control & 15)) & 15);
    switch (control) {
        case 0x130:
            return lane + 1 < wave ? lane + 1 : -1;
        case 0x134:
            return (lane + 1) % wave;
        case 0x138:
            return lane - 1;
        case 0x13c:
            return (lane + wave - 1) % wave;
        case 0x140:
            return row | (15 - in_row);
        case 0x141:
            return (lane & ~7) | (7 - (lane & 7));
        case 0x142:
            return row >= 16 ? row - 1 : -1;
        case 0x143:
            return lane >= 32 ? 31 : -1;
    }
    if (control >= 0x150 && control <= 0x15f) return row | (control & 15);             // row_share
    if (control >= 0x160 && control <= 0x16f) return row | (in_row ^ (control & 15));  // row_xmask
    return -1;
}
template <class T>
T tp_dpp(T old, T value, int control, int row_mask, int bank_mask, bool bound_control,
         TILEPROOF_HERE) {
    const tp_wave_values<T> all(value, file, line, column);
    const int lane = static_cast<int>(all.lane());
    if (!(row_mask >> (lane / 16 & 3) & 1) || !(bank_mask >> (lane / 4 & 3) & 1)) return old;
    const int source = tp_dpp_source(control, lane);
    if (source < 0 || !(all.lanes() >> source & 1)) return bound_control ? T{} : old;
    return all[static_cast<unsigned>(source)];
}
// ds_swizzle within 32 lanes: a permutation of a quad, or and-or-xor on the lane's number.
inline int tp_swizzled(int value, int pattern, TILEPROOF_HERE) {
    const tp_wave_values<int> all(value, file, line, column);
    const unsigned lane = all.lane(), in_32 = lane & 31;
    if (pattern & 0x8000)
        return all[(lane & ~3u) | (static_cast<unsigned>(pattern) >> (2 * (lane & 3)) & 3)];
    const unsigned p = static_cast<unsigned>(pattern);
    return all[(lane & ~31u) | (((in_32 & (p & 31)) | (p >> 5 & 31)) ^ (p >> 10 & 31))];
}
inline unsigned tp_lanes_below_low(unsigned mask, unsigned add) {
    const unsigned lane = __lane_id();
    return add +
           static_cast<unsigned>(__builtin_popcount(lane >= 32 ? mask : mask & ((1u << lane) - 1)));
}
inline unsigned tp_lanes_below_high(unsigned mask, unsigned add) {
    const unsigned lane = __lane_id();
    return add + static_cast<unsigned>(
                     __builtin_popcount(lane <= 32 ? 0 : mask & ((1u << (lane - 32)) - 1)));
}
// Digits 0 to 7 select a byte of (high:low), 8 to 11 a sign, 12 zero, larger ones 0xff.
inline unsigned tp_permuted_bytes(unsigned high, unsigned low, unsigned selector) {
    const std::uint64_t bytes = std::uint64_t{high} << 32 | low;
    unsigned r = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned s = selector >> (8 * i) & 0xff;
        unsigned b = 0xff;
        if (s < 8)
            b = static_cast<unsigned>(bytes >> (8 * s)) & 0xff;
        else if (s < 12)
            b = bytes >> (16 * (s - 8) + 15) & 1 ? 0xff : 0;
        else if (s == 12)
            b = 0;
        r |= b << (8 * i);
    }
    return r;
}
// Lanes of a wave run in step, so it orders their accesses, as __syncwarp() does, which is made of it and two fences.
inline void tp_wave_barrier(TILEPROOF_HERE) { __syncwarp(file, line, column); }

// A buffer resource is a range: reads beyond it give 0 and writes beyond it are dropped, as on the GPU.
struct tp_buffer_resource {
    char* base;
    std::uint32_t bytes;
};
// The result of __builtin_amdgcn_make_buffer_rsrc, or its four dwords: a 48-bit address and, in the third dword, the
// size in bytes.
template <class Resource>
tp_buffer_resource tp_range_of(const Resource& r) {
    if constexpr (std::is_same_v<Resource, tp_buffer_resource>) {
        return r;
    } else {
        static_assert(sizeof(Resource) == 16, "A buffer resource has four dwords.");
        const auto d = std::bit_cast<tp_language_vector<unsigned, 4>>(r);
        const std::uint64_t address = std::uint64_t{d[1] & 0xffff} << 32 | d[0];
        return {reinterpret_cast<char*>(address), d[2]};
    }
}
// Whole dwords may be at any multiple of four bytes.
template <class T>
struct __attribute__((packed, aligned(alignof(T) < 4 ? alignof(T) : 4))) tp_in_buffer {
    T value;
};
// Each dword of a vector is bounds-checked separately, as in LLVM's AMDGPU guide and the ISA documents ("range-check
// per component").
template <class T>
constexpr bool tp_has_dwords = tp_bytes_of<T> > 4 && tp_bytes_of<T> % 4 == 0;
// Three dwords take the space of four, the last of which is not theirs.
template <class T>
constexpr bool tp_fills_its_room = tp_bytes_of<T> == sizeof(T);
template <class T>
T tp_buffer_load(const tp_buffer_resource& r, unsigned offset, unsigned scalar_offset) {
    T v{};
    const std::uint64_t at = std::uint64_t{offset} + scalar_offset;
    if (tp_fills_its_room<T> && at + sizeof(T) <= r.bytes)
        v = reinterpret_cast<const tp_in_buffer<T>*>(r.base + at)->value;
    else if constexpr (tp_has_dwords<T>)
        for (unsigned i = 0; i < tp_bytes_of<T>; i += 4) {
            const auto dword = tp_buffer_load<unsigned>(r, offset, scalar_offset + i);
            __builtin_memcpy(reinterpret_cast<char*>(&v) + i, &dword, 4);
        }
    return v;
}
template <class T>
void tp_buffer_store(const T& v, const tp_buffer_resource& r, unsigned offset,
                     unsigned scalar_offset) {
    const std::uint64_t at = std::uint64_t{offset} + scalar_offset;
    if (tp_fills_its_room<T> && at + sizeof(T) <= r.bytes)
        reinterpret_cast<tp_in_buffer<T>*>(r.base + at)->value = v;
    else if constexpr (tp_has_dwords<T>)
        for (unsigned i = 0; i < tp_bytes_of<T>; i += 4) {
            unsigned dword;
            __builtin_memcpy(&dword, reinterpret_cast<const char*>(&v) + i, 4);
            tp_buffer_store(dword, r, offset, scalar_offset + i);
        }
}
using tp_u32x2 = tp_language_vector<unsigned, 2>;
using tp_u32x3 = tp_language_vector<unsigned, 3>;
using tp_u32x4 = tp_language_vector<unsigned, 4>;

TILEPROOF_HIP_END

// A function, because some headers declare it.
#ifndef TILEPROOF_CLANG_HIP  // clang's own is one that programs may declare
extern "C" inline void __builtin_amdgcn_s_sleep(int) { tileproof::cpu_engine::sleeps(); }
#endif

#ifdef TILEPROOF_HERE_OF_AMDGCN
#undef TILEPROOF_HERE
#undef TILEPROOF_HERE_OF_AMDGCN
#endif

// Without a leading ::, so that ::__builtin_amdgcn_readfirstlane(v) works, too.
#define TILEPROOF_ON(name) tileproof::hip_on::name
#define __builtin_amdgcn_readfirstlane(v) TILEPROOF_ON(tp_first_lane)(v)
#define __builtin_amdgcn_readlane(v, lane) TILEPROOF_ON(tp_lane_value)(v, lane)
#define __builtin_amdgcn_ds_bpermute(index, v) TILEPROOF_ON(tp_pulled)(index, v)
#define __builtin_amdgcn_ds_permute(index, v) TILEPROOF_ON(tp_pushed)(index, v)
#define __builtin_amdgcn_permlane16_swap(a, b, inactive, bound) \
    TILEPROOF_ON(tp_swapped_rows)<16>(a, b)
#define __builtin_amdgcn_permlane32_swap(a, b, inactive, bound) \
    TILEPROOF_ON(tp_swapped_rows)<32>(a, b)
#define __builtin_amdgcn_ds_swizzle(v, pattern) TILEPROOF_ON(tp_swizzled)(v, pattern)
#define __builtin_amdgcn_mov_dpp(v, control, rows, banks, bound) \
    TILEPROOF_ON(tp_dpp)(decltype(v){}, v, control, rows, banks, bound)
#define __builtin_amdgcn_update_dpp(old, v, control, rows, banks, bound) \
    TILEPROOF_ON(tp_dpp)<std::decay_t<decltype(v)>>(old, v, control, rows, banks, bound)
#define __builtin_amdgcn_mbcnt_lo(mask, add) TILEPROOF_ON(tp_lanes_below_low)(mask, add)
#define __builtin_amdgcn_mbcnt_hi(mask, add) TILEPROOF_ON(tp_lanes_below_high)(mask, add)
#define __builtin_amdgcn_perm(high, low, selector) \
    TILEPROOF_ON(tp_permuted_bytes)(high, low, selector)
#define __builtin_amdgcn_alignbit(high, low, shift) TILEPROOF_ON(__funnelshift_r)(low, high, shift)
#define __builtin_amdgcn_alignbyte(high, low, bytes) \
    TILEPROOF_ON(__funnelshift_r)(low, high, 8 * ((bytes)&3))
#define __builtin_amdgcn_sdot4(a, b, c, clamp) \
    TILEPROOF_ON(__dp4a)(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c))
#define __builtin_amdgcn_udot4(a, b, c, clamp) \
    TILEPROOF_ON(__dp4a)                       \
    (static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c))
#define __builtin_amdgcn_ubfe(v, offset, width) TILEPROOF_ON(__bitextract_u32)(v, offset, width)
#define __builtin_amdgcn_sad_u8(a, b, c) TILEPROOF_ON(tp_dot_of_differences)(a, b, c)
#define __builtin_amdgcn_s_barrier() TILEPROOF_ON(__syncthreads)()
#define __builtin_amdgcn_wave_barrier() TILEPROOF_ON(tp_wave_barrier)()
#define __builtin_amdgcn_s_waitcnt(n) ((void)(n))
#define __builtin_amdgcn_sched_barrier(n) ((void)(n))
#define __builtin_amdgcn_sched_group_barrier(a, b, c) ((void)(a))
#define __builtin_amdgcn_iglp_opt(n) ((void)(n))
#define __builtin_amdgcn_s_setprio(n) ((void)(n))
#define __builtin_amdgcn_s_memtime() static_cast<unsigned long long>(TILEPROOF_ON(clock64)())
#define __builtin_amdgcn_s_memrealtime() static_cast<unsigned long long>(TILEPROOF_ON(clock64)())
#define __builtin_readcyclecounter() static_cast<unsigned long long>(TILEPROOF_ON(clock64)())
#define __builtin_amdgcn_wavefrontsize() \
    static_cast<unsigned>(static_cast<int>(TILEPROOF_ON(warpSize)))
#define __builtin_amdgcn_workitem_id_x() TILEPROOF_ON(threadIdx).x
#define __builtin_amdgcn_workitem_id_y() TILEPROOF_ON(threadIdx).y
#define __builtin_amdgcn_workitem_id_z() TILEPROOF_ON(threadIdx).z
#define __builtin_amdgcn_workgroup_id_x() TILEPROOF_ON(blockIdx).x
#define __builtin_amdgcn_workgroup_id_y() TILEPROOF_ON(blockIdx).y
#define __builtin_amdgcn_workgroup_id_z() TILEPROOF_ON(blockIdx).z
#define __builtin_amdgcn_workgroup_size_x() TILEPROOF_ON(blockDim).x
#define __builtin_amdgcn_rcpf(x) (1.0f / (x))
#define __builtin_amdgcn_rcp(x) (1.0 / (x))
#define __builtin_amdgcn_rsqf(x) (1.0f / ::sqrtf(x))
#define __builtin_amdgcn_rsq(x) (1.0 / ::sqrt(x))
#define __builtin_amdgcn_sqrtf(x) ::sqrtf(x)
#define __builtin_amdgcn_exp2f(x) ::exp2f(x)
#define __builtin_amdgcn_logf(x) ::log2f(x)
#define __builtin_amdgcn_fractf(x) ((x) - ::floorf(x))
#define __builtin_amdgcn_fmed3f(a, b, c) TILEPROOF_ON(tp_median)(a, b, c)
#define __builtin_amdgcn_ballot_w32(p) static_cast<unsigned>(TILEPROOF_ON(__ballot)(p))
#define __builtin_amdgcn_ballot_w64(p) TILEPROOF_ON(__ballot)(p)
#define __builtin_amdgcn_make_buffer_rsrc(p, stride, bytes, flags)    \
    TILEPROOF_ON(tp_buffer_resource) {                                \
        reinterpret_cast<char*>(p), static_cast<std::uint32_t>(bytes) \
    }
#define __amdgpu_buffer_rsrc_t ::tileproof::hip_on::tp_buffer_resource
#define __builtin_amdgcn_raw_buffer_load_b8(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<unsigned char>(r, v, s)
#define __builtin_amdgcn_raw_buffer_load_b16(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<unsigned short>(r, v, s)
#define __builtin_amdgcn_raw_buffer_load_b32(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<unsigned>(r, v, s)
#define __builtin_amdgcn_raw_buffer_load_b64(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<::tileproof::hip_on::tp_u32x2>(r, v, s)
#define __builtin_amdgcn_raw_buffer_load_b96(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<::tileproof::hip_on::tp_u32x3>(r, v, s)
#define __builtin_amdgcn_raw_buffer_load_b128(r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_load)<::tileproof::hip_on::tp_u32x4>(r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b8(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<unsigned char>(d, r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b16(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<unsigned short>(d, r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b32(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<unsigned>(d, r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b64(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<::tileproof::hip_on::tp_u32x2>(d, r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b96(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<::tileproof::hip_on::tp_u32x3>(d, r, v, s)
#define __builtin_amdgcn_raw_buffer_store_b128(d, r, v, s, aux) \
    TILEPROOF_ON(tp_buffer_store)<::tileproof::hip_on::tp_u32x4>(d, r, v, s)

TILEPROOF_HIP_BEGIN
inline float tp_median(float a, float b, float c) {
    return __builtin_fmaxf(__builtin_fminf(a, b), __builtin_fminf(__builtin_fmaxf(a, b), c));
}
inline unsigned tp_dot_of_differences(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) {
        const unsigned p = a >> i & 0xff, q = b >> i & 0xff;
        c += p > q ? p - q : q - p;
    }
    return c;
}
TILEPROOF_HIP_END
