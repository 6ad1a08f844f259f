// SPDX-License-Identifier: MIT
#include "properties/kernel/element_type.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace tileproof::properties {
namespace {

using ::testing::Contains;

std::string print(std::string_view type, std::uint64_t bits) {
    std::byte bytes[8];
    std::memcpy(bytes, &bits, sizeof bits);
    return print_value(*find_element_type(type), bytes);
}

TEST(ElementType, IsFoundByName) {
    EXPECT_EQ(find_element_type("bf16")->bytes, 2);
    EXPECT_EQ(find_element_type("float16"), nullptr);
    for (const element_type& t : element_types())
        EXPECT_EQ(t.is_float() ? 1 + t.exponent_bits + t.mantissa_bits : 8 * t.bytes, 8 * t.bytes);
}

TEST(ElementType, HasTheSpecialValuesOfItsFormat) {
    const auto f32 = special_values(*find_element_type("float32"));
    EXPECT_THAT(f32, Contains(0x80000000u));  // -0
    EXPECT_THAT(f32, Contains(0x7f800000u));  // infinity
    EXPECT_THAT(f32, Contains(0x7fc00001u));  // quiet NaN with a payload
    EXPECT_THAT(f32, Contains(0x7f800001u));  // signalling NaN
    EXPECT_THAT(f32, Contains(0x00000001u));  // least subnormal
    EXPECT_THAT(f32, Contains(0x807fffffu));  // largest subnormal, negative
    EXPECT_THAT(f32, Contains(0x7f7fffffu));  // largest finite
    EXPECT_THAT(special_values(*find_element_type("f16")), Contains(0x7e01u));
    EXPECT_THAT(special_values(*find_element_type("bf16")), Contains(0x7fc1u));
    EXPECT_THAT(special_values(*find_element_type("int8")), Contains(0x80u));
}

TEST(ElementType, PrintsValuesForPeople) {
    EXPECT_EQ(print("float32", 0x80000000), "-0");
    EXPECT_EQ(print("float32", 0x3fc00000), "1.5");
    EXPECT_EQ(print("float32", 0xff800000), "-inf");
    EXPECT_EQ(print("float32", 0x7fc00001), "nan");
    EXPECT_EQ(print("float64", 0x3ff8000000000000), "1.5");
    EXPECT_EQ(print("f16", 0x3e00), "1.5");
    EXPECT_EQ(print("f16", 0x0001), "5.9604645e-08");
    EXPECT_EQ(print("bf16", 0xbfc0), "-1.5");
    EXPECT_EQ(print("int8", 0x80), "-128");
    EXPECT_EQ(print("int32", 0xffffffff), "-1");
}

// The format's own arithmetic against the machine's.
TEST(ElementType, DecodesEveryFloat32LikeTheMachine) {
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += 99'991) {
        const auto word = static_cast<std::uint32_t>(bits);
        float value;
        std::memcpy(&value, &word, sizeof value);
        if (std::isnan(value)) continue;
        ASSERT_EQ(std::strtof(print("float32", bits).c_str(), nullptr), value) << bits;
    }
}

// Codes of 8 bits from 0 up to the greatest number: their order, and the numbers between two of them.
void check_eight_bits(std::string_view name, int greatest_code, double greatest, double least) {
    const element_type& type = *find_element_type(name);
    const auto value = [&](int code) {
        const auto byte = static_cast<std::byte>(code);
        return value_of(type, &byte);
    };
    const auto code = [&](double v) {
        std::byte byte{};
        store_value(type, v, &byte);
        return std::to_integer<int>(byte);
    };
    EXPECT_EQ(value(greatest_code), greatest);
    EXPECT_EQ(greatest_of(type), greatest);
    EXPECT_EQ(value(1), least);
    EXPECT_EQ(value(0x81), -least);
    for (int c = 0; c <= greatest_code; ++c) {
        EXPECT_EQ(code(value(c)), c) << name;
        if (c == greatest_code) break;
        ASSERT_LT(value(c), value(c + 1)) << name << c;
        const double middle = (value(c) + value(c + 1)) / 2;
        EXPECT_EQ(code(middle), c % 2 ? c + 1 : c) << name;
        EXPECT_EQ(code(std::nextafter(middle, 0)), c) << name;
        EXPECT_EQ(code(std::nextafter(middle, 1e9)), c + 1) << name;
    }
    EXPECT_TRUE(std::isnan(value(code(std::nan(""))))) << name;
}

TEST(ElementType, RoundsToEachFormatOfEightBits) {
    check_eight_bits("e4m3", 0x7e, 448, 0x1p-9);
    check_eight_bits("e5m2", 0x7b, 57344, 0x1p-16);
    check_eight_bits("e4m3_fnuz", 0x7f, 240, 0x1p-10);
    check_eight_bits("e5m2_fnuz", 0x7f, 57344, 0x1p-17);
    EXPECT_EQ(print("e4m3", 0x7f), "nan");
    EXPECT_EQ(print("e4m3", 0x78), "256");
    EXPECT_EQ(print("e5m2", 0xfc), "-inf");
    EXPECT_EQ(print("e4m3_fnuz", 0x80), "nan");
    std::byte held{};
    store_value(*find_element_type("e4m3"), 1e9, &held);
    EXPECT_EQ(held, std::byte{0x7e});
    store_value(*find_element_type("e5m2"), -1e9, &held);
    EXPECT_EQ(held, std::byte{0xfc});
    EXPECT_THAT(special_values(*find_element_type("e4m3_fnuz")), Contains(0x80u));
    EXPECT_THAT(special_values(*find_element_type("e4m3")), Contains(0x7eu));
}

TEST(ElementType, OfAStructPrintsItsMembersWithoutWhatLiesBetween) {
    const std::vector<element_member> members{{"x", find_element_type("float32"), 0},
                                              {"n", find_element_type("int8"), 5}};
    const element_type& type = struct_type("pair", 8, members);
    EXPECT_EQ(&type, &struct_type("pair", 8, members));
    EXPECT_NE(&type, &struct_type("pair", 12, members));
    EXPECT_EQ(numbers_in(type), 2u);
    const unsigned char bytes[8] = {0, 0, 0xc0, 0x3f, 99, 0xfe, 99, 99};
    std::byte value[8];
    std::memcpy(value, bytes, 8);
    EXPECT_EQ(print_value(type, value), "{x = 1.5, n = -2}");
}

}  // namespace
}  // namespace tileproof::properties
