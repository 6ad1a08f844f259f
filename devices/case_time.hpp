// SPDX-License-Identifier: MIT
// How long the case that this thread runs may still take before somebody outside ends it.
//
//   case_time::limit = 10;       // the worker process, when it is told
//   case_time::begin();          // a case begins
//   case_time::left() == 9.98    // what a device may use to say what hangs before that happens
//
// Processor time of this thread: on a machine that is busy or was paused a case takes longer, and hangs no more.
// Whoever waits outside goes by processor time as well (fuzz/worker/patience.hpp).
#pragma once

#include <time.h>

#include <atomic>
#include <limits>

namespace tileproof::kernels {

class case_time {
  public:
    inline static std::atomic<double> limit{0};  // of each case, in seconds; 0: none
    static void begin() { began_ = now(); }
    static double left() {
        if (limit <= 0) return std::numeric_limits<double>::infinity();
        return limit - (now() - began_);
    }

    // Of this thread, in seconds. May be asked in a signal handler.
    static double now() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    }

  private:
    inline static thread_local double began_ = now();
};

}  // namespace tileproof::kernels
