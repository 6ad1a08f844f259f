// SPDX-License-Identifier: MIT
#include "properties/draw.hpp"

#include <rapidcheck/Random.h>

#include <algorithm>

#include "devices/mixed.hpp"

namespace tileproof::properties {

draw::draw(rc::Random& random) : m_state(random.next()) {}

std::uint64_t draw::bits() {
    const std::uint64_t z = devices::next_random(m_state);
    if (m_choices.size() < 2) return z;
    // between() is decided by the high bits; the low ones are pseudo-random, the same for the same bytes.
    const auto choice = static_cast<std::uint64_t>(m_choices[0]) << 8 | m_choices[1];
    m_choices = m_choices.subspan(2);
    return choice << 48 | z >> 16;
}

long_index_t draw::between(long_index_t first, long_index_t last) {
    const auto count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
    const std::uint64_t random = bits();
    // The high half of a product maps 64 random bits to 0..count-1; count 0 stands for 2^64.
    const std::uint64_t step =
        count == 0
            ? random
            : static_cast<std::uint64_t>((static_cast<unsigned __int128>(random) * count) >> 64);
    return static_cast<long_index_t>(static_cast<std::uint64_t>(first) + step);
}

long_index_t draw::boundary(long_index_t first, long_index_t last) {
    static constexpr long_index_t primes[] = {3, 5, 7, 11, 13, 17, 31, 61, 127, 257, 509, 1021};
    static constexpr long_index_t tiles[] = {4, 8, 16, 32, 64, 128, 256};
    long_index_t value = first;
    switch (weighted({14, 12, 12, 10, 8, 14, 10, 20})) {
        case 0:
            value = first;
            break;
        case 1:
            value = last;
            break;
        case 2:
            value = first + std::min<long_index_t>(1, last - first);
            break;
        case 3:
            value = last - std::min<long_index_t>(1, last - first);
            break;
        case 4:
            value = 2;
            break;
        case 5:
            value = pick(tiles) + between(-1, 1);
            break;
        case 6:
            value = pick(primes);
            break;
        default:
            value = between(first, std::min(last, first + 12));
            break;
    }
    return value >= first && value <= last ? value : between(first, last);
}

std::size_t draw::weighted(const int* weights, std::size_t count) {
    long_index_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += weights[i];
    long_index_t rest = below(sum);
    for (std::size_t i = 0; i < count; ++i) {
        rest -= weights[i];
        if (rest < 0) return i;
    }
    return count - 1;
}

}  // namespace tileproof::properties
