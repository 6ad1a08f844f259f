// SPDX-License-Identifier: MIT
#include "compiler/extract/lengths.hpp"

#include <gtest/gtest.h>

namespace tileproof::compiler {
namespace {

using texts = std::vector<std::string>;

TEST(Lengths, MakeCountsOfNumbersOfTheLaunch) {
    lengths l({{"rows", 64}, {"columns", 48}, {"batch", 5}});
    EXPECT_EQ(l.extents(48), (texts{"columns"}));
    EXPECT_EQ(l.extents(64 * 48), (texts{"rows", "columns"}));
    EXPECT_EQ(l.extents(64 * 48 * 5), (texts{"rows", "columns", "batch"}));
    EXPECT_EQ(l.extents(3 * 64), (texts{"rows", "3"}));
    EXPECT_EQ(l.extents(65), (texts{"rows + 1"}));
    EXPECT_EQ(l.extents(64 * 64), (texts{"rows", "rows"}));
    EXPECT_EQ(l.extents(71), (texts{"rows + 7"}));
    EXPECT_EQ(l.extents(1009), (texts{"1009"}));
}

TEST(Lengths, AreDimsOnlyWhereTheyAreUsed) {
    lengths l({{"rows", 64}, {"columns", 48}});
    EXPECT_TRUE(l.used().empty());
    l.extents(48);
    ASSERT_EQ(l.used().size(), 1u);
    EXPECT_EQ(l.used()[0].name, "columns");
    EXPECT_FALSE(l.is_used("rows"));
}

TEST(Lengths, MakeGridsOfThem) {
    lengths l({{"rows", 64}, {"columns", 40}});
    EXPECT_EQ(l.blocks(3, 16, {"columns"}), "(columns + 15) / 16");
    EXPECT_EQ(l.blocks(10, 256, {}), "(rows * columns + 255) / 256");
    EXPECT_EQ(l.blocks(64, 256, {}), "rows");
    EXPECT_EQ(l.blocks(1, 1, {}), "1");
    EXPECT_EQ(l.blocks(77, 256, {}), "");
    std::string other;
    EXPECT_EQ(l.blocks(1, 64, {"columns"}, &other), "(columns + 63) / 64");
    EXPECT_EQ(other, "rows");
    EXPECT_EQ(l.blocks(3, 16, {"columns"}, &(other = "")), "(columns + 15) / 16");
    EXPECT_EQ(other, "");
}

TEST(Lengths, SayWhereTwoAreTheSame) {
    lengths l({{"rows", 64}, {"columns", 64}});
    EXPECT_EQ(l.doubt(), "");
    l.extents(64 * 64);
    EXPECT_EQ(l.doubt(), "rows and columns were both 64");
}

TEST(Lengths, InventsOneForACountThatNoNumberSays) {
    lengths l({});
    EXPECT_EQ(l.invent(100), (texts{"n"}));
    EXPECT_EQ(l.invent(100), (texts{"n"}));
    EXPECT_EQ(l.invent(107), (texts{"n + 7"}));
    EXPECT_EQ(l.invent(7), (texts{"n2"}));
    EXPECT_EQ(l.used().size(), 2u);
}

}  // namespace
}  // namespace tileproof::compiler
