// SPDX-License-Identifier: MIT
// Whether two elements have the same bytes: same_bytes(a, b, 4). Loops over all elements of a case spend most of
// their time here, and a call of memcmp takes longer than the comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileproof::properties {

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
