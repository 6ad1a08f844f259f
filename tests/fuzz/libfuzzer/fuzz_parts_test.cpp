// SPDX-License-Identifier: MIT
// The parts of tileproof fuzz by themselves: what it reads of libFuzzer, which target is next, what is kept
// over a kill, which findings are one, and what it shows.
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::fuzz::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(FuzzStats, AreReadFromLinesOfAForkAndOfASingleProcess) {
    fuzz_stats s;
    EXPECT_TRUE(
        read_stats("#12345: cov: 1234 ft: 2345 corp: 33 exec/s: 900 oom/timeout/crash: 0/0/1 "
                   "time: 12s job: 3 dft_time: 0",
                   s));
    EXPECT_EQ(s.executions, 12345);
    EXPECT_EQ(s.coverage, 1234);
    EXPECT_EQ(s.features, 2345);
    EXPECT_EQ(s.corpus, 33);
    EXPECT_EQ(s.executions_a_second, 900);
    EXPECT_TRUE(read_stats("#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s 7 rss: 30Mb", s));
    EXPECT_EQ(s.executions, 2);
    EXPECT_EQ(s.executions_a_second, 7);
    for (const char* line : {"", "INFO: Seed: 1", "#x: cov: 5", "#12: nothing", "cov: 5"})
        EXPECT_FALSE(read_stats(line, s)) << line;
    EXPECT_EQ(s.executions, 2) << "a line that says nothing changes nothing";
}

class NextTarget : public ::testing::Test {
  protected:
    NextTarget() {
        for (const char* name : {"a", "b", "c"}) {
            targets.push_back({name, name, "", "", {}, {}});
            state.targets[name].seconds = 100;
        }
    }
    int next(std::vector<bool> running = {false, false, false}) const {
        return next_target(targets, state, running);
    }
    std::vector<fuzz_target> targets;
    fuzz_state state;
};

TEST_F(NextTarget, IsTheOneThatHadLeastTime) {
    state.targets["b"].seconds = 40;
    EXPECT_EQ(next(), 1);
    EXPECT_NE(next({false, true, false}), 1) << "it runs already";
    EXPECT_EQ(next({true, true, true}), -1);
}

TEST_F(NextTarget, HasMoreTimeForWhatItFindsButNoneHasNone) {
    state.targets["a"].gain = 0;
    state.targets["b"].gain = 0;
    state.targets["c"].seconds = 900;
    EXPECT_EQ(next(), 2) << "nine times the time for what alone still finds something";
    state.targets["c"].seconds = 1100;
    EXPECT_EQ(next(), 0) << "a tenth is left to the others";
}

TEST_F(NextTarget, IsNoneThatIsInTrouble) {
    state.targets["a"].seconds = 0;
    state.targets["a"].trouble = "It ended before its first execution.";
    EXPECT_EQ(next(), 1);
}

TEST(FuzzSlice, RaisesTheGainByWhatItFoundAndLowersItByNothing) {
    target_progress t;
    book_slice(t, {1000, 10, 400, 5, 50}, 20, 2);
    EXPECT_EQ(t.executions, 1000);
    EXPECT_EQ(t.seconds, 40) << "of two processes";
    EXPECT_EQ(t.features, 400);
    EXPECT_DOUBLE_EQ(t.gain, 0.5 + 0.5 * 400 / 20);
    book_slice(t, {500, 10, 400, 5, 50}, 20, 2);
    EXPECT_EQ(t.executions, 1500);
    EXPECT_DOUBLE_EQ(t.gain, 0.5 * 10.5);
    book_slice(t, {7, 0, 0, 0, 0}, 1, 1);
    EXPECT_EQ(t.features, 400) << "a slice without a line says nothing about the corpus";
}

TEST(FuzzState, IsReadAsItWasWrittenAndRefusedWhenItIsSomethingElse) {
    const properties::testing::scratch_folder folder;
    const auto file = folder.path() / "campaign.json";
    fuzz_state state;
    state.asked_seconds = 60;
    state.seconds = 12.5;
    state.started = "2026-01-02";
    state.inputs_judged = 3;
    state.targets["a"] = {1.5, 2, 3, 4, 5, 0.25, "trouble", {}};
    state.findings["key"] = {"file", "L2", "layout/L2", "packed [1]", "It fails.", "a", 7, true};
    save_state(state, file);
    const fuzz_state again = load_state(file);
    EXPECT_EQ(again.asked_seconds, 60);
    EXPECT_EQ(again.seconds, 12.5);
    EXPECT_EQ(again.started, "2026-01-02");
    EXPECT_EQ(again.inputs_judged, 3);
    const target_progress& t = again.targets.at("a");
    EXPECT_EQ(
        std::tuple(t.seconds, t.executions, t.coverage, t.features, t.corpus, t.gain, t.trouble),
        std::tuple(1.5, 2, 3, 4, 5, 0.25, "trouble"));
    const fuzz_finding& f = again.findings.at("key");
    EXPECT_EQ(std::tuple(f.file, f.law, f.property, f.smallest, f.sentence, f.target, f.seen,
                         f.minimized),
              std::tuple("file", "L2", "layout/L2", "packed [1]", "It fails.", "a", 7, true));
    std::string huge = nlohmann::json::parse(std::ifstream(file)).dump();
    huge.replace(huge.find("\"seconds\":"), 10, "\"seconds\":1e308,\"s\":");
    for (const std::string& text :
         {std::string(), std::string("{}"), std::string(R"({"tileproof_fuzz_state": 999})"),
          std::string("[1]"), huge}) {
        std::ofstream(file, std::ios::trunc) << text;
        EXPECT_THROW(load_state(file), system::store_error) << text;
    }
}

finding found(const std::string& layout, const std::string& quantity,
              std::vector<std::int64_t> index, std::int64_t actual) {
    finding f;
    f.property = "layout/L2";
    f.the_case = {{"layout", layout}};
    f.broken_by({.law = properties::law_id::L2,
                 .kind = properties::failure_kind::wrong_value,
                 .where = {.text = layout, .index = std::move(index)},
                 .quantity = quantity,
                 .actual = properties::said_value{actual, ""}});
    return f;
}

TEST(FuzzSignature, IsOneForOneBugInOtherNumbersAndTwoForTwoBugs) {
    const finding f = found("packed [4,4] -> {xor: 0,1 -> 0,1}", "offset", {1, 0}, 5);
    const std::string one = signature_of(f);
    EXPECT_EQ(one,
              signature_of(found("packed [8,2] -> {xor: 1,0 -> 1,0}", "offset", {7, 1}, 1234)));
    EXPECT_NE(one, signature_of(found("packed [4,4] -> {merge: 0,1 -> 0}", "offset", {1, 0}, 5)));
    EXPECT_NE(one, signature_of(found("packed [4,4] -> {xor: 0,1 -> 0,1}", "lengths", {1, 0}, 5)));
    finding other = f;
    other.law = properties::law_id::L4;
    EXPECT_NE(one, signature_of(other));
    // The words of the sentence do not matter.
    other = f;
    other.failure = "Something else.";
    EXPECT_EQ(one, signature_of(other));
}

TEST(FuzzScreen, ShowsTotalsAndARowForEachTarget) {
    fuzz_state state;
    state.seconds = 30;
    state.targets["layout_laws"].executions = 1000;
    state.targets["layout_laws"].seconds = 10;
    state.targets["tiles"].trouble = "It cannot be started.";
    fuzz_status status{&state, {{"layout_laws", {500, 7, 8, 9, 1234}, 5}}, 90, "Judging crash-1."};
    const std::string screen = status_screen(status);
    EXPECT_THAT(screen,
                HasSubstr("1,500 executions in 30 s, 1,234 a second, 0 findings, 90 s left\n"));
    EXPECT_THAT(screen,
                HasSubstr("> layout_laws        1,500     1,234         7       9       15 s\n"));
    EXPECT_THAT(screen, HasSubstr("\n    It cannot be started.\n"));
    EXPECT_THAT(screen, HasSubstr("\n  Judging crash-1.\n"));
    EXPECT_THAT(status_screen({&state}), HasSubstr("1,000 executions in 30 s, 0 findings\n"));
}

}  // namespace
}  // namespace tileproof::fuzz::testing
