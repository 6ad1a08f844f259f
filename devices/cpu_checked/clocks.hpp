// SPDX-License-Identifier: MIT
// The order of accesses: segments of the execution, and how barriers, wave operations and atomics order them.
//
// A segment is a stretch of execution of one or more threads between two ordering operations. All threads of a block
// share a segment from one barrier to the next, unless a wave operation or a fence gives some of them their own.
// Segments are numbered as they begin. Blocks run one after another, so the segments of a block form a range:
//
//   launch_first        block_first     epoch_first
//   |  other blocks ...  |  before the   |  since the last
//   |                    |  last barrier |  barrier             -> segment numbers
//
// An access in an older segment is ordered before a new access by this thread if the segment is
// - before launch_first: an earlier launch;
// - in [block_first, epoch_first): this block, a barrier lies between;
// - this thread's own;
// - of a lane of this wave that met this one at a __syncwarp() since;
// - published and acquired (memory_model.hpp): its thread ran a releasing fence and then an atomic,
//   which this thread (or its block, before the last barrier; or a lane of its wave, before the last wave
//   operation that both took part in) has read with an atomic and then fenced.
// Everything else is concurrent, whatever the order in which it happened to run here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "devices/cpu_checked/memory_model.hpp"

namespace tileproof::cpu_checked {

class clocks {
  public:
    std::uint32_t launch_first = 1, block_first = 1, epoch_first = 1;

    void begin_launch(unsigned threads, unsigned wave_size);
    void begin_block();
    // All blocks have met at a barrier of the grid: everything before is ordered like an earlier launch.
    void begin_phase();
    void barrier();
    // These threads of one wave have met at a wave operation: what one has acquired, all have.
    void wave_operation(std::span<const unsigned> threads);
    // ... which was a __syncwarp().
    void wave_barrier(std::span<const unsigned> threads);
    // Releases and acquires.
    void fence(unsigned thread, memory_scope);
    // An atomic of this thread at `address`: sees what others published there, and publishes what this thread has
    // released.
    void atomic(unsigned thread, std::uintptr_t address, memory_order_of, memory_scope,
                bool writes);

    std::uint32_t segment(unsigned thread) const { return segment_[thread]; }
    // The next segment to begin; new memory has seen no earlier one.
    std::uint32_t next() const { return next_; }
    std::uint32_t take() { return next_++; }  // for work that is not a launch
    // Whether it would be ordered if this thread executed a fence now.
    bool ordered_after_a_fence(std::uint32_t segment, unsigned thread, unsigned me) const;
    // Whether both have fenced since: `thread` (or some thread of its block, if that is another block) and `me`.
    // A block's fence counts only if the block has since stored or read something atomic.
    bool fenced_since(std::uint32_t segment, unsigned thread, unsigned me) const;
    // Whether the block of `segment`, not the running one, has told others of it: by a fence and an atomic after that.
    bool told_of(std::uint32_t segment) const { return told_[block_of(segment)] > segment; }
    // Whether an access of `thread` in `segment` is ordered before the present access of `me`. For segments that the
    // three bounds alone do not decide.
    bool ordered(std::uint32_t segment, unsigned thread, unsigned me) const;
    // How many blocks of this launch had begun or continued before the block of `segment` did.
    std::uint64_t block_of(std::uint32_t segment) const;
    bool wraps_soon() const { return next_ > 0xf0000000u; }
    void restart() { next_ = 1; }  // the caller has discarded all records

  private:
    // Everything that all threads, or only `thread`, did in [first, last); published by `by`.
    struct interval {
        std::uint32_t block = 0;  // the first segment of the block it is about
        std::uint32_t first = 0, last = 0;
        int thread = -1;
        unsigned by = 0;
        memory_scope reach = memory_scope::wave;
        friend bool operator==(const interval&, const interval&) = default;
    };
    struct publication;
    // A prefix of a publication: what a thread has seen of it.
    struct reading {
        const publication* of = nullptr;
        std::size_t length = 0;
        memory_scope reach = memory_scope::wave;  // of the reading operation
        friend bool operator==(const reading&, const reading&) = default;
    };
    // Who polls by an atomic that writes publishes the same again and again. A segment ends with each release and each wave barrier.
    struct publisher {
        unsigned thread = 0;
        std::uint32_t segment = 0;
        memory_scope scope = memory_scope::wave;
        friend bool operator==(const publisher&, const publisher&) = default;
    };
    // Everything published at one address; only grows at its end.
    struct publication {
        std::vector<interval> intervals;  // sorted by block
        std::vector<reading> known;
        std::vector<publisher> last;  // a few
        // The last search that came here, and how long a prefix it has followed, by reach.
        mutable std::uint64_t search = 0;
        mutable std::array<std::size_t, 5> followed{};
    };
    bool published(const reading&, std::uint32_t segment, unsigned thread, unsigned me) const;
    // Whether the search that goes on has followed as much of it; from now on it has.
    bool was_followed(const reading&) const;
    bool acquired(const std::vector<reading>&, std::uint32_t segment, unsigned thread,
                  unsigned me) const;
    bool reaches(memory_scope, const interval&, unsigned me) const;
    void release(unsigned thread, memory_scope);
    void forget_releases();
    void join_releases();
    void publish(unsigned thread, publication&, memory_scope);
    static void add(std::vector<reading>&, reading);
    static void add_all(std::vector<reading>&, const std::vector<reading>&, memory_scope);
    void forget_waves();

    using row = std::array<std::uint32_t, 64>;  // by lane: ordered up to this segment
    unsigned lane(unsigned thread) const { return thread % wave_size_; }

    std::uint32_t next_ = 1;
    unsigned threads_ = 0, wave_size_ = 32;
    std::vector<std::uint32_t> segment_;  // by thread
    // To its wave, to its block, and to all blocks.
    using by_reach = std::array<std::uint32_t, 3>;
    // By thread: the last segment released, 0: none; and the first one of the time between barriers when that was.
    std::vector<by_reach> released_, released_in_;
    // Before the last barrier: the same, and the end of what all threads have released.
    std::vector<by_reach> released_by_block_;
    by_reach all_released_{};
    bool some_released_more_ = false;
    std::vector<std::uint32_t> row_of_;  // by thread: index of its row, 0: nothing known
    std::vector<row> rows_;
    std::vector<std::uint32_t> block_starts_, last_fences_;  // by block
    std::vector<std::uint32_t> told_;  // by block: the last fence that came before an atomic of its
    std::unordered_map<std::uintptr_t, publication> publications_;
    std::vector<std::vector<reading>> seen_, acquired_;       // by thread, since the last barrier
    std::vector<reading> seen_by_block_, acquired_by_block_;  // before the last barrier
    mutable std::vector<reading> found_;                      // by the search that goes on
    mutable std::uint64_t search_ = 0;
    bool published_ = false;             // some thread of this launch has released
    bool read_ = false, waves_ = false;  // seen_ and acquired_, or row_of_, must be cleared
};

}  // namespace tileproof::cpu_checked
