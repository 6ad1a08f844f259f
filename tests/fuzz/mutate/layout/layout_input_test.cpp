// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/layout_input.hpp"

#include "tests/fuzz/mutate/layout/bytes.hpp"

#include <tileproof/layout.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tileproof::fuzz {
namespace {

TEST(LayoutInput, IsTheLayoutWhereTheBytesAreItsText) {
    const std::string text = "naive [4,2] strides [2,1] -> {merge: 0,1 -> 0}";
    EXPECT_EQ(print_layout(layout_of(bytes(text))), text);
}

TEST(LayoutInput, IsALayoutForAnyBytesAndTheSameForTheSame) {
    properties::draw from{std::uint64_t{2}};
    std::set<std::string> seen;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto n = from.below(80); n > 0; --n) text += static_cast<char>(from.below(256));
        const layout_description layout = layout_of(bytes(text));
        ASSERT_TRUE(usable(layout)) << print_layout(layout);
        ASSERT_EQ(layout, layout_of(bytes(text)));
        seen.insert(print_layout(layout));
    }
    EXPECT_GE(seen.size(), 10'000u);
}

TEST(LayoutInput, ChangesOneChoiceForOneByte) {
    // The first two bytes are the size, the next ones choose the shape; the last ones touch less.
    const std::string text(64, '\x40');
    std::string other = text;
    other[60] = '\x7f';
    const layout_description a = layout_of(bytes(text)), b = layout_of(bytes(other));
    EXPECT_EQ(a.base, b.base);
}

TEST(LayoutInput, ReadsATextOfNoLayoutAsChoices) {
    const std::string text = "packed [2,3] -> {merge: 0,1 -> 1}";
    EXPECT_FALSE(layout_of_text(bytes(text)));
    EXPECT_TRUE(usable(layout_of(bytes(text))));
}

TEST(LayoutInput, LeavesOutLayoutsThatWouldTakeTheLawsLong) {
    EXPECT_TRUE(usable(parse_layout("packed [256]")));
    EXPECT_FALSE(usable(parse_layout("packed [257]")));
    EXPECT_TRUE(usable(parse_layout("packed [65537,65537]"))) << "it is only probed";
    EXPECT_FALSE(usable(parse_layout("packed [100000] -> {freeze(0): 0 -> ()}")));
    EXPECT_FALSE(usable(parse_layout("packed [4] -> {slice(0,5): 0 -> 0}")));
}

}  // namespace
}  // namespace tileproof::fuzz
