// SPDX-License-Identifier: MIT
// Which controls a declaration cannot tell from a right kernel: the planted ones, and no others.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::compiler {

using namespace properties;

namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using words = std::vector<std::string>;

// The kernels that test `name` takes for right, and those that it told apart.
struct outcome {
    words blind, told;
};
outcome outcome_of(const std::string& name) {
    user_library& lib = library_of("tests/compiler/build/controls.hip");
    outcome all;
    for (std::size_t i = 0; i < lib.tests.size(); ++i) {
        if (lib.tests[i].name != name) continue;
        for (const auto& c : nlohmann::json::parse(controls_of(lib, i))) {
            EXPECT_GT(c.at("cases").get<int>(), c.at("told_apart").get<bool>() ? 0 : 8) << c;
            (c.at("told_apart").get<bool>() ? all.told : all.blind).push_back(c.at("kernel"));
        }
    }
    return all;
}

TEST(Controls, AreToldApartByAnExactReferenceForEachOutput) {
    const outcome all = outcome_of("tells_all");
    EXPECT_THAT(all.blind, IsEmpty());
    for (const char* kernel :
         {"writes zeros to y", "writes ones to z", "writes each element of y one place off",
          "writes to z the answer for other inputs"})
        EXPECT_THAT(all.told, Contains(kernel));
    EXPECT_THAT(all.told, SizeIs(8));
}

TEST(Controls, AreRightForTheOutputAloneWhoseBoundIsTooWide) {
    const outcome all = outcome_of("is_blind_for_z");
    EXPECT_THAT(all.blind, ElementsAre("writes zeros to z", "writes ones to z",
                                       "writes each element of z one place off",
                                       "writes to z the answer for other inputs"));
    EXPECT_THAT(all.told, SizeIs(4));
}

TEST(Controls, AreJudgedByAPredicate) {
    EXPECT_THAT(outcome_of("is_blind").blind,
                ElementsAre("writes zeros to its outputs", "writes ones to its outputs"));
    EXPECT_THAT(outcome_of("is_blind").told, IsEmpty());
    EXPECT_THAT(outcome_of("tells_by_predicate").blind, IsEmpty());
    EXPECT_THAT(outcome_of("tells_by_predicate").told, SizeIs(2));
}

TEST(Controls, LeaveAnOutputThatIsReadAsItWas) {
    EXPECT_THAT(outcome_of("tells_in_place").blind, IsEmpty());
    EXPECT_THAT(outcome_of("tells_in_place").told, Contains("leaves y as it was"));
    EXPECT_THAT(outcome_of("leaves_it").blind, ElementsAre("leaves y as it was"));
}

TEST(Controls, KnowTheAnswerForOtherInputs) {
    EXPECT_THAT(outcome_of("ignores_x").blind,
                ElementsAre("writes to y the answer for other inputs"));
}

}  // namespace
}  // namespace tileproof::compiler
