// SPDX-License-Identifier: MIT
// Loads from global memory straight into LDS (shared memory): clang's builtins for gfx9.
//
//   __builtin_amdgcn_global_load_lds(from, to, 16, offset, aux)
//
// Each lane reads at its own `from + offset`. The wave's destination is the `to` of the lowest active lane, plus the
// offset, plus 4 bytes for each lower lane in the wave, or 16 bytes if 12 or 16 are loaded; `to` of other lanes is
// ignored. One or two bytes are zero-extended to four. The load completes at once: a missing wait for it (s_waitcnt
// vmcnt) is not found; a missing barrier is.
#pragma once

#include "tileproof_hip/amdgcn.h"

TILEPROOF_HIP_BEGIN
#ifndef TILEPROOF_HERE
#define TILEPROOF_HERE \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(), int column = TILEPROOF_COLUMN
#define TILEPROOF_HERE_OF_LDS_LOADS
#endif

// How a lane's `Bytes` bytes are loaded, and how they are stored in LDS.
template <int Bytes>
struct tp_lds_element {
    static_assert(Bytes == 12 || Bytes == 16,
                  "A load into LDS has 1, 2, 4, 12 or 16 bytes a lane.");
    struct loaded {
        std::uint32_t words[Bytes / 4];
    };
    using stored = loaded;
};
template <>
struct tp_lds_element<4> {
    using loaded = std::uint32_t;
    using stored = std::uint32_t;
};
template <>
struct tp_lds_element<2> {
    using loaded = std::uint16_t;
    using stored = std::uint32_t;
};
template <>
struct tp_lds_element<1> {
    using loaded = std::uint8_t;
    using stored = std::uint32_t;
};

template <int Bytes>
void tp_store_in_lds(const typename tp_lds_element<Bytes>::loaded& value, const void* to,
                     int offset, const char* file, int line, int column) {
    const tp_wave_values<const void*> all(to, file, line, column);
    const char* const base =
        static_cast<const char*>(all[static_cast<unsigned>(__builtin_ctzll(all.lanes()))]);
    constexpr int stride = Bytes <= 4 ? 4 : 16;
    char* const at =
        const_cast<char*>(base) + offset + stride * static_cast<std::ptrdiff_t>(all.lane());
    using stored = typename tp_lds_element<Bytes>::stored;
    *reinterpret_cast<stored*>(at) = stored{value};
}
template <int Bytes>
void tp_global_load_lds(const void* from, const void* to, int offset, TILEPROOF_HERE) {
    using loaded = typename tp_lds_element<Bytes>::loaded;
    tp_store_in_lds<Bytes>(
        *reinterpret_cast<const loaded*>(static_cast<const char*>(from) + offset), to, offset, file,
        line, column);
}
template <int Bytes, class Resource>
void tp_buffer_load_lds(const Resource& r, const void* to, unsigned offset, unsigned scalar_offset,
                        int both, TILEPROOF_HERE) {
    tp_store_in_lds<Bytes>(tp_buffer_load<typename tp_lds_element<Bytes>::loaded>(
                               tp_range_of(r), offset + static_cast<unsigned>(both), scalar_offset),
                           to, both, file, line, column);
}

#ifdef TILEPROOF_HERE_OF_LDS_LOADS
#undef TILEPROOF_HERE
#undef TILEPROOF_HERE_OF_LDS_LOADS
#endif
TILEPROOF_HIP_END

#define __builtin_amdgcn_global_load_lds(from, to, bytes, offset, aux) \
    TILEPROOF_ON(tp_global_load_lds)<bytes>((const void*)(from), (const void*)(to), offset)
#define __builtin_amdgcn_load_to_lds(from, to, bytes, offset, aux) \
    TILEPROOF_ON(tp_global_load_lds)<bytes>((const void*)(from), (const void*)(to), offset)
#define __builtin_amdgcn_raw_buffer_load_lds(r, to, bytes, v, s, offset, aux) \
    TILEPROOF_ON(tp_buffer_load_lds)<bytes>(r, (const void*)(to), v, s, offset)
#define __builtin_amdgcn_raw_ptr_buffer_load_lds(r, to, bytes, v, s, offset, aux) \
    TILEPROOF_ON(tp_buffer_load_lds)<bytes>(r, (const void*)(to), v, s, offset)
