// SPDX-License-Identifier: MIT
// Bugs planted in a tile distribution library are found by the tile laws and shrink to a known minimum.
#include "properties/tile/tile_property.hpp"
#include "tests/quality/planted_bug.hpp"
#include "tests/quality/planted_tiles.hpp"

#include <algorithm>
#include <memory>

namespace tileproof::quality {

using properties::law_id;
using properties::property;
using properties::property_list;
using properties::tile_properties;

namespace {

planted_bug found_by(const char* name, law_id law, planted_tile_bug bug, const char* smallest,
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
    fuzz::campaign_options o;
    o.seed = 1;
    o.cases = 1000;
    o.wanted = [law](const property&, law_id l) { return l == law; };
    const fuzz::campaign_report report = fuzz::run_campaign(tile_properties(subject), o);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
}

TEST(PlantedTiles, AreRightWhereNothingIsPlanted) {
    for (const law_id law : {L2, L11, L13}) expect_held(planted_tiles({}), law);
}

TEST(PlantedTiles, MergedInTheWrongOrderAreStillCovered) {
    expect_held(planted_tiles({.first_listed_is_fastest = true}), L11);
}

}  // namespace
}  // namespace tileproof::quality
