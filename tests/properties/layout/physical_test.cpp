// SPDX-License-Identifier: MIT
// The words of the library's description and those of the reference mean the same.
#include "properties/layout/observed.hpp"

#include "reference/transforms.hpp"

#include <tileproof/layout_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using testing::ElementsAre;

TEST(Physical, CopiesTheBase) {
    const auto naive = physical(parse_layout("naive [3,4] strides [8,1] offset 5")).memory;
    EXPECT_EQ(naive.kind, reference::arrangement::strided);
    EXPECT_THAT(naive.lengths, ElementsAre(3, 4));
    EXPECT_THAT(naive.strides, ElementsAre(8, 1));
    EXPECT_EQ(naive.offset, 5);
    const auto aligned = physical(parse_layout("aligned [4,5] align 8")).memory;
    EXPECT_EQ(aligned.kind, reference::arrangement::aligned);
    EXPECT_EQ(aligned.alignment, 8);
    EXPECT_EQ(physical(parse_layout("packed [2]")).memory.kind, reference::arrangement::packed);
}

TEST(Physical, FindsEveryTransformInTheReference) {
    for (int kind = 0; kind < transform_kind_count; ++kind)
        EXPECT_NO_THROW(reference::transform_named(name_of(static_cast<transform_kind>(kind))));
}

TEST(Physical, CopiesArgumentsStridesAndDims) {
    const auto step =
        physical(parse_layout("packed [9,1] -> {embed([2,3],[4,1]): 0 -> 2,0; pass: 1 -> 1}"))
            .stages[0][0];
    EXPECT_THAT(step.numbers, ElementsAre(2, 3));
    EXPECT_THAT(step.strides, ElementsAre(4, 1));
    EXPECT_THAT(step.lower, ElementsAre(0));
    EXPECT_THAT(step.upper, ElementsAre(2, 0));
}

}  // namespace
}  // namespace tileproof::properties
