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

TEST(Sha256, IsThatOfTheStandardsExamplesAndOfEachLengthOfTheLastBlock) {
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256(std::string(55, 'a')),
              "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    EXPECT_EQ(sha256(std::string(64, 'a')),
              "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

}  // namespace
}  // namespace tileproof::system
