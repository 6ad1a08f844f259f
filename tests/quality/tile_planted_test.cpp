// Bugs planted in a tile distribution library are found by the tile laws and shrink to a known minimum.
#include "properties/generators/tile_generator.hpp"
#include "properties/laws/tile_laws.hpp"
#include "properties/minimise.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

using namespace tileproof;
using namespace tileproof::properties;

namespace {

// What can be wrong: which mistakes are let through, and what a thread and a register mean.
struct planted {
    tile_rule unseen = tile_rule::none;
    bool first_listed_is_fastest = false;
    // Changes P and Y before the right map is asked.
    std::function<void(const tile_map&, long_index_t thread, long_index_t* p, long_index_t* y)>
        distort = {};
};

class planted_tile : public tile_evaluator {
  public:
    planted_tile(const planted& bug, const tile_encoding& e) : bug_(bug) {
        if (find_mistake(e).rule == tile_rule::none) map_ = tile_map(e);
    }
    std::vector<long_index_t> x_lengths() const override {
        return {map_.x_lengths.begin(), map_.x_lengths.end()};
    }
    long_index_t threads() const override { return map_.threads; }
    long_index_t registers() const override { return map_.registers; }
    long_index_t replicas() const override { return map_.replicas; }
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        tile_map::unpack(map_.p_lengths, thread, p);
        tile_map::unpack(map_.y_lengths, register_, y);
        if (bug_.distort) bug_.distort(map_, thread, p, y);
        map_.x_of(p, y, x);
    }

  private:
    const planted& bug_;
    tile_map map_;
};

class planted_tiles : public tile_subject {
  public:
    explicit planted_tiles(planted bug) : bug_(std::move(bug)) {}
    std::string_view name() const override { return "planted"; }
    std::unique_ptr<tile_evaluator> make(const tile_encoding& e) const override {
        const tile_mistake mistake = find_mistake(e);
        if (mistake.rule != bug_.unseen && mistake.rule != tile_rule::none)
            throw layout_error(mistake_sentence(e, mistake));
        tile_encoding meant = e;
        if (bug_.first_listed_is_fastest)
            for (auto& ids : meant.p)
                for (int i = 0; i < ids.size() / 2; ++i) std::swap(ids[i], ids[ids.size() - 1 - i]);
        return std::make_unique<planted_tile>(bug_, meant);
    }

  private:
    planted bug_;
};

using tile_law = verdict (*)(const tile_subject&, const tile_encoding&);

// The smallest case of the first failure among the random ones, as text.
std::string smallest(planted bug, tile_law law, int cases = 2000) {
    const planted_tiles subject(std::move(bug));
    for (int i = 0; i < cases; ++i) {
        draw from(static_cast<std::uint64_t>(i) + 1);
        const auto damage = static_cast<tile_damage>(i / 2 % tile_damages);
        const tile_encoding e =
            i % 2 == 0 ? random_tile(from, i % 100) : random_malformed_tile(from, i % 100, damage);
        if (law(subject, e).held) continue;
        const auto found = minimise(e, smaller_tile,
                                    [&](const tile_encoding& c) { return !law(subject, c).held; });
        EXPECT_TRUE(found.complete);
        return print_tile(found.value);
    }
    return "nothing found";
}

std::string said(planted bug, tile_law law, const char* text) {
    return law(planted_tiles(std::move(bug)), parse_tile(text)).message;
}

TEST(PlantedInTiles, NothingIsFoundWhereNothingIsPlanted) {
    EXPECT_EQ(smallest({}, check_coverage), "nothing found");
    EXPECT_EQ(smallest({}, check_tile_reference), "nothing found");
    EXPECT_EQ(smallest({}, check_tile_refusal), "nothing found");
}

TEST(PlantedInTiles, AnUnusedHThatIsAcceptedIsFound) {
    EXPECT_EQ(smallest({.unseen = tile_rule::h_unused}, check_tile_refusal),
              "tile R=[] H=[[1]] P=[] Y=[]");
}

TEST(PlantedInTiles, AnUnusedReplicationThatIsAcceptedIsFound) {
    EXPECT_EQ(smallest({.unseen = tile_rule::r_unused}, check_tile_refusal),
              "tile R=[2] H=[] P=[] Y=[]");
}

TEST(PlantedInTiles, ADimUsedTwiceThatIsAcceptedIsFound) {
    EXPECT_EQ(smallest({.unseen = tile_rule::used_twice}, check_tile_refusal),
              "tile R=[] H=[[1]] P=[] Y=[1,1;0,0]");
}

TEST(PlantedInTiles, AYThatUsesRIsFound) {
    EXPECT_EQ(smallest({.unseen = tile_rule::y_uses_r}, check_tile_refusal),
              "tile R=[1] H=[] P=[] Y=[0,0]");
}

TEST(PlantedInTiles, ASizeBeyond64BitsIsFound) {
    EXPECT_EQ(smallest({.unseen = tile_rule::size_overflow}, check_tile_refusal),
              "tile R=[] H=[[2,4611686018427387904]] P=[] Y=[]");
}

// A wave of 64 lanes taken for one of 32: thread / 32 for the warp, thread % 32 for the lane.
void split_at_32(const tile_map& map, long_index_t thread, long_index_t* p, long_index_t*) {
    if (map.p_lengths.size() != 2 || map.p_lengths[1] != 64) return;
    p[0] = thread / 32 % map.p_lengths[0];
    p[1] = thread % 32;
}

TEST(PlantedInTiles, ALaneStrideOf32For64IsFound) {
    EXPECT_EQ(smallest({.distort = split_at_32}, check_coverage),
              "tile R=[] H=[[64]] P=[[],[1,0]] Y=[]");
    EXPECT_EQ(
        said({.distort = split_at_32}, check_coverage, "tile R=[] H=[[64]] P=[[],[1,0]] Y=[]"),
        "L11 coverage: in tile R=[] H=[[64]] P=[[],[1,0]] Y=[], X (0) is held 2 times, but the "
        "replication says once.");
}

// The last register of the last Y dim reads the one before it again.
void repeat_last_register(const tile_map& map, long_index_t, long_index_t*, long_index_t* y) {
    if (map.y_lengths.empty()) return;
    const int last = map.y_lengths.size() - 1;
    if (y[last] > 0 && y[last] == map.y_lengths[last] - 1) --y[last];
}

TEST(PlantedInTiles, ARegisterReadTwiceAndAnotherNeverIsFound) {
    EXPECT_EQ(smallest({.distort = repeat_last_register}, check_coverage),
              "tile R=[] H=[[2]] P=[] Y=[1,0]");
    EXPECT_EQ(
        said({.distort = repeat_last_register}, check_coverage, "tile R=[] H=[[2]] P=[] Y=[1,0]"),
        "L11 coverage: in tile R=[] H=[[2]] P=[] Y=[1,0], X (0) is held twice by thread 0, the "
        "second time in register 1.");
}

// A merge that takes the first listed dim for the fastest: every X is held, but by the wrong lane.
TEST(PlantedInTiles, AMergeInTheWrongOrderCoversAllAndIsFoundByTheReference) {
    EXPECT_EQ(smallest({.first_listed_is_fastest = true}, check_coverage), "nothing found");
    EXPECT_EQ(smallest({.first_listed_is_fastest = true}, check_tile_reference),
              "tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]");
}

}  // namespace
