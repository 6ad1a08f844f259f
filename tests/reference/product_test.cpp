// SPDX-License-Identifier: MIT
#include "reference/product.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace tileproof::reference {
namespace {

TEST(ReferenceProduct, AddsProductsAndTheirMagnitudes) {
    const product_terms t = multiply(2, 2, 2, {1, 2, 3, -4}, {5, 6, -7, 8});
    EXPECT_EQ(t.sums, (std::vector<double>{5 - 14, 6 + 16, 15 + 28, 18 - 32}));
    EXPECT_EQ(t.magnitudes, (std::vector<double>{19, 22, 43, 50}));
}

TEST(ReferenceProduct, KeepsAnInfinityInItsRowAndColumn) {
    const double inf = std::numeric_limits<double>::infinity();
    const product_terms t = multiply(2, 2, 2, {inf, 1, 1, 1}, {0, 1, 1, 1});
    EXPECT_TRUE(std::isnan(t.sums[0]));  // inf * 0
    EXPECT_EQ(t.sums[1], inf);
    EXPECT_EQ(t.sums[2], 1);
    EXPECT_EQ(t.sums[3], 2);
}

TEST(ReferenceProduct, OfNothingIsZero) {
    EXPECT_EQ(multiply(2, 1, 0, {}, {}).sums, (std::vector<double>{0, 0}));
    EXPECT_TRUE(multiply(0, 3, 2, {}, {1, 2, 3, 4, 5, 6}).sums.empty());
    EXPECT_THROW((void)multiply(2, 2, 2, {1}, {1, 2, 3, 4}), std::invalid_argument);
}

std::uint32_t bits(number_format format, double value) {
    std::array<std::byte, 4> bytes{};
    encode(format, value, bytes.data());
    std::uint32_t all = 0;
    std::memcpy(&all, bytes.data(), 4);
    return all;
}

TEST(ReferenceNumber, HasTheBitsOfItsFormat) {
    EXPECT_EQ(bits(number_format::f16, 1), 0x3c00u);
    EXPECT_EQ(bits(number_format::f16, 65504), 0x7bffu);
    EXPECT_EQ(bits(number_format::f16, 65520), 0x7c00u);  // ties to even, which is infinity
    EXPECT_EQ(bits(number_format::f16, -0x1p-24), 0x8001u);
    EXPECT_EQ(bits(number_format::bf16, 1), 0x3f80u);
    EXPECT_EQ(bits(number_format::bf16, 1 + 0x1p-8), 0x3f80u);  // a tie
    EXPECT_EQ(bits(number_format::f32, -2), 0xc0000000u);
    EXPECT_EQ(bits(number_format::i8, -128), 0x80u);
    EXPECT_EQ(bits(number_format::i32, -1), 0xffffffffu);
}

TEST(ReferenceNumber, CutsOffTowardZero) {
    EXPECT_EQ(f16_toward_zero(65535), 65504);
    EXPECT_EQ(f16_toward_zero(-1e30), -65504);
    EXPECT_EQ(f16_toward_zero(1 + 0x1.8p-10), 1 + 0x1p-10);
    EXPECT_EQ(f16_toward_zero(-0x1.8p-24), -0x1p-24);
    EXPECT_EQ(f16_toward_zero(0x1p-25), 0);
    EXPECT_TRUE(std::signbit(f16_toward_zero(-0x1p-30)));
    EXPECT_TRUE(std::isinf(f16_toward_zero(std::numeric_limits<double>::infinity())));
    EXPECT_TRUE(std::isnan(f16_toward_zero(std::numeric_limits<double>::quiet_NaN())));
    // Every f16 number stays, and what lies between two goes to the smaller.
    for (unsigned h = 0; h < 0x7bff; ++h) {
        std::array<std::byte, 2> one{static_cast<std::byte>(h), static_cast<std::byte>(h >> 8)},
            two{static_cast<std::byte>(h + 1), static_cast<std::byte>((h + 1) >> 8)};
        const double low = decode(number_format::f16, one.data()),
                     high = decode(number_format::f16, two.data());
        ASSERT_EQ(f16_toward_zero(low), low);
        ASSERT_EQ(f16_toward_zero((low + 3 * high) / 4), low);
        ASSERT_EQ(f16_toward_zero(-(low + 3 * high) / 4), -low);
    }
}

}  // namespace
}  // namespace tileproof::reference
