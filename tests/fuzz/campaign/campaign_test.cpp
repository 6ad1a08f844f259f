// SPDX-License-Identifier: MIT
#include "fuzz/campaign/campaign.hpp"

#include "devices/launch_time.hpp"
#include "properties/property.hpp"
#include "toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <set>
#include <thread>

#include <unistd.h>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

using ::testing::HasSubstr;
using verdict = law_row::verdict;

toy& add(property_list& list, std::string name) {
    list.push_back(std::make_unique<toy>(std::move(name)));
    return static_cast<toy&>(*list.back());
}

campaign_options cases(std::int64_t n) {
    campaign_options o;
    o.seed = 42;
    o.cases = n;
    return o;
}

TEST(Campaign, HoldsWhenEveryLawHolds) {
    property_list list;
    add(list, "right");
    const campaign_report report = run_campaign(list, cases(100));
    EXPECT_EQ(report.exit_code(), 0);
    ASSERT_EQ(report.rows.size(), 2u);
    EXPECT_EQ(report.rows[0].what, verdict::held);
    EXPECT_EQ(report.rows[0].judged, 100);
    EXPECT_THAT(report.verdict(), HasSubstr("HELD: no counterexample to 2 checks in 100 cases"));
    EXPECT_THAT(report.verdict(), HasSubstr("seed 42"));
}

TEST(Campaign, RunsChosenCasesAndMakesTheirFailuresSmaller) {
    property_list list;
    add(list, "right");
    add(list, "wrong for long ones").judge = [](std::int64_t n) {
        return case_result{
            .laws = {judged(law_id::K1, n >= 5000 ? "too long" : ""), judged(law_id::K2, "")},
            .discarded = ""};
    };
    campaign_options o = cases(100);  // none of which has an n from 1,000 on
    EXPECT_EQ(run_campaign(list, o).exit_code(), 0);
    o.first = {{"wrong for long ones", {{"n", 9000}}}, {"unknown", {{"n", 1}}}};
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 1);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case["n"], 5000);
    EXPECT_EQ(report.findings[0].what.first_seen_as["n"], 9000);
    EXPECT_EQ(report.findings[0].what.index, -1);
}

TEST(Campaign, RunsTheSameCasesForTheSameSeedWhateverTheJobsAndNeighbours) {
    const auto odd_cases = [](int jobs, int neighbours, std::uint64_t seed) {
        property_list list;
        for (int i = 0; i < neighbours; ++i) add(list, "neighbour " + std::to_string(i));
        add(list, "the one");
        campaign_options o = cases(777);
        o.jobs = jobs;
        o.seed = seed;
        return run_campaign(list, o).properties.back().counts;
    };
    const tally alone = odd_cases(1, 0, 42);
    EXPECT_EQ(alone.cases, 777);
    EXPECT_EQ(odd_cases(3, 4, 42), alone);
    EXPECT_NE(odd_cases(1, 0, 43), alone);
}

// Slow enough for many slices, wrong in some ways, and once it ends its process.
toy& add_slow(property_list& list) {
    toy& t = add(list, "slow");
    t.judge = [](std::int64_t n) {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
        if (n == 7) std::abort();
        return case_result{.laws = {judged(law_id::K1, n >= 990 ? "too big" : ""),
                                    judged(law_id::K2, n == 500 ? "in the middle" : "")},
                           .discarded = n == 3 ? "It is three." : ""};
    };
    return t;
}

TEST(Campaign, WarnsOfWhatAUsersTestRefusesAndFailsItForThatOnlyWhereItIsOurs) {
    property_list list;
    add(list, "picky").judge = [](std::int64_t n) {
        return n % 7 == 0
                   ? case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""}
                   : case_result{.laws = {}, .discarded = "Not a multiple of 7."};
    };
    campaign_options o = cases(200);
    EXPECT_EQ(run_campaign(list, o).exit_code(), 1);
    o.kernel = [](const property&) { return user_kernel{}; };
    const campaign_report users = run_campaign(list, o);
    EXPECT_EQ(users.exit_code(), 0);
    EXPECT_EQ(users.rows[0].what, verdict::held);
    EXPECT_EQ(users.warnings.size(), 1u);
}

TEST(Campaign, RunsOnePropertyInSeveralProcessesWithTheFindingsOfOne) {
    const auto run = [](int jobs) {
        property_list list;
        add_slow(list);
        campaign_options o = cases(4000);
        o.jobs = jobs;
        return run_campaign(list, o);
    };
    const campaign_report one = run(1), many = run(3);
    EXPECT_GT(one.properties[0].counts.cases, 2000);
    EXPECT_EQ(many.properties[0].counts, one.properties[0].counts);
    ASSERT_EQ(many.findings.size(), one.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
        EXPECT_EQ(many.findings[i].what.index, one.findings[i].what.index);
        EXPECT_EQ(many.findings[i].what.the_case, one.findings[i].what.the_case);
        EXPECT_EQ(many.findings[i].what.law, one.findings[i].what.law);
    }
}

TEST(Campaign, UsesEveryWorkerForASingleProperty) {
    property_list list;
    add(list, "alone").judge = [](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
        return case_result{.laws = {}, .discarded = "process " + std::to_string(getpid())};
    };
    campaign_options o = cases(4000);
    o.jobs = 3;
    EXPECT_EQ(run_campaign(list, o).properties[0].counts.reasons.size(), 3u);
}

TEST(Campaign, RunsADeviceThatTakesTurnsBetweenProcessesInOne) {
    property_list list;
    const auto by_process = [](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        return case_result{.laws = {}, .discarded = "process " + std::to_string(getpid())};
    };
    for (const char* device : {"cpu", "hip", "cuda", "cuda", "cpu", "cpu"}) {
        toy& t = add(list, std::string(device) + std::to_string(list.size()));
        t.on = device;
        t.judge = by_process;
    }
    for (const int jobs : {1, 3}) {
        campaign_options o = cases(2000);  // more than one slice
        o.jobs = jobs;
        std::map<std::string, std::set<std::string>> processes;
        for (const auto& p : run_campaign(list, o).properties) {
            EXPECT_EQ(p.counts.cases, 2000) << p.name;
            for (const auto& [reason, count] : p.counts.reasons) processes[p.device].insert(reason);
        }
        EXPECT_EQ(processes["cuda"].size(), 1u);
        EXPECT_EQ(processes["hip"], processes["cuda"]);
        EXPECT_GE(processes["cpu"].size(), jobs == 1 ? 1u : 2u);
    }
}

TEST(Campaign, FindsTheSameCaseForTheSameSeed) {
    const auto found = [](int jobs) {
        property_list list;
        add(list, "right");
        add(list, "wrong").judge = [](std::int64_t n) {
            return fails(law_id::K1, n >= 123 ? "too big" : "");
        };
        campaign_options o = cases(200);
        o.jobs = jobs;
        o.minimize_seconds = 20;
        return run_campaign(list, o).findings.at(0).what;
    };
    const finding one = found(1), two = found(2);
    EXPECT_EQ(one.index, two.index);
    EXPECT_EQ(one.first_seen_as, two.first_seen_as);
    EXPECT_EQ(one.the_case, nlohmann::json({{"n", 123}}));
    EXPECT_TRUE(one.minimized);
}

TEST(Campaign, ReportsFindingsInTheOrderOfThePropertiesWhicheverFailsFirst) {
    property_list list;
    toy& late = add(list, "late");
    late.first = {{{"n", 1}}, {{"n", 2}}, {{"n", 3}}};
    late.judge = [](std::int64_t n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(n < 5 ? 40 : 0));
        return case_result{.laws = {judged(law_id::K1, n >= 5 ? "too big" : ""), held(law_id::K2)},
                           .discarded = ""};
    };
    add(list, "early").judge = [](std::int64_t) {
        return case_result{.laws = {held(law_id::K1), judged(law_id::K2, "always")},
                           .discarded = ""};
    };
    campaign_options o = cases(20);
    o.jobs = 2;
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.findings.size(), 2u);
    EXPECT_EQ(report.findings[0].what.property, "late");
    EXPECT_EQ(report.findings[1].what.property, "early");
    EXPECT_EQ(report.rows[0].finding, 0u);
    EXPECT_EQ(report.rows[3].finding, 1u);
}

TEST(Campaign, SharesTheTimeFairlyAmongSlowAndFastProperties) {
    property_list list;
    add(list, "slow").judge = [](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return fails(law_id::K1, "");
    };
    add(list, "fast");
    campaign_options o;
    o.budget_seconds = 1;
    const campaign_report report = run_campaign(list, o);
    // Shares of cases would be alike, and whoever waits for the fast one would have a single slice.
    const auto slow = report.properties[0].counts.cases, fast = report.properties[1].counts.cases;
    EXPECT_GT(slow, 10);
    EXPECT_GT(fast, 10 * slow);
}

TEST(Campaign, EndsWithItsBudget) {
    property_list list;
    add(list, "endless");
    campaign_options o;
    o.budget_seconds = 0.5;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 0);
    EXPECT_GT(report.properties[0].counts.cases, 0);
}

TEST(Campaign, GivesEveryPropertyATurnHoweverShortTheBudget) {
    property_list list;
    for (int i = 0; i < 20; ++i) {
        toy& p = add(list, "property " + std::to_string(i));
        p.first = {{{"n", 0}}};
        p.judge = [](std::int64_t n) { return fails(law_id::K1, n == 0 ? "zero" : ""); };
    }
    campaign_options o;
    o.budget_seconds = 0;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.findings.size(), 20u);
}

TEST(Campaign, ReportsEachLawThatFailsOnceAndCountsAllItsCases) {
    property_list list;
    add(list, "wrong").judge = [](std::int64_t n) {
        return case_result{.laws = {judged(law_id::K1, n % 2 ? "odd" : ""),
                                    judged(law_id::K2, n > 9 ? "big" : "")},
                           .discarded = ""};
    };
    const campaign_report report = run_campaign(list, cases(300));
    EXPECT_EQ(report.exit_code(), 1);
    EXPECT_EQ(report.findings.size(), 2u);
    EXPECT_EQ(report.rows[0].judged, 300);
    EXPECT_GT(report.rows[0].failed, 100);
    EXPECT_LT(report.rows[0].failed, 200);
    EXPECT_THAT(report.verdict(), HasSubstr("FAILED: 2 of 2 checks failed"));
}

TEST(Campaign, GoesOnAfterACrashAndCountsEveryCaseOnce) {
    property_list list;
    toy& p = add(list, "crashes once");
    p.first = {{{"n", 1}}, {{"n", 2}}, {{"n", 5000}}, {{"n", 3}}};
    p.judge = [](std::int64_t n) {
        if (n == 5000) std::abort();
        return fails(law_id::K2, "");
    };
    const campaign_report report = run_campaign(list, cases(50));
    EXPECT_EQ(report.properties[0].counts.cases, 50);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 5000}}));
    EXPECT_EQ(report.findings[0].what.law, law_id::K1);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::crash);
    EXPECT_EQ(report.rows[1].what, verdict::held);
    EXPECT_EQ(report.rows[1].judged, 49);
}

TEST(Campaign, ShrinksACaseThatCrashes) {
    property_list list;
    add(list, "crashes").judge = [](std::int64_t n) {
        if (n >= 77) std::abort();
        return fails(law_id::K1, "");
    };
    const campaign_report report = run_campaign(list, cases(50));
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 77}}));
    EXPECT_TRUE(report.findings[0].what.minimized);
}

TEST(Campaign, ShrinksACaseThatHangs) {
    property_list list;
    add(list, "hangs").judge = [](std::int64_t n) {
        while (n >= 2) std::this_thread::sleep_for(std::chrono::seconds(1));
        return fails(law_id::K1, "");
    };
    campaign_options o = cases(3);
    o.case_seconds = 3;  // a try gets 0.3 s, which is long even on a busy machine
    o.minimize_seconds = 60;
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 2}}));
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::hang);
}

// A try has a tenth of the time, and what takes most of it is no hang: replay would say that it holds.
TEST(Campaign, ShrinksACaseThatHangsToNoneThatIsMerelySlow) {
    property_list list;
    add(list, "hangs").judge = [](std::int64_t n) {
        while (n >= 10) std::this_thread::sleep_for(std::chrono::seconds(1));
        if (n >= 2) std::this_thread::sleep_for(std::chrono::milliseconds(1900));
        return fails(law_id::K1, "");
    };
    campaign_options o = cases(8);
    o.case_seconds = 3;
    o.minimize_seconds = 60;
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::hang);
    EXPECT_GE(report.findings[0].what.the_case["n"].get<std::int64_t>(), 10);
}

// Cases of its kind are short, so nobody waits ten seconds for it, and there is time to make it small.
TEST(Campaign, ShrinksAKernelThatHangsWithinTheLimitOfOneCase) {
    property_list list;
    add(list, "hangs").judge = [](std::int64_t n) {
        const devices::launch_time::of_kernel kernel;
        while (n >= 2) std::this_thread::sleep_for(std::chrono::seconds(1));
        return fails(law_id::K1, "");
    };
    campaign_options o = cases(1);
    o.case_seconds = 10;
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 2}}));
    EXPECT_THAT(report.findings[0].what.failure, HasSubstr("had not ended after 2 s"));
}

// It may read a file, or compile something.
TEST(Campaign, GivesALaunchFunctionTheWholeTimeLimit) {
    property_list list;
    add(list, "slow").judge = [](std::int64_t n) {
        const devices::launch_time::of_function function;
        if (n > 900) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        return fails(law_id::K1, "");
    };
    campaign_options o = cases(30);
    o.case_seconds = 3;  // the first run has 0.3 s, and a kernel's second one 0.6 s
    const campaign_report report = run_campaign(list, o);
    EXPECT_TRUE(report.findings.empty());
    EXPECT_EQ(report.cases(), 30);
}

TEST(Campaign, GivesUpAPropertyWhoseCasesKeepCrashing) {
    property_list list;
    add(list, "always crashes").judge = [](std::int64_t) -> case_result { std::abort(); };
    add(list, "right");
    const campaign_report report = run_campaign(list, cases(100));
    EXPECT_LE(report.properties[0].counts.cases, 3);
    EXPECT_EQ(report.rows[0].what, verdict::failed);
    EXPECT_EQ(report.rows[1].what, verdict::stopped);
    EXPECT_EQ(report.rows[1].what, verdict::stopped);
    EXPECT_EQ(report.properties[1].counts.cases, 100);
}

TEST(Campaign, CannotRunAPropertyWhoseDeclarationIsWrong) {
    property_list list;
    add(list, "mistaken").judge = [](std::int64_t) -> case_result {
        throw wrong_declaration("There is no scalar 'q'.");
    };
    const campaign_report report = run_campaign(list, cases(100));
    EXPECT_EQ(report.exit_code(), 2);
    EXPECT_TRUE(report.findings.empty());
    EXPECT_THAT(report.troubles, ::testing::ElementsAre(HasSubstr("There is no scalar 'q'.")));
}

TEST(Campaign, CannotRunAPropertyWhoseGeneratorThrows) {
    class broken : public toy {
      public:
        broken() : toy("broken") {}
        nlohmann::json generate(rc::Random&, int) const override {
            throw std::runtime_error("No dice.");
        }
    };
    property_list list;
    list.push_back(std::make_unique<broken>());
    const campaign_report report = run_campaign(list, cases(10));
    EXPECT_EQ(report.exit_code(), 2);
    EXPECT_THAT(report.troubles.at(0), HasSubstr("No dice."));
}

TEST(Campaign, CannotRunAPropertyWhoseGeneratorCrashes) {
    class broken : public toy {
      public:
        broken() : toy("broken") {}
        nlohmann::json generate(rc::Random&, int) const override { std::abort(); }
    };
    property_list list;
    list.push_back(std::make_unique<broken>());
    const campaign_report report = run_campaign(list, cases(10));
    EXPECT_EQ(report.exit_code(), 2);
    EXPECT_THAT(report.troubles.at(0),
                HasSubstr("The generator of broken failed at index 0 of seed 42"));
}

TEST(Campaign, RunsOnlyTheRowsThatAreWanted) {
    property_list list;
    add(list, "one");
    add(list, "two").judge = [](std::int64_t) { return fails(law_id::K1, "wrong"); };
    campaign_options o = cases(10);
    o.wanted = [](const property& p, law_id law) { return p.name() == "two" && law == law_id::K2; };
    const campaign_report report = run_campaign(list, o);
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.rows[0].law, law_id::K2);
    EXPECT_TRUE(report.findings.empty());
}

TEST(Campaign, CannotRunWhenNothingIsWanted) {
    property_list list;
    add(list, "one");
    campaign_options o = cases(10);
    o.wanted = [](const property&, law_id) { return false; };
    EXPECT_EQ(run_campaign(list, o).exit_code(), 2);
}

TEST(Campaign, StopsWhenInterruptedAndSaysSo) {
    property_list list;
    add(list, "endless");
    campaign_options o;
    o.budget_seconds = 600;
    int asked = 0;
    o.interrupted = [&] { return ++asked > 2; };
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 2);
    EXPECT_THAT(report.verdict(), HasSubstr("INTERRUPTED"));
}

TEST(Campaign, StopsAtTheFirstFindingWhereThatIsWantedAndStillMakesItSmaller) {
    property_list list;
    add(list, "wrong").judge = [](std::int64_t n) {
        return fails(law_id::K1, n >= 123 ? "too big" : "");
    };
    add(list, "endless");
    campaign_options o;
    o.budget_seconds = 600;
    o.stop_at_first = true;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 1);
    EXPECT_FALSE(report.interrupted);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", 123}}));
    EXPECT_TRUE(report.findings[0].what.minimized);
}

TEST(Campaign, TellsItsProgress) {
    property_list list;
    add(list, "endless");
    campaign_options o;
    o.budget_seconds = 0.5;
    std::int64_t last = 0;
    o.on_progress = [&](const campaign_progress& p) {
        EXPECT_GE(p.cases, last);
        last = p.cases;
        EXPECT_EQ(p.now, "endless");
    };
    run_campaign(list, o);
    EXPECT_GT(last, 0);
}

}  // namespace
}  // namespace tileproof::fuzz::testing
