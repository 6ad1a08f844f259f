// SPDX-License-Identifier: MIT
// The wave operations of block_runner: who meets whom, and what they exchange.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "kernels/device/cpu/divergence.hpp"
#include "kernels/device/cpu/runner.hpp"

namespace tileproof::cpu_engine {
namespace {
bool lower_place(const call_site& a, const call_site& b) {
    if (a.file != b.file) return false;
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}
}  // namespace

// The sweep is over and some lanes wait at a wave operation: in each wave that has such lanes,
// those at the lowest place go on. Lanes that gave way go on, too, and the wave operations of their
// waves wait for them. Everybody else keeps waiting.
fiber* block_runner::turn_waves() {
    std::fill(by_thread_.begin(), by_thread_.begin() + thread_count, nullptr);
    for (unsigned i = 0; i < waiting_count; ++i) by_thread_[linear(*waiting[i])] = waiting[i];
    const unsigned lanes = launch.wave_size;
    waves_.resize((thread_count + lanes - 1) / lanes);
    unsigned ready = 0, kept = 0;
    for (unsigned begin = 0; begin < thread_count; begin += lanes) {
        const unsigned end = std::min(begin + lanes, thread_count);
        const fiber* lowest = nullptr;
        bool polled = false;
        for (unsigned t = begin; t < end; ++t) {
            polled = polled || (by_thread_[t] && by_thread_[t]->gives_way);
            if (by_thread_[t] && by_thread_[t]->in_wave_operation &&
                (!lowest || lower_place(by_thread_[t]->at, lowest->at)))
                lowest = by_thread_[t];
        }
        if (polled) lowest = nullptr;
        if (lowest) gather(begin, end, lowest->at);
        for (unsigned t = begin; t < end; ++t) {
            fiber* const f = by_thread_[t];
            if (!f) continue;
            if (f->gives_way || (lowest && f->in_wave_operation && f->at == lowest->at))
                order[ready++] = f;
            else
                waiting[kept++] = f;
        }
    }
    for (unsigned i = 0; i < ready; ++i) order[i]->in_wave_operation = order[i]->gives_way = false;
    some_give_way = false;
    wave_waiters =
        std::any_of(waiting, waiting + kept, [](const fiber* f) { return f->in_wave_operation; });
    waiting_count = kept;
    mixed = mixed || kept > 0;
    limit = ready;
    cursor = 0;
    if (shuffle_seed) shuffle_ready();
    return order[cursor++];
}

// Copies what the lanes at `at` among threads [begin, end) deposited. They are all suspended, so
// what they point to is still there; they read the copy before any of them can wait again.
void block_runner::gather(unsigned begin, unsigned end, call_site at) {
    wave_result& result = waves_[begin / launch.wave_size];
    unsigned bytes = 0;
    for (unsigned t = begin; t < end; ++t)
        if (by_thread_[t]) bytes = std::max(bytes, by_thread_[t]->deposit_bytes);
    result.stride = bytes;
    result.lanes = 0;
    if (result.data.size() < std::size_t{bytes} * launch.wave_size)
        result.data.resize(std::size_t{bytes} * launch.wave_size);
    std::vector<unsigned> threads;
    for (unsigned t = begin; t < end; ++t) {
        const fiber* const f = by_thread_[t];
        if (!f || !f->in_wave_operation || f->at != at) continue;
        result.lanes |= std::uint64_t{1} << (t - begin);
        if (f->deposit_bytes)
            std::memcpy(&result.data[std::size_t{t - begin} * bytes], f->deposit, f->deposit_bytes);
        if (watch) threads.push_back(t);
    }
    if (!watch) return;
    watch->wave_operation(at, threads);
    if (!threads.empty() && by_thread_[threads[0]]->orders_memory) watch->wave_barrier(threads);
}

wave_exchange exchange_in_wave(const void* deposit, unsigned bytes, call_site at) {
    block_runner& r = *runner;
    fiber& self = *r.current;
    self.deposit = deposit;
    self.deposit_bytes = bytes;
    self.in_wave_operation = true;
    r.wave_waiters = true;
    wait_inline(r, at);
    return r.exchanged(self);
}

void sync_wave(call_site at) {
    runner->current->orders_memory = true;
    exchange_in_wave(nullptr, 0, at);
    runner->current->orders_memory = false;
}

void require_lanes(std::uint64_t mask, std::uint64_t arrived, call_site at) {
    const block_runner& r = *runner;
    const uint3 index = threadIdx, block = r.launch.block;
    const unsigned thread = index.x + block.x * (index.y + block.y * index.z);
    const unsigned size = r.launch.wave_size, first = thread / size * size;
    const unsigned lanes = std::min(size, r.thread_count - first);
    const std::uint64_t existing =
        lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
    const std::uint64_t missing = mask & existing & ~arrived;
    if (!missing) return;
    const std::string sentence =
        "Divergent wave operation in block " + text(blockIdx) + " of " + r.launch.kernel +
        ": the mask at " + at.file + ":" + std::to_string(at.line) + " names lane " +
        std::to_string(std::countr_zero(missing)) + " of wave " + std::to_string(first / size) +
        " and " + std::to_string(std::popcount(missing) - 1) +
        " more that have not come: every lane of the mask must reach the operation.";
    if (r.watch) r.watch->missing_lanes(thread, at, missing, sentence);
    throw kernel_error(sentence);
}

void require_wave(unsigned lanes, call_site at) {
    const unsigned size = runner->launch.wave_size;
    if (size != lanes)
        throw kernel_error(std::string("The matrix instruction at ") + at.file + ":" +
                           std::to_string(at.line) + " is one for waves of " +
                           std::to_string(lanes) + " lanes, and a wave has " +
                           std::to_string(size) + " here: use --wave " + std::to_string(lanes) +
                           ", or declare .waves({" + std::to_string(lanes) + "}).");
}

void absent_lane(unsigned lane, call_site at) {
    const block_runner& r = *runner;
    const uint3 index = threadIdx, block = r.launch.block;
    if (r.watch) r.watch->absent_lane(index.x + block.x * (index.y + block.y * index.z), lane, at);
}

wave_exchange block_runner::exchanged(const fiber& f) const {
    const unsigned thread = linear(f);
    const wave_result& result = waves_[thread / launch.wave_size];
    return {result.data.data(), result.stride, result.lanes, thread % launch.wave_size};
}

}  // namespace tileproof::cpu_engine
