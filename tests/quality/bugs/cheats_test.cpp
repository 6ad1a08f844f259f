// SPDX-License-Identifier: MIT
// Kernels that evaluators took for right (cheats.hip): each breaks the law of its mark, and its honest twin breaks none.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::quality {
namespace {

const std::string cheats_file = TILEPROOF_SOURCE_DIR "/tests/quality/bugs/cheats.hip";

struct cheat {
    std::string name, law;
};
void PrintTo(const cheat& c, std::ostream* out) { *out << c.name; }

std::vector<cheat> cheats() {
    static const std::regex mark("^// cheat (\\w+): (K\\d)$");
    std::vector<cheat> all;
    std::ifstream in(cheats_file);
    for (std::string line; std::getline(in, line);)
        if (std::smatch found; std::regex_match(line, found, mark))
            all.push_back({found[1], found[2]});
    return all;
}

// The laws that the test breaks, "K1 K2 ", and "?" for each that is not judged or has only been stopped.
std::string broken_by_test(const std::string& test) {
    static const compiler::user_library library = [] {
        compiler::user_build b;
        b.source = cheats_file;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_bug_cache";
        return compiler::load_user(b);
    }();
    properties::property_list properties;
    for (const char* device : {"cpu", "cpu-checked"})
        for (auto& p : properties::user_properties(library, cheats_file, device))
            if (p->subject() == test) properties.push_back(std::move(p));
    EXPECT_EQ(properties.size(), 2u) << test;
    fuzz::campaign_options o;
    o.seed = 1;
    o.cases = 150;
    o.minimize_seconds = 1;
    std::string broken;
    const fuzz::campaign_report report = fuzz::run_campaign(properties, o);
    for (const fuzz::law_row& r : report.rows)
        if (r.what != fuzz::law_row::verdict::held)
            broken += r.what == fuzz::law_row::verdict::failed
                          ? std::string(properties::about(r.law).code) + ' '
                          : "? ";
    for (const std::string& trouble : report.troubles) broken += trouble + ' ';
    return broken;
}

class Cheat : public testing::TestWithParam<cheat> {};

TEST_P(Cheat, IsFoundAndItsHonestTwinIsNot) {
    const auto& [name, law] = GetParam();
    const std::string broken = broken_by_test(name);
    EXPECT_NE(broken.find(law + ' '), std::string::npos) << name << " breaks " << broken;
    EXPECT_EQ(broken_by_test(name + " honest"), "");
}

INSTANTIATE_TEST_SUITE_P(Shown, Cheat, testing::ValuesIn(cheats()),
                         [](const auto& tested) { return tested.param.name; });

TEST(Cheats, AreTwentyFive) { EXPECT_EQ(cheats().size(), 25u); }

}  // namespace
}  // namespace tileproof::quality
