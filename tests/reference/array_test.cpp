// SPDX-License-Identifier: MIT
#include "reference/array.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::reference {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

array counted(std::vector<index> lengths) {
    std::vector<index> cells(static_cast<std::size_t>(cell_count(lengths)));
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<index>(i);
    array result(cells);
    result.reshape(std::move(lengths));
    return result;
}

TEST(ReferenceArray, BringsTheLastDimToTheFrontAsATransposition) {
    array a = counted({2, 3});
    a.bring_to_front(1);
    EXPECT_THAT(a.lengths(), ElementsAre(3, 2));
    EXPECT_THAT(a.cells(), ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(ReferenceArray, BringsAMiddleDimToTheFrontAndKeepsTheOrderOfTheOthers) {
    array a = counted({2, 3, 2});  // cell (i,j,k) is 6i + 2j + k
    a.bring_to_front(1);
    EXPECT_THAT(a.lengths(), ElementsAre(3, 2, 2));
    EXPECT_THAT(a.cells(), ElementsAre(0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11));
}

TEST(ReferenceArray, LeavesTheFirstDimWhereItIs) {
    array a = counted({2, 3});
    a.bring_to_front(0);
    EXPECT_THAT(a.cells(), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ReferenceArray, CopiesABlockOfRows) {
    array a = counted({3, 2});
    a.copy_rows(1, 3);
    EXPECT_THAT(a.lengths(), ElementsAre(2, 2));
    EXPECT_THAT(a.cells(), ElementsAre(2, 3, 4, 5));
}

TEST(ReferenceArray, PicksRowsInAnyOrderAndAsOftenAsAsked) {
    array a = counted({3, 2});
    a.pick_rows({2, 0, 2});
    EXPECT_THAT(a.cells(), ElementsAre(4, 5, 0, 1, 4, 5));
}

TEST(ReferenceArray, SurroundsRowsWithRowsOfNoElement) {
    array a = counted({1, 2});
    a.surround_rows(1, 2);
    EXPECT_THAT(a.lengths(), ElementsAre(4, 2));
    EXPECT_THAT(a.cells(), ElementsAre(-1, -1, 0, 1, -1, -1, -1, -1));
}

TEST(ReferenceArray, RepeatsRowsAndCutsTheLastRound) {
    array a = counted({3});
    a.repeat_rows(7);
    EXPECT_THAT(a.cells(), ElementsAre(0, 1, 2, 0, 1, 2, 0));
    a.repeat_rows(2);
    EXPECT_THAT(a.cells(), ElementsAre(0, 1));
}

// The rows of every other block of two change places.
index swizzled(index i, index j) { return j ^ (i % 2); }

TEST(ReferenceArray, PicksInEachBlockOfRowsByItsIndex) {
    array a = counted({3, 2});
    a.pick_in_rows(swizzled);  // row 1 is exchanged, row 2 counts as 2 mod 2 = 0
    EXPECT_THAT(a.cells(), ElementsAre(0, 1, 3, 2, 4, 5));
    array b = counted({4, 4});
    b.pick_in_rows([](index i, index j) { return j ^ i; });
    EXPECT_THAT(b.cells(), ElementsAre(0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 13, 12));
}

TEST(ReferenceArray, PicksWholeRowsOfFurtherDims) {
    array a = counted({2, 2, 2});
    a.pick_in_rows(swizzled);
    EXPECT_THAT(a.cells(), ElementsAre(0, 1, 2, 3, 6, 7, 4, 5));
}

TEST(ReferenceArray, CountsTheCellsOfLengthsWithAZeroAsNone) {
    EXPECT_EQ(cell_count({2, 3, 4}), 24);
    EXPECT_EQ(cell_count({index{1} << 60, index{1} << 60, 0}), 0);
    EXPECT_EQ(cell_count(std::vector<index>{}), 1);
}

TEST(ReferenceArray, CountsThroughNothingWhenThereIsNoCellHoweverLongADimIs) {
    constexpr index far = index{1} << 60;  // years, one by one
    const auto none = [] {
        array a{std::vector<index>{}};
        a.reshape({far, 0});
        return a;
    };
    array a = none();
    a.bring_to_front(1);
    EXPECT_THAT(a.lengths(), ElementsAre(0, far));
    a.bring_to_front(1);
    EXPECT_THAT(a.lengths(), ElementsAre(far, 0));
    a.copy_rows(5, far);
    EXPECT_THAT(a.lengths(), ElementsAre(far - 5, 0));
    a = none();
    a.repeat_rows(far + 1);
    EXPECT_THAT(a.lengths(), ElementsAre(far + 1, 0));
    a = none();
    a.pick_in_rows(swizzled);
    EXPECT_THAT(a.lengths(), ElementsAre(far, 0));
    a.reshape({4, 0, far});
    a.surround_rows(1, 2);
    EXPECT_THAT(a.lengths(), ElementsAre(7, 0, far));
    a.pick_rows({0, 6});
    EXPECT_THAT(a.lengths(), ElementsAre(2, 0, far));
    EXPECT_THAT(a.cells(), ElementsAre());
}

TEST(ReferenceArray, RefusesMoreCellsThanItsLimitWithASentence) {
    EXPECT_EQ(cell_count({2048, 2048}), largest_array);
    try {
        cell_count({2048, 2049});
        FAIL() << "2048 x 2049 cells were accepted";
    } catch (const too_large& refusal) {
        EXPECT_THAT(refusal.message, HasSubstr("2048 x 2049"));
    }
    array a = counted({2, 3});
    EXPECT_THROW(a.surround_rows(index{1} << 62, index{1} << 62), too_large);
    EXPECT_THROW(a.repeat_rows(index{1} << 62), too_large);
}

}  // namespace
}  // namespace tileproof::reference
