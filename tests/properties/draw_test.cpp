// SPDX-License-Identifier: MIT
#include "properties/draw.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/Random.h>
#include <limits>
#include <map>

namespace tileproof::properties {
namespace {

TEST(Draw, GivesEveryNumberOfARangeAboutAsOften) {
    draw from{std::uint64_t{1}};
    std::map<long_index_t, int> counts;
    for (int i = 0; i < 70'000; ++i) ++counts[from.between(-3, 3)];
    EXPECT_EQ(counts.size(), 7u);
    for (const auto& [number, count] : counts) EXPECT_NEAR(count, 10'000, 500) << number;
}

TEST(Draw, CoversRangesAsWideAsTheirType) {
    draw from{std::uint64_t{1}};
    constexpr auto least = std::numeric_limits<long_index_t>::min();
    constexpr auto most = std::numeric_limits<long_index_t>::max();
    bool negative = false, positive = false;
    for (int i = 0; i < 100; ++i) {
        const long_index_t number = from.between(least, most);
        (number < 0 ? negative : positive) = true;
        EXPECT_EQ(from.between(most, most), most);
        EXPECT_GE(from.between(most - 1, most), most - 1);
    }
    EXPECT_TRUE(negative && positive);
}

TEST(Draw, GivesTheEndsOfARangeOftenAndNothingOutside) {
    draw from{std::uint64_t{2}};
    std::map<long_index_t, int> counts;
    for (int i = 0; i < 10'000; ++i) ++counts[from.boundary(5, 1000)];
    EXPECT_GE(counts.begin()->first, 5);
    EXPECT_LE(counts.rbegin()->first, 1000);
    for (const long_index_t end : {5, 6, 999, 1000}) EXPECT_GT(counts[end], 500) << end;
    for (const long_index_t tile : {63, 64, 65, 127, 128, 129}) EXPECT_GT(counts[tile], 20) << tile;
    EXPECT_EQ(from.boundary(7, 7), 7);
}

TEST(Draw, FollowsWeightsAndNeverTakesAWeightOfZero) {
    draw from{std::uint64_t{3}};
    int counts[3] = {};
    for (int i = 0; i < 10'000; ++i) ++counts[from.weighted({10, 0, 30})];
    EXPECT_NEAR(counts[0], 2'500, 250);
    EXPECT_EQ(counts[1], 0);
}

TEST(Draw, TakesItsSeedFromRapidCheck) {
    rc::Random random(5), same(5), other(6);
    draw a(random), b(same), c(other);
    const std::uint64_t first = a.bits();
    EXPECT_EQ(first, b.bits());
    EXPECT_NE(first, c.bits());
    draw next(random);  // the random state has moved on
    EXPECT_NE(next.bits(), first);
}

}  // namespace
}  // namespace tileproof::properties
