// SPDX-License-Identifier: MIT
// The same comparison with larger lengths and longer chains: minutes.
#include "tests/extras/prove/layout_lines.hpp"
#include "tests/extras/prove/small_scope.hpp"

#include <gtest/gtest.h>

namespace tileproof::prove {
namespace {

TEST(AllSmallLayouts, OfTwoTransformsAndLengthsUpToSix) {
    const scope_result r = compare_all({.length = 6, .transforms = 1}, lemma_book());
    EXPECT_EQ(r.disagreement, "");
    EXPECT_GT(r.layouts, 40'000);
}

TEST(AllSmallLayouts, OfThreeTransformsAndLengthsUpToTwo) {
    const scope_result r =
        compare_all({.length = 2, .transforms = 2, .all_laws = false}, lemma_book());
    EXPECT_EQ(r.disagreement, "");
    EXPECT_GT(r.layouts, 1'000'000);
}

TEST(AllSmallLayouts, EveryFortiethOfThreeTransformsAndLengthsUpToSix) {
    const scope_result r =
        compare_all({.length = 6, .transforms = 2, .all_laws = false, .every = 41}, lemma_book());
    EXPECT_EQ(r.disagreement, "");
    EXPECT_GT(r.layouts, 100'000);
}

TEST(DrawnLayouts, AreProvedButForOffsetsThatRepeat) {
    for (const auto& line : lines_of("drawn.txt")) EXPECT_EQ(what_is_not_proved(line), "");
}

}  // namespace
}  // namespace tileproof::prove
