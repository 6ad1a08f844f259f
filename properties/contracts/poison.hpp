// What fills memory that must not matter: two patterns that differ in every byte.
//
// An output element that holds pattern `first` after the first run and `second` after the second was
// not written: whatever value a kernel writes, it cannot equal both. A result that changes with the
// poison of an input's gaps was read from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileproof::properties {

enum class poison { first, second };

// The poison byte at a place of a buffer. With the first pattern every f16, bf16, float and double (at its
// alignment) is a NaN: its last byte is 7f or ff and the one before begins with f. So zero times what must not
// be read shows too. The second is its complement, tiny numbers.
constexpr std::byte poison_byte(poison pattern, std::size_t place) {
    const auto mixed = static_cast<unsigned char>((place * 0x9e3779b97f4a7c15u) >> 56);
    const auto byte = static_cast<unsigned char>(mixed | (place % 2 ? 0x7f : 0xf0));
    return static_cast<std::byte>(pattern == poison::first ? byte : ~byte);
}

// The canaries around the buffers of a run differ as well.
constexpr std::uint64_t canary_seed(poison pattern) { return pattern == poison::first ? 1 : 2; }

}  // namespace tileproof::properties
