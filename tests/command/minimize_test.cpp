// SPDX-License-Identifier: MIT
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tileproof::command::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

class Minimize : public ::testing::Test {
  protected:
    // A text that is said to be malformed and is not: it fails as long as it is a layout.
    void write_failing(const std::string& name) const {
        const json f = {
            {"tileproof_finding", 1},
            {"law", "L13"},
            {"property", "layout/L13"},
            {"subject", "layout"},
            {"device", "host"},
            {"case",
             {{"text", "naive [6,8] strides [8,1] -> {unmerge(2,3): 0 -> 0,1; pass: 1 -> 2}"},
              {"rule", "?"},
              {"certain", true},
              {"names", ""},
              {"description", nullptr}}},
            {"failure", "It is accepted."},
            {"seed", 1},
            {"index", 0},
            {"minimised", false},
            {"first_seen_as", nullptr},
            {"found", "then"},
            {"version", "0.0.1"}};
        std::ofstream(folder.path() / name) << f.dump();
    }
    command_result minimize(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "minimize");
        return run_tileproof(arguments, "", folder.path().string());
    }
    std::string text_of(const fs::path& file) const {
        std::ostringstream text;
        text << std::ifstream(folder.path() / file).rdbuf();
        return text.str();
    }
    // The finding where the command says that it has stored it: its name follows from its case.
    json stored(const command_result& r) const {
        const auto at = r.out.find("stored  ");
        if (at == std::string::npos) return nullptr;
        return json::parse(text_of(r.out.substr(at + 8, r.out.find('\n', at) - at - 8)));
    }
    // Every step on a line: its number, and how long the case still is.
    static void expect_trace(const std::string& out, std::size_t first, std::size_t last) {
        std::istringstream lines(out);
        std::string line;
        std::getline(lines, line);
        EXPECT_EQ(line, "  step  characters  case");
        std::vector<std::size_t> sizes;
        for (std::size_t step = 0, size = 0; lines >> step >> size; std::getline(lines, line)) {
            EXPECT_EQ(step, sizes.size());
            sizes.push_back(size);
        }
        ASSERT_GE(sizes.size(), 2u) << out;
        EXPECT_EQ(sizes.front(), first);
        EXPECT_EQ(sizes.back(), last);
    }
    properties::testing::scratch_folder folder;
};

// A finding of a fuzz target, which fails for every input with "xor" in it.
TEST_F(Minimize, MakesAFindingOneMinimalTheSameWayEveryTime) {
    fs::create_directories(folder.path() / "bin/fuzz");
    std::ofstream(folder.path() / "bin/fuzz/no_xor")
        << "#!/bin/sh\ngrep -q xor \"$1\" || exit 0\n"
           "echo 'tileproof: a law is broken' >&2\necho 'L2 reference: an xor.' >&2\nexit 77\n";
    fs::permissions(folder.path() / "bin/fuzz/no_xor", fs::perms::owner_all);
    write_failing("template.json");
    json f = json::parse(text_of("template.json"));
    f["law"] = "L2";
    f["property"] = "fuzz/no_xor";
    json least;
    for (const char* start :
         {"naive [6,8] strides [8,1] -> {unmerge(2,3): 0 -> 0,1; pass: 1 -> 2} -> "
          "{xor: 1,2 -> 1,2; pass: 0 -> 0} -> {merge: 0,1,2 -> 0}",
          "packed [16,16,3] -> {xor: 0,1 -> 1,0; right_pad(2): 2 -> 2}",
          "no layout, but an xor in it"}) {
        f["case"] = {{"bytes", start}};
        std::ofstream(folder.path() / "f.json", std::ios::trunc) << f.dump();
        const auto r = run_shell(
            "TILEPROOF_FUZZ_TARGETS=$PWD/bin \"$TILEPROOF\" minimize f.json --out programs",
            folder.path().string());
        EXPECT_EQ(r.exit_code, 1) << r.err;
        EXPECT_THAT(r.out, HasSubstr("step  characters  case"));
        EXPECT_THAT(r.out, HasSubstr("no single step makes it smaller"));
        EXPECT_FALSE(fs::exists(folder.path() / "f.json")) << "it is stored under its new name";
        least = stored(r);
        expect_trace(r.out, f["case"].dump().size(), least["case"].dump().size());
        EXPECT_EQ(least["minimized"], true);
        EXPECT_EQ(least["first_seen_as"]["bytes"], start);
        EXPECT_EQ(least["case"]["bytes"], std::string(start).starts_with("no")
                                              ? "xor"
                                              : "packed [1,1] -> {xor: 0,1 -> 0,1}");
    }
}

TEST_F(Minimize, WritesAProgramAndATestCase) {
    write_failing("a.json");
    const auto r = minimize({"a.json", "--out", "programs"});
    int programs = 0, tests = 0;
    for (const auto& entry : fs::directory_iterator(folder.path() / "programs")) {
        const std::string name = entry.path().filename().string();
        const std::string text = text_of("programs/" + name);
        const bool test = name.ends_with(".test.cpp");
        (test ? tests : programs) += 1;
        EXPECT_THAT(r.out, HasSubstr("written programs/" + name));
        EXPECT_THAT(text, HasSubstr("#include <tileproof/layout.hpp>"));
        EXPECT_THAT(text, HasSubstr(test ? "TEST(Findings, L13" : "int main() {"));
    }
    EXPECT_EQ(programs, 1);
    EXPECT_EQ(tests, 1);
}

// With nothing but lib/: exit code 1 while the bug is there, 0 when it is gone. Here the bug is that a good
// text is said to be malformed.
TEST_F(Minimize, WritesAProgramThatCompilesWithLibAloneAndFailsWhileTheBugIsThere) {
    write_failing("a.json");
    const auto r = run_shell(
        "\"$TILEPROOF\" minimize a.json --out programs > /dev/null; cd programs && "
        "program=$(ls | grep -v test.cpp | grep cpp) && sed 's/certain = true/certain = false/' "
        "$program > gone.cpp && for f in $program gone.cpp; do " TILEPROOF_CXX
        " -std=c++20 -Wall -Wextra -Werror -I " TILEPROOF_LIB
        " $f -o bug && { ./bug; echo \"exit code $?\"; }; done; " TILEPROOF_CXX
        " -std=c++20 -fsyntax-only -I " TILEPROOF_LIB " *.test.cpp && echo the test compiles",
        folder.path().string());
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("It is accepted, as naive [6,8]"));
    EXPECT_THAT(r.out, HasSubstr("The bug is there: 1 failures.\nexit code 1\n"));
    EXPECT_THAT(r.out, HasSubstr("The bug is gone.\nexit code 0\n"));
    EXPECT_THAT(r.out, HasSubstr("the test compiles"));
}

TEST_F(Minimize, StopsAtItsBudgetAndSaysSo) {
    write_failing("a.json");
    const auto r = minimize({"a.json", "--budget", "0.000001s"});
    EXPECT_EQ(r.exit_code, 1) << r.err;
    EXPECT_THAT(r.out, HasSubstr("the budget is used up; more --budget may give less"));
    EXPECT_EQ(stored(r)["minimized"], false);
}

TEST_F(Minimize, ExitsWithZeroWhereNothingFails) {
    EXPECT_THAT(minimize({"packed [64,16] -> {xor: 0,1 -> 0,1}"}).out,
                HasSubstr("Every law that is about it holds: there is nothing to minimize."));
    const auto r = minimize({"packed [3]", "--law", "L2"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("L2 reference holds"));
}

// Every law that can judge the text is asked, not only some.
TEST_F(Minimize, AsksEveryLawOfLayoutsAndOfTiles) {
    for (const char* law : {"L1", "L2", "L3", "L4", "L5", "L7", "L9", "L10"}) {
        const auto r = minimize({"packed [4,2] -> {merge: 0,1 -> 0}", "--law", law});
        EXPECT_EQ(r.exit_code, 0) << r.err;
        EXPECT_THAT(r.out, HasSubstr(std::string(law) + ' '));
    }
    for (const char* law : {"L2", "L11", "L13"})
        EXPECT_EQ(minimize({"tile R=[] H=[[2]] P=[[1,0]] Y=[]", "--law", law}).exit_code, 0);
    EXPECT_THAT(minimize({"tile R=[] H=[[2]] P=[[1,0]] Y=[]", "--law", "L5"}).err,
                HasSubstr("L5 move does not apply to tile distributions; these do: L2, L11, L13."));
}

// A target that fails for every input, and the same mended.
TEST_F(Minimize, WritesAScriptForAnInputOfAFuzzTarget) {
    write_failing("template.json");
    json f = json::parse(text_of("template.json"));
    f["property"] = "fuzz/always";
    f["case"] = {{"bytes", "x%"}};
    std::ofstream(folder.path() / "f.json") << f.dump();
    fs::create_directories(folder.path() / "bin/fuzz");
    std::ofstream(folder.path() / "bin/fuzz/always")
        << "#!/bin/sh\necho 'tileproof: a law is broken' >&2\necho 'L13 refusal: always.' "
           ">&2\nexit 77\n";
    fs::permissions(folder.path() / "bin/fuzz/always", fs::perms::owner_all);
    const auto r = run_shell(
        "TILEPROOF_FUZZ_TARGETS=$PWD/bin \"$TILEPROOF\" minimize f.json --budget 0.000001s --out p "
        "> /dev/null; "
        "sh p/*.sh bin/fuzz/always; echo $?; sh p/*.sh cat; echo $?",
        folder.path().string());
    EXPECT_EQ(r.out, "The bug is there.\n1\nx%The bug is gone.\n0\n") << r.err;
}

TEST_F(Minimize, RefusesWhatItCannotRead) {
    const auto refused = [&](std::vector<std::string> arguments) {
        const auto r = minimize(std::move(arguments));
        EXPECT_EQ(r.exit_code, 2) << r.out;
        return r.err;
    };
    EXPECT_THAT(refused({"packed [3"}), HasSubstr("neither a file of a finding nor a layout"));
    EXPECT_THAT(refused({"packed [3]", "--law", "L99"}), HasSubstr("There is no law 'L99'"));
    EXPECT_THAT(refused({"packed [3]", "--law", "K1"}),
                HasSubstr("K1 exact does not apply to valid layouts"));
    std::ofstream(folder.path() / "bad.json") << "{}";
    EXPECT_THAT(refused({"bad.json"}), HasSubstr("'tileproof_finding' is missing"));
}

}  // namespace
}  // namespace tileproof::command::testing
