// SPDX-License-Identifier: MIT
// How much of a case its launch function takes by itself, without the kernels that it starts: a kernel is not to blame for that.
//
//   const launch_time::of_function function;      // the launch function runs as long as this exists,
//   const launch_time::of_kernel kernel;          //   and a kernel as long as this does
//   launch_time::here->host_seconds()             // 0.3: it has slept
//
// Wall-clock time, so that sleeping counts. Another process may read it (fuzz/worker/shared_case.hpp).
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>
#include <mutex>

namespace tileproof::devices {

class launch_time {
  public:
    // The sum of its intervals, also while one lasts.
    class stopwatch {
      public:
        void begin() { began_ = now(); }
        void end() {
            const std::int64_t began = began_.exchange(0);
            if (began) sum_ += now() - began;
        }
        void reset() { began_ = sum_ = 0; }
        bool runs() const { return began_ != 0; }
        std::int64_t nanoseconds() const {
            const std::int64_t began = began_;
            return sum_ + (began ? now() - began : 0);
        }

      private:
        std::atomic<std::int64_t> began_{0}, sum_{0};
    };

    void reset() {
        function.reset();
        kernel.reset();
    }
    double host_seconds() const {
        return 1e-9 * static_cast<double>(function.nanoseconds() - kernel.nanoseconds());
    }
    // Whether a case that takes longer than its limit (seconds) does so by its launch function, rather than by a kernel. The limit
    // counts and not what the case has taken: on a busy machine a kernel waits as well, and is not to blame for it.
    bool is_of_function(double limit) const {
        return function.runs() && (!kernel.runs() || host_seconds() > limit / 2);
    }
    stopwatch function, kernel;

    inline static launch_time* here = nullptr;  // of this process; null: nobody asks

    class of_function {
      public:
        of_function() {
            if (here) here->function.begin();
        }
        ~of_function() {
            if (here) here->function.end();
        }
        of_function(const of_function&) = delete;
        of_function& operator=(const of_function&) = delete;
    };
    // Threads of a launch function may start kernels at the same time.
    class of_kernel {
      public:
        of_kernel() {
            const std::lock_guard lock(mutex);
            if (running++ == 0 && here) here->kernel.begin();
        }
        ~of_kernel() {
            const std::lock_guard lock(mutex);
            if (--running == 0 && here) here->kernel.end();
        }
        of_kernel(const of_kernel&) = delete;
        of_kernel& operator=(const of_kernel&) = delete;

      private:
        inline static std::mutex mutex;
        inline static int running = 0;
    };

  private:
    static std::int64_t now() {
        timespec t{};
        clock_gettime(CLOCK_MONOTONIC, &t);
        return t.tv_sec * std::int64_t{1000000000} + t.tv_nsec;
    }
};

}  // namespace tileproof::devices
