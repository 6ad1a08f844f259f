// SPDX-License-Identifier: MIT
#include "properties/layout/subject.hpp"

#include <tileproof/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

using testing::ElementsAre;

// As little as a subject can be: a 2 x 3 array whose middle column has no element.
struct least_evaluator final : layout_evaluator {
    layout_index lengths() const override { return {2, 3}; }
    long_index_t element_space_size() const override { return 6; }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        if (index[1] == 1) return {};
        return index[0] == 1 && index[1] == 2 ? -1 : 3 * index[0] + index[1];
    }
};

TEST(LayoutEvaluator, ListsOffsetsByAskingForEachIndex) {
    std::vector<long_index_t> offsets;
    least_evaluator().all_offsets(offsets);
    // The element that claims to be at -1 does not pass for "no element".
    EXPECT_THAT(offsets, ElementsAre(0, no_offset, 2, 3, no_offset, -2));
}

TEST(LayoutEvaluator, ClaimsNothingUnlessToldTo) {
    EXPECT_FALSE(least_evaluator().has_injectivity());
    EXPECT_FALSE(least_evaluator().has_inverse());
    EXPECT_TRUE(least_evaluator().hidden_index(layout_index{0, 0}).empty());
}

TEST(DynamicLayouts, AnswerAsTheLibraryDoes) {
    const auto made = dynamic_layouts().make(
        parse_layout("naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}"));
    EXPECT_THAT(made->lengths(), ElementsAre(4, 64, 128));
    EXPECT_EQ(made->offset(layout_index{1, 3, 2}), 8578);
    EXPECT_THAT(made->hidden_index(layout_index{1, 3, 2}), ElementsAre(8578, 67, 2, 1, 3, 2));
    EXPECT_EQ(made->injectivity().what, injectivity_claim::kind::injective);
    EXPECT_EQ(made->inverse(8578), (layout_index{1, 3, 2}));
    const auto claim =
        dynamic_layouts().make(parse_layout("naive [2,2] strides [1,1]"))->injectivity();
    EXPECT_EQ(claim.what, injectivity_claim::kind::repeats);
    EXPECT_THAT(claim.first, ElementsAre(0, 1));
    EXPECT_THAT(claim.second, ElementsAre(1, 0));
}

TEST(LayoutIndex, IsCountedAndFoundByItsPlace) {
    EXPECT_EQ(index_count(layout_index{2, 3}), 6);
    EXPECT_EQ(index_count(layout_index{}), 1);
    EXPECT_EQ(index_count(layout_index{long_index_t{1} << 62, 4, 0}), 0);
    EXPECT_EQ(index_count(layout_index{long_index_t{1} << 62, 4}), std::nullopt);
    EXPECT_THAT(index_at(4, layout_index{2, 3}), ElementsAre(1, 1));
}

}  // namespace
}  // namespace tileproof::properties
