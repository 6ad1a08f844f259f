// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout.hpp>

namespace tileproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using index = std::vector<long_index_t>;

const char* const article =
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}";

TEST(Layout, SplitsRowsOfTheArticlesMatrixInFourBlocksOfSixtyFour) {
    const layout l = layout::parse(article);
    EXPECT_THAT(l.lengths(), ElementsAre(4, 64, 128));
    EXPECT_EQ(l.rank(), 3);
    EXPECT_EQ(l.size(), 32768);
    EXPECT_EQ(l.element_space_size(), 32768);
    EXPECT_EQ(l.offset({1, 3, 2}), 8578);
    EXPECT_THAT(l.hidden_index({1, 3, 2}), ElementsAre(8578, 67, 2, 1, 3, 2));
    EXPECT_THAT(l.hidden_lengths(), ElementsAre(32768, 256, 128, 4, 64, 128));
    EXPECT_EQ(l.inverse(8578), (index{1, 3, 2}));
}

TEST(Layout, HasTheArticlesFourTuples) {
    const layout_tuples tuples = layout::parse(article).tuples();
    EXPECT_THAT(tuples.transforms,
                ElementsAre("embed([256,128],[128,1])", "unmerge(4,64)", "pass"));
    EXPECT_THAT(tuples.lower_dimension_ids,
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
    EXPECT_THAT(tuples.upper_dimension_ids,
                ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4), ElementsAre(5)));
    EXPECT_THAT(tuples.visible_dimension_ids, ElementsAre(3, 4, 5));
}

TEST(Layout, MergesTheArticlesBlocksToFourBy8192) {
    const layout l = layout::parse(std::string(article) + " -> {pass: 0 -> 0; merge: 1,2 -> 1}");
    EXPECT_THAT(l.lengths(), ElementsAre(4, 8192));
    EXPECT_EQ(l.offset({1, 3 * 128 + 2}), 8578);
    EXPECT_THAT(l.hidden_index({1, 386}), ElementsAre(8578, 67, 2, 1, 3, 2, 1, 386));
    EXPECT_THAT(l.tuples().lower_dimension_ids,
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2), ElementsAre(3),
                            ElementsAre(4, 5)));
    EXPECT_THAT(l.tuples().visible_dimension_ids, ElementsAre(6, 7));
}

TEST(Layout, CountsElementSpaceAndPaddedAllocationApart) {
    const layout rows = layout::parse("naive [3,4] strides [8,1]");
    EXPECT_EQ(rows.offset({1, 2}), 10);
    EXPECT_EQ(rows.element_space_size(), 20);
    EXPECT_EQ(rows.padded_allocation_size(), 24);
    const layout packed = layout::parse("packed [3,4]");
    EXPECT_EQ(packed.offset({1, 2}), 6);
    EXPECT_EQ(packed.element_space_size(), 12);
    EXPECT_EQ(packed.padded_allocation_size(), 12);
    const layout aligned = layout::parse("aligned [4,5] align 8");
    EXPECT_EQ(aligned.offset({1, 2}), 10);
    EXPECT_EQ(aligned.element_space_size(), 29);
    EXPECT_EQ(aligned.padded_allocation_size(), 32);
    EXPECT_EQ(layout::parse("aligned [5] align 8").element_space_size(), 5);
    EXPECT_EQ(layout::parse("aligned [5] align 8").padded_allocation_size(), 8);
    EXPECT_EQ(layout::parse("aligned [2,4,5] align 8").offset({1, 0, 0}), 32);
    EXPECT_EQ(layout::parse("naive [4,3] strides [1,8]").padded_allocation_size(), 24);
}

TEST(Layout, CountsABaseOffsetIntoBothSizes) {
    const layout l = layout::parse("naive [3,4] strides [8,1] offset 5");
    EXPECT_EQ(l.offset({0, 0}), 5);
    EXPECT_EQ(l.offset({1, 2}), 15);
    EXPECT_EQ(l.element_space_size(), 25);
    EXPECT_EQ(l.padded_allocation_size(), 29);
    EXPECT_THAT(l.tuples().transforms, ElementsAre("offset(5)", "embed([3,4],[8,1])"));
    EXPECT_THAT(l.hidden_index({1, 2}), ElementsAre(15, 10, 1, 2));
    EXPECT_THAT(l.hidden_lengths(), ElementsAre(25, 20, 3, 4));
    EXPECT_EQ(l.inverse(15), (index{1, 2}));
    EXPECT_EQ(l.inverse(4), std::nullopt);
}

TEST(Layout, SplitsTwoBySixIntoTwoByTwoByThree) {
    const layout l = layout::parse("packed [2,6] -> {pass: 0 -> 0; unmerge(2,3): 1 -> 1,2}");
    EXPECT_THAT(l.lengths(), ElementsAre(2, 2, 3));
    EXPECT_EQ(l.offset({1, 1, 2}), 11);
    EXPECT_EQ(l.offset({0, 1, 0}), 3);
}

TEST(Layout, TransposesByPassingDimensionsToOtherPlaces) {
    const layout l = layout::parse("packed [3,4] -> {pass: 0 -> 1; pass: 1 -> 0}");
    EXPECT_THAT(l.lengths(), ElementsAre(4, 3));
    EXPECT_EQ(l.offset({2, 1}), 6);
    EXPECT_THAT(l.tuples().visible_dimension_ids, ElementsAre(4, 3));
    EXPECT_THAT(l.hidden_index({2, 1}), ElementsAre(6, 1, 2, 1, 2));
}

TEST(Layout, HasNoElementInAPad) {
    const layout l = layout::parse("packed [3,4] -> {pad(1,2): 0 -> 0; left_pad(1): 1 -> 1}");
    EXPECT_THAT(l.lengths(), ElementsAre(6, 5));
    EXPECT_EQ(l.offset({0, 1}), std::nullopt);
    EXPECT_EQ(l.offset({1, 0}), std::nullopt);
    EXPECT_EQ(l.offset({1, 1}), 0);
    EXPECT_EQ(l.offset({3, 4}), 11);
    EXPECT_EQ(l.offset({4, 4}), std::nullopt);
    EXPECT_EQ(l.element_space_size(), 12);
    EXPECT_FALSE(l.always_valid());
}

TEST(Layout, TakesASliceAndAnOffsetOfADimension) {
    const layout l = layout::parse("packed [3,8] -> {offset(1): 0 -> 0; slice(2,6): 1 -> 1}");
    EXPECT_THAT(l.lengths(), ElementsAre(2, 4));
    EXPECT_EQ(l.offset({0, 0}), 10);
    EXPECT_EQ(l.offset({1, 3}), 21);
}

// The article's 5D view of [n, h, w, c1, c0] as [n, h w, c1 c0].
TEST(Layout, ViewsFiveDimensionsAsThree) {
    const layout l =
        layout::parse("packed [2,3,4,5,8] -> {pass: 0 -> 0; merge: 1,2 -> 1; merge: 3,4 -> 2}");
    EXPECT_THAT(l.lengths(), ElementsAre(2, 12, 40));
    for (long_index_t i = 0; i < l.size(); ++i) EXPECT_EQ(l.offset(l.index_at(i)), i);
}

TEST(Layout, EvaluatesXorModuloGatherFreezeInsertAndReplicate) {
    EXPECT_EQ(layout::parse("packed [8,4] -> {xor: 0,1 -> 0,1}").offset({6, 3}), 25);
    EXPECT_EQ(layout::parse("packed [5] -> {modulo(3,7): 0 -> 0}").offset({5}), 2);
    EXPECT_EQ(layout::parse("packed [3] -> {gather([0,2,1]): 0 -> 0}").offset({1}), 2);
    EXPECT_EQ(layout::parse("packed [3,4] -> {freeze(2): 0 -> (); pass: 1 -> 0}").offset({1}), 9);
    const layout l = layout::parse(
        "packed [4] -> {pass: 0 -> 1; insert(3): () -> 0; replicate(2,5): () -> 2,3}");
    EXPECT_THAT(l.lengths(), ElementsAre(3, 4, 2, 5));
    EXPECT_EQ(l.offset({2, 3, 1, 4}), 3);
    EXPECT_EQ(layout::parse("packed [10] -> {embed([2,3],[5,2]): 0 -> 0,1}").offset({1, 2}), 9);
}

// Row h - 4 y + 8 z of a padded image of 8: rows -4 to -1 and 8 to 11 have no element.
TEST(Layout, InvertsAnEmbedThatRunsBackwards) {
    const layout l =
        layout::parse("packed [8] -> {pad(0,0): 0 -> 0} -> {embed([4,2,2],[1,-4,8]): 0 -> 0,1,2}");
    EXPECT_EQ(l.inverse(2), (index{2, 0, 0}));
    EXPECT_EQ(l.inverse(5), (index{1, 1, 1}));
    EXPECT_EQ(l.offset(index{1, 1, 0}), std::nullopt);
    EXPECT_EQ(l.offset(index{1, 0, 1}), std::nullopt);
}

TEST(Layout, IsOneElementWhenEveryDimensionIsFrozen) {
    const layout l = layout::parse("packed [3,4] -> {freeze(1): 0 -> (); freeze(2): 1 -> ()}");
    EXPECT_EQ(l.rank(), 0);
    EXPECT_EQ(l.size(), 1);
    EXPECT_EQ(l.offset(index{}), 6);
    EXPECT_EQ(l.inverse(6), index{});
    EXPECT_EQ(l.inverse(7), std::nullopt);
    std::vector<long_index_t> offsets;
    l.all_offsets(offsets);
    EXPECT_THAT(offsets, ElementsAre(6));
    EXPECT_EQ(layout::parse(l.text()), l);
}

TEST(Layout, IsEmptyWhenALengthIsZero) {
    const layout l = layout::parse("naive [3,0] strides [8,1] offset 5");
    EXPECT_EQ(l.size(), 0);
    EXPECT_EQ(l.element_space_size(), 0);
    EXPECT_EQ(l.padded_allocation_size(), 0);
    EXPECT_EQ(l.inverse(0), std::nullopt);
    std::vector<long_index_t> offsets{7};
    l.all_offsets(offsets);
    EXPECT_TRUE(offsets.empty());
}

TEST(Layout, HasOnlyInvalidIndicesInAPadAroundNothing) {
    for (const char* text :
         {"packed [0,2] -> {merge: 0,1 -> 0} -> {pad(1,1): 0 -> 0}",
          "naive [0] strides [9] offset 4 -> {pad(1,1): 0 -> 0}",
          "packed [6] -> {embed([0],[4]): 0 -> 0} -> {pad(1,1): 0 -> 0}",
          "packed [6] -> {embed([0,3],[4611686018427387904,4611686018427387904]): 0 -> 0,1} -> "
          "{merge: 0,1 -> 0} -> {pad(1,1): 0 -> 0}",
          "packed [6] -> {pass: 0 -> 0; insert(0): () -> 1} -> {merge: 0,1 -> 0} -> "
          "{pad(1,1): 0 -> 0}"}) {
        const layout l = layout::parse(text);
        EXPECT_EQ(l.offset({0}), std::nullopt) << text;
        EXPECT_EQ(l.offset({1}), std::nullopt) << text;
        for (long_index_t offset = 0; offset < 6; ++offset)
            EXPECT_EQ(l.inverse(offset), std::nullopt) << text;
    }
}

TEST(Layout, IsRightIn64BitsWhere32BitsOverflow) {
    const layout l = layout::parse("packed [65537,65537] -> {merge: 0,1 -> 0}");
    EXPECT_EQ(l.element_space_size(), 4295098369);
    EXPECT_EQ(l.size(), 4295098369);
    EXPECT_EQ(l.offset({4295098368}), 4295098368);
    EXPECT_THAT(l.hidden_index({4295098368}), ElementsAre(4295098368, 65536, 65536, 4295098368));
    const layout far = layout::parse("naive [3] strides [3074457345618258602]");
    EXPECT_EQ(far.offset({2}), 6148914691236517204);
    EXPECT_EQ(layout::parse("naive [1] strides [1] offset 9223372036854775806").offset({0}),
              9223372036854775806);
}

TEST(Layout, RefusesAnIndexOfAnotherRankOrOutsideItsLength) {
    const layout l = layout::parse("packed [3,4]");
    try {
        l.offset({1});
        FAIL() << "an index of rank 1 was accepted";
    } catch (const layout_error& error) {
        EXPECT_STREQ(error.what(),
                     "The index has 1 dimensions, but the layout has 2; give one number for each.");
    }
    EXPECT_THROW(l.offset({1, 4}), layout_error);
    EXPECT_THROW(l.hidden_index({-1, 0}), layout_error);
    try {
        l.offset({3, 0});
        FAIL() << "index 3 of length 3 was accepted";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("Index 3 of dimension 0 is outside its length 3"));
    }
}

TEST(Layout, IsAValueThatComparesByItsDescription) {
    const layout a = layout::parse("packed [3,4]");
    const layout b = a;
    EXPECT_EQ(a, b);
    EXPECT_EQ(a, layout::parse(" packed [ 3 , 4 ] "));
    EXPECT_FALSE(a == layout::parse("naive [3,4] strides [4,1]"));
}

TEST(Layout, SaysWithAHiddenIndexWhetherItIsValid) {
    const layout l =
        layout::parse("packed [2,2] -> {pad(0,1): 0 -> 0; pass: 1 -> 1} -> {merge: 0,1 -> 0}");
    std::vector<long_index_t> hidden(static_cast<std::size_t>(l.hidden_count()));
    EXPECT_TRUE(l.view().hidden_index(index{3}, hidden.data()));
    EXPECT_FALSE(l.view().hidden_index(index{4}, hidden.data()));
}

TEST(Layout, IsEvaluatedFromACopyOfItsBlock) {
    const layout l = layout::parse(std::string(article) + " -> {pass: 0 -> 0; merge: 1,2 -> 1}");
    const auto bytes = l.image();
    std::vector<std::uint64_t> copy(bytes.size() / sizeof(std::uint64_t));
    std::memcpy(copy.data(), bytes.data(), bytes.size());
    const layout_view view(copy.data());
    EXPECT_EQ(view.header().image_bytes, static_cast<long_index_t>(bytes.size()));
    EXPECT_EQ(view.rank(), 2);
    EXPECT_EQ(view.length(1), 8192);
    long_index_t offset = 0;
    EXPECT_TRUE(view.offset(index{1, 386}, offset));
    EXPECT_EQ(offset, 8578);
}

}  // namespace
}  // namespace tileproof
