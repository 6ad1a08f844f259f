// SPDX-License-Identifier: MIT
#include "system/text_layout.hpp"

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

}  // namespace
}  // namespace tileproof::system
