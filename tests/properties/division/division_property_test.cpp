// SPDX-License-Identifier: MIT
#include "properties/division/division.hpp"

#include <rapidcheck/Random.h>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace tileproof::properties {
namespace {

TEST(DivisionProperty, HoldsOnItsCasesAndReachesItsLabels) {
    const auto p = division_property(magic_division());
    std::set<std::string> missing;
    for (const std::string& label : p->required_labels()) missing.insert(label);
    rc::Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const nlohmann::json c = p->generate(random, i % 101);
        const case_result result = p->check(c);
        ASSERT_TRUE(result.discarded.empty()) << c.dump() << ": " << result.discarded;
        ASSERT_EQ(result.first_failure(), nullptr) << sentence(*result.first_failure());
        for (const std::string& label : p->classify(c)) missing.erase(label);
    }
    EXPECT_THAT(missing, testing::IsEmpty());
    for (const nlohmann::json& c : p->first_cases())
        EXPECT_EQ(p->check(c).first_failure(), nullptr);
}

TEST(DivisionProperty, SimplifiesToLighterCases) {
    const auto p = division_property(magic_division());
    EXPECT_THAT(p->smaller({{"bits", 32}, {"divisor", 1}, {"dividend", 0}}), testing::IsEmpty());
    EXPECT_THAT(p->smaller({{"bits", 64}, {"divisor", 9}, {"dividend", 90}}),
                testing::Contains(nlohmann::json{{"bits", 32}, {"divisor", 9}, {"dividend", 90}}));
}

TEST(DivisionProperty, RefusesACaseThatIsNone) {
    const auto p = division_property(magic_division());
    EXPECT_THROW(p->check({{"bits", 32}}), bad_case);
    EXPECT_THROW(p->check({{"bits", 32}, {"divisor", 1e300}, {"dividend", 0}}), bad_case);
    EXPECT_THROW(p->check({{"bits", 16}, {"divisor", 1}, {"dividend", 0}}), bad_case);
}

}  // namespace
}  // namespace tileproof::properties
