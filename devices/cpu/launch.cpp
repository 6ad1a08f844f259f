// SPDX-License-Identifier: MIT
#include "devices/cpu/launch.hpp"

#include <execinfo.h>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
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
std::atomic<double> most_seconds_of_waiting{20};

namespace {

std::atomic<std::uint64_t> launch_count{0};
std::atomic<std::uint64_t> blocks_of_launch{0}, blocks_begun{0};  // for those who wait
thread_local std::string kept_error;
thread_local std::vector<const void*> called_from;  // of a launch that was refused or failed
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

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

thread_local double waits_since = 0;  // the block that runs here

// One running launch: workers take runs of blocks, in order, until none is left.
struct grid_run final : waiting_blocks {
    grid_run(const launch_info& i, const launch_settings& s, run_function r, const void* b,
             std::uint64_t seed)
        : info(i),
          chosen(s),
          run(r),
          body(b),
          blocks(std::uint64_t{i.grid.x} * i.grid.y * i.grid.z),
          memory_seed(seed),
          of_case(in_case) {}
    const launch_info& info;
    const launch_settings chosen;
    run_function run;
    const void* body;
    const std::uint64_t blocks;
    const std::uint64_t memory_seed;
    const bool of_case;
    std::uint64_t chunk = 1;
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::uint64_t> failed_block{std::numeric_limits<std::uint64_t>::max()};
    std::mutex error_mutex{};
    std::string error{};
    std::atomic<unsigned> running{0}, waiting{0};  // runners
    std::atomic<double> same_since{0};
    std::vector<std::jthread> helpers{};  // each for a block

    void waits(block_runner& r) override {
        const double now = seconds_now();
        if (!std::exchange(r.waits, true)) ++waiting, same_since = waits_since = now;
        if (waiting < running) return make_room(now);
        if (!chosen.watch && chosen.workers != 1 && next < blocks) return help();
        constexpr double of_others = 1e-3;  // to get a processor, or to begin
        const bool alone = !chosen.waiting;
        if (chosen.watch ? alone : now - same_since < of_others) return;
        bool may_change = true;
        if (alone) {
            std::this_thread::yield();
            may_change = of_case || r.waits_for_clock || now - same_since < most_seconds_of_waiting;
        } else {
            if (chosen.watch) chosen.watch->pauses();
            may_change = chosen.waiting->waits(r.waits_for_clock);
            if (chosen.watch) chosen.watch->continues(r.dynamic_shared);
        }
        if (may_change) return;
        chosen.watch ? chosen.watch->hangs() : r.fail(r.why_it_waits());
    }
    // Others of it run, on a thread that may want this one's processor.
    static void make_room(double now) {
        constexpr double soon = 1e-3;
        if (now - waits_since < soon)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    // All blocks that run may wait for one that has not begun.
    void help() {
        constexpr std::size_t most = cooperative_blocks;
        const std::lock_guard lock(error_mutex);
        if (waiting < running || helpers.size() == most) return;
        ++running;  // from now on
        helpers.emplace_back([this] {
            --running;
            work_once();
        });
    }
    void wait_for_helpers() {  // which may call for others
        for (bool some = true; some;) {
            std::vector<std::jthread> ending;  // joined without the lock
            {
                const std::lock_guard lock(error_mutex);
                ending.swap(helpers);
            }
            some = !ending.empty();
        }
    }
    void goes_on(block_runner& r) override {
        r.waits = false;
        --waiting;
        if (chosen.waiting) chosen.waiting->goes_on();
    }
    void waits_for_grid(block_runner& r) override {
        if (!std::exchange(r.waits, true)) ++waiting;
    }
    void begin(block_runner& r) {
        r.of_launch = this;
        r.waits = false;
        r.begin_launch(info, chosen.watch, chosen.shuffle_seed, memory_seed, run, body);
    }

    void fail(std::uint64_t block, std::string sentence, bool others_go_on = false) {
        const std::lock_guard lock(error_mutex);
        if (block >= failed_block || (others_go_on && !error.empty())) return;
        if (!others_go_on) failed_block = block;
        error = std::move(sentence);
    }

    // True: the launch goes on. In a case one failure decides; the findings of a program are a list of its bugs.
    bool run_one(block_runner& r, std::uint64_t b) {
        if (r.run_block(block_index(info, b), b)) return true;
        const bool others_go_on = std::exchange(r.others_go_on, false) && !of_case;
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
            begin(r);
            while (const auto chosen_block = sampling->next())
                if (!run_one(r, b = *chosen_block)) break;
            r.end_launch();
        } catch (const std::exception& e) {
            fail(b, e.what());
        }
        running_blocks = false;
    }

    // Waking other threads takes some microseconds, on a busy machine some hundreds. Known once the first blocks have run so long.
    bool others_are_worth_it(double seconds, std::uint64_t done, bool& is_open) const {
        constexpr double trial = 30e-6, worth = 300e-6;
        if (seconds < trial) return false;
        is_open = false;
        return seconds / static_cast<double>(done) * static_cast<double>(blocks - done) > worth;
    }

    void work() { run_blocks(std::numeric_limits<std::uint64_t>::max()); }
    void work_once() { run_blocks(1); }  // one block, for a thread started only for it
    void work_on_all();
    void work_in_turns();

    void run_blocks(std::uint64_t most_chunks, bool is_trial = false) {
        const double began = is_trial ? seconds_now() : 0;
        const devices::default_rounding rounding;
        running_blocks = true;
        block_runner& r = own_runner();
        ++running;
        std::uint64_t b = 0;
        try {
            begin(r);
            for (; most_chunks > 0; --most_chunks) {
                const std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
                const std::uint64_t last = std::min(first + chunk, blocks);
                blocks_begun.store(std::min(first, blocks), std::memory_order_relaxed);
                for (b = first; b < last && b < failed_block.load(std::memory_order_relaxed); ++b) {
                    run_one(r, b);
                }
                if (b < last || last == blocks || first >= blocks) break;
                if (is_trial && others_are_worth_it(seconds_now() - began, last, is_trial)) break;
            }
            r.end_launch();
        } catch (const std::exception& e) {
            fail(b, e.what());
        }
        --running;
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
    const unsigned workers = chosen.workers ? chosen.workers : default_workers();
    if (workers == 1 || blocks < 2) return work();
    run_blocks(std::numeric_limits<std::uint64_t>::max(), true);
    if (next >= blocks) return;
    // Pieces of about 16,384 threads, but at least four for each worker.
    const std::uint64_t block_threads = std::uint64_t{info.block.x} * info.block.y * info.block.z;
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
            begin(turns[b]);
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

void remember_caller() {
    void* frames[24];
    called_from.assign(frames, frames + backtrace(frames, std::size(frames)));
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
        remember_caller();
        keep_error(std::move(no));
        return launch_status::refused;
    }
    launch_count.fetch_add(1, std::memory_order_relaxed);
    const devices::launch_time::of_kernel running;
    if (chosen.watch) chosen.watch->launch_begin(info);
    // An observer has drawn a seed for this launch.
    const std::uint64_t memory_seed =
        chosen.watch ? chosen.case_seed : mixed(chosen.case_seed + launches_of_case++);
    grid_run grid(info, chosen, run, body, memory_seed);
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
    grid.wait_for_helpers();
    if (chosen.watch) chosen.watch->launch_end(info);
    blocks_of_launch = 0;
    if (grid.error.empty()) return launch_status::ok;
    remember_caller();
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

bool is_in_case() { return in_case; }

std::uint64_t launches_so_far() { return launch_count.load(std::memory_order_relaxed); }

std::string take_error() { return std::exchange(kept_error, {}); }
const std::string& last_error() { return kept_error; }
const std::vector<const void*>& failed_from() { return called_from; }
void keep_error(std::string sentence) { kept_error = std::move(sentence); }

}  // namespace tileproof::cpu_engine
