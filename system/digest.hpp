// SPDX-License-Identifier: MIT
// FNV-1a, 64 bits: the same on every machine, unlike std::hash. For naming files and noticing changes; no protection
// against an adversary.
//
//   fnv1a("a") == 0xaf63dc4c8601ec8c       fnv1a("b", fnv1a("a")) == fnv1a("ab")
//   digest_of_file_text(ten megabytes)     // eight bytes at a time: other values, in an eighth of the time
//   digest_of_file_text(" of a file", digest_of_file_text("The text"))     // a part that another follows has a multiple of 8 bytes
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tileproof::system {

inline constexpr std::uint64_t fnv1a(std::string_view text,
                                     std::uint64_t hash = 0xcbf29ce484222325u) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

// Each step is invertible, so texts that differ in one place never share a digest.
inline std::uint64_t digest_of_file_text(std::string_view text, std::uint64_t hash = fnv1a("")) {
    std::uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return fnv1a(text, hash);
}

// SHA-256 (FIPS 180-4), for digests that others compare or that nobody may find a text for.
//
//   sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
std::string sha256(std::string_view text);

}  // namespace tileproof::system
