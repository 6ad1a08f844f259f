// SPDX-License-Identifier: MIT

#include "fuzz/finding/minimize.hpp"
#include "properties/layout/generator/layout_generator.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> smaller_texts(std::string_view text) {
    std::vector<std::string> texts;
    for (const layout_description& layout : smaller(parse_layout(text)))
        texts.push_back(print_layout(layout));
    return texts;
}

TEST(Smaller, GivesNothingButLighterLayouts) {
    draw from{std::uint64_t{11}};
    for (int i = 0; i < 1'000; ++i) {
        const layout_description original = random_layout(from, i % 101);
        const auto heavy = weight(original);
        for (const layout_description& candidate : smaller(original)) {
            ASSERT_NO_THROW(layout{candidate}) << print_layout(candidate);
            ASSERT_LT(weight(candidate), heavy) << print_layout(candidate);
        }
    }
}

TEST(Smaller, CutsStagesFromAboveAndBelow) {
    const auto texts =
        smaller_texts("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1} -> {merge: 0,1 -> 0}");
    EXPECT_EQ(texts.front(), "packed [4,3]");
    EXPECT_THAT(texts, Contains("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}"));
    EXPECT_THAT(texts, Contains("packed [2,3] -> {merge: 0,1 -> 0}"));
    EXPECT_THAT(texts, Contains("packed [4,3] -> {merge: 0,1 -> 0}"));
}

TEST(Smaller, DropsADimWithAllThatIsMadeOfIt) {
    EXPECT_THAT(smaller_texts("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}"),
                Contains("packed [4] -> {slice(1,3): 0 -> 0}"));
    EXPECT_THAT(smaller_texts("packed [6,5] -> {unmerge(2,3): 0 -> 0,2; pass: 1 -> 1}"),
                Contains("packed [2,5] -> {unmerge(2): 0 -> 0; pass: 1 -> 1}"));
}

TEST(Smaller, RepairsTheUnmergeAboveAShorterDim) {
    EXPECT_THAT(smaller_texts("packed [12] -> {unmerge(3,4): 0 -> 0,1}"),
                Contains("packed [6] -> {unmerge(3,2): 0 -> 0,1}"));
    EXPECT_THAT(smaller_texts("packed [12] -> {unmerge(3,4): 0 -> 0,1}"),
                Contains("packed [4] -> {unmerge(1,4): 0 -> 0,1}"));
}

TEST(Smaller, RepairsAnUnmergeStagesAboveTheShorterDim) {
    EXPECT_THAT(smaller_texts("packed [2,6] -> {merge: 0,1 -> 0} -> {unmerge(3,4): 0 -> 0,1}"),
                Contains("packed [1,6] -> {merge: 0,1 -> 0} -> {unmerge(3,2): 0 -> 0,1}"));
}

TEST(Smaller, ShortensADimThroughTheStagesBelow) {
    // The merged dim gets shorter only when one of the two dims below it does.
    EXPECT_THAT(smaller_texts("packed [3,4] -> {merge: 0,1 -> 0} -> {freeze(5): 0 -> ()}"),
                Contains("packed [3,2] -> {merge: 0,1 -> 0} -> {freeze(5): 0 -> ()}"));
}

TEST(Smaller, ReplacesATransformByPass) {
    EXPECT_THAT(smaller_texts("packed [4,2] -> {xor: 0,1 -> 1,0}"),
                Contains("packed [4,2] -> {pass: 0 -> 1; pass: 1 -> 0}"));
    EXPECT_THAT(smaller_texts("packed [4,2] -> {merge: 0,1 -> 0} -> {slice(2,4): 0 -> 0}"),
                Contains("packed [4] -> {slice(2,4): 0 -> 0}"));
}

// What is found through the length that a pad makes must not end at a pad.
TEST(Smaller, TakesAPadAwayAndKeepsItsLength) {
    const auto texts = smaller_texts("packed [1,1] -> {merge: 0,1 -> 0} -> {left_pad(1): 0 -> 0}");
    EXPECT_THAT(texts, Contains("packed [1,2] -> {merge: 0,1 -> 0}"));
    EXPECT_THAT(texts, Contains("packed [2,1] -> {merge: 0,1 -> 0}"));
}

// What is found because the first element does not lie at the start must not end at a pad either.
TEST(Smaller, TakesAPadAwayAndMovesTheStart) {
    EXPECT_THAT(smaller_texts("packed [1] -> {left_pad(1): 0 -> 0}"),
                Contains("naive [1] strides [1] offset 1"));
}

// What fails above any stage ends at the plainest that changes something.
TEST(Smaller, TurnsTheDimsBelowTheLastStage) {
    const char* turned = "packed [1,2] -> {pass: 0 -> 1; pass: 1 -> 0}";
    for (const char* text :
         {"packed [1,2] -> {unmerge(1): 0 -> 0; pass: 1 -> 1}",
          "packed [1,2] -> {freeze(0): 0 -> (); pass: 1 -> 0}", "packed [1,2] -> {xor: 0,1 -> 0,1}",
          "packed [1,2] -> {pass: 0 -> 0; pass: 1 -> 1}"})
        EXPECT_THAT(smaller_texts(text), Contains(turned)) << text;
    EXPECT_THAT(smaller_texts(turned),
                Not(Contains("packed [1,2] -> {pass: 0 -> 0; pass: 1 -> 1}")));
}

TEST(Smaller, MakesTheBasePlainer) {
    const auto texts = smaller_texts("naive [4,3] strides [8,2] offset 5");
    for (const char* text :
         {"packed [4,3]", "naive [4,3] strides [8,2]", "naive [4,3] strides [3,1] offset 5",
          "naive [4,3] strides [0,2] offset 5", "naive [2] strides [28] offset 5",
          "naive [1] strides [0] offset 33"})
        EXPECT_THAT(texts, Contains(text));
    EXPECT_THAT(smaller_texts("aligned [2,3] align 8"), Contains("packed [2,3]"));
    EXPECT_THAT(smaller_texts("aligned [2,3] align 8"), Contains("aligned [2,3] align 7"));
}

TEST(Smaller, GoesToOneRatherThanToZero) {
    EXPECT_THAT(smaller_texts("packed [0]"), Contains("packed [1]"));
    EXPECT_THAT(smaller_texts("packed [1]"), IsEmpty());
    EXPECT_THAT(smaller_texts("packed [2]"), Not(Contains("packed [0]")));
}

TEST(Smaller, GivesNothingForWhatIsNoLayout) {
    EXPECT_THAT(smaller_texts("packed [4] -> {slice(0,5): 0 -> 0}"), IsEmpty());
}

// A property of any text: it has this transform with both dims longer than 1. Whatever layout it
// starts from, minimizing must end at the same least layout.
TEST(Smaller, LeadsEveryLayoutWithAnUnmergeToTheLeastOne) {
    const auto fails = [](const layout_description& layout) {
        for (const stage_description& stage : layout.stages)
            for (const item_description& item : stage.items)
                if (item.kind == transform_kind::unmerge &&
                    std::count_if(item.arguments.begin(), item.arguments.end(),
                                  [](long_index_t n) { return n > 1; }) >= 2)
                    return true;
        return false;
    };
    draw from{std::uint64_t{12}};
    int found = 0;
    for (int i = 0; found < 200; ++i) {
        const layout_description layout = random_layout(from, i % 101);
        if (!fails(layout)) continue;
        ++found;
        const auto least = fuzz::minimize(layout, smaller, fails);
        EXPECT_TRUE(least.complete);
        EXPECT_EQ(print_layout(least.value), "packed [4] -> {unmerge(2,2): 0 -> 0,1}")
            << "from " << print_layout(layout);
    }
}

}  // namespace
}  // namespace tileproof::properties
