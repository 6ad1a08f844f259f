// SPDX-License-Identifier: MIT
#include "devices/cpu/runner.hpp"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <span>
#include <utility>

#include "devices/cpu/divergence.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/device.hpp"
#include "devices/mixed.hpp"

#ifdef TILEPROOF_ASAN
#include <pthread.h>
#endif

namespace tileproof::cpu_engine {

TILEPROOF_INDEX_TLS uint3 threadIdx;
TILEPROOF_INDEX_TLS uint3 blockIdx;
TILEPROOF_INDEX_TLS uint3 blockDim;
TILEPROOF_INDEX_TLS uint3 gridDim;
TILEPROOF_INDEX_TLS int wave_size_now = 32;
TILEPROOF_INDEX_TLS block_runner* runner;
thread_local bool block_given_up = false;

namespace {
constexpr std::size_t guard_page = 4096;
constexpr char the_clock = 0;  // stands for it as what a thread waits for
// This thread's __shared__ variables of the kernel, or of its whole file.
using shared_variables = std::vector<std::span<std::byte>>;
thread_local shared_variables static_shared_of_launch;  // those that are filled

shared_variables static_shared_of(const launch_info& launch) {
    static thread_local shared_variables found;
    found.clear();
    if (launch.shared)
        launch.shared([](void* begin, std::size_t bytes) {
            found.emplace_back(static_cast<std::byte*>(begin), bytes);
        });
    return found;
}

template <class T>
void shuffle(T* first, std::size_t count, std::uint64_t& state) {
    for (std::size_t i = count; i > 1; --i)
        std::swap(first[i - 1], first[devices::next_random(state) % i]);
}

void fiber_main() {
#if defined(__x86_64__)
    asm volatile(".cfi_undefined rip");  // debuggers and the unwinder stop here
#endif
    entered_fiber();
    runner->fiber_loop();
}
}  // namespace

block_runner::block_runner() {
#ifdef TILEPROOF_ASAN
    pthread_attr_t attributes;
    void* bottom = nullptr;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &bottom, &main.stack_bytes);
    pthread_attr_destroy(&attributes);
    main.stack_bottom = static_cast<std::byte*>(bottom);
#endif
}

block_runner::~block_runner() {
    if (shared_mapping_) munmap(shared_mapping_, shared_mapped_);
}

void block_runner::reserve(unsigned threads) {
    if (threads <= capacity_) return;
    capacity_ = 0;
    const unsigned count = (threads + 63) / 64 * 64;
    stacks_.map(count);
    fibers_ = std::vector<fiber>(count);
    first_list_.assign(count + 4, &main);  // next_fiber looks ahead
    second_list_.assign(count + 4, &main);
    by_thread_.resize(count);
    start_order_.resize(count);
    order = first_list_.data();
    waiting = second_list_.data();
    capacity_ = count;
    make_fibers();
}

void block_runner::make_fibers() {
    for (unsigned i = 0; i < capacity_; ++i) make_one_fiber(i);
    order_dirty_ = true;
}

void block_runner::make_one_fiber(unsigned i) {
    // Tops 256 bytes apart, so that the hot parts of the stacks do not share one cache set.
    make_fiber(fibers_[i], stacks_.bottom(i), stack_pool::stack_bytes(), i % 15 * 256 + 64,
               fiber_main);
    fibers_[i].has_thread = false;
    fibers_[i].in_wave_operation = fibers_[i].gives_way = fibers_[i].orders_memory = false;
    fibers_[i].waits_for_others = false;
    fibers_[i].awaited = {};
    fibers_[i].occasion = 0;
}

void block_runner::end_launch() {
    for (unsigned i = 0; i < capacity_ && fibers_[i].resume_at != fibers_[i].first_resume_at; ++i)
        fibers_[i].awaited = {};  // which may be freed
#ifndef TILEPROOF_ASAN            // its fiber must stay: the shadow cannot be released from outside
    for (unsigned i = 0; i < capacity_ && fibers_[i].resume_at != fibers_[i].first_resume_at; ++i)
        make_one_fiber(i);
#endif
}

void block_runner::restore_order() {
    for (unsigned i = 0; i < capacity_; ++i) order[i] = &fibers_[i];
    order_dirty_ = false;
}

void block_runner::begin_launch(const launch_info& info, observer* w,
                                std::optional<std::uint64_t> seed, std::uint64_t memory_seed,
                                run_function run_, const void* body_) {
    launch = info;
    watch = w;
    shuffle_seed = seed;
    case_seed = memory_seed;
    static_shared_of_launch = info.fills_shared ? static_shared_of(info) : shared_variables();
    run = run_;
    body = body_;
    careful = watch || shuffle_seed;
    thread_count = info.block.x * info.block.y * info.block.z;
    error.clear();
    failed = false;
    ++serial;
    reserve(thread_count);
    blockDim = info.block;
    gridDim = info.grid;
    wave_size_now = static_cast<int>(info.wave_size);
    if (info.dynamic_shared > 0 || !shared_mapping_) {
        if (!shared_mapping_) {
            // The end of dynamic shared memory is next to an unmapped page.
            shared_mapped_ = most_shared_bytes + guard_page;
            shared_mapping_ = mmap(nullptr, shared_mapped_, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (shared_mapping_ == MAP_FAILED) {
                shared_mapping_ = nullptr;
                throw kernels::device_error(
                    "The cpu device could not map 160 KiB of shared memory.");
            }
            mprotect(static_cast<std::byte*>(shared_mapping_) + shared_mapped_ - guard_page,
                     guard_page, PROT_NONE);
        }
        std::byte* const end =
            static_cast<std::byte*>(shared_mapping_) + shared_mapped_ - guard_page;
        dynamic_shared = end - (info.dynamic_shared + 15) / 16 * 16;
    }
}

bool block_runner::run_block(uint3 block, std::uint64_t linear_block) {
    if (order_dirty_) restore_order();
    block_ = block;
    blockIdx = block;
    const std::uint64_t poison = block_seed(case_seed, linear_block);
    if (launch.dynamic_shared > 0) fill_poison(dynamic_shared, launch.dynamic_shared, poison);
    for (const std::span<std::byte> variables : static_shared_of_launch)
        fill_poison(variables.data(), variables.size(), poison);
    threadIdx = {~0u, ~0u, 0};  // one before the first, as one word
    cursor = 0;
    limit = thread_count;
    waiting_count = 0;
    m0_.clear();
    next_thread = 0;
    stop = thread_count - 1;
    done = thread_count;
    votes = 0;
    wave_waiters = some_give_way = some_wait_for_others = mixed = false;
    if (careful) {
        stop = limit = 0;
        done = ~0u;
        careful_limit_ = thread_count;
        if (watch) watch->block_begin(launch, block, dynamic_shared);
        for (unsigned t = 0; t < thread_count; ++t) start_order_[t] = t;
        shuffled_ = false;
        if (shuffle_seed) {
            random_ = *shuffle_seed ^ (linear_block * 0xd1342543de82ef95u);
            draw_order();
        }
    }
    current = order[cursor++];
    switch_fiber(&main, current);
    return has_run();
}

// The result of run_block and resume_block once the threads have stopped.
bool block_runner::has_run() {
    if (waits_for_grid) return true;
    if (waits) goes_on();
    if (careful && watch) watch->block_end(launch, block_);
    if (!failed) return true;
    make_fibers();  // threads were abandoned in the middle
    failed = false;
    return std::exchange(block_given_up, false);
}

void block_runner::wait_for_grid() {
    fiber* const self = current;
    self->index = threadIdx;
    kept_shared_.clear();
    for (const std::span<std::byte> variables : static_shared_of_launch)
        kept_shared_.insert(kept_shared_.end(), variables.begin(), variables.end());
    if (watch) watch->block_waits();
    waits_for_grid = true;
    switch_fiber(self, &main);
    threadIdx = self->index;
}

bool block_runner::resume_block(std::uint64_t linear_block) {
    runner = this;
    waits_for_grid = false;
    blockIdx = block_;
    auto kept = kept_shared_.begin();
    for (const std::span<std::byte> variables : static_shared_of_launch) {
        std::copy_n(kept, variables.size(), variables.begin());
        kept += static_cast<std::ptrdiff_t>(variables.size());
    }
    if (watch) {
        watch->block_resumed(linear_block, dynamic_shared);
        watch->thread_resumed(linear(*current));
    }
    switch_fiber(&main, current);
    return has_run();
}

void block_runner::abandon_block() {
    if (std::exchange(waits_for_grid, false)) make_fibers();
}

void block_runner::fiber_loop() {
    for (;;) {
        try {
            run(*this, body);  // returns when a new launch has begun
        } catch (...) {
            fail_with_exception();
        }
        if (failed) {  // make_fibers starts this fiber anew
            fiber* const self = current;
            current = &main;
            switch_fiber(self, &main);
        }
    }
}

// Separate from fiber_loop, whose stack frame every thread has and which should be small.
__attribute__((noinline)) void block_runner::fail_with_exception() {
    const std::string who = "Thread " + text(threadIdx) + " of block " + text(block_) + " of " +
                            launch.kernel + " threw an exception, which no kernel may";
    try {
        throw;
    } catch (const kernel_error& e) {
        fail(e.what());
    } catch (const std::exception& e) {
        const std::string what = e.what();
        fail(who + ": " + what + (what.ends_with('.') ? "" : "."));
    } catch (...) {
        fail(who + ".");
    }
}

void block_runner::fail(std::string sentence) {
    if (!failed) error = std::move(sentence);
    failed = true;
}

fiber* block_runner::turn() {
    if (failed) return &main;
    return careful ? careful_turn() : after_sweep();
}

fiber* block_runner::after_sweep() {
    if (waiting_count == 0) return &main;
    order_dirty_ = true;
    if (waits && !some_give_way) goes_on();
    return wave_waiters || some_give_way || some_wait_for_others ? turn_waves() : release_barrier();
}

// One turn at a time, so that the observer sees each thread that continues.
fiber* block_runner::careful_turn() {
    fiber* next = &main;
    if (cursor < careful_limit_) {
        next = order[cursor++];
    } else {
        next = after_sweep();
        careful_limit_ = std::exchange(limit, 0);
    }
    if (watch && next->has_thread) watch->thread_resumed(linear(*next));
    return next;
}

// Every thread that has not ended waits at a barrier.
fiber* block_runner::release_barrier() {
    const fiber& first = *waiting[0];
    bool same = waiting_count == thread_count;
    for (unsigned i = 1; i < waiting_count && same; ++i)
        same = waiting[i]->at == first.at && waiting[i]->occasion == first.occasion;
    if (!same) {
        report_divergence();
        return &main;
    }
    if (watch) watch->barrier(first.at);
    vote_result = votes;
    votes = 0;
    if (mixed) {
        std::sort(waiting, waiting + waiting_count,
                  [this](const fiber* a, const fiber* b) { return linear(*a) < linear(*b); });
        mixed = false;
    }
    std::swap(order, waiting);
    limit = waiting_count;
    waiting_count = 0;
    cursor = 0;
    if (shuffle_seed) shuffle_ready();
    return order[cursor++];
}

// Whether all threads that can go on wait for memory that has been the same for some sweeps.
void block_runner::look_whether_it_waits() {
    constexpr int sweeps_that_count = 16;
    std::uint64_t digest = limit;
    waits_for_clock = false;
    for (unsigned i = 0; i < limit && digest; ++i) {
        const awaited_memory& m = order[i]->awaited;
        const std::uint64_t one =
            devices::mixed(m.value + linear(*order[i])) ^ reinterpret_cast<std::uintptr_t>(m.at);
        digest = m.at && order[i]->gives_way ? digest + devices::mixed(one) : 0;
        waits_for_clock = waits_for_clock || m.at == &the_clock;
    }
    same_sweeps_ = digest && digest == awaited_ ? same_sweeps_ + 1 : 0;
    awaited_ = digest;
    if (of_launch && same_sweeps_ >= sweeps_that_count)
        of_launch->waits(*this);
    else if (waits)
        goes_on();
}

void block_runner::goes_on() {
    same_sweeps_ = 0;
    of_launch->goes_on(*this);
}

std::string block_runner::why_it_waits() const {
    std::map<std::string, unsigned> threads_at;
    for (unsigned i = 0; i < limit; ++i) {
        const call_site* const place = order[i]->awaited.place;
        ++threads_at[(place ? text(*place) : "an unknown line") + " for memory to change"];
    }
    for (unsigned i = 0; i < waiting_count; ++i) ++threads_at[text(waiting[i]->at)];
    std::string sentence = "Block " + text(block_) + " of " + launch.kernel + " does not end: of " +
                           std::to_string(thread_count) + " threads ";
    for (const auto& [at, threads] : threads_at)
        sentence += std::to_string(threads) + " wait at " + at + ", ";
    return sentence + "and nothing that runs could let them go on.";
}

void block_runner::shuffle_ready() {
    if (shuffled_) shuffle(order, limit, random_);
}

// Half of the blocks run their threads in random order, which changes at each barrier. The others use orders that
// hardware likes and that random order hardly ever gives: ascending, descending, or the waves in random order with
// ascending lanes.
void block_runner::draw_order() {
    unsigned* const all = start_order_.data();
    const unsigned waves = (thread_count + launch.wave_size - 1) / launch.wave_size;
    switch (devices::next_random(random_) % 8) {
        case 0:
            return;
        case 1:
            return std::reverse(all, all + thread_count);
        case 2:
        case 3: {
            std::vector<unsigned> order_of_waves(waves);
            for (unsigned w = 0; w < waves; ++w) order_of_waves[w] = w;
            shuffle(order_of_waves.data(), waves, random_);
            unsigned at = 0;
            for (const unsigned w : order_of_waves)
                for (unsigned l = 0; l < launch.wave_size; ++l)
                    if (w * launch.wave_size + l < thread_count)
                        all[at++] = w * launch.wave_size + l;
            return;
        }
        default:
            shuffled_ = true;
            shuffle(all, thread_count, random_);
    }
}

unsigned block_runner::linear(const fiber& f) const {
    return f.index.x + launch.block.x * (f.index.y + launch.block.y * f.index.z);
}

bool block_runner::begin_next_slow() {
    if (careful) return begin_next_careful();
    if (next_thread == thread_count) return false;
    stop = next_thread = thread_count;
    limit = cursor;  // no thread is left to start on a fresh fiber
    const unsigned x = threadIdx.x + 1;
    if (x == blockDim.x) return next_row(threadIdx.y + 1);
    threadIdx = {x, x == 0 ? 0 : threadIdx.y, threadIdx.z};
    return true;
}

bool block_runner::begin_next_careful() {
    fiber& self = *current;
    if (self.has_thread) {
        self.has_thread = false;
        self.index = threadIdx;
        if (watch) watch->thread_end(linear(self));
    }
    if (next_thread == thread_count) return false;
    const unsigned thread = start_order_[next_thread++];
    stop = next_thread;
    if (next_thread == thread_count) careful_limit_ = cursor;
    const unsigned row = thread / launch.block.x;
    threadIdx = {thread % launch.block.x, row % launch.block.y, row / launch.block.y};
    self.has_thread = true;
    self.occasion = 0;
    if (watch) watch->thread_begin(thread);
    return true;
}

void block_runner::report_divergence() {
    std::vector<waiting_thread> stuck;
    for (unsigned i = 0; i < waiting_count; ++i)
        stuck.push_back(
            {waiting[i]->index, linear(*waiting[i]), waiting[i]->at, waiting[i]->occasion});
    std::string sentence = divergence_sentence(launch, block_, stuck);
    if (watch) watch->divergent_barrier(stuck, sentence);
    fail(std::move(sentence));
}

bool next_row(unsigned y) {
    if (y == blockDim.y)
        threadIdx = {0, 0, threadIdx.z + 1};
    else
        threadIdx = {0, y, threadIdx.z};
    return true;
}

void end_sweep(block_runner& r, fiber* self) {
    fiber* const next = r.turn();
    if (next == self) return;
    r.current = next;
    switch_fiber(self, next);
}

bool begin_next_call(block_runner& r) { return begin_next_inline(r); }
void wait_call(block_runner& r, const call_site& at) { wait_inline(r, at); }
void park_call(block_runner& r) { park_inline(r); }

void give_way(const awaited_memory& for_this) {
    block_runner& r = *runner;
    fiber& self = *r.current;
    self.gives_way = r.some_give_way = true;
    self.awaited = for_this;
    wait_inline(r, {});
    if (r.waits && for_this.at && for_this.value_now() != for_this.value) r.goes_on();
}

void wait_for_others(const call_site& at) {
    block_runner& r = *runner;
    r.current->waits_for_others = r.some_wait_for_others = true;
    wait_inline(r, at);
}

namespace {

constexpr int polls_of_a_turn = 256;
constexpr int most_samples =
    16;  // polls until the same memory is read again, if the thread waits for it
thread_local int polls_left = polls_of_a_turn;

// The first poll after so many is kept, and one of the next is compared with it.
[[gnu::noinline]] void look_at_poll(const awaited_memory& now) {
    thread_local awaited_memory kept;
    thread_local const fiber* by = nullptr;
    thread_local int samples = 0;
    polls_left = polls_of_a_turn;
    if (!runner || !runner->current || runner->current == &runner->main) return;
    if (samples == 0) {
        kept = now;
        by = runner->current;
        samples = most_samples;
        polls_left = 1;
        return;
    }
    const bool waits = kept == now && by == runner->current;
    if (waits || --samples == 0) {
        samples = 0;
        return give_way(waits ? now : awaited_memory{});
    }
    polls_left = 1;
}

void poll(const void* memory, std::size_t bytes, const call_site* place) {
    if (--polls_left > 0) return;
    awaited_memory now{memory, std::min<std::size_t>(bytes, 8), 0, place};
    now.value = now.value_now();
    look_at_poll(now);
}

}  // namespace

std::uint64_t awaited_memory::value_now() const {
    std::uint64_t v = 0;
    std::memcpy(&v, const_cast<const void*>(at), bytes);
    return v;
}

void polls(const void* memory, std::size_t bytes, const call_site* at) { poll(memory, bytes, at); }
void might_poll(const void* memory, std::size_t bytes, const call_site* at) {
    poll(memory, bytes, at);
}
long long look_at_clock() {
    poll(&the_clock, 0, nullptr);
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}
void sleeps() {
    // Between two turns a poll is looked at more than once, unless both come after the same number of polls.
    constexpr int sleeps_of_a_turn = 61;
    thread_local int left = sleeps_of_a_turn;
    const awaited_memory last = runner->current->awaited;
    if (last.at && last.value_now() == last.value) return give_way(last);
    if (--left > 0) return;
    left = sleeps_of_a_turn;
    give_way();
}

void vote(bool yes) { runner->votes += yes; }
unsigned votes() { return runner->vote_result; }
std::byte* dynamic_shared() { return runner->dynamic_shared; }

namespace {
constexpr std::uint64_t unset = std::uint64_t{1} << 63;
}

std::uint64_t& block_runner::m0() {
    m0_.resize(thread_count, unset);
    const uint3 size = launch.block, i = threadIdx;
    return m0_[i.x + size.x * (i.y + size.y * i.z)];
}
void set_m0(unsigned value) { runner->m0() = value; }
void add_to_m0(unsigned value) { runner->m0() += value; }

std::byte* at_m0(const call_site& at) {
    block_runner& r = *runner;
    const auto fail = [&](const std::string& why) {
        return kernel_error(std::string("The load at ") + at.file + ":" + std::to_string(at.line) +
                            " stores where the register m0 points in shared memory: " + why);
    };
    if (r.m0() & unset) throw fail("the thread has not set it.");
    const auto m0 = static_cast<unsigned>(r.m0());
    shared_variables all = static_shared_of(r.launch);
    if (r.launch.dynamic_shared > 0) all.emplace_back(r.dynamic_shared, r.launch.dynamic_shared);
    if (all.empty()) throw fail("none of the kernel is known.");
    const auto from = [&](const std::byte* begin) {
        return m0 - static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(begin));
    };
    if (m0 >= most_shared_bytes) {
        for (const std::span<std::byte> one : all)
            if (from(one.data()) < one.size()) return one.data() + from(one.data());
        return all[0].data() + static_cast<int>(from(all[0].data()));
    }
    if (all.size() == 1) return all[0].data() + m0;
    throw fail("offset " + std::to_string(m0) + ", and the kernel has " +
               std::to_string(all.size()) +
               " arrays there, whose order only a GPU's compiler knows. Make them one.");
}

}  // namespace tileproof::cpu_engine
