// SPDX-License-Identifier: MIT
// The arithmetic of encodings: lengths, (P, Y) -> X and back, and the mistakes that are found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;

namespace {

// Everything below is evaluated by the compiler.
static_assert(copy_encoding::get_x_lengths() == array<index_t, 2>{128, 8});
static_assert(copy_encoding::get_y_lengths() == array<index_t, 2>{4, 4});
static_assert(copy_encoding::get_num_of_warps() == 1 && copy_encoding::get_num_of_lanes() == 64);
static_assert(copy_encoding::get_thread_buffer_size() == 16 &&
              copy_encoding::get_replication() == 1);
static_assert(small_fragment::get_num_of_warps() == 1 && small_fragment::get_num_of_lanes() == 16);
static_assert(register_blocks::get_num_of_lanes() == 1);
static_assert(replicated_rows::get_replication() == 2);

tile_rule rule_of(const char* text) { return find_mistake(parse_tile(text)).rule; }

std::string sentence_of(const char* text) {
    const tile_encoding e = parse_tile(text);
    return mistake_sentence(e, find_mistake(e));
}

TEST(TileEncoding, MapsLanesAndRegistersOfTheCopyTutorialAsItsNestedLoopsDo) {
    // By hand: lane = (row % 32) * 2 + column / 4; register = (row / 32) * 4 + column % 4.
    const tile_map& map = copy_encoding::map;
    for (long_index_t row = 0; row < 128; ++row)
        for (long_index_t column = 0; column < 8; ++column) {
            const long_index_t lane = row % 32 * 2 + column / 4;
            const long_index_t p[] = {0, lane}, y[] = {row / 32, column % 4};
            long_index_t x[2] = {};
            map.x_of(p, y, x);
            EXPECT_EQ(x[0], row);
            EXPECT_EQ(x[1], column);
            long_index_t back_p[2] = {-1, -1}, back_y[2] = {-1, -1};
            map.owner_of(x, 0, back_p, back_y);
            EXPECT_EQ(back_p[1], lane);
            EXPECT_EQ(tile_map::pack(map.y_lengths, back_y), row / 32 * 4 + column % 4);
        }
}

TEST(TileEncoding, GivesEachReplicaItsOwnLanes) {
    const tile_map& map = replicated_rows::map;
    for (long_index_t lane = 0; lane < 32; ++lane) {
        const long_index_t y[] = {3};
        long_index_t x[2] = {}, p[1] = {}, back_y[1] = {};
        map.x_of(&lane, y, x);
        EXPECT_EQ(x[0], lane % 16);
        EXPECT_EQ(x[1], 3);
        EXPECT_EQ(map.replica_of(&lane), lane / 16);
        map.owner_of(x, lane / 16, p, back_y);
        EXPECT_EQ(p[0], lane);
        EXPECT_EQ(back_y[0], 3);
    }
}

TEST(TileEncoding, TakesTheSlowestDimOfAPFirst) {
    // lane = (H1[0], H0[0]): lanes 0..2 go down a column.
    const tile_map map = make_tile_map(parse_tile("tile R=[] H=[[3],[2]] P=[[2,1;0,0]] Y=[]"));
    long_index_t x[2] = {};
    const long_index_t lane = 4;
    map.x_of(&lane, nullptr, x);
    EXPECT_EQ(x[0], 1);
    EXPECT_EQ(x[1], 1);
}

TEST(TileEncoding, AcceptsAnUnusedReplicationOfOneAsTheTutorialWritesIt) {
    EXPECT_EQ(rule_of("tile R=[1] H=[[2]] P=[[1,0]] Y=[]"), tile_rule::none);
    EXPECT_EQ(rule_of("tile R=[2] H=[[2]] P=[[1,0]] Y=[]"), tile_rule::r_unused);
}

TEST(TileEncoding, NamesEveryMistakeInAFullSentence) {
    const std::map<const char*, std::string> sentences = {
        {"tile R=[] H=[[0]] P=[] Y=[1,0]", "The length of H0[0] is 0, but every R and H length"},
        {"tile R=[-3] H=[[2]] P=[[0,0]] Y=[1,0]", "The length of R[0] is -3, but every R and H"},
        {"tile R=[] H=[[4294967296],[2147483648]] P=[[1,2;0,0]] Y=[]",
         "The product of all R and H lengths passes 2^63 - 1 at H1[0] = 2147483648"},
        {"tile R=[] H=[[2]] P=[[2,0]] Y=[1,0]",
         "P0 names major 2, minor 0, but the majors are 0 (R) to 1 (major i + 1 is H_i)"},
        {"tile R=[] H=[[2]] P=[[1,1;0,1]] Y=[]",
         "P0 (entry 1) names major 1, minor 1, but H0 has the minors 0 to 0"},
        {"tile R=[] H=[[2]] P=[[0,0]] Y=[1,0]",
         "P0 names major 0, minor 0, but R has no dim at all"},
        {"tile R=[2] H=[[2]] P=[[1,0]] Y=[0,0]", "Y0 uses R[0], but only P replicates"},
        {"tile R=[] H=[[2]] P=[[1,0]] Y=[1,0]", "H0[0] is used by P0 and again by Y0"},
        {"tile R=[] H=[[2],[2]] P=[[1,1;0,0]] Y=[2,0]",
         "H0[0] is used by P0 (entry 0) and again by P0 (entry 1)"},
        {"tile R=[] H=[[2,3]] P=[[1,0]] Y=[]", "H0[1] (length 3) is used by no P and no Y"},
        {"tile R=[4] H=[[2]] P=[[1,0]] Y=[]", "R[0] (length 4) is used by no P"},
    };
    for (const auto& [text, start] : sentences) {
        EXPECT_THAT(sentence_of(text), testing::StartsWith(start)) << text;
        EXPECT_EQ(sentence_of(text).back(), '.');
        EXPECT_THROW(make_tile_map(parse_tile(text)), layout_error) << text;
    }
}

TEST(TileEncoding, AcceptsTheLargestProductThatFits) {
    // 2^63 - 1 = 7^2 * 73 * 127 * 337 * 92737 * 649657.
    EXPECT_EQ(
        rule_of("tile R=[] H=[[49,73,127,337],[92737,649657]] P=[[1,1,1,1;0,1,2,3]] Y=[2,2;0,1]"),
        tile_rule::none);
}

TEST(TileEncoding, StaticAndDynamicFormsAreTheSameValue) {
    EXPECT_EQ(copy_encoding::value,
              parse_tile("tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]"));
    EXPECT_EQ(replicated_rows::value, parse_tile("tile R=[2] H=[[16],[16]] P=[[0,1;0,0]] Y=[2,0]"));
}

}  // namespace
