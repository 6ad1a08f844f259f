// SPDX-License-Identifier: MIT
// Each lemma against all small layouts, and mutants of each lemma, which small layouts must catch.
#include "tests/extras/prove/small_scope.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tileproof::prove {
namespace {

using properties::law_id;
using relation = condition::relation;

std::string disagreement(const lemma_book& book, transform_kind kind) {
    return compare_all({.length = 3, .transforms = 1, .only = kind}, book).disagreement;
}

constexpr std::array laws{law_id::L1, law_id::L3, law_id::L4, law_id::L5};

// The book with the conditions of one lemma changed.
template <class Change>
lemma_book changed(law_id law, transform_kind kind, Change change) {
    lemma_book book;
    lemma& l = book.at(law, kind);
    l.conditions = [right = l.conditions, change](const place& p, const std::vector<int>& order) {
        std::vector<condition> all = right(p, order);
        change(all);
        return all;
    };
    return book;
}

TEST(Lemmas, AreTrueOfAllLayoutsOfTwoTransforms) {
    const scope_result r = compare_all({.length = 3, .transforms = 1}, lemma_book());
    EXPECT_EQ(r.disagreement, "");
    EXPECT_GT(r.accepted, 5000);
    EXPECT_GT(r.vectors, 2000);
    EXPECT_GT(r.layouts, 2 * r.accepted);  // wrong ones as well
}

class EachKind : public testing::TestWithParam<int> {
  protected:
    transform_kind kind() const { return static_cast<transform_kind>(GetParam()); }
};

// What a mutant lets pass is refused by the library, or breaks the law.
TEST_P(EachKind, WithoutOneOfItsConditionsIsCaught) {
    for (const law_id law : {law_id::L1, law_id::L3})
        for (std::size_t i = 0; i < 3; ++i) {
            bool any = false;
            const lemma_book book = changed(law, kind(), [&any, i](std::vector<condition>& all) {
                if (i < all.size()) all.erase(all.begin() + static_cast<long>(i)), any = true;
            });
            const std::string found = disagreement(book, kind());
            EXPECT_EQ(found.empty(), !any)
                << properties::title(law) << ", condition " << i << ": " << found;
        }
}

TEST_P(EachKind, WithAConditionOffByOneIsCaught) {
    for (const law_id law : {law_id::L1, law_id::L3})
        for (std::size_t i = 0; i < 3; ++i) {
            bool any = false;
            const lemma_book book = changed(law, kind(), [&any, i](std::vector<condition>& all) {
                if (i >= all.size() || all[i].is != relation::at_least_zero) return;
                all[i].p = all[i].p + 1;
                any = true;
            });
            const std::string found = disagreement(book, kind());
            EXPECT_EQ(found.empty(), !any)
                << properties::title(law) << ", condition " << i << ": " << found;
        }
}

// Each law that uses these conditions, with the law whose lemmas have them: what is then proved of it alone is broken.
TEST_P(EachKind, WithoutOneOfItsConditionsIsCaughtByEachLawThatUsesIt) {
    constexpr std::pair<law_id, law_id> uses[] = {{law_id::L4, law_id::L1},
                                                  {law_id::L4, law_id::L3},
                                                  {law_id::L5, law_id::L1},
                                                  {law_id::L7, law_id::L1},
                                                  {law_id::L10, law_id::L1}};
    for (const auto& [law, used] : uses)
        for (std::size_t i = 0; i < 3; ++i) {
            bool any = false;
            const lemma_book book = changed(used, kind(), [&any, i](std::vector<condition>& all) {
                if (i < all.size()) all.erase(all.begin() + static_cast<long>(i)), any = true;
            });
            const scope one{.length = 3, .transforms = 1, .law = law, .only = kind()};
            const std::string found = compare_all(one, book).disagreement;
            EXPECT_EQ(found.empty(), !any)
                << properties::title(law) << ", condition " << i << " of "
                << properties::about(used).code << ": " << found;
        }
}

// It proves less than it could.
TEST_P(EachKind, WithAConditionThatNeverHoldsIsCaught) {
    for (const law_id law : laws) {
        const lemma_book book = changed(law, kind(), [](std::vector<condition>& all) {
            all.push_back(
                {.is = relation::at_least_zero, .p = -1, .text = "0 <= -1", .assumed = {}});
        });
        EXPECT_NE(disagreement(book, kind()), "") << properties::title(law);
    }
}

TEST_P(EachKind, WithWiderVectorsIsCaught) {
    static lemma_book right;
    static transform_kind mutated;
    static bool any;
    lemma_book book;
    mutated = kind();
    any = false;
    book.vector_rules[kind()] = [](const assumptions& given, const place& p,
                                   const std::vector<vectors>& below) {
        std::vector<vectors> all = right.vector_rules.at(mutated)(given, p, below);
        for (vectors& v : all) {
            if (v.any()) continue;
            v = {{*v.divides.front().number() * 2}, v.stride};
            any = true;
        }
        return all;
    };
    const std::string found = disagreement(book, kind());
    EXPECT_EQ(found.empty(), !any) << found;
}

INSTANTIATE_TEST_SUITE_P(Lemmas, EachKind, testing::Range(0, transform_kind_count),
                         [](const auto& each) {
                             return std::string(name_of(static_cast<transform_kind>(each.param)));
                         });

}  // namespace
}  // namespace tileproof::prove
