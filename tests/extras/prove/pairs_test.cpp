// SPDX-License-Identifier: MIT
// The pairs of L10, proved equal to nothing, and mutants of each, which small sizes must catch.
#include "extras/prove/equality.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

// "proved" or "refuted", or that it cannot even be read.
std::string verdict_of(const pair_lemma& l, bool try_sizes = true) try {
    const answer_options o{.laws = {}, .seconds = 0.05, .try_sizes = try_sizes};
    return std::string(name(equality_of(layout_pair(l.with, l.without, l.given), o).what));
} catch (const layout_error&) {
    return "refused";
}

// Each with one more and one less for an argument of a transform.
std::vector<pair_lemma> with_other_arguments(const pair_lemma& l) {
    std::vector<pair_lemma> all;
    for (std::size_t at = 1; at < l.with.size(); ++at) {
        const bool begins = l.with[at - 1] == '(' || (l.with[at - 1] == ',' && l.with[at] > '9');
        if (!begins || l.with[at] == ')' || l.with.find(" -> {") > at) continue;
        for (const char* change : {"1+", "-1+"}) all.emplace_back(l).with.insert(at, change);
    }
    return all;
}

std::vector<pair_lemma> without_a_condition(const pair_lemma& l) {
    std::vector<pair_lemma> all;
    for (const auto& [what, by] :
         {std::pair{">=0", ">=-1"}, {", I<R", ""}, {"I<R", "I<R+1"}, {"B, N", "B, N, B>=0"}})
        for (std::size_t at = l.given.find(what); at != std::string::npos;
             at = l.given.find(what, at + 1))
            all.emplace_back(l).given.replace(at, std::string(what).size(), by);
    return all;
}

TEST(PairsOfL10, AreProvedForAllLengths) {
    const lemma_book book;
    EXPECT_EQ(book.pairs.size(), 7u);
    for (const auto& [name, l] : book.pairs) {
        EXPECT_EQ(verdict_of(l), "proved") << name;
        EXPECT_EQ(verdict_of(l, false), "proved") << name;
    }
}

TEST(PairsOfL10, WithAnArgumentOffByOneAreCaughtUnlessNothingChanges) {
    const lemma_book book;
    int caught = 0;
    std::vector<std::string> same;
    for (const auto& [name, l] : book.pairs)
        for (const pair_lemma& mutant : with_other_arguments(l)) {
            const std::string what = verdict_of(mutant);
            if (what == "proved") {
                same.push_back(mutant.with);
            } else {
                EXPECT_EQ(what, "refuted") << mutant.with;
                ++caught;
            }
        }
    EXPECT_GE(caught, 15);
    // A wider pad, and more of what is frozen.
    EXPECT_THAT(same, testing::UnorderedElementsAre(testing::HasSubstr("pad(L,1+R)"),
                                                    testing::HasSubstr("insert(1+R)")));
}

TEST(PairsOfL10, WithoutAConditionAreCaught) {
    const lemma_book book;
    int caught = 0;
    for (const auto& [name, l] : book.pairs)
        for (const pair_lemma& mutant : without_a_condition(l)) {
            EXPECT_NE(verdict_of(mutant), "proved") << mutant.with << " | " << mutant.given;
            ++caught;
        }
    EXPECT_GE(caught, 6);
}

// The other transform of the two, its dims exchanged, or another order of dims.
TEST(PairsOfL10, WithAnotherTransformAreCaught) {
    const lemma_book book;
    for (const auto& [name, what, by] :
         {std::array{"cyclic_shift.inverse_cyclic_shift", "{inverse_cyclic", "{cyclic"},
          {"xor.xor", "{xor: 0,1 -> 0,1}", "{pass: 0 -> 0; pass: 1 -> 1}"},
          {"transpose.transpose", "{pass: 1 -> 0; pass: 2 -> 1; pass: 0 -> 2}",
           "{pass: 0 -> 1; pass: 1 -> 2; pass: 2 -> 0}"},
          {"unmerge.merge", "merge: 0,1 ", "merge: 1,0 "},
          {"merge.unmerge", "merge: 0,1 ", "merge: 1,0 "}}) {
        pair_lemma mutant = book.pairs.at(name);
        const std::size_t at = mutant.with.rfind(what);
        ASSERT_NE(at, std::string::npos) << name;
        mutant.with.replace(at, std::string(what).size(), by);
        EXPECT_EQ(verdict_of(mutant), "refuted") << mutant.with;
    }
}

}  // namespace
}  // namespace tileproof::prove
