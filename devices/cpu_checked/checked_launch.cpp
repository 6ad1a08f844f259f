// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/checked_launch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/cpu_checked/sampling.hpp"
#include "devices/cpu_checked/watchdog.hpp"
#include "devices/tried_barriers.hpp"

namespace tileproof::cpu_checked {
namespace {

// Whether the accesses of a block are logged: those of the first few, then of occasional ones.
bool logged_block(std::uint64_t block) {
    return block < 4 || (block % 251 == 0 && block < 251 * 60);
}

int ticks_of(double seconds) {
    return std::max(1, static_cast<int>(std::ceil(seconds * 1000 / watchdog::tick_milliseconds)));
}

}  // namespace

__thread hot_state* active = nullptr;

checked_launch::checked_launch(const launch_info& info, const check_settings& settings,
                               std::uint32_t number, memory_map& map, clocks& order,
                               stream_order& streams, stream_order::agent of, std::uint32_t& turns)
    : memory(map),
      info_(info),
      settings_(settings),
      clocks_(order),
      order_(streams),
      of_(of),
      turns_(turns),
      frame_(__builtin_frame_address(0)),
      block_(std::numeric_limits<std::uint64_t>::max()),
      threads_(info.block.x * info.block.y * info.block.z),
      allowed_ticks_(ticks_of(settings.block_seconds)) {
    now_ = this;
    stacks_.assign(threads_, {});
    ways_.assign(threads_, 0);
    unset_.resize(threads_);
    polls_.begin_launch(threads_);
    hot.wave_size = info.wave_size;
    hot.older_values = !settings.sample && !cpu_engine::in_cooperative_launch();
    begin_work(number);
    memory.begin_launch(first_segment_, frame_);
    if (!devices::tried_barriers::lines.empty()) {
        places_.resize(threads_);
        hot.fuel = fuel_ = 0;  // each access asks
    }
}

void checked_launch::begin_work(std::uint32_t number) {
    clocks_.begin_launch(threads_, info_.wave_size);
    hot.launch = number;
    since_ = first_segment_ = clocks_.launch_first;
    hot.launch_since = number;
    if (const auto* const other = order_.first_unordered(of_)) {
        since_ = other->first;
        hot.launch_since = other->second.launch;
        hot.fine_order = true;
    }
}

void checked_launch::pauses() {
    settle_pending();
    give_back();
    memory.keep_shared(hot.turn, hot.block_first, paused_shared_);
    ticks_ = 0;
    active = nullptr;
    now_ = nullptr;
}

void checked_launch::continues(std::uint32_t number, void* shared) {
    now_ = this;
    active = &hot;
    if (number == 0) return;
    begin_work(number);
    first_block_ = block_;
    clocks_.begin_block();
    memory.begin_launch(first_segment_, frame_);
    memory.begin_block(shared, info_.dynamic_shared, clocks_.block_first);
    hot.turn = ++turns_ ? turns_ : ++turns_;
    memory.put_back_shared(paused_shared_, hot.turn, clocks_.block_first);
    clocks_.barrier();  // all that the block did before is ordered before what it does from now on
    take_segments();
}

void checked_launch::hangs() {
    expired_ = true;
    expired_at_ = ticks_;
    hot.fuel = 0;
}

bool checked_launch::acquires(record before, bool before_is_atomic) {
    const std::uint32_t segment = segment_of(before);
    if (!of_earlier_work(before)) return false;
    const stream_order::work* const w = order_.find(segment);
    if (!w || !(before_is_atomic || w->is_like_atomic)) return false;
    order_.acquire(of_, segment);
    return true;
}

std::vector<check_report> checked_launch::end() {
    active = nullptr;
    give_back();
    check_shared_memory();
    // Reads validated by a compare-and-swap do not race, wherever that was seen first.
    found_.remove_if([&](const finding_key& k, const check_report&) {
        return k.kind == check_kind::race && k.other_line && validated_.count(k.other_line);
    });
    // A read that came before the write it races with found nothing there: that is a single bug.
    found_.remove_if([&](const finding_key& k, const check_report&) {
        return k.kind == check_kind::uninitialised && raced_reads_.count({k.object, k.line});
    });
    // Writers that agree by chance on some elements race on the others.
    std::set<std::pair<std::uintptr_t, std::uint32_t>> raced;
    found_.remove_if([&](const finding_key& k, const check_report&) {
        if (k.kind == check_kind::race) raced.emplace(k.object, k.line);
        return false;
    });
    found_.remove_if([&](const finding_key& k, const check_report&) {
        return k.kind == check_kind::same_value_race && raced.count({k.object, k.line});
    });
    now_ = nullptr;
    return found_.take(stopped_);
}

void checked_launch::block_begin(void* shared) {
    ++block_;
    ended_ = 0;
    suspects_.clear();
    signals_.clear();
    clocks_.begin_block();
    memory.begin_block(shared, info_.dynamic_shared, clocks_.next());
    begin_turn();
}

void checked_launch::begin_turn() {
    ticks_ = 0;
    polls_.begin_block();
    hot.turn = ++turns_ ? turns_ : ++turns_;
    take_segments();
    hot.sampled = settings_.sample != nullptr;
    copied_.on = false;
    hot.log_accesses = settings_.efficiency && logged_block(block_);
    active = &hot;
}

void checked_launch::take_segments() {
    hot.launch_first = since_ < first_segment_ ? since_ : clocks_.launch_first;
    hot.block_first = clocks_.block_first;
    hot.epoch_first = clocks_.epoch_first;
}

void checked_launch::block_waits() {
    settle_pending();
    give_back();
    kept_block& kept = waiting_[block_];
    memory.keep_shared(hot.turn, hot.block_first, kept.shared);
    kept.stacks.swap(stacks_);
    kept.unset.swap(unset_);
    kept.suspects.swap(suspects_);
    kept.ended = ended_;
    stacks_.assign(threads_, {});
    unset_.assign(threads_, {});
    active = nullptr;
}

void checked_launch::block_resumed(std::uint64_t block, void* shared) {
    block_ = block;
    kept_block& kept = waiting_[block];
    stacks_.swap(kept.stacks);
    unset_.swap(kept.unset);
    suspects_.swap(kept.suspects);
    ended_ = kept.ended;
    // All the block's work is in its first segment, because grid.sync() ends with a block barrier.
    clocks_.begin_block();
    memory.begin_block(shared, info_.dynamic_shared, clocks_.block_first);
    begin_turn();
    memory.put_back_shared(kept.shared, hot.turn, clocks_.block_first);
}

void checked_launch::block_end(efficiency_check& efficiency) {
    active = nullptr;
    settle_pending();
    give_back();
    if (!hot.log_accesses) return;
    efficiency.logged(log_, hot.wave_size);
    log_.clear();
}

void checked_launch::thread_begin(unsigned thread) {
    ways_[thread] = 0;
    const cpu_engine::fiber& f = *cpu_engine::runner->current;
    stacks_[thread] = {reinterpret_cast<std::uintptr_t>(f.stack_bottom), f.stack_bytes};
    unset_[thread].clear();
    if (!places_.empty()) places_[thread] = {};
    resume(thread);
}

void checked_launch::thread_end() { ++ended_; }

void checked_launch::resume(unsigned thread) {
    if (!pending_.empty()) settle_pending();
    give_back();
    hot.stack = stacks_[thread].bottom;
    hot.stack_bytes = stacks_[thread].bytes;
    hot.thread = thread;
    hot.last_site = nullptr;
    hot.unset = &unset_[thread];
    polls_.forget_samples();
    if (hot.fuel <= 0 && !expired_) hot.fuel = fuel_;  // the other thread was being looked at
    looks_ = false;
    if (!suspects_.empty()) look_at_next_access();
    refresh();
    if (expired_ && !polls_.polled_by(thread)) report_hang();
}

void checked_launch::refresh() {
    hot.me = record{clocks_.segment(hot.thread)} << segment_shift | record{hot.thread}
                                                                        << thread_shift;
}

void checked_launch::barrier() {
    clocks_.barrier();
    hot.epoch_first = clocks_.epoch_first;
}

void checked_launch::wave_barrier(std::span<const unsigned> threads) {
    hot.fine_order = true;
    clocks_.wave_barrier(threads);
}

void checked_launch::atomic(std::uintptr_t address, memory_order_of order, memory_scope scope,
                            bool write) {
    hot.fine_order = hot.fine_order || order.releases;
    clocks_.atomic(hot.thread, address, order, scope, write);
    refresh();
}

void checked_launch::sees(record stored, record mine) {
    constexpr std::size_t most = 16;
    for (const signal& s : signals_)
        if (segment_of(s.stored) == segment_of(stored) && site_of(s.seen) == site_of(mine)) return;
    busy_ = true;
    if (signals_.size() == most) signals_.erase(signals_.begin());
    signals_.push_back({stored, mine});
    busy_ = false;
}

void checked_launch::fence(memory_scope scope) {
    hot.fine_order = true;
    clocks_.fence(hot.thread, scope);
    refresh();
}

bool checked_launch::ordered(record before) const {
    return of_earlier_work(before)
               ? order_.ordered(segment_of(before), of_)
               : clocks_.ordered(segment_of(before), thread_of(before), hot.thread);
}

// The initial contents of a block's shared arrays depend only on the case, not on an earlier block or launch.
void checked_launch::poison(region& r) {
    cpu_engine::fill_poison(reinterpret_cast<void*>(r.base), static_cast<std::size_t>(r.bytes),
                            cpu_engine::block_seed(settings_.case_seed, block_));
}

// Blocks take turns, equally often and always in the same order.
std::uint64_t checked_launch::block_of(std::uint32_t segment) const {
    return (clocks_.block_of(segment) + first_block_) %
           (std::uint64_t{info_.grid.x} * info_.grid.y * info_.grid.z);
}

uint3 checked_launch::block_index(std::uint64_t linear) const {
    return cpu_engine::block_index(info_,
                                   settings_.sample ? settings_.sample->block_at(linear) : linear);
}

uint3 checked_launch::thread_index(unsigned linear) const {
    const unsigned row = linear / info_.block.x;
    return {linear % info_.block.x, row % info_.block.y, row / info_.block.y};
}

checked_access checked_launch::access_at(const site& at, std::uint64_t block, unsigned thread,
                                         access_way way, std::uintptr_t address) const {
    return {
        block_index(block),
        thread_index(thread),
        thread / hot.wave_size,
        way.write,
        way.atomic,
        {at.file, at.function, at.line, at.column},
        at.id ? told_.find({block, thread, at.id, address}) : std::vector<told_values::variable>()};
}

void checked_launch::tell_values(std::uintptr_t address, const site& at, const char* names,
                                 std::va_list numbers) {
    busy_ = true;
    told_.add({block_, hot.thread, at.id, address}, names, numbers);
    busy_ = false;
}

void checked_launch::overflow(const char* expression, std::int64_t result) {
    busy_ = true;
    told_.add_overflow({block_, hot.thread}, expression, result);
    busy_ = false;
}

check_report checked_launch::begin_report(check_kind kind, const site& at) const {
    check_report r;
    r.kind = kind;
    r.kernel = info_.kernel;
    r.access = access_at(at, block_, hot.thread, {});
    return r;
}

check_report checked_launch::begin_report(check_kind kind, const site& at, const region* object,
                                          std::uint64_t offset, std::size_t bytes,
                                          access_way way) const {
    check_report r = begin_report(kind, at);
    r.access.write = way.write;
    r.access.atomic = way.atomic;
    r.memory.bytes = bytes;
    if (!object) return r;
    if (object->kind == region_kind::heap) {
        const device_heap::block* const b = memory.heap.find(object->base + offset);
        r.memory = {memory_kind::heap, "", b ? b->bytes : 0,
                    b ? static_cast<std::int64_t>(object->base + offset - b->begin) : 0, bytes};
        return r;
    }
    r.memory = {kind_of(*object), object->name, object->freed ? object->freed_bytes : object->bytes,
                static_cast<std::int64_t>(offset), bytes};
    if (r.memory.kind != memory_kind::buffer) return r;
    r.memory.made = {object->file, "", object->line, 0};
    r.memory.of_case = object->of_case;
    if (const auto& f = object->filled; f.call && f.at.file) {
        r.memory.filled_by = f.call;
        r.memory.filled_at = {f.at.file, "", static_cast<unsigned>(f.at.line), 0};
        r.memory.filled = f.bytes;
    }
    return r;
}

void checked_launch::tell(const finding_key& key, check_report&& r) {
    busy_ = true;
    found_.add(key, std::move(r));
    busy_ = false;
}

void checked_launch::fail_block(const std::string& sentence, other_blocks others) {
    give_back();
    stopped_ = true;
    cpu_engine::runner->fail(sentence);
    cpu_engine::runner->others_go_on = others == other_blocks::go_on && ++blocks_left_ < most_left;
    active = nullptr;
}

void checked_launch::sampled_access(region& r, std::uint64_t offset, std::size_t bytes,
                                    access_kind kind) {
    const bool reads = kind != access_kind::write && kind != access_kind::atomic_write;
    busy_ = true;
    const char* const why = settings_.sample->judge(
        r, offset, bytes, reads, writes(kind), is_atomic(kind) && writes(kind), hot.block_first);
    busy_ = false;
    if (why) give_up(why);
}

// Quietly, because an uninteresting block is no mistake of the kernel.
void checked_launch::give_up(const char* why) {
    settings_.sample->give_up(hot.block_first, clocks_.next(), why);
    expired_ = false;
    cpu_engine::block_given_up = cpu_engine::runner->failed = true;
    active = nullptr;
    leave_block();
}

void checked_launch::leave_block() {
    cpu_engine::block_runner& r = *cpu_engine::runner;
    cpu_engine::switch_fiber(r.current, &r.main);
    std::abort();  // nobody continues here
}

}  // namespace tileproof::cpu_checked
