// SPDX-License-Identifier: MIT
// The wave operations of block_runner: which lanes meet, and what they exchange.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "devices/cpu/divergence.hpp"
#include "devices/cpu/runner.hpp"
#include "devices/tried_barriers.hpp"

namespace tileproof::cpu_engine {
namespace {
bool lower_place(const call_site& a, const call_site& b) {
    if (a.file != b.file) return false;
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

void note_meeting(fiber* const* first, unsigned count, unsigned of) {
    using tried = devices::tried_barriers;
    const int line = first[0]->at.line;
    const auto there = static_cast<unsigned>(
        std::count_if(first, first + count, [&](const fiber* f) { return f->at.line == line; }));
    if (tried::least.of == 0 || there < tried::least.threads)
        tried::least = {static_cast<unsigned>(line), there, of};
}
}  // namespace

// The sweep is over and some lanes wait at a wave operation. In each wave with such lanes, those returned by meet()
// continue, and so do lanes that gave way. If nobody can, those that wait for the others continue. Everybody else
// keeps waiting.
fiber* block_runner::turn_waves() {
    std::fill(by_thread_.begin(), by_thread_.begin() + thread_count, nullptr);
    for (unsigned i = 0; i < waiting_count; ++i) by_thread_[linear(*waiting[i])] = waiting[i];
    const unsigned lanes = launch.wave_size;
    waves_.resize((thread_count + lanes - 1) / lanes);
    unsigned ready = 0, kept = 0;
    for (unsigned begin = 0; begin < thread_count; begin += lanes) {
        const unsigned end = std::min(begin + lanes, thread_count);
        const std::uint64_t meets = meet(begin, end);
        if (failed) return &main;
        for (unsigned t = begin; t < end; ++t) {
            fiber* const f = by_thread_[t];
            if (!f) continue;
            if (f->gives_way || (meets >> (t - begin) & 1))
                order[ready++] = f;
            else
                waiting[kept++] = f;
        }
    }
    if (ready == 0 && some_wait_for_others) {
        const auto is_waiting = [](const fiber* f) { return !f->waits_for_others; };
        fiber** const first = std::stable_partition(waiting, waiting + kept, is_waiting);
        ready = static_cast<unsigned>(waiting + kept - first);
        kept -= ready;
        std::copy_n(first, ready, order);
        note_meeting(order, ready, thread_count);
        for (unsigned i = 0; i < ready; ++i) order[i]->waits_for_others = false;
        some_wait_for_others = false;
        if (watch) watch->barrier(order[0]->at);
    }
    waiting_count = kept;
    limit = ready;
    cursor = 0;
    look_whether_it_waits();
    for (unsigned i = 0; i < ready; ++i) order[i]->in_wave_operation = order[i]->gives_way = false;
    some_give_way = false;
    wave_waiters =
        std::any_of(waiting, waiting + kept, [](const fiber* f) { return f->in_wave_operation; });
    mixed = mixed || kept > 0;
    if (shuffle_seed) shuffle_ready();
    return failed ? &main : order[cursor++];
}

// Of the wave of threads [begin, end): the lanes at the lowest place where all lanes that must meet there have come.
// Lanes that gave way may still come; if none may, it is the lowest place whose mask names lanes that do not.
std::uint64_t block_runner::meet(unsigned begin, unsigned end) {
    groups_.clear();
    std::uint64_t waiting_lanes = 0, polling = 0;
    for (unsigned t = begin; t < end; ++t) {
        const fiber* const f = by_thread_[t];
        if (!f) continue;
        const std::uint64_t bit = std::uint64_t{1} << (t - begin);
        waiting_lanes |= bit;
        if (f->gives_way || f->waits_for_others) polling |= bit;
        if (!f->in_wave_operation) continue;
        auto g = std::find_if(groups_.begin(), groups_.end(), [&](const wave_group& o) {
            return o.at == f->at && o.meeting == f->meeting;
        });
        if (g == groups_.end()) g = groups_.insert(g, {f->at, f->meeting, 0});
        g->lanes |= bit;
    }
    const auto complete = [&](const wave_group& g) {
        if (g.meeting.who == wave_meeting::kind::whoever_comes) return polling == 0;
        return (g.meeting.lanes & waiting_lanes & ~g.lanes) == 0;
    };
    const bool some = std::any_of(groups_.begin(), groups_.end(), complete);
    if (!some && polling) return 0;
    const wave_group* lowest = nullptr;
    for (const wave_group& g : groups_)
        if ((!some || complete(g)) && (!lowest || lower_place(g.at, lowest->at))) lowest = &g;
    if (!lowest) return 0;
    met_.clear();
    for (const wave_group& g : groups_)
        if (g.at == lowest->at && (!some || complete(g))) {
            if (!lanes_come(begin, g, waiting_lanes)) return 0;
            met_.push_back(g);
        }
    gather(begin, met_);
    std::uint64_t all = 0;
    for (const wave_group& g : met_) all |= g.lanes;
    return all;
}

// Copies the values published by the lanes of these groups. All of them are suspended, so what they point to still
// exists; they read the copy before any of them can wait again.
void block_runner::gather(unsigned begin, const std::vector<wave_group>& met) {
    wave_result& result = waves_[begin / launch.wave_size];
    result.lanes = 0;
    for (const wave_group& g : met) result.lanes |= g.lanes;
    const auto each = [&](std::uint64_t lanes, const auto& take) {
        for (; lanes; lanes &= lanes - 1) take(static_cast<unsigned>(std::countr_zero(lanes)));
    };
    unsigned bytes = 0;
    each(result.lanes,
         [&](unsigned l) { bytes = std::max(bytes, by_thread_[begin + l]->deposit_bytes); });
    result.stride = bytes;
    if (result.data.size() < std::size_t{bytes} * launch.wave_size)
        result.data.resize(std::size_t{bytes} * launch.wave_size);
    each(result.lanes, [&](unsigned l) {
        const fiber& f = *by_thread_[begin + l];
        if (f.deposit_bytes)
            std::memcpy(&result.data[std::size_t{l} * bytes], f.deposit, f.deposit_bytes);
    });
    if (!watch) return;
    for (const wave_group& g : met) {
        std::vector<unsigned> threads;
        each(g.lanes, [&](unsigned l) { threads.push_back(begin + l); });
        watch->wave_operation(g.at, threads);
        if (by_thread_[threads[0]]->orders_memory) watch->wave_barrier(threads);
    }
}

// False: a mask names lanes that do not come, or omits the lane that passes it. The block ends.
bool block_runner::lanes_come(unsigned begin, const wave_group& g, std::uint64_t waiting_lanes) {
    if (g.meeting.who == wave_meeting::kind::whoever_comes) return true;
    const bool all = g.meeting.who == wave_meeting::kind::all;
    const unsigned lanes = std::min(launch.wave_size, thread_count - begin);
    const std::uint64_t existing = ~std::uint64_t{0} >> (64 - lanes);
    const std::uint64_t missing = g.meeting.lanes & (all ? existing : waiting_lanes) & ~g.lanes;
    const std::uint64_t unnamed = g.lanes & ~g.meeting.lanes;
    if (!missing && !unnamed) return true;
    std::string sentence = "Divergent wave operation in block " + text(block_) + " of " +
                           launch.kernel + ": the mask at " + g.at.file + ":" +
                           std::to_string(g.at.line);
    const std::string wave = " of wave " + std::to_string(begin / launch.wave_size);
    if (missing)
        sentence +=
            " names lane " + std::to_string(std::countr_zero(missing)) + wave + " and " +
            std::to_string(std::popcount(missing) - 1) +
            " more that have not come: every lane of the mask must reach the operation, with "
            "the same mask.";
    else
        sentence += " does not name lane " + std::to_string(std::countr_zero(unnamed)) + wave +
                    ", which gives it, and " + std::to_string(std::popcount(unnamed) - 1) +
                    " more: every lane that reaches the operation must be in its own mask.";
    const unsigned thread = begin + static_cast<unsigned>(std::countr_zero(g.lanes));
    if (watch) watch->missing_lanes(thread, g.at, missing ? missing : unnamed, sentence);
    fail(std::move(sentence));
    return false;
}

void exchange_in_wave(wave_exchange& got, const void* deposit, unsigned bytes, const call_site& at,
                      const wave_meeting& meeting) {
    block_runner& r = *runner;
    fiber& self = *r.current;
    self.meeting = meeting;
    self.deposit = deposit;
    self.deposit_bytes = bytes;
    self.in_wave_operation = true;
    r.wave_waiters = true;
    wait_inline(r, at);
    got = r.exchanged(self);
}

void sync_wave(const call_site& at, const wave_meeting& meeting) {
    runner->current->orders_memory = true;
    wave_exchange nothing;
    exchange_in_wave(nothing, nullptr, 0, at, meeting);
    runner->current->orders_memory = false;
}

void require_wave(unsigned lanes, const call_site& at) {
    const unsigned size = runner->launch.wave_size;
    if (size != lanes)
        throw kernel_error(std::string("The matrix instruction at ") + at.file + ":" +
                           std::to_string(at.line) + " is one for waves of " +
                           std::to_string(lanes) + " lanes, and a wave has " +
                           std::to_string(size) + " here: use --wave " + std::to_string(lanes) +
                           ", or declare .waves({" + std::to_string(lanes) + "}).");
}

void absent_lane(unsigned lane, const call_site& at) {
    const block_runner& r = *runner;
    const uint3 index = threadIdx, block = r.launch.block;
    if (r.watch) r.watch->absent_lane(index.x + block.x * (index.y + block.y * index.z), lane, at);
}

wave_exchange block_runner::exchanged(const fiber& f) const {
    const unsigned thread = linear(f);
    const wave_result& result = waves_[thread / launch.wave_size];
    return {result.data.data(),
            result.stride,
            result.lanes & f.meeting.lanes,
            result.lanes,
            thread % launch.wave_size,
            static_cast<unsigned>(case_seed >> 32)};
}

}  // namespace tileproof::cpu_engine
