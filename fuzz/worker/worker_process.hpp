// SPDX-License-Identifier: MIT
// The child process of a worker: a fork of this process, which knows the same properties, with a channel for requests
// and answers. POSIX only.
#pragma once

#include "fuzz/worker/shared_case.hpp"
#include "properties/property.hpp"
#include "system/process.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileproof::fuzz {

class worker_process {
  public:
    // Forks the child, which runs run_worker_child(). Throws system::start_error.
    worker_process(const properties::property_list& properties, std::span<shared_case> slots);
    ~worker_process();  // kills the child and what it started
    worker_process(const worker_process&) = delete;
    worker_process& operator=(const worker_process&) = delete;

    bool send(std::string_view line);                     // false: the child is gone
    enum class received { nothing, answer, end, flood };  // flood: more than any answer has
    received receive(std::string& line);                  // never blocks
    std::array<int, 2> descriptors() const {
        return {channel_, process_->descriptor()};
    }  // -1: closed

    std::optional<std::size_t> served;  // the last property it ran
    pid_t number() const { return process_->number(); }

    // Waits for the end (after killing it, if requested) and describes it: signal or exit, and the last lines that
    // the child printed.
    properties::process_end finish(bool kill_first);

  private:
    void close_channel();

    int channel_ = -1;  // requests out, answers in
    std::unique_ptr<system::process> process_;
    std::string received_;
    std::size_t searched_ = 0;  // this much of it has no line end
};

// The other side of a worker: the loop of the child process.

// Reads requests from `channel`, one JSON value per line, and answers them likewise, until the other side closes.
// Never returns. There is one slot for each case that may run at the same time.
[[noreturn]] void run_worker_child(const properties::property_list& properties, int channel,
                                   std::span<shared_case> slots);

// From now on a memory or arithmetic fault of this thread is recorded in `shared` before it ends the process as
// usual; a fault of a thread that has not called this, in the slot of the first that has.
void record_faults_in(shared_case& shared);

}  // namespace tileproof::fuzz
