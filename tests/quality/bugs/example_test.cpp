// SPDX-License-Identifier: MIT
// The example of the README: the same two bugs whatever the seed, and no more lines than a terminal shows.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/bug_text.hpp"
#include "report/reports.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tileproof::quality {

using namespace fuzz;
using namespace properties;

namespace {

constexpr int seeds = 6;
constexpr std::ptrdiff_t heading_lines = 1, most_lines = 29;
constexpr double plenty = 60;  // of seconds: the number of cases ends it before

const compiler::user_library& library() {
    static compiler::user_library loaded;
    if (!loaded.tests.empty()) return loaded;
    compiler::user_build b;
    b.source = TILEPROOF_SOURCE_DIR "/examples/wrong_transpose.hip";
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_example_cache";
    return loaded = compiler::load_user(b);
}

campaign_report explained(std::uint64_t seed) {
    property_list properties;
    for (const char* device : {"cpu", "cpu-checked"})
        for (auto& p : user_properties(library(), "examples/wrong_transpose.hip", device))
            properties.push_back(std::move(p));
    campaign_options o;
    o.seed = seed;
    o.cases = 60;
    o.minimize_seconds = 2;
    campaign_report report = run_campaign(properties, o);
    listed_properties listed(properties);
    diagnosis::explain_bugs(
        report, [&](const finding&) -> finding_properties& { return listed; }, plenty);
    return report;
}

using variables = std::vector<devices::asked_values::variable>;

// What the kernel computes for this thread: x and y behind line 18, and the columns of the case.
variables of_the_output(const kernel_access& a, long columns) {
    return {{"y", std::to_string(a.block[0] * 16 + a.thread[1])},
            {"columns", std::to_string(columns)},
            {"x", std::to_string(a.block[1] * 16 + a.thread[0])}};
}
variables of_the_tile(const kernel_access& a) {
    const variables of_line_15{{"threadIdx.y", std::to_string(a.thread[1])},
                               {"threadIdx.x", std::to_string(a.thread[0])}};
    return a.line == 15 ? of_line_15 : variables{of_line_15[1], of_line_15[0]};
}

TEST(WrongTranspose, HasTheSameTwoBugsInLessThanThirtyLinesWithSixSeeds) {
    for (int seed = 1; seed <= seeds; ++seed) {
        const campaign_report report = explained(static_cast<std::uint64_t>(seed));
        const std::string text = report::terminal_report(report, {});
        SCOPED_TRACE(text);
        ASSERT_EQ(report.bugs.size(), 2u) << "seed " << seed;
        const bug &race = report.bugs[0], &swapped = report.bugs[1];
        EXPECT_EQ(race.lead.kind, failure_kind::race);
        EXPECT_EQ(report::place_of(race).line, 19u);
        EXPECT_TRUE(race.fails_when.starts_with("exactly when rows * columns > 1 ("));
        EXPECT_EQ(race.fails_when.find("any rows"), std::string::npos);
        EXPECT_EQ(race.instead, "");  // where elements go is the other bug's
        EXPECT_EQ(swapped.heading, "Rows and columns are swapped in the output index");
        EXPECT_EQ(report::place_of(swapped).line, 19u);
        EXPECT_TRUE(swapped.fails_when.starts_with("exactly when columns > rows ("));
        const failure_witness &raced = *race.lead.witness, &strayed = *swapped.lead.witness;
        EXPECT_EQ(race.values, of_the_tile(raced.access));
        ASSERT_TRUE(raced.other);
        EXPECT_EQ(race.other_values, of_the_tile(*raced.other));
        const nlohmann::json the_case = report.evidence()[swapped.leading].what.the_case;
        EXPECT_EQ(swapped.values,
                  of_the_output(strayed.access, the_case.at("dims")[1].get<long>()));
        EXPECT_NE(text.find(" with y = "), std::string::npos);
        EXPECT_EQ(text.find("threadIdx.x = "), std::string::npos);  // the thread is named above
        EXPECT_LE(heading_lines + std::count(text.begin(), text.end(), '\n'), most_lines);
    }
}

}  // namespace
}  // namespace tileproof::quality
