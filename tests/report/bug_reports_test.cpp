// SPDX-License-Identifier: MIT
// Bugs in the forms in which people and programs read them.
#include "fuzz/finding/heading.hpp"
#include "report/bug_text.hpp"
#include "report/code_frame.hpp"
#include "report/html_page.hpp"
#include "report/reports.hpp"
#include "tests/fuzz/finding/evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

namespace tileproof::report::testing {

using namespace fuzz;
using fuzz::testing::found;
using fuzz::testing::race;
using fuzz::testing::stray;
using fuzz::testing::wrong_value;

namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::optional<std::string> source(const std::string&, unsigned line) {
    if (line == 14) return "    part[y][x] = in[i];";
    if (line == 18) return "    out[o] = part[x][y];";
    return std::nullopt;
}

// A race, a stray write, and a value without a line.
campaign_report three_bugs() {
    campaign_report r;
    for (finding& f :
         std::vector<finding>{found(race("part", 14, 18)), found(stray("the output", 18, true)),
                              found(wrong_value())}) {
        r.rows.push_back({f.law, f.property, f.subject, f.device, 9, 1, law_row::verdict::failed,
                          f.failure, r.findings.size()});
        r.findings.push_back({f, "store/a b.json", ""});
    }
    r.properties.push_back({"k@cpu-checked", "k", "cpu-checked", {}, {}, {}, 0});
    r.find_bugs();
    bug& race_of_part = r.bugs[0];
    race_of_part.barrier = missing_barrier::between;
    race_of_part.heading =
        barrier_heading(race_of_part.lead, *race_of_part.lines, race_of_part.barrier);
    return r;
}

TEST(CodeFrame, MarksBothSidesAndWhatIsMissingBetween) {
    const std::vector<frame_mark> marks{{"k.hip", 18, 14, "reads"}, {"k.hip", 14, 5, "writes"}};
    EXPECT_EQ(code_frame(marks, "a barrier", source, {}),
              "       14 |     part[y][x] = in[i];\n"
              "          |     ^ writes\n"
              "          | ... a barrier\n"
              "       18 |     out[o] = part[x][y];\n"
              "          |              ^ reads\n");
}

TEST(CodeFrame, ShowsALineOnceAndSaysWhatItCannotShow) {
    const std::vector<frame_mark> marks{
        {"k.hip", 14, 5, "writes"}, {"k.hip", 14, 18, "reads"}, {"k.hip", 99, 1, "is not there"}};
    EXPECT_EQ(code_frame(marks, "", source, {}),
              "       14 |     part[y][x] = in[i];\n"
              "          |     ^ writes\n"
              "          |                  ^ reads\n"
              "       99 | is not there\n");
}

TEST(CodeFrame, KeepsToItsWidthAndShowsTheColumnOfALongLine) {
    const std::string text = std::string(150, ' ') + "HERE" + std::string(150, 'x');
    const auto read = [&](const std::string&, unsigned) { return std::optional(text); };
    const std::string shown = code_frame({{"k.hip", 1, 151, "here it is"}}, "", read, {}, 80);
    std::istringstream lines(shown);
    std::string first, second;
    std::getline(lines, first);
    std::getline(lines, second);
    EXPECT_LE(first.size(), 80u);
    EXPECT_LE(second.size(), 80u);
    EXPECT_EQ(first.find("HERE"), second.find('^'));
}

TEST(CodeFrame, PutsWhatIsTooLongBesideTheCaretOnALineOfItsOwn) {
    const std::string says(40, 's');
    EXPECT_EQ(code_frame({{"k.hip", 14, 18, says}}, "", source, {}, 60),
              "       14 |     part[y][x] = in[i];\n"
              "          |                  ^\n"
              "          |         " +
                  says + "\n");
}

TEST(CodeFrame, PutsWhatIsTooLongToTheRightToTheLeft) {
    const auto read = [](const std::string&, unsigned) {
        return std::optional(std::string(40, 'x') + "HERE");
    };
    EXPECT_EQ(code_frame({{"k.hip", 7, 41, std::string(20, 's')}}, "", read, {}, 72),
              "        7 | " + std::string(40, 'x') + "HERE\n          | " + std::string(19, ' ') +
                  std::string(20, 's') + " ^\n");
}

TEST(BugText, LeadsFromTheHeadingToTheReplay) {
    const campaign_report r = three_bugs();
    const std::string text = bug_text(r.bugs[0], r.evidence(), 1, {}, source);
    EXPECT_THAT(text, ::testing::StartsWith("1. Barrier missing between line 14 and line 18"));
    EXPECT_THAT(text, HasSubstr("\n   k.hip:18:5, in k\n"));
    EXPECT_THAT(text, HasSubstr("__syncthreads() is missing here\n"));
    EXPECT_THAT(text, HasSubstr("replay   tileproof replay 'store/a b.json'\n"));
    bug known = r.bugs[0];
    known.fails_when = "rows > 1";
    known.instead = "adds one";
    EXPECT_THAT(bug_text(known, r.evidence(), 1, {}, source),
                HasSubstr("   fails    rows > 1\n   instead  adds one\n"));
}

TEST(BugText, SaysThatARaceGoesAroundALoop) {
    campaign_report r = three_bugs();
    r.bugs[0].barrier = missing_barrier::before_next_round;
    const std::string text = bug_text(r.bugs[0], r.evidence(), 1, {}, source);
    EXPECT_EQ(text.find("is missing here"), std::string::npos) << text;
    EXPECT_THAT(text, HasSubstr("why      They meet around a loop"));
    EXPECT_THAT(text, HasSubstr("nothing races"));
}

TEST(BugText, SaysThatSomeThreadsDoNotComeToTheLineOfTheBarrier) {
    campaign_report r = three_bugs();
    const auto text = [&](const source_reader& read) {
        return bug_text(r.bugs[0], r.evidence(), 1, {}, read);
    };
    r.bugs[0].meeting = {18, 12, 64};
    EXPECT_THAT(text(source), HasSubstr("Only 12 of a block's 64 threads come to line 18"));
    // A barrier in front of this line stands in front of its condition.
    EXPECT_EQ(text([](const std::string&, unsigned) {
                  return "    if (x < n) out[o] = part[x][y];";
              }).find("Only 12"),
              std::string::npos);
    r.bugs[0].meeting = {18, 64, 64};
    EXPECT_EQ(text(source).find("threads come to"), std::string::npos);
}

TEST(BugText, NamesNoPlaceForABarrierThatWasNotTried) {
    campaign_report r = three_bugs();
    r.bugs[0].barrier = missing_barrier::none;
    const std::string text = bug_text(r.bugs[0], r.evidence(), 1, {}, source);
    EXPECT_EQ(text.find("is missing here"), std::string::npos) << text;
}

// Where two accesses say it all, the sentence says no more.
TEST(BugText, SaysWhyWhereTheLinesDoNot) {
    campaign_report r = three_bugs();
    r.bugs[0].lead.detail = "64 wait and 64 have ended.";
    EXPECT_EQ(bug_text(r.bugs[0], r.evidence(), 1, {}, source).find("64 wait"), std::string::npos);
    r.bugs[0].lead.witness->missing = "Two fences are missing.";
    EXPECT_THAT(bug_text(r.bugs[0], r.evidence(), 1, {}, source),
                HasSubstr("   why      Two fences are missing.\n"));
    r.bugs[0].lead.kind = properties::failure_kind::divergent_barrier;
    EXPECT_THAT(bug_text(r.bugs[0], r.evidence(), 1, {}, source),
                HasSubstr("   why      64 wait and 64 have ended.\n"));
    r.bugs[0].barrier = missing_barrier::none;
    properties::failure& one_value = r.bugs[0].lead;
    one_value.kind = properties::failure_kind::same_value_race;
    one_value.witness->other = one_value.witness->access;
    const std::string text = bug_text(r.bugs[0], r.evidence(), 1, {}, source);
    EXPECT_EQ(text.find("is missing here"), std::string::npos) << text;
    EXPECT_THAT(text, HasSubstr("   why      "));
}

TEST(BugText, ShowsTheLinesOfAKernelOutsideTheCurrentFolder) {
    campaign_report r = three_bugs();
    const auto from_above = [](const std::string& file, unsigned line) {
        return file == "/home/me/kernels/k.hip" || file == "/home/me/kernels/sub/k.hip"
                   ? source(file, line)
                   : std::nullopt;
    };
    const auto text = [&] { return bug_text(r.bugs[0], r.evidence(), 1, {}, from_above); };
    EXPECT_EQ(text().find("part[y][x] = in[i];"), std::string::npos);
    for (auto& f : r.findings)
        f.what.kernel = user_kernel{"/home/me/kernels/sub/t.hip", "k", "", {}};
    EXPECT_THAT(text(), HasSubstr("part[y][x] = in[i];"));
    EXPECT_THAT(html_bug(r.bugs[0], r.evidence(), 1, from_above), HasSubstr("part[y][x] = in[i];"));
}

// The race, with what the variables of both sides held.
campaign_report with_values() {
    campaign_report r = three_bugs();
    r.bugs[0].values = {{"row", "3"}, {"pitch", "18446744073709551615"}, {"last", "true"}};
    r.bugs[0].other_values = {{"i", "-1"}};
    return r;
}

// The access that leads, line 18, has its values, and so has the other side of the race, line 14.
TEST(Values, StandBelowTheCaretOfTheirAccess) {
    const campaign_report r = with_values();
    const std::string text = bug_text(r.bugs[0], r.evidence(), 1, {}, source);
    const std::size_t write = text.find("       14 | "), barrier = text.find("... __sync"),
                      read = text.find("       18 | "), other = text.find("with i = -1\n"),
                      own = text.find("with row = 3, pitch = 18446744073709551615, last = true\n");
    EXPECT_LT(write, other) << text;
    EXPECT_LT(other, barrier) << text;
    EXPECT_LT(read, own) << text;
    EXPECT_LT(own, text.size()) << text;
    const campaign_report none = three_bugs();
    EXPECT_EQ(bug_text(none.bugs[0], none.evidence(), 1, {}, source).find("with "),
              std::string::npos);
}

TEST(Values, KeepToTheWidthAndLoseNothing) {
    std::string with = "with ";
    for (int i = 0; i < 12; ++i)
        with += (i ? ", variable_" : "variable_") + std::to_string(i) + " = 1";
    frame_mark m{"k.hip", 14, 20, "writes", with};
    std::istringstream lines(code_frame({m}, "", source, {}, 60));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 60u) << line;
        all += line;
    }
    for (int i = 0; i < 12; ++i)
        EXPECT_THAT(all, HasSubstr("variable_" + std::to_string(i) + " = 1"));
}

TEST(Values, ThatTookTooLongAreSaidToBeMissing) {
    campaign_report r = three_bugs();
    r.bugs[0].why_no_values = "they took more than 1.0 s";
    EXPECT_THAT(bug_text(r.bugs[0], r.evidence(), 1, {}, source),
                HasSubstr("they took more than 1.0 s\n"));
}

TEST(LikelyLines, AreToldInTheirOrderEverywhere) {
    campaign_report r = three_bugs();
    bug& b = r.bugs[2];
    EXPECT_EQ(bug_json(b, r.evidence()).at("likely_lines"), json::array());
    b.likely = {{"k.hip", 8, 15, "with 0 in place of 1, all 24 cases are right"},
                {"k.hip", 12, 3, "only wrong results depend on it"}};
    const std::string text = bug_text(b, r.evidence(), 1, {}, source);
    EXPECT_THAT(text,
                HasSubstr("   likely   k.hip:8:15: with 0 in place of 1, all 24 cases are right\n"
                          "            k.hip:12:3: only wrong results depend on it\n"));
    EXPECT_EQ(bug_json(b, r.evidence()).at("likely_lines"), json::parse(R"([
        {"file": "k.hip", "line": 8, "column": 15, "why": "with 0 in place of 1, all 24 cases are right"},
        {"file": "k.hip", "line": 12, "column": 3, "why": "only wrong results depend on it"}])"));
    const std::string page = html_bug(b, r.evidence(), 1, source);
    EXPECT_LT(page.find("k.hip:8:15: with 0 in place of 1"), page.find("k.hip:12:3: only wrong"));
}

// Numbers are numbers, however large, and what is true is true; what is said of a number is no part of it.
TEST(Values, HaveAStructureInJson) {
    campaign_report r = with_values();
    r.bugs[0].other_values.push_back({"r * cols", "2147483648, too large for an int (line 12)"});
    r.bugs[0].other_values.push_back({"scale", "nan"});
    const json j = bug_json(r.bugs[0], r.evidence());
    EXPECT_EQ(j.at("values"), json::parse(R"([{"name": "row", "value": 3},
        {"name": "pitch", "value": 18446744073709551615}, {"name": "last", "value": true}])"));
    EXPECT_EQ(j.at("other_values"), json::parse(R"json([{"name": "i", "value": -1},
                             {"name": "r * cols", "value": 2147483648, "note": "too large for an int (line 12)"},
                             {"name": "scale", "value": "nan"}])json"));
    EXPECT_EQ(bug_json(r.bugs[1], r.evidence()).at("values"), json::array());
}

// The third bug is a value: it has no line, but who stored it has one.
TEST(BugText, SaysThatRunsDiffer) {
    campaign_report r = three_bugs();
    const std::string differ = "Runs of the same case differ";
    EXPECT_EQ(bug_text(r.bugs[2], r.evidence(), 1, {}, source).find(differ), std::string::npos);
    r.bugs[2].changes = true;
    EXPECT_THAT(bug_text(r.bugs[2], r.evidence(), 1, {}, source), HasSubstr(differ));
}

TEST(StoredAt, IsTheFrameOfAWrongValueAndIsNoLineOfTheBug) {
    campaign_report r = three_bugs();
    bug& b = r.bugs[2];
    ASSERT_FALSE(properties::is_located(b.lead));
    EXPECT_EQ(bug_text(b, r.evidence(), 1, {}, source).find(" | "), std::string::npos);
    EXPECT_EQ(bug_json(b, r.evidence()).at("stored_at"), json());
    b.writer =
        devices::asked_values::access{"k.hip", "k", "k", 18, 5, {2, 1, 0}, {3, 0, 0}, {{"o", "7"}}};
    const std::string text = bug_text(b, r.evidence(), 1, {}, source);
    EXPECT_THAT(text, HasSubstr("It is stored at k.hip:18:5, in k.\n"));
    EXPECT_THAT(text, HasSubstr("       18 |     out[o] = part[x][y];\n"));
    EXPECT_THAT(text, HasSubstr("^ thread (2,1) of block 3 stores "));
    EXPECT_THAT(text, HasSubstr("with o = 7\n"));
    const json j = bug_json(b, r.evidence());
    EXPECT_EQ(j.at("line"), json());
    EXPECT_EQ(j.at("stored_at"), json::parse(R"({"file": "k.hip", "line": 18, "column": 5,
        "function": "k", "thread": [2, 1, 0], "block": [3, 0, 0],
        "values": [{"name": "o", "value": 7}]})"));
    const json result = sarif_report(r, "1").at("runs")[0].at("results")[2];
    EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("region").at("startLine"), 18);
    EXPECT_THAT(annotations(r), HasSubstr("::error file=k.hip,line=18,col=5,title=Wrong"));
    EXPECT_THAT(html_bug(b, r.evidence(), 1, source), HasSubstr("thread (2,1) of block 3 stores"));
    // What a line is known of shows its own.
    bug& race = r.bugs[0];
    race.writer = b.writer;
    race.writer->line = 14;
    EXPECT_EQ(nearest_place(race).line, place_of(race).line);
    EXPECT_EQ(bug_json(race, r.evidence()).at("stored_at"), json());
}

TEST(Values, AreInTheMessagesOfSarifAndOnThePage) {
    const campaign_report r = with_values();
    const json result = sarif_report(r, "1").at("runs")[0].at("results")[0];
    EXPECT_THAT(result.at("relatedLocations")[0].at("message").at("text").get<std::string>(),
                ::testing::EndsWith(", with row = 3, pitch = 18446744073709551615, last = true"));
    EXPECT_THAT(html_bug(r.bugs[0], r.evidence(), 1, source),
                HasSubstr(">with row = 3, pitch = 18446744073709551615, last = true<"));
}

TEST(Junit, NamesTheBugsOfAFailure) {
    EXPECT_THAT(
        junit_report(three_bugs()),
        HasSubstr("name=\"K3 contained\">\n      <failure message=\"Write beyond the end of "
                  "the output (k.hip:18:5)\">"));
}

TEST(Annotations, AreALineForEachBug) {
    const std::string text = annotations(three_bugs());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
    EXPECT_THAT(text,
                HasSubstr("::error file=k.hip,line=18,col=5,title=Write beyond the end of the "
                          "output::K3 contained of k: "));
    EXPECT_THAT(text, HasSubstr("title=Barrier missing between line 14 and line 18%3A race"));
    EXPECT_THAT(text, HasSubstr("::error title=Wrong values in the output::"));
}

// The problem matcher of docs/for-ctest.md.
TEST(Annotations, AreReadByTheTaskOfTheDocuments) {
    std::ifstream in(TILEPROOF_SOURCE_DIR "/docs/for-ctest.md");
    std::string text, all;
    while (std::getline(in, text)) all += text + '\n';
    const std::size_t begin = all.find("```json\n{\n  \"version\"");
    ASSERT_NE(begin, all.npos);
    const json tasks = json::parse(all.substr(begin + 8, all.find("```", begin + 8) - begin - 8));
    const json& pattern = tasks.at("tasks").at(0).at("problemMatcher").at("pattern");
    std::istringstream lines(annotations(three_bugs()));
    std::vector<std::string> places;
    for (std::smatch m; std::getline(lines, text);)
        if (std::regex_match(text, m, std::regex(pattern.at("regexp").get<std::string>())))
            places.push_back(m.str(pattern.at("file")) + ':' + m.str(pattern.at("line")) + ':' +
                             m.str(pattern.at("column")) + ' ' +
                             m.str(pattern.at("message")).substr(0, 12));
    EXPECT_THAT(places, ElementsAre("k.hip:18:5 K6 ordered o", "k.hip:18:5 K3 contained"));
}

std::set<std::string> keys(const json& of) {
    std::set<std::string> all;
    for (const auto& [key, value] : of.items()) all.insert(key);
    return all;
}

// The members that the schema of SARIF 2.1.0 allows and requires of a location.
void expect_location(const json& location) {
    for (const std::string& key : keys(location))
        EXPECT_TRUE((std::set<std::string>{"id", "message", "physicalLocation", "logicalLocations"})
                        .contains(key))
            << key;
    if (!location.contains("physicalLocation")) return;
    const json& physical = location.at("physicalLocation");
    EXPECT_EQ(keys(physical), (std::set<std::string>{"artifactLocation", "region"}));
    EXPECT_TRUE(physical.at("artifactLocation").at("uri").is_string());
    EXPECT_GE(physical.at("region").at("startLine").get<int>(), 1);
    if (physical.at("region").contains("startColumn"))
        EXPECT_GE(physical.at("region").at("startColumn").get<int>(), 1);
}

TEST(Sarif, WritesPathsAsUris) {
    campaign_report r = three_bugs();
    const auto uri_of = [&](const std::string& file) {
        r.bugs[1].lead.witness->access.file = file;
        return sarif_report(r, "1")
            .at("runs")[0]
            .at("results")[1]
            .at("locations")[0]
            .at("physicalLocation")
            .at("artifactLocation")
            .at("uri");
    };
    EXPECT_EQ(uri_of("a/./b c#d%.hip"), "a/b%20c%23d%25.hip");
    EXPECT_EQ(uri_of("/a/\xC3\xA4.hip"), "file:///a/%C3%A4.hip");
}

TEST(Sarif, HasTheShapeOfItsSchema) {
    const json sarif = sarif_report(three_bugs(), "1.2.3");
    EXPECT_EQ(keys(sarif), (std::set<std::string>{"$schema", "version", "runs"}));
    EXPECT_EQ(sarif.at("version"), "2.1.0");
    ASSERT_EQ(sarif.at("runs").size(), 1u);
    const json& run = sarif.at("runs")[0];
    EXPECT_EQ(keys(run), (std::set<std::string>{"tool", "columnKind", "invocations", "results"}));
    EXPECT_TRUE(run.at("invocations")[0].at("executionSuccessful").is_boolean());
    const json& driver = run.at("tool").at("driver");
    EXPECT_EQ(driver.at("name"), "tileproof");
    EXPECT_EQ(driver.at("version"), "1.2.3");
    ASSERT_EQ(run.at("results").size(), 3u);
    for (const json& result : run.at("results")) {
        EXPECT_EQ(result.at("level"), "error");
        EXPECT_TRUE(result.at("message").at("text").is_string());
        EXPECT_EQ(driver.at("rules").at(result.at("ruleIndex").get<std::size_t>()).at("id"),
                  result.at("ruleId"));
        for (const json& location : result.at("locations")) expect_location(location);
        if (result.contains("relatedLocations"))
            for (const json& location : result.at("relatedLocations")) expect_location(location);
        for (const auto& [key, print] : result.at("partialFingerprints").items())
            EXPECT_TRUE(print.is_string()) << key;
    }
    const json& first = run.at("results")[0];
    EXPECT_EQ(first.at("ruleId"), "race");
    EXPECT_EQ(first.at("locations")[0].at("physicalLocation").at("region").at("startLine"), 18);
    EXPECT_EQ(first.at("relatedLocations").size(), 2u);
    EXPECT_FALSE(run.at("results")[2].at("locations")[0].contains("physicalLocation"));
}

}  // namespace
}  // namespace tileproof::report::testing
