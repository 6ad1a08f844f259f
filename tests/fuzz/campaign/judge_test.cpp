// SPDX-License-Identifier: MIT
#include "fuzz/campaign/campaign.hpp"
#include "fuzz/campaign/track.hpp"

#include "toy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::fuzz::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

tally counts(std::int64_t cases, std::int64_t discarded) {
    tally t;
    t.cases = cases;
    t.discarded = discarded;
    if (discarded > 0) t.reasons["No pad."] = discarded;
    return t;
}

TEST(Judge, FailsAPropertyThatDiscardsMoreThanHalf) {
    const toy p("picky");
    EXPECT_THAT(problems_of(p, counts(100, 65)), IsEmpty());
    const auto problems = problems_of(p, counts(100, 66));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(
        problems[0],
        "picky discarded 66 of 100 cases, more than half, most of them (66) for this reason: No "
        "pad.");
}

// Half of many is half; half of a few may be chance.
TEST(Judge, ComesCloserToHalfTheMoreCasesThereAre) {
    EXPECT_THAT(problems_of(toy("picky"), counts(1'000'000, 501'000)), IsEmpty());
    EXPECT_EQ(problems_of(toy("picky"), counts(1'000'000, 502'000)).size(), 1u);
}

TEST(Judge, DoesNotJudgeDiscardsOnAHandfulOfCases) {
    EXPECT_THAT(problems_of(toy("picky"), counts(10, 10)), IsEmpty());
}

TEST(Judge, FailsAPropertyThatNeverReachesARequiredLabel) {
    toy p("narrow");
    p.required = {"parity: even", "parity: odd"};
    tally t = counts(500, 0);
    t.labels["parity: even"] = 500;
    const auto problems = problems_of(p, t);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0], "None of 500 cases of narrow reached 'parity: odd'.");
    t.cases = 499;
    EXPECT_THAT(problems_of(p, t), IsEmpty());
    t.cases = 500;
    t.labels["parity: odd"] = 1;
    EXPECT_THAT(problems_of(p, t), IsEmpty());
}

TEST(Judge, MakesTheCampaignFailForSuchAProperty) {
    properties::property_list list;
    list.push_back(std::make_unique<toy>("picky"));
    static_cast<toy&>(*list[0]).judge = [](std::int64_t n) {
        if (n % 10) return properties::case_result{.laws = {}, .discarded = "Not round."};
        return fails(properties::law_id::K1, "");
    };
    campaign_options o;
    o.cases = 200;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.exit_code(), 1);
    EXPECT_EQ(report.rows[0].what, law_row::verdict::failed);
    EXPECT_THAT(report.rows[0].sentence, HasSubstr("Not round."));
}

TEST(Judge, FailsALawThatNoCaseEverCameTo) {
    properties::property_list list;
    list.push_back(std::make_unique<toy>("one-sided"));
    static_cast<toy&>(*list[0]).judge = [](std::int64_t) {
        return fails(properties::law_id::K1, "");
    };
    static_cast<toy&>(*list[0]).judged_from = 100;
    campaign_options o;
    o.cases = 99;
    campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.rows[1].what, law_row::verdict::not_judged);
    EXPECT_EQ(report.exit_code(), 0);
    EXPECT_THAT(report.verdict(), HasSubstr("; 1 not judged"));
    o.cases = 100;
    report = run_campaign(list, o);
    EXPECT_EQ(report.rows[1].what, law_row::verdict::failed);
    EXPECT_EQ(report.rows[1].sentence, "None of 100 cases of one-sided came to K2 written.");
}

// A kernel that never ends has no values that could be wrong.
TEST(Judge, DoesNotCountALawAsFailedThatNoCaseCameToBecauseOthersFailed) {
    properties::property_list list;
    list.push_back(std::make_unique<toy>("one-sided"));
    static_cast<toy&>(*list[0]).judge = [](std::int64_t) {
        return fails(properties::law_id::K1, "Not round.");
    };
    static_cast<toy&>(*list[0]).judged_from = 100;
    campaign_options o;
    o.cases = 100;
    const campaign_report report = run_campaign(list, o);
    EXPECT_EQ(report.rows[0].what, law_row::verdict::failed);
    EXPECT_EQ(report.rows[1].what, law_row::verdict::stopped);
    EXPECT_THAT(report.rows[1].sentence, HasSubstr("other laws failed first"));
    EXPECT_THAT(report.verdict(), HasSubstr("1 not judged because of what failed"));
}

}  // namespace
}  // namespace tileproof::fuzz::testing
