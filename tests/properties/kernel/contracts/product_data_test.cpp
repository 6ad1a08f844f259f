// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_data.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace tileproof::properties {
namespace {

using reference::number_format;

double value(product_data data, std::uint64_t seed, const product_element& e, number_format format,
             bool from_float = false) {
    std::array<std::byte, 4> bytes{};
    fill_product_element(data, seed, e, format, from_float, bytes.data());
    return reference::decode(format, bytes.data());
}

TEST(ProductData, OfOneHotIsOneElementInOneOperandAndCountsInTheOther) {
    std::set<std::pair<int, int>> hot_places;
    for (std::uint64_t seed = 0; seed < 64; seed += 2) {
        int hot = 0;
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 5; ++c) {
                const double a = value(product_data::one_hot, seed,
                                       {product_operand_id::a, r, c, 4, 5}, number_format::f16);
                ASSERT_TRUE(a == 0 || a == 1);
                if (a == 1) hot_places.insert({r, c});
                hot += a == 1;
                EXPECT_EQ(value(product_data::one_hot, seed, {product_operand_id::b, r, c, 4, 5},
                                number_format::i8),
                          r * 5 + c + 1);
            }
        EXPECT_EQ(hot, 1);
    }
    EXPECT_GT(hot_places.size(), 8u);
}

TEST(ProductData, IsWhatItsNameSays) {
    for (int i = 0; i < 200; ++i) {
        const product_element a{product_operand_id::a, i, 3, 200, 7};
        for (const number_format format :
             {number_format::f16, number_format::bf16, number_format::f32}) {
            const double whole = value(product_data::integers, 1, a, format);
            EXPECT_EQ(whole, std::trunc(whole));
            EXPECT_LE(std::abs(whole), 2);
            EXPECT_GE(value(product_data::positive, 1, a, format), 1);
            EXPECT_LT(std::abs(value(product_data::wide, 1, a, format)), 16.01);
        }
        const double small = std::abs(value(product_data::subnormal, 1, a, number_format::f16));
        EXPECT_GT(small, 0);
        EXPECT_LT(small, 0x1p-14);
        const double tiny = std::abs(value(product_data::subnormal, 1, a, number_format::bf16));
        EXPECT_GT(tiny, 0);
        EXPECT_LT(tiny, 0x1p-126);
    }
}

TEST(ProductData, HasSpecialValuesButNotEverywhere) {
    int special = 0;
    for (int r = 0; r < 100; ++r)
        for (int c = 0; c < 8; ++c)
            special +=
                !std::isfinite(value(product_data::special, 4,
                                     {product_operand_id::a, r, c, 100, 8}, number_format::f16));
    EXPECT_GT(special, 3);
    EXPECT_LT(special, 80);
}

}  // namespace
}  // namespace tileproof::properties
