// SPDX-License-Identifier: MIT
#include "system/process_times.hpp"

#include "system/process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace tileproof::system {
namespace {

TEST(ProcessTimes, TellWhoWorksFromWhoSleepsAndWhoIsPaused) {
    process works({.body = [] {
        for (;;) {
        }
    }});
    process sleeps({.body = [] {
        for (;;) pause();
    }});
    for (int i = 0;
         i < 1000 && (processor_seconds(works.number()) < 0.1 || wants_to_run(sleeps.number()));
         ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(processor_seconds(works.number()), 0.1);
    EXPECT_TRUE(wants_to_run(works.number()));
    EXPECT_LT(processor_seconds(sleeps.number()), 0.1);
    EXPECT_FALSE(wants_to_run(sleeps.number()));
    kill(sleeps.number(), SIGSTOP);
    for (int i = 0; i < 1000 && !wants_to_run(sleeps.number()); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(wants_to_run(sleeps.number()));
}

}  // namespace
}  // namespace tileproof::system
