// SPDX-License-Identifier: MIT
#include "extras/prove/symbolic_offset.hpp"
#include "extras/prove/solver.hpp"

#include <gtest/gtest.h>

namespace tileproof::prove {
namespace {

std::string offset(const std::string& text, const std::string& given = "") {
    const named_layout l(text, given);
    symbolic_offsets of(l.given());
    std::vector<polynomial> index;
    for (std::size_t d = 0; d < l.lengths().size(); ++d)
        index.push_back(of.index(std::string(1, static_cast<char>('i' + d)) + "'", l.lengths()[d]));
    return of.element_at(l, index).offset.text();
}

TEST(SymbolicOffset, IsAPolynomialWhereDigitsArePutTogether) {
    EXPECT_EQ(offset("packed [A,B,C] -> {merge: 0,1,2 -> 0}"), "i'");
    EXPECT_EQ(offset("packed [A,B] -> {merge: 0,1 -> 0} -> {unmerge(A,B): 0 -> 0,1}"), "j' + B*i'");
    EXPECT_EQ(offset("packed [M,64] -> {pass: 0 -> 0; unmerge(8,8): 1 -> 1,2}"),
              "k' + 8*j' + 64*i'");
}

TEST(SymbolicOffset, HasANameForAQuotientThatIsNoPolynomial) {
    EXPECT_EQ(offset("packed [M,N] -> {merge: 1,0 -> 0}"), "N*i' + (i'/M) - (i'/M)*M*N");
    EXPECT_EQ(offset("packed [M,8] -> {merge: 0,1 -> 0} -> {unmerge(M*2,4): 0 -> 0,1} -> "
                     "{slice(0,M): 0 -> 0; pass: 1 -> 1}"),
              "j' + 4*i'");
}

TEST(SymbolicOffset, FlipsTheSameBitsTwice) {
    EXPECT_EQ(offset("packed [M,2^k] -> {xor: 0,1 -> 0,1} -> {xor: 0,1 -> 0,1}", "M, k"),
              "j' + 2^k*i'");
    EXPECT_EQ(offset("packed [M,8] -> {xor: 0,1 -> 0,1}"), "8*i' + (i' - 8*(i'/8) ^ j')");
}

TEST(SymbolicOffset, SaysWhereAnElementIs) {
    const named_layout l("packed [M] -> {pad(L,R): 0 -> 0}", "M, L>=0, R>=0");
    symbolic_offsets of(l.given());
    const symbolic_element e = of.element_at(l, {of.index("i'", l.lengths()[0])});
    ASSERT_EQ(e.inside.size(), 2u);
    EXPECT_EQ(e.inside[0].text(), "i' - L");
    EXPECT_EQ(e.inside[1].text(), "M + L - i' - 1");
    EXPECT_FALSE(of.at_least_zero(e.offset));
    EXPECT_TRUE(of.at_least_zero(e.offset, e.inside));
}

TEST(QuotientLemmas, AreProvedByZ3AndNeedEachPremise) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    for (const auto& [name, l] : quotient_lemmas())
        EXPECT_EQ(solve(l.proof, {}, 100).what, solver_answer::kind::no_model) << name;
    std::string text = quotient_lemmas().at("quotient 1 rest").proof;
    const std::string premise = "(< (- x (* d y)) d)";
    text.replace(text.find(premise), premise.size(), "(<= (- x (* d y)) d)");
    EXPECT_EQ(solve(text, {}, 100).what, solver_answer::kind::model);
}

}  // namespace
}  // namespace tileproof::prove
