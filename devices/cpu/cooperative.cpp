// SPDX-License-Identifier: MIT
#include "devices/cpu/cooperative.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "devices/cpu/divergence.hpp"
#include "devices/cpu/hip_state.hpp"

namespace tileproof::cpu_engine {
namespace {

// The blocks of a launch meet here; a block that has ended or failed no longer takes part.
struct grid_meeting {
    std::mutex mutex;
    std::condition_variable met;
    unsigned running = 0, waiting = 0;
    std::uint64_t round = 0;

    void wait() {
        std::unique_lock lock(mutex);
        if (++waiting == running) return release();
        const std::uint64_t now = round;
        met.wait(lock, [&] { return round != now; });
    }
    void leave() {
        const std::lock_guard lock(mutex);
        --running;
        if (running > 0 && waiting == running) release();
    }
    void release() {
        waiting = 0;
        ++round;
        met.notify_all();
    }
};

thread_local bool cooperative = false;                  // asked for by this host thread
thread_local grid_meeting* meeting_of_block = nullptr;  // of the block that runs here
thread_local bool in_turns = false;                     // the blocks that run here

std::vector<std::unique_ptr<block_runner>>& own_runners() {
    thread_local std::vector<std::unique_ptr<block_runner>> all;
    return all;
}

}  // namespace

cooperative_scope::cooperative_scope() { cooperative = true; }
cooperative_scope::~cooperative_scope() { cooperative = false; }
bool blocks_wait_for_each_other() { return cooperative; }
bool in_cooperative_launch() { return runner && runner->launch.cooperative; }
unsigned most_cooperative_blocks() { return cooperative_blocks; }

void wait_for_grid() {
    if (meeting_of_block) {
        runner->of_launch->waits_for_grid(*runner);
        meeting_of_block->wait();
        return runner->goes_on();
    }
    if (in_turns) runner->wait_for_grid();
}

void run_at_once(std::uint64_t blocks, const std::function<void()>& run_one_block) {
    grid_meeting meeting;
    meeting.running = static_cast<unsigned>(blocks);
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < blocks; ++i)
        threads.emplace_back([&] {
            meeting_of_block = &meeting;
            run_one_block();
            meeting.leave();
        });
}

blocks_in_turns::blocks_in_turns(std::uint64_t blocks) : blocks_(blocks) {
    auto& all = own_runners();
    while (all.size() < blocks) all.push_back(std::make_unique<block_runner>());
    in_turns = true;
}

blocks_in_turns::~blocks_in_turns() {
    for (std::uint64_t b = 0; b < blocks_; ++b) {
        (*this)[b].abandon_block();
        (*this)[b].end_launch();
    }
    in_turns = false;
}

block_runner& blocks_in_turns::operator[](std::uint64_t block) const {
    return *own_runners()[static_cast<std::size_t>(block)];
}

bool blocks_in_turns::some_wait() const {
    for (std::uint64_t b = 0; b < blocks_; ++b)
        if ((*this)[b].waits_for_grid) return true;
    return false;
}

std::string blocks_in_turns::refusal(const launch_info& launch, observer* watch) const {
    std::uint64_t waits = blocks_, ended = blocks_;  // one that does
    for (std::uint64_t b = blocks_; b-- > 0;) ((*this)[b].waits_for_grid ? waits : ended) = b;
    if (waits == blocks_ || ended == blocks_) return {};
    const call_site at = (*this)[waits].grid_barrier();
    std::string sentence = "Divergent barrier in the grid of ";
    sentence += std::string(launch.kernel) + ": block " + text(block_index(launch, waits)) +
                " waits at " + text(at) + " for all " + std::to_string(blocks_) +
                " blocks, and block " + text(block_index(launch, ended)) +
                " has ended. Every block of a cooperative launch must reach grid.sync() as often "
                "as the others: move it out of the condition or the early return.";
    if (watch) watch->divergent_grid(waits, at, sentence);
    return sentence;
}

}  // namespace tileproof::cpu_engine
