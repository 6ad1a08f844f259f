// SPDX-License-Identifier: MIT
// The text of encodings: canonical form, other spellings, and errors that say where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/tile/tile_table.hpp>

using namespace tileproof;

namespace {

std::string error_of(const std::string& text) {
    try {
        parse_tile(text);
    } catch (const layout_error& e) {
        return e.what();
    }
    return "no error";
}

TEST(TileText, PrintsBackWhatItParsed) {
    for (const char* text : {
             "tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]",
             "tile R=[] H=[] P=[] Y=[]",
             "tile R=[2,3] H=[[16],[]] P=[[0,1;0,0],[0,1]] Y=[]",
             "tile R=[] H=[[9223372036854775807]] P=[[]] Y=[1,0]",
         })
        EXPECT_EQ(print_tile(parse_tile(text)), text);
}

TEST(TileText, TakesSpacesAnywhereAndOneDimWithASemicolon) {
    EXPECT_EQ(print_tile(parse_tile(" tile R = [ 1 ]H=[[ 4, 2 ]]  P=[ [1;0] ] Y=[1;1] ")),
              "tile R=[1] H=[[4,2]] P=[[1,0]] Y=[1,1]");
}

TEST(TileText, SaysWhereAndWhatWasExpected) {
    EXPECT_EQ(
        error_of("tale"),
        "The text of a tile is wrong at position 0: expected 'tile' (the parts are tile R= H= P= "
        "Y=, in this order), found 'tale'.");
    EXPECT_EQ(
        error_of("tile R=[1"),
        "The text of a tile is wrong at position 9: expected ',' or ']' in a list of R, found the "
        "end of the text.");
    EXPECT_THAT(error_of("tile R=[] H=[[x]]"),
                testing::HasSubstr("position 14: expected an integer"));
    EXPECT_THAT(error_of("tile R=[] H=[[2]] P=[] Y=[1,2,3]"), testing::HasSubstr("need a ';'"));
    EXPECT_THAT(error_of("tile R=[] H=[[2]] P=[] Y=[1,2;3]"),
                testing::HasSubstr("2 majors and 1 minors"));
    EXPECT_THAT(error_of("tile R=[] H=[[2]] P=[] Y=[1,0] Z"),
                testing::HasSubstr("goes on after Y"));
    EXPECT_THAT(error_of("tile R=[] H=[[2]] P=[] Y=[4294967297,0]"),
                testing::HasSubstr("does not fit in 32 bits"));
    EXPECT_THAT(error_of("tile R=[9223372036854775808]"), testing::HasSubstr("at most 2^63 - 1"));
}

TEST(TileText, RefusesListsBeyondItsBounds) {
    const auto repeat = [](const std::string& part, int times) {
        std::string text = part;
        for (int i = 1; i < times; ++i) text += "," + part;
        return text;
    };
    EXPECT_THAT(error_of("tile R=[" + repeat("1", 9) + "]"),
                testing::HasSubstr("more than 8 integers"));
    EXPECT_EQ(error_of("tile R=[" + repeat("1", 8) + "] H=[] P=[] Y=[]"), "no error");
    EXPECT_THAT(error_of("tile R=[] H=[" + repeat("[1]", 9) + "]"),
                testing::HasSubstr("more than 8 lists"));
    EXPECT_THAT(error_of("tile R=[] H=[[" + repeat("1", 13) + "]]"),
                testing::HasSubstr("more than 12 integers"));
    EXPECT_THAT(error_of("tile R=[] H=[] P=[" + repeat("[]", 5) + "]"),
                testing::HasSubstr("more than 4 lists"));
    EXPECT_THAT(error_of("tile R=[] H=[] P=[] Y=[" + repeat("1", 25) + ";"),
                testing::HasSubstr("more than 24 integers"));
}

TEST(TileTable, ShowsWhoHoldsEachElement) {
    EXPECT_EQ(tile_table(parse_tile("tile R=[] H=[[2],[2,2]] P=[[1,2;0,0]] Y=[2,1]")),
              "tile R=[] H=[[2],[2,2]] P=[[1,2;0,0]] Y=[2,1]\n"
              "X: 2 x 4 elements; P: 4 (lane); Y: 2 = 2 registers; each element is held once.\n"
              "Rows are X0, columns X1; a cell is lane:register.\n"
              "        0   1   2   3\n"
              "  0 | 0:0 0:1 1:0 1:1\n"
              "  1 | 2:0 2:1 3:0 3:1\n");
}

TEST(TileTable, JoinsReplicasAndNamesSlicesAndWarps) {
    EXPECT_EQ(
        tile_table(parse_tile("tile R=[2] H=[[2],[1],[2]] P=[[1,0],[0,0]] Y=[2,3;0,0]")),
        "tile R=[2] H=[[2],[1],[2]] P=[[1,0],[0,0]] Y=[2,3;0,0]\n"
        "X: 2 x 1 x 2 elements; P: 2 x 2 (warp, lane); Y: 1 x 2 = 2 registers; each element is "
        "held 2 times.\n"
        "Rows are X1, columns X2; a cell is warp/lane:register, holders joined by '+'.\n"
        "At X0 = 0:\n"
        "                0           1\n"
        "  0 | 0/0:0+0/1:0 0/0:1+0/1:1\n"
        "At X0 = 1:\n"
        "                0           1\n"
        "  0 | 1/0:0+1/1:0 1/0:1+1/1:1\n");
}

TEST(TileTable, CutsLargeTilesInTheMiddleAndCostsNoMoreThanItShows) {
    const auto e = parse_tile("tile R=[8] H=[[1000000000],[1000]] P=[[0,1;0,0]] Y=[2,0]");
    EXPECT_EQ(tile_table(e, {.rows = 4, .columns = 2, .slices = 1}),
              "tile R=[8] H=[[1000000000],[1000]] P=[[0,1;0,0]] Y=[2,0]\n"
              "X: 1000000000 x 1000 elements; P: 8000000000 (lane); Y: 1000 = 1000 registers; each "
              "element is held 8 times.\n"
              "Rows are X0, columns X1; a cell is lane:register, holders joined by '+'.\n"
              "                              0                ..               999\n"
              "          0 |           0:0(x8)                ..         0:999(x8)\n"
              "          1 |           1:0(x8)                ..         1:999(x8)\n"
              "          2 |           2:0(x8)                ..         2:999(x8)\n"
              "         .. |                ..                ..                ..\n"
              "  999999999 |   999999999:0(x8)                .. 999999999:999(x8)\n");
}

TEST(TileTable, RefusesAnEncodingThatIsNotWellMade) {
    EXPECT_THROW(tile_table(parse_tile("tile R=[] H=[[2,2]] P=[[1,0]] Y=[]")), layout_error);
}

}  // namespace
