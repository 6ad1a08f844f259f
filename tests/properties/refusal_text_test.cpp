// SPDX-License-Identifier: MIT
#include "properties/refusal_text.hpp"

#include <gtest/gtest.h>

namespace tileproof::properties {
namespace {

TEST(RefusalText, IsASentenceWithSeveralWordsAndAFullStop) {
    EXPECT_TRUE(is_sentence("The rows overlap."));
    for (const char* text : {"", "No.", "Overlapping.", "The rows overlap", "The rows overlap. "})
        EXPECT_FALSE(is_sentence(text)) << text;
}

TEST(RefusalText, LacksNothingWhenItNamesValuesAndTheWord) {
    EXPECT_EQ(lacking("A slice ends at 5, beyond the length 4.", "slice"), "");
    EXPECT_EQ(lacking("A slice ends at 5, beyond the length 4."), "");
    EXPECT_EQ(lacking("A slice ends at 5, beyond the length 4.", "merge"),
              "a sentence that names \"merge\"");
    EXPECT_NE(lacking("A slice ends beyond the length."), "");
}

TEST(RefusalText, PrintsBytesThatAreNotTextAsNumbersAndCutsLongOnes) {
    EXPECT_EQ(readable(std::string("a\0\xff\x7f z", 6)), "a\\x00\\xff\\x7f z");
    EXPECT_LT(readable(std::string(100'000, 'x')).size(), 410u);
}

}  // namespace
}  // namespace tileproof::properties
