// SPDX-License-Identifier: MIT
// Waves of 32 and of 64 lanes on the cpu devices: kernels that rely on one of them are right with it and wrong with the
// other (waves.hip).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "compiler/build/user_library.hpp"
#include "properties/kernel/user/user_property.hpp"

namespace tileproof::compiler {
namespace {

const std::string waves_file =
    std::string(TILEPROOF_SOURCE_DIR) + "/tests/compiler/build/waves.hip";

user_library& waves_library(const std::string& wave) {
    static std::map<std::string, user_library> loaded;
    user_library& lib = loaded[wave];
    if (lib.tests.empty()) {
        user_build b{.source = waves_file};
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_waves_cache";
        b.wave = wave;
        lib = load_user(b);
    }
    return lib;
}

// By test: the waves of the cases in which a law breaks. A test that held has none.
std::map<std::string, std::set<std::string>> broken_with(const std::string& wave,
                                                         const std::string& device) {
    std::map<std::string, std::set<std::string>> broken;
    for (const auto& p : properties::user_properties(waves_library(wave), waves_file, device)) {
        auto& waves = broken[p->subject()];
        std::vector<nlohmann::json> cases = p->first_cases();
        rc::Random random(7);
        for (int i = 0; i < 12; ++i) cases.push_back(p->generate(random, i));
        for (const nlohmann::json& c : cases)
            if (p->check(c).first_failure()) waves.insert(c.value("wave", "32"));
    }
    return broken;
}

class Waves : public testing::TestWithParam<const char*> {};

TEST_P(Waves, AreThoseThatEachTestDeclares) {
    using sizes = std::set<std::string>;
    const std::map<std::string, sizes> expected{
        {"right_sum_of_64", {}},   {"right_ranks", {}},      {"right_counts", {}},
        {"right_sum", {}},         {"sum_needs_64", {"32"}}, {"ranks_need_64", {"32"}},
        {"counts_need_32", {"64"}}};
    EXPECT_EQ(broken_with("", GetParam()), expected);
}

TEST_P(Waves, AreAsTheCommandSaysWhateverIsDeclared) {
    const auto with_32 = broken_with("32", GetParam()), with_64 = broken_with("64", GetParam());
    const auto both = broken_with("both", GetParam());
    for (const char* needs_64 :
         {"right_sum_of_64", "right_ranks", "sum_needs_64", "ranks_need_64"}) {
        EXPECT_FALSE(with_32.at(needs_64).empty()) << needs_64;
        EXPECT_TRUE(with_64.at(needs_64).empty()) << needs_64;
        EXPECT_EQ(both.at(needs_64), std::set<std::string>{"32"}) << needs_64;
    }
    for (const char* needs_32 : {"right_counts", "counts_need_32"}) {
        EXPECT_TRUE(with_32.at(needs_32).empty()) << needs_32;
        EXPECT_FALSE(with_64.at(needs_32).empty()) << needs_32;
        EXPECT_EQ(both.at(needs_32), std::set<std::string>{"64"}) << needs_32;
    }
    for (const auto* broken : {&with_32, &with_64, &both})
        EXPECT_TRUE(broken->at("right_sum").empty());
}

INSTANTIATE_TEST_SUITE_P(Devices, Waves, testing::Values("cpu", "cpu-checked"), [](const auto& d) {
    return d.param == std::string("cpu") ? "cpu" : "cpu_checked";
});

TEST(Wave, IsPartOfACaseUnlessItIs32Alone) {
    for (const auto& p : properties::user_properties(waves_library(""), waves_file, "cpu")) {
        const nlohmann::json c = p->first_cases().front();
        const std::string test = p->subject();
        if (test == "right_counts" || test == "ranks_need_64")
            EXPECT_FALSE(c.contains("wave")) << test;
        else if (test == "right_sum_of_64")
            EXPECT_EQ(c.at("wave"), "64");
        else
            EXPECT_TRUE(c.contains("wave")) << test;
    }
}

TEST(Wave, OfACaseThatDoesNotSayIsTheFirst) {
    for (const auto& p : properties::user_properties(waves_library(""), waves_file, "cpu"))
        if (p->subject() == "sum_needs_64") {
            nlohmann::json c = p->first_cases().back();
            c["dims"] = {2};
            c["wave"] = "64";
            EXPECT_FALSE(p->check(c).first_failure());
            c.erase("wave");
            EXPECT_TRUE(p->check(c).first_failure());
        }
}

TEST(Wave, IsThatOfTheGpuThatAFlagNames) {
    user_build b{.source =
                     std::string(TILEPROOF_SOURCE_DIR) + "/tests/compiler/build/library_style.hip"};
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_waves_cache";
    b.flags = {"--offload-arch=gfx942", "-DIS_FOR_GFX942"};
    const user_library of_flag = load_user(b);
    EXPECT_THAT(of_flag.waves, testing::Each(testing::ElementsAre(64u)));
    b.wave = "32";
    EXPECT_THAT(load_user(b).waves, testing::Each(testing::ElementsAre(32u)));
}

TEST(Wave, OfAnotherSizeIsRefused) {
    user_build b{.source = waves_file};
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_waves_cache";
    b.wave = "16";
    EXPECT_THROW(load_user(b), user_error);
}

}  // namespace
}  // namespace tileproof::compiler
