// SPDX-License-Identifier: MIT
#include "extras/prove/equality.hpp"
#include "extras/prove/solver.hpp"
#include "tests/extras/prove/layout_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

single_answer equal(const std::string& text, const std::string& other,
                    const std::string& given = "", bool try_sizes = true) {
    return equality_of(layout_pair(text, other, given),
                       {.laws = {}, .seconds = 0.02, .try_sizes = try_sizes});
}

TEST(Equality, IsProvedOfTheSameLayoutSpeltDifferently) {
    const auto pairs = lines_of("equal.txt");
    EXPECT_GE(pairs.size(), 30u);
    for (const auto& pair : pairs)
        for (const bool try_sizes : {false, true}) {
            const single_answer a = equal(pair[0], pair[1], pair[2], try_sizes);
            EXPECT_EQ(a.what, verdict::proved) << pair[0] << " and " << pair[1] << ": " << a.why;
        }
}

TEST(Equality, IsNeverProvedOfLayoutsThatDifferForOneSizeOrOneIndex) {
    const auto pairs = lines_of("unequal.txt");
    EXPECT_GE(pairs.size(), 20u);
    for (const auto& pair : pairs)
        for (const bool try_sizes : {false, true}) {
            const single_answer a = equal(pair[0], pair[1], pair[2], try_sizes);
            EXPECT_NE(a.what, verdict::proved) << pair[0] << " and " << pair[1];
            EXPECT_NE(equal(pair[1], pair[0], pair[2], try_sizes).what, verdict::proved) << pair[1];
            if (try_sizes) EXPECT_EQ(a.what, verdict::refuted) << pair[0] << ": " << a.why;
        }
}

TEST(Equality, IsRefutedWithSizesAnIndexAndBothOffsets) {
    const single_answer a = equal("naive [M,N] strides [S,1]", "packed [M,N]", "M, N, S>=N");
    EXPECT_EQ(a.what, verdict::refuted);
    EXPECT_EQ(a.sizes, "M=2, N=1, S=2");
    EXPECT_EQ(a.why, "index (1,0) has offset 2, and offset 1 in the other");
    EXPECT_EQ(equal("packed [M] -> {right_pad(1): 0 -> 0}", "packed [M+1]").why,
              "index (1) has no element, and offset 1 in the other");
    EXPECT_EQ(equal("packed [M,N]", "packed [M*N]").why,
              "the lengths are [1,1], and [1] in the other");
    EXPECT_THAT(equal("packed [M]", "packed [M] -> {slice(0,2): 0 -> 0}").why,
                testing::StartsWith("the other layout is refused. Stage 1"));
}

// Of a size that is too large to list, the index that Z3 found is asked for.
TEST(Equality, IsRefutedByAnIndexOfALargeLayout) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    const single_answer a =
        equal("packed [N] -> {modulo(100000,N): 0 -> 0}", "packed [N]", "N>=100000");
    EXPECT_EQ(a.what, verdict::refuted) << a.why;
    EXPECT_THAT(a.why, testing::HasSubstr("has offset 0, and offset 100000 in the other"));
}

// Z3 found M=7111, N=3931, S=8192.
TEST(Equality, IsRefutedWithSizesOfAModelMadeSmaller) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    EXPECT_EQ(equal("naive [M,N] strides [S,1]", "packed [M,N]", "M>=2, N, S>=N, N*M>=3000").sizes,
              "M=2, N=1500, S=1501");
}

TEST(Equality, TakesTheNamesOfBothWhereNoneAreListed) {
    EXPECT_EQ(layout_pair("packed [M,N]", "packed [M,K]", "").given.names().size(), 3u);
    EXPECT_THROW((void)layout_pair("packed [M]", "packed [K]", "M"), layout_error);
    EXPECT_THROW((void)equal("packed [M]", "packed [M]", "M>=3, M<=2"), layout_error);
}

TEST(Equality, OfNumbersComparesAllIndices) {
    const single_answer a = equal("packed [12] -> {unmerge(3,4): 0 -> 0,1}", "packed [3,4]");
    EXPECT_EQ(a.what, verdict::proved);
    EXPECT_EQ(a.steps.at(0), "all its indices were compared");
}

TEST(Equality, IsTextAndJson) {
    const layout_pair p("packed [M,N] -> {merge: 0,1 -> 0}", "naive [M*N] strides [1]", "M, N");
    const single_answer a = equality_of(p, {.laws = {}, .seconds = 0.02});
    EXPECT_THAT(text_of(p, a, true),
                testing::AllOf(testing::HasSubstr("equal    naive [M*N] strides [1]\n"),
                               testing::HasSubstr("32 bits  M*N < 2^31\n"),
                               testing::HasSubstr("equal         proved       5 steps; held at "),
                               testing::HasSubstr("offsets: i0' = i0', by identity")));
    EXPECT_EQ(json_of(p, a)["equal"], "proved");
    EXPECT_EQ(json_of(p, a)["steps"].size(), 5u);
}

}  // namespace
}  // namespace tileproof::prove
