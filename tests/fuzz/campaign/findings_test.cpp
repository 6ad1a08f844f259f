// SPDX-License-Identifier: MIT
// What a campaign does with the finding store.
#include "fuzz/campaign/campaign.hpp"

#include "toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace tileproof::fuzz::testing {

using properties::case_result;
using properties::law_id;
using properties::property_list;

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using state = rerun_outcome::state;

class Findings : public ::testing::Test {
  protected:
    Findings() : store(folder.path() / "findings") {
        list.push_back(std::make_unique<toy>("toy"));
        options.seed = 1;
        options.cases = 100;
        options.store = &store;
        options.version = "1.2.3";
    }
    void break_above(std::int64_t limit) {
        static_cast<toy&>(*list[0]).judge = [limit](std::int64_t n) {
            return case_result{.laws = {judged(law_id::K1, n > limit ? "too big" : "")},
                               .discarded = ""};
        };
    }
    properties::testing::scratch_folder folder;
    finding_store store;
    property_list list;
    campaign_options options;
};

TEST_F(Findings, AreStoredSmallestWithTheCaseTheyWereFirstSeenAs) {
    break_above(10);
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    const auto contents = store.load();
    ASSERT_EQ(contents.findings.size(), 1u);  // the first one was replaced
    EXPECT_EQ(contents.findings[0].file, report.findings[0].file);
    const finding& f = contents.findings[0].what;
    EXPECT_EQ(f.the_case, nlohmann::json({{"n", 11}}));
    EXPECT_GT(f.first_seen_as.at("n"), 11);
    EXPECT_TRUE(f.minimized);
    EXPECT_EQ(f.failure, "too big");
    EXPECT_EQ(f.version, "1.2.3");
}

TEST_F(Findings, AreStoredBeforeTheyAreMadeSmaller) {
    // Each try of the minimizer looks whether a file is there already.
    static_cast<toy&>(*list[0]).judge = [path = store.folder()](std::int64_t n) {
        static std::int64_t seen = -1;  // of the worker process
        if (n <= 10) return fails(law_id::K1, "");
        if (seen < 0) {
            seen = n;
            return fails(law_id::K1, "first");
        }
        const bool stored = !finding_store(path).load().findings.empty();
        return fails(law_id::K1, stored ? "was stored" : "");
    };
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.failure, "was stored");
}

TEST_F(Findings, OfTheSameBugEndInTheSameFileWhateverTheSeed) {
    break_above(10);
    const auto first = run_campaign(list, options).findings.at(0).file;
    options.seed = 2;
    options.cases = 50;
    const finding_store other(folder.path() / "other");
    options.store = &other;
    EXPECT_EQ(run_campaign(list, options).findings.at(0).file.filename(), first.filename());
}

TEST_F(Findings, AreRunFirstAndReportedAsStillFailing) {
    break_above(10);
    run_campaign(list, options);
    options.cases = 0;
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.reruns.size(), 1u);
    EXPECT_EQ(report.reruns[0].again->what, state::still_fails);
    EXPECT_EQ(report.reruns[0].again->sentence, "too big");
    EXPECT_EQ(report.exit_code(), 1);
    EXPECT_THAT(report.verdict(), HasSubstr("1 earlier finding failed"));
}

TEST_F(Findings, AreReportedAsFixedAndKept) {
    break_above(10);
    run_campaign(list, options);
    break_above(1'000'000);
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.reruns.size(), 1u);
    EXPECT_EQ(report.reruns[0].again->what, state::fixed);
    EXPECT_EQ(report.exit_code(), 0);
    EXPECT_EQ(store.load().findings.size(), 1u);
}

TEST_F(Findings, OfPropertiesThatAreNotHereAreLeftAlone) {
    break_above(10);
    run_campaign(list, options);
    property_list others;
    others.push_back(std::make_unique<toy>("another toy"));
    const campaign_report report = run_campaign(others, options);
    ASSERT_EQ(report.reruns.size(), 1u);
    EXPECT_EQ(report.reruns[0].again->what, state::cannot_run);
    EXPECT_EQ(report.exit_code(), 0);
}

TEST_F(Findings, WhoseCaseIsNonsenseAreNotRun) {
    break_above(10);
    finding f = run_campaign(list, options).findings.at(0).what;
    break_above(1'000'000);
    std::filesystem::remove_all(store.folder());
    f.the_case = {{"m", "?"}};
    store.save(f);
    const campaign_report report = run_campaign(list, options);
    EXPECT_EQ(report.reruns.at(0).again->what, state::not_judged);
    EXPECT_EQ(report.reruns.at(0).again->sentence, "'n' is missing.");
}

TEST_F(Findings, ThatAreDamagedKeepTheVerdictOpen) {
    std::filesystem::create_directories(store.folder());
    std::ofstream(store.folder() / "K1-x.json") << "{\"tileproof_finding\": 1";
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.warnings.size(), 1u);
    EXPECT_THAT(report.warnings[0], HasSubstr("K1-x.json"));
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.exit_code(), 2);
    EXPECT_THAT(report.verdict(), HasSubstr("; 1 earlier finding could not be read."));
}

TEST_F(Findings, ThatCannotBeStoredAreStillReported) {
    break_above(10);
    std::ofstream(folder.path() / "file") << "not a folder";
    const finding_store nowhere(folder.path() / "file" / "findings");
    options.store = &nowhere;
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].store_problem, HasSubstr("cannot be made"));
    EXPECT_TRUE(report.findings[0].file.empty());
    EXPECT_EQ(report.exit_code(), 1);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
