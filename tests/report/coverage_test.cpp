// SPDX-License-Identifier: MIT
#include "report/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using ::testing::ElementsAre;

const label_counts labels{
    {"rank: 2", 61}, {"rank: 3", 39}, {"transform: pad", 40}, {"transform: xor", 1}};

TEST(Coverage, CountsTheValuesOfEachGroupAndThoseThatAreRequired) {
    EXPECT_EQ(covered_in_short(labels, {"transform: pad", "transform: merge"}, 80),
              "transform 1/2, rank 2");
}

TEST(Coverage, LeavesOutGroupsThatDoNotFit) {
    EXPECT_EQ(covered_in_short(labels, {"transform: pad"}, 13), "transform 1/1");
    EXPECT_EQ(covered_in_short(labels, {"transform: pad"}, 5), "");
}

TEST(Coverage, ListsTheMostFrequentValueFirst) {
    EXPECT_THAT(covered_in_full(labels, 200),
                ElementsAre("rank: 2 30 %, 3 20 %", "transform: pad 20 %, xor <1 %"));
}

TEST(Coverage, NamesOnlyTheRarestOfALongGroup) {
    label_counts many;
    for (int i = 10; i < 60; ++i) many["rule: r" + std::to_string(i)] = i;
    EXPECT_THAT(covered_in_full(many, 1000),
                ElementsAre("rule: 50 of them, the rarest r12 1 %, r11 1 %, r10 1 %"));
}

}  // namespace
}  // namespace tileproof::properties
