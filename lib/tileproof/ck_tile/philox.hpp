// SPDX-License-Identifier: MIT
// philox: CK Tile's random numbers for dropout, Philox 4x32 with seven rounds (Salmon, Moraes, Dror, Shaw: Parallel
// random numbers: as easy as 1, 2, 3, SC 2011).
//
//   ck_tile::philox random(seed, offset);
//   random.get_philox_4x32(subsequence)            four words; its counter is (offset, subsequence), its key the seed
//   random.get_random_16x8(bytes, subsequence)     the same as 16 bytes; .._8x8 and .._4x8: words i and i + 2, word i
#pragma once

#include <tileproof/ck_tile/numeric.hpp>

namespace ck_tile {

class philox {
  public:
    constexpr TILEPROOF_HOST_DEVICE philox(unsigned long long seed, unsigned long long offset)
        : seed_(seed), offset_(offset) {}

    constexpr TILEPROOF_HOST_DEVICE uint32x4_t
    get_philox_4x32(unsigned long long subsequence) const {
        std::uint32_t counter[] = {low(offset_), high(offset_), low(subsequence),
                                   high(subsequence)};
        std::uint32_t key[] = {low(seed_), high(seed_)};
        for (int round = 0; round < 7; ++round) {
            const std::uint64_t p = std::uint64_t{0xd2511f53} * counter[0];
            const std::uint64_t q = std::uint64_t{0xcd9e8d57} * counter[2];
            counter[0] = high(q) ^ counter[1] ^ key[0];
            counter[2] = high(p) ^ counter[3] ^ key[1];
            counter[1] = low(q);
            counter[3] = low(p);
            key[0] += 0x9e3779b9;
            key[1] += 0xbb67ae85;
        }
        return uint32x4_t{counter[0], counter[1], counter[2], counter[3]};
    }
    TILEPROOF_HOST_DEVICE void get_random_16x8(std::uint8_t* out,
                                               unsigned long long subsequence) const {
        const uint32x4_t words = get_philox_4x32(subsequence);
        __builtin_memcpy(out, &words, sizeof(words));
    }
    TILEPROOF_HOST_DEVICE void get_random_8x8(std::uint8_t* out, unsigned long long subsequence,
                                              index_t first) const {
        const uint32x4_t words = get_philox_4x32(subsequence);
        const std::uint32_t two[] = {words[first], words[first + 2]};
        __builtin_memcpy(out, two, sizeof(two));
    }
    TILEPROOF_HOST_DEVICE void get_random_4x8(std::uint8_t* out, unsigned long long subsequence,
                                              index_t first) const {
        const std::uint32_t word = get_philox_4x32(subsequence)[first];
        __builtin_memcpy(out, &word, sizeof(word));
    }

  private:
    static constexpr TILEPROOF_HOST_DEVICE std::uint32_t low(std::uint64_t x) {
        return static_cast<std::uint32_t>(x);
    }
    static constexpr TILEPROOF_HOST_DEVICE std::uint32_t high(std::uint64_t x) {
        return static_cast<std::uint32_t>(x >> 32);
    }
    unsigned long long seed_, offset_;
};

}  // namespace ck_tile
