#include "kernels/device/cpu_checked/session.hpp"

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "kernels/device/cpu/divergence.hpp"
#include "kernels/device/cpu/launch.hpp"
#include "kernels/device/cpu/memory.hpp"
#include "kernels/device/cpu_checked/checks/checks.hpp"

namespace tileproof::cpu_checked {
namespace {

// Which blocks have their accesses logged: the first few, then one now and then.
bool logged_block(std::uint64_t block) {
    return block < 4 || (block % 251 == 0 && block < 251 * 60);
}

}  // namespace

__thread hot_state* active = nullptr;
static thread_local bool launching_here = false;  // between launch_begin and launch_end

session& session::only() {
    static session* const one = new session;  // kernels may run while the program ends
    return *one;
}

session::session() : watchdog_(tick) {
    checkers_.push_back(make_bounds_check());
    checkers_.push_back(make_race_check());
    checkers_.push_back(make_uninitialised_check());
    checkers_.push_back(make_divergence_check());
    checkers_.push_back(make_shared_memory_check());
    auto efficiency = std::make_unique<efficiency_check>();
    efficiency_ = efficiency.get();
    checkers_.push_back(std::move(efficiency));
    dynamic_shared_.kind = region_kind::dynamic_shared;
    host_stack_.kind = region_kind::host;
}

void session::run(const std::function<void()>& work) {
    cpu_engine::launch_settings& engine = cpu_engine::settings();
    if (engine.watch == this) return work();  // in a run() already
    const cpu_engine::launch_settings saved = engine;
    engine.wave_size = settings.wave_size;
    engine.workers = 1;
    engine.shuffle_seed = settings.shuffle_seed;
    engine.watch = this;
    const auto reports = [this] {
        const std::lock_guard lock(mutex_);
        return reports_.size();
    };
    const std::size_t before = reports();
    const auto restore = [&] {
        engine = saved;
        if (launching_here) launch_end({});  // work was left in the middle of a launch
    };
    try {
        work();
    } catch (const kernels::device_error&) {
        restore();
        if (reports() == before) throw;
        cpu_engine::take_error();
        return;
    } catch (...) {
        restore();
        throw;
    }
    restore();
    if (reports() > before) cpu_engine::take_error();
}

std::vector<check_report> session::take_reports() {
    const std::lock_guard lock(mutex_);
    return std::exchange(reports_, {});
}

std::vector<efficiency_line> session::take_efficiency() {
    const std::lock_guard lock(launch_mutex_);
    return efficiency_->take();
}

void session::launch_begin(const launch_info& info) {
    launch_mutex_.lock();
    if (clocks_.wraps_soon()) forget_all_records();
    launching_here = true;
    stopped_ = false;
    sink_.begin_launch(info);
    threads_ = info.block.x * info.block.y * info.block.z;
    wave_size_ = info.wave_size;
    clocks_.begin_launch(threads_, info.wave_size);
    stacks_.assign(threads_, {});
    polls_.begin_launch(threads_);
    block_ = std::numeric_limits<std::uint64_t>::max();
    hot_.launch = hot_.launch + 1 ? hot_.launch + 1 : 1;
    hot_.fuel = full_fuel;
    hot_.last_site = nullptr;
    expired_ = false;
    allowed_ticks_ = std::max(1, static_cast<int>(std::ceil(settings.block_seconds * 1000 /
                                                            watchdog::tick_milliseconds)));
    // Arguments of the kernel lie on this thread's stack, above this frame.
    pthread_attr_t attributes;
    void* bottom = nullptr;
    std::size_t bytes = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &bottom, &bytes);
    pthread_attr_destroy(&attributes);
    host_stack_.base = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    host_stack_.bytes = reinterpret_cast<std::uintptr_t>(bottom) + bytes - host_stack_.base;
    for (auto& [address, r] : host_buffers_) r->bytes = 0;  // they may have been freed since
    tell([&](checker& c) { c.launch_begin(info); });
    watchdog_.start();
}

void session::launch_end(const launch_info&) {
    active = nullptr;
    launching_here = false;
    watchdog_.stop();
    tell([&](checker& c) { c.launch_end(hot_.launch, sink_); });
    const std::lock_guard lock(mutex_);
    for (check_report& r : sink_.take()) {
        r.stopped = stopped_;
        reports_.push_back(std::move(r));
    }
    launch_mutex_.unlock();
}

void session::block_begin(const launch_info& info, uint3, void* shared) {
    ++block_;
    ticks_ = 0;
    ended_ = 0;
    polls_.begin_block();
    clocks_.begin_block();
    if (info.dynamic_shared > 0) {
        const auto base = reinterpret_cast<std::uintptr_t>(shared);
        if (dynamic_shared_.base != base || dynamic_shared_.bytes != info.dynamic_shared)
            dynamic_shared_.reset(shared, info.dynamic_shared, clocks_.next());
    } else {
        dynamic_shared_.bytes = 0;
    }
    hot_.launch_first = clocks_.launch_first;
    hot_.block_first = clocks_.block_first;
    hot_.epoch_first = clocks_.epoch_first;
    hot_.log_accesses = settings.efficiency && logged_block(block_);
    tell([&](checker& c) { c.block_begin(); });
    active = &hot_;
}

void session::block_end(const launch_info&, uint3) {
    active = nullptr;
    tell([&](checker& c) { c.block_end(); });
    if (hot_.log_accesses) {
        tell([&](checker& c) { c.logged(log_, wave_size_); });
        log_.clear();
    }
}

void session::thread_end(unsigned) { ++ended_; }

void session::thread_begin(unsigned thread) {
    const cpu_engine::fiber& f = *cpu_engine::runner->current;
    stacks_[thread] = {reinterpret_cast<std::uintptr_t>(f.stack_bottom), f.stack_bytes};
    resume(thread);
}

void session::resume(unsigned thread) {
    hot_.stack = stacks_[thread].bottom;
    hot_.stack_bytes = stacks_[thread].bytes;
    hot_.thread = thread;
    hot_.last_site = nullptr;
    polls_.forget_samples();
    if (hot_.fuel <= 0 && !expired_)
        hot_.fuel = full_fuel;  // it was the other thread that was looked at
    refresh();
    if (expired_ && !polls_.polled_by(thread)) report_hang();
}

void session::refresh() {
    hot_.me = record{clocks_.segment(hot_.thread)} << segment_shift | record{hot_.thread}
                                                                          << thread_shift;
}

void session::barrier(cpu_engine::place) {
    clocks_.barrier();
    hot_.epoch_first = clocks_.epoch_first;
}

void session::wave_operation(cpu_engine::place, std::span<const unsigned> threads) {
    clocks_.wave_operation(threads);
}

void session::atomic(std::uintptr_t address, bool releases) {
    clocks_.atomic(hot_.thread, address, releases);
    refresh();
}

void session::fence() {
    clocks_.fence(hot_.thread);
    refresh();
}

void session::divergence(unsigned thread, cpu_engine::place at, const std::string& sentence) {
    check_report r;
    const bool wave = sentence.find("wave operation") != sentence.npos;
    r.kind = wave ? check_kind::divergent_wave : check_kind::divergent_barrier;
    r.kernel = sink_.launch().kernel;
    r.block = sink_.block_index(block_);
    r.thread = sink_.thread_index(thread);
    r.file = at.file ? at.file : "";
    r.line = static_cast<unsigned>(at.line);
    r.sentence = sentence;
    stopped_ = true;
    tell([&](checker& c) { c.divergence(r, sink_); });
}

void session::absent_lane(unsigned thread, unsigned lane, cpu_engine::place at) {
    check_report r;
    r.kind = check_kind::divergent_wave;
    r.kernel = sink_.launch().kernel;
    r.block = sink_.block_index(block_);
    r.thread = sink_.thread_index(thread);
    r.file = at.file ? at.file : "";
    r.line = static_cast<unsigned>(at.line);
    r.sentence =
        "thread " + cpu_engine::text(r.thread) + " of block " + cpu_engine::text(r.block) + " of " +
        r.kernel + " gets the value of lane " + std::to_string(lane) +
        ", which takes no part in this wave operation: it has ended or is in another branch, and "
        "what is read is undefined. Let all lanes that are read reach the operation.";
    tell([&](checker& c) { c.divergence(r, sink_); });
}

access session::make_access(const site& at, const region* target, std::uint64_t offset,
                            std::size_t bytes, access_kind kind) const {
    return {&told_place(at), block_, hot_.thread,  target,
            offset,          bytes,  writes(kind), is_atomic(kind)};
}

void session::index_outside(const site& at, const char* array, std::int64_t index) {
    const access a = make_access(at, nullptr, 0, 0, access_kind::read);
    tell([&](checker& c) { c.index_outside(a, array, index, sink_); });
}

void session::misaligned(const access& a, std::size_t alignment) {
    tell([&](checker& c) { c.misaligned(a, alignment, sink_); });
}

void session::constant_written(const access& a) {
    tell([&](checker& c) { c.constant_written(a, sink_); });
    fail_block("A kernel wrote to constant memory.");
    leave_block();
}

void session::begin_copy() {
    copied_ = {};
    copied_.on = true;
}

void session::end_copy(std::uint64_t bytes) {
    copied_.on = false;
    const std::size_t gap = copied_.longest.bytes;
    if (gap > 0 && (gap >= 16 || gap == bytes)) unwritten(copied_.longest);
}

void session::unwritten(const access& a) {
    if (copied_.on) {
        if (a.offset != copied_.end) copied_.begin = a.offset;
        copied_.end = a.offset + a.bytes;
        if (copied_.end - copied_.begin <= copied_.longest.bytes) return;
        copied_.longest = a;
        copied_.longest.offset = copied_.begin;
        copied_.longest.bytes = static_cast<std::size_t>(copied_.end - copied_.begin);
        return;
    }
    tell([&](checker& c) { c.unwritten(a, sink_); });
}

bool session::ordered(record before) const {
    return clocks_.ordered(segment_of(before), thread_of(before), hot_.thread);
}

void session::conflict(record before, bool before_writes, const access& a) {
    past_access past;
    past.at = &module_registry::only().place(site_of(before));
    past.block =
        segment_of(before) >= hot_.block_first ? block_ : clocks_.block_of(segment_of(before));
    past.thread = thread_of(before);
    past.write = before_writes;
    past.atomic = (before & atomic_bit) != 0;
    tell([&](checker& c) { c.conflict(a, past, sink_); });
}

void session::outside(const access& a, bool harmless) {
    tell([&](checker& c) { c.outside(a, sink_); });
    if (harmless) return;
    fail_block("A memory access went outside.");
    leave_block();
}

region* session::host_buffer(std::uintptr_t address, std::size_t bytes) {
    const auto holds = [&](std::uintptr_t base, std::size_t size) {
        return address >= base && address - base < size && size - (address - base) >= bytes;
    };
    const auto known = host_buffers_.upper_bound(address);
    if (known != host_buffers_.begin()) {
        region& r = *std::prev(known)->second;
        if (holds(r.base, r.bytes)) return &r;
    }
    for (const cpu_engine::memory_block& b : cpu_engine::live_memory()) {
        if (!holds(reinterpret_cast<std::uintptr_t>(b.data), b.bytes)) continue;
        auto& made = host_buffers_[reinterpret_cast<std::uintptr_t>(b.data)];
        if (!made) made = std::make_unique<region>();
        made->reset(b.data, b.bytes, clocks_.launch_first);
        made->kind = region_kind::device;
        made->initialised = true;  // hipHostMalloc: the host writes it without telling
        return made.get();
    }
    return nullptr;
}

void session::fail_block(const std::string& sentence) {
    stopped_ = true;
    cpu_engine::runner->fail(sentence);
    active = nullptr;
}

void session::leave_block() {
    cpu_engine::block_runner& r = *cpu_engine::runner;
    cpu_engine::switch_fiber(r.current, &r.main);
    std::abort();  // nobody goes on here
}

void session::forget_all_records() {
    const auto forget = [](region& r) {
        r.written_memory.clear();
        r.reader_memory.clear();
        r.other_reader_memory.clear();
        r.initialised = true;  // nobody knows any more
    };
    memory.each(forget);
    module_registry::only().each(forget);
    forget(dynamic_shared_);
    clocks_.restart();
}

void* dynamic_shared_memory() {
    return active ? reinterpret_cast<void*>(session::only().dynamic_shared().base) : nullptr;
}

}  // namespace tileproof::cpu_checked
