// SPDX-License-Identifier: MIT
#include "system/file_lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "system/temporary_folder.hpp"

namespace tileproof::system {
namespace {

TEST(FileLock, MayBeUsedByMany) {
    const temporary_folder folder(in_folder_of_temporaries("lock-"));  // which uses it
    EXPECT_TRUE(is_in_use(folder.path()));
    const file_lock second(folder.path(), file_lock::kind::use);  // does not wait
    EXPECT_TRUE(is_in_use(folder.path()));
}

TEST(FileLock, EndsWithItsObjects) {
    const temporary_folder folder(in_folder_of_temporaries("lock-"));
    const auto inside = folder.path() / "a";
    std::filesystem::create_directory(inside);
    std::optional<file_lock> one, other;
    one.emplace(inside, file_lock::kind::use);
    other.emplace(inside, file_lock::kind::use);
    one.reset();
    EXPECT_TRUE(is_in_use(inside));
    other.reset();
    EXPECT_FALSE(is_in_use(inside));
    const file_lock alone(inside, file_lock::kind::alone);  // does not wait
    EXPECT_TRUE(is_in_use(inside));
}

TEST(FileLock, EndsWithItsProcess) {
    const temporary_folder folder(in_folder_of_temporaries("lock-"));
    const auto inside = folder.path() / "a";
    std::filesystem::create_directory(inside);
    const pid_t child = fork();
    if (child == 0) {
        const file_lock use(inside, file_lock::kind::use);
        for (;;) pause();
    }
    while (!is_in_use(inside)) usleep(1000);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_FALSE(is_in_use(inside));
}

TEST(FileLock, IsWaitedForAsLongAsSaid) {
    const temporary_folder folder(in_folder_of_temporaries("lock-"));
    const auto inside = folder.path() / "a";
    std::filesystem::create_directory(inside);
    std::optional<file_lock> one;
    one.emplace(inside, file_lock::kind::alone);
    const file_lock too_late(inside, file_lock::kind::alone, std::chrono::milliseconds(30));
    std::thread ends([&] { one.reset(); });
    const file_lock in_time(inside, file_lock::kind::alone, std::chrono::minutes(10));
    ends.join();
    EXPECT_TRUE(is_in_use(inside)) << "by in_time";
}

TEST(FileLock, OfWhatIsMissingIsNone) {
    const file_lock none("/nowhere/at/all", file_lock::kind::alone);
    EXPECT_FALSE(is_in_use("/nowhere/at/all"));
}

}  // namespace
}  // namespace tileproof::system
