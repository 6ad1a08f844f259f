// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/reached.hpp"

#include <tileproof/layout_text.hpp>

#include <gtest/gtest.h>

namespace tileproof::fuzz {
namespace {

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
