// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/launch.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/device/cpu/device_work.hpp"
#include "kernels/device/cpu/divergence.hpp"
#include "kernels/device/cpu/hip_state.hpp"
#include "kernels/device/cpu/parallel.hpp"
#include "kernels/device/cpu/poison.hpp"
#include "kernels/device/cpu/sampling.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::cpu_engine {

thread_local block_sampling* sampling = nullptr;

namespace {

std::atomic<std::uint64_t> launch_count{0};
std::atomic<std::uint64_t> blocks_of_launch{0}, blocks_begun{0};  // for who waits
thread_local std::string kept_error;
thread_local bool running_blocks = false;
thread_local std::uint64_t launches_of_case = 0;

block_runner& own_runner() {
    thread_local std::unique_ptr<block_runner> own;
    if (!own) {
        own = std::make_unique<block_runner>();
        runner = own.get();
    }
    return *own;
}

// The blocks of a cooperative launch meet here; one that has ended or failed takes no part any more.
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

// A sentence when the device cannot launch this.
std::string refusal(const launch_info& info) {
    const std::string what = std::string("The launch of ") + info.kernel + " was refused: ";
    const std::string sizes = "grid " + text(info.grid) + ", block " + text(info.block);
    if (running_blocks) return what + "kernels cannot launch kernels on the cpu device.";
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
    if (info.dynamic_shared > max_shared_bytes)
        return what + std::to_string(info.dynamic_shared) +
               " bytes of dynamic shared memory exceed " + std::to_string(max_shared_bytes) + ".";
    if (info.wave_size != 32 && info.wave_size != 64)
        return what + "the wave size is 32 or 64, not " + std::to_string(info.wave_size) + ".";
    return {};
}

// One launch under way: workers take runs of blocks, in order, until none is left.
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

    void fail(std::uint64_t block, std::string sentence) {
        const std::lock_guard lock(error_mutex);
        if (block >= failed_block) return;
        failed_block = block;
        error = std::move(sentence);
    }

    bool run_one(block_runner& r, std::uint64_t b) {
        const std::uint64_t row = b / info.grid.x;
        const uint3 block{static_cast<unsigned>(b % info.grid.x),
                          static_cast<unsigned>(row % info.grid.y),
                          static_cast<unsigned>(row / info.grid.y)};
        if (r.run_block(block, b)) return true;
        fail(b, std::move(r.error));
        r.error.clear();
        return false;
    }

    // Those that `sampling` names, until one fails.
    void work_on_sample() {
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
    void work_once() { run_blocks(1); }  // one block, for a thread that is only there for it

    void run_blocks(std::uint64_t most_chunks) {
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

}  // namespace

launch_settings& settings() {
    thread_local launch_settings own;
    return own;
}

launch_status launch_blocks(launch_info info, run_function run, const void* body) {
    const launch_settings& chosen = settings();
    info.wave_size = chosen.wave_size;
    if (std::string no = refusal(info); !no.empty()) {
        keep_error(std::move(no));
        return launch_status::refused;
    }
    launch_count.fetch_add(1, std::memory_order_relaxed);
    if (chosen.watch) chosen.watch->launch_begin(info);
    // Whoever watches has drawn a seed for this launch.
    const std::uint64_t memory_seed =
        chosen.watch ? chosen.case_seed : mixed(chosen.case_seed + launches_of_case++);
    grid_run grid{
        info,       chosen, run, body, std::uint64_t{info.grid.x} * info.grid.y * info.grid.z,
        memory_seed};
    blocks_begun = 0;
    blocks_of_launch = grid.blocks;
    const std::uint64_t block_threads = std::uint64_t{info.block.x} * info.block.y * info.block.z;
    // Waking other threads costs some microseconds: not for a few thousand threads.
    if (cooperative && grid.blocks > 1) {
        if (chosen.watch || grid.blocks > cooperative_blocks) {
            keep_error(std::string("The launch of ") + info.kernel + " was refused: " +
                       (chosen.watch ? "the cpu-checked device runs one block at a time, so blocks "
                                       "cannot wait for each "
                                       "other there. Launch one block, or take the device cpu."
                                     : "a cooperative launch has at most " +
                                           std::to_string(cooperative_blocks) + " blocks."));
            if (chosen.watch) chosen.watch->launch_end(info);
            return launch_status::refused;
        }
        grid.chunk = 1;
        grid_meeting meeting;
        meeting.running = static_cast<unsigned>(grid.blocks);
        std::vector<std::jthread> threads;
        for (std::uint64_t i = 0; i < grid.blocks; ++i)
            threads.emplace_back([&grid, &meeting] {
                meeting_of_block = &meeting;
                grid.work_once();
                meeting.leave();
            });
        threads.clear();
        if (grid.error.empty()) return launch_status::ok;
        keep_error(std::move(grid.error));
        return launch_status::failed;
    }
    if (sampling) {
        sampling->begin(info);
        grid.work_on_sample();
        if (chosen.watch) chosen.watch->launch_end(info);
        blocks_of_launch = 0;
        if (grid.error.empty()) return launch_status::ok;
        keep_error(std::move(grid.error));
        return launch_status::failed;
    }
    const bool small = grid.blocks < 2 || grid.blocks * block_threads < 4096;
    const unsigned workers = small ? 1 : chosen.workers ? chosen.workers : default_workers();
    if (workers == 1) {
        grid.chunk = grid.blocks;
        grid.work();
    } else {
        // Pieces of some 16,384 threads, but at least four for each worker.
        grid.chunk = std::max<std::uint64_t>(
            1, std::min(16384 / block_threads, grid.blocks / (std::uint64_t{workers} * 4)));
        on_workers(workers, [&grid] { grid.work(); });
    }
    if (chosen.watch) chosen.watch->launch_end(info);
    blocks_of_launch = 0;
    if (grid.error.empty()) return launch_status::ok;
    keep_error(std::move(grid.error));
    return launch_status::failed;
}

double share_of_launch_done() {
    const std::uint64_t all = blocks_of_launch;
    return all == 0 ? 0 : static_cast<double>(blocks_begun) / static_cast<double>(all);
}

void begin_case_of(std::uint64_t seed) {
    settings().case_seed = seed;
    launches_of_case = 0;
}

std::uint64_t launches_so_far() { return launch_count.load(std::memory_order_relaxed); }

cooperative_scope::cooperative_scope() { cooperative = true; }
cooperative_scope::~cooperative_scope() { cooperative = false; }
bool in_cooperative_launch() { return meeting_of_block != nullptr; }
unsigned most_cooperative_blocks() { return cooperative_blocks; }
void wait_for_grid() {
    if (meeting_of_block) meeting_of_block->wait();
}

std::string take_error() { return std::exchange(kept_error, {}); }
const std::string& last_error() { return kept_error; }
void keep_error(std::string sentence) { kept_error = std::move(sentence); }

}  // namespace tileproof::cpu_engine
