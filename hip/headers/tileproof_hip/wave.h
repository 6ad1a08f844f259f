// SPDX-License-Identifier: MIT
// Wave operations: shuffles, votes, and the exchange used by matrix instructions.
//
// Lanes meet at the same place in the source. Reading a lane that does not take part (it has ended or is in another
// branch) gives bytes 0xcb or 0x4b: undefined on a GPU, recognisable here, negative and positive.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "devices/cpu/runner.hpp"
#include "tileproof_hip/threads.h"

TILEPROOF_HIP_BEGIN

inline unsigned __lane_id() {
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return thread % static_cast<unsigned>(static_cast<int>(warpSize));
}

using tp_wave_meeting = tileproof::cpu_engine::wave_meeting;

// For the forms with a mask: all existing lanes in the mask meet.
template <class Mask>
tp_wave_meeting tp_lanes_of(Mask mask) {
    return {tp_wave_meeting::kind::all, static_cast<std::uint64_t>(mask)};
}

// The upper half of a column is a number: device code may have many operations at one place (device_code.h).
inline tileproof::cpu_engine::call_site tp_operation_at(const char* file, int line, int column) {
    return tileproof::cpu_engine::call_site_of(file, line, column, column >> 16);
}

// The values published by the lanes that meet here: each publishes one and reads any. Valid until the next wait.
template <class T>
class tp_wave_values {
  public:
    explicit tp_wave_values(const T& own, TILEPROOF_HERE)
        : tp_wave_values(own, tp_wave_meeting{}, file, line, column) {}
    tp_wave_values(const T& own, tp_wave_meeting meeting, TILEPROOF_HERE)
        : at_(tp_operation_at(file, line, column)) {
        static_assert(std::is_trivially_copyable_v<T>);
        tileproof::cpu_engine::exchange_in_wave(exchange_, &own, sizeof(T), at_, meeting);
    }
    std::uint64_t lanes() const { return exchange_.lanes; }  // bit l: lane l took part
    unsigned lane() const { return exchange_.lane; }
    T operator[](unsigned l) const {
        T value;
        if (exchange_.lanes >> l & 1)
            __builtin_memcpy(&value, exchange_.data + l * exchange_.stride, sizeof(T));
        else {
            // Large or small, so that neither a greatest nor a least value hides it in all cases.
            __builtin_memset(&value, (l / 4 + l / 16 + exchange_.seed) % 2 ? 0x4b : 0xcb,
                             sizeof(T));
            // It takes part with another mask: many kernels read such a lane and drop the value.
            if (!(exchange_.came >> l & 1)) tileproof::cpu_engine::absent_lane(l, at_);
        }
        return value;
    }
    // The Part at `offset` in the value of a lane that took part.
    template <class Part>
    Part part(unsigned l, std::size_t offset) const {
        Part value;
        __builtin_memcpy(&value, exchange_.data + l * exchange_.stride + offset, sizeof value);
        return value;
    }
    // Bit l: f(value of lane l).
    template <class F>
    unsigned long long those(const F& f) const {
        unsigned long long bits = 0;
        for (std::uint64_t left = lanes(); left; left &= left - 1) {
            const auto l = static_cast<unsigned>(__builtin_ctzll(left));
            bits |= static_cast<unsigned long long>(f((*this)[l])) << l;
        }
        return bits;
    }

  private:
    tileproof::cpu_engine::wave_exchange exchange_;
    tileproof::cpu_engine::call_site at_;
};

// The lane read by `lane` in its group of `width` lanes, a power of two up to the wave size.
inline unsigned tp_source_of_shfl(unsigned lane, int source, unsigned width) {
    return (lane & ~(width - 1)) | (static_cast<unsigned>(source) & (width - 1));
}
inline unsigned tp_source_of_shfl_up(unsigned lane, unsigned delta, unsigned width) {
    return delta > (lane & (width - 1)) ? lane : lane - delta;
}
inline unsigned tp_source_of_shfl_down(unsigned lane, unsigned delta, unsigned width) {
    return delta >= width - (lane & (width - 1)) ? lane : lane + delta;
}
inline unsigned tp_source_of_shfl_xor(unsigned lane, int mask, unsigned width) {
    const unsigned source = lane ^ static_cast<unsigned>(mask);
    return source >= (lane & ~(width - 1)) + width ? lane : source;
}
#define TILEPROOF_SHUFFLE(name, offset_type)                                               \
    template <class T>                                                                     \
    T __##name(T value, offset_type offset, int width = warpSize, TILEPROOF_HERE) {        \
        const tp_wave_values<T> all(value, file, line, column);                            \
        return all[tp_source_of_##name(all.lane(), offset, static_cast<unsigned>(width))]; \
    }                                                                                      \
    template <class Mask, class T>                                                         \
    T __##name##_sync(Mask mask, T value, offset_type offset, int width = warpSize,        \
                      TILEPROOF_HERE) {                                                    \
        const tp_wave_values<T> all(value, tp_lanes_of(mask), file, line, column);         \
        return all[tp_source_of_##name(all.lane(), offset, static_cast<unsigned>(width))]; \
    }
TILEPROOF_SHUFFLE(shfl, int)
TILEPROOF_SHUFFLE(shfl_up, unsigned)
TILEPROOF_SHUFFLE(shfl_down, unsigned)
TILEPROOF_SHUFFLE(shfl_xor, int)
#undef TILEPROOF_SHUFFLE

// Bit l: lane l took part and its predicate is not 0.
inline unsigned long long tp_ballot_of(tp_wave_meeting meeting, int predicate, const char* file,
                                       int line, int column) {
    return tp_wave_values<int>(predicate, meeting, file, line, column).those([](int p) {
        return p != 0;
    });
}
inline unsigned long long __ballot(int predicate, TILEPROOF_HERE) {
    return tp_ballot_of({}, predicate, file, line, column);
}
inline unsigned long long __ballot64(int predicate, TILEPROOF_HERE) {
    return tp_ballot_of({}, predicate, file, line, column);
}
inline unsigned long long __activemask(TILEPROOF_HERE) {
    return tp_ballot_of({}, 1, file, line, column);
}
inline int __any(int predicate, TILEPROOF_HERE) {
    return tp_ballot_of({}, predicate, file, line, column) != 0;
}
inline int __all(int predicate, TILEPROOF_HERE) {
    return tp_ballot_of({}, predicate == 0, file, line, column) == 0;
}
template <class Mask>
unsigned long long __ballot_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    return tp_ballot_of(tp_lanes_of(mask), predicate, file, line, column);
}
template <class Mask>
int __any_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    return tp_ballot_of(tp_lanes_of(mask), predicate, file, line, column) != 0;
}
template <class Mask>
int __all_sync(Mask mask, int predicate, TILEPROOF_HERE) {
    return tp_ballot_of(tp_lanes_of(mask), predicate == 0, file, line, column) == 0;
}

// Unlike the others, these also order memory.
inline void __syncwarp(TILEPROOF_HERE) {
    tileproof::cpu_engine::sync_wave(tileproof::cpu_engine::call_site_of(file, line, column));
}
template <class Mask>
requires std::is_integral_v<Mask>
void __syncwarp(Mask mask, TILEPROOF_HERE) {
    tileproof::cpu_engine::sync_wave(tileproof::cpu_engine::call_site_of(file, line, column),
                                     tp_lanes_of(mask));
}

// The lanes with the caller's value, and whether all have it.
template <class T>
unsigned long long __match_any(T value, TILEPROOF_HERE) {
    return tp_wave_values<T>(value, file, line, column).those([&](T v) { return v == value; });
}
template <class Mask, class T>
unsigned long long __match_any_sync(Mask mask, T value, TILEPROOF_HERE) {
    return tp_wave_values<T>(value, tp_lanes_of(mask), file, line, column).those([&](T v) {
        return v == value;
    });
}
template <class Mask, class T>
unsigned long long __match_all_sync(Mask mask, T value, int* all_equal, TILEPROOF_HERE) {
    const tp_wave_values<T> all(value, tp_lanes_of(mask), file, line, column);
    *all_equal = all.those([&](T v) { return v == value; }) == all.lanes();
    return *all_equal ? all.lanes() : 0;
}
#define TILEPROOF_REDUCE_SYNC(name, T, expression)                                 \
    template <class Mask>                                                          \
    T name(Mask mask, T value, TILEPROOF_HERE) {                                   \
        const tp_wave_values<T> all(value, tp_lanes_of(mask), file, line, column); \
        std::uint64_t left = all.lanes();                                          \
        T a = all[static_cast<unsigned>(__builtin_ctzll(left))];                   \
        while (left &= left - 1) {                                                 \
            const T b = all[static_cast<unsigned>(__builtin_ctzll(left))];         \
            a = expression;                                                        \
        }                                                                          \
        return a;                                                                  \
    }
TILEPROOF_REDUCE_SYNC(__reduce_add_sync, unsigned, a + b)
TILEPROOF_REDUCE_SYNC(__reduce_min_sync, unsigned, a < b ? a : b)
TILEPROOF_REDUCE_SYNC(__reduce_max_sync, unsigned, a < b ? b : a)
TILEPROOF_REDUCE_SYNC(__reduce_and_sync, unsigned, a& b)
TILEPROOF_REDUCE_SYNC(__reduce_or_sync, unsigned, a | b)
TILEPROOF_REDUCE_SYNC(__reduce_xor_sync, unsigned, a ^ b)
#undef TILEPROOF_REDUCE_SYNC

TILEPROOF_HIP_END
