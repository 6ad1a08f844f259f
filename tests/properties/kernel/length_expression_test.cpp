// SPDX-License-Identifier: MIT
#include "properties/kernel/length_expression.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tileproof::properties {
namespace {

const std::vector<std::string> dims{"M", "K"};

TEST(LengthExpression, FollowsTheRulesOfArithmetic) {
    const auto value = [](const char* text) {
        return length_expression(text, dims).value(std::vector<long_index_t>{64, 3});
    };
    EXPECT_EQ(value("M"), 64);
    EXPECT_EQ(value("7"), 7);
    EXPECT_EQ(value("M/16+1"), 5);
    EXPECT_EQ(value("2 * (M - K)"), 122);
    EXPECT_EQ(value("M - K - 1"), 60);
    EXPECT_EQ(value("M/8/4"), 2);
}

TEST(LengthExpression, HasNoValueWhereADivisionLeavesARest) {
    const length_expression e("M/16", dims);
    EXPECT_EQ(e.value(std::vector<long_index_t>{65, 3}), std::nullopt);
    EXPECT_EQ(length_expression("M/K", dims).value(std::vector<long_index_t>{4, 0}), std::nullopt);
    EXPECT_EQ(
        length_expression("M*M", dims).value(std::vector<long_index_t>{long_index_t{1} << 40, 0}),
        std::nullopt);
}

TEST(LengthExpression, RoundsAQuotientUp) {
    const auto value = [](const char* text, long_index_t m) {
        return length_expression(text, dims).value(std::vector<long_index_t>{m, 3});
    };
    EXPECT_EQ(value("ceil(M / 16)", 64), 4);
    EXPECT_EQ(value("ceil(M/16)", 65), 5);
    EXPECT_EQ(value("ceil(M/16)", 0), 0);
    EXPECT_EQ(value("ceil((M + 1)/16) * K", 64), 15);
    EXPECT_EQ(value("ceil((M - 3)/2)", 1), std::nullopt);
    EXPECT_EQ(value("ceil(M/(K - 3))", 1), std::nullopt);
    EXPECT_EQ(length_expression("ceil(M/16)", dims).divisor_of(0), 1);
    EXPECT_EQ(length_expression("ceil", {"ceil"}).value(std::vector<long_index_t>{7}), 7);
}

TEST(LengthExpression, HasNoValueBelowZero) {
    const length_expression e("(M - 1) * 2 + K - 4", dims);
    EXPECT_EQ(e.value(std::vector<long_index_t>{1, 3}), std::nullopt);
    EXPECT_EQ(e.value(std::vector<long_index_t>{1, 4}), 0);
}

TEST(LengthExpression, KnowsWhatADimIsDividedBy) {
    EXPECT_EQ(length_expression("M/16 * (M/24)", dims).divisor_of(0), 48);
    EXPECT_EQ(length_expression("M/16", dims).divisor_of(1), 1);
}

TEST(LengthExpression, IsRefusedWithASentence) {
    for (const char* text : {"", "M +", "N", "(M", "M)", "3M", "M // 2", "99999999999999999999",
                             "ceil(M)", "ceil(M/16 + 1)", "ceil M/16", "ceil(M/16"})
        try {
            (void)length_expression(text, dims);
            ADD_FAILURE() << text;
        } catch (const std::invalid_argument& e) {
            EXPECT_EQ(std::string(e.what()).back(), '.') << e.what();
        }
}

}  // namespace
}  // namespace tileproof::properties
