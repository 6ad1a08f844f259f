// SPDX-License-Identifier: MIT
// Runs one block after another on one operating-system thread, with its threads as fibers.
//
// A sweep lets every thread run, in order, until it waits or ends. In the first sweep threads are started one after
// another *on the same fiber* as long as they end without waiting: a kernel without barriers is a plain loop. A
// thread that waits keeps its fiber, and the next thread starts on a fresh one by a direct jump. With 4 threads and
// one barrier:
//
//   fiber 0: thread 0 ..wait   fiber 1: thread 1 ..wait   fiber 2: ..wait   fiber 3: ..wait
//   fiber 0: .. ends           fiber 1: .. ends           ...
//
// that is 8 switches. At the end of a sweep every thread has ended or waits, so turn() decides who continues: the
// lanes of a wave that wait at the same wave operation, or, if nobody waits at one, all threads if they all wait at
// the same barrier. Anything else is a divergent barrier, an error that names the threads; nothing can hang on a
// barrier.
//
// The inline functions here are compiled into each kernel's translation unit. Those of the checked device call the
// same functions in the engine instead.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "devices/cpu/fiber.hpp"
#include "devices/cpu/is_checked.hpp"
#include "devices/cpu/observer.hpp"

namespace tileproof::cpu_engine {

struct block_runner;
// Runs body for one thread after another; stays for all blocks of a launch (see launch.hpp).
using run_function = void (*)(block_runner&, const void* body);

// The values published by the lanes of a wave: lane l's bytes start at data + l * stride if bit l of lanes is set,
// for the lanes that the caller meets. Valid until this thread waits again.
struct wave_exchange {
    const std::byte* data = nullptr;
    std::size_t stride = 0;
    std::uint64_t lanes = 0;
    std::uint64_t came = 0;  // to this place, with the same mask or another
    unsigned lane = 0;       // the caller's own
    unsigned seed = 0;       // of what lanes that did not come seem to have given
};

// The launch that a block belongs to. All threads of the block that can go on wait for memory to change: it hears of that
// after each sweep, and once they go on.
class waiting_blocks {
  public:
    virtual ~waiting_blocks() = default;
    virtual void waits(block_runner&) = 0;
    virtual void goes_on(block_runner&) = 0;
    virtual void waits_for_grid(block_runner&) = 0;  // with its own thread, until goes_on()
};

struct block_runner {
    // The hot cache line: touched when a thread starts or waits at a barrier.
    fiber** order = nullptr;    // this sweep's fibers; those before cursor have had their turn
    fiber** waiting = nullptr;  // those waiting since this sweep, in order of arrival
    unsigned cursor = 0, limit = 0, waiting_count = 0;
    // Threads before stop start directly; at done there are no more. With an observer or a shuffled order, every
    // start is decided in begin_next_slow().
    unsigned next_thread = 0, stop = 0, done = 0, thread_count = 0;
    unsigned votes = 0, vote_result = 0;  // of __syncthreads_count, _and, _or
    bool careful = false;                 // an observer watches or the order is shuffled
    bool wave_waiters = false;
    bool some_give_way = false, some_wait_for_others = false;
    bool mixed = false;           // waiting is not in the order of the threads
    bool failed = false;          // see error
    bool others_go_on = false;    // of a failed block: it does not end the launch
    bool waits_for_grid = false;  // the whole block; see resume_block
    fiber* current = nullptr;

    std::uint64_t serial = 0;  // of the launch
    run_function run = nullptr;
    const void* body = nullptr;
    std::byte* dynamic_shared = nullptr;
    fiber main;

    // Per launch, set by begin_launch.
    launch_info launch;
    observer* watch = nullptr;
    std::optional<std::uint64_t> shuffle_seed;
    std::uint64_t case_seed = 0;
    std::string error;  // one sentence about the block that went wrong
    waiting_blocks* of_launch = nullptr;
    bool waits = false;  // as it knows
    bool waits_for_clock = false;

    block_runner();
    ~block_runner();
    block_runner(const block_runner&) = delete;
    block_runner& operator=(const block_runner&) = delete;

    // Throws device_error if memory for stacks is short.
    void begin_launch(const launch_info&, observer*, std::optional<std::uint64_t> shuffle_seed,
                      std::uint64_t case_seed, run_function, const void* body);
    // Makes fibers leave the kernel's code, which may be unloaded after the launch.
    void end_launch();
    // Runs all threads of a block until they have ended or all wait for the grid; false if something went wrong (see
    // error).
    bool run_block(uint3 block, std::uint64_t linear_block);
    // Continues a block that waits for the grid (others have run on this thread since). Like run_block.
    bool resume_block(std::uint64_t linear_block);
    void abandon_block();  // waiting threads are not resumed
    std::uint64_t& m0();   // of the running thread; its highest bit: nobody set it
    void wait_for_grid();  // called by one of its threads while the others wait for it
    call_site grid_barrier() const { return current->at; }  // of a block that waits

    // For a kernel that runs its threads as a loop (parts.hpp).
    std::byte* begin_parts(std::size_t frame_bytes);
    void stops_elsewhere(unsigned thread, unsigned barrier, unsigned barrier_of_first);
    void parts_diverge(const call_site* barriers);

    fiber* turn();           // the sweep is over: who is next (main: the block has ended)
    bool begin_next_slow();  // the last thread, or none is left, or careful
    [[noreturn]] void fiber_loop();
    void fail(std::string sentence);
    void goes_on();                               // it no longer waits
    std::string why_it_waits() const;             // a sentence with the lines, while it does
    void fail_with_exception();                   // from inside a catch block
    wave_exchange exchanged(const fiber&) const;  // the last exchange of its wave

  private:
    struct wave_result {
        std::vector<std::byte> data;
        std::size_t stride = 0;
        std::uint64_t lanes = 0;
    };
    bool has_run();
    void reserve(unsigned threads);
    void make_fibers();
    void make_one_fiber(unsigned i);
    void restore_order();
    bool begin_next_careful();
    fiber* careful_turn();
    fiber* after_sweep();
    fiber* release_barrier();
    fiber* turn_waves();
    // Lanes of one wave that wait at the same place to meet the same lanes.
    struct wave_group {
        call_site at;
        wave_meeting meeting;
        std::uint64_t lanes = 0;
    };
    std::uint64_t meet(unsigned begin, unsigned end);
    void gather(unsigned begin, const std::vector<wave_group>&);
    bool lanes_come(unsigned begin, const wave_group&, std::uint64_t waiting);
    void look_whether_it_waits();
    void shuffle_ready();
    void draw_order();
    void report_divergence();
    unsigned linear(const fiber&) const;

    stack_pool stacks_;
    std::vector<fiber> fibers_;
    std::vector<fiber*> first_list_, second_list_;
    std::vector<unsigned> start_order_;  // shuffled
    std::vector<fiber*> by_thread_;      // waiting fiber of each thread, or null
    std::vector<wave_result> waves_;
    std::vector<wave_group> groups_, met_;  // of the wave whose turn it is
    struct alignas(64) frame_line {
        std::byte bytes[64];
    };
    std::vector<frame_line> frames_;
    std::vector<std::uint64_t> m0_;  // of each thread; empty: no thread has set it
    std::vector<unsigned> stops_;    // of a block's threads, if they differ: as in parts.hpp
    unsigned capacity_ = 0;
    unsigned careful_limit_ = 0;  // if careful, limit is 0 so that turn() decides every turn
    bool order_dirty_ = false;
    std::uint64_t awaited_ = 0;  // by all threads that could go on after the last sweep: a digest
    int same_sweeps_ = 0;        // since it changed
    std::uint64_t random_ = 0;
    bool shuffled_ = false;  // this block's ready threads, too
    uint3 block_{};
    std::vector<std::byte> kept_shared_;  // of a waiting block: other blocks use the same variables
    void* shared_mapping_ = nullptr;
    std::size_t shared_mapped_ = 0;
};

extern TILEPROOF_INDEX_TLS block_runner* runner;  // of the operating-system thread

// The first thread of row y, or of the next slice if y is beyond the last row. Always true.
bool next_row(unsigned y);

// give_turn if the sweep may be over.
void end_sweep(block_runner&, fiber* self);

// Takes the next thread that has not started: sets threadIdx. False if there is none.
__attribute__((always_inline)) inline bool begin_next_inline(block_runner& r) {
    const unsigned thread = r.next_thread;
    if (thread == r.stop) [[unlikely]]
        return thread != r.done && r.begin_next_slow();
    r.next_thread = thread + 1;
    // The previously started thread left its index here; threads that waited come later. x and y are written as one
    // word because wait() reads them as one: a load that spans two stores in flight costs 5 ns.
    std::uint64_t xy;
    __builtin_memcpy(&xy, &threadIdx, sizeof xy);
    ++xy;
    if (static_cast<unsigned>(xy) == blockDim.x) [[unlikely]]
        return next_row(static_cast<unsigned>(xy >> 32) + 1);
    __builtin_memcpy(&threadIdx, &xy, sizeof xy);
    return true;
}

// Suspends `self` in favour of the fiber whose turn it is. A block's stacks together exceed the first-level cache, so
// the next ones are prefetched: the record three turns ahead, the stack one turn.
__attribute__((always_inline)) inline void give_turn(block_runner& r, fiber* self) {
    if (r.cursor >= r.limit) [[unlikely]]
        return end_sweep(r, self);
    fiber* const* const at = r.order + r.cursor++;
    __builtin_prefetch(at[3], 1);
    const char* const stack = static_cast<const char*>(at[1]->stack_pointer);
    __builtin_prefetch(stack, 1);
    __builtin_prefetch(stack + 64, 1);
    __builtin_prefetch(stack + 128, 1);
    r.current = at[0];
    switch_fiber(self, at[0]);
}

// The running thread waits: somebody else's turn. Returns when turn() has released this thread.
__attribute__((always_inline)) inline void wait_inline(block_runner& r, call_site at) {
    fiber* const self = r.current;
    self->index = threadIdx;
    self->at = at;
    r.waiting[r.waiting_count++] = self;
    give_turn(r, self);
    threadIdx = self->index;
}

// The running fiber has no thread any more. Returns when it is to start one again, perhaps in another launch.
__attribute__((always_inline)) inline void park_inline(block_runner& r) { give_turn(r, r.current); }

// The same as functions in the engine's library.
bool begin_next_call(block_runner&);
void wait_call(block_runner&, const call_site&);
void park_call(block_runner&);

// A source's half for the device calls the one in its half for the host, where the other functions here are inlined.
#ifdef __HIP_DEVICE_COMPILE__
extern "C" __attribute__((device)) void tileproof_device_barrier_wait(block_runner&,
                                                                      const call_site&);
inline bool begin_next(block_runner& r) { return begin_next_call(r); }
inline void wait(block_runner& r, call_site at) { tileproof_device_barrier_wait(r, at); }
inline void park(block_runner& r) { park_call(r); }
#else
__attribute__((always_inline)) inline bool begin_next(block_runner& r) {
    return is_checked() ? begin_next_call(r) : begin_next_inline(r);
}
__attribute__((always_inline)) inline void wait(block_runner& r, call_site at) {
    is_checked() ? wait_call(r, at) : wait_inline(r, at);
}
__attribute__((always_inline)) inline void park(block_runner& r) {
    is_checked() ? park_call(r) : park_inline(r);
}
#ifdef __CLANG_HIP_RUNTIME_WRAPPER_H__
extern "C" __attribute__((used)) inline void tileproof_device_barrier_wait(block_runner& r,
                                                                           const call_site& at) {
    wait(r, at);
}
#endif
#endif

// Publishes `bytes` bytes (the same number in every lane) for the other lanes of the wave, waits until all lanes that
// take part have done so, and gives what they published. This is the only wave operation: shuffles, votes and
// matrix instructions are made from it. Lanes take part if they wait at the same place while the rest of the wave has
// ended or waits elsewhere, or, if a mask names them, if all of these wait there with that mask. Of several places
// the lowest line goes first, so lanes that leave a loop early meet the others after it. A mask whose lanes cannot
// come ends the block with an error.
void exchange_in_wave(wave_exchange& got, const void* deposit, unsigned bytes, const call_site&,
                      const wave_meeting& = {});

// Meets the other lanes of the wave and orders their memory accesses: __syncwarp().
void sync_wave(const call_site&, const wave_meeting& = {});

// Lets all other threads of the block run until they wait or end, and then continues: for a thread that polls memory
// written by another.
void give_way(const awaited_memory& = {});
// Waits until every thread of the block that can continue waits like this: a barrier for exactly the threads that
// reach it.
void wait_for_others(const call_site&);
// A thread reads memory that it may be polling: it yields now and then, so that the waves of a block make progress in
// turns. might_poll() is for reads that are rarely polls; a kernel with polls() runs its threads as fibers.
void polls(const void* memory, std::size_t bytes, const call_site* = nullptr);
long long look_at_clock();  // in nanoseconds: it may wait for a time
// Gives way now and then, and if it still waits for what it last gave way for.
void sleeps();
void might_poll(const void* memory, std::size_t bytes, const call_site* = nullptr);

// __syncthreads_count: vote() before the barrier, votes() after it.
void vote(bool yes);
unsigned votes();

// Dynamic shared memory of the running block, aligned to 16 bytes, ending at an unmapped page.
std::byte* dynamic_shared();

// The scalar register m0, as the running thread has it.
void set_m0(unsigned value);
void add_to_m0(unsigned value);
// Where it points in the block's shared memory: it is an offset in that, or the low half of an address.
std::byte* at_m0(const call_site&);

// Throws if waves have another size.
void require_wave(unsigned lanes, const call_site&);
// Tells the observer that the running thread gets the value of a lane that does not take part.
void absent_lane(unsigned lane, const call_site&);

// Ends the block of the running thread with this sentence.
class kernel_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::cpu_engine
