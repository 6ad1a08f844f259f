// SPDX-License-Identifier: MIT
// The path of every access of an instrumented kernel: find the region, compare with the records of earlier accesses,
// leave a record. Ordered accesses cost a few nanoseconds, inline; all others call functions of shadow.cpp, which
// report to the launch (checked_launch.hpp).
//
// Blocks run one after the other on the launching thread, so nothing here locks, and two runs of a case give the same
// reports. Conflicts between blocks are still found, because clocks decide the order, not the time at which something
// ran. To use several cores, cases are checked in parallel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "devices/cpu_checked/memory_model.hpp"
#include "devices/cpu_checked/region.hpp"
#include "devices/cpu_checked/unset_list.hpp"

namespace tileproof::cpu_checked {

enum class access_kind { read, write, atomic_read, atomic_write, atomic_update };
constexpr bool writes(access_kind k) {
    return k != access_kind::read && k != access_kind::atomic_read;
}
constexpr bool is_atomic(access_kind k) { return k >= access_kind::atomic_read; }

inline constexpr std::int32_t full_fuel = 1 << 16;

// The running thread of the kernel and its state; one for each launch under way.
struct hot_state {
    std::uintptr_t stack = 0;  // the running thread's own stack: private memory
    std::size_t stack_bytes = 0;
    record me = 0;  // segment and thread
    std::uint32_t launch_first = 1, block_first = 1, epoch_first = 1;
    std::uint32_t launch = 0;  // number of the launch
    // The first launch whose work is not ordered before this one; this launch itself if no other stream has such
    // work, and then launch_first is its first segment.
    std::uint32_t launch_since = 0;
    std::uint32_t turn = 0;    // number of the block, over all launches
    std::uint32_t thread = 0;  // linear
    std::uint32_t wave_size = 32;
    std::int32_t fuel = full_fuel;  // accesses left until out_of_fuel() is called
    bool log_accesses = false;
    bool sampled = false;       // only some blocks of the launch run (sampling.hpp)
    bool older_values = false;  // relaxed loads may return them (older_values.cpp)
    bool gives_older = false;   // the current load returns `older`
    std::uint64_t older = 0;
    bool fine_order = false;  // something other than barriers has ordered threads in this launch
    const site* last_site = nullptr;
    unset_list* unset = nullptr;  // of the running thread
};

// The kernel's last call of a library function, set by instrumented code.
extern "C" const site* tileproof_checked_caller;

// The place to report for an access at `at`.
inline const site& told_place(const site& at) {
    return at.in_library ? *tileproof_checked_caller : at;
}

// Which host accesses are checked: those of device memory always, others once work that the host has not waited for
// has touched memory shared by both.
struct host_gate {
    std::uintptr_t first = 0, bytes = 0;  // around the device's memory
    bool all = false;
    bool looks(std::uintptr_t address) const { return all || address - first < bytes; }
};
extern host_gate of_host;

// The state of this operating-system thread; null outside kernels.
extern __thread hot_state* active __attribute__((tls_model("initial-exec")));

// Slow paths save their own registers (`preserve_most`), so the fast path has no spills. Rare ones are `cold`.
#if defined(__clang__) && defined(__x86_64__)
#define TILEPROOF_ASIDE __attribute__((preserve_most, noinline))
#define TILEPROOF_RARE __attribute__((preserve_most, cold))
#else
#define TILEPROOF_ASIDE __attribute__((noinline))
#define TILEPROOF_RARE __attribute__((cold))
#endif
// Finds [address, address + bytes) if it is not in site.last. Null: the access may continue unchecked. Does not
// return if the access is not allowed.
TILEPROOF_ASIDE region* resolve(std::uintptr_t address, std::size_t bytes, access_kind, site&);
// Handles a plain access that may not take the fast path, because the running block meets this region for the first
// time or the region is special. True: it may take the fast path now; false: everything is done.
TILEPROOF_ASIDE bool enter(region&, std::uintptr_t address, std::size_t bytes,
                           std::size_t alignment, access_kind, site&);
TILEPROOF_RARE void misaligned(std::uintptr_t address, std::size_t bytes, std::size_t alignment,
                               access_kind, site&);
// Records the access before the address is known to be valid.
TILEPROOF_RARE void out_of_fuel(const site&, std::uintptr_t address, std::size_t bytes,
                                access_kind);
// An access to the thread's own memory, at or near its unset variables, perhaps by the copy of a struct.
void track_private(std::uintptr_t address, std::size_t bytes, bool write, bool copies, const site&);
TILEPROOF_ASIDE void log_access(const region&, std::uintptr_t address, std::size_t bytes,
                                access_kind, const site&);
TILEPROOF_RARE void refine(region&, std::uint64_t ends);
// An atomic or a volatile access.
void track_atomic(void* pointer, std::size_t bytes, access_kind, memory_order_of, memory_scope,
                  site&, bool is_volatile = false);
// A compare-and-swap of these bytes follows; it validates the plain reads of them by this thread.
void validate_reads(const void* pointer, std::size_t bytes, site&);
// An access by the host: not in a kernel.
TILEPROOF_RARE void track_host(std::uintptr_t address, std::size_t bytes, access_kind, const site&);
// The cell at `cell` of a region holds a record that the inline path cannot settle.
TILEPROOF_ASIDE void settle_read(region&, std::uint64_t cell, record mine, std::uint64_t offset,
                                 std::size_t bytes);
TILEPROOF_ASIDE void settle_readers(region&, std::uint64_t cell, record mine);
TILEPROOF_ASIDE void settle_write(region&, std::uint64_t cell, record mine, std::uint64_t offset,
                                  std::size_t bytes);
TILEPROOF_ASIDE void settle_write_after_read(region&, std::uint64_t cell, record mine,
                                             std::uint64_t offset, std::size_t bytes);

namespace detail {

// Whether a record is older than this thread's epoch, and of this block or an earlier launch.
inline bool settled(const hot_state& h, record r) {
    const std::uint32_t s = segment_of(r);
    return s < h.epoch_first && (s >= h.block_first || s < h.launch_first);
}
inline bool same_thread_now(record a, record b) { return ((a ^ b) >> thread_shift) == 0; }

[[gnu::always_inline]] inline void read_cells(hot_state& h, region& r, std::uint64_t first,
                                              std::uint64_t last, record mine) {
    const int shift = r.shift;
    const std::size_t width = std::size_t{1} << shift;
    const bool initialised = r.initialised, asks = r.written_in >= h.launch_since || !initialised;
    const std::uint32_t born = r.of_block() ? h.block_first : r.birth;
    const record *const writers = r.records[written], *const others = r.records[other_reader];
    record* const readers = r.records[reader];
    r.read_in = h.launch;
    for (std::uint64_t c = first; c < last; ++c) {
        if (asks) {
            const record w = writers[c];
            if (!same_thread_now(w, mine) &&
                (!settled(h, w) || (segment_of(w) < born && !initialised))) [[unlikely]]
                settle_read(r, c, mine, c << shift, width);
        }
        const record before = readers[c];
        if (same_thread_now(before, mine)) continue;
        if (settled(h, before)) [[likely]]
            readers[c] = mine;
        else if (h.fine_order || settled(h, others[c]) || thread_of(before) == thread_of(others[c]))
            settle_readers(r, c,
                           mine);  // otherwise two that no barrier can order both suffice
    }
}

[[gnu::always_inline]] inline void write_cells(hot_state& h, region& r, std::uint64_t first,
                                               std::uint64_t last, record mine) {
    const int shift = r.shift;
    const std::size_t width = std::size_t{1} << shift;
    const bool read = r.read_in >= h.launch_since, read_twice = r.shared_read_in >= h.launch_since;
    record* const writers = r.records[written];
    const record* const readers = r.records[reader];
    r.written_in = h.launch;
    for (std::uint64_t c = first; c < last; ++c) {
        const record w = writers[c];
        if (!same_thread_now(w, mine) && !settled(h, w)) [[unlikely]]
            settle_write(r, c, mine, c << shift, width);
        if (read) {
            const record before = readers[c];
            if (read_twice || (!same_thread_now(before, mine) && !settled(h, before)))
                settle_write_after_read(r, c, mine, c << shift, width);
        }
        writers[c] = mine;
    }
}

[[gnu::always_inline]] inline void record_access(hot_state& h, region& r, std::uint64_t offset,
                                                 std::size_t bytes, bool write, record mine) {
    const std::uint64_t first = offset >> r.shift, last = (offset + bytes) >> r.shift;
    if (write)
        write_cells(h, r, first, last, mine);
    else
        read_cells(h, r, first, last, mine);
}

[[gnu::always_inline]] inline void track_object(hot_state& h, std::uintptr_t address,
                                                std::size_t bytes, std::size_t alignment,
                                                access_kind kind, site& at) {
    const site& told = told_place(at);
    h.last_site = &told;
    if (--h.fuel < 0) [[unlikely]]
        out_of_fuel(at, address, bytes, kind);
    region* r = at.last;
    std::uint64_t offset = address - r->base;
    if (offset >= r->bytes || r->bytes - offset < bytes) [[unlikely]] {
        r = resolve(address, bytes, kind, at);
        if (!r) return;
        offset = address - r->base;
    }
    if (r->turn != h.turn) [[unlikely]] {
        // Reads of kernel arguments and constant data leave no record.
        if (r->kind >= region_kind::constant && !writes(kind)) return;
        if (!enter(*r, address, bytes, alignment, kind, at)) return;
    }
    if (address & (alignment - 1)) [[unlikely]]
        misaligned(address, bytes, alignment, kind, at);
    if (h.log_accesses) [[unlikely]]
        log_access(*r, address, bytes, kind, at);
    if (((offset | bytes) & ((std::uint64_t{1} << r->shift) - 1)) != 0) [[unlikely]]
        refine(*r, offset | bytes);
    record_access(h, *r, offset, bytes, writes(kind), h.me | told.id);
}

}  // namespace detail

// For memory that is not the thread's own. A separate function for each size, so that accesses of private memory,
// about half of all, use none of its registers.
template <std::size_t Bytes, std::size_t Alignment, access_kind Kind>
[[gnu::noinline]] void track_object(void* pointer, site& at) {
    detail::track_object(*active, reinterpret_cast<std::uintptr_t>(pointer), Bytes, Alignment, Kind,
                         at);
}

// One plain access of `Bytes` bytes; the address is a multiple of `Alignment` or the access is misaligned.
template <std::size_t Bytes, std::size_t Alignment, access_kind Kind>
inline void track(void* pointer, site& at) {
    const hot_state* const h = active;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!h) [[unlikely]] {
        if (of_host.looks(address)) track_host(address, Bytes, Kind, at);
        return;
    }
    if (address - h->stack >= h->stack_bytes)
        return track_object<Bytes, Alignment, Kind>(pointer, at);
    if (h->unset->meets(address, Bytes)) [[unlikely]]
        track_private(address, Bytes, writes(Kind), Bytes > 8, at);
}

// The same for any number of bytes except 0.
inline void track(void* pointer, std::size_t bytes, std::size_t alignment, access_kind kind,
                  site& at) {
    hot_state* const h = active;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!h) [[unlikely]] {
        if (of_host.looks(address)) track_host(address, bytes, kind, at);
        return;
    }
    if (address - h->stack >= h->stack_bytes)
        return detail::track_object(*h, address, bytes, alignment, kind, at);
    if (h->unset->meets(address, bytes)) [[unlikely]]
        track_private(address, bytes, writes(kind), true, at);
}

}  // namespace tileproof::cpu_checked
