// One for the process: runs launches under the checks. It listens to the engine (threads, barriers,
// wave operations), keeps the clocks and the state of the running thread, and tells the checkers.
//
//   session& s = session::only();
//   s.run([&] { hipLaunchKernelGGL(...); });     // every launch in here is checked
//   for (const check_report& r : s.take_reports()) puts(text(r).c_str());
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "kernels/device/cpu/observer.hpp"
#include "kernels/device/cpu_checked/clocks.hpp"
#include "kernels/device/cpu_checked/efficiency.hpp"
#include "kernels/device/cpu_checked/memory.hpp"
#include "kernels/device/cpu_checked/objects.hpp"
#include "kernels/device/cpu_checked/polls.hpp"
#include "kernels/device/cpu_checked/report.hpp"
#include "kernels/device/cpu_checked/tracker.hpp"
#include "kernels/device/cpu_checked/watchdog.hpp"

namespace tileproof::cpu_checked {

struct check_settings {
    unsigned wave_size = 32;
    std::optional<std::uint64_t> shuffle_seed = 1;  // the order of a block's threads
    double block_seconds = 10;                      // a block that runs longer hangs
    bool efficiency = false;                        // log accesses for the efficiency report
};

class session final : public cpu_engine::observer {
  public:
    static session& only();

    // Runs `work` on this thread with all its launches checked. Findings wait for take_reports().
    // An exception that only says what a finding says is swallowed; others pass.
    void run(const std::function<void()>& work);
    check_settings settings;
    std::vector<check_report> take_reports();
    std::vector<efficiency_line> take_efficiency();
    device_memory memory;
    std::uint32_t next_segment() const { return clocks_.next(); }

    // The engine's events.
    void launch_begin(const launch_info&) override;
    void launch_end(const launch_info&) override;
    void block_begin(const launch_info&, uint3 block, void* shared) override;
    void block_end(const launch_info&, uint3 block) override;
    void thread_begin(unsigned thread) override;
    void thread_end(unsigned thread) override;
    void thread_resumed(unsigned thread) override { resume(thread); }
    void barrier(cpu_engine::place) override;
    void wave_operation(cpu_engine::place, std::span<const unsigned> threads) override;

    void divergence(unsigned thread, cpu_engine::place, const std::string& sentence) override;
    void absent_lane(unsigned thread, unsigned lane, cpu_engine::place) override;

    // The tracker's slow paths.
    void atomic(std::uintptr_t address, bool releases);
    void fence();
    void index_outside(const site&, const char* array, std::int64_t index);
    void misaligned(const access&, std::size_t alignment);
    void constant_written(const access&);
    void conflict(record before, bool before_writes, const access&);
    void unwritten(const access&);
    // Between these two, bytes are copied whose type is not known. Padding between fields may be
    // unwritten: gaps of less than 16 bytes are not reported, unless nothing at all was written.
    void begin_copy();
    void end_copy(std::uint64_t bytes);
    void log(const logged_access& a) { log_.push_back(a); }
    // r: where the access goes; null when that is not known yet.
    void out_of_fuel(const site&, const region* r, std::uint64_t offset, std::size_t bytes,
                     access_kind);
    // Reports an access that is in no live object; returns when it can do no harm.
    void outside(const access&, bool harmless);
    bool ordered(record before) const;
    access make_access(const site&, const region*, std::uint64_t offset, std::size_t bytes,
                       access_kind) const;
    region& dynamic_shared() { return dynamic_shared_; }
    region& host_stack() { return host_stack_; }
    // Memory of the cpu device, which hipMalloc in a kernel's own host code gives; null when it is
    // none.
    region* host_buffer(std::uintptr_t address, std::size_t bytes);
    const hot_state& hot() const { return hot_; }

  private:
    session();
    void resume(unsigned thread);
    void refresh();
    void fail_block(const std::string& sentence);
    // The frames of this thread are never returned to: nothing in them may own memory.
    [[noreturn]] void leave_block();
    void tell_hang();
    [[noreturn]] void report_hang();
    void poll(const polled_memory&);
    std::string others_text() const;
    static void tick(void* context);
    static void stop_from_signal();
    void forget_all_records();
    template <class F>
    void tell(F f) {
        busy_ = true;
        for (auto& c : checkers_) f(*c);
        busy_ = false;
    }

    std::mutex launch_mutex_;  // one launch at a time
    std::mutex mutex_;         // of reports_
    hot_state hot_;
    clocks clocks_;
    report_sink sink_;
    std::vector<check_report> reports_;
    std::vector<std::unique_ptr<checker>> checkers_;
    efficiency_check* efficiency_ = nullptr;
    std::vector<logged_access> log_;
    region dynamic_shared_, host_stack_;
    std::map<std::uintptr_t, std::unique_ptr<region>> host_buffers_;  // by address, of this run()
    watchdog watchdog_;
    struct stack {
        std::uintptr_t bottom = 0;
        std::size_t bytes = 0;
    };
    std::vector<stack> stacks_;  // of the block's threads
    polls polls_;
    unsigned ended_ = 0;  // threads of this block
    struct {
        bool on = false;
        std::uint64_t begin = 0, end = 0;  // of the gap that was met last
        access longest;
    } copied_;
    std::uint64_t block_ = 0;
    unsigned threads_ = 0, wave_size_ = 32;
    bool stopped_ = false;
    // Read and written by the signal handler, on the same thread.
    volatile bool busy_ = false, expired_ = false;
    volatile int ticks_ = 0;
    int allowed_ticks_ = 0;
    void* volatile stopped_at_ = nullptr;
};

inline session& session_of_launch() { return session::only(); }
void* dynamic_shared_memory();

}  // namespace tileproof::cpu_checked
