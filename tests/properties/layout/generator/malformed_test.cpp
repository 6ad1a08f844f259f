// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed.hpp"

#include <tileproof/layout.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tileproof::properties {
namespace {

bool accepted(const malformed_layout& malformed) {
    try {
        layout::parse(malformed.text);
        return true;
    } catch (const layout_error&) {
        return false;
    }
}

TEST(MalformedLayouts, AreNamedAfterTheRuleThatTheyBreak) {
    draw from{std::uint64_t{21}};
    for (std::size_t rule = 0; rule < malformed_rules().size(); ++rule)
        EXPECT_EQ(break_rule(from, 30, rule).rule, malformed_rules()[rule]);
}

TEST(MalformedLayouts, HaveEveryRuleOnce) {
    const std::set<std::string_view> names(malformed_rules().begin(), malformed_rules().end());
    EXPECT_EQ(names.size(), malformed_rules().size());
    EXPECT_GE(names.size(), 70u);
}

TEST(MalformedLayouts, BreakARuleOfADescriptionInItsTextToo) {
    draw from{std::uint64_t{22}};
    for (int i = 0; i < 3'000; ++i) {
        const malformed_layout malformed = random_malformed(from, i % 101);
        if (!malformed.description || !malformed.certain) continue;
        EXPECT_FALSE(malformed.names.empty());
        if (!malformed.text.empty())  // no text says so
            EXPECT_EQ(malformed.text, print_layout(*malformed.description));
    }
}

TEST(MalformedLayouts, DamageTextSoThatSomeOfItIsStillALayout) {
    draw from{std::uint64_t{23}};
    int uncertain = 0, layouts = 0;
    for (int i = 0; i < 5'000; ++i) {
        const malformed_layout malformed = random_malformed(from, i % 101);
        if (malformed.certain || malformed.description) continue;
        ++uncertain;
        layouts += accepted(malformed);
    }
    EXPECT_GT(uncertain, 300);
    EXPECT_GT(layouts, uncertain / 50);  // else the round trip of L13 is never judged
    EXPECT_LT(layouts, uncertain / 2);
}

TEST(MalformedLayouts, HaveWhiteSpaceThatDoesNoHarm) {
    draw from{std::uint64_t{25}};
    int spaced = 0;
    for (int i = 0; i < 5'000; ++i) {
        const malformed_layout malformed = random_malformed(from, i % 101);
        if (malformed.certain || !malformed.description) continue;
        EXPECT_EQ(parse_layout(malformed.text), *malformed.description) << malformed.text;
        spaced += malformed.text != print_layout(*malformed.description);
    }
    EXPECT_GT(spaced, 20);
}

TEST(MalformedLayouts, AreRefusedFromTheFirstOneBeyondALimit) {
    int within = 0, beyond = 0;
    for (const malformed_layout& malformed : cases_at_limits()) {
        EXPECT_EQ(accepted(malformed), !malformed.certain) << malformed.text.substr(0, 200);
        ++(malformed.certain ? beyond : within);
    }
    EXPECT_GE(within, 8);
    EXPECT_GE(beyond, 5);
}

TEST(MalformedLayouts, RepeatThemselvesForTheSameSeed) {
    draw one{std::uint64_t{24}}, two{std::uint64_t{24}};
    for (int i = 0; i < 300; ++i)
        EXPECT_EQ(random_malformed(one, i % 101).text, random_malformed(two, i % 101).text);
}

}  // namespace
}  // namespace tileproof::properties
