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
    for (const char* text : {"", "M +", "N", "(M", "M)", "3M", "M // 2", "99999999999999999999"})
        try {
            (void)length_expression(text, dims);
            ADD_FAILURE() << text;
        } catch (const std::invalid_argument& e) {
            EXPECT_EQ(std::string(e.what()).back(), '.') << e.what();
        }
}

}  // namespace
}  // namespace tileproof::properties
