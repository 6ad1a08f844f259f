// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/mutated_bytes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tileproof::fuzz {
namespace {

const std::vector<std::string> corpus = {"packed [2,3]", "naive [4] strides [7]", ""};

TEST(MutatedBytes, AreTheSameForTheSameSeedAndMostlyOthersForAnother) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const std::string bytes = mutated(corpus, seed);
        EXPECT_EQ(bytes, mutated(corpus, seed));
        seen.insert(bytes);
    }
    EXPECT_GE(seen.size(), 1000u);
}

TEST(MutatedBytes, KeepMuchOfAnInputAndTakePiecesOfTheOthers) {
    int kept = 0, of_both = 0, shorter = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const std::string bytes = mutated(corpus, seed);
        const bool first = bytes.find("packed") != bytes.npos;
        const bool second = bytes.find("strid") != bytes.npos;
        kept += first || second;
        of_both += first && second;
        shorter += first && bytes.size() < corpus[0].size();
        ASSERT_LE(bytes.size(), 21u + 4096u);
    }
    EXPECT_GE(kept, 600);
    EXPECT_GE(of_both, 20);
    EXPECT_GE(shorter, 50);
}

}  // namespace
}  // namespace tileproof::fuzz
