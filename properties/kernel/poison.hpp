// SPDX-License-Identifier: MIT
// Fills memory that must not matter with one of two patterns, which differ in every byte.
//
// An output element with pattern `first` after the first run and `second` after the second was not written: no value
// that a kernel writes can equal both. A result that changes with the poison in an input's gaps was read from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tileproof::properties {

enum class poison { first, second };

// The poison byte at a position of a buffer with elements of this size. In the first pattern every f16, bf16, float
// and double is a NaN because of its last two bytes, so even zero times something that must not be read shows. The
// second pattern is the complement: tiny numbers.
constexpr std::byte poison_byte(poison pattern, std::size_t position, int element_bytes = 1) {
    auto byte = static_cast<unsigned char>((position * 0x9e3779b97f4a7c15u) >> 56);
    const std::size_t size = static_cast<std::size_t>(element_bytes), of_element = position % size;
    if (size > 1 && of_element == size - 1) byte |= 0x7f;
    if (size > 1 && of_element == size - 2) byte |= size == 8 ? 0xf1 : 0x81;
    return static_cast<std::byte>(pattern == poison::first ? byte : ~byte);
}

// The poison from a position of a buffer on: to[i] = poison_byte(pattern, position + i, element_bytes).
void paint_poison(poison pattern, std::size_t position, int element_bytes, std::span<std::byte> to);

// The canaries around the buffers differ from run to run as well.
constexpr std::uint64_t canary_seed(poison pattern) { return pattern == poison::first ? 1 : 2; }

// Whether two elements have the same bytes: same_bytes(a, b, 4). Loops over all elements of a case spend most of
// their time here, and a call of memcmp takes longer than the comparison.

template <class Word>
bool same_words(const std::byte* a, const std::byte* b) {
    Word x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x == y;
}

inline bool same_bytes(const std::byte* a, const std::byte* b, std::size_t n) {
    switch (n) {
        case 1:
            return *a == *b;
        case 2:
            return same_words<std::uint16_t>(a, b);
        case 4:
            return same_words<std::uint32_t>(a, b);
        case 8:
            return same_words<std::uint64_t>(a, b);
        default:
            return std::memcmp(a, b, n) == 0;
    }
}

}  // namespace tileproof::properties
