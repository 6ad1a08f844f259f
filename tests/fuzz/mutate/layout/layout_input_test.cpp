// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/layout_input.hpp"

#include "tests/fuzz/mutate/layout/bytes.hpp"

#include <tileproof/layout.hpp>

#include <gtest/gtest.h>
#include <tileproof/layout_text.hpp>

#include <set>
#include <string>

namespace tileproof::fuzz {
namespace {

TEST(LayoutInput, IsTheLayoutWhereTheBytesAreItsText) {
    const std::string text = "naive [4,2] strides [2,1] -> {merge: 0,1 -> 0}";
    EXPECT_EQ(print_layout(layout_of(bytes(text))), text);
}

TEST(LayoutInput, IsALayoutForAnyBytesAndTheSameForTheSame) {
    properties::draw from{std::uint64_t{2}};
    std::set<std::string> seen;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto n = from.below(80); n > 0; --n) text += static_cast<char>(from.below(256));
        const layout_description layout = layout_of(bytes(text));
        ASSERT_TRUE(usable(layout)) << print_layout(layout);
        ASSERT_EQ(layout, layout_of(bytes(text)));
        seen.insert(print_layout(layout));
    }
    EXPECT_GE(seen.size(), 10'000u);
}

TEST(LayoutInput, ChangesOneChoiceForOneByte) {
    // The first two bytes are the size, the next ones choose the shape; the last ones touch less.
    const std::string text(64, '\x40');
    std::string other = text;
    other[60] = '\x7f';
    const layout_description a = layout_of(bytes(text)), b = layout_of(bytes(other));
    EXPECT_EQ(a.base, b.base);
}

TEST(LayoutInput, ReadsATextOfNoLayoutAsChoices) {
    const std::string text = "packed [2,3] -> {merge: 0,1 -> 1}";
    EXPECT_FALSE(layout_of_text(bytes(text)));
    EXPECT_TRUE(usable(layout_of(bytes(text))));
}

TEST(LayoutInput, LeavesOutLayoutsThatWouldTakeTheLawsLong) {
    EXPECT_TRUE(usable(parse_layout("packed [256]")));
    EXPECT_FALSE(usable(parse_layout("packed [257]")));
    EXPECT_TRUE(usable(parse_layout("packed [65537,65537]"))) << "it is only probed";
    EXPECT_FALSE(usable(parse_layout("packed [100000] -> {freeze(0): 0 -> ()}")));
    EXPECT_FALSE(usable(parse_layout("packed [4] -> {slice(0,5): 0 -> 0}")));
}

reached_counts reached(const char* text) {
    reached_counts counts;
    note_reached(parse_layout(text), counts);
    return counts;
}

TEST(Reached, CountsTransformsAndPairsThatShareADim) {
    const auto counts = reached(
        "packed [6,4] -> {unmerge(2,3): 0 -> 0,1; pad(1,1): 1 -> 2} -> "
        "{merge: 0,1 -> 0; slice(0,3): 2 -> 1}");
    for (const char* label : {"transform: unmerge", "transform: pad", "transform: merge",
                              "pair: unmerge -> merge", "pair: pad -> slice"})
        EXPECT_TRUE(counts.contains(label)) << label;
    EXPECT_FALSE(counts.contains("pair: pad -> merge")) << "no dim of the pad goes into the merge";
    EXPECT_FALSE(counts.contains("pair: merge -> unmerge")) << "the order is from below";
}

TEST(Reached, TellsTheBranchesOfTheLaws) {
    EXPECT_TRUE(reached("packed [3]").contains("law: L3 injective by structure"));
    EXPECT_TRUE(reached("packed [3]").contains("law: L4 inverted"));
    EXPECT_TRUE(reached("naive [2] strides [0]").contains("law: L3 repeats, with witness"));
    EXPECT_TRUE(reached("naive [2] strides [0]").contains("law: L4 not injective"));
    EXPECT_TRUE(reached("packed [65537,65537]").contains("law: L1 probed"));
    EXPECT_TRUE(reached("packed [65537,65537]").contains("law: L2 too large for the reference"));
}

TEST(Reached, NamesAllThatCanBeReachedAndNothingElseIsReached) {
    const reached_counts all = nothing_reached();
    EXPECT_TRUE(all.contains("pair: pad -> merge"));
    EXPECT_FALSE(all.contains("pair: freeze -> pass"));
    EXPECT_FALSE(all.contains("pair: pass -> insert"));
    for (const char* text :
         {"packed [4] -> {pass: 0 -> 0; insert(2): () -> 1} -> {xor: 1,0 -> 0,1}",
          "aligned [3,3] align 4 -> {merge: 0,1 -> 0} -> {modulo(3,7): 0 -> 0}",
          "naive [2,2] strides [1,1] -> {embed([2],[1]): 0 -> 0; freeze(1): 1 -> ()}"})
        for (const auto& [label, count] : reached(text))
            EXPECT_TRUE(all.contains(label)) << label << " of " << text;
}

}  // namespace

}  // namespace tileproof::fuzz
