// SPDX-License-Identifier: MIT
// gtest.h must come before RapidCheck's.
#include <gtest/gtest.h>

#include "properties/rapidcheck.hpp"

#include <tileproof/layout.hpp>

#include <rapidcheck/gtest.h>

namespace tileproof::properties {
namespace {

RC_GTEST_PROP(RapidCheckLayouts, AreLayouts, ()) {
    const layout_description description = *layouts();
    RC_ASSERT(layout(description).description() == description);
}

TEST(RapidCheckLayoutGenerator, GivesTheSameLayoutForTheSameRandomState) {
    const rc::Random random(7);
    EXPECT_EQ(layouts()(random, 30).value(), layouts()(random, 30).value());
    EXPECT_NE(layouts()(random, 30).value(), layouts()(rc::Random(8), 30).value());
    EXPECT_EQ(malformed_layouts()(random, 30).value().text,
              malformed_layouts()(random, 30).value().text);
}

TEST(RapidCheckLayoutGenerator, ShrinksByTheStepsOfSmaller) {
    const auto shrinkable = layouts()(rc::Random(7), 60);
    auto shrinks = shrinkable.shrinks();
    for (const layout_description& expected : smaller(shrinkable.value())) {
        const auto next = shrinks.next();
        ASSERT_TRUE(next);
        EXPECT_EQ(next->value(), expected);
    }
    EXPECT_FALSE(shrinks.next());
}

}  // namespace
}  // namespace tileproof::properties
