// SPDX-License-Identifier: MIT
#include "devices/cpu/parts.hpp"

#include "devices/cpu/divergence.hpp"
#include "devices/cpu/runner.hpp"

namespace tileproof::cpu_engine {

std::byte* begin_parts(std::size_t frame_bytes) { return runner->begin_parts(frame_bytes); }
void stops_elsewhere(unsigned thread, unsigned barrier, unsigned barrier_of_first) {
    runner->stops_elsewhere(thread, barrier, barrier_of_first);
}
void parts_diverge(const call_site* barriers) { runner->parts_diverge(barriers); }

// Only for the first thread of a block, in order, and without an observer of each thread.
std::byte* block_runner::begin_parts(std::size_t frame_bytes) {
    if (careful || next_thread != 1 || waiting_count != 0) return nullptr;
    const std::size_t lines =
        (thread_count * frame_bytes + sizeof(frame_line) - 1) / sizeof(frame_line);
    if (frames_.size() < lines || frames_.empty()) frames_.resize(lines + 1);
    stops_.clear();
    next_thread = stop = done;  // all count as started here
    limit = cursor;
    return frames_.data()->bytes;
}

void block_runner::stops_elsewhere(unsigned thread, unsigned barrier, unsigned barrier_of_first) {
    if (stops_.empty()) stops_.assign(thread_count, barrier_of_first);
    stops_[thread] = barrier;
}

// Every thread has reached a barrier or its end, but not all the same one.
void block_runner::parts_diverge(const call_site* barriers) {
    std::vector<waiting_thread> stuck;
    for (unsigned t = 0; t < thread_count; ++t) {
        if (stops_[t] == 0) continue;
        const unsigned row = t / launch.block.x;
        stuck.push_back({{t % launch.block.x, row % launch.block.y, row / launch.block.y},
                         t,
                         barriers[stops_[t] - 1],
                         0});
    }
    fail(divergence_sentence(launch, block_, stuck));
}

}  // namespace tileproof::cpu_engine
