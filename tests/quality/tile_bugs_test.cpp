// SPDX-License-Identifier: MIT
// Bugs planted in a tile distribution library are found by the tile laws and shrink to a known minimum.
#include "properties/tile/tile_property.hpp"
#include "tests/quality/planted_bug.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_map.hpp>

namespace tileproof::properties {
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

planted_bug found_by(const char* name, law_id law, planted bug, const char* smallest,
                     const char* says) {
    auto subject = std::make_shared<const planted_tiles>(std::move(bug));
    return {.name = name,
            .contract =
                [subject, law] {
                    property_list list = tile_properties(*subject);
                    return std::move(*std::find_if(list.begin(), list.end(), [&](const auto& p) {
                        return p->laws().front() == law;
                    }));
                },
            .law = law,
            .minima = {{{"tile", smallest}}},
            .says = says};
}

// A wave of 64 lanes taken for one of 32: thread / 32 for the warp, thread % 32 for the lane.
void split_at_32(const tile_map& map, long_index_t thread, long_index_t* p, long_index_t*) {
    if (map.p_lengths.size() != 2 || map.p_lengths[1] != 64) return;
    p[0] = thread / 32 % map.p_lengths[0];
    p[1] = thread % 32;
}

// The last register of the last Y dim reads the one before it again.
void repeat_last_register(const tile_map& map, long_index_t, long_index_t*, long_index_t* y) {
    if (map.y_lengths.empty()) return;
    const int last = map.y_lengths.size() - 1;
    if (y[last] > 0 && y[last] == map.y_lengths[last] - 1) --y[last];
}

using enum law_id;

INSTANTIATE_TEST_SUITE_P(
    Tiles, PlantedBug,
    testing::Values(
        found_by("AnUnusedHIsAccepted", L13, {.unseen = tile_rule::h_unused},
                 "tile R=[] H=[[1]] P=[] Y=[]", "(H0[0] is used 0 times) is accepted"),
        found_by("AnUnusedReplicationIsAccepted", L13, {.unseen = tile_rule::r_unused},
                 "tile R=[2] H=[] P=[] Y=[]", "(R[0] is used 0 times) is accepted"),
        found_by("ADimUsedTwiceIsAccepted", L13, {.unseen = tile_rule::used_twice},
                 "tile R=[] H=[[1]] P=[] Y=[1,1;0,0]", "(H0[0] is used 2 times) is accepted"),
        found_by("AYThatUsesRIsAccepted", L13, {.unseen = tile_rule::y_uses_r},
                 "tile R=[1] H=[] P=[] Y=[0,0]", "(Y uses R[0]) is accepted"),
        found_by("ASizeBeyond64BitsIsAccepted", L13, {.unseen = tile_rule::size_overflow},
                 "tile R=[] H=[[2,4611686018427387904]] P=[] Y=[]",
                 "(the size overflows) is accepted"),
        found_by("ALaneStrideOf32For64", L11, {.distort = split_at_32},
                 "tile R=[] H=[[64]] P=[[],[1,0]] Y=[]",
                 "In tile R=[] H=[[64]] P=[[],[1,0]] Y=[], the number of holders of X (0) is 2, "
                 "but must "
                 "be 1."),
        found_by(
            "ARegisterReadTwiceAndAnotherNever", L11, {.distort = repeat_last_register},
            "tile R=[] H=[[2]] P=[] Y=[1,0]",
            "In tile R=[] H=[[2]] P=[] Y=[1,0], thread 0, register 1 has X (0), but must have an X "
            "that no other register of the thread holds."),
        // Every X is held, but by the wrong lane: the reference alone finds it.
        found_by("AMergeInTheWrongOrder", L2, {.first_listed_is_fastest = true},
                 "tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]",
                 "thread 1, register 0 has X (2), but must have X (1)")),
    name_of_bug);

void expect_held(const planted_tiles& subject, law_id law) {
    campaign_options o;
    o.seed = 1;
    o.cases = 1000;
    o.wanted = [law](const property&, law_id l) { return l == law; };
    const campaign_report report = run_campaign(tile_properties(subject), o);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
}

TEST(PlantedTiles, AreRightWhereNothingIsPlanted) {
    for (const law_id law : {L2, L11, L13}) expect_held(planted_tiles({}), law);
}

TEST(PlantedTiles, MergedInTheWrongOrderAreStillCovered) {
    expect_held(planted_tiles({.first_listed_is_fastest = true}), L11);
}

}  // namespace
}  // namespace tileproof::properties
