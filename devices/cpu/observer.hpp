// SPDX-License-Identifier: MIT
// To observe launches (a race detector, a counter, a test), derive from observer and put it into settings().watch.
// Without an observer, launches pay nothing for this.
//
// Calls about one block come from the operating-system thread that runs it; blocks run in parallel,
// so an observer that keeps state over blocks locks it or sets settings().workers = 1. Thread
// numbers are linear in the block: x + blockDim.x * (y + blockDim.y * z).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "devices/cpu/call_site.hpp"
#include "devices/cpu/index.hpp"

namespace tileproof::cpu_engine {

// The shared memory of a block by default, and on the GPUs that have most.
inline constexpr std::size_t max_shared_bytes = 64u << 10, most_shared_bytes = 160u << 10;

// Of a shared variable: where it begins, and its bytes.
using tell_shared = void (*)(void* begin, std::size_t bytes);

struct launch_info {
    const char* kernel = "";
    uint3 grid{}, block{};
    std::size_t dynamic_shared = 0;
    unsigned wave_size = 32;
    std::size_t shared_limit = max_shared_bytes;  // up to most_shared_bytes
    // Tells each shared variable that the kernel can name, as the calling thread has it; null: there is none.
    void (*shared)(tell_shared) = nullptr;
    bool fills_shared = true;  // the engine fills these for each block; false: the observer does
    const char* file = "";  // declares the kernel, as the compiler was given it; empty: not known
    bool cooperative = false;  // its blocks may wait for each other
};

// The index of the block with this number, x fastest.
inline uint3 block_index(const launch_info& launch, std::uint64_t block) {
    const std::uint64_t row = block / launch.grid.x;
    return {static_cast<unsigned>(block % launch.grid.x),
            static_cast<unsigned>(row % launch.grid.y), static_cast<unsigned>(row / launch.grid.y)};
}

struct waiting_thread {
    uint3 index{};
    unsigned thread = 0;  // linear
    call_site at;
    std::uint64_t occasion = 0;  // which iteration or call of the place (fiber.hpp); 0: unknown
};

class observer {
  public:
    virtual ~observer() = default;
    virtual void launch_begin(const launch_info&) {}
    virtual void launch_end(const launch_info&) {}
    // Dynamic shared memory of the block lies at [shared, shared + launch.dynamic_shared).
    virtual void block_begin(const launch_info&, uint3 /*block*/, void* /*shared*/) {}
    virtual void block_end(const launch_info&, uint3 /*block*/) {}
    // In a cooperative launch: the whole running block waits for the grid; all blocks do, and everything to come is
    // ordered after everything so far; block number `block` continues.
    virtual void block_waits() {}
    virtual void grid_barrier() {}
    virtual void block_resumed(std::uint64_t /*block*/, void* /*shared*/) {}
    virtual void thread_begin(unsigned /*thread*/) {}
    virtual void thread_end(unsigned /*thread*/) {}
    // A thread continues after it has waited.
    virtual void thread_resumed(unsigned /*thread*/) {}
    // All threads of the block that can go on wait for memory to change: other work may come in between, until
    // continues(). hangs(): nothing will come.
    virtual void pauses() {}
    virtual void continues(void* /*shared*/) {}
    virtual void hangs() {}
    // All threads of the block have met at a barrier: a new epoch begins.
    virtual void barrier(call_site) {}
    // These threads of one wave have met; missing lanes did something else or have ended.
    virtual void wave_operation(call_site, std::span<const unsigned> /*threads*/) {}
    // These threads of one wave have met at a __syncwarp(), which orders their memory, too.
    virtual void wave_barrier(std::span<const unsigned> /*threads*/) {}
    // The block is abandoned: its threads wait at different barriers, or some have ended. The sentence names them
    // all.
    virtual void divergent_barrier(std::span<const waiting_thread>,
                                   const std::string& /*sentence*/) {}
    // The launch is abandoned: this block waits for the grid at this place, and others have ended.
    virtual void divergent_grid(std::uint64_t /*block*/, call_site,
                                const std::string& /*sentence*/) {}
    // The block is abandoned: `thread` is at a wave operation whose mask names lanes that have not come.
    virtual void missing_lanes(unsigned /*thread*/, call_site, std::uint64_t /*lanes*/,
                               const std::string& /*sentence*/) {}
    // A wave operation gave `thread` the value of a lane that does not take part.
    virtual void absent_lane(unsigned /*thread*/, unsigned /*lane*/, call_site) {}
};

}  // namespace tileproof::cpu_engine
