// SPDX-License-Identifier: MIT
// What is known of a case when tileproof and its worker are killed together.

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/worker/shared_case.hpp"
#include "tests/fuzz/campaign/toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

namespace tileproof::fuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LostCase : public ::testing::Test {
  protected:
    LostCase() : store(folder.path() / "findings"), running(folder.path() / "findings/running") {
        list.push_back(std::make_unique<toy>("toy"));
        the_toy().first = {{{"n", 77}}};
        options.seed = 1;
        options.cases = 1;
        options.store = &store;
    }
    toy& the_toy() { return static_cast<toy&>(*list[0]); }

    // Runs the campaign in a process that is killed once its worker is in the case.
    void kill_a_campaign_in_its_case() {
        const auto mark = folder.path() / "in the case";
        the_toy().judge = [mark](std::int64_t) -> properties::case_result {
            std::ofstream(mark) << "here";
            for (;;) pause();
        };
        const pid_t campaign = fork();
        if (campaign == 0) {
            run_campaign(list, options);
            _exit(0);
        }
        while (!std::filesystem::exists(mark))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        kill(campaign, SIGKILL);
        waitpid(campaign, nullptr, 0);
        // The worker dies with its parent, a moment later, and only then is the file free.
        while (find_lost_cases(running).empty())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    properties::testing::scratch_folder folder;
    finding_store store;
    std::filesystem::path running;
    properties::property_list list;
    campaign_options options;
};

TEST_F(LostCase, IsFoundWithItsPropertyAfterTheCampaignWasKilled) {
    kill_a_campaign_in_its_case();
    const auto lost = find_lost_cases(running);
    ASSERT_EQ(lost.size(), 1u);
    EXPECT_EQ(lost[0].property, "toy");
    EXPECT_THAT(lost[0].cases, ElementsAre(nlohmann::json({{"n", 77}})));
}

TEST_F(LostCase, IsRunFirstByTheNextCampaignAndBecomesAFindingWhenItFails) {
    kill_a_campaign_in_its_case();
    the_toy().first = {};
    the_toy().judge = [](std::int64_t n) {
        return fails(properties::law_id::K1, n == 77 ? "77" : "");
    };
    options.cases = 0;  // nothing but what was left
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 77}}));
    EXPECT_EQ(report.findings[0].what.index, -1);
    EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("killed in a case of toy. It was run again: "
                                                       "it fails")));
    EXPECT_THAT(find_lost_cases(running), IsEmpty());
}

TEST_F(LostCase, ThatHoldsIsSaidAndForgotten) {
    kill_a_campaign_in_its_case();
    the_toy().judge = [](std::int64_t) { return fails(properties::law_id::K1, ""); };
    EXPECT_THAT(run_campaign(list, options).warnings, ElementsAre(HasSubstr("it held")));
    EXPECT_FALSE(std::filesystem::exists(running));
    EXPECT_THAT(run_campaign(list, options).warnings, IsEmpty());
}

TEST_F(LostCase, OfAPropertyThatIsNotChosenWaits) {
    kill_a_campaign_in_its_case();
    list[0] = std::make_unique<toy>("another");
    EXPECT_THAT(run_campaign(list, options).warnings, IsEmpty());
    EXPECT_EQ(find_lost_cases(running).size(), 1u);
}

TEST_F(LostCase, IsNotTakenFromARunThatLives) {
    const shared_case_memory alive(1, running);
    alive[0].begin("toy", 0);
    alive[0].record(R"({"n":1})");
    EXPECT_THAT(find_lost_cases(running), IsEmpty());
    EXPECT_FALSE(std::filesystem::is_empty(running));
}

TEST_F(LostCase, IsNotReadFromAFileOfSomethingElse) {
    std::filesystem::create_directories(running);
    std::ofstream(running / "1-1.case") << "nonsense";
    std::ofstream(running / "1-2.case") << std::string(sizeof(shared_case), '\xff');
    std::ofstream(running / "1-3.case") << "";
    ASSERT_EQ(mkfifo((running / "1-4.case").c_str(), 0600), 0);
    EXPECT_THAT(find_lost_cases(running), IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(running));  // they hold nothing that could be lost
}

TEST_F(LostCase, LeavesNothingBehindWhenTheCampaignEnds) {
    run_campaign(list, options);
    EXPECT_FALSE(std::filesystem::exists(store.folder()));
    std::filesystem::create_directory(store.folder());  // by somebody else, who wants it
    run_campaign(list, options);
    EXPECT_FALSE(std::filesystem::exists(running));
    EXPECT_TRUE(std::filesystem::exists(store.folder()));
}

TEST_F(LostCase, ThatCannotBeKeptIsSaidAndTheCampaignRunsAllTheSame) {
    std::ofstream(folder.path() / "findings") << "a file where the folder should be";
    const campaign_report report = run_campaign(list, options);
    ASSERT_FALSE(report.warnings.empty());
    EXPECT_THAT(report.warnings.front(), HasSubstr("The running case cannot be kept in"));
    EXPECT_EQ(report.properties.at(0).counts.cases, 1);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
