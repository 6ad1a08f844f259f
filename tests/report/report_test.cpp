// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace tileproof::report {

using namespace fuzz;
using properties::failure_kind;
using properties::law_id;

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// One row that held, one that failed, one that was not judged; a finding that is fixed.
campaign_report example() {
    campaign_report r;
    r.seed = 7;
    r.seconds = 1.5;
    r.budget_seconds = 60;
    tally counts;
    counts.cases = 12345;
    counts.discarded = 45;
    counts.labels = {{"type: float32", 6000}, {"type: int8", 6300}};
    r.properties.push_back(
        {"transpose_tiled@cpu", "transpose_tiled", "cpu", counts, {"type: int8"}, {}, 1});
    const auto row = [](law_id law, law_row::verdict v, std::string sentence) {
        return law_row{law, "transpose_tiled@cpu", "transpose_tiled", "cpu", 12300, 0,
                       v,   std::move(sentence),   std::nullopt};
    };
    r.rows.push_back(row(law_id::K1, law_row::verdict::held, ""));
    r.rows.push_back(row(law_id::K3, law_row::verdict::failed, "4 bytes <were> overwritten."));
    r.rows.back().failed = 17;
    r.rows.back().finding = 0;
    r.rows.push_back(row(law_id::K8, law_row::verdict::not_judged, "No case came to it."));
    reported_finding f;
    f.what.law = law_id::K3;
    f.what.property = "transpose_tiled@cpu";
    f.what.subject = "transpose_tiled";
    f.what.device = "cpu";
    f.what.the_case = {{"rows", 1}, {"columns", 2}};
    f.what.failure = "4 bytes <were> overwritten.";
    f.what.minimized = true;
    f.what.why = {.law = law_id::K3,
                  .kind = failure_kind::overwritten,
                  .where = {.operand = "the output", .index = {0}},
                  .detail = "4 bytes <were> overwritten."};
    f.file = "store/K3-x.json";
    r.findings.push_back(f);
    using state = rerun_outcome::state;
    r.reruns.push_back({"store/K1-y.json", f.what, rerun_outcome{.what = state::fixed}});
    r.reruns.push_back(
        {"store/K1-z.json", f.what,
         rerun_outcome{.what = state::still_fails, .why = f.what.why, .sentence = "It is wrong."}});
    return r;
}

// The same with its bugs: one, that this run and an earlier one have found.
campaign_report with_bugs() {
    campaign_report r = example();
    r.find_bugs();
    return r;
}

// A check that holds, of a test with the controls given.
campaign_report held_with(std::vector<control> controls) {
    campaign_report r = example();
    r.findings.clear();
    r.reruns.clear();
    r.rows.resize(1);
    r.rows[0].subject = "sums";
    r.controls = std::move(controls);
    return r;
}

TEST(Controls, AreABlindSpotIfTheyWereRightInEachOfSeveralCases) {
    const campaign_report r = held_with({{"sums", "writes zeros to y", 60, false},
                                         {"sums", "writes ones to y", 3, false},
                                         {"sums", "leaves y as it was", 60, true}});
    EXPECT_EQ(r.exit_code(), 0);
    const std::string sentence =
        "The declaration of sums cannot tell a kernel that writes zeros to y: that was right in "
        "all of 60 cases.";
    EXPECT_EQ(r.blind_spots(), std::vector{sentence});
    const std::string text = terminal_report(r, {false}, "");
    EXPECT_THAT(text, HasSubstr("What this test cannot tell"));
    EXPECT_THAT(text, Not(HasSubstr("writes ones")));
    const nlohmann::json j = json_report(r, {});
    EXPECT_EQ(j.at("blind_spots"), nlohmann::json::array({sentence}));
    EXPECT_EQ(j.at("controls").at(2), (nlohmann::json{{"subject", "sums"},
                                                      {"kernel", "leaves y as it was"},
                                                      {"cases", 60},
                                                      {"told_apart", true}}));
    EXPECT_THAT(html_report(r, {}, "sums.hip"),
                HasSubstr("cannot tell a kernel that writes zeros"));
}

TEST(Sizes, OfAFewShortCasesAreABlindSpot) {
    campaign_report r = held_with({});
    r.properties.resize(1);
    const auto said = [&](std::int64_t cases,
                          const std::map<std::string, std::int64_t, std::less<>>& labels) {
        r.properties[0].subject = "sums";
        r.properties[0].device = "cpu";
        r.properties[0].counts.cases = cases;
        r.properties[0].counts.labels = labels;
        return r.blind_spots();
    };
    EXPECT_EQ(said(3, {{"largest n: 1", 1}, {"largest rows: 2", 1}, {"strided", 2}}),
              std::vector<std::string>{
                  "The 3 cases of sums on cpu had no length above 2: ask for more (--cases, "
                  "--budget)."});
    EXPECT_TRUE(said(3, {{"largest n: 1", 1}, {"largest rows: 33", 1}}).empty());
    EXPECT_TRUE(said(50, {{"largest n: 1", 1}}).empty());
    EXPECT_TRUE(said(3, {{"strided", 2}}).empty());
}

using reached_kind = tileproof::devices::code_point::kind;

campaign_report held_with_code() {
    campaign_report r = held_with({});
    r.properties.resize(2, r.properties.front());
    r.properties[0].counts.code = {{{"k.hip", 12, 0, reached_kind::line}, true},
                                   {{"k.hip", 12, 7, reached_kind::condition_true}, false},
                                   {{"k.hip", 12, 7, reached_kind::condition_false}, true},
                                   {{"k.hip", 14, 0, reached_kind::line}, false},
                                   {{"k.hip", 14, 3, reached_kind::condition_true}, false},
                                   {{"k.hip", 14, 3, reached_kind::condition_false}, false},
                                   {{"k.hip", 15, 0, reached_kind::line}, false},
                                   {{"scale<float>", 0, 0, reached_kind::kernel}, true},
                                   {{"scale<int>", 0, 0, reached_kind::kernel}, false},
                                   {{"sum.h", 3, 0, reached_kind::line}, false}};
    r.properties[1].counts.code = {{{"sum.h", 3, 0, reached_kind::line}, true}};
    return r;
}

TEST(Code, ThatNoCaseRanIsTold) {
    const campaign_report r = held_with_code();
    EXPECT_EQ(r.exit_code(), 0);
    const std::vector<std::string> sentences = {
        "The condition in line 12, column 7, of k.hip was never true.",
        "No case launched scale<int>.", "No case ran lines 14, 15 of k.hip on cpu-checked."};
    EXPECT_EQ(r.blind_spots(), sentences);
    const nlohmann::json code = json_report(r, {}).at("code");
    ASSERT_EQ(code.size(), 8u);
    EXPECT_EQ(code.at(1), (nlohmann::json{{"file", "k.hip"},
                                          {"line", 12},
                                          {"column", 7},
                                          {"what", "condition true"},
                                          {"reached", false}}));
}

TEST(Code, IsWrittenAsLcovReadsIt) {
    EXPECT_EQ(lcov_report(held_with_code().code()),
              "TN:\nSF:k.hip\nDA:12,1\nBRDA:12,7,0,0\nBRDA:12,7,1,1\nDA:14,0\nBRDA:14,3,0,0\n"
              "BRDA:14,3,1,0\nDA:15,0\nend_of_record\nTN:\nSF:sum.h\nDA:3,1\nend_of_record\n");
}

TEST(Controls, ThatAreAllRightLeaveNothingJudged) {
    const campaign_report r = held_with({{"sums", "writes zeros to y", 60, false},
                                         {"sums", "writes ones to y", 60, false},
                                         {"other", "writes zeros to y", 1, true}});
    EXPECT_EQ(r.exit_code(), 2);
    EXPECT_THAT(r.verdict(), HasSubstr("NOT JUDGED: Whatever a kernel writes is right for sums"));
}

TEST(TerminalReport, FitsAHundredColumns) {
    campaign_report r = example();
    r.rows[0].subject = std::string(150, 'x');
    r.rows[0].judged = 123'456'789;
    r.properties[0].counts.discarded = 123'456'789;
    for (int i = 0; i < 40; ++i)
        r.properties[0].counts.labels["group " + std::to_string(i) + ": v"] = i;
    std::istringstream lines(terminal_report(r));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(TerminalReport, HasARowForEachLawUnderItsSubject) {
    const std::string text = terminal_report(example());
    EXPECT_THAT(text, HasSubstr("\ntranspose_tiled on cpu\n  K1 exact"));
    EXPECT_THAT(text, HasSubstr("K1 exact                12,300         45  type 1/1"));
    EXPECT_THAT(text, ::testing::ContainsRegex("K3 contained .* FAILED\n"));
    EXPECT_THAT(text, ::testing::ContainsRegex("K8 metamorphic .* not judged\n"));
}

TEST(TerminalReport, PutsLawsThatHeldAlikeIntoOneRowWhenTheTableIsLong) {
    campaign_report r = example();
    r.rows.clear();
    for (int i = 0; i < 10; ++i) {
        const std::string name = "kernel_" + std::to_string(i);
        r.properties.push_back({name, name, "cpu", r.properties[0].counts, {}, {}, 1});
        for (const law_id law : {law_id::L13, law_id::K1, law_id::K2, law_id::K3, law_id::K5,
                                 law_id::K6, law_id::K8, law_id::K9})
            r.rows.push_back({law, name, name, "cpu", law == law_id::K9 ? 12345 : 12300, 0,
                              law_row::verdict::held, "", std::nullopt});
    }
    r.rows[3].what = law_row::verdict::failed;  // K3 of kernel_0
    const std::string text = terminal_report(r);
    EXPECT_THAT(text, ::testing::ContainsRegex(
                          "\nkernel_0 on cpu\n  L13 K1 K2 K5 K6 K8 +12,300 +45 .* held\n"
                          "  K3 contained +12,300 .* FAILED\n  K9 honest refusal +12,345"));
    EXPECT_THAT(text, ::testing::ContainsRegex("\nkernel_1 on cpu\n  L13 K1-K3 K5 K6 K8 +12,300"));
    r.rows.resize(8);
    EXPECT_THAT(terminal_report(r), HasSubstr("\n  K1 exact  "));
}

TEST(TerminalReport, TellsEachBugOnceAndHowToReplayIt) {
    const std::string text = terminal_report(with_bugs());
    EXPECT_THAT(text, HasSubstr("\n1 bug\n1. The output is overwritten\n"));
    EXPECT_THAT(text, HasSubstr("case     {\"columns\":2,\"rows\":1}"));
    EXPECT_THAT(text, HasSubstr("replay   tileproof replay store/K3-x.json"));
    EXPECT_THAT(text, HasSubstr("seen by  K3 on cpu of transpose_tiled"));
    EXPECT_THAT(text, HasSubstr("- K8 metamorphic of transpose_tiled on cpu, not judged: No case"));
    EXPECT_THAT(text, HasSubstr("- K3 contained on transpose_tiled@cpu (store/K1-y.json): Fixed"));
    EXPECT_THAT(text, HasSubstr("- 1 of 2 still fails"));
}

TEST(TerminalReport, TellsWithWhichFlagsACaseFails) {
    campaign_report r = with_bugs();
    EXPECT_THAT(terminal_report(r), ::testing::Not(HasSubstr("   flags ")));
    r.findings[0].what.kernel = user_kernel{"k.hip", "t", "clang++-19", {"-DN=5", "-O1"}, "", ""};
    EXPECT_THAT(terminal_report(r), HasSubstr("   flags    -DN=5 -O1\n"));
}

TEST(TerminalReport, IsALineForEachSubjectWhereThereAreBugs) {
    campaign_report r = with_bugs();
    EXPECT_THAT(terminal_report(r),
                ::testing::StartsWith("transpose_tiled, 12,345 cases on cpu: FAILED K3, "
                                      "not judged K8, held K1\n"));
    // What was stopped on one device has held when it held on another; what failed on one has failed.
    r.properties.push_back({"t@cuda", "transpose_tiled", "cuda", {}, {}, {}, 1});
    r.properties.back().counts.cases = 7;
    using enum law_row::verdict;
    r.rows.push_back({law_id::K1, "t@cuda", "transpose_tiled", "cuda", 0, 0, stopped, "", {}});
    r.rows.push_back({law_id::K3, "t@cuda", "transpose_tiled", "cuda", 7, 0, held, "", {}});
    r.rows.push_back({law_id::K5, "t@cuda", "transpose_tiled", "cuda", 0, 0, stopped, "", {}});
    EXPECT_THAT(terminal_report(r),
                ::testing::StartsWith("transpose_tiled, 12,345 cases on cpu, 7 on cuda: FAILED K3, "
                                      "stopped K5, not judged K8, held K1\n"));
}

TEST(TerminalReport, HasColoursOnlyWhenAsked) {
    EXPECT_THAT(terminal_report(with_bugs()), Not(HasSubstr("\x1b")));
    EXPECT_THAT(terminal_report(with_bugs(), {true}), HasSubstr("\x1b[1m1. The output"));
}

TEST(TerminalReport, EndsWithOneHonestVerdict) {
    campaign_report r = example();
    EXPECT_THAT(
        terminal_report(r),
        HasSubstr(
            "\nFAILED: 1 of 3 checks and 1 earlier finding failed in 12,345 cases (1.5 s, seed 7); "
            "1 not judged.\n"));
    r.explaining_seconds = 12.3;
    EXPECT_THAT(terminal_report(r), HasSubstr("cases (1.5 s and 12.3 s to explain it, seed 7); "));
    r.explaining_seconds = 0;
    r.interrupted = true;
    r.rows[0].what = law_row::verdict::stopped;
    EXPECT_THAT(terminal_report(r),
                HasSubstr(" failed in 12,345 cases (1.5 s, seed 7, interrupted); "
                          "1 not judged because of what failed; 1 not judged.\n"));
    r = example();
    r.reruns.clear();
    r.rows.erase(r.rows.begin() + 1);
    EXPECT_THAT(terminal_report(r),
                HasSubstr("\nHELD: no counterexample to 1 check in 12,345 cases (1.5 s, seed 7); "
                          "1 not judged.\n"));
    r.troubles.push_back("No dice.");
    EXPECT_THAT(terminal_report(r), HasSubstr("\nCOULD NOT RUN: 1 problem"));
}

TEST(TerminalReport, NamesWhatHadTheFewestCases) {
    campaign_report r = example();
    r.reruns.clear();
    r.rows.erase(r.rows.begin() + 1);
    r.properties.insert(r.properties.begin(), r.properties.front());
    r.properties.front().name = "copy_lds@cpu-checked";
    r.properties.front().counts.cases = 1007;
    EXPECT_THAT(terminal_report(r),
                HasSubstr("\n\nThe fewest cases: 1,007 of copy_lds@cpu-checked.\nHELD: "));
}

TEST(JsonReport, HoldsEveryRowAndFinding) {
    const json j = json_report(example());
    EXPECT_EQ(j.at("tileproof_report"), 1);
    EXPECT_EQ(j.at("seed"), 7);
    EXPECT_EQ(j.at("exit_code"), 1);
    EXPECT_EQ(j.at("budget_seconds"), 60.0);
    ASSERT_EQ(j.at("rows").size(), 3u);
    EXPECT_EQ(j.at("rows")[1].at("law"), "K3");
    EXPECT_EQ(j.at("rows")[1].at("verdict"), "FAILED");
    EXPECT_EQ(j.at("rows")[1].at("failed_cases"), 17);
    EXPECT_EQ(j.at("rows")[1].at("discarded"), 45);
    EXPECT_EQ(j.at("rows")[1].at("finding"), 0);
    EXPECT_FALSE(j.at("rows")[0].contains("finding"));
    EXPECT_EQ(j.at("findings")[0].at("case").at("columns"), 2);
    EXPECT_EQ(j.at("findings")[0].at("replay"), "tileproof replay store/K3-x.json");
    EXPECT_EQ(j.at("properties")[0].at("labels").at("type: int8"), 6300);
    EXPECT_EQ(j.at("earlier_findings")[1].at("state"), "still fails");
    EXPECT_EQ(j.at("earlier_findings")[1].at("case").at("columns"), 2);
    EXPECT_FALSE(j.at("earlier_findings")[0].contains("case"));
}

TEST(JsonReport, HoldsEachBugWithItsMembers) {
    const json j = json_report(with_bugs());
    ASSERT_EQ(j.at("bugs").size(), 1u);
    const json& b = j.at("bugs")[0];
    EXPECT_EQ(b.at("kind"), "overwritten");
    EXPECT_EQ(b.at("laws"), json::array({"K3"}));
    EXPECT_EQ(b.at("devices"), json::array({"cpu"}));
    EXPECT_EQ(b.at("findings"), json::array({0}));
    EXPECT_EQ(b.at("earlier_findings"), json::array({1}));
    EXPECT_TRUE(b.at("line").is_null());
    EXPECT_EQ(b.at("replay"), "tileproof replay store/K3-x.json");
}

TEST(Reports, NameTheGpu) {
    const gpu_names gpus{{"hip", "an emulated <gfx1100>"}};
    EXPECT_EQ(json_report(example(), gpus).at("gpus").at("hip"), "an emulated <gfx1100>");
    EXPECT_THAT(junit_report(example(), gpus),
                HasSubstr("<property name=\"hip\" value=\"an emulated &lt;gfx1100&gt;\"/>"));
}

TEST(JunitReport, CountsAndEscapes) {
    campaign_report r = example();
    r.troubles.push_back("a < b & \"c\"\x01");
    const std::string xml = junit_report(r);
    EXPECT_THAT(xml, HasSubstr("<testsuites name=\"tileproof verify\" tests=\"6\" failures=\"2\" "
                               "skipped=\"1\" errors=\"1\""));
    EXPECT_THAT(xml, HasSubstr("<testcase classname=\"transpose_tiled@cpu\" name=\"K1 exact\"/>"));
    EXPECT_THAT(xml, HasSubstr("<failure message=\"4 bytes &lt;were&gt; overwritten.\">"));
    EXPECT_THAT(xml, HasSubstr("replay: tileproof replay store/K3-x.json"));
    EXPECT_THAT(xml, HasSubstr("a &lt; b &amp; &quot;c&quot;?"));
    EXPECT_THAT(xml, HasSubstr("value=\"7\""));
    EXPECT_THAT(xml, Not(HasSubstr("\x01")));
}

TEST(JunitReport, ReplacesBytesThatAreNoText) { EXPECT_EQ(xml_escaped("a\xff"), "a\xef\xbf\xbd"); }

TEST(CampaignReport, HasAnExitCodeForEachEnd) {
    campaign_report r = example();
    EXPECT_EQ(r.exit_code(), 1);
    r.reruns.clear();
    EXPECT_EQ(r.exit_code(), 1);  // the row alone
    r.rows[1].what = law_row::verdict::held;
    EXPECT_EQ(r.exit_code(), 0);
    r.interrupted = true;
    EXPECT_EQ(r.exit_code(), 2);
    r.interrupted = false;
    r.troubles.push_back("No dice.");
    EXPECT_EQ(r.exit_code(), 2);
    r.troubles.clear();
    r.rows.clear();
    EXPECT_EQ(r.exit_code(), 2);
}

}  // namespace
}  // namespace tileproof::report
