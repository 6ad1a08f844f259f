// SPDX-License-Identifier: MIT
// Launches a kernel on the cpu device: the grid's blocks over all cores, with settings per host thread.
//
//   settings().workers = 1;        // one core, blocks strictly in order
//   settings().shuffle_seed = 7;   // threads of a block start and go on in an order drawn from it
//   launch({.kernel = "k", .grid = {4,1,1}, .block = {64,1,1}}, [&] { body(); });
//   take_error();                  // empty, or one sentence about the first block that failed
//
// A launch returns when all blocks have ended. Blocks start in the order of their linear index (x fastest), so a block may wait
// for lower ones; once all that have begun wait, higher ones begin. The first blocks run here, and other threads take part if the
// rest takes long. With workers == 1 no other thread is ever started, which keeps fork() safe.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "devices/cpu/runner.hpp"

namespace tileproof::cpu_engine {

// Told again and again while all blocks of a launch that have begun wait for memory to change, and when they go on.
class waiting_launch {
  public:
    virtual ~waiting_launch() = default;
    // Returns after a while. False: nothing will let it go on, unless it waits for the clock.
    virtual bool waits(bool for_clock) = 0;
    virtual void goes_on() = 0;
};
// The seconds after which what waits, and nothing could let go on, counts as a hang.
extern std::atomic<double> most_seconds_of_waiting;

struct launch_settings {
    unsigned wave_size = 32;  // 32 or 64
    unsigned workers = 0;     // 0: TILEPROOF_CPU_WORKERS, or all cores
    std::optional<std::uint64_t> shuffle_seed;
    std::uint64_t case_seed = 0;  // of the contents of unwritten memory (poison.hpp)
    observer* watch = nullptr;
    waiting_launch* waiting = nullptr;  // null: it waits alone
};
launch_settings& settings();  // of the calling host thread

// The device's limits; a launch beyond them is refused.
inline constexpr unsigned max_threads_per_block = 1024;
inline constexpr unsigned max_grid_x = 0x7fffffffu, max_grid_yz = 65535;

// The number of launches of this program that were not refused, which tells whether any kernel has run.
std::uint64_t launches_so_far();

enum class launch_status { ok, refused, failed };

// Inside a case, whose time somebody else limits.
bool is_in_case();

// The last error is kept for take_error(). info.wave_size is set from settings().
launch_status launch_blocks(launch_info info, run_function run, const void* body);

// The same in the runtime of the checked device, which observes the launch.
launch_status launch_checked_blocks(launch_info info, run_function run, const void* body);

// The sentence about the last failed launch of this host thread since take_error(); empty if there is none.
std::string take_error();
const std::string& last_error();
// Where the last launch of the case that was refused or failed was called from: return addresses, the innermost first.
const std::vector<const void*>& failed_from();
void keep_error(std::string sentence);

// Called by a thread of a kernel whose __launch_bounds__ allow fewer threads.
[[noreturn]] void refuse_beyond_bounds(unsigned long threads, unsigned long most);

// Runs body() once for each thread of the grid.
template <class Body>
launch_status launch(const launch_info& info, const Body& body) {
    const run_function run = [](block_runner& r, const void* b) {
        const Body& call = *static_cast<const Body*>(b);
        const std::uint64_t serial = r.serial;
        do {  // a fiber stays in here from block to block: no calls, no returns
            while (begin_next(r)) call();
            park(r);
        } while (r.serial == serial);
    };
    // Every launch by checked code is checked, whoever starts it.
    return is_checked() ? launch_checked_blocks(info, run, &body) : launch_blocks(info, run, &body);
}

}  // namespace tileproof::cpu_engine
