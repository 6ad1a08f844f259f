// SPDX-License-Identifier: MIT
#include "tests/command/refused.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

namespace tileproof::command::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string read_text(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

class Verify : public ::testing::Test {
  protected:
    command_result verify(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "verify");
        return run_tileproof(arguments, "", folder.path().string());
    }
    std::filesystem::path file(const std::string& name) const { return folder.path() / name; }

    properties::testing::scratch_folder folder;
};

TEST_F(Verify, HoldsWithinItsBudgetAndPrintsTheSeed) {
    const auto r = verify({"--budget", "2s", "--seed", "42"});
    EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
    EXPECT_THAT(r.out, ::testing::ContainsRegex("^tileproof [0-9.]+, seed 42, budget 2 s\n"));
    EXPECT_THAT(r.out, HasSubstr("L1 bounds"));
    EXPECT_THAT(r.out, HasSubstr("transpose_tiled on cpu\n  K1-K5 "));
    EXPECT_THAT(r.out, ::testing::ContainsRegex(
                           "\nHELD: no counterexample to [0-9]+ checks in [0-9,]+ cases"));
    EXPECT_EQ(r.err, "");  // no progress line where there is no terminal
    EXPECT_FALSE(std::filesystem::exists(file(".tileproof")));  // nothing was found
}

TEST_F(Verify, FitsAHundredColumns) {
    std::istringstream lines(verify({"--cases", "20"}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

// Everything but the times.
std::string without_times(std::string text) {
    return std::regex_replace(text, std::regex("[0-9.]+ s, seed"), "T");
}

TEST_F(Verify, RepeatsTheSameCasesForTheSameSeed) {
    const std::vector<std::string> same{"--cases", "150", "--seed", "7", "--filter", "*/L?"};
    auto with_jobs = same;
    with_jobs.insert(with_jobs.end(), {"--jobs", "3"});
    const std::string one = without_times(verify(same).out);
    EXPECT_EQ(without_times(verify(with_jobs).out), one);
    auto other = same;
    other[3] = "8";
    EXPECT_NE(without_times(verify(other).out), one);
}

TEST_F(Verify, ChoosesANewSeedEachTime) {
    const std::vector<std::string> few{"--cases", "1", "--filter", "L1"};
    const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
    EXPECT_NE(first_line(verify(few).out), first_line(verify(few).out));
}

TEST_F(Verify, RunsTheRowsThatTheFilterChooses) {
    const auto count = [&](const std::string& filter) {
        const auto r = verify({"--cases", "3", "--filter", filter, "--json", "r.json"});
        EXPECT_EQ(r.exit_code, 0) << filter << r.err;
        std::set<std::string> rows;
        const json report = json::parse(read_text(file("r.json")));
        for (const json& row : report.at("rows"))
            rows.insert(row.at("law").get<std::string>() + " " +
                        row.at("subject").get<std::string>());
        return rows;
    };
    EXPECT_EQ(count("layout/L2"), std::set<std::string>{"L2 layout"});
    EXPECT_EQ(count("?3/layout*"), std::set<std::string>{"L3 layout"});
    EXPECT_EQ(count("K1/transpose_tiled@cpu"), std::set<std::string>{"K1 transpose_tiled"});
    EXPECT_EQ(count("transpose_reg*@cpu").size(), 7u);
    EXPECT_GE(count("layout").size(), 6u);
}

TEST_F(Verify, RunsTheDeviceThatIsAskedFor) {
    verify({"--cases", "2", "--device", "cpu", "--json", "r.json"});
    const json report = json::parse(read_text(file("r.json")));
    EXPECT_GT(report.at("rows").size(), 20u);
    for (const json& row : report.at("rows")) EXPECT_EQ(row.at("device"), "cpu");
    verify({"--cases", "2", "--device", "host", "--json", "r.json"});
    const json host = json::parse(read_text(file("r.json")));
    EXPECT_GE(host.at("rows").size(), 6u);
    for (const json& row : host.at("rows")) EXPECT_EQ(row.at("device"), "host");
}

TEST_F(Verify, WritesReports) {
    const auto r = verify({"--cases", "5", "--seed", "9", "--filter", "L1", "--json", "deep/r.json",
                           "--junit", "r.xml"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    const json report = json::parse(read_text(file("deep/r.json")));
    EXPECT_EQ(report.at("seed"), 9);
    EXPECT_EQ(report.at("cases_asked"), 5);
    EXPECT_EQ(report.at("exit_code"), 0);
    EXPECT_THAT(read_text(file("r.xml")),
                HasSubstr("<testcase classname=\"layout/L1\" name=\"L1 bounds\"/>"));
}

TEST_F(Verify, PrintsOnlyTheReportWhereItGoesToStandardOutput) {
    const auto r = verify({"--cases", "5", "--filter", "L1", "--json", "-"});
    EXPECT_TRUE(json::accept(r.out));
    EXPECT_THAT(r.err, HasSubstr("HELD"));
}

TEST_F(Verify, ChecksOneLayout) {
    const auto r = verify({"--layout", "naive [3,4] strides [8,1]"});
    EXPECT_EQ(r.exit_code, 0) << r.out;
    EXPECT_THAT(r.out, HasSubstr("Each of its 12 indices is looked at."));
    EXPECT_THAT(r.out, ::testing::ContainsRegex(
                           "HELD: no counterexample to [0-9]+ checks in [0-9,]+ cases"));
}

TEST_F(Verify, SaysWhichLawsDoNotApplyToTheLayout) {
    const auto r = verify({"--layout", "naive [2,2] strides [1,1]"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, ::testing::ContainsRegex("L4 inverse .* not judged"));
    EXPECT_THAT(r.out,
                HasSubstr("- L4 inverse of layout, not judged: The layout is not injective"));
}

TEST_F(Verify, SaysWhichIndicesOfOneLayoutShareAnOffsetAndNotThatItIsInjective) {
    const auto r = verify({"--layout", "naive [8,16] strides [15,1] -> {merge: 1,0 -> 0}"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, HasSubstr("(1) and (120) both have offset 15."));
    EXPECT_THAT(r.out, ::testing::ContainsRegex("L3 injective [^\n]* not judged"));
    EXPECT_THAT(r.out, Not(::testing::ContainsRegex("L3 injective [^\n]* held")));
    const auto large = verify({"--layout", "naive [3000,3000] strides [3001,3000]"});
    EXPECT_THAT(large.out, HasSubstr("Distinct indices may share an offset, because"));
    EXPECT_THAT(large.out, Not(::testing::ContainsRegex("L3 injective [^\n]* held")));
    const auto distinct = verify({"--layout", "naive [8,16] strides [16,1]"});
    EXPECT_THAT(distinct.out, ::testing::ContainsRegex("L3 injective [^\n]* held"));
}

TEST_F(Verify, SaysWhenALayoutIsTooLargeToLookAtEachIndex) {
    EXPECT_THAT(verify({"--layout", "packed [2000,2000]"}).out,
                HasSubstr("It has 4,000,000 indices, more than 1,048,576: corners and samples"));
}

TEST_F(Verify, RunsStoredFindingsFirst) {
    std::filesystem::create_directories(file(".tileproof/findings"));
    std::ofstream(file(".tileproof/findings/L1-a.json")) << R"({"tileproof_finding": 1, "law": "L1",
        "property": "layout/L1", "subject": "layout", "device": "host", "case": {"layout": "packed [3]"},
        "failure": "It was wrong.", "seed": 1, "index": 0, "minimised": true, "first_seen_as": null,
        "found": "2026-01-01T00:00:00Z", "version": "0.0.1"})";
    std::ofstream(file(".tileproof/findings/L1-b.json")) << "{";
    const auto r = verify({"--cases", "5", "--filter", "L1"});
    EXPECT_EQ(r.exit_code, 2);  // nobody knows whether the other one is fixed
    EXPECT_THAT(r.out, HasSubstr("L1 bounds on layout/L1 (.tileproof/findings/L1-a.json): Fixed"));
    EXPECT_THAT(r.err, HasSubstr("L1-b.json' does not hold a usable finding. It is not JSON"));
    EXPECT_THAT(verify({"--cases", "5", "--filter", "L1", "--store", "elsewhere"}).out,
                Not(HasSubstr("Fixed")));
}

// Starts a long run in the background and waits until its workers are at work; $p is its process.
const std::string long_run =
    "$TILEPROOF verify --budget 300s --json r.json >out & p=$!\n"
    "until [ -s out ] && [ -n \"$(cat /proc/$p/task/$p/children)\" ]; do sleep 0.05; done\n";

TEST_F(Verify, StopsWhenInterruptedWithItsReport) {
    const auto r = run_shell(long_run + "kill -INT $p; wait $p; echo \"code $?\"; cat out",
                             folder.path().string());
    EXPECT_THAT(r.out, StartsWith("code 2\n"));
    EXPECT_THAT(r.out, HasSubstr("INTERRUPTED: no counterexample until then"));
    EXPECT_EQ(json::parse(read_text(file("r.json"))).at("exit_code"), 2);
}

TEST_F(Verify, LeavesNoWorkerBehindWhenItIsKilled) {
    const auto r = run_shell(long_run +
                                 "children=$(cat /proc/$p/task/$p/children); kill -9 $p\n"
                                 "for i in 1 2 3 4 5 6 7 8 9 10; do\n"
                                 "  left=; for c in $children; do grep -qsv ' Z ' /proc/$c/stat && "
                                 "left=\"$left $c\"; done\n"
                                 "  [ -z \"$left\" ] && echo none left && exit 0; sleep 1\n"
                                 "done; echo \"left: $left\"",
                             folder.path().string());
    EXPECT_EQ(r.out, "none left\n");
}

TEST_F(Verify, SaysThatStandardOutputIsFullOrClosed) {
    for (const char* where : {">/dev/full", ">&-"}) {
        const auto r = run_shell(std::string("$TILEPROOF verify --cases 1 --filter L1 ") + where,
                                 folder.path().string());
        EXPECT_EQ(r.exit_code, 2) << where;
        EXPECT_THAT(r.err, HasSubstr("Standard output cannot be written")) << where;
    }
    // A report in a file is written all the same, and a finding is not hidden.
    const auto reported = run_shell(
        "{ $TILEPROOF verify --cases 20 --filter L1 --json r.json; echo \"code $?\" >&2; } | head "
        "-c 10 "
        ">/dev/null; sleep 0.1; cat r.json",
        folder.path().string());
    EXPECT_THAT(reported.out, HasSubstr("\"tileproof_report\""));
    // A reader that goes away early: no crash, no signal.
    const auto r =
        run_shell("{ $TILEPROOF offsets 'packed [1000000]'; echo \"code $?\" >&2; } | head -n 1",
                  folder.path().string());
    EXPECT_EQ(r.out, "(0) 0\n");
    EXPECT_THAT(r.err, HasSubstr("cannot be written: Broken pipe.\ncode 2"));
}

class VerifyRefuses : public ::testing::TestWithParam<refused> {};

TEST_P(VerifyRefuses, InOneSentenceOnStandardError) {
    const properties::testing::scratch_folder folder;
    expect_refused(run_tileproof(GetParam().arguments, "", folder.path().string()),
                   GetParam().says);
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, VerifyRefuses,
    ::testing::Values(
        refused{{"verify", "--budget", "soon"}, "--budget 'soon' is not a duration"},
        refused{{"verify", "--budget", "-1s"}, "--budget"},
        refused{{"verify", "--budget", "1e999"}, "is not a duration"},
        refused{{"verify", "--time-limit", "0s"}, "at least 10ms"},
        refused{{"verify", "--cases", "0"}, "--cases '0' must be a whole number from 1"},
        refused{{"verify", "--cases", "1.5"}, "--cases '1.5' must be a whole number"},
        refused{{"verify", "--seed", "-5"}, "--seed"},
        refused{{"verify", "--seed", "18446744073709551616"}, "must be a whole number from 0"},
        refused{{"verify", "--jobs", "many"},
                "--jobs 'many' must be a whole number from 1 to 1024"},
        refused{{"verify", "--filter", "no such thing"},
                "Nothing matches --filter 'no such thing'"},
        refused{{"verify", "--filter", "L1", "--device", "cpu"},
                "Nothing matches --filter 'L1' on cpu"},
        refused{{"verify", "--device", "abacus"},
                "There is no device 'abacus'; those that are known: host, cpu"},
        refused{{"verify", "--layout", "packed ["}, "column 9"},
        refused{{"verify", "--layout", ""}, "--layout is empty"},
        refused{{"verify", "--layout", "packed [2]", "--device", "nosuch"}, "'nosuch'"},
        refused{{"verify", "--json", "r.out", "--junit", "r.out"}, "both name 'r.out'"},
        refused{{"replay", "f.json", "--time-limit", "0"}, "at least 10ms"},
        refused{{"findings", "prune", "nosuch.json"}, "There is no finding 'nosuch.json'"},
        refused{{"copy", "-m=010"}, "leading zeros"},
        refused{{"verify", "--frobnicate"}, "--frobnicate"},
        refused{{"verify", "--cases", "1", "--filter", "L1", "--json", "/proc/none/r.json"},
                "/proc/none"},
        refused{{"verify", "--cases", "1", "--filter", "L1", "--json", "/dev/full"},
                "No space left"},
        refused{{"frobnicate"}, "frobnicate"}, refused{{}, "see tileproof --help"}));

}  // namespace
}  // namespace tileproof::command::testing
