// SPDX-License-Identifier: MIT
#include "system/file.hpp"

#include "system/digest.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

namespace tileproof::system::testing {

using properties::testing::scratch_folder;

namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const store_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

TEST(AtomicFile, MakesTheFoldersOfAFileAndReplacesWhatWasThere) {
    const scratch_folder folder;
    const fs::path file = folder.path() / "a" / "b" / "c.json";
    write_atomically(file, "one");
    write_atomically(file, "two");
    EXPECT_EQ(read_bounded(file, 100), "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
}

TEST(AtomicFile, NamesTheFileAndTheReasonWhenItCannotBeWritten) {
    const scratch_folder folder;
    fs::create_directory(folder.path() / "taken");
    EXPECT_THAT(error_of([&] { write_atomically(folder.path() / "taken", "x"); }),
                ::testing::AllOf(HasSubstr("taken"), HasSubstr("Is a directory")));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(AtomicFile, DeletesWhatKilledWritersLeftAnHourAgo) {
    const scratch_folder folder;
    const auto make = [&](const char* name, std::chrono::hours age) {
        std::ofstream(folder.path() / name) << "x";
        fs::last_write_time(folder.path() / name, fs::file_time_type::clock::now() - age);
    };
    make("a.json.0123456789abcdef.tmp", std::chrono::hours(2));
    make("b.json.0123456789abcdef.tmp", std::chrono::hours(0));
    make("c.json", std::chrono::hours(2));
    remove_abandoned(folder.path());
    EXPECT_FALSE(fs::exists(folder.path() / "a.json.0123456789abcdef.tmp"));
    EXPECT_TRUE(fs::exists(folder.path() / "b.json.0123456789abcdef.tmp"));
    EXPECT_TRUE(fs::exists(folder.path() / "c.json"));
}

// Names of temporary files differ each time, so that nobody can put a link in their place.
TEST(AtomicFile, WritesThroughNoNameThatCanBeForeseen) {
    const scratch_folder folder;
    const auto left_behind = [&] {  // by a child that may write nothing
        const pid_t child = fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_DFL);
            const rlimit tiny{10, 10};
            setrlimit(RLIMIT_FSIZE, &tiny);
            write_atomically(folder.path() / "f.json", std::string(50, 'x'));
            _exit(0);
        }
        waitpid(child, nullptr, 0);
    };
    left_behind();
    left_behind();
    std::size_t count = 0;
    for (const auto& file : fs::directory_iterator(folder.path()))
        count += file.path().extension() == ".tmp";
    EXPECT_EQ(count, 2u) << "two names";
}

// In a child whose files may not grow, as on a full disk.
TEST(AtomicFile, LeavesTheOldFileWhenTheDiskIsFull) {
    const scratch_folder folder;
    const fs::path file = folder.path() / "f.json";
    write_atomically(file, "old");
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit tiny{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &tiny);
        const std::string why = error_of([&] { write_atomically(file, std::string(5000, 'x')); });
        _exit(why.find("File too large") != std::string::npos ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(read_bounded(file, 100), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(AtomicFile, IsWholeWheneverItsWriterIsKilled) {
    const scratch_folder folder;
    const fs::path file = folder.path() / "f.json";
    write_atomically(file, std::string(10'000, 'a'));
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        const pid_t child = fork();
        if (child == 0)
            for (char c = 'a';; c = c == 'z' ? 'a' : static_cast<char>(c + 1))
                write_atomically(file, std::string(10'000, c));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const std::string text = read_bounded(file, 20'000);
        ASSERT_EQ(text.size(), 10'000u);
        ASSERT_EQ(text.find_first_not_of(text[0]), std::string::npos);
    }
}

TEST(ReadBounded, RefusesWhatIsTooLongOrMissingOrAFolder) {
    const scratch_folder folder;
    const fs::path file = folder.path() / "f";
    std::ofstream(file) << "12345";
    EXPECT_EQ(read_bounded(file, 5), "12345");
    EXPECT_THAT(error_of([&] { read_bounded(file, 4); }), HasSubstr("it has more than 4 bytes"));
    EXPECT_THAT(error_of([&] { read_bounded(folder.path() / "g", 4); }),
                HasSubstr("No such file or directory"));
    EXPECT_THAT(error_of([&] { read_bounded(folder.path(), 4); }), HasSubstr("Is a directory"));
    EXPECT_THAT(error_of([] { read_bounded("/dev/zero", 4); }), HasSubstr("more than 4 bytes"));
}

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
}  // namespace tileproof::system::testing
