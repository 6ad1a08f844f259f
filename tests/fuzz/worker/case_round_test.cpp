// SPDX-License-Identifier: MIT
#include "fuzz/worker/case_round.hpp"

#include "tests/fuzz/campaign/toy.hpp"

#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {
namespace {

TEST(CaseSource, GivesTheFirstCasesForEverySeed) {
    toy p("toy");
    p.first = {{{"n", 7}}, {{"n", 8}}};
    const case_source source(p);
    EXPECT_EQ(source.at(1, 0), p.first[0]);
    EXPECT_EQ(source.at(2, 1), p.first[1]);
}

TEST(CaseSource, RepeatsACaseFromSeedAndIndexAlone) {
    const toy p("toy");
    const case_source one(p), two(p);
    (void)one.at(5, 0);  // what was drawn before must not matter
    EXPECT_EQ(one.at(5, 3), two.at(5, 3));
}

TEST(CaseSource, GivesOtherCasesForOtherSeedsIndicesAndProperties) {
    const toy p("toy"), other("other toy");
    const case_source source(p), another(other);
    int same = 0;
    for (int i = 0; i < 100; ++i) {
        same += source.at(5, i) == source.at(6, i);
        same += source.at(5, i) == source.at(5, i + 1);
        same += source.at(5, i) == another.at(5, i);
    }
    EXPECT_LT(same, 10);  // of 300 pairs of numbers below 1,000
}

TEST(CaseSource, LetsTheSizeGrowToAHundredAndStartAgain) {
    class sized : public toy {
      public:
        sized() : toy("sized") {}
        nlohmann::json generate(rc::Random&, int size) const override { return size; }
    };
    sized p;
    p.first = {1, 2, 3};
    const case_source source(p);
    EXPECT_EQ(source.at(1, 3), 0);
    EXPECT_EQ(source.at(1, 103), 100);
    EXPECT_EQ(source.at(1, 104), 0);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
