// SPDX-License-Identifier: MIT
// A progress line on standard error for work that takes longer than two seconds: the time spent, and an estimate of
// the rest.
//
//   long_work copying("copying", 100);        // 100 runs
//   for (..) { launch(); copying.one_done(); }
//   // "12 s: copying, 3 of 100, about 388 s left", ten times a second on a terminal, rarely elsewhere
//
// A thread writes it, so nothing may fork meanwhile. Progress within a launch, which cpu devices report, counts as a
// fraction of a step.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace tileproof::properties {

class long_work {
  public:
    // `by_launches`: each step is a launch.
    long_work(std::string what, std::int64_t steps, bool by_launches = false);
    ~long_work();
    long_work(const long_work&) = delete;
    long_work& operator=(const long_work&) = delete;
    void one_done() { done_.fetch_add(1, std::memory_order_relaxed); }

  private:
    void watch();
    std::string line() const;

    const std::string what_;
    const std::int64_t steps_;
    const bool by_launches_;
    std::atomic<std::int64_t> done_{0};
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false, shown_ = false;
    std::thread thread_;
};

}  // namespace tileproof::properties
