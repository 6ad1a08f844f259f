// SPDX-License-Identifier: MIT
#include "fuzz/worker/patience.hpp"

#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {
namespace {

using enum patience::opinion;

TEST(Patience, WaitsUntilTheLimit) {
    patience p;
    EXPECT_EQ(p.judge({.seconds = 9.9, .processor_seconds = 9.9, .wants_to_run = true}, 10),
              may_end);
}

TEST(Patience, EndsWithTheProcessorTimeThatTheLimitAllows) {
    patience p;
    EXPECT_EQ(p.judge({.seconds = 10.1, .processor_seconds = 9.1, .wants_to_run = true}, 10),
              hangs);
    EXPECT_EQ(p.judge({.seconds = 50, .processor_seconds = 8.9, .wants_to_run = true}, 10),
              may_end);
}

TEST(Patience, TakesWhatSleepsInMostLooksForAHang) {
    patience p;
    for (int i = 1; i < patience::looks; ++i)
        EXPECT_EQ(p.judge({.seconds = 10.1, .processor_seconds = 0, .wants_to_run = i < 3}, 10),
                  may_end);
    EXPECT_EQ(p.judge({.seconds = 10.1, .processor_seconds = 0, .wants_to_run = false}, 10), hangs);
}

TEST(Patience, WaitsForWhatGetsItsTurnSeldom) {
    patience p;
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(
            p.judge({.seconds = 10.1, .processor_seconds = 1, .wants_to_run = i % 3 == 0}, 10),
            may_end);
}

TEST(Patience, ContinuesWhatIsStoppedAndGivesUpTheThirdTime) {
    patience p;
    double now = 0.1, processor = 0.2;
    const auto look = [&](bool stopped) {
        now += 0.125;
        return p.judge({.seconds = now, .processor_seconds = processor, .stopped = stopped}, 10);
    };
    for (const patience::opinion in_the_end : {is_stopped, is_stopped, keeps_stopping}) {
        for (int i = 0; i < 4; ++i) EXPECT_EQ(look(true), may_end) << i;
        EXPECT_EQ(look(true), in_the_end);
        processor += 0.001;
        EXPECT_EQ(look(false), may_end);
    }
}

TEST(Patience, LeavesAloneWhatRunsBetweenTwoStops) {
    patience p;
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(
            p.judge({.seconds = 0.1 * i, .processor_seconds = 0.001 * i, .stopped = true}, 100),
            may_end);
}

TEST(Patience, DoesNotKnowAfterTwentyLimits) {
    patience p;
    EXPECT_EQ(p.judge({.seconds = 200.1, .processor_seconds = 1, .wants_to_run = true}, 10),
              unknown);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
