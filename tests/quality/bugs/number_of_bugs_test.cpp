// SPDX-License-Identifier: MIT
// One mistake is one bug: a misaligned vector that is read and written, a race whose result is poison by chance. And what was
// stored is not "not written", whatever it holds.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/bug_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace tileproof::quality {

using namespace properties;
using fuzz::bug;
using fuzz::campaign_options;
using fuzz::campaign_report;
using fuzz::run_campaign;
using testing::HasSubstr;

namespace {

const std::string quality = TILEPROOF_SOURCE_DIR "/tests/quality/";

property_list properties_of(const std::string& file, const std::string& name,
                            const std::vector<std::string>& devices) {
    static std::map<std::string, compiler::user_library> loaded;
    compiler::user_library& lib = loaded[file];
    if (lib.tests.empty())
        lib = compiler::load_user(
            {.source = quality + file,
             .cache = std::filesystem::path(testing::TempDir()) / "tileproof_bug_cache"});
    property_list list;
    for (const std::string& device : devices)
        for (auto& p : user_properties(lib, quality + file, device))
            if (p->subject() == name) list.push_back(std::move(p));
    return list;
}

campaign_report campaign_on(const property_list& list, std::uint64_t seed) {
    campaign_options o;
    o.seed = seed;
    o.cases = 120;
    o.minimize_seconds = 2;
    return run_campaign(list, o);
}

std::vector<failure_kind> kinds_of(const campaign_report& report) {
    std::vector<failure_kind> kinds;
    for (const bug& b : report.bugs) kinds.push_back(b.lead.kind);
    return kinds;
}

using kinds = std::vector<failure_kind>;

TEST(NumberOfBugs, OfVectorsOfAnyPointerIsOne) {
    const property_list list =
        properties_of("reports/w51_vectors_of_any_pointer.hip", "twice", {"cpu", "cpu-checked"});
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const campaign_report report = campaign_on(list, seed);
        EXPECT_EQ(kinds_of(report), kinds{failure_kind::misaligned});
        ASSERT_FALSE(report.bugs.empty());
        const unsigned line = report::place_of(report.bugs[0]).line;
        EXPECT_TRUE(line == 14 || line == 16) << line;
    }
}

TEST(NumberOfBugs, OfARaceWhoseResultIsPoisonByChanceIsOne) {
    const property_list list =
        properties_of("bugs/number_of_bugs.hip", "reversed_in_a_race", {"cpu", "cpu-checked"});
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const campaign_report report = campaign_on(list, seed);
        EXPECT_EQ(kinds_of(report), kinds{failure_kind::race}) << "seed " << seed;
    }
}

// One output is wrong from element 64 on, the other one is not written for odd n.
TEST(NumberOfBugs, OfTwoOutputsIsTwoWhereEachFailsAlone) {
    const property_list list =
        properties_of("bugs/number_of_bugs.hip", "two_outputs", {"cpu", "cpu-checked"});
    const campaign_report report = campaign_on(list, 1);
    ASSERT_EQ(report.bugs.size(), 2u);
    for (const bug& b : report.bugs) {
        const bool wrong = b.lead.kind == failure_kind::wrong_value;
        EXPECT_EQ(b.lead.where.operand, wrong ? "y" : "z");
        const long n = report.evidence()[b.leading].what.the_case.at("dims")[0].get<long>();
        EXPECT_TRUE(wrong ? n == 65 || n == 66 : n == 1) << n;
    }
}

unsigned line_that_says(const std::string& file, const std::string& text) {
    std::ifstream in(quality + file);
    unsigned number = 1;
    for (std::string line; std::getline(in, line); ++number)
        if (line.ends_with(text)) return number;
    return 0;
}

// One buffer of which a part is never set, and two kernels that read it.
TEST(NumberOfBugs, OfABufferThatIsHalfSetIsOneAndNamesTheCallThatAllocatedIt) {
    const std::string file = "bugs/number_of_bugs.hip";
    const property_list list = properties_of(file, "half_set", {"cpu", "cpu-checked"});
    const campaign_report report = campaign_on(list, 1);
    ASSERT_EQ(kinds_of(report), kinds{failure_kind::uninitialised});
    const failure& lead = report.bugs[0].lead;
    const unsigned line = line_that_says(file, "// the sums");
    EXPECT_EQ(lead.witness->made.line, line);
    EXPECT_TRUE(lead.witness->made.file.ends_with(file)) << lead.witness->made.file;
    EXPECT_TRUE(lead.where.number);
    EXPECT_THAT(
        report::bug_text(report.bugs[0], report.evidence(), 1, {}),
        HasSubstr("number_of_bugs.hip:" + std::to_string(line + 1) + " has set 4 of its 8 bytes"));
}

// One line allocates both.
TEST(NumberOfBugs, OfTwoBuffersThatAreNotSetIsTwo) {
    const property_list list =
        properties_of("bugs/number_of_bugs.hip", "none_set", {"cpu-checked"});
    const campaign_report report = campaign_on(list, 1);
    ASSERT_EQ(kinds_of(report), (kinds{failure_kind::uninitialised, failure_kind::uninitialised}));
    EXPECT_NE(report::place_of(report.bugs[0]).line, report::place_of(report.bugs[1]).line);
}

// On the device that knows stores.
case_result checked(const std::string& name) {
    const property_list list = properties_of("bugs/number_of_bugs.hip", name, {"cpu-checked"});
    for (int i = 0; i < 100; ++i) {
        rc::Random random(static_cast<std::uint64_t>(i));
        const case_result r = list.at(0)->check(list[0]->generate(random, 40));
        if (r.first_failure()) return r;
    }
    return {};
}

TEST(NotWritten, IsSaidOfElementsThatNoStoreReached) {
    const case_result r = checked("leaves_the_last_out");
    ASSERT_TRUE(r.failure_of(law_id::K2));
    EXPECT_EQ(r.failure_of(law_id::K2)->kind, failure_kind::unwritten);
    EXPECT_EQ(r.failure_of(law_id::K2)->where.affected, 1u);
    EXPECT_FALSE(r.failure_of(law_id::K1));
}

TEST(NotWritten, IsNotSaidOfWhatAStoreLeftAsItWas) {
    const case_result r = checked("keeps_what_is_there");
    EXPECT_FALSE(r.failure_of(law_id::K2));
    ASSERT_TRUE(r.failure_of(law_id::K1));
    EXPECT_EQ(r.failure_of(law_id::K1)->kind, failure_kind::wrong_value);
}

}  // namespace
}  // namespace tileproof::quality
