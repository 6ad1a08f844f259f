// SPDX-License-Identifier: MIT
#include "system/read_file.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "tests/properties/scratch_folder.hpp"

namespace {

using tileproof::properties::testing::scratch_folder;
using tileproof::system::read_file;

TEST(ReadFile, GivesAllBytesOfAFile) {
    const scratch_folder folder;
    std::string text(200'000, 'x');
    text[100'000] = '\0';
    std::ofstream(folder.path() / "f", std::ios::binary) << text;
    EXPECT_EQ(read_file(folder.path() / "f"), text);
    std::ofstream(folder.path() / "empty").close();
    EXPECT_EQ(read_file(folder.path() / "empty"), "");
}

TEST(ReadFile, GivesNothingWhereThereIsNothingToRead) {
    const scratch_folder folder;
    EXPECT_EQ(read_file(folder.path() / "none"), std::nullopt);
    EXPECT_EQ(read_file(folder.path()), std::nullopt);
}

// It opens and cannot be read, as the entry of a process that ends in between: a campaign once died of that.
TEST(ReadFile, GivesNothingWhereReadingFailsAfterOpening) {
    EXPECT_EQ(read_file("/proc/self/mem"), std::nullopt);
}

TEST(ReadFile, ReadsEntriesOfProcessesThatLive) {
    const auto stat = read_file("/proc/self/stat");
    ASSERT_TRUE(stat);
    EXPECT_TRUE(stat->starts_with(std::to_string(getpid()) + " (")) << *stat;
}

}  // namespace
