// SPDX-License-Identifier: MIT
#include "system/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tileproof::system {
namespace {

TEST(DigestOfFileText, IsAnotherOneForEachEditAndEachEnd) {
    const std::string text(45, 'a');
    std::set<std::uint64_t> all{digest_of_file_text(text)};
    std::size_t count = 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char other : {'\0', 'b', '\xe1'}) {
            std::string edited = text;
            edited[at] = other;
            all.insert(digest_of_file_text(edited));
            ++count;
        }
        all.insert(digest_of_file_text(text.substr(0, at)));
        all.insert(digest_of_file_text(text.substr(0, at) + std::string(45 - at, '\0')));
        count += 1 + (at + 1 < text.size());  // the last one was an edit
    }
    EXPECT_EQ(all.size(), count);
    std::string swapped = "one word" + std::string("two word");
    const std::uint64_t first = digest_of_file_text(swapped);
    swapped = "two word" + std::string("one word");
    EXPECT_NE(digest_of_file_text(swapped), first);
}

}  // namespace
}  // namespace tileproof::system
