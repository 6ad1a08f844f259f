// SPDX-License-Identifier: MIT
// One program for itself: what is confined once is confined for good.
#include "system/sandbox.hpp"

#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace tileproof::system {
namespace {

TEST(Sandbox, LetsAChildWriteToTheFoldersThatAreNamedAndNowhereElse) {
    const properties::testing::scratch_folder folder;
    const std::filesystem::path inside = folder.path() / "inside",
                                outside = folder.path() / "outside";
    std::filesystem::create_directory(inside);
    std::filesystem::create_directory(outside);
    if (const std::string why_not = confine_children({inside, folder.path() / "none"});
        !why_not.empty())
        GTEST_SKIP() << why_not;
    const auto exit_code = [&](const std::string& line, bool confined) {
        return run({.words = {"/bin/sh", "-c", line},
                    .folder = folder.path(),
                    .confined = confined})
            .how.number;
    };
    EXPECT_EQ(exit_code("echo a > inside/a && mkdir inside/b && rm inside/a", true), 0);
    EXPECT_EQ(exit_code("cat /etc/passwd > /dev/null", true), 0);
    for (const char* line :
         {"echo a > outside/a", "mkdir outside/b", "ln -s x outside/c", "mkfifo outside/d",
          "mv inside/b outside/e", "rmdir outside", "sh -c 'echo a > outside/a'"})
        EXPECT_NE(exit_code(line, true), 0) << line;
    EXPECT_TRUE(std::filesystem::is_empty(outside));
    EXPECT_EQ(exit_code("echo a > outside/a", false), 0) << "compilers write to the cache";
    EXPECT_NE(exit_code("echo b >> outside/a", true), 0);
    EXPECT_NE(exit_code(": > outside/a", true), 0);
}

}  // namespace
}  // namespace tileproof::system
