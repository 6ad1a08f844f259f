// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_data.hpp"

#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/element_type.hpp"

#include <cmath>
#include <cstring>

namespace tileproof::properties {
namespace {

using reference::number_format;

// 64 random bits of the element; `which` selects further ones.
std::uint64_t bits_of(std::uint64_t seed, const product_element& e, int which = 0) {
    static const element_type& any = *find_element_type("float64");
    const std::uint64_t stream =
        (seed * 3 + static_cast<std::uint64_t>(e.operand)) * 4 + static_cast<std::uint64_t>(which);
    return element_bits(data_kind::random, any, stream,
                        static_cast<std::uint64_t>(e.row * e.columns + e.column));
}

double sign(std::uint64_t bits) { return bits >> 63 ? -1 : 1; }
double fraction(std::uint64_t bits) { return static_cast<double>(bits & 0xffffff) * 0x1p-24; }

// Whether this is the single non-zero element of the operand.
bool is_hot(std::uint64_t seed, const product_element& e) {
    product_element corner = e;
    corner.row = corner.column = 0;
    return static_cast<std::int64_t>(bits_of(seed, corner) >> 1) % (e.rows * e.columns) ==
           e.row * e.columns + e.column;
}

double one_hot(std::uint64_t seed, const product_element& e) {
    const auto hot = seed % 2 ? product_operand_id::b : product_operand_id::a;
    if (e.operand == hot) return is_hot(seed, e);
    return static_cast<double>((e.row * e.columns + e.column) % 127 + 1);
}

// Numbers below the normal range of the format that is multiplied.
double subnormal(std::uint64_t bits, const product_element& e, number_format format) {
    const bool bf16 = format == number_format::bf16;
    if (e.operand != product_operand_id::a)
        return sign(bits) * (1 + fraction(bits)) * (bf16 ? 0x1p60 : 0x1p10);
    const double units = static_cast<double>(1 + (bits & 0xffffff) % (bf16 ? 127 : 1023));
    return sign(bits) * units * (bf16 ? 0x1p-133 : 0x1p-24);
}

double ordinary(product_data data, std::uint64_t seed, const product_element& e,
                number_format format, bool from_float) {
    const std::uint64_t bits = bits_of(seed, e);
    switch (data) {
        case product_data::integers:
            return static_cast<double>((bits & 0xffff) % 5) - 2;
        case product_data::one_hot:
            return one_hot(seed, e);
        case product_data::positive:
            return 1 + fraction(bits);
        case product_data::wide:
            return sign(bits) * (1 + fraction(bits)) *
                   std::ldexp(1.0, static_cast<int>(bits >> 32 & 0xffff) % 10 - 6);
        case product_data::subnormal: {
            if (e.operand == product_operand_id::c) break;
            const double value = subnormal(bits, e, format);
            // With an excess below one unit, which the conversion to f16 must truncate.
            const bool cut = from_float && e.operand == product_operand_id::a;
            return cut ? value + sign(bits) * 0.75 * 0x1p-24 : value;
        }
        case product_data::uniform:
        case product_data::special:
            break;
    }
    return sign(bits) * fraction(bits);
}

// C is not part of the sum over k, so there one in four is special. In A and B only few are, or nothing finite would
// remain.
bool is_special(std::uint64_t seed, const product_element& e) {
    const std::int64_t k = e.operand == product_operand_id::b ? e.rows : e.columns;
    const std::int64_t one_in = e.operand == product_operand_id::c ? 4 : 3 * k + 2;
    return static_cast<std::int64_t>(bits_of(seed, e, 1) >> 1) % one_in == 0;
}

const element_type& type_of(number_format format) {
    switch (format) {
        case number_format::f16:
            return *find_element_type("f16");
        case number_format::bf16:
            return *find_element_type("bf16");
        case number_format::f32:
            return *find_element_type("float32");
        case number_format::i8:
            return *find_element_type("int8");
        case number_format::i32:
            break;
    }
    return *find_element_type("int32");
}

bool is_whole(number_format format) {
    return format == number_format::i8 || format == number_format::i32;
}

}  // namespace

std::string_view name_of(product_data data) {
    static constexpr std::string_view names[] = {"integers", "one_hot",   "uniform", "positive",
                                                 "wide",     "subnormal", "special"};
    return names[static_cast<std::size_t>(data)];
}

void fill_product_element(product_data data, std::uint64_t seed, const product_element& which,
                          number_format format, bool from_float, std::byte* element) {
    if (data == product_data::special && is_special(seed, which)) {
        const auto values = special_values(type_of(format));
        const std::uint64_t bits = values[bits_of(seed, which, 2) % values.size()];
        std::memcpy(element, &bits, static_cast<std::size_t>(reference::bytes_of(format)));
    } else if (is_whole(format) && data != product_data::one_hot) {
        const std::uint64_t bits = bits_of(seed, which);
        std::memcpy(element, &bits, static_cast<std::size_t>(reference::bytes_of(format)));
    } else {
        reference::encode(format, ordinary(data, seed, which, format, from_float), element);
    }
}

}  // namespace tileproof::properties
