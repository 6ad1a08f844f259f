// SPDX-License-Identifier: MIT
#include "command/long_work.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "devices/cpu/device_work.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

namespace tileproof::command {

using report::command_error;
using report::move_cursor;
using report::print_error;
using report::size_of_terminal;

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

progress_line::progress_line(const fuzz::campaign_options& options)
    : options_(options), terminal_(isatty(STDERR_FILENO) == 1) {}

progress_line::~progress_line() {
    if (terminal_) move_cursor("\r\x1b[K");
}

void progress_line::show(const fuzz::campaign_progress& p) {
    if (!terminal_) return;
    const std::string time =
        options_.cases ? fmt::format("{:.0f} s", p.seconds)
                       : fmt::format("{:.0f} of {:.0f} s", p.seconds, options_.budget_seconds);
    const std::string line =
        fmt::format("{}, {} cases, {} finding{}, {}", time, system::with_separators(p.cases),
                    p.findings, p.findings == 1 ? "" : "s", p.now);
    move_cursor("\r" + system::shortened(system::visible(line), size_of_terminal().columns - 1) +
                "\x1b[K");
}

bool line_reader::read_more() {
    if (ended_) return false;
    buffer_.erase(0, start_);
    start_ = 0;
    char chunk[1 << 16];
    for (;;) {
        const ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw command_error("Standard input cannot be read: {}.", std::strerror(errno));
        ended_ = n == 0;
        buffer_.append(chunk, static_cast<std::size_t>(n));
        return !ended_;
    }
}

line_reader::result line_reader::next(std::string& line) {
    bool too_long = false;
    for (std::size_t searched = 0;;) {
        const std::size_t newline = buffer_.find('\n', start_ + searched);
        const std::size_t length =
            (newline == std::string::npos ? buffer_.size() : newline) - start_;
        too_long = too_long || length > longest_ + 1;  // one more for a '\r'
        if (newline != std::string::npos || (ended_ && (length > 0 || too_long))) {
            line = too_long ? std::string() : buffer_.substr(start_, length);
            if (line.ends_with('\r')) line.pop_back();
            start_ += length + (newline != std::string::npos ? 1 : 0);
            return too_long || line.size() > longest_ ? result::too_long : result::line;
        }
        if (ended_) return result::end;
        if (too_long) start_ = buffer_.size();  // drop what nobody will see
        searched = buffer_.size() - start_;
        read_more();
    }
}

}  // namespace tileproof::command
