// SPDX-License-Identifier: MIT
// FNV-1a, 64 bits: the same on every machine, unlike std::hash. It names files and notices changes; it guards nothing
// against an adversary.
//
//   fnv1a("a") == 0xaf63dc4c8601ec8c       fnv1a("b", fnv1a("a")) == fnv1a("ab")
#pragma once

#include <cstdint>
#include <string_view>

namespace tileproof::system {

inline constexpr std::uint64_t fnv1a(std::string_view text,
                                     std::uint64_t hash = 0xcbf29ce484222325u) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

}  // namespace tileproof::system
