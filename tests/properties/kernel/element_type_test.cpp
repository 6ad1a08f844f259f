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

}  // namespace
}  // namespace tileproof::properties
