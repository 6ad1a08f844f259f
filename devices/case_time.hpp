// SPDX-License-Identifier: MIT
// How long the case on this thread may still take before it is ended from outside.
//
//   case_time::limit = 10;       // the worker process sets it
//   case_time::begin();          // a case begins
//   case_time::left() == 9.98    // the time a device has to report what hangs
//
// Measured in processor time of this thread: on a busy or paused machine a case takes longer without hanging. The
// process that waits for it uses processor time as well (fuzz/worker/expected_time.hpp).
#pragma once

#include <time.h>

#include <atomic>
#include <limits>

namespace tileproof::devices {

class case_time {
  public:
    inline static std::atomic<double> limit{0};  // of each case, in seconds; 0: none
    static void begin() { began_ = now(); }
    static double left() {
        if (limit <= 0) return std::numeric_limits<double>::infinity();
        return limit - (now() - began_);
    }

    // The time of this thread in seconds. May be called in a signal handler.
    static double now() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    }

  private:
    inline static thread_local double began_ = now();
};

}  // namespace tileproof::devices
