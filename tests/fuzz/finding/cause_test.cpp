// SPDX-License-Identifier: MIT
#include "fuzz/finding/cause.hpp"

#include "tests/fuzz/finding/evidence.hpp"

#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {

using properties::failure;
using properties::law_id;

namespace {

TEST(Cause, IsTheWritingLineOfARaceWhicheverLineReads) {
    EXPECT_EQ(cause_of(race("part", 14, 18), {}), cause_of(race("part", 14, 19), {}));
    EXPECT_NE(cause_of(race("part", 14, 18), {}), cause_of(race("part", 15, 18), {}));
    EXPECT_NE(cause_of(race("part", 14, 18), {}), cause_of(race("other", 14, 18), {}));
}

TEST(Cause, OfAValueSaysInWhichCompanyItIsWrong) {
    const std::vector<failure> line{race("part", 14, 18)}, law{unwritten()};
    EXPECT_EQ(cause_of(wrong_value(), {}).beside, company::alone);
    EXPECT_EQ(cause_of(wrong_value(), law).beside, company::with_others);
    EXPECT_EQ(cause_of(wrong_value(), line).beside, company::beside_seen);
    EXPECT_EQ(cause_of(line[0], law).beside, company::seen);
}

TEST(Cause, IsKeptByASmallerCaseThatGetsNoLine) {
    const std::vector<failure> line{race("part", 14, 18)}, law{unwritten()};
    const cause alone = cause_of(wrong_value(), {}), others = cause_of(wrong_value(), law),
                beside = cause_of(wrong_value(), line);
    EXPECT_TRUE(keeps_to(others, alone));
    EXPECT_TRUE(keeps_to(alone, others));
    EXPECT_TRUE(keeps_to(beside, alone));
    EXPECT_FALSE(keeps_to(alone, beside));
    EXPECT_FALSE(keeps_to(alone, cause_of(unwritten(), {})));
    EXPECT_FALSE(keeps_to(cause_of(race("part", 14, 18), {}), cause_of(race("part", 20, 22), {})));
    // A read too early, which may turn out to be one of memory that nobody writes; but not the other way.
    const failure early = unset("part", 18);
    EXPECT_TRUE(keeps_to(cause_of(early, line), cause_of(early, {})));
    EXPECT_FALSE(keeps_to(cause_of(early, {}), cause_of(early, line)));
}

// Two outputs may have a bug each: what leaves the other one right stays so.
TEST(Cause, OfOneOutputIsNotMadeSmallerToACaseInWhichAnotherFails) {
    failure other = unwritten();
    other.where.operand = "another output";
    const std::vector<failure> both{other};
    const cause alone = cause_of(wrong_value(), {}), with = cause_of(wrong_value(), both);
    EXPECT_EQ(with.beside, company::with_another_output);
    EXPECT_TRUE(keeps_to(with, alone));
    EXPECT_TRUE(keeps_to(with, with));
    EXPECT_FALSE(keeps_to(alone, with));
    EXPECT_TRUE(is_known(with, std::vector<std::string>{text_of(alone)}));
    EXPECT_FALSE(is_known(alone, std::vector<std::string>{text_of(with)}));
}

TEST(Cause, IsKnownWhenItHasBeenSeenWithLessBesideIt) {
    const std::vector<failure> line{race("part", 14, 18)}, law{unwritten()};
    const std::vector<std::string> known{text_of(cause_of(wrong_value(), {}))};
    EXPECT_TRUE(is_known(cause_of(wrong_value(), {}), known));
    EXPECT_TRUE(is_known(cause_of(wrong_value(), law), known));
    EXPECT_FALSE(is_known(cause_of(wrong_value(), line), known));
    EXPECT_FALSE(is_known(cause_of(unwritten(), {}), known));
}

TEST(Cause, OfALayoutIsItsLaw) {
    EXPECT_EQ(cause_of(of_layout(law_id::L2, "packed [2]", "offset"), {}),
              cause_of(of_layout(law_id::L2, "packed [2] -> {pass: 0 -> 0}", "lengths"), {}));
}

}  // namespace
}  // namespace tileproof::fuzz::testing
