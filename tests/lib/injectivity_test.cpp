// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout.hpp>

namespace tileproof {
namespace {

using testing::HasSubstr;
using index = std::vector<long_index_t>;

injectivity_result judge(const char* text) { return layout::parse(text).injectivity(); }

void expect_repeats(const char* text, const index& first, const index& second, const char* reason) {
    const injectivity_result result = judge(text);
    EXPECT_EQ(result.kind, injectivity_kind::repeats) << text;
    ASSERT_TRUE(result.witness) << text;
    EXPECT_EQ(result.witness->first, first) << text;
    EXPECT_EQ(result.witness->second, second) << text;
    EXPECT_THAT(result.reason, HasSubstr(reason)) << text;
}

TEST(Injectivity, HoldsWhereEveryTransformIsInjective) {
    for (const char* text :
         {"packed [3,4]", "aligned [1000,1000,1000] align 64", "naive [4,3] strides [1,4]",
          "naive [3,1,4] strides [8,0,1]", "packed [8,4] -> {xor: 0,1 -> 0,1}",
          "packed [9] -> {gather([8,0,3]): 0 -> 0}", "packed [9] -> {modulo(4,4): 0 -> 0}",
          "packed [9] -> {pad(1,2): 0 -> 0; insert(1): () -> 1; replicate(1,1): () -> 2,3}"}) {
        EXPECT_EQ(judge(text).kind, injectivity_kind::injective) << text;
        EXPECT_TRUE(judge(text).by_structure) << text;
    }
}

TEST(Injectivity, FailsWithTwoIndicesThatShareAnOffset) {
    expect_repeats("naive [3,4] strides [1,1]", {0, 1}, {1, 0},
                   "lengths (3,4) with strides (1,1) overlap: (0,1) and (1,0) both have offset 1.");
    expect_repeats("naive [3,4] strides [0,1]", {0, 0}, {1, 0}, "overlap");
    expect_repeats("packed [2] -> {pass: 0 -> 0; insert(3): () -> 1}", {0, 0}, {0, 1},
                   "insert gives all of its indices to one element, and its length is 3");
    expect_repeats("packed [2] -> {pass: 0 -> 0; replicate(1,2): () -> 1,2}", {0, 0, 0}, {0, 0, 1},
                   "replicate gives all of its indices to one element");
    expect_repeats("packed [5] -> {modulo(3,7): 0 -> 0}", {0}, {3},
                   "modulo begins again after 3 of its 7 indices");
    expect_repeats("packed [5] -> {gather([4,2,4]): 0 -> 0}", {0}, {2},
                   "the table of gather has entry 4 more than once");
}

TEST(Injectivity, IsProvenForInterleavedStridesOfASmallEmbed) {
    EXPECT_TRUE(judge("naive [3,2] strides [2,3]").by_structure);
    const layout l = layout::parse("naive [3,2] strides [2,3]");
    for (long_index_t i = 0; i < l.size(); ++i)
        EXPECT_EQ(l.inverse(*l.offset(l.index_at(i))), l.index_at(i)) << i;
    EXPECT_EQ(l.inverse(1), std::nullopt);
    EXPECT_EQ(judge("naive [4,3] strides [2,3]").kind, injectivity_kind::repeats);
}

TEST(Injectivity, HoldsWhereAHigherStageHidesTheRepetition) {
    const injectivity_result result =
        judge("packed [6] -> {modulo(4,9): 0 -> 0} -> {slice(2,6): 0 -> 0}");
    EXPECT_EQ(result.kind, injectivity_kind::injective);
    EXPECT_FALSE(result.by_structure);
    EXPECT_THAT(result.reason,
                HasSubstr("of its 4 indices, all compared, no two valid ones share an offset"));
    const layout l = layout::parse("packed [6] -> {modulo(4,9): 0 -> 0} -> {slice(2,6): 0 -> 0}");
    EXPECT_EQ(l.inverse(3), index{1});
    EXPECT_EQ(l.inverse(0), index{2});
    EXPECT_EQ(l.inverse(4), std::nullopt);
}

TEST(Injectivity, HoldsOfTheElementsThatPadsLeave) {
    EXPECT_EQ(judge("packed [1,3] -> {pass: 0 -> 0; modulo(2,4): 1 -> 1} -> {pass: 0 -> 0; "
                    "slice(0,2): 1 -> 1}")
                  .kind,
              injectivity_kind::injective);
}

TEST(Injectivity, FindsRepetitionsOfSingleDimensionsInLayoutsOfAnySize) {
    expect_repeats("naive [100000,100000] strides [0,1]", {0, 0}, {1, 0}, "overlap");
    expect_repeats("packed [100000] -> {insert(100000): () -> 0; pass: 0 -> 1}", {0, 0}, {1, 0},
                   "insert");
    expect_repeats("packed [100000] -> {modulo(7,100000): 0 -> 0}", {0}, {7}, "modulo");
}

TEST(Injectivity, IsLeftOpenWhereThereIsTooMuchToCompare) {
    const injectivity_result result = judge("naive [1000,1000] strides [7,11]");
    EXPECT_EQ(result.kind, injectivity_kind::may_repeat);
    EXPECT_THAT(result.reason,
                HasSubstr("its 1000000 indices are more than the 65536 that are compared"));
    EXPECT_THROW(layout::parse("naive [1000,1000] strides [7,11]").inverse(0), layout_error);
}

TEST(Injectivity, RefusesAnInverseWithTheReason) {
    try {
        layout::parse("packed [5] -> {modulo(3,7): 0 -> 0}").inverse(0);
        FAIL() << "an inverse of a repeating layout was given";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("has no one index"));
        EXPECT_THAT(error.what(), HasSubstr("modulo begins again after 3"));
    }
}

// A search that did not stop where the rest is out of reach would take 10^15 steps.
TEST(Injectivity, GivesInversesOfLongDimensionsAtOnce) {
    const layout l = layout::parse("naive [1000000000000000,2] strides [3,1]");
    EXPECT_EQ(l.inverse(2999999999999998), (index{999999999999999, 1}));
    EXPECT_EQ(l.inverse(2999999999999996), std::nullopt);
}

TEST(Layout, RefusesToListMoreThanTheMaximum) {
    const layout l = layout::parse("packed [100000,100000]");
    std::vector<long_index_t> offsets;
    EXPECT_THROW(l.all_offsets(offsets), layout_error);
    offsets.resize(3);
    l.offsets(9999999997, offsets);
    EXPECT_EQ(offsets, (index{9999999997, 9999999998, 9999999999}));
    EXPECT_THROW(l.offsets(9999999998, offsets), layout_error);
    EXPECT_THROW(l.offsets(-1, offsets), layout_error);
    EXPECT_NO_THROW(l.offsets(l.size(), {}));
}

}  // namespace
}  // namespace tileproof
