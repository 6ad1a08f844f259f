// SPDX-License-Identifier: MIT
#include "devices/launch_time.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tileproof::devices {
namespace {

void sleep_milliseconds(int n) { std::this_thread::sleep_for(std::chrono::milliseconds(n)); }

TEST(LaunchTime, OfAFunctionThatUsesUpTheLimitIsItsFaultHoweverLongItsKernelIsKeptWaiting) {
    launch_time t;
    t.function.begin();
    sleep_milliseconds(60);
    EXPECT_TRUE(t.is_of_function(0.1));
    t.kernel.begin();
    sleep_milliseconds(150);
    EXPECT_GT(t.host_seconds(), 0.05);
    EXPECT_TRUE(t.is_of_function(0.1));
}

TEST(LaunchTime, OfAKernelIsItsFaultWhereItsFunctionTookLittle) {
    launch_time t;
    t.function.begin();
    t.kernel.begin();
    sleep_milliseconds(60);
    EXPECT_FALSE(t.is_of_function(0.05));
    t.kernel.end();
    EXPECT_TRUE(t.is_of_function(0.05));  // whatever it does now
    t.function.end();
    EXPECT_FALSE(t.is_of_function(0.05));
}

}  // namespace
}  // namespace tileproof::devices
