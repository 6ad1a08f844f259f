// SPDX-License-Identifier: MIT
// Lengths at which a launch changes: learned from launches, and drawn; so a kernel that is wrong beside them alone is found
// in few cases.
#include "compiler/build/user_library.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace tileproof::compiler {

using namespace properties;

namespace {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

const std::string launch_edges_file =
    std::string(TILEPROOF_SOURCE_DIR) + "/tests/compiler/build/launch_edges.hip";

user_library edges_library(bool learned) {
    user_build b;
    b.source = launch_edges_file;
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
    b.devices = {"cpu"};
    user_library lib = load_user(b);
    for (std::size_t i = 0; learned && i < lib.tests.size(); ++i)
        add_launch_edges(lib, i, launch_edges(lib, i));
    return lib;
}

std::vector<long> edges_of(const std::string& test) {
    for (const sdk::test_data& t : edges_library(true).tests)
        if (t.name == test) return t.edges;
    return {};
}

TEST(LaunchEdges, AreThoseOfBlocksTilesAndGridsThatGrowNoMore) {
    EXPECT_THAT(edges_of("alone_in_its_block"), ElementsAre(96));
    EXPECT_THAT(edges_of("one_short_of_its_tile"), ElementsAre(96, 288));
    EXPECT_THAT(edges_of("beyond_its_grid"), IsSupersetOf({64, 96, 6144}));
    EXPECT_THAT(edges_of("far_beyond_its_grid"), IsSupersetOf({96, 1000, 96000}));
    EXPECT_THAT(edges_of("beyond_a_large_grid"), IsSupersetOf({256, 1024, 262144}));
    EXPECT_THAT(edges_of("a_column_short"), IsSupersetOf({5, 48, 240}));
    EXPECT_THAT(edges_of("too_many_rows"), ElementsAre(65535));
}

TEST(LaunchEdges, AreRefusedAsOtherText) {
    user_library lib = edges_library(false);
    EXPECT_THROW(add_launch_edges(lib, 0, "96 x"), std::runtime_error);
    add_launch_edges(lib, 0, "");
    EXPECT_TRUE(lib.tests[0].edges.empty());
}

std::size_t test_named(const user_library& lib, const std::string& name) {
    std::size_t i = 0;
    while (lib.tests.at(i).name != name) ++i;
    return i;
}

// A thread without an element counts as an eighth of one, and one that waits at a barrier as ten.
TEST(LaunchCost, CountsThreadsAndHowOftenTheyMeet) {
    user_library lib = edges_library(false);
    const std::size_t plain = test_named(lib, "alone_in_its_block"),
                      dear = test_named(lib, "a_block_each");
    for (const std::size_t i : {plain, dear}) add_launch_cost(lib, i, launch_cost_of(lib, i));
    ASSERT_EQ(lib.tests[plain].launch_cost.size(), 2u);
    EXPECT_DOUBLE_EQ(lib.tests[plain].launch_cost[0], 96 / 8.0);
    EXPECT_DOUBLE_EQ(lib.tests[plain].launch_cost[1], 42.0 / (4096 - 3));
    ASSERT_EQ(lib.tests[dear].launch_cost.size(), 2u);
    EXPECT_DOUBLE_EQ(lib.tests[dear].launch_cost[0], 3 * 64 * (1 / 8.0 + 10));
    EXPECT_DOUBLE_EQ(lib.tests[dear].launch_cost[1], 1.0 / 3);
    EXPECT_THROW(add_launch_cost(lib, 0, "12 x"), std::runtime_error);
}

// Of 500 cases, those with more blocks than 50 small launches have.
int cases_of_many_blocks(const user_library& lib) {
    int many = 0;
    for (const auto& p : user_properties(lib, launch_edges_file, "cpu"))
        for (int i = 0; p->subject() == "a_block_each" && i < 500; ++i) {
            rc::Random random(static_cast<std::uint64_t>(i));
            many += p->generate(random, 50)["dims"][0].get<long>() > 150;
        }
    return many;
}

TEST(LaunchCost, KeepsMostCasesOfDearLaunchesSmallAndNotAll) {
    user_library lib = edges_library(false);
    const int before = cases_of_many_blocks(lib);
    const std::size_t dear = test_named(lib, "a_block_each");
    add_launch_cost(lib, dear, launch_cost_of(lib, dear));
    const int after = cases_of_many_blocks(lib);
    std::printf("more than 150 blocks: %d cases, %d when cost is known\n", before, after);
    EXPECT_LT(5 * after, before);
    EXPECT_GT(after, 1);
}

// The number of the first case that fails, by test; 2,000 when none of so many does.
std::map<std::string, int> first_failures(const user_library& lib, unsigned long seed) {
    constexpr int most = 2000;
    std::map<std::string, int> all;
    for (const auto& p : user_properties(lib, launch_edges_file, "cpu")) {
        std::vector<nlohmann::json> cases = p->first_cases();
        rc::Random random(seed);
        int number = 0;
        for (; number < most; ++number) {
            const auto n = static_cast<std::size_t>(number);
            const nlohmann::json c =
                n < cases.size() ? cases[n] : p->generate(random, number % 101);
            const case_result r = p->check(c);
            if (const failure* why = r.first_failure()) {
                EXPECT_GT(number, 1) << sentence(*why);
                break;
            }
        }
        all[p->subject()] = number;
    }
    return all;
}

TEST(LaunchEdges, MakeKernelsThatAreWrongBesideThemFoundInFewCases) {
    const user_library learned = edges_library(true), plain = edges_library(false);
    for (const unsigned long seed : {1, 2, 3, 4, 5}) {
        auto with = first_failures(learned, seed), without = first_failures(plain, seed);
        EXPECT_EQ(with["right_grid_of_any_length"], 2000);
        for (const char* near : {"alone_in_its_block", "one_short_of_its_tile", "beyond_its_grid",
                                 "a_column_short", "far_beyond_its_grid", "beyond_a_large_grid"})
            EXPECT_LT(with[near], 80) << near;
        EXPECT_LT(with["too_many_rows"], 200);
        for (const char* never :
             {"beyond_its_grid", "far_beyond_its_grid", "beyond_a_large_grid", "too_many_rows"})
            EXPECT_EQ(without[never], 2000) << never;
    }
}

}  // namespace
}  // namespace tileproof::compiler
