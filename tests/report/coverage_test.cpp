// SPDX-License-Identifier: MIT
#include "report/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::report {
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

TEST(Coverage, SaysHowLongTheLongestWas) {
    const label_counts sizes{{"data: nan", 3}, {"largest k: 9", 1}, {"largest n: 65537", 1}};
    EXPECT_EQ(covered_in_short(sizes, {}, 80), "k to 9, n to 65537, data 1");
    EXPECT_EQ(covered_in_short(sizes, {}, 12), "k to 9");
    EXPECT_THAT(covered_in_full(sizes, 6),
                ElementsAre("sizes: k to 9, n to 65537", "data: nan 50 %"));
}

TEST(Coverage, KeepsTheLargestOfTwoCampaigns) {
    fuzz::campaign_report report;
    for (const char* label : {"largest n: 9", "largest n: 100", "largest n: 65"})
        report.properties.push_back(
            {.subject = "copy", .counts = {.cases = 1, .labels = {{label, 1}}}});
    EXPECT_EQ(covered_sections(report).at(0).labels, (label_counts{{"largest n: 100", 1}}));
}

}  // namespace
}  // namespace tileproof::report
