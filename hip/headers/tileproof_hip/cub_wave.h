// SPDX-License-Identifier: MIT
// hipCUB's collectives for a wave, or for equal parts of one: reduce and scan.
//
//   WarpReduce<int, 16>(storage).Sum(1)            16 in the first lane of each 16, unspecified in the others
//   WarpScan<int>(storage).InclusiveSum(1, x)      x is 6 in lane 5
//
// The lanes exchange values as in shuffles: all existing lanes must take part.
#pragma once

#include "tileproof_hip/cub_operators.h"

TILEPROOF_FOR_BOTH
namespace hipcub {

#ifdef TILEPROOF_WAVE_SIZE
inline constexpr int lanes_of_wave = TILEPROOF_WAVE_SIZE;
#else
inline constexpr int lanes_of_wave = 32;
#endif

template <class T, int Lanes = lanes_of_wave>
class WarpReduce {
  public:
    struct TempStorage {};
    explicit WarpReduce(TempStorage&) {}
    template <class Op>
    T Reduce(T value, Op op, int valid, TILEPROOF_HERE) {
        const engine::tp_wave_values<T> all(value, file, line, column);
        const unsigned lane = all.lane(), last = lane - lane % Lanes + static_cast<unsigned>(valid);
        if (lane % Lanes != 0) return value;
        for (unsigned l = lane + 1; l < last && (all.lanes() >> l & 1); ++l)
            value = op(value, all[l]);
        return value;
    }
    template <class Op>
    T Reduce(T value, Op op, TILEPROOF_HERE) {
        return Reduce(value, op, Lanes, file, line, column);
    }
    T Sum(T value, TILEPROOF_HERE) { return Reduce(value, hipcub::Sum(), file, line, column); }
    T Sum(T value, int valid, TILEPROOF_HERE) {
        return Reduce(value, hipcub::Sum(), valid, file, line, column);
    }
};

template <class T, int Lanes = lanes_of_wave>
class WarpScan {
  public:
    struct TempStorage {};
    explicit WarpScan(TempStorage&) {}
    template <class Op>
    void InclusiveScan(T in, T& out, Op op, TILEPROOF_HERE) {
        const engine::tp_wave_values<T> all(in, file, line, column);
        const unsigned lane = all.lane(), first = lane - lane % Lanes;
        T sum = all[first];
        for (unsigned l = first + 1; l <= lane; ++l) sum = op(sum, all[l]);
        out = sum;
    }
    template <class Op>
    void ExclusiveScan(T in, T& out, T initial, Op op, TILEPROOF_HERE) {
        const engine::tp_wave_values<T> all(in, file, line, column);
        const unsigned lane = all.lane();
        T sum = initial;
        for (unsigned l = lane - lane % Lanes; l < lane; ++l) sum = op(sum, all[l]);
        out = sum;
    }
    void InclusiveSum(T in, T& out, TILEPROOF_HERE) {
        InclusiveScan(in, out, Sum(), file, line, column);
    }
    void ExclusiveSum(T in, T& out, TILEPROOF_HERE) {
        ExclusiveScan(in, out, T(), Sum(), file, line, column);
    }
};

}  // namespace hipcub
TILEPROOF_FOR_BOTH_END
