// SPDX-License-Identifier: MIT
// An end of a process is a finding when the case does it again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/worker/worker.hpp"
#include "system/process.hpp"
#include "toy.hpp"

namespace tileproof::fuzz::testing {

using namespace properties;

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
    properties::testing::scratch_folder folder;
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

// What this process uses of a processor.
void burn(double seconds) {
    const double end = system::own_processor_seconds() + seconds;
    while (system::own_processor_seconds() < end) {
    }
}

// Somebody who stops this process again and again, for most of the time.
void starve(int times, int milliseconds_stopped) {
    const pid_t victim = getpid();
    if (fork() != 0) return;
    for (int i = 0; i < times; ++i) {
        kill(victim, SIGSTOP);
        usleep(static_cast<useconds_t>(milliseconds_stopped) * 1000);
        kill(victim, SIGCONT);
        usleep(5000);
    }
    _exit(0);
}

TEST_F(Confirm, AWorkerThatIsPausedWheneverItRunsACaseHasNoHang) {
    static_cast<toy&>(*list[0]).first = {{{"n", 77}}};
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) {
        if (n == 77) starve(1, 2000), burn(0.02);
        return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    const campaign_report report = run_campaign(list, options);
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.cases(), 200);
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
}

TEST_F(Confirm, AWorkerThatGetsATenthOfAProcessorHasNoHang) {
    static_cast<toy&>(*list[0]).first = {{{"n", 77}}};
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) {
        if (n == 77) starve(40, 45), burn(0.15);
        return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    options.case_seconds = 0.3;
    const campaign_report report = run_campaign(list, options);
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.cases(), 200);
}

TEST_F(Confirm, ACaseThatTurnsOrSleepsForEverHangs) {
    for (const bool turns : {true, false}) {
        static_cast<toy&>(*list[0]).judge = [turns](std::int64_t n) {
            while (n > 10)
                if (!turns) pause();
            return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
        };
        options.case_seconds = 0.3;
        const campaign_report report = run_campaign(list, options);
        ASSERT_EQ(report.findings.size(), 1u) << turns;
        EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::hang);
        EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 11}}));
    }
}

TEST_F(Confirm, ACaseThatStopsItselfIsContinued) {
    do_once(false, [] { raise(SIGSTOP); });
    const campaign_report report = run_campaign(list, options);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "77"));
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.cases(), 200);
}

TEST_F(Confirm, ACaseThatStopsItselfAgainAndAgainIsAFinding) {
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) {
        while (n > 500) raise(SIGSTOP);
        return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    options.minimize_seconds = 3;
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::crash);
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("SIGSTOP"));
    EXPECT_GT(report.findings[0].what.the_case.at("n").get<int>(), 500);
}

TEST_F(Confirm, ACaseThatTakesTooMuchMemoryIsStoppedAndCouldNotBeJudged) {
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) {
        std::vector<std::string> taken;
        while (n > 10) {  // twice the limit, held until somebody looks
            if (taken.size() < 40) taken.emplace_back(std::size_t{1} << 24, 'x');
            usleep(2000);
        }
        return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
    };
    limit_memory_of_workers(300 << 20);
    options.case_seconds = 20;  // a busy machine takes long to give so much
    const campaign_report report = run_campaign(list, options);
    limit_memory_of_workers(0);
    EXPECT_THAT(report.findings, IsEmpty());
    ASSERT_EQ(report.troubles.size(), 1u);
    EXPECT_THAT(report.troubles[0], HasSubstr("--memory-limit"));
    EXPECT_EQ(report.exit_code(), 2);
}

TEST_F(Confirm, ALimitOfProcessorTimeThatSomebodySetIsNoFinding) {
    do_once(false, [] { kill(getpid(), SIGXCPU); });  // ulimit -t
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
}  // namespace tileproof::fuzz::testing
