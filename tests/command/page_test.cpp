// SPDX-License-Identifier: MIT
// The page that lies beside the findings where there are bugs.
#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tileproof::command::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

const std::string example = TILEPROOF_SOURCE_DIR "/examples/";

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

struct Page : ::testing::Test {
    properties::testing::scratch_folder folder;
    command_result check(const std::string& file, std::vector<std::string> more = {}) {
        const std::string cache = ::testing::TempDir() + "tileproof_page_cache";
        std::vector<std::string> words{"check",   example + file, "--seed",  "1",
                                       "--cases", "30",           "--cache", cache};
        words.insert(words.end(), more.begin(), more.end());
        return run_tileproof(words, "", folder.path().string());
    }
};

TEST_F(Page, LiesBesideTheStoreWhereThereAreBugsAndTheReportSaysSo) {
    const auto r = check("wrong_transpose.hip", {"--store", "found/"});
    EXPECT_EQ(r.exit_code, 1) << r.err;
    EXPECT_THAT(r.out, HasSubstr("2 bugs, with pictures in found.html\n"));
    EXPECT_THAT(text_of(folder.path() / "found.html"), HasSubstr("<article id=\"bug-2\">"));
}

TEST_F(Page, IsNotWrittenWhereNothingIsWrong) {
    const auto r = check("transpose.hip", {"--store", "found"});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_FALSE(fs::exists(folder.path() / "found.html"));
}

TEST_F(Page, LiesWhereItIsAskedForAndNowhereElse) {
    const unexplained quick;
    const auto r = check("wrong_transpose.hip", {"--store", "found", "--html", "asked.html"});
    EXPECT_THAT(r.out, HasSubstr("2 bugs, with pictures in asked.html\n"));
    EXPECT_TRUE(fs::exists(folder.path() / "asked.html"));
    EXPECT_FALSE(fs::exists(folder.path() / "found.html"));
}

TEST_F(Page, ThatCannotBeWrittenIsSaidAndChangesNothingElse) {
    const unexplained quick;
    fs::create_directory(folder.path() / "found.html");
    const auto r = check("wrong_transpose.hip", {"--store", "found"});
    EXPECT_EQ(r.exit_code, 1);
    EXPECT_THAT(r.err, HasSubstr("found.html"));
    EXPECT_THAT(r.out, HasSubstr("2 bugs\n"));
}

}  // namespace
}  // namespace tileproof::command::testing
