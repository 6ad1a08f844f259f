// SPDX-License-Identifier: MIT
#include "extras/prove/small_sizes.hpp"

#include <gtest/gtest.h>

namespace tileproof::prove {
namespace {

TEST(SmallSizes, AreMadeSmallerUntilNoNameCanBeLess) {
    const assumptions given = assumptions_of("M>=2, N");
    const auto broken = [](const values& v) {
        return v.at("M") + 3 <= v.at("N") && v.at("M") >= 17;
    };
    EXPECT_EQ(made_smaller(given, {{"M", 1'000'000}, {"N", long_index_t{1} << 40}}, broken),
              (values{{"M", 17}, {"N", 20}}));
    const auto anything = [](const values&) { return true; };
    EXPECT_EQ(made_smaller(given, {{"M", 90}, {"N", 7}}, anything), (values{{"M", 2}, {"N", 1}}));
}

TEST(SmallSizes, ThatAreNotBrokenStayAsTheyAre) {
    const auto nothing = [](const values&) { return false; };
    EXPECT_EQ(made_smaller(assumptions_of("M"), {{"M", 9}}, nothing), (values{{"M", 9}}));
}

}  // namespace
}  // namespace tileproof::prove
