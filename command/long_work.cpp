// SPDX-License-Identifier: MIT
#include "command/long_work.hpp"

#include "devices/cpu/device_work.hpp"
#include "report/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace tileproof::properties {

long_work::long_work(std::string what, std::int64_t steps, bool by_launches)
    : what_(std::move(what)),
      steps_(std::max<std::int64_t>(steps, 1)),
      by_launches_(by_launches),
      thread_([this] { watch(); }) {}

long_work::~long_work() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_all();
    thread_.join();
    if (shown_ && isatty(STDERR_FILENO)) move_cursor("\r\x1b[K");
}

std::string long_work::line() const {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const std::int64_t done = done_;
    const double steps =
        static_cast<double>(done) + (by_launches_ ? cpu_engine::share_of_launch_done() : 0);
    std::string text = fmt::format("{:.0f} s: {}", seconds, what_);
    if (steps_ > 1) text += fmt::format(", {} of {}", done, steps_);
    if (steps > 0)
        text += fmt::format(", about {:.0f} s left",
                            seconds * std::max(static_cast<double>(steps_) / steps - 1, 0.0));
    return text;
}

void long_work::watch() {
    using namespace std::chrono_literals;
    const bool terminal = isatty(STDERR_FILENO) == 1;
    std::unique_lock lock(mutex_);
    auto pause = 2000ms;
    while (!ended_.wait_for(lock, pause, [&] { return over_; })) {
        // In a file, each line stays.
        pause = terminal ? 100ms : std::min(2 * pause, 30'000ms);
        shown_ = true;
        if (terminal)
            move_cursor("\r" + line() + "\x1b[K");
        else
            print_error(line() + "\n");
    }
}

}  // namespace tileproof::properties
