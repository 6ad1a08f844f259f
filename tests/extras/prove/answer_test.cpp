// SPDX-License-Identifier: MIT
#include "extras/prove/answer.hpp"
#include "extras/prove/solver.hpp"
#include "tests/extras/prove/layout_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tileproof/descriptor.hpp>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

using properties::law_id;

law_answer one(law_id law, const std::string& text, const std::string& given = "",
               bool try_sizes = true) {
    const answer a = answer_for(named_layout(text, given),
                                {.laws = {law}, .seconds = 0.05, .try_sizes = try_sizes});
    return a.laws.front();
}

TEST(Answer, RefutesWithTheSmallestSizes) {
    const law_answer overlap = one(law_id::L3, "naive [M,N] strides [S,1]");
    EXPECT_EQ(overlap.what, verdict::refuted);
    EXPECT_EQ(overlap.sizes, "M=2, N=2, S=1");
    EXPECT_EQ(overlap.layout, "naive [2,2] strides [1,1]");
    EXPECT_THAT(overlap.why, testing::HasSubstr("(0,1) and (1,0) both have offset 1"));
    const law_answer refused = one(law_id::L1, "packed [M,N] -> {xor: 0,1 -> 0,1}");
    EXPECT_EQ(refused.what, verdict::refuted);
    EXPECT_EQ(refused.sizes, "M=1, N=3");
    EXPECT_THAT(refused.why,
                testing::StartsWith("the layout is refused. Stage 1, transform 1, xor"));
}

// Sizes beyond those that are tried come from Z3, and are run all the same.
TEST(Answer, RefutesWithSizesOfAModel) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    const law_answer far = one(law_id::L1, "packed [N] -> {slice(0,90): 0 -> 0}", "N>=1");
    EXPECT_EQ(far.what, verdict::refuted);
    const law_answer farther = one(law_id::L3, "naive [M,N] strides [S,1]", "M>=90, N>=90, S>=N-1");
    EXPECT_EQ(farther.what, verdict::refuted);
}

TEST(Answer, IsTestedOnlyWhereAStepIsMissing) {
    // Right for all sizes, but by a reason that no lemma knows.
    const law_answer a =
        one(law_id::L3,
            "packed [M,4] -> {embed([2,2],[1,2]): 1 -> 1,2; modulo(M,M): 0 -> 0} -> {xor: 1,2 -> "
            "0,1; pass: 0 -> 2} -> {insert(2): () -> 0; pass: 0 -> 1; pass: 1 -> 2; pass: 2 -> 3} "
            "-> {freeze(1): 0 -> (); pass: 1 -> 0; pass: 2 -> 1; pass: 3 -> 2}",
            "M");
    EXPECT_EQ(a.what, verdict::tested_only);
    EXPECT_THAT(a.why, testing::HasSubstr("insert(2)"));
    EXPECT_GT(a.held, 5);
}

TEST(Answer, IsRefusedWhereNoValuesAreLeft) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    EXPECT_THROW((void)one(law_id::L1, "packed [M]", "M>=10, M<=5"), layout_error);
    EXPECT_THROW((void)one(law_id::L1, "packed [M,N]", "M*N<=3, M>=2, N>=2", false), layout_error);
    EXPECT_EQ(one(law_id::L1, "packed [M]", "M>=1000000").what, verdict::proved);
}

TEST(Answer, ComparesAllIndicesOfALayoutOfNumbers) {
    const law_answer a = one(law_id::L3, "naive [3,2] strides [2,3]");
    EXPECT_EQ(a.what, verdict::proved);
    EXPECT_EQ(a.why, "all its indices were compared");
}

TEST(Answer, IsProvedForMostRealLayouts) {
    const auto lines = lines_of("real.txt");
    EXPECT_GE(lines.size(), 100u);
    std::size_t with_all = 0;
    for (const auto& line : lines) {
        bool all = true;
        EXPECT_EQ(what_is_not_proved(line, &all), "");
        with_all += all ? 1 : 0;
    }
    EXPECT_GE(with_all * 100, lines.size() * 85);
}

// Each eighth; all_small_layouts_test.cpp has all of them.
TEST(Answer, IsProvedForLayoutsThatAreDrawn) {
    const auto lines = lines_of("drawn.txt");
    EXPECT_GE(lines.size(), 200u);
    for (std::size_t i = 0; i < lines.size(); i += 8) EXPECT_EQ(what_is_not_proved(lines[i]), "");
}

TEST(Answer, IsNeverProvedForAWrongLayout) {
    const auto wrong = lines_of("wrong.txt");
    EXPECT_GE(wrong.size(), 30u);
    for (const auto& line : wrong) {
        const auto law = properties::find_law(line[2].substr(1));
        ASSERT_TRUE(law) << line[2];
        for (const bool try_sizes : {false, true}) {
            const law_answer a = one(*law, line[0], line[1], try_sizes);
            EXPECT_NE(a.what, verdict::proved) << line[0];
            if (try_sizes) EXPECT_EQ(a.what, verdict::refuted) << line[0] << ": " << a.why;
        }
    }
}

// The limit is that of the library's own rule, to the element.
TEST(Answer, HasTheExactLimitOf32Bits) {
    const answer a = answer_for(named_layout("packed [M,N]", "M,N"), {.seconds = 0});
    ASSERT_EQ(a.narrow.size(), 1u);
    const auto accepted = [](int m, int n) {
        try {
            (void)make_naive_tensor_descriptor_packed(make_tuple(m, n));
            return true;
        } catch (const layout_error&) {
            return false;
        }
    };
    for (const auto& [m, n] :
         {std::pair{65536, 32768}, {65536, 32767}, {46341, 46341}, {46340, 46341}})
        EXPECT_EQ(accepted(m, n), a.narrow[0].value({{"M", m}, {"N", n}}) < (1LL << 31)) << m;
}

TEST(Answer, IsTextAndJson) {
    const named_layout l("packed [M,8*K]", "M,K");
    const answer a = answer_for(l, {.seconds = 0.02});
    EXPECT_THAT(
        text_of(l, a, true),
        testing::AllOf(testing::HasSubstr("32 bits  8*K*M < 2^31\n"),
                       testing::HasSubstr("L1 bounds     proved       1 step; held at "),
                       testing::HasSubstr(
                           "vectors  M (at least 1) at stride 8*K; 8*K (at least 8) at stride 1\n"),
                       testing::HasSubstr("L3 base, unmerge(M,8*K): a number has one list")));
    const auto j = json_of(l, a);
    EXPECT_EQ(j["laws"][1]["law"], "L3");
    EXPECT_EQ(j["laws"][1]["verdict"], "proved");
    EXPECT_EQ(j["laws"][1]["steps"].size(), 2u);
}

}  // namespace
}  // namespace tileproof::prove
