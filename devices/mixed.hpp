// SPDX-License-Identifier: MIT
// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): random numbers that are the same
// on every machine for one seed.
//
//   mixed(0) == 0xe220a8397b1dcdaf
//   std::uint64_t state = 0;
//   next_random(state) == mixed(0), next_random(state) == mixed(0x9e3779b97f4a7c15)
#pragma once

#include <cstdint>

namespace tileproof::devices {

inline constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15u;  // 2^64 / 1.618..., odd

// A different number for each argument.
inline constexpr std::uint64_t mixed(std::uint64_t z) {
    z += golden_step;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static_assert(mixed(0) == 0xe220a8397b1dcdaf);

inline constexpr std::uint64_t next_random(std::uint64_t& state) {
    const std::uint64_t drawn = mixed(state);
    state += golden_step;
    return drawn;
}

}  // namespace tileproof::devices
