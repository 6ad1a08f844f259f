// SPDX-License-Identifier: MIT
#include "properties/kernel/poison.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_kept = std::size_t{1} << 20;  // bytes of each pattern and size

template <int Size>
void compute(poison pattern, std::size_t position, std::span<std::byte> to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = poison_byte(pattern, position + i, Size);
}

void compute(poison pattern, std::size_t position, int element_bytes, std::span<std::byte> to) {
    switch (element_bytes) {
        case 1:
            return compute<1>(pattern, position, to);
        case 2:
            return compute<2>(pattern, position, to);
        case 4:
            return compute<4>(pattern, position, to);
        case 8:
            return compute<8>(pattern, position, to);
        default:
            for (std::size_t i = 0; i < to.size(); ++i)
                to[i] = poison_byte(pattern, position + i, element_bytes);
    }
}

}  // namespace

// Thousands of cases per second need the same bytes, so the first ones are cached and copied.
void paint_poison(poison pattern, std::size_t position, int element_bytes,
                  std::span<std::byte> to) {
    const std::size_t end = position + to.size();
    const auto size = static_cast<unsigned>(element_bytes);
    if (end > most_kept || !std::has_single_bit(size) || size > 8)
        return compute(pattern, position, element_bytes, to);
    thread_local std::array<std::array<std::vector<std::byte>, 4>, 2> kept;
    std::vector<std::byte>& known =
        kept[pattern == poison::first ? 0 : 1][static_cast<std::size_t>(std::countr_zero(size))];
    if (known.size() < end) {
        known.resize(std::max<std::size_t>(std::bit_ceil(end), 4096));
        compute(pattern, 0, element_bytes, known);
    }
    std::copy_n(known.begin() + static_cast<std::ptrdiff_t>(position), to.size(), to.begin());
}

}  // namespace tileproof::properties
