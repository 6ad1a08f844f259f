// SPDX-License-Identifier: MIT
// Random numbers for generators, which hit boundaries on purpose.
//
//   draw from(random);                // from an rc::Random; the same one gives the same numbers
//   from.below(6)                     // 0..5, equally likely
//   from.boundary(0, 100)             // often 0, 1, 2, 99, 100, a power of two, a prime, 63..65
//   from.weighted({70, 20, 10})       // 0, 1 or 2, in these shares
//   draw from(bytes);                 // each choice takes the next two bytes, for a fuzzer
//
// RapidCheck's own ranges shrink with the size and hardly ever give an end point, so a bug at an edge would go
// unseen. These do not depend on the size.
#pragma once

#include <tileproof/config.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace rc {
class Random;
}

namespace tileproof::properties {

class draw {
  public:
    explicit draw(rc::Random& random);  // takes one number of it as the seed
    explicit draw(std::uint64_t seed) : m_state(seed) {}
    // Each choice takes two bytes as long as there are any, so changing one byte changes one choice and what follows
    // from it. After the last byte the numbers are always the same. The bytes must outlive this object.
    explicit draw(std::span<const std::uint8_t> choices) : m_state(0), m_choices(choices) {}

    std::uint64_t bits();
    long_index_t below(long_index_t n) { return between(0, n - 1); }  // requires n > 0
    // Every number from `first` to `last` is equally likely; requires first <= last.
    long_index_t between(long_index_t first, long_index_t last);
    bool chance(int percent) { return below(100) < percent; }
    // A number from `first` to `last`, mostly at or near an end, a power of two, a multiple of a
    // tile or a prime; requires first <= last.
    long_index_t boundary(long_index_t first, long_index_t last);
    // The position of one weight, with probability proportional to it; requires a positive sum.
    std::size_t weighted(std::initializer_list<int> weights) {
        return weighted(weights.begin(), weights.size());
    }
    std::size_t weighted(const int* weights, std::size_t count);

    decltype(auto) pick(const auto& from) {
        return from[static_cast<std::size_t>(below(static_cast<long_index_t>(std::size(from))))];
    }
    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1],
                      values[static_cast<std::size_t>(below(static_cast<long_index_t>(i)))]);
    }

  private:
    std::uint64_t m_state;
    std::span<const std::uint8_t> m_choices = {};
};

}  // namespace tileproof::properties
