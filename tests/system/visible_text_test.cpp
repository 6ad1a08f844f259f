// SPDX-License-Identifier: MIT
#include "system/visible_text.hpp"

#include <gtest/gtest.h>

namespace tileproof::system {
namespace {

TEST(VisibleText, ShowsWhatWouldMoveTheCursor) {
    EXPECT_EQ(visible("a\x1b[2Jb"), "a\\x1b[2Jb");
    EXPECT_EQ(visible("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
    EXPECT_EQ(visible("back\b\r\x7f"), "back\\x08\\x0d\\x7f");
    EXPECT_EQ(visible("\xc2\x9b"
                      "2J"),
              "\\x9b2J");  // U+009B: the same in one character
}

TEST(VisibleText, LeavesLinesAndLettersOfAllLanguages) {
    EXPECT_EQ(visible("a\tb\nc \xc3\xa9 \xe6\x97\xa5"), "a\tb\nc \xc3\xa9 \xe6\x97\xa5");
}

TEST(VisibleText, KeepsColoursWhereTheyAreOursAndNothingThatHides) {
    EXPECT_EQ(visible("\x1b[1;31mred\x1b[0m", true), "\x1b[1;31mred\x1b[0m");
    EXPECT_EQ(visible("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    EXPECT_EQ(visible("\x1b[8mhidden", true), "\\x1b[8mhidden");
    EXPECT_EQ(visible("\x1b[2J", true), "\\x1b[2J");
    EXPECT_EQ(visible("\x1b[", true), "\\x1b[");
}

TEST(VisibleText, IsCutByLinesAndSaysHowMuchIsMissing) {
    EXPECT_EQ(cut("short", 10), "short");
    EXPECT_EQ(cut("one\ntwo\nthree\nfour\n", 9), "one\ntwo\n... and 2 more lines\n");
    EXPECT_EQ(cut(std::string(100, 'x'), 10), "xxxxxxxxxx... and 90 more characters");
}

}  // namespace
}  // namespace tileproof::system
