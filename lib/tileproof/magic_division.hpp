// SPDX-License-Identifier: MIT
// Division by a number known only at run time: one multiplication, one addition and one shift.
//
//   constexpr auto by_seven = make_magic_divisor<index_t>(7);
//   by_seven.quotient(65) == 9        65 == 9 * 7 + 2
//
// With N the number of bits (32 or 64), for a divisor d:
//   shift      s = the least s with 2^s >= d
//   multiplier m = floor(2^N (2^s - d) / d) + 1
//   quotient(x)  = (high half of x m + x) >> s       = x (m + 2^N) >> (N + s), in 2 N bits
//
// Exact for 0 <= x < 2^(N-1) and 1 <= d < 2^(N-1). Why: m + 2^N = (2^(N+s) + e) / d with 0 < e <=
// d, and x (m + 2^N) / 2^(N+s) = x/d + x e / (d 2^(N+s)). As e <= d <= 2^s and x < 2^N the second
// term is below 1/d, too small to reach the next integer. m fits in N bits because 2^s < 2 d, and
// the sum fits because the high half is less than x < 2^(N-1). The 32-bit form is Granlund and
// Montgomery's (1994), as used by CK Tile; the argument does not depend on N.
#pragma once

#include <tileproof/config.hpp>

#include <string>
#include <tileproof/layout_error.hpp>
#include <type_traits>

namespace tileproof {

namespace detail {

__extension__ using uint128_t = unsigned __int128;

constexpr TILEPROOF_HOST_DEVICE std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32);
}

constexpr TILEPROOF_HOST_DEVICE std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    // Four half products: every device compiler turns these into its own multiply-high.
    const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    const std::uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    const std::uint64_t other = a0 * b1 + (middle & 0xffffffffu);
    return a1 * b1 + (middle >> 32) + (other >> 32);
#else
    return static_cast<std::uint64_t>((static_cast<uint128_t>(a) * b) >> 64);
#endif
}

// floor(2^bits high / divisor), one bit at a time, because devices have no 128-bit division.
// requires high < divisor < 2^(bits-1)
template <class Unsigned>
constexpr TILEPROOF_HOST_DEVICE Unsigned divide_shifted(Unsigned high, Unsigned divisor) {
    Unsigned quotient = 0;
    for (int bit = 0; bit < static_cast<int>(sizeof(Unsigned)) * 8; ++bit) {
        high = static_cast<Unsigned>(high << 1);
        quotient = static_cast<Unsigned>(quotient << 1);
        if (high >= divisor) {
            high = static_cast<Unsigned>(high - divisor);
            quotient |= 1u;
        }
    }
    return quotient;
}

[[noreturn]] inline void refuse_divisor(long_index_t divisor, int bits) {
    throw layout_error("A " + std::to_string(bits) +
                       "-bit magic division needs a divisor from 1 to 2^" +
                       std::to_string(bits - 1) + " - 1, but " + std::to_string(divisor) +
                       " was given; use a length in that range.");
}

}  // namespace detail

// A divisor prepared for division. Index is a signed integer of 32 or 64 bits; the default divides by 1.
template <class Index>
struct magic_divisor {
    static_assert(std::is_signed_v<Index> && (sizeof(Index) == 4 || sizeof(Index) == 8),
                  "magic division is for the 32- and 64-bit index types");
    using word = std::make_unsigned_t<Index>;
    word multiplier = 1;
    word shift = 0;

    // floor(x / d) for x >= 0. For a negative x the result is defined but meaningless.
    constexpr TILEPROOF_HOST_DEVICE Index quotient(Index x) const {
        const word value = static_cast<word>(x);
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
        // Processors multiply 64 bits at once: 2 instructions instead of 4. x < 2^31 and m + 2^32 < 2^33, so nothing
        // is lost.
        if constexpr (sizeof(Index) == 4)
            return static_cast<Index>((value * (multiplier | (std::uint64_t{1} << 32))) >>
                                      (shift + 32));
#endif
        return static_cast<Index>(
            static_cast<word>(detail::multiply_high(value, multiplier) + value) >> shift);
    }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(magic_divisor a, magic_divisor b) {
        return a.multiplier == b.multiplier && a.shift == b.shift;
    }
};

// The magic divisor of d, 1 <= d < 2^(bits-1).
// Errors: for any other d, layout_error on the host (a compile error in a constant expression); undefined on a
// device.
template <class Index>
constexpr TILEPROOF_HOST_DEVICE magic_divisor<Index> make_magic_divisor(long_index_t d) {
    using word = typename magic_divisor<Index>::word;
    [[maybe_unused]] constexpr int bits = static_cast<int>(sizeof(Index)) * 8;
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
    if (d < 1 || (bits == 32 && d > 0x7fffffff)) detail::refuse_divisor(d, bits);
#endif
    const word divisor = static_cast<word>(d);
    word shift = 0;
    while ((word{1} << shift) < divisor) ++shift;
    const word high = static_cast<word>((word{1} << shift) - divisor);
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    const word quotient = detail::divide_shifted(high, divisor);
#else
    using twice = std::conditional_t<bits == 32, std::uint64_t, detail::uint128_t>;
    const word quotient = static_cast<word>((static_cast<twice>(high) << bits) / divisor);
#endif
    return {static_cast<word>(quotient + 1), shift};
}

}  // namespace tileproof
