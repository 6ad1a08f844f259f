// SPDX-License-Identifier: MIT
// How long the case that this thread runs may still take before somebody outside ends it.
//
//   case_time::limit = 10;       // the worker process, when it is told
//   case_time::begin();          // a case begins
//   case_time::left() == 9.98    // what a device may use to say what hangs before that happens
//
// Real time, not processor time: the one who waits outside has no other clock.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>

namespace tileproof::kernels {

class case_time {
  public:
    inline static std::atomic<double> limit{0};  // of each case, in seconds; 0: none
    static void begin() { began_ = clock::now(); }
    static double left() {
        if (limit <= 0) return std::numeric_limits<double>::infinity();
        return limit - std::chrono::duration<double>(clock::now() - began_).count();
    }

  private:
    using clock = std::chrono::steady_clock;
    inline static thread_local clock::time_point began_ = clock::now();
};

}  // namespace tileproof::kernels
