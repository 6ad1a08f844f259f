// SPDX-License-Identifier: MIT
// `tileproof explain 'tile ...'`: who holds what.
#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tileproof::command::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string copy_tile = "tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]";

TEST(ExplainTile, GivesLengthsAndHoldersAsJson) {
    const auto r = run_tileproof({"explain", copy_tile, "--at", "34,6", "--json"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    const json j = json::parse(r.out);
    EXPECT_EQ(j["tile"], "tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]");
    EXPECT_EQ(j["x_lengths"], json({128, 8}));
    EXPECT_EQ(j["p_lengths"], json({1, 64}));
    EXPECT_EQ(j["y_lengths"], json({4, 4}));
    EXPECT_EQ(j["registers"], 16);
    EXPECT_EQ(j["replication"], 1);
    EXPECT_EQ(j["holders"], json::parse(R"([{"p":[0,5],"register":6}])"));
}

TEST(ExplainTile, DrawsWhoHoldsWhat) {
    const auto r =
        run_tileproof({"explain", "tile R=[] H=[[2],[2]] P=[[1,0]] Y=[2,0]", "--at", "1,0"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("Lane 1 holds X (1,0) in register 0."));
    EXPECT_GT(std::count(r.out.begin(), r.out.end(), '\n'), 4);
}

TEST(ExplainTile, NamesEveryReplicaThatHoldsAnElement) {
    const auto r =
        run_tileproof({"explain", "tile R=[3] H=[[2]] P=[[0,0],[1,0]] Y=[]", "--at", "1"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    for (const char* who :
         {"Warp 0, lane 1 holds X (1)", "Warp 1, lane 1 holds X (1)", "Warp 2, lane 1 holds X (1)"})
        EXPECT_THAT(r.out, HasSubstr(who));
}

TEST(ExplainTile, RefusesWhatIsNoTileOrNoPlaceInIt) {
    const std::pair<std::vector<std::string>, const char*> all[] = {
        {{"tile R=[1] H=[[2]] P=[[1,1]] Y=[]"},
         "P0 names major 1, minor 1, but H0 has the minors 0 to 0"},
        {{"tile R=[] H=[[2]] P=[] Y=[]"}, "is used by no P and no Y"},
        {{"tile R=[2] H=[] P=[] Y=[0,0]"}, "R"},
        {{"tile R=["}, "wrong at position 8: expected an integer"},
        {{copy_tile, "--at", "1"}, "has 1 numbers, but the tile has 2 X dims."},
        {{copy_tile, "--at", "128,0"}, "lies outside the tile: X0 goes from 0 to 127."},
        {{copy_tile, "--at", "1;2"}, "is not a list of integers"},
    };
    for (auto [arguments, says] : all) {
        arguments.insert(arguments.begin(), "explain");
        const auto r = run_tileproof(arguments);
        EXPECT_EQ(r.exit_code, 2) << arguments[1];
        EXPECT_EQ(r.out, "");
        EXPECT_THAT(r.err, HasSubstr(says)) << arguments[1];
    }
}

}  // namespace
}  // namespace tileproof::command::testing
