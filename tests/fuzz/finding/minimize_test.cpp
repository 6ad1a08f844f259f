// SPDX-License-Identifier: MIT
#include "fuzz/finding/minimize.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileproof::fuzz {
namespace {

std::vector<int> half_or_one_less(int n) {
    return n == 0 ? std::vector<int>{} : std::vector<int>{n / 2, n - 1};
}

TEST(Minimize, EndsWhereNoSingleStepFailsAnyMore) {
    const auto least = minimize(100, half_or_one_less, [](int n) { return n >= 7; });
    EXPECT_EQ(least.value, 7);
    EXPECT_TRUE(least.complete);
}

TEST(Minimize, CountsStepsAndTries) {
    // 12 -> 6 (1 try), 6 -> 3 passes, 6 -> 5 (2), 5 -> 2 and 4 pass (2).
    const auto least = minimize(12, half_or_one_less, [](int n) { return n >= 5; });
    EXPECT_EQ(least.value, 5);
    EXPECT_EQ(least.steps, 2);
    EXPECT_EQ(least.tries, 5);
}

TEST(Minimize, LeavesAValueThatIsLeastAlone) {
    const auto least = minimize(0, half_or_one_less, [](int) { return true; });
    EXPECT_EQ(least.value, 0);
    EXPECT_EQ(least.tries, 0);
    EXPECT_TRUE(least.complete);
}

TEST(Minimize, TakesTheFirstSimplerValueThatFails) {
    const auto least = minimize(
        std::string("abcd"),
        [](const std::string& text) {
            std::vector<std::string> shorter;
            for (std::size_t i = 0; i < text.size(); ++i)
                shorter.push_back(std::string(text).erase(i, 1));
            return shorter;
        },
        [](const std::string& text) { return text.find('c') != std::string::npos; });
    EXPECT_EQ(least.value, "c");
}

TEST(Minimize, StopsWhenTheTriesAreUsedUp) {
    minimize_budget budget;
    budget.tries = 3;
    int calls = 0;
    const auto least = minimize(
        1'000'000, half_or_one_less, [&](int) { return ++calls, true; }, budget);
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(least.value, 125'000);
    EXPECT_FALSE(least.complete);
}

TEST(Minimize, StopsWhenTheTimeIsUp) {
    minimize_budget budget;
    budget.time = std::chrono::milliseconds(0);
    const auto least = minimize(
        50, half_or_one_less, [](int) { return true; }, budget);
    EXPECT_EQ(least.value, 50);
    EXPECT_FALSE(least.complete);
}

TEST(Minimize, StopsWhenItIsTold) {
    minimize_budget budget;
    int asked = 0;
    budget.stop = [&] { return ++asked > 2; };
    const auto least = minimize(
        64, half_or_one_less, [](int) { return true; }, budget);
    EXPECT_EQ(least.value, 16);
    EXPECT_FALSE(least.complete);
}

TEST(Minimize, ShowsEveryStepThatItKeeps) {
    std::vector<int> trace;
    minimize(
        40, half_or_one_less, [](int n) { return n >= 9; }, {}, [&](int n) { trace.push_back(n); });
    EXPECT_EQ(trace, (std::vector<int>{20, 10, 9}));
}

}  // namespace
}  // namespace tileproof::fuzz
