// SPDX-License-Identifier: MIT
#include "system/digest.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tileproof::system {
namespace {

using std::uint32_t;

// The first 32 bits of the fraction of a root.
uint32_t fraction(long double root) {
    return static_cast<uint32_t>((root - std::floor(root)) * 4294967296.0L);
}

struct constants {
    std::array<uint32_t, 8> start{};
    std::array<uint32_t, 64> round{};
    constants() {
        std::size_t n = 0;
        for (unsigned p = 2; n < round.size(); ++p) {
            bool prime = true;
            for (unsigned d = 2; d * d <= p; ++d) prime = prime && p % d != 0;
            if (!prime) continue;
            if (n < start.size()) start[n] = fraction(std::sqrt(static_cast<long double>(p)));
            round[n++] = fraction(std::cbrt(static_cast<long double>(p)));
        }
    }
};

void add_block(std::array<uint32_t, 8>& hash, const unsigned char* block, const constants& k) {
    std::array<uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | block[4 * i + b];
    for (std::size_t i = 16; i < 64; ++i)
        w[i] = w[i - 16] + w[i - 7] +
               (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < 64; ++i) {
        const uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + k.round[i] + w[i],
                       two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                             ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::array<uint32_t, 8> more{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) hash[i] += more[i];
}

}  // namespace

std::string sha256(std::string_view text) {
    static const constants k;
    std::array<uint32_t, 8> hash = k.start;
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const std::size_t whole = text.size() / 64 * 64;
    for (std::size_t i = 0; i < whole; i += 64) add_block(hash, at + i, k);
    // The rest, a bit that is set, zeros, and the length in bits.
    std::string rest(text.substr(whole));
    rest += '\x80';
    while (rest.size() % 64 != 56) rest += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
        rest += static_cast<char>((std::uint64_t{text.size()} * 8) >> shift);
    for (std::size_t i = 0; i < rest.size(); i += 64)
        add_block(hash, reinterpret_cast<const unsigned char*>(rest.data()) + i, k);
    std::string digits;
    for (const uint32_t word : hash) digits += fmt::format("{:08x}", word);
    return digits;
}

}  // namespace tileproof::system
