// SPDX-License-Identifier: MIT
// Blocks that do not end: polling threads let others run, and an expired time limit becomes a report.
#include <algorithm>
#include <array>

#include "devices/case_time.hpp"
#include "devices/cpu/runner.hpp"
#include "devices/cpu_checked/checked_launch.hpp"
#include "devices/cpu_checked/watchdog.hpp"
#include "devices/launch_time.hpp"
#include "devices/tried_barriers.hpp"
#include "system/source_line.hpp"

namespace tileproof::cpu_checked {
namespace {
constexpr std::int32_t polling_fuel = 256;       // for a thread that polled recently
constexpr std::int32_t fuel_among_polls = 1024;  // if some thread of the launch has polled

// Restores what the running thread has set for its next access.
template <class Wait>
void while_others_run(const Wait& wait) {
    const site* const caller = tileproof_checked_caller;
    const memory_scope scope = cpu_engine::tileproof_checked_scope;
    cpu_engine::tileproof_checked_scope = memory_scope::device;
    wait();
    tileproof_checked_caller = caller;
    cpu_engine::tileproof_checked_scope = scope;
}
}  // namespace

void checked_launch::look_at_next_access() {
    if (!looks_) kept_fuel_ = hot.fuel;
    looks_ = true;
    hot.fuel = 0;
}

void checked_launch::out_of_fuel(const site& at, const region* r, std::uintptr_t address,
                                 std::size_t bytes, access_kind kind) {
    if (expired_) report_hang();
    if (!places_.empty()) return wait_at_tried_barrier(at);
    if (looks_) {
        if (!pending_.empty()) settle_pending();
        give_back();
        look_for_suspects(address, bytes);
        looks_ = !suspects_.empty();
        if (--kept_fuel_ > 0) {
            hot.fuel = looks_ ? 0 : kept_fuel_;
            return;
        }
    }
    hot.fuel = fuel_;
    if (!r) {
        hot.fuel = 0;  // it is known in the next iteration
        return;
    }
    polled_memory now{r, &at, address - r->base, std::min<std::size_t>(bytes, 8), 0};
    now.value = now.value_now();
    switch (polls_.see(hot.thread, now, kind)) {
        case polls::opinion::goes_on:
            if (!suspects_.empty()) look_at_next_access();
            return;
        case polls::opinion::look_at_the_next_access:
            hot.fuel = 0;
            return;
        case polls::opinion::polls:
            fuel_ = fuel_among_polls;
            poll(now);
            hot.fuel = polling_fuel;
    }
}

// Before the first access of its line, and again when a loop comes back to that access.
void checked_launch::wait_at_tried_barrier(const site& at) {
    using tried = devices::tried_barriers;
    hot.fuel = 0;
    place_of_thread& here = places_[hot.thread];
    const bool same_line = here.line == at.line && here.file == at.file;
    if (same_line && here.first != at.id) return;
    here = {at.file, at.line, at.id};
    if (tried::file != at.file || std::ranges::count(tried::lines, at.line) == 0) return;
    while_others_run([&] {
        cpu_engine::wait_for_others(
            {at.file, static_cast<int>(at.line), static_cast<unsigned short>(at.column)});
    });
    hot.last_site = &at;
}

// The writer of this memory in this block, if all recorded ones are in this thread's wave; 0: none, or possibly
// another wave. (Polling by adding 0 counts as a write, too.)
record checked_launch::writer_of_own_wave(const polled_memory& p) const {
    record by = 0;
    for (const int k : {written, last_atomic, other_atomic}) {
        if (!p.of->records[k]) continue;
        const record r = p.of->records[k][p.offset >> p.of->shift];
        if (segment_of(r) < hot.block_first || thread_of(r) == hot.thread) continue;
        if (thread_of(r) / hot.wave_size != hot.thread / hot.wave_size) return 0;
        by = r;
    }
    return by;
}

// Another lane of the wave took it in the same loop on the same way there: in step, it holds the lock until this one leaves the
// loop, which needs the lock.
void checked_launch::took_lock(std::uintptr_t lock, unsigned loop, const site& atomic) {
    const auto [by, is_first] = taken_.try_emplace(
        {lock, hot.turn, hot.thread / hot.wave_size, loop, ways_[hot.thread]}, hot.thread);
    if (is_first || by->second == hot.thread) return;
    const site& at = told_place(atomic);
    const finding_key key{check_kind::wave_waits_for_itself, 0,
                          module_registry::only().line_of(at.id)};
    if (found_.again(key)) return;
    const region* const r = memory.find(lock, 1, true).in;
    check_report report = begin_report(check_kind::wave_waits_for_itself, at, r,
                                       r ? lock - r->base : 0, sizeof(int), {false, true});
    report.other = access_at(at, block_, by->second, {true, true});
    tell(key, std::move(report));
}

// An atomic operation may store what was there before: NaN is never what it was compared with.
bool checked_launch::writes_itself(const polled_memory& p) const {
    return std::ranges::any_of(std::array{written, last_atomic, other_atomic}, [&](int k) {
        const record r = p.of->records[k] ? p.of->records[k][p.offset >> p.of->shift] : 0;
        return segment_of(r) >= hot.block_first && thread_of(r) == hot.thread;
    });
}

// The running thread waits for memory to change: others continue until they wait or end.
void checked_launch::poll(const polled_memory& p) {
    const void* const at = reinterpret_cast<const void*>(p.of->base + p.offset);
    while_others_run([&] { cpu_engine::give_way({at, p.bytes, p.value}); });
    hot.last_site = p.at;
    const record by = p.value_now() == p.value ? 0 : writer_of_own_wave(p);
    if (!by) return;
    const finding_key key{check_kind::wave_waits_for_itself, 0,
                          module_registry::only().line_of(p.at->id)};
    if (found_.again(key)) return;
    check_report r = begin_report(check_kind::wave_waits_for_itself, *p.at, p.of, p.offset, p.bytes,
                                  {false, true});
    r.other = access_at(module_registry::only().known_site(site_of(by)), block_, thread_of(by),
                        {true, true});
    tell(key, std::move(r));
}

// What the suspended threads are doing.
std::vector<thread_group> checked_launch::others() const {
    std::vector<thread_group> all;
    if (threads_ == 1) return all;
    const cpu_engine::block_runner& engine = *cpu_engine::runner;
    thread_group waiting;
    for (unsigned i = 0; i < engine.waiting_count; ++i)
        if (engine.waiting[i]->at.file) {
            ++waiting.count;
            waiting.at = engine.waiting[i]->at;
        }
    all.push_back({{}, true, ended_, 0});
    if (waiting.count) all.push_back(waiting);
    const unsigned polling = threads_ - 1 - ended_ - waiting.count;
    if (polling) all.push_back({{}, false, polling, 0});
    return all;
}

void checked_launch::tell_hang() {
    // Perhaps for a block that was left.
    if (stopped_) return fail_block("A block waits for ever.");
    busy_ = true;
    const polled_memory* const p = hot.last_site ? polls_.polled_by(hot.thread) : nullptr;
    if (p) hot.last_site = p->at;
    const site& at = hot.last_site ? *hot.last_site : module_registry::unknown();
    const bool own = p && writes_itself(*p);
    check_report r = p ? begin_report(check_kind::hang, at, p->of, p->offset, p->bytes, {own, own})
                       : begin_report(check_kind::hang, at);
    if (!hot.last_site) {
        r.access.at = {};
        if (const auto found = system::source_lines(stopped_at_); !found.empty()) {
            r.access.at.file = found.front().file;
            r.access.at.line = found.front().line;
        }
    }
    r.of_case = late_;
    r.seconds = late_ ? settings_.time_limit : settings_.block_seconds;
    if (p) r.groups = others();
    const std::string said = sentence(r);
    tell({check_kind::hang}, std::move(r));
    fail_block(said);
}

void checked_launch::report_hang() {
    if (settings_.sample) give_up("a block takes too long to be run here.");
    tell_hang();
    leave_block();
}

void checked_launch::tick(void* context) {
    hot_state* const h = active;
    if (!h) return;
    ticks_ = ticks_ + 1;
    if (!expired_) {
        const devices::launch_time* const time = devices::launch_time::here;
        const bool of_host = time && time->is_of_function(settings_.time_limit);
        const bool late = !of_host && devices::case_time::now() >= settings_.deadline;
        // A block that waits for one that was left is not told, and need not be sure.
        const int allowed = stopped_ ? std::max(allowed_ticks_ / 10, 1) : allowed_ticks_;
        if (ticks_ < allowed && !late) return;
        late_ = ticks_ < allowed;
        expired_at_ = ticks_;
        expired_ = true;
    }
    h->fuel = 0;
    // No access for two more ticks: a loop without accesses.
    const auto stack = reinterpret_cast<std::uintptr_t>(watchdog::stack_pointer(context));
    if (ticks_ < expired_at_ + 2 || busy_ || stack - h->stack >= h->stack_bytes) return;
    stopped_at_ = watchdog::program_counter(context);
    h->last_site = nullptr;
    watchdog::divert(context, stop_from_signal);
}

void checked_launch::stop_from_signal() { now().report_hang(); }

}  // namespace tileproof::cpu_checked
