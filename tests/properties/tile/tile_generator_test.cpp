// SPDX-License-Identifier: MIT
#include "properties/tile/tile_generator.hpp"

#include "fuzz/finding/minimize.hpp"

#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_map.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tileproof::properties {
namespace {

using testing::Contains;
using testing::Not;

tile_encoding tile_of_seed(std::uint64_t seed) {
    draw from(seed);
    return random_tile(from, static_cast<int>(seed % 101));
}

TEST(TileGenerator, HasTextsAtTheLimitsAndBeyond) {
    for (const std::string& text : tile_texts_at_limits(0)) {
        EXPECT_EQ(find_mistake(parse_tile(text)).rule, tile_rule::none) << text;
        EXPECT_EQ(print_tile(parse_tile(text)), text);
    }
    for (const std::string& text : tile_texts_at_limits(1))
        EXPECT_THROW(parse_tile(text), layout_error) << text;
}

TEST(TileGenerator, MakesWellMadeTilesWithinItsLimits) {
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        const tile_encoding e = tile_of_seed(seed);
        ASSERT_EQ(find_mistake(e).rule, tile_rule::none) << print_tile(e);
        const tile_map map(e);
        ASSERT_LE(map.threads * map.registers, 4 * tile_limits{}.holders) << print_tile(e);
        ASSERT_LE(e.h.size(), 4) << print_tile(e);
        ASSERT_LE(e.p.size(), 3) << print_tile(e);
        draw from(seed);  // only a matrix instruction in an arrangement of warps may be larger
        const tile_map small(
            random_tile(from, static_cast<int>(seed % 101), {.holders = 500, .hardware = false}));
        ASSERT_LE(small.threads * small.registers, 500);
    }
}

TEST(TileGenerator, GivesTheSameTileForTheSameSeed) {
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        ASSERT_EQ(tile_of_seed(seed), tile_of_seed(seed));
        different.insert(print_tile(tile_of_seed(seed)));
    }
    EXPECT_GT(different.size(), 400u);
}

TEST(TileGenerator, ReachesEveryShapeOfATile) {
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        const tile_encoding e = tile_of_seed(seed);
        const tile_map map(e);
        ++seen["X dims " + std::to_string(e.h.size())];
        ++seen["P dims " + std::to_string(e.p.size())];
        ++seen["R dims " + std::to_string(e.r.size())];
        seen["no power of two"] += (map.elements & (map.elements - 1)) != 0;
        seen["replicated"] += map.replicas > 1;
        seen["one thread"] += map.threads == 1;
        seen["a wave of 64"] +=
            !map.p_lengths.empty() && map.p_lengths[map.p_lengths.size() - 1] == 64;
        seen["an X without H"] +=
            std::any_of(e.h.begin(), e.h.end(), [](const auto& h) { return h.empty(); });
        seen["an R of length 1 that nobody uses"] += [&] {
            for (int i = 0; i < e.r.size(); ++i)
                if (detail::find_user(e, {0, i}).index < 0) return true;
            return false;
        }();
        seen["a P out of order"] += std::any_of(e.p.begin(), e.p.end(), [](const auto& ids) {
            return ids.size() > 1 &&
                   (ids[0].major > ids[1].major ||
                    (ids[0].major == ids[1].major && ids[0].minor > ids[1].minor));
        });
    }
    for (const char* what : {"X dims 0",
                             "X dims 1",
                             "X dims 2",
                             "X dims 3",
                             "X dims 4",
                             "P dims 0",
                             "P dims 1",
                             "P dims 2",
                             "P dims 3",
                             "R dims 0",
                             "R dims 1",
                             "R dims 2",
                             "R dims 3",
                             "no power of two",
                             "replicated",
                             "one thread",
                             "a wave of 64",
                             "an X without H",
                             "an R of length 1 that nobody uses",
                             "a P out of order"})
        EXPECT_GT(seen[what], 20) << what;
}

TEST(TileGenerator, BreaksTheRuleThatItIsAskedToBreak) {
    const std::map<tile_damage, std::set<tile_rule>> meant{
        {tile_damage::drop_use, {tile_rule::h_unused, tile_rule::r_unused}},
        {tile_damage::use_twice, {tile_rule::used_twice}},
        {tile_damage::y_uses_r, {tile_rule::y_uses_r}},
        {tile_damage::no_such_dim, {tile_rule::no_such_dim}},
        {tile_damage::bad_length, {tile_rule::length_below_one}},
        {tile_damage::overflow, {tile_rule::size_overflow}}};
    for (const auto& [damage, rules] : meant) {
        std::set<tile_rule> broken;
        for (std::uint64_t seed = 0; seed < 500; ++seed) {
            draw from(seed);
            const tile_encoding e =
                random_malformed_tile(from, static_cast<int>(seed % 101), damage);
            ASSERT_NE(find_mistake(e).rule, tile_rule::none)
                << static_cast<int>(damage) << print_tile(e);
            broken.insert(find_mistake(e).rule);
        }
        EXPECT_EQ(broken, rules) << static_cast<int>(damage);
    }
}

TEST(TileGenerator, ChangesTextsSoThatMostAreRefused) {
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        draw from(seed);
        const std::string text = random_tile_text(from, 50);
        try {
            check_tile(parse_tile(text));
        } catch (const layout_error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 700);
    EXPECT_LT(refused, 1000);
}

TEST(SmallerTiles, EndAtTheEmptyTileWhicheverStepsAreTaken) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        tile_encoding e = tile_of_seed(seed);
        int steps = 0;
        for (auto next = smaller_tile(e); !next.empty() && steps < 2000;
             next = smaller_tile(e), ++steps)
            e = next[(seed + static_cast<std::uint64_t>(steps)) % next.size()];
        ASSERT_LT(steps, 2000);
        ASSERT_EQ(print_tile(e), "tile R=[] H=[] P=[] Y=[]");
    }
}

std::vector<std::string> smaller_tiles(const char* text) {
    std::vector<std::string> texts;
    for (const tile_encoding& e : smaller_tile(parse_tile(text))) texts.push_back(print_tile(e));
    return texts;
}

// A size beyond 64 bits is one of all lengths together: no step may need two of them to change alone.
TEST(SmallerTiles, BringSizesBeyond64BitsToTheSmallestSuchProduct) {
    EXPECT_THAT(smaller_tiles("tile R=[] H=[[4294967293,2147483650]] P=[] Y=[]"),
                Contains("tile R=[] H=[[2,4611686018427387904]] P=[] Y=[]"));
    EXPECT_THAT(smaller_tiles("tile R=[] H=[[3,5,614891469123651721]] P=[] Y=[]"),
                Contains("tile R=[] H=[[15,614891469123651721]] P=[] Y=[]"));
    EXPECT_THAT(smaller_tiles("tile R=[] H=[[4611686018427387904,2]] P=[] Y=[]"),
                Contains("tile R=[] H=[[2,4611686018427387904]] P=[] Y=[]"));
    EXPECT_THAT(smaller_tiles("tile R=[] H=[[7,9]] P=[] Y=[]"),
                Not(Contains("tile R=[] H=[[2,4611686018427387904]] P=[] Y=[]")));
}

TEST(SmallerTiles, MoveAReplicationIntoAnXWhereThereIsNone) {
    EXPECT_THAT(smaller_tiles("tile R=[1] H=[] P=[[0,0;0,0]] Y=[]"),
                Contains("tile R=[] H=[[1]] P=[[1,1;0,0]] Y=[]"));
}

TEST(SmallerTiles, KeepWhatFails) {
    // Fails while a P holds a dim of an X that has another dim in Y.
    const auto fails = [](const tile_encoding& e) {
        if (find_mistake(e).rule != tile_rule::none) return false;
        for (const auto& ids : e.p)
            for (const rh_id p : ids)
                for (const rh_id y : e.y)
                    if (p.major == y.major) return true;
        return false;
    };
    for (std::uint64_t seed = 0, found = 0; found < 20; ++seed) {
        const tile_encoding e = tile_of_seed(seed);
        if (!fails(e)) continue;
        ++found;
        const auto least = fuzz::minimize(e, smaller_tile, fails);
        EXPECT_TRUE(least.complete);
        const std::string text = print_tile(least.value);  // which of the two is P's is all one
        EXPECT_TRUE(text == "tile R=[] H=[[1,1]] P=[[1,0]] Y=[1,1]" ||
                    text == "tile R=[] H=[[1,1]] P=[[1,1]] Y=[1,0]")
            << text << " from " << seed;
    }
}

}  // namespace
}  // namespace tileproof::properties
