// SPDX-License-Identifier: MIT
#include "extras/prove/proof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::prove {
namespace {

using properties::law_id;

const lemma_book book;

std::string wrong_with(law_id law, const named_layout& l, const std::vector<proof_step>& steps) {
    asked_queries asked;
    return check_proof(book, law, l, steps, asked);
}

proof_search search(law_id law, const std::string& text, const std::string& given = "") {
    return search_proof(book, law, named_layout(text, given));
}

TEST(Proof, HasAStepForEachTransform) {
    const named_layout l("packed [M,N] -> {merge: 0,1 -> 0}", "M,N");
    const proof_search found = search_proof(book, law_id::L3, l);
    ASSERT_TRUE(found.found) << found.missing;
    EXPECT_EQ(found.steps.size(), 4u);
    EXPECT_EQ(wrong_with(law_id::L3, l, found.steps), "");
    EXPECT_EQ(
        say_step(book, l, found.steps[0]),
        "L1 base, unmerge(M,N): i*b + j < a*b for i < a, j < b; the product of its lengths is "
        "the length below\n     0 <= M, by signs\n     0 <= N, by signs\n     M*N = M*N, by "
        "identity\n");
}

TEST(Proof, NamesTheStepThatCouldNotBeDone) {
    EXPECT_EQ(search(law_id::L3, "naive [M,N] strides [S,1]").missing,
              "base, embed([M,N],[S,1]): L3 injective needs N - 1 < S: it does not hold for all "
              "values");
}

TEST(Proof, IsNoProofWithAStepLess) {
    const named_layout l("naive [M,N] strides [S,1] -> {pass: 0 -> 0; right_pad(2): 1 -> 1}",
                         "M,N,S>=N");
    for (const law_id law : {law_id::L1, law_id::L3, law_id::L4, law_id::L5}) {
        const proof_search found = search_proof(book, law, l);
        ASSERT_TRUE(found.found);
        for (std::size_t i = 0; i < found.steps.size(); ++i) {
            auto steps = found.steps;
            steps.erase(steps.begin() + static_cast<long>(i));
            EXPECT_THAT(wrong_with(law, l, steps), testing::HasSubstr("no step is about"));
        }
    }
}

// The check takes nothing that steps say of their conditions for granted.
TEST(Proof, IsCheckedForAnotherLayout) {
    const named_layout right("naive [M,N] strides [S,1]", "M,N,S>=N");
    const named_layout wrong("naive [M,N] strides [S,1]", "M,N,S>=N-1");
    const proof_search found = search_proof(book, law_id::L3, right);
    ASSERT_TRUE(found.found);
    EXPECT_THAT(wrong_with(law_id::L3, wrong, found.steps),
                testing::StartsWith("N - 1 < S of embed([M,N],[S,1])"));
    auto steps = found.steps;
    steps.back().order = {1};  // one dim left out
    EXPECT_THAT(wrong_with(law_id::L3, right, steps), testing::HasSubstr("order"));
}

TEST(Proof, FindsTheOrderOfStrides) {
    EXPECT_TRUE(search(law_id::L3, "naive [M,N] strides [1,S]", "M,N,S>=M").found);
    EXPECT_TRUE(search(law_id::L3, "naive [B,M,N] strides [S,T,1]", "B,M,N,S>=N,T>=B*S").found);
    EXPECT_TRUE(search(law_id::L3, "naive [B,M,N] strides [T,S,1]", "B,M,N,S>=N,T>=M*S").found);
    EXPECT_FALSE(search(law_id::L3, "naive [B,M,N] strides [T,S,1]", "B,M,N,S>=N,T>=M").found);
}

// A transform that repeats what another one above it hides.
TEST(Proof, TakesAPartOfALayoutAsOneSum) {
    const std::string hidden =
        "packed [N] -> {insert(R): () -> 0; pass: 0 -> 1} -> {freeze(0): 0 -> (); pass: 1 -> 0}";
    const named_layout l(hidden, "N,R");
    const proof_search found = search_proof(book, law_id::L3, l);
    ASSERT_TRUE(found.found) << found.missing;
    EXPECT_EQ(wrong_with(law_id::L3, l, found.steps), "");
    EXPECT_EQ(flat_until(l, 2)->text, "the sum (1)*d0");
    EXPECT_FALSE(search(law_id::L4, hidden).found);  // the library's inverse goes by transforms
    EXPECT_FALSE(search(law_id::L3, "packed [N] -> {insert(R): () -> 0; pass: 0 -> 1}").found);
}

TEST(Proof, KnowsVectorsForAllSizes) {
    const auto width = [](const std::string& text, const std::string& given, std::size_t dim) {
        const named_layout l(text, given);
        const vectors v = vectors_of(book, l)[dim];
        long_index_t sure = 0;
        for (const polynomial& p : v.divides) sure = std::gcd(sure, l.given().divisor_of(p));
        return sure;
    };
    EXPECT_EQ(width("packed [M,8*K]", "", 1), 8);
    EXPECT_EQ(width("naive [M,8*K] strides [4*S,1]", "M,K,S>=2*K", 1), 4);
    EXPECT_EQ(width("naive [M,N] strides [S,1]", "M,N,S>=N", 1), 1);
    EXPECT_EQ(width("packed [M,2^k]", "M,k>=4", 1), 16);
    EXPECT_EQ(width("packed [M,8*K] -> {pass: 0 -> 0; left_pad(4): 1 -> 1}", "", 1), 4);
    EXPECT_EQ(width("packed [M,8*K] -> {xor: 1,0 -> 1,0}", "M,K", 1), 1);
    EXPECT_EQ(width("packed [M,8*K] -> {merge: 0,1 -> 0}", "", 0), 8);
}

TEST(Proof, NamesTheLimitsOfIndices) {
    const named_layout l("naive [M,N] strides [S,1]", "M,N,S>=N");
    std::vector<std::string> narrow;
    for (const polynomial& p : limits_of(l, false)) narrow.push_back(p.text());
    EXPECT_THAT(narrow, testing::ElementsAre("N + M*S - S", "S"));
    EXPECT_EQ(limits_of(named_layout("packed [3,4]", ""), false).size(), 0u);
    EXPECT_EQ(limits_of(named_layout("packed [65536,65536]", ""), false)[0].text(), "4294967296");
}

}  // namespace
}  // namespace tileproof::prove
