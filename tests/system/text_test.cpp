// SPDX-License-Identifier: MIT
#include "system/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tileproof::system {
namespace {

TEST(TextLayout, BreaksAtSpacesAndKeepsTheMargin) {
    EXPECT_EQ(wrapped("one two three", "- ", 9), "- one two\n  three\n");
    EXPECT_EQ(wrapped("one", "- "), "- one\n");
    EXPECT_EQ(wrapped("", "- "), "- \n");
}

TEST(TextLayout, LeavesAWordWholeThatIsLongerThanTheLine) {
    EXPECT_EQ(wrapped("a 1234567890 b", "", 5), "a\n1234567890\nb\n");
}

TEST(TextLayout, TakesLinesAndRunsOfSpacesAsOneSpace) {
    EXPECT_EQ(wrapped("a\n\nb   c", ""), "a b c\n");
}

TEST(TextLayout, SeparatesThousands) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(-1234567), "-1,234,567");
    EXPECT_EQ(with_separators(std::numeric_limits<std::int64_t>::min()),
              "-9,223,372,036,854,775,808");
}

TEST(TextLayout, ShortensToExactlyTheWidth) {
    EXPECT_EQ(shortened("12345", 5), "12345");
    EXPECT_EQ(shortened("123456", 5), "12...");
}

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
