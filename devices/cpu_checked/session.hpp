// SPDX-License-Identifier: MIT
// The checked device's state between launches, one per process: its memory, the segment numbers, settings, and
// findings not yet taken. It listens to the engine and passes each event to the launch under way
// (checked_launch.hpp), which it creates and ends.
//
//   session& s = session::only();
//   s.run([&] { hipLaunchKernelGGL(...); });     // every launch in here is checked
//   for (const check_report& r : s.take_reports()) puts(text(r).c_str());
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "devices/cpu/launch.hpp"
#include "devices/cpu_checked/checked_launch.hpp"
#include "devices/cpu_checked/watchdog.hpp"

namespace tileproof::cpu_checked {

extern thread_local bool launching_here;  // between launch_begin and launch_end

class session final : private cpu_engine::observer {
  public:
    static session& only();

    // Runs `work` on this thread with all its launches checked. Findings wait for take_reports(). An exception that
    // only repeats a finding is swallowed; others propagate.
    void run(const std::function<void()>& work);
    bool running_here() const;  // inside run(), on this thread
    std::vector<check_report> take_reports();
    // Called when a launch or the host has added reports, to be taken at once; null: they wait.
    void (*on_reports)() = nullptr;
    // Loads that returned older values than the last ones stored: possible causes of a wrong result.
    std::vector<check_report> take_older_reads();
    // In the handler of a signal that ends the program: reports what this thread's launch has found so far.
    void leave_launch();
    std::vector<efficiency_line> take_efficiency();
    // The next segment to begin: memory made now is older than it.
    std::uint32_t next_segment() const { return clocks_.next(); }

    // The draws of later launches depend on the seed and on the number of launches since.
    void begin_case(std::uint64_t seed);
    // Counts what the host allocates in a case, from 1; 0 outside of cases.
    unsigned next_allocation() { return cpu_engine::is_in_case() ? ++allocations_of_case_ : 0; }
    // What still runs after this many seconds of this thread's processor time is reported as a hang.
    void set_time_limit(double seconds);
    check_settings settings;
    memory_map memory;

    // The host waits for all work, or is unaffected by earlier work.
    void wait_for_all();
    // Nobody else uses the memory as long as it exists; for calls of the runtime, which kernels do not make.
    std::unique_lock<std::mutex> lock() {
        return launching_here ? std::unique_lock<std::mutex>() : std::unique_lock(launch_mutex_);
    }
    // An access by host code.
    void host_access(std::uintptr_t address, std::size_t bytes, access_kind, const site&);

  private:
    session();
    void listen();   // to the HIP runtime
    class enqueued;  // listener to the HIP runtime (enqueued.cpp)
    stream_order::agent begin_work(const char* name, cpu_engine::caller, bool kernel);
    // Records all bytes of a copy, a fill or the like, which is the newest work of `of`. `keeps`: later work may be
    // unordered with it.
    void pass(region&, std::uint64_t offset, std::uint64_t bytes, bool write,
              stream_order::agent of, record mine, bool keeps);
    void tell(check_report&&);
    void look_at_host();

    void launch_begin(const launch_info&) override;
    void launch_end(const launch_info&) override;
    void block_begin(const launch_info&, uint3, void* shared) override {
        launch_->block_begin(shared);
    }
    void block_end(const launch_info&, uint3) override { launch_->block_end(efficiency_); }
    void pauses() override;
    void continues(void* shared) override;
    void hangs() override { launch_->hangs(); }
    void block_waits() override { launch_->block_waits(); }
    void grid_barrier() override { launch_->grid_barrier(); }
    void block_resumed(std::uint64_t block, void* shared) override {
        launch_->block_resumed(block, shared);
    }
    void thread_begin(unsigned thread) override { launch_->thread_begin(thread); }
    void thread_end(unsigned) override { launch_->thread_end(); }
    void thread_resumed(unsigned thread) override { launch_->resume(thread); }
    void barrier(cpu_engine::call_site) override { launch_->barrier(); }
    void wave_operation(cpu_engine::call_site, std::span<const unsigned> threads) override {
        launch_->wave_operation(threads);
    }
    void wave_barrier(std::span<const unsigned> threads) override {
        launch_->wave_barrier(threads);
    }
    void divergent_barrier(std::span<const cpu_engine::waiting_thread> waiting,
                           const std::string& sentence) override {
        launch_->divergent_barrier(waiting, sentence);
    }
    void divergent_grid(std::uint64_t block, cpu_engine::call_site at,
                        const std::string& sentence) override {
        launch_->divergent_grid(block, at, sentence);
    }
    void missing_lanes(unsigned thread, cpu_engine::call_site at, std::uint64_t lanes,
                       const std::string& sentence) override {
        launch_->missing_lanes(thread, at, lanes, sentence);
    }
    void absent_lane(unsigned thread, unsigned lane, cpu_engine::call_site at) override {
        launch_->absent_lane(thread, lane, at);
    }

    std::mutex launch_mutex_;  // one launch at a time
    std::mutex mutex_;         // of reports_ and older_reads_
    std::unique_ptr<checked_launch> launch_;
    // The last launches, the newest first: who has written where.
    static constexpr std::size_t most_ended = 4;
    std::deque<std::unique_ptr<checked_launch>> ended_;
    clocks clocks_;
    stream_order order_;
    std::set<std::pair<check_kind, std::string>> told_of_host_;  // in this case, by line
    std::uint32_t launches_ = 0, turns_ = 0;
    std::uint64_t launches_of_case_ = 0;
    unsigned allocations_of_case_ = 0;
    std::vector<check_report> reports_, older_reads_;
    std::size_t reported_ = 0;  // total reports
    efficiency_check efficiency_;
    watchdog watchdog_;
};

}  // namespace tileproof::cpu_checked
