// SPDX-License-Identifier: MIT
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace tileproof::command::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Offsets, ListsOneLayoutAsJson) {
    const auto r = run_tileproof({"offsets", "packed [2] -> {pad(1,0): 0 -> 0}", "--json"});
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_EQ(
        r.out,
        "{\"layout\":\"packed [2] -> {pad(1,0): 0 -> 0}\",\"lengths\":[3],\"element_space_size\":2,"
        "\"offsets\":[null,0,1]}\n");
}

TEST(Offsets, ListsOneLayoutForPeople) {
    const auto r = run_tileproof(
        {"offsets", "naive [2,3] strides [1,2] -> {pass: 0 -> 0; left_pad(1): 1 -> 1}"});
    EXPECT_EQ(r.out, "(0,0) -\n(0,1) 0\n(0,2) 2\n(0,3) 4\n(1,0) -\n(1,1) 1\n(1,2) 3\n(1,3) 5\n");
}

TEST(Offsets, ListsNothingForAnEmptyLayoutAndOneIndexForNoDimensions) {
    EXPECT_EQ(run_tileproof({"offsets", "packed [0]"}).out, "");
    EXPECT_THAT(run_tileproof({"offsets", "packed [0]", "--json"}).out,
                HasSubstr("\"offsets\":[]}"));
    EXPECT_EQ(run_tileproof({"offsets", "packed [3] -> {freeze(2): 0 -> ()}"}).out, "() 2\n");
}

TEST(Offsets, AnswersEachLineAndGoesOnAfterAMalformedOne) {
    const auto r = run_tileproof({"offsets", "--json", "-"},
                                 "packed [2]\nnonsense\n\r\nnaive [2] strides [3]\r\npacked [1]");
    EXPECT_EQ(r.exit_code, 1);
    EXPECT_EQ(r.err, "");
    std::istringstream lines(r.out);
    std::vector<json> answers;
    for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
    ASSERT_EQ(answers.size(), 5u);
    EXPECT_EQ(answers[0].at("offsets"), json({0, 1}));
    EXPECT_TRUE(answers[1].at("error").is_string());
    EXPECT_EQ(answers[1].size(), 1u);
    EXPECT_TRUE(answers[2].contains("error"));
    EXPECT_EQ(answers[3].at("offsets"), json({0, 3}));
    EXPECT_EQ(answers[4].at("layout"), "packed [1]");
}

TEST(Offsets, ExitsWithZeroWhenEveryLineWasALayout) {
    EXPECT_EQ(run_tileproof({"offsets", "--json", "-"}, "packed [2]\n").exit_code, 0);
    EXPECT_EQ(run_tileproof({"offsets", "--json", "-"}, "").exit_code, 0);
}

TEST(Offsets, SurvivesLinesOfAnyBytesAndAnyLength) {
    std::string input(5'000'000, '[');
    input += "\npacked [1]\n";
    input += std::string("\0\xff\xfe", 3) + "\npacked [2]\n" + std::string(3'000'000, 'x');
    const auto r = run_tileproof({"offsets", "--json", "-"}, input);
    EXPECT_EQ(r.exit_code, 1);
    std::istringstream lines(r.out);
    std::vector<json> answers;
    for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
    ASSERT_EQ(answers.size(), 5u);
    EXPECT_THAT(answers[0].at("error").get<std::string>(),
                HasSubstr("more than 2097152 characters"));
    EXPECT_EQ(answers[1].at("layout"), "packed [1]");
    EXPECT_TRUE(answers[2].contains("error"));
    EXPECT_EQ(answers[3].at("layout"), "packed [2]");
    EXPECT_TRUE(answers[4].contains("error"));
}

// A program that asks, waits for the answer, and asks again must not wait for ever.
TEST(Offsets, AnswersALineBeforeTheNextOneComes) {
    const properties::testing::scratch_folder folder;
    const auto r = run_shell(
        "mkfifo questions answers || exit 9\n"
        "timeout 20 $TILEPROOF offsets --json - <questions >answers &\n"
        "exec 3>questions 4<answers\n"
        "for i in 1 2 3; do echo \"packed [$i]\" >&3; read -r line <&4; echo \"$line\"; done\n"
        "exec 3>&-; wait $!",
        folder.path().string());
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("\"offsets\":[0,1,2]"));
}

TEST(Offsets, RefusesMoreThanTenMillion) {
    const auto one = run_tileproof({"offsets", "packed [10000001]"});
    EXPECT_EQ(one.exit_code, 2);
    EXPECT_EQ(one.out, "");
    const auto line = run_tileproof({"offsets", "--json", "-"}, "packed [10000001]\n");
    EXPECT_EQ(line.exit_code, 1);
    EXPECT_EQ(json::parse(line.out).size(), 1u);
    EXPECT_TRUE(json::parse(line.out).at("error").is_string());
}

TEST(Offsets, RefusesWhatItCannotList) {
    const auto bad = run_tileproof({"offsets", "packed [-1]"});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_THAT(bad.err, ::testing::StartsWith("tileproof: "));
    EXPECT_EQ(run_tileproof({"offsets", "-"}).exit_code, 2);
    EXPECT_EQ(run_tileproof({"offsets"}).exit_code, 2);
}

}  // namespace
}  // namespace tileproof::command::testing
