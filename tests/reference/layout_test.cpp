// SPDX-License-Identifier: MIT
// Every expected list here was worked out by hand.
#include "reference/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace tileproof::reference {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr index P = no_element;

physical_layout packed(std::vector<index> lengths, std::vector<std::vector<step>> stages = {}) {
    return {{arrangement::packed, std::move(lengths), {}, 0, 1}, std::move(stages)};
}

physical_layout strided(std::vector<index> lengths, std::vector<index> strides, index offset = 0) {
    return {{arrangement::strided, std::move(lengths), std::move(strides), offset, 1}, {}};
}

std::vector<index> places_of(const physical_layout& layout) { return show(layout).places; }

// The places of a packed vector of `length` cells after one step.
std::vector<index> after(index length, step item) {
    return places_of(packed({length}, {{std::move(item)}}));
}

TEST(ReferenceLayout, CountsAPackedArray) {
    const shown_elements shown = show(packed({2, 3}));
    EXPECT_THAT(shown.lengths, ElementsAre(2, 3));
    EXPECT_THAT(shown.places, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ReferenceLayout, KnowsHowMuchMemoryItNeeds) {
    const auto sizes = [](const physical_layout& layout) {
        const memory_size size = size_of(layout.memory);
        return std::vector<index>{size.space, size.padded};
    };
    EXPECT_THAT(sizes(packed({2, 3})), ElementsAre(6, 6));
    EXPECT_THAT(sizes(packed({2, 0})), ElementsAre(0, 0));
    EXPECT_THAT(sizes(strided({3, 4}, {8, 1})), ElementsAre(20, 24));
    EXPECT_THAT(sizes(strided({3, 4}, {1, 8}, 5)), ElementsAre(32, 37));
    EXPECT_THAT(sizes({{arrangement::aligned, {4, 5}, {}, 0, 8}, {}}), ElementsAre(29, 32));
    EXPECT_THAT(sizes({{arrangement::aligned, {5}, {}, 0, 8}, {}}), ElementsAre(5, 8));
}

TEST(ReferenceLayout, WalksStridesFromTheOffset) {
    EXPECT_THAT(places_of(strided({2, 3}, {8, 1}, 5)), ElementsAre(5, 6, 7, 13, 14, 15));
    EXPECT_THAT(places_of(strided({2, 2}, {1, 2})), ElementsAre(0, 2, 1, 3));
    EXPECT_THAT(places_of(strided({2, 2}, {0, 1})), ElementsAre(0, 1, 0, 1));
}

TEST(ReferenceLayout, ModelsMemoryThatNoMachineHas) {
    const index far = index{1} << 61;
    EXPECT_THAT(places_of(strided({2, 2}, {far, 1}, 7)), ElementsAre(7, 8, far + 7, far + 8));
}

TEST(ReferenceLayout, BeginsAlignedRowsAtMultiplesOfTheAlignment) {
    EXPECT_THAT(places_of({{arrangement::aligned, {2, 3}, {}, 0, 4}, {}}),
                ElementsAre(0, 1, 2, 4, 5, 6));
    EXPECT_THAT(places_of({{arrangement::aligned, {2, 2, 3}, {}, 0, 2}, {}}),
                ElementsAre(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14));
    EXPECT_THAT(places_of({{arrangement::aligned, {2, 4}, {}, 0, 4}, {}}),
                ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(places_of({{arrangement::aligned, {2, 2}, {}, 0, index{1} << 40}, {}}),
                ElementsAre(0, 1, index{1} << 40, (index{1} << 40) + 1));
    EXPECT_THAT(places_of({{arrangement::aligned, {2, 0}, {}, 0, 4}, {}}), IsEmpty());
}

TEST(ReferenceLayout, PassesADimOn) {
    EXPECT_THAT(after(3, {"pass", {}, {}, {0}, {0}}), ElementsAre(0, 1, 2));
}

TEST(ReferenceLayout, SurroundsADimWithCellsThatHaveNoElement) {
    EXPECT_THAT(after(2, {"pad", {1, 2}, {}, {0}, {0}}), ElementsAre(P, 0, 1, P, P));
    EXPECT_THAT(after(0, {"pad", {1, 1}, {}, {0}, {0}}), ElementsAre(P, P));
}

TEST(ReferenceLayout, SpreadsADimOverStrides) {
    // Windows of 3 that begin 2 apart.
    EXPECT_THAT(after(6, {"embed", {2, 3}, {2, 1}, {0}, {0, 1}}), ElementsAre(0, 1, 2, 2, 3, 4));
    EXPECT_THAT(after(6, {"embed", {0, 3}, {9, 1}, {0}, {0, 1}}), IsEmpty());
}

TEST(ReferenceLayout, JoinsDimsWithTheLastFastest) {
    const shown_elements shown = show(packed({2, 3}, {{{"merge", {}, {}, {0, 1}, {0}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(6));
    EXPECT_THAT(shown.places, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ReferenceLayout, JoinsDimsInTheOrderInWhichTheyAreListed) {
    EXPECT_THAT(places_of(packed({2, 3}, {{{"merge", {}, {}, {1, 0}, {0}}}})),
                ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(ReferenceLayout, JoinsDimsThatAreNotNeighbours) {
    // Cell (i,j,k) holds 6i + 3j + k; j comes first, i and k become one dim.
    const shown_elements shown =
        show(packed({2, 2, 3}, {{{"merge", {}, {}, {0, 2}, {1}}, {"pass", {}, {}, {1}, {0}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(2, 6));
    EXPECT_THAT(shown.places, ElementsAre(0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11));
}

TEST(ReferenceLayout, SplitsADimWithTheLastFastest) {
    const shown_elements shown = show(packed({6}, {{{"unmerge", {2, 3}, {}, {0}, {0, 1}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(2, 3));
    EXPECT_THAT(shown.places, ElementsAre(0, 1, 2, 3, 4, 5));
    // The same two dims shown the other way round.
    EXPECT_THAT(places_of(packed({6}, {{{"unmerge", {2, 3}, {}, {0}, {1, 0}}}})),
                ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(ReferenceLayout, SelectsOneIndexAndDropsTheDim) {
    const shown_elements shown =
        show(packed({2, 3}, {{{"freeze", {1}, {}, {1}, {}}, {"pass", {}, {}, {0}, {0}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(2));
    EXPECT_THAT(shown.places, ElementsAre(1, 4));
}

TEST(ReferenceLayout, KeepsOneCellWhenEveryDimIsSelectedAway) {
    const shown_elements shown = show(packed({3}, {{{"freeze", {2}, {}, {0}, {}}}}));
    EXPECT_THAT(shown.lengths, IsEmpty());
    EXPECT_THAT(shown.places, ElementsAre(2));
}

TEST(ReferenceLayout, CopiesAlongNewDims) {
    const shown_elements shown =
        show(packed({2}, {{{"pass", {}, {}, {0}, {1}}, {"insert", {3}, {}, {}, {0}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(3, 2));
    EXPECT_THAT(shown.places, ElementsAre(0, 1, 0, 1, 0, 1));
    EXPECT_THAT(places_of(packed(
                    {2}, {{{"pass", {}, {}, {0}, {0}}, {"replicate", {1, 2}, {}, {}, {1, 2}}}})),
                ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(
        places_of(packed({2}, {{{"pass", {}, {}, {0}, {0}}, {"insert", {0}, {}, {}, {1}}}})),
        IsEmpty());
}

TEST(ReferenceLayout, ShowsABlock) {
    EXPECT_THAT(after(5, {"slice", {1, 4}, {}, {0}, {0}}), ElementsAre(1, 2, 3));
    EXPECT_THAT(after(5, {"slice", {5, 5}, {}, {0}, {0}}), IsEmpty());
}

TEST(ReferenceLayout, WrapsAroundTheFirstIndices) {
    EXPECT_THAT(after(5, {"modulo", {3, 7}, {}, {0}, {0}}), ElementsAre(0, 1, 2, 0, 1, 2, 0));
    EXPECT_THAT(after(5, {"modulo", {3, 0}, {}, {0}, {0}}), IsEmpty());
}

TEST(ReferenceLayout, SwizzlesTheSecondListedDimByTheFirst) {
    EXPECT_THAT(places_of(packed({2, 2}, {{{"xor", {}, {}, {0, 1}, {0, 1}}}})),
                ElementsAre(0, 1, 3, 2));
    // Dim 1 rules dim 0: cell (i, j) of the result is cell (i xor j, j) of the array.
    EXPECT_THAT(places_of(packed({2, 3}, {{{"xor", {}, {}, {1, 0}, {1, 0}}}})),
                ElementsAre(0, 4, 2, 3, 1, 5));
}

TEST(ReferenceLayout, DropsTheFront) {
    EXPECT_THAT(after(5, {"offset", {2}, {}, {0}, {0}}), ElementsAre(2, 3, 4));
    EXPECT_THAT(after(5, {"offset", {5}, {}, {0}, {0}}), IsEmpty());
}

TEST(ReferenceLayout, PicksIndices) {
    EXPECT_THAT(after(4, {"gather", {3, 0, 3}, {}, {0}, {0}}), ElementsAre(3, 0, 3));
}

TEST(ReferenceLayout, PutsDimsInTheOrderOfTheUpperIds) {
    const shown_elements shown =
        show(packed({2, 3}, {{{"pass", {}, {}, {0}, {1}}, {"pass", {}, {}, {1}, {0}}}}));
    EXPECT_THAT(shown.lengths, ElementsAre(3, 2));
    EXPECT_THAT(shown.places, ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(ReferenceLayout, AppliesStageAfterStage) {
    // 0 1 | 2 3, padded by a row of no element, then read as one vector without its first cell.
    EXPECT_THAT(
        places_of(packed({2, 2}, {{{"pad", {0, 1}, {}, {0}, {0}}, {"pass", {}, {}, {1}, {1}}},
                                  {{"merge", {}, {}, {0, 1}, {0}}},
                                  {{"offset", {1}, {}, {0}, {0}}}})),
        ElementsAre(1, 2, 3, P, P));
}

TEST(ReferenceLayout, ShowsTheSplitOfAMatrixOfTheTensorDescriptorArticle) {
    // 256 x 128, the rows split in 4 x 64: index (1,3,2) is row 67, column 2, place 67 * 128 + 2.
    physical_layout layout = strided({256, 128}, {128, 1});
    layout.stages = {{{"unmerge", {4, 64}, {}, {0}, {0, 1}}, {"pass", {}, {}, {1}, {2}}}};
    const shown_elements shown = show(layout);
    EXPECT_THAT(shown.lengths, ElementsAre(4, 64, 128));
    EXPECT_EQ(shown.places[(1 * 64 + 3) * 128 + 2], 8578);
}

TEST(ReferenceLayout, RefusesLayoutsTooLargeToDoPhysically) {
    EXPECT_THROW(show(packed({65537, 65537})), too_large);
    EXPECT_THROW(show(packed({3}, {{{"pad", {0, largest_array}, {}, {0}, {0}}}})), too_large);
    EXPECT_THROW(show(strided({index{1} << 40, index{1} << 40}, {0, 0})), too_large);
}

TEST(ReferenceLayout, PadsOneSide) {
    EXPECT_THAT(after(2, {"left_pad", {1}, {}, {0}, {0}}), ElementsAre(P, 0, 1));
    EXPECT_THAT(after(2, {"right_pad", {1}, {}, {0}, {0}}), ElementsAre(0, 1, P));
}

TEST(ReferenceLayout, KnowsNoOtherWords) {
    EXPECT_THROW(after(2, {"turn", {}, {}, {0}, {0}}), std::invalid_argument);
}

}  // namespace
}  // namespace tileproof::reference
