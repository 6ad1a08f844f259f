// SPDX-License-Identifier: MIT
#include "properties/kernel/element_type.hpp"

#include <fmt/format.h>
#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <mutex>

namespace tileproof::properties {
namespace {

constexpr std::array<element_type, 17> types{{
    {"int8", 1, 0, 0},
    {"f16", 2, 5, 10},
    {"bf16", 2, 8, 7},
    {"int32", 4, 0, 0},
    {"float32", 4, 8, 23},
    {"float64", 8, 11, 52},
    {"uint8", 1, 0, 0, true},
    {"int16", 2, 0, 0},
    {"uint16", 2, 0, 0, true},
    {"uint32", 4, 0, 0, true},
    {"int64", 8, 0, 0},
    {"uint64", 8, 0, 0, true},
    {"bool", 1, 0, 0, true},
    {"e4m3", 1, 4, 3, false, float_codes::few_nans},
    {"e5m2", 1, 5, 2},
    {"e4m3_fnuz", 1, 4, 3, false, float_codes::fnuz},
    {"e5m2_fnuz", 1, 5, 2, false, float_codes::fnuz},
}};

// e5m2 is the only 8-bit format with infinities.
std::vector<std::uint64_t> few_codes(const element_type& t) {
    const std::uint64_t one = std::uint64_t{1} << t.mantissa_bits;
    if (t.codes == float_codes::fnuz)
        return {0, 0x80, 1, 0x80 | (one - 1), one, 0x80 | one, 0x7f, 0xff};
    return {0, 0x80, 1, 0x80 | (one - 1), one, 0x80 | one, 0x7e, 0xfe, 0x7f, 0xff};
}

std::vector<std::uint64_t> floats(const element_type& t) {
    if (t.codes != float_codes::ieee) return few_codes(t);
    const std::uint64_t sign = std::uint64_t{1} << (8 * t.bytes - 1);
    const std::uint64_t one = std::uint64_t{1} << t.mantissa_bits;  // the exponent's last bit
    const std::uint64_t infinity = ((std::uint64_t{1} << t.exponent_bits) - 1) * one;
    const std::uint64_t quiet = one >> 1;
    return {0,
            sign,
            infinity,
            sign | infinity,
            infinity | quiet,             // the usual NaN
            infinity | quiet | 1,         // one with a payload
            sign | infinity | quiet | 5,  // a negative one
            infinity | 1,                 // a signalling NaN
            1,                            // the least subnormal
            sign | (one - 1),             // the largest subnormal, negative
            one,                          // the least normal
            infinity - 1,                 // the largest finite
            sign | (infinity - 1)};
}

std::vector<std::uint64_t> integers(const element_type& t) {
    if (t.name == "bool") return {0, 1};
    const std::uint64_t sign = std::uint64_t{1} << (8 * t.bytes - 1);
    return {0, 1, sign, sign - 1, sign | (sign - 1)};
}

// Whether a pattern whose exponent bits are all ones is an infinity or a NaN.
bool is_no_number(const element_type& t, std::uint64_t mantissa) {
    return t.codes == float_codes::ieee || (t.codes == float_codes::few_nans &&
                                            mantissa == (std::uint64_t{1} << t.mantissa_bits) - 1);
}

double to_double(const element_type& t, std::uint64_t bits) {
    const std::uint64_t one = std::uint64_t{1} << t.mantissa_bits;
    const std::uint64_t mantissa = bits & (one - 1);
    const auto all_ones = (std::uint64_t{1} << t.exponent_bits) - 1;
    const std::uint64_t exponent = (bits >> t.mantissa_bits) & all_ones;
    const int bias = static_cast<int>(all_ones >> 1) + (t.codes == float_codes::fnuz ? 1 : 0);
    double value = 0;
    if (t.codes == float_codes::fnuz && bits == std::uint64_t{1} << (8 * t.bytes - 1))
        return std::numeric_limits<double>::quiet_NaN();
    if (exponent == all_ones && is_no_number(t, mantissa))
        value = mantissa ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(static_cast<double>(mantissa), 1 - bias - t.mantissa_bits);
    else
        value = std::ldexp(static_cast<double>(mantissa | one),
                           static_cast<int>(exponent) - bias - t.mantissa_bits);
    return bits >> (8 * t.bytes - 1) & 1 ? -value : value;
}

// The bits of the greatest finite number of an 8-bit format.
std::uint8_t greatest_code(const element_type& t) {
    return t.codes == float_codes::fnuz       ? 0x7f
           : t.codes == float_codes::few_nans ? 0x7e
                                              : 0x7b;  // e5m2
}

// Rounds to the nearest number of an 8-bit format, ties to even; its codes from 0 on are in order.
std::uint8_t to_eight_bits(const element_type& t, double value) {
    const bool fnuz = t.codes == float_codes::fnuz;
    if (std::isnan(value)) return fnuz ? 0x80 : 0x7f;
    const double size = std::abs(value);
    const std::uint8_t most = greatest_code(t), sign = std::signbit(value) ? 0x80 : 0;
    std::uint8_t below = 0, above = most;
    if (size >= to_double(t, most)) {
        const double step = to_double(t, most) - to_double(t, most - 1u);
        const bool too_large = size >= to_double(t, most) + step / 2;
        below = t.codes == float_codes::ieee && too_large ? most + 1 : most;
        return below | sign;
    }
    while (above - below > 1) {
        const auto middle = static_cast<std::uint8_t>((below + above) / 2);
        (to_double(t, middle) <= size ? below : above) = middle;
    }
    const double under = size - to_double(t, below), over = to_double(t, above) - size;
    const std::uint8_t code = under < over || (under == over && below % 2 == 0) ? below : above;
    return fnuz && code == 0 ? 0 : code | sign;
}

}  // namespace

std::span<const element_type> element_types() { return types; }

std::span<const element_type> common_element_types() { return std::span(types).first(6); }

const element_type* find_element_type(std::string_view name) {
    if (name == "fp16") name = "f16";
    for (const element_type& t : types)
        if (t.name == name) return &t;
    return nullptr;
}

const element_type& struct_type(const std::string& name, int bytes,
                                const std::vector<element_member>& members) {
    struct kept {
        std::string name;
        std::vector<element_member> members;
        element_type type;
    };
    static std::mutex one_at_a_time;
    static std::deque<kept> all;  // a deque never moves its elements
    const std::lock_guard lock(one_at_a_time);
    const auto same = [](const element_member& a, const element_member& b) {
        return a.name == b.name && a.type == b.type && a.offset == b.offset;
    };
    for (const kept& k : all)
        if (k.name == name && k.type.bytes == bytes &&
            std::equal(k.members.begin(), k.members.end(), members.begin(), members.end(), same))
            return k.type;
    kept& k = all.emplace_back(kept{name, members, {}});
    k.type.name = k.name;
    k.type.bytes = bytes;
    k.type.struct_members = &k.members;
    return k.type;
}

double greatest_of(const element_type& type) {
    if (type.bytes == 1) return to_double(type, greatest_code(type));
    return std::ldexp(2 - std::ldexp(1.0, -type.mantissa_bits),
                      (1 << (type.exponent_bits - 1)) - 1);
}

double least_normal_of(const element_type& type) {
    return std::ldexp(
        1.0, 2 - (1 << (type.exponent_bits - 1)) - (type.codes == float_codes::fnuz ? 1 : 0));
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

double value_of(const element_type& type, const std::byte* value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, static_cast<std::size_t>(type.bytes));
    if (type.name == "float32")
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type.bytes == 8 && type.is_float()) return std::bit_cast<double>(bits);
    if (type.is_float()) return to_double(type, bits);
    if (type.is_unsigned) return static_cast<double>(bits);
    const int unused = 64 - 8 * type.bytes;
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

void store_value(const element_type& type, double value, std::byte* to) {
    std::uint64_t bits = 0;
    if (type.name == "float32")
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    else if (type.name == "float64")
        bits = std::bit_cast<std::uint64_t>(value);
    else if (type.name == "f16")
        bits = std::bit_cast<std::uint16_t>(Eigen::half(static_cast<float>(value)));
    else if (type.name == "bf16")
        bits = std::bit_cast<std::uint16_t>(Eigen::bfloat16(static_cast<float>(value)));
    else if (type.is_float())
        bits = to_eight_bits(type, value);
    else if (type.name == "bool")
        bits = value != 0;
    else if (type.is_unsigned)
        bits = static_cast<std::uint64_t>(std::rint(value));
    else
        bits = static_cast<std::uint64_t>(std::llrint(value));
    std::memcpy(to, &bits, static_cast<std::size_t>(type.bytes));  // little-endian
}

std::string print_value(const element_type& type, const std::byte* value) {
    if (type.is_struct()) {
        std::string all;
        for (const element_member& m : type.members())
            all += fmt::format("{}{} = {}", all.empty() ? "" : ", ", m.name,
                               print_value(*m.type, value + m.offset));
        return "{" + all + "}";
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, static_cast<std::size_t>(type.bytes));
    if (type.is_unsigned) return fmt::format("{}", bits);
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
