// SPDX-License-Identifier: MIT
// Help, version, list, and the small parsers of the command line.
#include "command/arguments/arguments.hpp"
#include "command/command_line.hpp"
#include "tests/command/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tileproof::command::testing {
namespace {

using ::testing::HasSubstr;

TEST(Command, HelpsEverywhere) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--help"},
                                               {"verify", "--help"},
                                               {"explain", "--help"},
                                               {"offsets", "--help"},
                                               {"replay", "--help"},
                                               {"list", "--help"}}) {
        const auto r = run_tileproof(arguments);
        EXPECT_EQ(r.exit_code, 0);
        EXPECT_EQ(r.err, "");
        EXPECT_THAT(r.out, HasSubstr("Usage: tileproof"));
    }
    EXPECT_THAT(run_tileproof({"verify", "--help"}).out, HasSubstr("--budget"));
    EXPECT_THAT(run_tileproof({"--help"}).out, HasSubstr("Exit status: 0"));
}

TEST(Command, SaysItsVersionCommitCompilerAndDevices) {
    const auto r = run_tileproof({"--version"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, ::testing::ContainsRegex("^tileproof [0-9]+\\.[0-9]+\\.[0-9]+\n"
                                                "commit    [0-9a-f]+(-dirty)?\n"
                                                "compiler  [A-Za-z+]+ [0-9.]+.*\n"
                                                "devices   cpu"));
}

TEST(List, ShowsLawsDevicesAndKernels) {
    const auto r = run_tileproof({"list"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, HasSubstr("  L1  bounds          A valid coordinate has"));
    EXPECT_THAT(r.out, HasSubstr("  K9  honest refusal"));
    EXPECT_THAT(r.out, HasSubstr("\nDevices\n  cpu "));
    EXPECT_THAT(r.out, HasSubstr("  transpose_tiled "));
    EXPECT_THAT(r.out, ::testing::ContainsRegex("transpose_tiled on cpu +K1 K2 K3 K4 K5 K8 K9"));
    EXPECT_THAT(r.out, ::testing::ContainsRegex("layout +L1 L2 L3 L4 "));
    std::istringstream lines(r.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(List, SaysWhyADeviceIsNotAvailable) {
    // Whatever this machine lacks; a machine that has everything has nothing to say.
    const std::string text = run_tileproof({"list"}).out;
    std::size_t at = 0;
    while ((at = text.find("Not available: ", at)) != std::string::npos) {
        const std::size_t reason = at += 15;
        EXPECT_NE(text.substr(reason, 1), "\n");
    }
}

TEST(Duration, IsReadAsPeopleTypeIt) {
    EXPECT_EQ(parse_duration("60"), 60);
    EXPECT_EQ(parse_duration("60s"), 60);
    EXPECT_EQ(parse_duration("500ms"), 0.5);
    EXPECT_EQ(parse_duration("1.5m"), 90);
    EXPECT_EQ(parse_duration("8h"), 28800);
    EXPECT_EQ(parse_duration("0"), 0);
    for (const char* text : {"", "s", "-1", "1d", "1 s", "nan", "inf", "1e400", "10000h", "5sx"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

std::string refusal_of(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "tileproof");
    return refusal_of_command_line(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Command, ReadsArgumentsWithoutRunningAnythingAndRemembersNoneOfThem) {
    for (int times = 0; times < 2; ++times) {
        EXPECT_EQ(refusal_of({"verify", "--cases", "5", "--device", "none"}), "");
        EXPECT_NE(refusal_of({"verify", "--cases", "0"}), "");
        EXPECT_EQ(refusal_of({"verify"}), "") << "no --cases are left over";
        EXPECT_NE(refusal_of({"fuzz", "--budget", "soon"}), "");
        EXPECT_EQ(refusal_of({"fuzz"}), "");
        EXPECT_NE(refusal_of({"findings", "burn"}), "");
        EXPECT_EQ(refusal_of({"findings"}), "");
        EXPECT_EQ(refusal_of({"verify", "--help"}), "");
        EXPECT_NE(refusal_of({"explain"}), "");
        EXPECT_NE(refusal_of({}), "");
    }
}

}  // namespace
}  // namespace tileproof::command::testing
