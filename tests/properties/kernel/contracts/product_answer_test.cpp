// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_answer.hpp"

#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <vector>

namespace tileproof::properties {
namespace {

using kernels::product_types;

product_bound_input plain(std::int64_t k, double sum, double magnitude) {
    product_bound_input p;
    p.k = k;
    p.sum = sum;
    p.magnitude = magnitude;
    return p;
}

TEST(ProductBound, IsTheFormulaOfItsHeader) {
    const double u = 0x1p-24, n = 2 * (16 + 2 * 2);
    EXPECT_NEAR(product_bound(plain(16, 16, 16)), n * u / (1 - n * u) * 16, 1e-40);
    EXPECT_NEAR(product_bound(plain(16, 16, 16)), 3.8e-5, 1e-6);
    EXPECT_EQ(product_bound(plain(0, 0, 0)), 0);
    EXPECT_TRUE(std::isinf(gamma_of(0x1p24, u)));
}

TEST(ProductBound, IsZeroWhereEveryPartialSumIsANumberOfTheType) {
    product_bound_input p = plain(100, 5, 0x1p24);
    p.whole = true;
    EXPECT_EQ(product_bound(p), 0);
    p.magnitude += 1;
    EXPECT_GT(product_bound(p), 0);
    p.magnitude = 0x1p11;
    p.types = product_types::f16_f16;
    EXPECT_EQ(product_bound(p), 0);
    p.beta = 1;
    p.c = 1;
    EXPECT_GT(product_bound(p), 0);
    p = plain(100, 5, 10);
    p.whole = true;
    p.alpha = 0.5;
    EXPECT_GT(product_bound(p), 0);
}

TEST(ProductBound, AllowsAnythingWhereSumsMayLeaveTheRange) {
    product_bound_input p = plain(10, 0, 65530);
    p.types = product_types::f16_f16;
    EXPECT_TRUE(std::isinf(product_bound(p)));
    p.types = product_types::f32_f16;
    EXPECT_FALSE(std::isinf(product_bound(p)));
    p.magnitude = 0x1p128;
    EXPECT_TRUE(std::isinf(product_bound(p)));
}

// Sums of products as a unit that truncates makes them: all addends of a block cut off where 24 bits of
// the largest end, then the sum cut off to 24 bits.
double truncated(double x, double largest, int bits) {
    if (x == 0 || largest == 0) return 0;
    const double unit = std::ldexp(1.0, std::ilogb(largest) - bits + 1);
    return std::trunc(x / unit) * unit;
}

TEST(ProductBound, CoversTheCoarsestUnitInItsModelAndIsNotFarAboveIt) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> numbers(1, 2);
    double worst = 0;
    for (const int k : {1, 3, 8, 16, 40, 100, 1000})
        for (int round = 0; round < 50; ++round) {
            double sum = 0, computed = 0;
            for (int first = 0; first < k; first += 8) {
                std::vector<double> addends{computed};
                for (int i = first; i < std::min(k, first + 8); ++i) {
                    const auto a = static_cast<float>(numbers(random)),
                               b = static_cast<float>(numbers(random));
                    // f16: 11 bits.
                    const double x = truncated(a, a, 11) * truncated(b, b, 11);
                    addends.push_back(x);
                    sum += x;
                }
                double largest = 0, total = 0;
                for (const double x : addends) largest = std::max(largest, std::abs(x));
                for (const double x : addends) total += truncated(x, largest, 24);
                computed = truncated(total, total, 24);
            }
            const double bound = product_bound(plain(k, sum, sum));
            EXPECT_LE(std::abs(computed - sum), bound) << k;
            worst = std::max(worst, std::abs(computed - sum) / bound);
        }
    // Truncation of positive numbers loses a good part of what the theorem allows.
    EXPECT_GT(worst, 0.05);
}

TEST(ProductBound, CountsASubnormalOperandAsTheLeastNormalNumber) {
    EXPECT_EQ(magnitude_in_unit(-0x1p-24, 0x1p-14), 0x1p-14);
    EXPECT_EQ(magnitude_in_unit(-3, 0x1p-14), 3);
    EXPECT_EQ(magnitude_in_unit(-0.0, 0x1p-14), 0);
    EXPECT_EQ(magnitude_in_unit(-HUGE_VAL, 0x1p-14), 0);
    EXPECT_EQ(magnitude_in_unit(std::nan(""), 0x1p-14), 0);
}

// A case in which an H200 aligns 2^-24 * -65504 as 2^-14 * -65504: element (23,5) is cut off at 2^-23.
TEST(ProductBound, AllowsWhatAlignmentBySubnormalOperandsCutsOff) {
    const auto contract = contract_named("product");
    kernel_case c = plain_case(*contract, {24, 8, 2});
    c.data = static_cast<int>(product_data::special);
    packed_call packed = contents_of(*contract, c);
    // 2^-24 * -65504 + 0.114 * 0.153
    const auto put = [&](std::size_t operand, std::size_t element, std::uint16_t f16) {
        std::memcpy(packed.inputs[operand].data() + 2 * element, &f16, 2);
    };
    put(0, 23 * 2, 0x0001), put(0, 23 * 2 + 1, 0x2f4a);
    put(1, 5, 0xfbff), put(1, 8 + 5, 0x30e2);
    contract->reference(packed);
    const std::size_t at = 23 * 8 + 5;
    const double right = packed.values[3][at],
                 seen = std::bit_cast<float>(std::uint32_t{0x3c5cc280});
    EXPECT_NEAR(right, 0.013474137, 1e-9);
    EXPECT_GT(std::abs(seen - right), 0x1p-26);
    EXPECT_LE(std::abs(seen - right), packed.bounds[3][at]);
    EXPECT_LT(packed.bounds[3][at],
              0x1p-18);  // and no more than that: 8 * 2^-24 * (2^-14 * 65504 + 0.02)
}

// What K7 sees: an error of one unit in the last place of the sum, grown with the square root of k as random
// rounding does, lies inside the bound; one in the last place of a *factor* does not.
TEST(ProductBound, TellsRoundingOfSumsFromRoundingOfFactors) {
    for (const std::int64_t k : {1, 16, 64, 256, 1024}) {
        const auto terms = static_cast<double>(k);
        const double bound = product_bound(plain(k, terms, terms));
        EXPECT_LT(std::sqrt(terms) * 0x1p-24 * terms, bound) << k;
        // One of k factors off by one unit of bf16 or f16 in 1.0: 2^-7 and 2^-10.
        EXPECT_GT(0x1p-7, k <= 128 ? bound : 0) << k;
        if (k <= 64) {
            EXPECT_GT(0x1p-10, bound) << k;
        }
        // All of them rounded the wrong way, as toward nearest for toward zero: half a unit on average.
        EXPECT_GT(terms * 0x1p-11, k <= 1024 ? bound : 0) << k;
    }
}

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
