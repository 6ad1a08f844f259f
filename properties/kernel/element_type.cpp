#include "properties/kernel/element_type.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace tileproof::properties {
namespace {

constexpr std::array<element_type, 6> types{{
    {"int8", 1, 0, 0},
    {"fp16", 2, 5, 10},
    {"bf16", 2, 8, 7},
    {"int32", 4, 0, 0},
    {"float32", 4, 8, 23},
    {"float64", 8, 11, 52},
}};

std::vector<std::uint64_t> floats(const element_type& t) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * t.bytes - 1);
    const std::uint64_t one = std::uint64_t{1} << t.mantissa_bits;  // the exponent's last bit
    const std::uint64_t infinity = ((std::uint64_t{1} << t.exponent_bits) - 1) * one;
    const std::uint64_t quiet = one >> 1;
    return {0,
            sign,
            infinity,
            sign | infinity,
            infinity | quiet | 1,         // a quiet NaN with a payload
            sign | infinity | quiet | 5,  // a negative one
            infinity | 1,                 // a signalling NaN
            1,                            // the least subnormal
            sign | (one - 1),             // the largest subnormal, negative
            one,                          // the least normal
            infinity - 1,                 // the largest finite
            sign | (infinity - 1)};
}

std::vector<std::uint64_t> integers(const element_type& t) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * t.bytes - 1);
    return {0, 1, sign, sign - 1, sign | (sign - 1)};
}

double to_double(const element_type& t, std::uint64_t bits) {
    const std::uint64_t one = std::uint64_t{1} << t.mantissa_bits;
    const std::uint64_t mantissa = bits & (one - 1);
    const auto all_ones = (std::uint64_t{1} << t.exponent_bits) - 1;
    const std::uint64_t exponent = (bits >> t.mantissa_bits) & all_ones;
    const int bias = static_cast<int>(all_ones >> 1);
    double value = 0;
    if (exponent == all_ones)
        value = mantissa ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(static_cast<double>(mantissa), 1 - bias - t.mantissa_bits);
    else
        value = std::ldexp(static_cast<double>(mantissa | one),
                           static_cast<int>(exponent) - bias - t.mantissa_bits);
    return bits >> (8 * t.bytes - 1) & 1 ? -value : value;
}

}  // namespace

std::span<const element_type> element_types() { return types; }

const element_type* find_element_type(std::string_view name) {
    for (const element_type& t : types)
        if (t.name == name) return &t;
    return nullptr;
}

std::span<const std::uint64_t> special_values(const element_type& type) {
    static const auto all = [] {
        std::array<std::vector<std::uint64_t>, types.size()> lists;
        for (std::size_t i = 0; i < types.size(); ++i)
            lists[i] = types[i].is_float() ? floats(types[i]) : integers(types[i]);
        return lists;
    }();
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i].name == type.name) return all[i];
    return {};
}

std::string print_value(const element_type& type, const std::byte* value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, static_cast<std::size_t>(type.bytes));
    if (!type.is_float()) {
        const int unused = 64 - 8 * type.bytes;
        return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
    }
    const double number = to_double(type, bits);
    if (std::isnan(number)) return "nan";
    return type.bytes == 8 ? fmt::format("{}", number)
                           : fmt::format("{}", static_cast<float>(number));
}

}  // namespace tileproof::properties
