// SPDX-License-Identifier: MIT
#include "properties/kernel/test_data.hpp"

#include <cstring>

namespace tileproof::properties {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014): a different number for each counter.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// A permutation of the numbers of the type's width: multiplication by an odd number and addition. Element 0 is not 0,
// because poison, fresh memory and missing stores often are.
std::uint64_t coordinate_bits(const element_type& type, std::uint64_t i) {
    switch (type.bytes) {
        case 1:
            return (i * 37 + 11) & 0xff;
        case 2:
            return (i * 31 + 0x1101) & 0xffff;
        case 4:
            return (i * 2654435761u + 0x3f800001u) & 0xffffffff;
        default:
            return i * 0x9e3779b97f4a7c15u + 0x3ff0000000000001u;
    }
}

}  // namespace

std::string_view name_of(data_kind kind) {
    switch (kind) {
        case data_kind::coordinates:
            return "coordinates";
        case data_kind::special:
            return "special";
        case data_kind::random:
            return "random";
    }
    return "";
}

std::optional<data_kind> find_data_kind(std::string_view name) {
    for (const data_kind kind : {data_kind::coordinates, data_kind::special, data_kind::random})
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::uint64_t element_bits(data_kind kind, const element_type& type, std::uint64_t seed,
                           std::uint64_t i) {
    if (type.name == "bool") return mixed(seed + i) & 1;
    if (kind == data_kind::random) return mixed(mixed(seed) + i);
    if (kind == data_kind::special) {
        const auto values = special_values(type);
        const std::uint64_t which = mixed(mixed(seed) + i);
        if (seed == 0 || which >> 32 & 1) return values[which % values.size()];
    }
    return coordinate_bits(type, i);
}

void fill_elements(data_kind kind, const element_type& type, std::uint64_t seed,
                   std::uint64_t first, std::span<std::byte> out) {
    const auto width = static_cast<std::size_t>(type.bytes);
    for (std::size_t at = 0; at + width <= out.size(); at += width) {
        const std::uint64_t bits = element_bits(kind, type, seed, first++);
        std::memcpy(&out[at], &bits, width);  // little-endian, as every device we know
    }
}

}  // namespace tileproof::properties
