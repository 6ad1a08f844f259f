// SPDX-License-Identifier: MIT
#include "compiler/program/program_findings.hpp"
#include "compiler/program/build.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::compiler {
namespace {

const std::vector<program_finding> all{
    {"race", "/home/me/app/sum.hip", "Two threads meet.", 31, 2, "sum<float>", "block_sum", 3},
    {"race", "/home/me/app/sum.hip", "Two threads meet.", 31, 1, "sum<float>", "block_sum", 5},
    {"out of bounds", "/home/me/app/copy.hpp", "One too far.", 8, 1, "copy", "copy", 4},
    {"leak", "/home/me/app/main.hip", "Never freed.", 52, 1, "", "", 0},
};

std::string file_with(const std::string& text) {
    const std::string file =
        (std::filesystem::path(::testing::TempDir()) /
         (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".txt"))
            .string();
    std::ofstream(file) << text;
    return file;
}

// KIND:LINE of what is left.
std::vector<std::string> left(finding_filter& filter) {
    std::vector<std::string> out;
    for (const program_finding& f : filter.wanted(all))
        out.push_back(f.kind + ":" + std::to_string(f.line));
    return out;
}
std::vector<std::string> left_after(const std::string& suppressions) {
    finding_filter filter;
    filter.suppress(file_with(suppressions));
    return left(filter);
}
using list = std::vector<std::string>;

TEST(ProgramFindings, AreOneForEachKindAndLine) {
    finding_filter filter;
    const auto found = filter.wanted(all);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].count, 3u);
    EXPECT_EQ(found[0].launch, 3u);
}

TEST(Suppressions, NameAFunctionAFileOrALine) {
    EXPECT_EQ(left_after("race block_sum"), (list{"out of bounds:8", "leak:52"}));
    EXPECT_EQ(left_after("race sum"), (list{"out of bounds:8", "leak:52"}));
    EXPECT_EQ(left_after("race block_*"), (list{"out of bounds:8", "leak:52"}));
    EXPECT_EQ(left_after("out of bounds copy.hpp"), (list{"race:31", "leak:52"}));
    EXPECT_EQ(left_after("leak main.hip:52"), (list{"race:31", "out of bounds:8"}));
    EXPECT_EQ(left_after("leak main.hip:5"), (list{"race:31", "out of bounds:8", "leak:52"}));
    EXPECT_EQ(left_after("* /home/me/app/*"), list{});
}

TEST(Suppressions, OfAnotherKindSuppressNothing) {
    EXPECT_EQ(left_after("leak block_sum"), (list{"race:31", "out of bounds:8", "leak:52"}));
}

TEST(Suppressions, MayHoldCommentsAndEmptyLines) {
    EXPECT_EQ(left_after("# by the driver\n\nleak main.hip   # once\n"),
              (list{"race:31", "out of bounds:8"}));
}

TEST(Suppressions, ThatSuppressNothingAreShown) {
    finding_filter filter;
    filter.suppress(file_with("race sum\n\nhang sum\n"));
    filter.wanted(all);
    ASSERT_EQ(filter.unused().size(), 1u);
    EXPECT_EQ(filter.unused()[0].kind, "hang");
    EXPECT_EQ(filter.unused()[0].line, 3u);
    EXPECT_EQ(filter.suppressed(), 1u);
}

TEST(Suppressions, WithoutAPlaceAreRefusedWithTheirLine) {
    finding_filter filter;
    const std::string file = file_with("leak main.hip\nrace\n");
    try {
        filter.suppress(file);
        FAIL();
    } catch (const std::runtime_error& e) {
        EXPECT_EQ(std::string(e.what()).find(file + ":2: 'race'"), 0u) << e.what();
    }
}

TEST(Suppressions, AreReadFromARegularFileOnly) {
    finding_filter filter;
    for (const char* file : {"/dev/zero", "/", "/no/such/file"})
        EXPECT_THROW(filter.suppress(file), std::runtime_error) << file;
}

TEST(Launches, AreARangeFromOne) {
    const auto kept = [](const char* range) {
        finding_filter filter;
        filter.launches(range);
        return left(filter);
    };
    EXPECT_EQ(kept("4"), (list{"out of bounds:8", "leak:52"}));
    EXPECT_EQ(kept("4-5"), (list{"race:31", "out of bounds:8", "leak:52"}));
    EXPECT_EQ(kept("6-"), list{"leak:52"});
    EXPECT_EQ(kept("-3"), (list{"race:31", "leak:52"}));
    for (const char* bad : {"", "0", "x", "3-2", "1-2-3", "99999999999999999999"}) {
        finding_filter filter;
        EXPECT_THROW(filter.launches(bad), std::runtime_error) << bad;
    }
}

TEST(Functions, AreKernelsOrWhatTheyCall) {
    finding_filter filter;
    filter.only("block_sum,nothing");
    EXPECT_EQ(left(filter), (list{"race:31", "leak:52"}));
    finding_filter other;
    other.only("copy");
    EXPECT_EQ(left(other), (list{"out of bounds:8", "leak:52"}));
}

TEST(ProgramReports, HoldTheKernelAndTheLaunch) {
    finding_filter filter;
    const auto j = nlohmann::json::parse(json_text(filter.wanted(all), filter));
    EXPECT_EQ(j["findings"][0]["kernel"], "sum<float>");
    EXPECT_EQ(j["findings"][0]["function"], "block_sum");
    EXPECT_EQ(j["findings"][0]["launch"], 3);
    EXPECT_FALSE(j["findings"][2].contains("kernel"));
    EXPECT_EQ(j["suppressed"], 0);
}

TEST(ProgramReports, NameNoPlaceOfWhatHasNone) {
    const std::vector<program_finding> refused{
        {"launch refused", "unknown place", "Too many threads.", 0}};
    EXPECT_EQ(terminal_text(refused, {}),
              "launch refused: Too many threads.\ntileproof: 1 finding.\n");
    EXPECT_EQ(junit_text(refused).find("unknown place"), std::string::npos);
}

TEST(ProgramReports, AreValidJUnitWhateverAKernelIsCalled) {
    const std::string text = junit_text({{"race", "a.hip", "sum<float> & \"more\"\x1b", 1}});
    EXPECT_NE(text.find("sum&lt;float&gt; &amp; &quot;more&quot; </failure>"), text.npos) << text;
}

TEST(NameOfProgram, IsThatOfItsFirstSource) {
    EXPECT_EQ(name_of_program({"-DKERNEL=3", "-include", "k.hpp", "src/heat.cpp", "io.cpp"}),
              "heat");
    EXPECT_EQ(name_of_program({"a.o", "b.o"}), "program");
}

}  // namespace
}  // namespace tileproof::compiler
