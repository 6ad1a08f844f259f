// SPDX-License-Identifier: MIT
// Wave operations: shuffles, votes, and the exchange that matrix instructions are made of.
//
// Lanes meet at the same place in the source. A lane that is read but does not take part (it has
// ended, or is in another branch) gives bytes 0xcb: undefined on a GPU, recognisable here.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/device/cpu/runner.hpp"
#include "tileproof_hip/threads.h"

TILEPROOF_HIP_BEGIN

inline unsigned __lane_id() {
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return thread % static_cast<unsigned>(static_cast<int>(warpSize));
}

// What all lanes of the wave laid down: each gives one value, reads any. Valid until the next wait.
template <class T>
class wave_values {
  public:
    explicit wave_values(const T& own, TILEPROOF_HERE)
        : exchange_(tileproof::cpu_engine::exchange_in_wave(
              &own, sizeof(T), tileproof::cpu_engine::call_site_of(file, line, column))),
          at_(tileproof::cpu_engine::call_site_of(file, line, column)) {
        static_assert(std::is_trivially_copyable_v<T>);
    }
    std::uint64_t lanes() const { return exchange_.lanes; }  // bit l: lane l took part
    unsigned lane() const { return exchange_.lane; }
    T operator[](unsigned l) const {
        T value;
        if (exchange_.lanes >> l & 1)
            std::memcpy(&value, exchange_.data + l * exchange_.stride, sizeof(T));
        else {
            std::memset(&value, 0xcb, sizeof(T));
            tileproof::cpu_engine::absent_lane(l, at_);
        }
        return value;
    }

  private:
    tileproof::cpu_engine::wave_exchange exchange_;
    tileproof::cpu_engine::call_site at_;
};

// Lane `source` of the caller's group of `width` lanes, a power of two up to the wave size.
template <class T>
T __shfl(T value, int source, int width = warpSize, TILEPROOF_HERE) {
    const wave_values<T> all(value, file, line, column);
    const unsigned w = static_cast<unsigned>(width);
    return all[(all.lane() & ~(w - 1)) | (static_cast<unsigned>(source) & (w - 1))];
}
template <class T>
T __shfl_up(T value, unsigned delta, int width = warpSize, TILEPROOF_HERE) {
    const wave_values<T> all(value, file, line, column);
    const unsigned in_group = all.lane() & (static_cast<unsigned>(width) - 1);
    return delta > in_group ? value : all[all.lane() - delta];
}
template <class T>
T __shfl_down(T value, unsigned delta, int width = warpSize, TILEPROOF_HERE) {
    const wave_values<T> all(value, file, line, column);
    const unsigned w = static_cast<unsigned>(width), in_group = all.lane() & (w - 1);
    return delta >= w - in_group ? value : all[all.lane() + delta];
}
template <class T>
T __shfl_xor(T value, int mask, int width = warpSize, TILEPROOF_HERE) {
    const wave_values<T> all(value, file, line, column);
    const unsigned w = static_cast<unsigned>(width);
    const unsigned source = all.lane() ^ static_cast<unsigned>(mask);
    return source >= (all.lane() & ~(w - 1)) + w ? value : all[source];
}

// Bit l: lane l took part and its predicate is not 0.
inline unsigned long long __ballot(int predicate, TILEPROOF_HERE) {
    const wave_values<int> all(predicate, file, line, column);
    unsigned long long bits = 0;
    for (unsigned l = 0; l < 64; ++l)
        if (all.lanes() >> l & 1) bits |= static_cast<unsigned long long>(all[l] != 0) << l;
    return bits;
}
inline unsigned long long __ballot64(int predicate, TILEPROOF_HERE) {
    return __ballot(predicate, file, line, column);
}
inline unsigned long long __activemask(TILEPROOF_HERE) { return __ballot(1, file, line, column); }
inline int __any(int predicate, TILEPROOF_HERE) {
    return __ballot(predicate, file, line, column) != 0;
}
inline int __all(int predicate, TILEPROOF_HERE) {
    return __ballot(predicate == 0, file, line, column) == 0;
}
// The only one that orders memory, too.
inline void __syncwarp(TILEPROOF_HERE) {
    tileproof::cpu_engine::sync_wave(tileproof::cpu_engine::call_site_of(file, line, column));
}

// The forms with a mask of the lanes that take part: all of them that exist must arrive.
template <class Mask>
void check_mask(Mask mask, std::uint64_t arrived, const char* file, int line, int column) {
    tileproof::cpu_engine::require_lanes(static_cast<std::uint64_t>(mask), arrived,
                                         tileproof::cpu_engine::call_site_of(file, line, column));
}
#define TILEPROOF_SHUFFLE_SYNC(name, offset_type)                                                 \
    template <class Mask, class T>                                                                \
    T name##_sync(Mask mask, T value, offset_type offset, int width = warpSize, TILEPROOF_HERE) { \
        check_mask(mask, __activemask(file, line, column), file, line, column);                   \
        return name(value, offset, width, file, line, column);                                    \
    }
TILEPROOF_SHUFFLE_SYNC(__shfl, int)
TILEPROOF_SHUFFLE_SYNC(__shfl_up, unsigned)
TILEPROOF_SHUFFLE_SYNC(__shfl_down, unsigned)
TILEPROOF_SHUFFLE_SYNC(__shfl_xor, int)
#undef TILEPROOF_SHUFFLE_SYNC
template <class Mask>
unsigned long long __ballot_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    check_mask(mask, __activemask(file, line, column), file, line, column);
    return __ballot(predicate, file, line, column);
}
template <class Mask>
int __any_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    return __ballot_sync(mask, predicate, file, line, column) != 0;
}
template <class Mask>
int __all_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    return __ballot_sync(mask, predicate == 0, file, line, column) == 0;
}
template <class Mask>
requires std::is_integral_v<Mask>
void __syncwarp(Mask mask, TILEPROOF_HERE) {
    check_mask(mask, __activemask(file, line, column), file, line, column);
    tileproof::cpu_engine::sync_wave(tileproof::cpu_engine::call_site_of(file, line, column));
}

// The lanes that hold the caller's value, and whether all do.
template <class T>
unsigned long long __match_any(T value, TILEPROOF_HERE) {
    const wave_values<T> all(value, file, line, column);
    unsigned long long bits = 0;
    for (unsigned l = 0; l < 64; ++l)
        if ((all.lanes() >> l & 1) && all[l] == value) bits |= 1ull << l;
    return bits;
}
template <class Mask, class T>
unsigned long long __match_any_sync(Mask mask, T value, TILEPROOF_HERE) {
    check_mask(mask, __activemask(file, line, column), file, line, column);
    return __match_any(value, file, line, column) & static_cast<unsigned long long>(mask);
}
template <class Mask, class T>
unsigned long long __match_all_sync(Mask mask, T value, int* all_equal, TILEPROOF_HERE) {
    const unsigned long long same = __match_any_sync(mask, value, file, line, column);
    const unsigned long long present =
        __activemask(file, line, column) & static_cast<unsigned long long>(mask);
    *all_equal = same == present;
    return *all_equal ? present : 0;
}
#define TILEPROOF_REDUCE_SYNC(name, T, expression)                                                 \
    template <class Mask>                                                                          \
    T name(Mask mask, T value, TILEPROOF_HERE) {                                                   \
        check_mask(mask, __activemask(file, line, column), file, line, column);                    \
        const wave_values<T> all(value, file, line, column);                                       \
        T a = value;                                                                               \
        bool first = true;                                                                         \
        for (unsigned l = 0; l < 64; ++l) {                                                        \
            if (!(all.lanes() >> l & 1) || !(static_cast<std::uint64_t>(mask) >> l & 1)) continue; \
            const T b = all[l];                                                                    \
            a = first ? b : (expression);                                                          \
            first = false;                                                                         \
        }                                                                                          \
        return a;                                                                                  \
    }
TILEPROOF_REDUCE_SYNC(__reduce_add_sync, unsigned, a + b)
TILEPROOF_REDUCE_SYNC(__reduce_min_sync, unsigned, a < b ? a : b)
TILEPROOF_REDUCE_SYNC(__reduce_max_sync, unsigned, a < b ? b : a)
TILEPROOF_REDUCE_SYNC(__reduce_and_sync, unsigned, a& b)
TILEPROOF_REDUCE_SYNC(__reduce_or_sync, unsigned, a | b)
TILEPROOF_REDUCE_SYNC(__reduce_xor_sync, unsigned, a ^ b)
#undef TILEPROOF_REDUCE_SYNC

TILEPROOF_HIP_END
