// SPDX-License-Identifier: MIT
#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using testing::ElementsAre;

TEST(Shape, GivesTheLengthsAfterEachStage) {
    const auto levels =
        lengths_of_levels(parse_layout("packed [6,5] -> {unmerge(2,3): 0 -> 2,0; pad(1,2): 1 -> 1} "
                                       "-> {merge: 0,1 -> 0; freeze(1): 2 -> ()}"));
    ASSERT_TRUE(levels);
    EXPECT_THAT(*levels, ElementsAre(ElementsAre(6, 5), ElementsAre(3, 8, 2), ElementsAre(24)));
}

// Each text breaks one rule; the library and the shape must agree that it does.
class ShapeRefuses : public testing::TestWithParam<const char*> {};

TEST_P(ShapeRefuses, WhatTheLibraryRefuses) {
    EXPECT_FALSE(lengths_of_levels(parse_layout(GetParam())));
    EXPECT_THROW(layout::parse(GetParam()), layout_error);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ShapeRefuses,
    testing::Values("packed [6] -> {unmerge(2,2): 0 -> 0,1}",
                    "packed [6] -> {embed([3,2],[2,2]): 0 -> 0,1}",
                    "packed [6] -> {slice(2,7): 0 -> 0}", "packed [6] -> {slice(3,2): 0 -> 0}",
                    "packed [6] -> {freeze(6): 0 -> ()}", "packed [6] -> {modulo(7,2): 0 -> 0}",
                    "packed [6] -> {modulo(0,2): 0 -> 0}", "packed [6] -> {gather([6]): 0 -> 0}",
                    "packed [6] -> {offset(7): 0 -> 0}", "packed [6] -> {pad(-1,2): 0 -> 0}",
                    "packed [2,6] -> {xor: 0,1 -> 0,1}", "packed [6] -> {insert(2): () -> 0}",
                    "packed [6] -> {pass: 0 -> 1}", "packed [6,2] -> {pass: 0 -> 0}",
                    "packed [6] -> {pass: 0 -> 0; pass: 0 -> 1}",
                    "packed [6] -> {pass: 0 -> 0; insert(-1): () -> 1}"),
    [](const auto& one) { return "row_" + std::to_string(one.index); });

TEST(Shape, CountsElementsAndSaysWhenTheyDoNotFit) {
    EXPECT_EQ(element_count({2, 3, 4}), 24);
    EXPECT_EQ(element_count({}), 1);
    EXPECT_EQ(element_count({long_index_t{1} << 60, long_index_t{1} << 60, 0}), 0);
    EXPECT_EQ(element_count({long_index_t{1} << 40, long_index_t{1} << 40}), std::nullopt);
}

TEST(Shape, GivesPackedStrides) {
    EXPECT_THAT(packed_strides({2, 3, 4}), ElementsAre(12, 4, 1));
    EXPECT_THAT(packed_strides({2, 0, 4}), ElementsAre(4, 4, 1));
}

}  // namespace
}  // namespace tileproof::properties
