// SPDX-License-Identifier: MIT
// Work of streams that cannot be done at once: launches that wait for the host or for another stream, and what is behind them.
//
//   run_apart(of_a, launch)        on a thread of its own: returns when it has ended, or when all its threads wait
//   queue(of_a, copy)              done once all work before it on that stream has ended; returns at once
//   wait_for(of_a)                 the host waits
//
// All other work is done when it is enqueued, by the thread that does so; then there is nothing here (`is_all_done`).
// What waits while the host does, and nothing runs that could let it go on, is a hang after the limit of blocks.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "hip/runtime/call.hpp"

namespace tileproof::hip {

// The program has a stream, or memory that it shares with kernels: else nobody could let a launch go on that waits.
inline std::atomic<bool> may_be_let_go{false};

// The default stream of a device is null. It waits for all blocking streams of the device, and they for it.
struct stream_name {
    const void* of = nullptr;
    bool blocking = false;
    int device = 0;
};
stream_name name_of(hipStream_t);
struct queued_work;
using pending = std::shared_ptr<queued_work>;

bool is_all_done();  // a look at one number
bool is_done(const pending&);
bool has_work(stream_name);   // that has not ended: its own, or that of all blocking streams
bool is_behind(stream_name);  // work that comes before what is enqueued next has not ended

// `launches`: a kernel in it may wait for others; else it is done in one piece. Not before `after`, if given.
pending queue(stream_name, std::function<hipError_t()> work, bool launches, pending after = {});
hipError_t run_apart(stream_name, std::function<hipError_t()> launch);
// A function of the program may wait for anything: the host goes on after a while.
hipError_t call_apart(stream_name, std::function<hipError_t()> function);

// The error of work that was queued, which nobody has heard of.
hipError_t wait_for(stream_name);
void wait_for_turn(stream_name);  // until what is enqueued next can be done
hipError_t wait_for(const pending&);
hipError_t wait_for_all(int device = -1);  // -1: of all devices

// While one exists, what the thread does is work of a stream, not the host's own.
class within_work {
  public:
    within_work() { ++depth; }
    ~within_work() { --depth; }
    within_work(const within_work&) = delete;
    within_work& operator=(const within_work&) = delete;
    static bool now() { return depth > 0; }

  private:
    inline static thread_local int depth = 0;
};

}  // namespace tileproof::hip
