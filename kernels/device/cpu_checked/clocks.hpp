// What is ordered before what: segments of the execution, and how barriers, wave operations and
// atomics order them.
//
// A segment is a stretch of one or more threads' execution between two things that order. All
// threads of a block share a segment from one barrier to the next, unless a wave operation or a
// fence gives some of them segments of their own. Segments are numbered as they begin. Blocks run
// one after the other, so the segments of a block are a range:
//
//   launch_first        block_first     epoch_first
//   |  other blocks ...  |  before the   |  since the last
//   |                    |  last barrier |  barrier             -> segment numbers
//
// An access with an older segment is ordered before a new access by this thread when it is
// - before launch_first: an earlier launch;
// - in [block_first, epoch_first): this block, a barrier lies between;
// - this thread's own;
// - of a lane of this wave that met this one at a wave operation since;
// - published by a thread that ran a fence and then an atomic, which this thread (or its block,
//   before the last barrier) has read with an atomic since.
// Everything else runs at the same time, whatever the order in which it happened to run here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tileproof::cpu_checked {

class clocks {
  public:
    std::uint32_t launch_first = 1, block_first = 1, epoch_first = 1;

    void begin_launch(unsigned threads, unsigned wave_size);
    void begin_block();
    void barrier();
    // These threads of one wave have met.
    void wave_operation(std::span<const unsigned> threads);
    void fence(unsigned thread);
    // An atomic of this thread at `address`: reads what others published there, and publishes what
    // this thread has fenced (or everything, when `releases`).
    void atomic(unsigned thread, std::uintptr_t address, bool releases);

    std::uint32_t segment(unsigned thread) const { return segment_[thread]; }
    // The next segment to begin: memory made now has seen no earlier one.
    std::uint32_t next() const { return next_; }
    // Is an access of `thread` in `segment` ordered before what `me` does now? For segments that
    // are not settled by the three bounds alone.
    bool ordered(std::uint32_t segment, unsigned thread, unsigned me) const;
    // The block (linear, in order of execution) that `segment` of this launch belongs to.
    std::uint64_t block_of(std::uint32_t segment) const;
    bool wraps_soon() const { return next_ > 0xf0000000u; }
    void restart() { next_ = 1; }  // the caller has forgotten all records

  private:
    // Everything of all threads in [first, last), or only what `thread` did.
    struct interval {
        std::uint32_t block = 0;  // the first segment of the block it is about
        std::uint32_t first = 0, last = 0;
        int thread = -1;
        friend bool operator==(const interval&, const interval&) = default;
    };
    // What was published at one address: grows at its end only.
    struct publication {
        std::vector<interval> intervals;  // sorted by block
        std::vector<std::pair<const publication*, std::size_t>> known;
    };
    using reading = std::pair<const publication*, std::size_t>;  // a publication, up to a length
    bool published(const reading&, std::uint32_t segment, unsigned thread, int depth) const;
    static void add(std::vector<reading>&, reading);

    using row = std::array<std::uint32_t, 64>;  // by lane: ordered up to this segment
    unsigned lane(unsigned thread) const { return thread % wave_size_; }

    std::uint32_t next_ = 1;
    unsigned threads_ = 0, wave_size_ = 32;
    std::vector<std::uint32_t> segment_, fenced_;  // by thread
    std::vector<std::uint32_t> row_of_;            // by thread: index of its row, 0: nothing known
    std::vector<row> rows_;
    std::vector<std::uint32_t> block_starts_;
    std::unordered_map<std::uintptr_t, publication> publications_;
    std::vector<std::vector<reading>> read_by_;  // by thread, since the last barrier
    std::vector<reading> read_by_block_;
    bool published_ = false;             // somebody has run a fence in this launch
    bool read_ = false, waves_ = false;  // read_by_ or row_of_ has to be cleared
};

}  // namespace tileproof::cpu_checked
