// SPDX-License-Identifier: MIT
#include "system/read_file.hpp"
#include "system/digest.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "tests/properties/scratch_folder.hpp"

namespace {

using tileproof::properties::testing::scratch_folder;
using tileproof::system::digest_of_file;
using tileproof::system::digest_of_file_text;
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

TEST(ReadFile, GivesTheDigestOfAllBytesOfAFile) {
    const scratch_folder folder;
    for (const std::size_t size : {0u, 7u, 8u, 65'536u, 65'539u, 200'001u}) {
        std::string text(size, 'x');
        if (size > 1) text[size / 2] = text[size - 1] = '\0';
        std::ofstream(folder.path() / "f", std::ios::binary) << text;
        EXPECT_EQ(digest_of_file(folder.path() / "f"), digest_of_file_text(text)) << size;
    }
    EXPECT_EQ(digest_of_file(folder.path() / "none"), std::nullopt);
    EXPECT_EQ(digest_of_file(folder.path()), std::nullopt);
    EXPECT_EQ(digest_of_file("/proc/self/mem"), std::nullopt);
}

// A sparse file says that it has more than any machine.
TEST(ReadFile, TakesNoMemoryForWhatAFileOnlySaysThatItHas) {
    const scratch_folder folder;
    const auto file = folder.path() / "f";
    std::ofstream(file).put('x');
    const pid_t child = fork();
    if (child == 0) {
        if (truncate(file.c_str(), off_t{1} << 42) != 0) _exit(2);
        std::thread([&] {
            usleep(10'000);
            (void)!truncate(file.c_str(), 1);
        }).detach();
        _exit(read_file(file).has_value() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
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
