// SPDX-License-Identifier: MIT
// A progress line on standard error for work of more than two seconds: the time spent, and an estimate of the rest.
//
//   long_work copying("copying", 100);        // 100 runs
//   for (..) { launch(); copying.one_done(); }
//   // "12 s: copying, 3 of 100, about 388 s left", ten times a second on a terminal, rarely elsewhere
//
// A thread writes it, so nothing may fork meanwhile. A part of a launch, which cpu devices report, is one of a step.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "fuzz/campaign/campaign.hpp"

namespace tileproof::command {

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

// The progress line of a campaign on a terminal; prints nothing elsewhere.

class progress_line {
  public:
    explicit progress_line(const fuzz::campaign_options& options);
    ~progress_line();  // clears the line
    void show(const fuzz::campaign_progress& progress);

  private:
    const fuzz::campaign_options& options_;
    bool terminal_;
};

// Reads lines of standard input in bounded memory; a line that is too long is skipped and reported.

class line_reader {
  public:
    explicit line_reader(std::size_t longest) : longest_(longest) {}

    enum class result { line, too_long, end };
    // The next line without its end ("\n" or "\r\n"), which the last one may lack. Throws command_error.
    result next(std::string& line);
    // Whether a whole line is buffered, so that next() would not block.
    bool has_line() const { return buffer_.find('\n', start_) != std::string::npos; }

  private:
    bool read_more();  // false at the end

    std::size_t longest_;
    std::string buffer_;
    std::size_t start_ = 0;  // start of the unread part
    bool ended_ = false;
};

// Ctrl-C, SIGTERM and a closed terminal stop a campaign, which still writes its reports.
inline volatile std::sig_atomic_t stop_asked = 0;

// Under nohup, closing the terminal stops nothing.
inline void stop_by_signals() {
    void (*const handler)(int) = [](int) { stop_asked = 1; };
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
    if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace tileproof::command
