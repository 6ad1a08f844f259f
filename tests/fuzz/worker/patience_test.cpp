// SPDX-License-Identifier: MIT
#include "fuzz/worker/patience.hpp"

#include <gtest/gtest.h>

namespace tileproof::properties::testing {
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

TEST(Patience, DoesNotKnowAfterTwentyLimits) {
    patience p;
    EXPECT_EQ(p.judge({.seconds = 200.1, .processor_seconds = 1, .wants_to_run = true}, 10),
              unknown);
}

}  // namespace
}  // namespace tileproof::properties::testing
