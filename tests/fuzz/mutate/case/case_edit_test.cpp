// SPDX-License-Identifier: MIT
#include "fuzz/mutate/case/case_edit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;
using properties::draw;

class toy : public properties::property {
  public:
    std::string name() const override { return "toy"; }
    std::string subject() const override { return "toy"; }
    std::vector<properties::law_id> laws() const override { return {properties::law_id::K1}; }
    json generate(rc::Random& random, int) const override {
        draw from(random);
        return {{"rows", from.below(9)},
                {"type", from.chance(50) ? "float32" : "int8"},
                {"nested", {{"deep", from.below(9)}}}};
    }
    properties::case_result check(const json&) const override { return {}; }
    std::vector<json> smaller(const json& c) const override {
        json less = c;
        less["rows"] = 1;
        return {less};
    }
    std::vector<std::string> classify(const json&) const override { return {}; }
};

const json start = {{"rows", 5}, {"type", "float32"}, {"nested", {{"deep", 3}}}};

TEST(CaseEdit, KeepsTheShapeOfTheCaseAndChangesIt) {
    draw from{std::uint64_t{1}};
    std::set<std::string> seen;
    int changed = 0;
    for (int i = 0; i < 2000; ++i) {
        const json next = edited(start, toy(), from);
        ASSERT_TRUE(next["rows"].is_number_integer() && next["nested"]["deep"].is_number_integer())
            << next;
        ASSERT_TRUE(next["type"] == "float32" || next["type"] == "int8") << next;
        ASSERT_EQ(next.size(), 3u) << next;
        changed += next != start ? 1 : 0;
        seen.insert(next.dump());
    }
    EXPECT_GE(changed, 1950);
    EXPECT_GE(seen.size(), 100u);
}

TEST(CaseEdit, KeepsNumbersSmallEnoughToBeJudgedQuickly) {
    draw from{std::uint64_t{2}};
    json c = start;
    for (int i = 0; i < 5000; ++i) {
        c = edited(c, toy(), from);
        ASSERT_LE(c["rows"].get<std::int64_t>(), most_in_case);
        ASSERT_LE(c["nested"]["deep"].get<std::int64_t>(), most_in_case);
    }
}

TEST(CaseEdit, GivesTheSameForTheSameSeed) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        draw one{seed}, two{seed};
        EXPECT_EQ(edited(start, toy(), one), edited(start, toy(), two));
    }
}

TEST(CaseEdit, CrossesValuesOfTheSamePlace) {
    const json other = {{"rows", 70}, {"type", "int8"}, {"nested", {{"deep", 71}}}};
    draw from{std::uint64_t{3}};
    bool took_deep = false;
    for (int i = 0; i < 200; ++i) {
        const json child = crossed(start, other, from);
        EXPECT_TRUE(child["rows"] == 5 || child["rows"] == 70);
        EXPECT_TRUE(child["nested"]["deep"] == 3 || child["nested"]["deep"] == 71);
        took_deep = took_deep || child["nested"]["deep"] == 71;
    }
    EXPECT_TRUE(took_deep);
}

}  // namespace
}  // namespace tileproof::fuzz
