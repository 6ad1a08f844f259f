// SPDX-License-Identifier: MIT
// What is told after bugs were explained: how many there are, under which heading, and when each fails.
#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace tileproof::quality {

using namespace properties;
using namespace fuzz;
using testing::AllOf;
using testing::HasSubstr;

namespace {

const std::string explained_source = TILEPROOF_SOURCE_DIR "/tests/quality/bugs/explained_bugs.hip",
                  hidden_source = TILEPROOF_SOURCE_DIR "/tests/quality/bugs/hidden_bugs.hip";

unsigned line_in(const std::string& source, const std::string& text) {
    std::ifstream in(source);
    unsigned number = 0;
    for (std::string line; std::getline(in, line);)
        if (++number; line.find(text) != line.npos) return number;
    return 0;
}
unsigned line_of(const std::string& text) { return line_in(explained_source, text); }

// A test that asks for no condition needs no time to find one.
constexpr double soon = 3;
std::vector<bug> explained(const std::string& kernel, double seconds = 15,
                           const std::string& source = explained_source,
                           const std::vector<std::string>& devices = {"cpu", "cpu-checked"}) {
    const auto cache = std::filesystem::path(testing::TempDir()) / "tileproof_explained_cache";
    const compiler::user_library library = compiler::load_user({.source = source, .cache = cache});
    property_list list;
    for (const std::string& device : devices)
        for (auto& p : user_properties(library, source, device))
            if (p->subject() == kernel) list.push_back(std::move(p));
    campaign_options o;
    o.seed = 1;
    o.cases = 200;
    o.minimize_seconds = 5;
    o.kernel = [&](const property&) {
        return user_kernel{source, kernel, library.compilers.at("cpu-checked"), {}};
    };
    campaign_report report = run_campaign(list, o);
    listed_properties known(list);
    diagnosis::explain_bugs(
        report, [&](const finding&) -> finding_properties& { return known; }, seconds, 2,
        diagnosis::diagnose_finding,
        [&](const finding& f, const std::vector<const finding*>& others, double seconds) {
            return diagnosis::likely_lines(f, cache, seconds, others);
        });
    return report.bugs;
}

TEST(ExplainedBugs, AreAMissingBarrierAndWhatItLeavesWrong) {
    const std::vector<bug> bugs = explained("counts_too_early");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_THAT(bugs[0].heading, HasSubstr("Barrier missing between"));
    EXPECT_EQ(bugs[1].lead.kind, failure_kind::unwritten);
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("exactly when bins > 64"));
}

TEST(ExplainedBugs, AreOneBarrierAtThePlaceThatMakesAllResultsRight) {
    const std::vector<bug> bugs = explained("overwrites_the_sums");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_THAT(bugs[0].heading, HasSubstr("of the next round"));
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("exactly when rows > 1"));
}

TEST(ExplainedBugs, NameTheVariableThatKeepsWhatAnEarlierLaunchLeft) {
    const std::vector<bug> bugs = explained("sum_once");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "`finished` keeps what an earlier launch left");
    EXPECT_EQ(bugs[0].instead, "with it set back before each launch, the case holds");
}

TEST(ExplainedBugs, AreTwoWhereAChangeThatMendsOneLeavesTheOther) {
    const std::vector<bug> bugs = explained("mean_of_segments");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::unwritten);
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("exactly when segments * columns > 256"));
    EXPECT_EQ(bugs[1].lead.kind, failure_kind::wrong_value);
    EXPECT_EQ(bugs[1].lead.law, law_id::K7);
}

// Nor do the other bug's cases keep it from being one that mends.
TEST(ExplainedBugs, AreTwoWhereManyCasesHaveTheOtherOnly) {
    const std::vector<bug> bugs = explained("scaled_groups", soon);
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::unwritten);
    ASSERT_FALSE(bugs[0].likely.empty());
    EXPECT_THAT(bugs[0].likely[0].why, HasSubstr("with the quotient rounded up"));
    EXPECT_EQ(bugs[1].lead.kind, failure_kind::wrong_value);
}

// What makes an access go outside may stand in another line, and lead two of them astray.
TEST(ExplainedBugs, AreOneWrongStrideThatTwoLinesUse) {
    const std::vector<bug> bugs = explained("blends");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::out_of_bounds);
    ASSERT_FALSE(bugs[0].likely.empty());
    EXPECT_THAT(bugs[0].likely[0].why,
                AllOf(HasSubstr("with `s.back` in place of `s.front`, all"), HasSubstr("right")));
    EXPECT_EQ(bugs[0].likely[0].line, line_of("back + r * s.front"));
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("rows > 1 and front_stride "));
}

TEST(ExplainedBugs, AreTwoWhereOneLineLeavesAnArrayOfTheBlockAndAnOperand) {
    const std::vector<bug> bugs = explained("adds_neighbours");
    ASSERT_EQ(bugs.size(), 2u);
    for (const bug& b : bugs) {
        EXPECT_EQ(b.lead.kind, failure_kind::out_of_bounds);
        EXPECT_EQ(b.lead.witness->access.line, line_of("tile[k] = at >= 0"));
        EXPECT_EQ(b.lead.witness->access.write, b.lead.witness->memory == memory_space::shared);
    }
    EXPECT_NE(bugs[0].lead.witness->memory, bugs[1].lead.witness->memory);
    for (const bug& b : bugs)
        if (b.lead.witness->access.write)
            EXPECT_THAT(b.fails_when, HasSubstr("exactly when r > 0"));
}

TEST(ExplainedBugs, AreOneIndexBelowZeroInTwoArrays) {
    const std::vector<bug> bugs = explained("counts_remainders");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("; "));  // each array's
}

TEST(ExplainedBugs, AreOneLineThatMakesTwoOutputsWrong) {
    const std::vector<bug> bugs = explained("folds_both", soon);
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::wrong_value);
}

TEST(ExplainedBugs, AreOneRaceAndTheValuesThatItsStoreLeavesWrongWithOtherData) {
    const std::vector<bug> bugs = explained("keeps_odd", soon);
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::race);
}

TEST(ExplainedBugs, AreNoMissingBarrierWhereThreadsChangeOneElementInTurn) {
    const std::vector<bug> bugs = explained("doubles_marked", soon);
    ASSERT_FALSE(bugs.empty());
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::race);
    EXPECT_EQ(bugs[0].barrier, missing_barrier::none) << bugs[0].heading;
}

TEST(ExplainedBugs, AreNoMissingBarrierWhereThreadsStoreWhatBothHaveLookedAt) {
    const std::vector<bug> bugs = explained("counts_first_visits", soon);
    ASSERT_FALSE(bugs.empty());
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::race);
    EXPECT_EQ(bugs[0].barrier, missing_barrier::none) << bugs[0].heading;
}

TEST(ExplainedBugs, AreTwoWhereEachFailsForAReasonOfItsOwn) {
    const std::vector<bug> bugs = explained("weighs_groups");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::out_of_bounds);
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("exactly when n % 4 != 0"));
    EXPECT_EQ(bugs[1].lead.law, law_id::K7);
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("exactly when total == 0"));
}

TEST(ExplainedBugs, AreOneStartOfAnOperandThatTwoLinesMiss) {
    const std::vector<bug> bugs = explained("greatest_of_three", soon);
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "Read before the start of x");
}

TEST(ExplainedBugs, AreNoReadsOfWhatAStoppedKernelWouldHaveWritten) {
    const std::vector<bug> bugs = explained("looks_up", soon);
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "Division by zero");
}

TEST(ExplainedBugs, AreTwoOfOneOutputWithAChangeAndAConditionEach) {
    const std::vector<bug> bugs = explained("sums_of_heads");
    ASSERT_EQ(bugs.size(), 2u);
    std::map<unsigned, std::string> fails_when;  // by line
    for (const bug& b : bugs) {
        EXPECT_EQ(b.lead.kind, failure_kind::wrong_value);
        ASSERT_FALSE(b.likely.empty());
        EXPECT_THAT(b.likely[0].why, HasSubstr("with the other bug's change as well, all are"));
        fails_when[b.likely[0].line] = b.fails_when;
    }
    EXPECT_THAT(fails_when[line_of("len - len % 4")], HasSubstr("exactly when len % 4 != 0"));
    const std::string& of_rows = fails_when[line_of("min(h / kv, kv - 1)")];
    EXPECT_THAT(of_rows, AllOf(HasSubstr("exactly when "), HasSubstr("kv > 1")));
    EXPECT_EQ(of_rows.find("len %"), of_rows.npos) << of_rows;
}

TEST(ExplainedBugs, AreAnAccessOutsideAndAnotherOutputThatStaysWrongWithoutIt) {
    const std::vector<bug> bugs = explained("reverses");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::out_of_bounds);
    EXPECT_EQ(bugs[1].lead.kind, failure_kind::wrong_value);
    EXPECT_EQ(bugs[1].lead.where.operand, "length");
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("n % 3 == 0"));
}

TEST(ExplainedBugs, AreElementsThatNobodySetsAndOthersThatStayWrongOnceTheyAreSet) {
    const std::vector<bug> bugs = explained("counts_further");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::unwritten);
    EXPECT_EQ(bugs[0].likely.at(0).line, line_of("i >= n - 1"));
    EXPECT_EQ(bugs[1].lead.kind, failure_kind::wrong_value);
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("exactly when n % 5 == 0"));
}

std::vector<bug> hidden(const std::string& kernel) { return explained(kernel, 15, hidden_source); }

TEST(HiddenBugs, AreToldWhereAnotherOneMakesTheSameCasesWrong) {
    const std::vector<bug> bugs = hidden("scales");
    ASSERT_EQ(bugs.size(), 2u);
    const auto line = [](const bug& b) { return b.likely.empty() ? 0 : b.likely[0].line; };
    EXPECT_EQ(line(bugs[0]), line_in(hidden_source, "* factor + 1"));
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("always"));
    EXPECT_EQ(line(bugs[1]), line_in(hidden_source, "m > 8 ?"));
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("exactly when m > 8"));
}

TEST(HiddenBugs, AreNotWhatAnIndexFromBeyondTheEndLeadsTo) {
    const std::vector<bug> bugs = hidden("gathers_pairs");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "Read beyond the end of at");
}

TEST(HiddenBugs, AreOneWriteBeforeTheStartWhereverTheOperandBegins) {
    const std::vector<bug> bugs = hidden("ends_rows");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "Write before the start of y");
    EXPECT_EQ(bugs[0].lead.witness->access.line, line_in(hidden_source, "y[r * cols - 1] = 0"));
    EXPECT_THAT(bugs[0].fails_when, testing::StartsWith("always"));
}

TEST(HiddenBugs, HaveALineWhereTheyWriteBetweenRows) {
    const std::vector<bug> bugs = hidden("fills_rows");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading, "Write between the rows of y");
    ASSERT_TRUE(is_located(bugs[0].lead));
    EXPECT_EQ(bugs[0].lead.witness->kernel, "fills_rows");
    EXPECT_EQ(bugs[0].lead.witness->access.line, line_in(hidden_source, "y[r * stride + c] = r"));
    EXPECT_THAT(bugs[0].lead.detail + sentence(bugs[0].lead), HasSubstr("between the rows of y"));
}

TEST(HiddenBugs, HaveAConditionForOperandsThatLieAsInTheirCase) {
    const std::vector<bug> bugs = hidden("copies_in_fours");
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_THAT(bugs[0].fails_when,
                AllOf(HasSubstr("with operands at the start of their buffers: exactly when"),
                      HasSubstr("cols % 4 != 0"), HasSubstr("rows > 1"), HasSubstr("cols > 3")));
}

TEST(HiddenBugs, AreOneArrayThatIsTooShortWhereverItIsUsed) {
    // On cpu it may damage what else lies there.
    const std::vector<bug> bugs = explained("sums_behind", 15, hidden_source, {"cpu-checked"});
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::index_outside);
}

TEST(HiddenBugs, AreOneOfTwoOutputsIfOneIsOnlyWrongWhereTheOtherIs) {
    EXPECT_EQ(hidden("keeps_some").size(), 1u);
}

TEST(HiddenBugs, AreNoWrongValuesThatAnotherBugIsAbout) {
    const std::vector<bug> bugs = hidden("maxima_of_bags");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_NE(bugs[0].lead.kind, bugs[1].lead.kind);
}

// Seen while the condition of the first one is learned.
TEST(HiddenBugs, AreWhatFailsInTheFewCasesThatAReadBeyondTheEndLeavesAlone) {
    const std::vector<bug> bugs = hidden("counts_above");
    ASSERT_EQ(bugs.size(), 2u);
    EXPECT_EQ(bugs[0].heading, "Read beyond the end of x");
    EXPECT_THAT(bugs[0].fails_when, HasSubstr("rows % 64 != 0"));
    EXPECT_EQ(bugs[1].heading, "Wrong values in count");
    EXPECT_THAT(bugs[1].fails_when, HasSubstr("cols > 100"));
    ASSERT_FALSE(bugs[1].likely.empty());
    EXPECT_EQ(bugs[1].likely[0].line, line_in(hidden_source, "c < 100"));
}

TEST(HiddenBugs, NameTheCallThatHasSetOnlySomeBytes) {
    const std::vector<bug> bugs = hidden("counts_edges");
    ASSERT_EQ(bugs.size(), 1u);
    ASSERT_TRUE(is_located(bugs[0].lead));
    EXPECT_EQ(bugs[0].lead.kind, failure_kind::uninitialised);
    const unsigned line = line_in(hidden_source, "(void)hipMemset(p.out<int>(\"degree\")");
    EXPECT_THAT(bugs[0].lead.witness->missing,
                AllOf(HasSubstr("The hipMemset at "),
                      HasSubstr("hidden_bugs.hip:" + std::to_string(line) + " has set "),
                      HasSubstr("its size is in bytes")));
}

TEST(ExplainedBugs, AreNoMissingBarrierWhereOneOfTheLinesRacesWithItself) {
    const std::vector<bug> bugs = explained("adds_rows", soon);
    ASSERT_EQ(bugs.size(), 1u);
    EXPECT_EQ(bugs[0].heading.find("Barrier"), std::string::npos) << bugs[0].heading;
}

}  // namespace
}  // namespace tileproof::quality
