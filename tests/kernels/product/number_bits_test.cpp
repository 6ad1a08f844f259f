// SPDX-License-Identifier: MIT
// Every f16, and the floats around the places where rounding changes: the middle between two neighbours, and the floats
// next to it. K7 allows an error of this size, so no law asks.
#include "kernels/product/number_bits.hpp"

#include "reference/product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace tileproof::kernels {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint16_t rounded(double value) {
    std::byte bytes[2];
    reference::encode(reference::number_format::f16, value, bytes);
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
}
std::uint16_t cut(float value) { return rounded(reference::f16_toward_zero(value)); }

void expect_right(float value) {
    for (const float f : {value, -value}) {
        ASSERT_EQ(f16_from_float(f), rounded(f)) << f;
        ASSERT_EQ(f16_from_float_toward_zero(f), cut(f)) << f;
    }
}

TEST(NumberBits, AreThoseOfTheReferenceForEveryF16) {
    for (unsigned h = 0; h < 0x10000; ++h) {
        const auto bits = static_cast<std::uint16_t>(h);
        const double right = reference::decode(reference::number_format::f16,
                                               reinterpret_cast<const std::byte*>(&bits));
        const float found = f16_to_float(bits);
        if (std::isnan(right)) {
            ASSERT_TRUE(std::isnan(found)) << h;
            ASSERT_GT(f16_from_float(found) & 0x7fff, 0x7c00) << h;
            ASSERT_GT(f16_from_float_toward_zero(found) & 0x7fff, 0x7c00) << h;
        } else {
            ASSERT_EQ(found, right) << h;
            ASSERT_EQ(std::signbit(found), std::signbit(right)) << h;
            ASSERT_EQ(f16_from_float(found), h);
        }
    }
}

TEST(NumberBits, RoundAsTheReferenceDoesBetweenAllNeighbours) {
    for (std::uint16_t h = 0; h < 0x7bff; ++h) {
        const float below = f16_to_float(h),
                    above = f16_to_float(static_cast<std::uint16_t>(h + 1));
        const float middle = below + (above - below) / 2;
        for (const float f : {below, middle, std::nextafter(below, infinity),
                              std::nextafter(middle, 0.0f), std::nextafter(middle, infinity)})
            expect_right(f);
    }
    // 65520 is the first that rounds to infinity; what is cut off stays finite.
    for (const float f : {65504.0f, 65519.99f, 65520.0f, 65535.0f, 65536.0f, 65537.0f, 3e38f})
        expect_right(f);
    EXPECT_EQ(f16_from_float_toward_zero(infinity), 0x7c00);  // what is infinite stays so
    EXPECT_EQ(f16_from_float(-infinity), 0xfc00);
    for (const std::uint32_t nan : {0x7f800001u, 0x7fc00000u, 0xffffffffu}) {
        EXPECT_GT(f16_from_float(float_of_bits(nan)) & 0x7fff, 0x7c00);
        EXPECT_GT(f16_from_float_toward_zero(float_of_bits(nan)) & 0x7fff, 0x7c00);
    }
}

}  // namespace
}  // namespace tileproof::kernels
