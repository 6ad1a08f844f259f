// SPDX-License-Identifier: MIT
// tileproof fuzz against a stand-in for a fuzz target. The real ones are run by the tests of the label
// fuzz-smoke.
#include "tests/command/fuzz_stand_in.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::command::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Fuzz = FuzzStandIn;

TEST_F(Fuzz, StoresWhatATargetFindsMadeSmallerAndSaysItInTheSummary) {
    const auto r = fuzz("--budget 3s");
    EXPECT_EQ(r.exit_code, 1) << r.err;
    EXPECT_THAT(r.out, HasSubstr("L2 reference: the input is bad."));
    const auto findings = files_in(".tileproof/findings");
    ASSERT_EQ(findings.size(), 1u);
    const auto f =
        nlohmann::json::parse(text_of(".tileproof/findings/" + findings[0].filename().string()));
    EXPECT_EQ(f["case"]["bytes"], "bad");
    EXPECT_EQ(f["first_seen_as"]["bytes"], "xx1badyy");
    EXPECT_EQ(f["law"], "L2");
    EXPECT_EQ(f["minimized"], true);
    EXPECT_TRUE(files_in(".tileproof/corpus/.failing").empty()) << "it was taken over";

    const std::string page = text_of(".tileproof/fuzz-summary.md");
    EXPECT_THAT(page, HasSubstr("### L2 of fuzz/stand_in"));
    EXPECT_THAT(page, HasSubstr("| stand_in | transform | 1 of 2 | xor |"));
    EXPECT_THAT(page, HasSubstr("tileproof replay .tileproof/findings/L2-fuzz_stand_in-"));
    const auto data = nlohmann::json::parse(text_of(".tileproof/fuzz-summary.json"));
    EXPECT_GE(data["executions"], 1000);
    EXPECT_EQ(data["findings"].size(), 1u);
    EXPECT_EQ(data["targets"]["stand_in"]["reached"]["transform: pad"], 3);
    EXPECT_THAT(r.out, HasSubstr("page     .tileproof/findings.html\n"));
    const std::string shown = text_of(".tileproof/findings.html");
    EXPECT_THAT(shown, HasSubstr("<article id=\"bug-1\">"));
    EXPECT_THAT(shown, HasSubstr("<th scope=\"row\">stand_in</th>"));
    EXPECT_EQ(text_of(".tileproof/corpus/stand_in/one"), "1 worker\n")
        << "merged, and of a process that leaves the other processors to others";
}

TEST_F(Fuzz, SaysThatATargetWithoutInputsWasNotJudged) {
    const auto r = fuzz("--budget 1s");
    EXPECT_EQ(r.exit_code, 2) << r.out;
    EXPECT_THAT(r.out, HasSubstr("NOT JUDGED: no input was run of stand_in"));
    EXPECT_THAT(text_of(".tileproof/fuzz-summary.md"), HasSubstr("NOT JUDGED"));
}

TEST_F(Fuzz, GoesOnAfterItWasKilledAndLosesNothing) {
    const auto killed = run_shell(
        "export TILEPROOF_FUZZ_TARGETS=$PWD/bin; \"$TILEPROOF\" fuzz --jobs 1 --budget 100s & "
        "for i in $(seq 300); do sleep 0.1; ls .tileproof/corpus/.failing/* "
        ".tileproof/findings/* 2>/dev/null | grep -q . && break; done; kill -9 $!; wait $!",
        folder.path().string());
    EXPECT_EQ(killed.exit_code, 137);
    const auto r = fuzz("--resume --budget 2s");
    EXPECT_EQ(r.exit_code, 1) << r.err;
    // Killed while the smaller case takes the place of the larger one, it leaves both, or a part of a file.
    const auto files = files_in(".tileproof/findings");
    const auto findings = std::count_if(files.begin(), files.end(),
                                        [](const fs::path& f) { return f.extension() == ".json"; });
    EXPECT_TRUE(findings == 1 || findings == 2) << findings;
    EXPECT_THAT(text_of(".tileproof/fuzz-summary.md"), HasSubstr("### L2 of fuzz/stand_in"));
    EXPECT_TRUE(files_in(".tileproof/corpus/.failing").empty());
}

TEST_F(Fuzz, CountsOnFromTheCampaignThatItResumes) {
    ASSERT_EQ(fuzz("--budget 2s").exit_code, 1);
    const auto before = nlohmann::json::parse(text_of(".tileproof/fuzz-summary.json"));
    ASSERT_EQ(fuzz("--resume --budget 2s").exit_code, 1);
    const auto after = nlohmann::json::parse(text_of(".tileproof/fuzz-summary.json"));
    EXPECT_GE(after["executions"].get<int>(), before["executions"].get<int>() + 1000);
    EXPECT_EQ(after["started"], before["started"]);
    EXPECT_GT(after["seconds"].get<double>(), before["seconds"].get<double>());
}

TEST_F(Fuzz, EndsWithASummaryOnCtrlCWithinSeconds) {
    const auto r = run_shell(
        "export TILEPROOF_FUZZ_TARGETS=$PWD/bin; \"$TILEPROOF\" fuzz --jobs 1 --budget 1000s & "
        "for i in $(seq 300); do sleep 0.1; ls .tileproof/findings/* 2>/dev/null | grep -q . && "
        "break; done; kill -INT $!; wait $!",
        folder.path().string());
    EXPECT_EQ(r.exit_code, 1) << r.err;
    EXPECT_THAT(r.out, HasSubstr("Stopped; the corpus was not merged. `tileproof fuzz --resume`"));
    EXPECT_THAT(text_of(".tileproof/fuzz-summary.md"), HasSubstr("1 finding"));
}

TEST_F(Fuzz, EndsWithASummaryWhenItsTerminalIsClosed) {
    const auto r = run_shell(
        "export TILEPROOF_FUZZ_TARGETS=$PWD/bin; \"$TILEPROOF\" fuzz --jobs 1 --budget 1000s & "
        "for i in $(seq 300); do sleep 0.1; ls .tileproof/findings/* 2>/dev/null | grep -q . && "
        "break; done; kill -HUP $!; wait $!",
        folder.path().string());
    EXPECT_EQ(r.exit_code, 1) << r.err;
    EXPECT_THAT(text_of(".tileproof/fuzz-summary.md"), HasSubstr("1 finding"));
}

TEST_F(Fuzz, RefusesACorpusThatAnotherCampaignWorksOn) {
    const auto r = run_shell(
        "export TILEPROOF_FUZZ_TARGETS=$PWD/bin; \"$TILEPROOF\" fuzz --jobs 1 --budget 1000s "
        ">/dev/null & "
        "for i in $(seq 300); do sleep 0.1; ls .tileproof/findings/* 2>/dev/null | grep -q . && "
        "break; done; \"$TILEPROOF\" fuzz --jobs 1 --budget 1s; code=$?; "
        "\"$TILEPROOF\" fuzz --jobs 1 --budget 1s --corpus other >/dev/null; echo $?; "
        "kill -INT $!; wait $!; exit $code",
        folder.path().string());
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, HasSubstr("Another campaign works on the corpus '.tileproof/corpus'"));
    EXPECT_EQ(r.out, "1\n") << "with a corpus of its own it runs";
}

TEST_F(Fuzz, KeepsItsSummaryInFoldersOfItsOwn) {
    EXPECT_EQ(fuzz("--budget 3s --store elsewhere").exit_code, 1);
    EXPECT_FALSE(fs::exists(folder.path() / "fuzz-summary.md"));
    EXPECT_THAT(text_of(".tileproof/corpus/fuzz-summary.md"), HasSubstr("1 finding"));
    const auto r = fuzz("--budget 3s --store /dev/null");
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, HasSubstr("'/dev/null' is not a folder"));
    EXPECT_FALSE(fs::exists("/dev/fuzz-summary.md"));
}

// The folder of temporary files may be written to, and must not be the one of this test.
TEST_F(Fuzz, LetsNoTargetWriteOutside) {
    std::string writes = stand_in;
    writes.insert(writes.find("echo \"$TILEPROOF_CPU"), "echo x 2>/dev/null > escaped\n");
    std::ofstream(folder.path() / "bin/fuzz/stand_in", std::ios::trunc) << writes;
    const auto run = [&](const std::string& more) {
        return run_shell(
            "mkdir -p temporary; export TMPDIR=$PWD/temporary TILEPROOF_FUZZ_TARGETS=$PWD/bin; "
            "\"$TILEPROOF\" fuzz --jobs 1 --budget 3s " +
                more,
            folder.path().string());
    };
    const auto r = run("");
    EXPECT_EQ(r.exit_code, 1) << r.err;
    if (r.err.find("no Landlock") == r.err.npos)
        EXPECT_FALSE(fs::exists(folder.path() / "escaped"));
    EXPECT_EQ(run("--no-sandbox").exit_code, 1);
    EXPECT_TRUE(fs::exists(folder.path() / "escaped"));
}

TEST_F(Fuzz, RunsStoredFindingsFirstAndSaysWhatIsFixed) {
    ASSERT_EQ(fuzz("--budget 2s").exit_code, 1);
    // The target is repaired: nothing is bad any more, and nothing is found.
    std::string repaired = stand_in;
    repaired.replace(repaired.find("grep -q bad"), 11, "false");
    repaired.replace(repaired.find("printf 'xx1badyy'"), 17, ": printf ''");
    std::ofstream(folder.path() / "bin/fuzz/stand_in", std::ios::trunc) << repaired;
    fs::remove_all(folder.path() / ".tileproof/corpus");
    const auto r = fuzz("--budget 2s");
    EXPECT_THAT(r.out, HasSubstr("fixed"));
    EXPECT_THAT(text_of(".tileproof/fuzz-summary.md"),
                HasSubstr("- fixed: .tileproof/findings/L2-fuzz_stand_in-"));
}

TEST_F(Fuzz, SaysWhyItCannotRun) {
    auto r = run_shell("TILEPROOF_FUZZ_TARGETS=$PWD/none \"$TILEPROOF\" fuzz --budget 1s",
                       folder.path().string());
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, HasSubstr("There are no fuzz targets in"));
    r = fuzz("--budget 1s --target other");
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, HasSubstr("No fuzz target matches 'other'; there are stand_in."));
    r = fuzz("--resume --budget 1s");
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.err, HasSubstr("--resume: "));
    std::ofstream(folder.path() / "bin/fuzz/stand_in", std::ios::trunc) << "#!/bin/sh\nexit 3\n";
    r = fuzz("--budget 2s");
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.out, HasSubstr("ended before its first execution"));
}

}  // namespace
}  // namespace tileproof::command::testing
