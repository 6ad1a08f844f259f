// SPDX-License-Identifier: MIT
#include "extras/prove/lemma_proofs.hpp"
#include "extras/prove/solver.hpp"

#include <gtest/gtest.h>

#include <tileproof/magic_division.hpp>

namespace tileproof::prove {
namespace {

using properties::law_id;

solver_answer::kind answer(const std::string& query) { return solve(query, {}, 400).what; }
std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

class LemmaProofs : public testing::Test {
    void SetUp() override {
        if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    }
};

TEST_F(LemmaProofs, AreFoundByZ3) {
    const lemma_book book;
    int queries = 0;
    const auto expect = [&](const lemma& l) {
        if (l.proof.empty()) return;
        ++queries;
        EXPECT_EQ(answer(l.proof), solver_answer::kind::no_model) << l.statement;
    };
    for (const law_id law : {law_id::L1, law_id::L3})
        for (int k = 0; k < transform_kind_count; ++k)
            expect(book.at(law, static_cast<transform_kind>(k)));
    for (const auto& [name, l] : book.pairs) expect(l);
    for (const auto& [name, l] : division_lemmas()) expect(l);
    EXPECT_GT(queries, 25);
}

// The premises of a lemma have a model, or it would say nothing; and each of them is needed.
TEST_F(LemmaProofs, FailWithoutAPremise) {
    const lemma_book book;
    const std::string unmerge = book.at(law_id::L3, transform_kind::unmerge).proof;
    const std::string embed = book.at(law_id::L3, transform_kind::embed).proof;
    const std::string xored = book.at(law_id::L1, transform_kind::xor_).proof;
    EXPECT_EQ(answer(replaced(unmerge, "(< j b)", "(<= j b)")), solver_answer::kind::model);
    EXPECT_EQ(answer(replaced(embed, "(< r s)", "(<= r s)")), solver_answer::kind::model);
    EXPECT_EQ(answer(replaced(xored, "(bvult j n)", "(bvule j n)")), solver_answer::kind::model);
    for (const auto& [name, l] : division_lemmas()) {
        const std::size_t conclusion = l.proof.rfind("(assert (not");
        EXPECT_EQ(answer(l.proof.substr(0, conclusion)), solver_answer::kind::model) << name;
    }
}

TEST(MagicDivision, HasTheMultipliersOfTheTheorem) {
    EXPECT_EQ(first_wrong_multiplier(1, 1 << 20), 0);
    EXPECT_EQ(first_wrong_multiplier(0x7fff'ffff - 100'000, 0x7fff'ffff), 0);
    for (int bit = 21; bit < 31; ++bit)
        EXPECT_EQ(first_wrong_multiplier((1LL << bit) - 1000, (1LL << bit) + 1000), 0);
}

}  // namespace
}  // namespace tileproof::prove
