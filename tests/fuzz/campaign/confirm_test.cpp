// SPDX-License-Identifier: MIT
// An end of a process is a finding when the case does it again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fuzz/campaign/campaign.hpp"
#include "toy.hpp"

namespace tileproof::properties::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Confirm : public ::testing::Test {
  protected:
    Confirm() {
        list.push_back(std::make_unique<toy>("toy"));
        options.seed = 1;
        options.cases = 200;
        options.case_seconds = 1;
    }
    // A case does it the first time that it runs in any process, and holds then: case 77, or all.
    void do_once(bool all, const std::function<void()>& what) {
        static_cast<toy&>(*list[0]).first = {{{"n", 77}}};
        static_cast<toy&>(*list[0]).judge = [=, this](std::int64_t n) {
            const auto mark = folder.path() / std::to_string(n);
            if ((all || n == 77) && !std::filesystem::exists(mark)) {
                std::ofstream(mark) << "here";
                what();
            }
            return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
        };
    }
    scratch_folder folder;
    property_list list;
    campaign_options options;
};

TEST_F(Confirm, AWorkerThatIsKilledFromOutsideIsNoFinding) {
    do_once(false, [] { kill(getpid(), SIGKILL); });  // as the system does without memory
    const campaign_report report = run_campaign(list, options);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "77"));
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.cases(), 200);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
}

TEST_F(Confirm, APauseThatIsLongerThanTheTimeLimitIsNoFinding) {
    do_once(false, [] { sleep(3); });  // as a machine that was stopped
    const campaign_report report = run_campaign(list, options);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "77"));
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.cases(), 200);
}

TEST_F(Confirm, AWorkerThatIsAlwaysKilledFromOutsideCouldNotRun) {
    do_once(true, [] { kill(getpid(), SIGTERM); });
    const campaign_report report = run_campaign(list, options);
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.exit_code(), 2) << report.verdict();
}

TEST_F(Confirm, FaultsThatComeByChanceAreAFindingAfterSome) {
    do_once(true, [] { std::abort(); });
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.law, law_id::K1);
    EXPECT_EQ(report.exit_code(), 1);
}

TEST_F(Confirm, AnEndThatHappensAgainIsAFinding) {
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) -> case_result {
        if (n > 10) std::abort();
        return {.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::crash);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 11}}));
}

TEST_F(Confirm, WorkersThatEndWithTheRunThatIsStoppedAreNoFindings) {
    bool stopped = false;
    options.interrupted = [&] { return stopped; };
    options.on_progress = [&](const campaign_progress&) { stopped = true; };
    static_cast<toy&>(*list[0]).judge = [](std::int64_t) -> case_result {
        kill(getpid(), SIGTERM);
        return {};
    };
    const campaign_report report = run_campaign(list, options);
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_TRUE(report.interrupted);
}

TEST_F(Confirm, WhatIsThrownThatIsNoExceptionIsAFinding) {
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) -> case_result {
        if (n > 3) throw 42;
        return {.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::threw);
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("int"));
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 4}}));
}

}  // namespace
}  // namespace tileproof::properties::testing
