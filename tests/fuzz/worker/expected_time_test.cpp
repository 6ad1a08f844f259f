// SPDX-License-Identifier: MIT
#include "fuzz/worker/expected_time.hpp"

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/worker/rerun.hpp"
#include "system/process.hpp"
#include "tests/fuzz/campaign/toy.hpp"

#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {

using namespace properties;

namespace {

constexpr double limit = 0.5;
constexpr std::int64_t many = 1 << 20;

// n steps. `seconds` of a processor for each million of them, and from `hangs_from` on without end.
struct worked : toy {
    double seconds = 0;
    std::int64_t hangs_from = std::int64_t{1} << 60;
    int power = 1;
    bool fixed = false;
    worked() : toy("worked") {
        judge = [this](std::int64_t n) {
            double time = seconds;
            for (int i = 0; i < power; ++i) time *= static_cast<double>(n) / many;
            const double end = system::own_processor_seconds() + time;
            while (n >= hangs_from || system::own_processor_seconds() < end) {
            }
            return case_result{.laws = {held(law_id::K1), held(law_id::K2)}, .discarded = ""};
        };
    }
    double work(const nlohmann::json& c) const override {
        return static_cast<double>(c.at("n").get<std::int64_t>());
    }
    std::optional<nlohmann::json> lighter(const nlohmann::json& c, double share) const override {
        if (fixed) return std::nullopt;
        return nlohmann::json({{"n", static_cast<std::int64_t>(work(c) * share)}});
    }
};

class ExpectedTime : public ::testing::Test {
  protected:
    ExpectedTime() {
        list.push_back(std::make_unique<worked>());
        p = static_cast<worked*>(list[0].get());
    }
    std::optional<double> of(std::int64_t n) {
        worker w(list, limit);
        return expected_seconds(w, {0, {{"n", n}}});
    }
    property_list list;
    worked* p = nullptr;
};

TEST_F(ExpectedTime, IsThatOfLighterCasesTimesWhatTheyLack) {
    p->seconds = 4;
    const auto expected = of(many);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(is_too_long(expected, limit)) << *expected;
}

TEST_F(ExpectedTime, GrowsByTheSquareWhereTheLighterOnesDo) {
    p->seconds = 16;  // an eighth of the steps takes a quarter of a second
    p->power = 2;
    const auto expected = of(many);
    ASSERT_TRUE(expected);
    EXPECT_GT(*expected, 4);
}

TEST_F(ExpectedTime, OfACaseThatHangsIsShortWhetherLighterOnesHangOrNot) {
    p->seconds = 0.001;
    p->hangs_from = many;
    EXPECT_FALSE(is_too_long(of(many), limit));
    p->hangs_from = 10;
    EXPECT_EQ(of(many), 0);
}

TEST_F(ExpectedTime, OfFewStepsIsNothing) {
    p->seconds = 1e6;
    EXPECT_EQ(of(100), 0);
}

// Such as rows of one column, each of them a block of many threads: 4,095 steps that took 8 s on cpu-checked.
TEST_F(ExpectedTime, OfAFewThousandDearStepsIsTheirs) {
    p->seconds = 400;
    EXPECT_TRUE(is_too_long(of(4095), limit));
}

TEST_F(ExpectedTime, IsNotKnownOfWhatCannotBeLighter) {
    p->fixed = true;
    EXPECT_EQ(of(many), std::nullopt);
}

// Races slow a case down on cpu-checked, and are told first.
TEST_F(ExpectedTime, IsAskedForWhereAnotherLawFailsBeforeTheDeviceTakesItForAHang) {
    worker_answer a;
    a.result.laws = {failed({.law = law_id::K6, .kind = failure_kind::race})};
    EXPECT_FALSE(met_its_limit(a));
    a.result.laws.push_back(failed({.law = law_id::K9, .kind = failure_kind::hang}));
    EXPECT_TRUE(met_its_limit(a));
}

TEST_F(ExpectedTime, GivesTheFirstRunATenthAndASmallerCaseWhatItNeeds) {
    EXPECT_EQ(limit_of_first_run(10), 1);
    EXPECT_EQ(limit_of_first_run(0.05), 0.05);
    EXPECT_EQ(limit_of_a_try(std::nullopt, 10), 1);
    EXPECT_EQ(limit_of_a_try(0.0, 10), 0.2);
    EXPECT_EQ(limit_of_a_try(0.1, 10), 0.8);
    EXPECT_EQ(limit_of_a_try(5.0, 10), 1);
}

TEST_F(ExpectedTime, LeavesTheSecondRunEightTimesAsMuch) {
    EXPECT_EQ(limit_of_second_run(0.0, 10), 2);
    EXPECT_EQ(limit_of_second_run(1.0, 10), 8);
    EXPECT_EQ(limit_of_second_run(0.0, 0.5), 0.5);
    EXPECT_EQ(limit_of_second_run(5.0, 10), 40);
    EXPECT_EQ(limit_of_second_run(std::nullopt, 10), 10);
}

// In a campaign.
TEST_F(ExpectedTime, MakesNoFindingOfACaseThatIsOnlyLong) {
    p->seconds = 4;
    p->first = {{{"n", many}}};
    campaign_options options;
    options.seed = 1;
    options.cases = 200;
    options.case_seconds = limit;
    const campaign_report report = run_campaign(list, options);
    EXPECT_TRUE(report.findings.empty());
    EXPECT_EQ(report.exit_code(), 0) << report.verdict();
    ASSERT_EQ(report.properties.size(), 1u);
    EXPECT_EQ(report.properties[0].counts.discarded, 1);
    EXPECT_EQ(report.cases(), 200);
}

TEST_F(ExpectedTime, KeepsTheFindingOfALongCaseThatHangs) {
    p->seconds = 0.001;
    p->hangs_from = many / 2;
    p->first = {{{"n", many}}};
    campaign_options options;
    options.seed = 1;
    options.cases = 200;
    options.case_seconds = limit;
    const campaign_report report = run_campaign(list, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].what.why.kind, failure_kind::hang);
    EXPECT_EQ(report.findings[0].what.the_case, nlohmann::json({{"n", many / 2}}));
}

// Of a finding: no case in front of the one that somebody wrote.
TEST_F(ExpectedTime, RefusesAStoredCaseBeforeItRuns) {
    p->seconds = 1e4;
    finding f;
    f.property = "worked";
    f.law = law_id::K1;
    f.the_case = {{"n", many}};
    listed_properties known(list);
    const rerun_outcome again = rerun(f, known, limit);
    EXPECT_EQ(again.what, rerun_outcome::state::not_judged);
    EXPECT_NE(again.sentence.find("Such a case would take"), std::string::npos) << again.sentence;
}

}  // namespace
}  // namespace tileproof::fuzz::testing
