// SPDX-License-Identifier: MIT
// Philox 4x32 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, SC 2011): random
// numbers from a counter and a key, so that any element can be made without its neighbours.
//
//   philox<10>({{0, 0, 0, 0}}, 0, 0) == {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}   (the authors' test)
//   philox_vector(q, seed)           bytes 16 q .. 16 q + 15 of a generated array, with seven rounds, the
//                                    fewest that the authors found to pass every test
#pragma once

#include <tileproof/array.hpp>

namespace tileproof::kernels {

template <int Rounds>
constexpr TILEPROOF_HOST_DEVICE array<std::uint32_t, 4> philox(array<std::uint32_t, 4> counter,
                                                               std::uint32_t key0,
                                                               std::uint32_t key1) {
    for (int round = 0; round < Rounds; ++round) {
        const std::uint64_t p = std::uint64_t{0xd2511f53u} * counter[0];
        const std::uint64_t q = std::uint64_t{0xcd9e8d57u} * counter[2];
        counter = {{static_cast<std::uint32_t>(q >> 32) ^ counter[1] ^ key0,
                    static_cast<std::uint32_t>(q),
                    static_cast<std::uint32_t>(p >> 32) ^ counter[3] ^ key1,
                    static_cast<std::uint32_t>(p)}};
        key0 += 0x9e3779b9u;
        key1 += 0xbb67ae85u;
    }
    return counter;
}

constexpr TILEPROOF_HOST_DEVICE array<std::uint32_t, 4> philox_vector(std::uint64_t q,
                                                                      std::uint64_t seed) {
    return philox<7>({{static_cast<std::uint32_t>(q), static_cast<std::uint32_t>(q >> 32), 0, 0}},
                     static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

// Element i of the 16 / Bytes in such a vector; the first is in the lowest bits.
template <int Bytes>
constexpr TILEPROOF_HOST_DEVICE std::uint64_t element_of_vector(
    const array<std::uint32_t, 4>& words, int i) {
    if constexpr (Bytes == 8)
        return words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32;
    else
        return words[i * Bytes / 4] >> (i * Bytes % 4 * 8);
}

// Element n of a generated array of Bytes-wide elements, in the lowest bits.
template <int Bytes>
constexpr TILEPROOF_HOST_DEVICE std::uint64_t philox_element(std::uint64_t n, std::uint64_t seed) {
    constexpr int per_vector = 16 / Bytes;
    return element_of_vector<Bytes>(philox_vector(n / per_vector, seed),
                                    static_cast<int>(n % per_vector));
}

}  // namespace tileproof::kernels
