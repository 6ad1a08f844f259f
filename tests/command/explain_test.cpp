// SPDX-License-Identifier: MIT
#include "tests/command/refused.hpp"
#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace tileproof::command::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string article =
    "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}";

// The figures of the TensorDescriptor article.
TEST(Explain, GivesTheArticlesFiguresAsJson) {
    const auto r = run_tileproof({"explain", article, "--at", "1,3,2", "--json"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_EQ(r.err, "");
    const auto j = nlohmann::ordered_json::parse(r.out);
    std::vector<std::string> keys;
    for (const auto& [key, value] : j.items()) keys.push_back(key);
    EXPECT_THAT(keys, ::testing::ElementsAre(
                          "layout", "lengths", "element_space_size", "padded_allocation_size",
                          "transforms", "lower_dimension_ids", "upper_dimension_ids",
                          "visible_dimension_ids", "offset", "valid", "hidden_index"));
    EXPECT_EQ(j["layout"], article);
    EXPECT_EQ(j["lengths"], json({4, 64, 128}));
    EXPECT_EQ(j["element_space_size"], 32768);
    EXPECT_EQ(j["padded_allocation_size"], 32768);
    EXPECT_EQ(j["transforms"], json({"embed([256,128],[128,1])", "unmerge(4,64)", "pass"}));
    EXPECT_EQ(j["lower_dimension_ids"], json::parse("[[0],[1],[2]]"));
    EXPECT_EQ(j["upper_dimension_ids"], json::parse("[[1,2],[3,4],[5]]"));
    EXPECT_EQ(j["visible_dimension_ids"], json({3, 4, 5}));
    EXPECT_EQ(j["offset"], 8578);
    EXPECT_EQ(j["valid"], true);
    EXPECT_EQ(j["hidden_index"], json({8578, 67, 2, 1, 3, 2}));
}

TEST(Explain, LeavesOutWhatBelongsToAnIndexWithoutOne) {
    const json j = json::parse(run_tileproof({"explain", article, "--json"}).out);
    EXPECT_EQ(j.size(), 8u);
    EXPECT_FALSE(j.contains("offset"));
}

TEST(Explain, TellsTheTwoSizesApart) {
    const json j = json::parse(
        run_tileproof({"explain", "naive [3,4] strides [8,1]", "--at", "1,2", "--json"}).out);
    EXPECT_EQ(j["offset"], 10);
    EXPECT_EQ(j["element_space_size"], 20);
    EXPECT_EQ(j["padded_allocation_size"], 24);
}

TEST(Explain, HasNoOffsetAndNoHiddenIndexBelowAPad) {
    const json j = json::parse(
        run_tileproof({"explain", "packed [2] -> {left_pad(1): 0 -> 0} -> {pass: 0 -> 0}", "--at",
                       "0", "--json"})
            .out);
    EXPECT_TRUE(j["offset"].is_null());
    EXPECT_EQ(j["valid"], false);
    EXPECT_EQ(j["hidden_index"], json::parse("[null,null,0,0]"));
}

TEST(Explain, DrawsTheWalk) {
    const auto r = run_tileproof({"explain", article, "--at", "1,3,2"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, HasSubstr("visible   d3=1 of 4 d4=3 of 64 d5=2 of 128\n"
                                 "\n"
                                 "stage 1   d3=1  d4=3      d5=2\n"
                                 "          +-----+         |\n"
                                 "          unmerge(4,64)   pass\n"
                                 "          |               |\n"
                                 "          d1=67           d2=2\n"
                                 "\n"
                                 "base      d1=67  d2=2\n"
                                 "          +------+\n"
                                 "          embed([256,128],[128,1])\n"
                                 "          |\n"
                                 "          d0=8578\n"
                                 "\n"
                                 "The index (1,3,2) has offset 8578.\n"));
}

TEST(Explain, MarksThePadWhereTheWalkEnds) {
    const auto r = run_tileproof({"explain", "packed [2] -> {right_pad(1): 0 -> 0}", "--at", "2"});
    EXPECT_THAT(r.out, HasSubstr("right_pad(1)  << no element here: the walk ends"));
    EXPECT_THAT(r.out, HasSubstr("d1=?"));
    EXPECT_THAT(r.out, HasSubstr("The index (2) lies in a pad: it has no element."));
}

TEST(Explain, SaysWhyALayoutIsNotInjective) {
    const auto r = run_tileproof({"explain", "naive [2,2] strides [1,1]"});
    EXPECT_THAT(r.out, HasSubstr("injective               no. "));
}

TEST(Explain, FitsAHundredColumns) {
    std::string text = "packed [1]";
    for (int i = 0; i < 12; ++i) {
        std::string stage = " -> {replicate(1): () -> 0";
        for (int d = 0; d <= i; ++d)
            stage += "; pass: " + std::to_string(d) + " -> " + std::to_string(d + 1);
        text += stage + "}";
    }
    std::istringstream lines(run_tileproof({"explain", text}).out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 100u) << line;
    EXPECT_GT(count, 50);
}

TEST(Explain, ShowsALayoutWithoutDimensions) {
    const auto r = run_tileproof({"explain", "packed [4] -> {freeze(2): 0 -> ()}", "--at", ""});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("The index () has offset 2."));
}

class ExplainRefuses : public ::testing::TestWithParam<refused> {};

TEST_P(ExplainRefuses, InOneSentenceOnStandardError) {
    std::vector<std::string> arguments{"explain"};
    arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
    const auto r = run_tileproof(arguments);
    EXPECT_EQ(r.out, "");
    expect_refused(r, GetParam().says);
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, ExplainRefuses,
    ::testing::Values(refused{{"packed [4] -> {unmerge(3,2): 0 -> 0,1}"}, "unmerge"},
                      refused{{"pakced [4]"}, "packed"}, refused{{""}, ""},
                      refused{{"packed [4]", "--at", "4"}, "outside its length 4"},
                      refused{{"packed [4]", "--at", "1,2"}, "2 dimensions"},
                      refused{{"packed [4]", "--at", "x"}, "--at 'x' is not an index"},
                      refused{{"packed [4]", "--at", "1;2"}, "a comma must be"},
                      refused{{"packed [4]", "--at", "1,"}, "is not an index"},
                      refused{{"packed [4]", "--at", "99999999999999999999"}, "is not an index"},
                      refused{{}, "layout is required"},
                      refused{{"packed [4]", "packed [5]"}, "packed [5]"},
                      refused{{"packed [4]", "--jsno"}, "--jsno"}));

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
