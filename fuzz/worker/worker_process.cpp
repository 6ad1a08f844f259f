// SPDX-License-Identifier: MIT
#include "fuzz/worker/worker_process.hpp"

#include "fuzz/worker/worker_child.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

namespace tileproof::fuzz {

using properties::process_end;
using properties::property_list;

namespace {

constexpr int most_rounds = 256;
constexpr std::size_t longest_answer = 64u << 20;  // bytes
constexpr std::size_t kept_output = 2000;          // bytes of what a child printed

}  // namespace

worker_process::worker_process(const property_list& properties, std::span<shared_case> slots) {
    int channel[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0)
        throw std::system_error(errno, std::generic_category(), "No channel to a worker process");
    channel_ = channel[0];
    system::command c;
    c.kept = kept_output;
    c.confined = true;
    c.keeps = {channel[1]};
    c.body = [&] {
        for (shared_case& slot : slots) slot.fault_signal = 0;
        run_worker_child(properties, channel[1], slots);
    };
    try {
        process_ = std::make_unique<system::process>(c);
    } catch (...) {
        close(channel[1]);
        close_channel();
        throw;
    }
    close(channel[1]);
    fcntl(channel_, F_SETFL, O_NONBLOCK);
}

worker_process::~worker_process() { close_channel(); }

void worker_process::close_channel() { close(channel_); }

bool worker_process::send(std::string_view line) {
    while (!line.empty()) {
        const ssize_t n = ::send(channel_, line.data(), line.size(), MSG_NOSIGNAL);
        if (n >= 0) {
            line.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // a long case and a slow reader
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

worker_process::received worker_process::receive(std::string& line) {
    process_->read();
    char chunk[1 << 14];
    // Bounded, so that code that writes forever does not keep this process here.
    for (int round = 0; round < most_rounds; ++round) {
        const std::size_t newline = received_.find('\n', searched_);
        if (newline != std::string::npos) {
            line = received_.substr(0, newline);
            received_.erase(0, newline + 1);
            searched_ = 0;
            return received::answer;
        }
        searched_ = received_.size();
        if (searched_ > longest_answer) return received::flood;
        const bool ended =
            process_->has_ended();  // asked first, so that its last output is read below
        const ssize_t n = read(channel_, chunk, sizeof chunk);
        if (n > 0)
            received_.append(chunk, static_cast<std::size_t>(n));
        else if (n < 0 && errno == EAGAIN)
            return ended ? received::end : received::nothing;
        else if (n == 0 || errno != EINTR)
            return received::end;
    }
    return received::nothing;
}

process_end worker_process::finish(bool kill_first) {
    constexpr double patience = 1;  // with a child that closed its channel but lives on
    const system::ending how = kill_first ? process_->kill() : process_->wait(patience);
    process_end end;
    if (kill_first)
        end.what = process_end::kind::time_limit;
    else if (how.what == system::ending::kind::exit)
        end.what = process_end::kind::exit;
    else
        end.what = process_end::kind::signal;
    end.number = kill_first ? 0 : how.number;
    end.output = process_->output();
    while (!end.output.empty() && (end.output.back() == '\n' || end.output.back() == ' '))
        end.output.pop_back();
    return end;
}

}  // namespace tileproof::fuzz
