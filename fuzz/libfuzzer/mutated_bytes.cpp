// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/mutated_bytes.hpp"

#include "properties/draw.hpp"

#include <algorithm>
#include <string_view>

namespace tileproof::fuzz {
namespace {

using properties::draw;

// The bytes that the parsers tell apart, more often than others.
constexpr std::string_view telling = "\n -,:;=()[]{}\"\\/.0123456789eE+aflnrstuxz\t";

char any_byte(draw& from) {
    return from.chance(70) ? from.pick(telling) : static_cast<char>(from.below(256));
}

// A piece of a text, mostly short; empty only where the text is.
std::string_view piece(std::string_view text, draw& from) {
    if (text.empty()) return text;
    const auto size = static_cast<long_index_t>(text.size());
    const long_index_t at = from.below(size);
    const long_index_t most = std::min<long_index_t>(size - at, from.chance(80) ? 16 : 512);
    return text.substr(static_cast<std::size_t>(at),
                       static_cast<std::size_t>(from.between(1, most)));
}

void change(std::string& bytes, const std::vector<std::string>& corpus, draw& from) {
    const auto at = static_cast<std::size_t>(from.between(0, std::ssize(bytes)));
    switch (from.weighted({20, 15, 20, 15, 30})) {
        case 0:
            if (at < bytes.size()) bytes[at] = any_byte(from);
            break;
        case 1:
            bytes.insert(at, 1, any_byte(from));
            break;
        case 2:
            bytes.erase(at, static_cast<std::size_t>(from.between(1, from.chance(80) ? 4 : 64)));
            break;
        case 3:
            bytes.insert(at, std::string(piece(bytes, from)));
            break;
        default:
            bytes.insert(at, piece(from.pick(corpus), from));
            break;
    }
}

}  // namespace

std::string mutated(const std::vector<std::string>& corpus, std::uint64_t seed) {
    draw from{seed};
    std::string bytes = from.pick(corpus);
    do {
        change(bytes, corpus, from);
    } while (from.chance(60));
    return bytes;
}

}  // namespace tileproof::fuzz
