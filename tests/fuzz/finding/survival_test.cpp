// SPDX-License-Identifier: MIT
// A store whose writer is killed at any moment, or whose disk is full, keeps every finding whole.
#include "fuzz/finding/finding.hpp"

#include "system/file.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace tileproof::fuzz {
namespace {

finding finding_number(int n, std::size_t padding) {
    finding f;
    f.law = properties::law_id::L2;
    f.property = "layout/L2";
    f.subject = "layout";
    f.device = "host";
    f.the_case = {{"layout", "packed [" + std::to_string(n) + "]"}};
    f.failure = "L2 reference: " + std::string(padding, 'x') + ".";
    f.found = time_stamp();
    f.version = "0.1.0";
    return f;
}

// Saves, and replaces by smaller ones, for ever; writes the number of each finding that is on disk.
[[noreturn]] void write_for_ever(const finding_store& store, int first, int channel) {
    for (int n = first;; ++n) {
        auto file = store.save(finding_number(n, 20'000));
        file = store.replace(file, finding_number(n, 10));
        if (::write(channel, &n, sizeof n) != sizeof n) ::_exit(1);
    }
}

TEST(FindingStore, LosesAndDamagesNothingWhenItsWriterIsKilledFiftyTimes) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path() / "findings");
    std::mt19937 random(7);
    int next = 0, saved = 0;
    for (int round = 0; round < 50; ++round) {
        int channel[2];
        ASSERT_EQ(::pipe(channel), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::close(channel[0]);
            write_for_ever(store, next, channel[1]);
        }
        ::close(channel[1]);
        // Every other time not before something is on disk, however slow the disk is.
        std::vector<int> on_disk;
        int n = 0;
        if (round % 2 == 0 && ::read(channel[0], &n, sizeof n) == sizeof n) on_disk.push_back(n);
        std::this_thread::sleep_for(std::chrono::microseconds(500 + random() % 30'000));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        while (::read(channel[0], &n, sizeof n) == sizeof n) on_disk.push_back(n);
        ::close(channel[0]);

        const auto contents = store.load();
        ASSERT_TRUE(contents.problems.empty()) << contents.problems.front();
        for (const int number : on_disk) {
            const finding expected = finding_number(number, 10);
            ASSERT_EQ(load_finding(store.place_of(expected)).failure, expected.failure) << number;
        }
        saved += static_cast<int>(on_disk.size());
        next += static_cast<int>(on_disk.size()) + 1;
    }
    EXPECT_GE(saved, 25) << "it was killed before it did anything";
}

TEST(FindingStore, SaysThatTheDiskIsFullAndKeepsWhatItHas) {
    const properties::testing::scratch_folder folder;
    const finding_store store(folder.path() / "findings");
    const auto file = store.save(finding_number(1, 10));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{4096, 4096};
        ::setrlimit(RLIMIT_FSIZE, &small);
        int refused = 0;
        for (int n = 1; n < 4; ++n) try {
                store.replace(file, finding_number(n, 100'000));
            } catch (const system::store_error& e) {
                refused += std::string(e.what()).find("cannot be written") != std::string::npos;
            }
        ::_exit(refused);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 3) << "each write must be refused with a sentence";
    const auto contents = store.load();
    EXPECT_TRUE(contents.problems.empty());
    ASSERT_EQ(contents.findings.size(), 1u);
    EXPECT_EQ(contents.findings[0].what.failure, finding_number(1, 10).failure);
    // Nor does the refused file lie around.
    int files = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(folder.path() / "findings"))
        ++files;
    EXPECT_EQ(files, 1);
}

}  // namespace
}  // namespace tileproof::fuzz
