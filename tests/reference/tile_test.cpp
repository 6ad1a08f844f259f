// SPDX-License-Identifier: MIT
// The reference of tiles against results counted by hand.
#include "reference/tile.hpp"

#include <gtest/gtest.h>

namespace tileproof::reference {
namespace {

using held = std::vector<index>;

TEST(ReferenceTile, CountsTheExampleOfItsHeader) {
    const tile_holders t = hold({.r = {}, .h = {{2, 2}}, .p = {{{1, 1}}}, .y = {{1, 0}}});
    EXPECT_EQ(t.x_lengths, held({4}));
    EXPECT_EQ(t.threads, 2);
    EXPECT_EQ(t.registers, 2);
    EXPECT_EQ(t.replicas, 1);
    EXPECT_EQ(t.element_of, held({0, 2, 1, 3}));
}

TEST(ReferenceTile, TakesTheFirstListedDimOfAPForTheSlowest) {
    EXPECT_EQ(hold({{}, {{2, 3}}, {{{1, 0}, {1, 1}}}, {}}).element_of, held({0, 1, 2, 3, 4, 5}));
    // Thread 1 is digit 1 of the slower dim.
    EXPECT_EQ(hold({{}, {{2, 3}}, {{{1, 1}, {1, 0}}}, {}}).element_of, held({0, 3, 1, 4, 2, 5}));
}

TEST(ReferenceTile, NumbersThreadsOverAllPAndElementsOverAllX) {
    // X is 2 x 3; the warp is X1, the lane X0.
    const tile_holders t = hold({{}, {{2}, {3}}, {{{2, 0}}, {{1, 0}}}, {}});
    EXPECT_EQ(t.x_lengths, held({2, 3}));
    EXPECT_EQ(t.threads, 6);
    EXPECT_EQ(t.element_of, held({0, 3, 1, 4, 2, 5}));
}

TEST(ReferenceTile, HoldsEveryElementOnceForEachReplica) {
    const tile_holders t = hold({{3}, {{2}}, {{{0, 0}, {1, 0}}}, {}});
    EXPECT_EQ(t.replicas, 3);
    EXPECT_EQ(t.element_of, held({0, 1, 0, 1, 0, 1}));
}

TEST(ReferenceTile, IsOneElementOfOneThreadWithoutDims) {
    const tile_holders t = hold({});
    EXPECT_EQ(t.x_lengths, held({}));
    EXPECT_EQ(t.element_of, held({0}));
    // An X without H dims has length 1.
    EXPECT_EQ(hold({{}, {{}, {2}}, {{{2, 0}}}, {}}).x_lengths, held({1, 2}));
}

// The tutorial's tile: lane = (H0[2], H1[0]) of (32, 2), registers (H0[0], H1[1]) of (4, 4).
TEST(ReferenceTile, HoldsTheTutorialsTile) {
    const tile_holders t =
        hold({{1}, {{4, 1, 32}, {2, 4}}, {{{1, 1}}, {{1, 2}, {2, 0}}}, {{1, 0}, {2, 1}}});
    EXPECT_EQ(t.threads, 64);
    EXPECT_EQ(t.registers, 16);
    EXPECT_EQ(t.element_of[5 * 16 + 6], 34 * 8 + 6);
}

TEST(ReferenceTile, SaysWhyListsAreNoTile) {
    EXPECT_EQ(tile_fault({{1}, {{2}}, {{{1, 0}}}, {}}), "");
    EXPECT_EQ(tile_fault({{}, {{2}}, {}, {}}), "H0[0] is used 0 times");
    EXPECT_EQ(tile_fault({{}, {{2}}, {{{1, 0}}}, {{1, 0}}}), "H0[0] is used 2 times");
    EXPECT_EQ(tile_fault({{2}, {}, {}, {}}), "R[0] is used 0 times");
    EXPECT_EQ(tile_fault({{1}, {}, {}, {{0, 0}}}), "Y uses R[0]");
    EXPECT_EQ(tile_fault({{}, {{0}}, {{{1, 0}}}, {}}), "H0[0] has length 0");
    EXPECT_EQ(tile_fault({{}, {{2}}, {{{1, 1}}}, {}}), "P names H0[1], which does not exist");
    EXPECT_EQ(tile_fault({{}, {{2}}, {{{1, 0}}}, {{3, 0}}}), "Y names H2[0], which does not exist");
    const index half = index{1} << 62;
    EXPECT_EQ(tile_fault({{}, {{2, half}}, {{{1, 0}, {1, 1}}}, {}}), "the size overflows");
    EXPECT_EQ(tile_fault({{}, {{1, half}}, {{{1, 0}, {1, 1}}}, {}}), "");
}

}  // namespace
}  // namespace tileproof::reference
