// SPDX-License-Identifier: MIT
// Encodings made from encodings: embed, reduce, slice.
#include <gtest/gtest.h>

#include <tileproof/tile/tile_text.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;

namespace {

template <class Encoding>
std::string text() {
    return print_tile(Encoding::value);
}

TEST(TileDerive, EmbedsOneTileInEachElementOfAnother) {
    using both = embed_tile_distribution_encoding<register_blocks, small_fragment>;
    EXPECT_EQ(text<both>(), "tile R=[] H=[[2,16],[3,4]] P=[[1,1]] Y=[1,2,2;0,0,1]");
    // Element (b0, b1) of the outer tile is the inner tile at (16 b0, 4 b1).
    for (long_index_t lane = 0; lane < 16; ++lane)
        for (long_index_t b = 0; b < 6; ++b)
            for (long_index_t k = 0; k < 4; ++k) {
                const long_index_t y[] = {b / 3, b % 3, k};
                long_index_t x[2] = {};
                both::map.x_of(&lane, y, x);
                EXPECT_EQ(x[0], 16 * (b / 3) + lane);
                EXPECT_EQ(x[1], 4 * (b % 3) + k);
            }
}

TEST(TileDerive, EmbeddingPutsOuterWarpsBeforeInnerLanesAndJoinsReplication) {
    using warps = tile_distribution_encoding<sequence<2>, tuple<sequence<3>, sequence<>>,
                                             tuple<sequence<0, 1>>, tuple<sequence<0, 0>>,
                                             sequence<>, sequence<>>;
    using all = embed_tile_distribution_encoding<warps, replicated_rows>;
    EXPECT_EQ(text<all>(), "tile R=[2,2] H=[[3,16],[16]] P=[[0,1;0,0],[0,1;1,1]] Y=[2,0]");
    EXPECT_EQ(all::get_num_of_warps(), 6);
    EXPECT_EQ(all::get_num_of_lanes(), 32);
    EXPECT_EQ(all::get_replication(), 4);
}

TEST(TileDerive, ReducingTurnsWhatPOwnsIntoReplicationAndDropsWhatYOwns) {
    using rows = reduce_tile_distribution_encoding<copy_encoding, sequence<1>>;
    EXPECT_EQ(text<rows>(), "tile R=[1,2] H=[[4,1,32]] P=[[1,1],[1,0;2,1]] Y=[1,0]");
    using columns = reduce_tile_distribution_encoding<copy_encoding, sequence<0>>;
    EXPECT_EQ(text<columns>(), "tile R=[1,1,32] H=[[2,4]] P=[[0,1],[0,1;2,0]] Y=[1,1]");
    using one = reduce_tile_distribution_encoding<copy_encoding, sequence<0, 1>>;
    EXPECT_EQ(text<one>(), "tile R=[1,1,32,2] H=[] P=[[0,1],[0,0;2,3]] Y=[]");
    EXPECT_EQ(one::get_replication(), 64);
}

TEST(TileDerive, ALaneHoldsTheReducedRowsOfTheElementsItHeld) {
    using rows = reduce_tile_distribution_encoding<copy_encoding, sequence<1>>;
    for (long_index_t lane = 0; lane < 64; ++lane)
        for (long_index_t y0 = 0; y0 < 4; ++y0) {
            const long_index_t p[] = {0, lane}, y[] = {y0, 2};
            long_index_t x[2] = {}, reduced[1] = {};
            copy_encoding::map.x_of(p, y, x);
            rows::map.x_of(p, y, reduced);
            EXPECT_EQ(reduced[0], x[0]);
        }
}

TEST(TileDerive, SlicesAlongYAndSaysWhichRegistersRemain) {
    using part = slice_tile_distribution_encoding<copy_encoding, sequence<32, 0>, sequence<96, 8>>;
    EXPECT_EQ(text<part>(), "tile R=[1] H=[[2,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]");
    using registers = slice_y<copy_encoding, sequence<32, 0>, sequence<96, 8>>;
    EXPECT_TRUE((std::is_same_v<registers::begins, sequence<1, 0>>));
    EXPECT_TRUE((std::is_same_v<registers::lengths, sequence<2, 4>>));
    // The slice's (P, Y) hold what the whole tile's (P, begins + Y) hold, 32 rows further up.
    for (long_index_t lane = 0; lane < 64; ++lane) {
        const long_index_t p[] = {0, lane}, y[] = {1, 3}, whole_y[] = {2, 3};
        long_index_t x[2] = {}, whole[2] = {};
        part::map.x_of(p, y, x);
        copy_encoding::map.x_of(p, whole_y, whole);
        EXPECT_EQ(x[0], whole[0] - 32);
        EXPECT_EQ(x[1], whole[1]);
    }
}

TEST(TileDerive, SlicesDownToOneRegister) {
    // Y, Y on one X: cutting to a single element of the slower keeps a box of the faster.
    using deep = tile_distribution_encoding<sequence<>, tuple<sequence<3, 4>>, tuple<>, tuple<>,
                                            sequence<1, 1>, sequence<0, 1>>;
    EXPECT_EQ((text<slice_tile_distribution_encoding<deep, sequence<5>, sequence<7>>>()),
              "tile R=[] H=[[1,2]] P=[] Y=[1,1;0,1]");
    using registers = slice_y<deep, sequence<5>, sequence<7>>;
    EXPECT_TRUE((std::is_same_v<registers::begins, sequence<1, 1>>));
}

TEST(TileDerive, RefusesSlicesThatAreNotABoxOfRegisters) {
    const auto rule = [](array<long_index_t, 2> begins, array<long_index_t, 2> ends) {
        return slice_tile(copy_encoding::value, begins, ends).broken;
    };
    EXPECT_EQ(rule({0, 0}, {64, 8}), derive_rule::none);
    EXPECT_EQ(rule({0, 0}, {16, 8}), derive_rule::slice_cuts_p);
    EXPECT_EQ(rule({16, 0}, {48, 8}), derive_rule::slice_not_whole);
    EXPECT_EQ(rule({32, 4}, {64, 8}), derive_rule::slice_cuts_p);
    EXPECT_EQ(rule({0, 0}, {0, 8}), derive_rule::empty_slice);
    EXPECT_EQ(rule({0, 0}, {160, 8}), derive_rule::empty_slice);
    EXPECT_EQ(rule({-32, 0}, {0, 8}), derive_rule::empty_slice);
}

TEST(TileDerive, RefusesWhatCannotBeEmbeddedOrReduced) {
    const auto one = parse_tile("tile R=[] H=[[2]] P=[] Y=[1,0]");
    EXPECT_EQ(embed_tiles(one, copy_encoding::value).broken, derive_rule::different_ranks);
    const auto full = parse_tile("tile R=[1,1,1,1,1,1,1,1] H=[[1],[1]] P=[[1,2;0,0]] Y=[]");
    EXPECT_EQ(embed_tiles(full, copy_encoding::value).broken, derive_rule::too_many_dims);
    EXPECT_EQ(reduce_tile(full, array<int, 1>{0}).broken, derive_rule::too_many_dims);
    EXPECT_EQ(reduce_tile(one, array<int, 1>{1}).broken, derive_rule::no_such_x);
    EXPECT_EQ(reduce_tile(copy_encoding::value, array<int, 2>{0, 0}).broken,
              derive_rule::no_such_x);
}

}  // namespace
