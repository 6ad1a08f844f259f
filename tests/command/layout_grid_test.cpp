// SPDX-License-Identifier: MIT
#include "command/layout_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace tileproof::command {

using report::grid_picture;
using report::grid_svg;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LayoutGrid, HasARowForEachLeadingIndexAndTheLastDimToTheRight) {
    const grid_picture p = layout_grid(layout::parse("packed [2,2,3]"), {});
    EXPECT_THAT(p.rows, ElementsAre("0,0", "0,1", "1,0", "1,1"));
    EXPECT_THAT(p.columns, ElementsAre("0", "1", "2"));
    ASSERT_EQ(p.cells.size(), 12u);
    EXPECT_EQ(p.cells[7].text, "7");
    EXPECT_EQ(p.cells[7].title, "(1,0,1) has offset 7");
    EXPECT_DOUBLE_EQ(p.cells[11].shade, 1);
}

TEST(LayoutGrid, LeavesPadsEmpty) {
    const grid_picture p = layout_grid(layout::parse("packed [1] -> {pad(1,1): 0 -> 0}"), {});
    ASSERT_EQ(p.cells.size(), 3u);
    EXPECT_LT(p.cells[0].shade, 0);
    EXPECT_EQ(p.cells[1].text, "0");
    EXPECT_EQ(p.cells[2].title, "(2) lies in a pad: it has no element");
}

TEST(LayoutGrid, SaysWhichBankEachElementIsInAndWhatReadingCosts) {
    const grid_picture p = layout_grid(layout::parse("packed [32,32]"), 4);
    EXPECT_EQ(p.cells[33].below, "bank 1");
    EXPECT_THAT(p.description,
                HasSubstr("along a row have no bank conflict, along a column a 32-way"));
    const grid_picture padded = layout_grid(layout::parse("naive [32,32] strides [33,1]"), 4);
    EXPECT_EQ(padded.cells[32].below, "bank 1");
    EXPECT_THAT(padded.description, HasSubstr("along a column no bank conflict"));
}

TEST(LayoutGrid, ShowsACornerOfWhatIsLarge) {
    const grid_picture p = layout_grid(layout::parse("packed [3,100]"), {});
    EXPECT_EQ(p.columns.size(), 64u);
    EXPECT_THAT(p.description, HasSubstr("Only the first 64"));
}

TEST(LayoutGrid, OfAnEmptyLayoutHasNoCells) {
    EXPECT_TRUE(layout_grid(layout::parse("packed [0,3]"), {}).cells.empty());
    EXPECT_TRUE(layout_grid(layout::parse("packed [3,0]"), {}).cells.empty());
    EXPECT_EQ(layout_grid(layout::parse("packed [1] -> {freeze(0): 0 -> ()}"), {}).cells.size(),
              1u);
}

TEST(TileGrid, NamesTheThreadAndTheRegister) {
    // X0 = 2 threads x 2 registers.
    const grid_picture p = tile_grid(parse_tile("tile R=[] H=[[2,2]] P=[[1,0]] Y=[1,1]"));
    ASSERT_EQ(p.cells.size(), 4u);
    EXPECT_EQ(p.cells[3].text, "T1");
    EXPECT_EQ(p.cells[3].below, "r1");
    EXPECT_EQ(p.cells[3].title, "(3) is held by thread 1 in register 1");
}

TEST(BankConflict, CountsTheWordsOfOneBankAndNotTheirReaders) {
    EXPECT_EQ(bank_conflict({0, 4, 8, 12}), 1);
    EXPECT_EQ(bank_conflict({0, 0, 2, 3}), 1);  // one word
    EXPECT_EQ(bank_conflict({0, 128, 256, 4}), 3);
    EXPECT_EQ(bank_conflict({-1, -1}), 1);
}

TEST(GridSvg, DrawsEachCellOnceAndReadsItselfAloud) {
    const std::string svg = grid_svg(layout_grid(layout::parse("packed [2,3]"), {}));
    std::size_t cells = 0;
    for (std::size_t at = svg.find("<g"); at != svg.npos; at = svg.find("<g", at + 1)) ++cells;
    EXPECT_EQ(cells, 6u);
    EXPECT_THAT(svg, HasSubstr("<title>packed [2,3]</title>"));
    EXPECT_THAT(svg, HasSubstr("<desc>The offset of each index of packed [2,3].</desc>"));
}

TEST(GridSvg, RefusesAGridWithoutAllItsCells) {
    EXPECT_THROW(grid_svg({.rows = {"0"}, .columns = {"0"}}), std::invalid_argument);
}

}  // namespace
}  // namespace tileproof::command
