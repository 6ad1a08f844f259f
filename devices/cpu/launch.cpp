// SPDX-License-Identifier: MIT
#include "devices/cpu/launch.hpp"

#include <execinfo.h>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "devices/cpu/cooperative.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/cpu/divergence.hpp"
#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/parallel.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/default_rounding.hpp"
#include "devices/device.hpp"
#include "devices/launch_time.hpp"
#include "devices/running_blocks.hpp"

namespace tileproof::cpu_engine {

using devices::running_blocks;

thread_local block_sampling* sampling = nullptr;

namespace {

std::atomic<std::uint64_t> launch_count{0};
std::atomic<std::uint64_t> blocks_of_launch{0}, blocks_begun{0};  // for those who wait
thread_local std::string kept_error;
thread_local std::vector<const void*> called_from;  // of a launch that was refused
thread_local std::uint64_t launches_of_case = 0;
// True during a case: then the device reports a kernel's errors, and the program that launched it does not hear of
// them, because many programs would exit, and nobody could say why.
thread_local bool in_case = false;

block_runner& own_runner() {
    thread_local std::unique_ptr<block_runner> own;
    if (!own) {
        own = std::make_unique<block_runner>();
        runner = own.get();
    }
    return *own;
}

// A sentence if the device cannot launch this.
std::string refusal(const launch_info& info) {
    const std::string what = std::string("The launch of ") + info.kernel +
                             " was refused (hipErrorInvalidConfiguration): ";
    const std::string sizes = "grid " + text(info.grid) + ", block " + text(info.block);
    if (info.grid.x == 0 || info.grid.y == 0 || info.grid.z == 0 || info.block.x == 0 ||
        info.block.y == 0 || info.block.z == 0)
        return what + "no extent may be 0 (" + sizes + ").";
    if (std::uint64_t{info.block.x} * info.block.y > max_threads_per_block ||
        std::uint64_t{info.block.x} * info.block.y * info.block.z > max_threads_per_block)
        return what + "a block has at most " + std::to_string(max_threads_per_block) +
               " threads (" + sizes + ").";
    if (info.grid.x > max_grid_x || info.grid.y > max_grid_yz || info.grid.z > max_grid_yz)
        return what + "a grid has at most 2147483647 x 65535 x 65535 blocks (" + sizes + ").";
    for (const auto& [blocks, threads] :
         {std::pair{info.grid.x, info.block.x}, std::pair{info.grid.y, info.block.y},
          std::pair{info.grid.z, info.block.z}})
        if (std::uint64_t{blocks} * threads > 0xffffffffu)
            return what + std::to_string(blocks) + " blocks of " + std::to_string(threads) +
                   " threads along one dimension are 2^32 threads or more, which HIP does not take "
                   "(" +
                   sizes + ").";
    if (info.dynamic_shared > info.shared_limit)
        return what + std::to_string(info.dynamic_shared) +
               " bytes of dynamic shared memory exceed " + std::to_string(info.shared_limit) + ".";
    if (info.cooperative &&
        std::uint64_t{info.grid.x} * info.grid.y * info.grid.z > cooperative_blocks)
        return what + "a cooperative launch has at most " + std::to_string(cooperative_blocks) +
               " blocks (" + sizes + ").";
    if (info.wave_size != 32 && info.wave_size != 64)
        return what + "the wave size is 32 or 64, not " + std::to_string(info.wave_size) + ".";
    return {};
}

// One running launch: workers take runs of blocks, in order, until none is left.
struct grid_run {
    const launch_info& info;
    const launch_settings chosen;
    run_function run;
    const void* body;
    std::uint64_t blocks;
    std::uint64_t memory_seed;
    std::uint64_t chunk = 1;
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::uint64_t> failed_block{std::numeric_limits<std::uint64_t>::max()};
    std::mutex error_mutex{};
    std::string error{};
    bool in_program = !in_case;

    void fail(std::uint64_t block, std::string sentence, bool others_go_on = false) {
        const std::lock_guard lock(error_mutex);
        if (block >= failed_block || (others_go_on && !error.empty())) return;
        if (!others_go_on) failed_block = block;
        error = std::move(sentence);
    }

    // True: the launch goes on. In a case one failure decides; the findings of a program are a list of its bugs.
    bool run_one(block_runner& r, std::uint64_t b) {
        if (r.run_block(block_index(info, b), b)) return true;
        const bool others_go_on = std::exchange(r.others_go_on, false) && in_program;
        fail(b, std::move(r.error), others_go_on);
        r.error.clear();
        return others_go_on;
    }

    // Runs the blocks named by `sampling` until one fails.
    void work_on_sample() {
        const devices::default_rounding rounding;
        running_blocks = true;
        block_runner& r = own_runner();
        std::uint64_t b = 0;
        try {
            r.begin_launch(info, chosen.watch, chosen.shuffle_seed, memory_seed, run, body);
            while (const auto chosen_block = sampling->next())
                if (!run_one(r, b = *chosen_block)) break;
            r.end_launch();
        } catch (const std::exception& e) {
            fail(b, e.what());
        }
        running_blocks = false;
    }

    void work() { run_blocks(std::numeric_limits<std::uint64_t>::max()); }
    void work_once() { run_blocks(1); }  // one block, for a thread started only for it
    void work_on_all();
    void work_in_turns();

    void run_blocks(std::uint64_t most_chunks) {
        const devices::default_rounding rounding;
        running_blocks = true;
        block_runner& r = own_runner();
        std::uint64_t b = 0;
        try {
            r.begin_launch(info, chosen.watch, chosen.shuffle_seed, memory_seed, run, body);
            for (; most_chunks > 0; --most_chunks) {
                const std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
                const std::uint64_t last = std::min(first + chunk, blocks);
                blocks_begun.store(std::min(first, blocks), std::memory_order_relaxed);
                for (b = first; b < last && b < failed_block.load(std::memory_order_relaxed); ++b) {
                    if (chunk == blocks) blocks_begun.store(b, std::memory_order_relaxed);
                    run_one(r, b);
                }
                if (b < last || last == blocks || first >= blocks) break;
            }
            r.end_launch();
        } catch (const std::exception& e) {
            fail(b, e.what());
        }
        running_blocks = false;
    }
};

unsigned default_workers() {
    static const unsigned count = [] {
        if (const char* words = std::getenv("TILEPROOF_CPU_WORKERS")) {
            const long wanted = std::strtol(words, nullptr, 10);
            if (wanted >= 1 && wanted <= 1024) return static_cast<unsigned>(wanted);
        }
        return cores();
    }();
    return count;
}

void grid_run::work_on_all() {
    // Waking other threads takes some microseconds: too long for a few thousand threads.
    const std::uint64_t block_threads = std::uint64_t{info.block.x} * info.block.y * info.block.z;
    const bool small = blocks < 2 || blocks * block_threads < 4096;
    const unsigned workers = small ? 1 : chosen.workers ? chosen.workers : default_workers();
    if (workers == 1) {
        chunk = blocks;
        return work();
    }
    // Pieces of about 16,384 threads, but at least four for each worker.
    chunk = std::max<std::uint64_t>(
        1, std::min(16384 / block_threads, blocks / (std::uint64_t{workers} * 4)));
    on_workers(workers, [this] { work(); });
}

// Runs the blocks of a cooperative launch on this thread: each until it ends or all its threads wait for the grid.
void grid_run::work_in_turns() {
    const devices::default_rounding rounding;
    block_runner& own = own_runner();
    const blocks_in_turns turns(blocks);
    running_blocks = true;
    std::uint64_t b = 0;
    try {
        for (; b < blocks && error.empty(); ++b) {
            runner = &turns[b];
            turns[b].begin_launch(info, chosen.watch, chosen.shuffle_seed, memory_seed, run, body);
            run_one(turns[b], b);
        }
        while (error.empty() && turns.some_wait()) {
            if (std::string no = turns.refusal(info, chosen.watch); !no.empty()) {
                fail(0, std::move(no));
                break;
            }
            chosen.watch->grid_barrier();
            for (b = 0; b < blocks && error.empty(); ++b)
                if (!turns[b].resume_block(b)) fail(b, std::exchange(turns[b].error, {}));
        }
    } catch (const std::exception& e) {
        fail(b, e.what());
    }
    running_blocks = false;
    runner = &own;
}

}  // namespace

void refuse_beyond_bounds(unsigned long threads, unsigned long most) {
    throw kernel_error("The launch of " + std::string(runner->launch.kernel) +
                       " fails on a GPU (hipErrorLaunchFailure): its blocks have " +
                       std::to_string(threads) + " threads, and its __launch_bounds__ allow " +
                       std::to_string(most) + ".");
}

launch_settings& settings() {
    thread_local launch_settings own;
    return own;
}

launch_status launch_blocks(launch_info info, run_function run, const void* body) {
    const launch_settings& chosen = settings();
    info.wave_size = chosen.wave_size;
    info.cooperative = blocks_wait_for_each_other();
    if (std::string no = refusal(info); !no.empty()) {
        void* frames[24];
        called_from.assign(frames, frames + backtrace(frames, std::size(frames)));
        keep_error(std::move(no));
        return launch_status::refused;
    }
    launch_count.fetch_add(1, std::memory_order_relaxed);
    const devices::launch_time::of_kernel running;
    if (chosen.watch) chosen.watch->launch_begin(info);
    // An observer has drawn a seed for this launch.
    const std::uint64_t memory_seed =
        chosen.watch ? chosen.case_seed : mixed(chosen.case_seed + launches_of_case++);
    grid_run grid{
        info,       chosen, run, body, std::uint64_t{info.grid.x} * info.grid.y * info.grid.z,
        memory_seed};
    blocks_begun = 0;
    blocks_of_launch = grid.blocks;
    if (info.cooperative && grid.blocks > 1) {
        if (chosen.watch)
            grid.work_in_turns();
        else
            run_at_once(grid.blocks, [&grid] { grid.work_once(); });
    } else if (sampling) {
        sampling->begin(info);
        grid.work_on_sample();
    } else {
        grid.work_on_all();
    }
    if (chosen.watch) chosen.watch->launch_end(info);
    blocks_of_launch = 0;
    if (grid.error.empty()) return launch_status::ok;
    keep_error(std::move(grid.error));
    return in_case ? launch_status::ok : launch_status::failed;
}

double share_of_launch_done() {
    const std::uint64_t all = blocks_of_launch;
    return all == 0 ? 0 : static_cast<double>(blocks_begun) / static_cast<double>(all);
}

void begin_case_of(std::uint64_t seed) {
    settings().case_seed = seed;
    launches_of_case = 0;
    called_from.clear();
    in_case = true;
    last_hip_error() = 0;  // left by an earlier case
}

std::uint64_t launches_so_far() { return launch_count.load(std::memory_order_relaxed); }

std::string take_error() { return std::exchange(kept_error, {}); }
const std::string& last_error() { return kept_error; }
const std::vector<const void*>& refused_from() { return called_from; }
void keep_error(std::string sentence) { kept_error = std::move(sentence); }

}  // namespace tileproof::cpu_engine
