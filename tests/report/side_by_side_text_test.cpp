// SPDX-License-Identifier: MIT
#include "report/bug_text.hpp"

#include <gtest/gtest.h>

namespace tileproof::report {
namespace {

const fuzz::side_by_side square{
    2, {"(0,0)", "(1,0)", "(0,1)", "(1,1)"}, {"(0,0)", "-", "(0,1)", "(0,1)"}};

TEST(SideBySide, MarksTheWrongCellsAndSaysWhatLiesThere) {
    EXPECT_EQ(text_of(square, {}),
              "must be          is (* wrong, - not written)\n"
              " (0,0)  (1,0)     (0,0) *-\n"
              " (0,1)  (1,1)     (0,1) *(0,1)\n");
}

TEST(SideBySide, IsALineForOneRowOrColumn) {
    const fuzz::side_by_side column{1, {"(0,0)", "(0,1)"}, {"(0,0)", "?"}};
    EXPECT_EQ(text_of(column, {}), "must be (0,0) (0,1); is (0,0) ? (? no element's value)\n");
}

TEST(SideBySide, IsLeftOutWhereThereIsNoRoom) {
    EXPECT_EQ(text_of(square, {1, 8}), "");
    EXPECT_EQ(text_of(square, {4, 1}), "");
    EXPECT_EQ(text_of({}, {}), "");
    const fuzz::side_by_side wide{2, std::vector<std::string>(4, std::string(30, 'x')),
                                  std::vector<std::string>(4, "-")};
    EXPECT_EQ(text_of(wide, {}), "");
}

}  // namespace
}  // namespace tileproof::report
