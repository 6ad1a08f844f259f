// SPDX-License-Identifier: MIT
// Lists whose room lies inside them, and the encodings made of them: what erase() leaves, and which are equal.
#include <gtest/gtest.h>

#include <tileproof/tile/bounded_list.hpp>
#include <tileproof/tile/tile_text.hpp>

using namespace tileproof;

namespace {

using five_ints = bounded_list<int, 5>;

// The compiler would refuse to read or write behind the last place of a full list.
static_assert([] {
    five_ints all{11, 22, 33, 44, 55};
    all.erase(1);
    return all;
}() == five_ints{11, 33, 44, 55});

TEST(BoundedList, EraseMovesUpWhatFollowsAndClearsTheLastPlace) {
    const five_ints all{11, 22, 33, 44, 55};
    const five_ints without[] = {
        {22, 33, 44, 55}, {11, 33, 44, 55}, {11, 22, 44, 55}, {11, 22, 33, 55}, {11, 22, 33, 44}};
    for (int i = 0; i < 5; ++i) {
        five_ints left = all;
        left.erase(i);
        EXPECT_EQ(left.size(), 4) << i;
        for (int k = 0; k < 4; ++k) EXPECT_EQ(left[k], without[i][k]) << i << ", " << k;
        EXPECT_EQ(left.elements[4], 0) << i;
    }
    five_ints one{7};
    one.erase(0);
    EXPECT_TRUE(one.empty());
    EXPECT_EQ(one.elements[0], 0);
}

TEST(BoundedList, IsEqualToAListOfTheSameElementsOnly) {
    const five_ints a{1, 2, 3};
    for (int i = 0; i < 3; ++i) {
        five_ints other = a;
        other[i] += 1;
        EXPECT_FALSE(other == a) << i;
    }
    EXPECT_FALSE((five_ints{1, 2}) == a);
    EXPECT_FALSE(five_ints{} == five_ints{0});
    five_ints shorter{1, 2, 3, 4};
    shorter.erase(3);  // what lies behind the last element does not count
    EXPECT_TRUE(shorter == a);
}

TEST(TileEncoding, DiffersWhereOneOfItsListsDoes) {
    const tile_encoding e = parse_tile("tile R=[2] H=[[4,8]] P=[[0,1;0,0]] Y=[1,1]");
    for (const char* other : {"tile R=[3] H=[[4,8]] P=[[0,1;0,0]] Y=[1,1]",
                              "tile R=[2] H=[[5,8]] P=[[0,1;0,0]] Y=[1,1]",
                              "tile R=[2] H=[[4,8]] P=[[1,0;0,0]] Y=[1,1]",
                              "tile R=[2] H=[[4,8]] P=[[0,1;0,0]] Y=[1,0]"})
        EXPECT_FALSE(parse_tile(other) == e) << other;
    EXPECT_TRUE(parse_tile("tile R=[2] H=[[4,8]] P=[[0,1;0,0]] Y=[1,1]") == e);
}

}  // namespace
