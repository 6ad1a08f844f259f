// SPDX-License-Identifier: MIT
// One launch under the checks, from its first event to its last: the state of the running thread, the order of
// accesses, and the findings. It lives as long as the launch; what outlives it (memory, segment numbers, findings)
// belongs to the session.
//
// Three sides call it:
// - the engine, through the session: blocks and threads begin and end, wait and continue;
// - the access path (shadow.hpp), for accesses that are not in order;
// - the timer (hang.cpp), when a block takes too long.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "devices/cpu/observer.hpp"
#include "devices/cpu_checked/clocks.hpp"
#include "devices/cpu_checked/efficiency.hpp"
#include "devices/cpu_checked/findings.hpp"
#include "devices/cpu_checked/memory_map.hpp"
#include "devices/cpu_checked/polls.hpp"
#include "devices/cpu_checked/shadow.hpp"
#include "devices/cpu_checked/stream_order.hpp"
#include "devices/cpu_checked/told_work.hpp"
#include "devices/cpu_checked/unset_list.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::launch_info;

class sampling;

struct check_settings {
    unsigned wave_size = 32;
    std::uint64_t case_seed = 1;  // orders of threads and poison are drawn from it
    // Decides which loads get older values (older_values.cpp), the same in all launches of a case.
    std::uint64_t seed_of_older = 1;
    bool older_everywhere = false;  // all loads that may, for a program that runs only once
    bool shuffle = true;            // the threads of a block run in a drawn order; else as numbered
    bool after_a_stop = false;      // an earlier launch of the case was stopped
    double block_seconds = 5;       // a longer block counts as hanging: half of a case's limit
    bool efficiency = false;        // log accesses for the efficiency report
    // The same for a case that is ended from outside, on the clock of case_time: applies to the block that is running
    // then.
    double deadline = std::numeric_limits<double>::infinity();
    double time_limit = 0;       // in seconds, before the deadline
    sampling* sample = nullptr;  // for launches that run only some blocks
};

// The kind of an access, without its place.
struct access_way {
    bool write = false, atomic = false;
};

class checked_launch {
  public:
    // `of`: the stream, or the branch of a graph, whose newest work it is.
    checked_launch(const launch_info&, const check_settings&, std::uint32_t number, memory_map&,
                   clocks&, stream_order&, stream_order::agent of, std::uint32_t& turns);
    static checked_launch& now() { return *now_; }
    const char* name() const { return info_.kernel; }
    std::uint64_t number_in_case = 0;
    bool was_stopped() const { return stopped_; }

    // The engine's events.
    void block_begin(void* shared);
    void block_end(efficiency_check&);
    void block_waits();  // for the grid, like all others; then block_resumed()
    void grid_barrier() { clocks_.begin_phase(); }
    void block_resumed(std::uint64_t block, void* shared);
    // Others may use the clocks and the memory until continues(). `number`: as another launch of the same stream, because
    // they did; else 0.
    void pauses();
    void continues(std::uint32_t number, void* shared);
    void hangs();
    void thread_begin(unsigned thread);
    void thread_end();
    void resume(unsigned thread);
    void barrier();
    void wave_operation(std::span<const unsigned> threads) { clocks_.wave_operation(threads); }
    void wave_barrier(std::span<const unsigned> threads);
    void divergent_barrier(std::span<const cpu_engine::waiting_thread>,
                           const std::string& sentence);
    void divergent_grid(std::uint64_t block, cpu_engine::call_site, const std::string& sentence);
    void missing_lanes(unsigned thread, cpu_engine::call_site, std::uint64_t lanes,
                       const std::string& sentence);
    void absent_lane(unsigned thread, unsigned lane, cpu_engine::call_site);
    // The launch is over: returns all findings.
    std::vector<check_report> end();
    std::vector<check_report> take_older_reads() { return std::move(older_); }
    // Called after that, for a buffer: the last write of this launch to that address; nullopt if there is none.
    std::optional<checked_access> last_write(const void* address) const;

    // For the access path.
    bool ordered(record before) const;
    bool of_earlier_work(record r) const { return segment_of(r) < first_segment_; }
    void atomic(std::uintptr_t address, memory_order_of, memory_scope, bool writes);
    void fence(memory_scope);
    // The running thread's atomic sees what another block's atomic stored.
    void sees(record stored, record mine);
    // The running thread's atomic meets what other work than this launch has written, as an atomic does: then all that came
    // before is ordered before what this stream does from now on. False: it is no such record.
    bool acquires(record before, bool before_is_atomic);
    // For a load of these bytes that does not acquire: whether it may get the value that the last atomic overwrote,
    // and should this time. If so, hot.older has the value.
    bool gives_older(const region&, std::uint64_t offset, std::size_t bytes, record mine,
                     bool is_volatile);
    // Lends the older value to the next load; the current one is restored before anybody else looks.
    void lend_older(void* at, std::size_t bytes);
    void poison(region&);
    void log(const logged_access& a) { log_.push_back(a); }
    // The access hits no live object; returns if it can do no harm.
    void outside(const site&, const region* near, std::uint64_t offset, std::size_t bytes,
                 access_kind, bool harmless);
    void index_outside(const site&, const char* array, std::int64_t index, std::uintptr_t address,
                       bool used);
    void misaligned(const site&, const region&, std::uint64_t offset, std::size_t bytes,
                    access_kind, std::size_t alignment);
    void constant_written(const site&, const region&, std::uint64_t offset, std::size_t bytes);
    void unwritten(const region&, record mine, std::uint64_t offset, std::size_t bytes);
    void conflict(const region&, record before, access_way, record mine, access_way,
                  std::uint64_t offset, std::size_t bytes);
    void validated(std::uint32_t site);
    // The running thread has got the lock that it spun for in that loop; it comes by a call or round that leads to such a loop.
    void took_lock(std::uintptr_t lock, unsigned loop, const site&);
    void way_to_lock(unsigned way) { ways_[hot.thread] = ways_[hot.thread] * 0x01000193u + way; }
    // For variables of the running thread: a read finds one unset; a variable begins whose address is known
    // elsewhere.
    void unset(const site&, const char* name);
    void begin_unset(std::uintptr_t variable, std::uint64_t bytes, std::uint8_t* twin,
                     const char* name);
    void begin_array(const local_array&);
    void beyond_array(const site&, const local_array&, std::uintptr_t address, std::size_t bytes,
                      bool write);
    // For kernels: null if there is no room; false if it was not allocated, or no longer is.
    void* allocate(std::size_t bytes, std::size_t alignment);
    bool free(const site&, std::uintptr_t address);
    // Between these two, bytes of unknown type are copied. Padding between fields may be unwritten: gaps below 16
    // bytes are not reported unless nothing at all was written.
    void begin_copy();
    void end_copy(std::uint64_t bytes);
    // r: the region of the access; null if not known yet.
    void out_of_fuel(const site&, const region* r, std::uintptr_t address, std::size_t bytes,
                     access_kind);
    // The values of variables used by the next access.
    void tell_values(std::uintptr_t address, const site&, const char* names, std::va_list numbers);
    void overflow(const char* expression, std::int64_t result);
    // If only some blocks run: decides whether this one may continue; if not, it is abandoned.
    void sampled_access(region&, std::uint64_t offset, std::size_t bytes, access_kind);
    // The running thread cannot continue; the block is abandoned.
    [[noreturn]] void fault(check_kind, const site&, const char* declared);

    // For the timer.
    void tick(void* context);

    memory_map& memory;
    hot_state hot;

  private:
    struct pending_write {  // is the value the same as before?
        finding_key key;
        check_report report;
        std::uintptr_t address;
        std::uint8_t before[16];
        std::size_t bytes;
    };
    struct suspect {  // an address outside its array was formed
        unsigned thread;
        std::uintptr_t address;
        finding_key key;
        check_report report;
    };

    void begin_work(std::uint32_t number);
    void take_segments();
    void begin_turn();
    check_report begin_report(check_kind, const site&) const;
    check_report begin_report(check_kind, const site&, const region*, std::uint64_t offset,
                              std::size_t bytes, access_way) const;
    void stream_conflict(const region&, record before, access_way, access_way mine,
                         std::uint64_t offset, std::size_t bytes);
    checked_access access_at(const site&, std::uint64_t block, unsigned thread, access_way,
                             std::uintptr_t address = 0) const;
    void tell(const finding_key&, check_report&&);
    advice advice_about(record before, access_way, access_way mine, record now) const;
    std::optional<std::pair<code_place, code_place>> signal_of(record before) const;
    // Requests a call at the next access of a thread, whatever its fuel.
    void look_at_next_access();
    void settle_pending();
    void give_back();
    void look_for_suspects(std::uintptr_t address, std::size_t bytes);
    void refresh();
    void tell_fault(check_kind, const site&, const char* declared);
    enum class other_blocks : bool { end, go_on };
    void fail_block(const std::string& sentence, other_blocks = other_blocks::end);
    // The frames of this thread are never returned to, so nothing in them may own memory.
    [[noreturn]] void leave_block();
    void poll(const polled_memory&);
    void wait_at_tried_barrier(const site&);
    bool writes_itself(const polled_memory&) const;
    record writer_of_own_wave(const polled_memory&) const;
    [[noreturn]] void give_up(const char* why);
    void tell_hang();
    [[noreturn]] void report_hang();
    static void stop_from_signal();
    std::vector<thread_group> others() const;
    void check_shared_memory();
    uint3 block_index(std::uint64_t linear) const;
    std::uint64_t block_of(std::uint32_t segment) const;  // of this launch
    uint3 thread_index(unsigned linear) const;

    static inline checked_launch* now_ = nullptr;
    const launch_info info_;
    const check_settings settings_;
    clocks& clocks_;
    stream_order& order_;
    const stream_order::agent of_;
    std::uint32_t since_ = 0;  // the first segment of work not ordered before this launch
    std::uint32_t& turns_;
    findings found_;
    told_values told_;
    polls polls_;
    std::vector<logged_access> log_;
    std::vector<pending_write> pending_;
    struct {
        void* at = nullptr;
        std::size_t bytes = 0;
        std::uint64_t value = 0;
    } lent_;
    struct signal {
        record stored, seen;
    };
    std::vector<signal> signals_;      // to this block, the latest few
    std::vector<check_report> older_;  // loads that got older values, one per line
    std::vector<suspect> suspects_;
    std::vector<std::uint32_t> ways_;  // to locks, one per thread
    struct taken_lock {
        std::uintptr_t lock;
        std::uint32_t turn;
        unsigned wave, loop, way;
        auto operator<=>(const taken_lock&) const = default;
    };
    std::map<taken_lock, unsigned> taken_;  // by the first thread
    struct place_of_thread {  // of its last access: the line, and the first access in that line
        const char* file = nullptr;
        std::uint32_t line = 0, first = 0;
    };
    std::vector<place_of_thread> places_;  // where barriers are tried, one per thread
    bool looks_ = false;                   // look_at_next_access(); the fuel that there was
    std::int32_t kept_fuel_ = 0;
    std::int32_t fuel_ = full_fuel;      // for a thread that has not polled
    std::set<std::uint32_t> validated_;  // lines
    std::set<std::pair<std::uintptr_t, std::uint32_t>> raced_reads_;  // objects and lines
    struct stack {
        std::uintptr_t bottom = 0;
        std::size_t bytes = 0;
    };
    std::vector<stack> stacks_;      // of the block's threads
    std::vector<unset_list> unset_;  // likewise
    struct kept_block {
        std::vector<stack> stacks;
        std::vector<unset_list> unset;
        std::vector<suspect> suspects;
        unsigned ended = 0;
        std::vector<kept_memory> shared;
    };
    std::map<std::uint64_t, kept_block> waiting_;  // blocks that wait for the grid
    std::vector<kept_memory> paused_shared_;
    std::uint64_t first_block_ = 0;  // since the launch last began or continued as another
    struct {
        bool on = false;
        std::uint64_t begin = 0, end = 0;  // of the gap met last
        const region* in = nullptr;
        record by = 0;
        std::uint64_t longest_at = 0, longest = 0;
    } copied_;
    const void* const frame_;  // of the host, when it began
    std::uint64_t block_;
    std::uint32_t first_segment_ = 0;
    const unsigned threads_;
    unsigned ended_ = 0;  // threads of this block
    bool stopped_ = false;
    static constexpr unsigned most_left = 100;
    unsigned blocks_left_ = 0;  // by a thread of theirs
    // Used by the signal handler, on the same thread.
    volatile bool busy_ = false, expired_ = false;
    volatile int ticks_ = 0, expired_at_ = 0;
    volatile bool late_ = false;  // by the deadline
    int allowed_ticks_ = 0;
    void* volatile stopped_at_ = nullptr;
};

}  // namespace tileproof::cpu_checked
