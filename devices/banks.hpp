// SPDX-License-Identifier: MIT
// The banks of shared memory (LDS): 32 of 4 bytes each. Lanes that use one bank for different words wait for each other;
// the same word is given to all.
//
//   most_in_one_bank({0, 32, 64, 1})     3: the words 0, 32 and 64 are in bank 0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileproof::devices {

inline constexpr std::uint64_t banks = 32, bank_bytes = 4;

// The lanes that are served at once, each with so many bytes.
constexpr std::size_t lanes_at_once(std::uint64_t bytes) {
    return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
}

// The largest number of distinct words in one bank, which is how many times the lanes take their turn.
inline std::size_t most_in_one_bank(std::vector<std::uint64_t> words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::array<std::size_t, banks> in_bank{};
    for (const std::uint64_t w : words) ++in_bank[w % banks];
    return *std::max_element(in_bank.begin(), in_bank.end());
}

}  // namespace tileproof::devices
