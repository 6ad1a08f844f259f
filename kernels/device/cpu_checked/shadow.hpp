// SPDX-License-Identifier: MIT
// The path of every access of an instrumented kernel: find the region, compare with the records of
// who was there before, leave a record. What is in order costs a few nanoseconds, inline; everything
// else goes to functions of shadow.cpp, which tell the launch (checked_launch.hpp).
//
// Blocks run one after the other on the thread that launches, so nothing here locks, and two runs
// of one case give the same reports. Conflicts between blocks are found all the same, because order
// is decided by clocks, not by what ran when; cores are used by checking several cases at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/device/cpu_checked/memory_model.hpp"
#include "kernels/device/cpu_checked/region.hpp"

namespace tileproof::cpu_checked {

enum class access_kind { read, write, atomic_read, atomic_write, atomic_update };
constexpr bool writes(access_kind k) {
    return k != access_kind::read && k != access_kind::atomic_read;
}
constexpr bool is_atomic(access_kind k) { return k >= access_kind::atomic_read; }

inline constexpr std::int32_t full_fuel = 1 << 16;

// A variable of a thread that is not set everywhere, and whose address its function has given away.
struct unset_variable {
    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint8_t* twin = nullptr;  // bits of unset bytes are 1 (instrument/unset.hpp)
    const char* name = "";
};

// What the running thread of the kernel is and where; one for each launch under way.
struct hot_state {
    std::uintptr_t stack = 0;  // the running thread's own stack: private memory
    std::size_t stack_bytes = 0;
    record me = 0;  // segment and thread
    std::uint32_t launch_first = 1, block_first = 1, epoch_first = 1;
    std::uint32_t launch = 0;  // number of the launch
    std::uint32_t turn = 0;    // number of the block, over all launches
    std::uint32_t thread = 0;  // linear
    std::uint32_t wave_size = 32;
    std::int32_t fuel = full_fuel;  // accesses until out_of_fuel() is asked whether this may go on
    bool log_accesses = false;
    bool sampled = false;     // only some blocks of the launch run (sampling.hpp)
    bool fine_order = false;  // something else than barriers has ordered threads in this launch
    const site* last_site = nullptr;
    std::vector<unset_variable>* unset = nullptr;  // of the running thread; null when it has none
};

// Where the kernel has called a library function last, written by instrumented code.
extern "C" const site* tileproof_checked_caller;

// The place to report for an access at `at`.
inline const site& told_place(const site& at) {
    return at.in_library ? *tileproof_checked_caller : at;
}

// Of the operating-system thread: null outside kernels.
extern __thread hot_state* active __attribute__((tls_model("initial-exec")));

// Finds [address, address + bytes) when site.last is not where it is. Null: it may go on unchecked.
// Does not return when it must not.
region* resolve(std::uintptr_t address, std::size_t bytes, access_kind, site&);
// A plain access that may not take the short path: the running block meets this region for the first
// time, or the region is no ordinary one. True: it may now; false: all is done.
bool enter(region&, std::uintptr_t address, std::size_t bytes, std::size_t alignment, access_kind,
           site&);
void misaligned(std::uintptr_t address, std::size_t bytes, std::size_t alignment, access_kind,
                site&);
// A function that is hardly ever called saves the registers itself: its callers need not.
#if defined(__clang__) && defined(__x86_64__)
#define TILEPROOF_RARE __attribute__((preserve_most, cold))
#else
#define TILEPROOF_RARE __attribute__((cold))
#endif
// Noted before the address is known to be right.
TILEPROOF_RARE void out_of_fuel(const site&, std::uintptr_t address, std::size_t bytes,
                                access_kind);
// An access of the thread's own memory while it has unset variables.
void track_private(std::uintptr_t address, std::size_t bytes, bool write, const site&);
void log_access(const region&, std::uintptr_t address, std::size_t bytes, access_kind, const site&);
// An atomic or a volatile access.
void track_atomic(void* pointer, std::size_t bytes, access_kind, memory_order_of, memory_scope,
                  site&);
// A compare-and-swap of these bytes follows: it checks what the thread has read there plainly.
void validate_reads(const void* pointer, std::size_t bytes, site&);
// The cell at `cell` of a region holds a record that the inline path could not settle.
void settle_read(region&, std::uint64_t cell, record mine, std::uint64_t offset, std::size_t bytes);
void settle_readers(region&, std::uint64_t cell, record mine);
void settle_write(region&, std::uint64_t cell, record mine, std::uint64_t offset,
                  std::size_t bytes);
void settle_write_after_read(region&, std::uint64_t cell, record mine, std::uint64_t offset,
                             std::size_t bytes);

namespace detail {

// Is a record older than this thread's epoch, and of this block or an earlier launch?
inline bool settled(const hot_state& h, record r) {
    const std::uint32_t s = segment_of(r);
    return s < h.epoch_first && (s >= h.block_first || s < h.launch_first);
}
inline bool same_thread_now(record a, record b) { return ((a ^ b) >> thread_shift) == 0; }

inline void read_cell(hot_state& h, region& r, std::uint64_t cell, record mine,
                      std::uint64_t offset, std::size_t bytes) {
    if (r.written_in == h.launch || !r.initialised) {
        const record w = r.records[written][cell];
        const std::uint32_t born = r.of_block() ? h.block_first : r.birth;
        if (!same_thread_now(w, mine) &&
            (!settled(h, w) || (segment_of(w) < born && !r.initialised))) [[unlikely]]
            settle_read(r, cell, mine, offset, bytes);
    }
    const record before = r.records[reader][cell];
    if (same_thread_now(before, mine)) return;
    if (settled(h, before)) [[likely]]
        r.records[reader][cell] = mine;
    else
        settle_readers(r, cell, mine);
}

inline void write_cell(hot_state& h, region& r, std::uint64_t cell, record mine,
                       std::uint64_t offset, std::size_t bytes) {
    const record w = r.records[written][cell];
    if (!same_thread_now(w, mine) && !settled(h, w)) [[unlikely]]
        settle_write(r, cell, mine, offset, bytes);
    if (r.read_in == h.launch) {
        const record before = r.records[reader][cell];
        if ((!same_thread_now(before, mine) && !settled(h, before)) || r.shared_read_in == h.launch)
            settle_write_after_read(r, cell, mine, offset, bytes);
    }
    r.records[written][cell] = mine;
}

inline void record_access(hot_state& h, region& r, std::uint64_t offset, std::size_t bytes,
                          bool write, record mine) {
    const int shift = r.shift;
    const std::uint64_t first = offset >> shift, last = (offset + bytes) >> shift;
    const std::size_t width = std::size_t{1} << shift;
    if (write) {
        r.written_in = h.launch;
        for (std::uint64_t c = first; c < last; ++c) write_cell(h, r, c, mine, c << shift, width);
    } else {
        r.read_in = h.launch;
        for (std::uint64_t c = first; c < last; ++c) read_cell(h, r, c, mine, c << shift, width);
    }
}

}  // namespace detail

// One plain access of `bytes` bytes, not 0; the address is a multiple of `alignment` or the access
// is misaligned.
__attribute__((always_inline)) inline void track(void* pointer, std::size_t bytes,
                                                 std::size_t alignment, access_kind kind,
                                                 site& at) {
    hot_state* const h = active;
    if (!h) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (address - h->stack < h->stack_bytes) {
        if (h->unset) [[unlikely]]
            track_private(address, bytes, writes(kind), at);
        return;
    }
    const site& told = told_place(at);
    h->last_site = &told;
    if (--h->fuel < 0) [[unlikely]]
        out_of_fuel(at, address, bytes, kind);
    region* r = at.last;
    std::uint64_t offset = address - r->base;
    if (offset >= r->bytes || r->bytes - offset < bytes) [[unlikely]] {
        r = resolve(address, bytes, kind, at);
        if (!r) return;
        offset = address - r->base;
    }
    if (r->turn != h->turn) [[unlikely]]
        if (!enter(*r, address, bytes, alignment, kind, at)) return;
    if (address & (alignment - 1)) [[unlikely]]
        misaligned(address, bytes, alignment, kind, at);
    if (h->log_accesses) [[unlikely]]
        log_access(*r, address, bytes, kind, at);
    if (((offset | bytes) & ((std::uint64_t{1} << r->shift) - 1)) != 0) [[unlikely]]
        r->refine();
    const record mine = h->me | told.id;
    detail::record_access(*h, *r, offset, bytes, writes(kind), mine);
}

}  // namespace tileproof::cpu_checked
