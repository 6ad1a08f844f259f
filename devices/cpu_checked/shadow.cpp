// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/shadow.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "devices/cpu_checked/checked_launch.hpp"

namespace tileproof::cpu_checked {
namespace {

checked_launch& of_launch() { return checked_launch::now(); }

// An access: from a record, or the current one.
struct touch {
    record who = 0;
    bool write = false, atomic = false;
};

// Reports two accesses, one of them a write and not both atomic (with sufficient scope), if nothing orders them.
void compare(const region& r, touch before, touch mine, std::uint64_t offset, std::size_t bytes) {
    const hot_state& h = *active;
    const std::uint32_t segment = segment_of(before.who);
    if (segment < h.launch_first || segment < r.birth) return;
    if (r.of_block() && segment < h.block_first) return;  // another block's copy
    if (of_launch().ordered(before.who)) return;
    if (mine.atomic && !before.atomic && of_launch().acquires(before.who, false)) return;
    of_launch().conflict(r, before.who, {before.write, before.atomic}, mine.who,
                         {mine.write, mine.atomic}, offset, bytes);
}

// Whether everything from now on is ordered after it.
bool is_past(record r) {
    return detail::settled(*active, r) ||
           (segment_of(r) < active->block_first && of_launch().of_earlier_work(r) &&
            of_launch().ordered(r));
}

bool same_thread(record a, record mine, const hot_state& h) {
    return thread_of(a) == thread_of(mine) && segment_of(a) >= h.block_first;
}

// The scope that an atomic of the running thread needs to reach that thread.
memory_scope distance(record before, const hot_state& h) {
    if (segment_of(before) < h.block_first) return memory_scope::device;
    if (thread_of(before) / h.wave_size != h.thread / h.wave_size) return memory_scope::block;
    return thread_of(before) == h.thread ? memory_scope::thread : memory_scope::wave;
}

// Keeps two records of unordered accesses that are as far apart as possible. `mine` is the newest and goes to
// `first`; the previous one may move to `other`. What another block did to its own copy of a shared array is
// irrelevant.
void keep_apart(const region& in, record& first, record& other, record mine) {
    const hot_state& h = *active;
    const record old = std::exchange(first, mine);
    const auto useful = [&](record r) {
        return !is_past(r) && !same_thread(r, mine, h) &&
               !(in.of_block() && segment_of(r) < h.block_first);
    };
    if (!useful(old)) return;
    const auto far = [&](record r) {
        return segment_of(r) < h.block_first ||
               thread_of(r) / h.wave_size != thread_of(mine) / h.wave_size;
    };
    if (useful(other) &&
        (segment_of(other) < h.block_first || (far(other) && segment_of(old) >= h.block_first)))
        return;
    other = old;
}

}  // namespace

TILEPROOF_ASIDE region* resolve(std::uintptr_t address, std::size_t bytes, access_kind kind,
                                site& at) {
    const memory_map::located found = of_launch().memory.find(address, bytes, writes(kind));
    if (found.in) return at.last = found.in;
    of_launch().outside(told_place(at), found.near,
                        found.near ? address - found.near->base : address, bytes, kind,
                        found.harmless);
    return nullptr;
}

TILEPROOF_RARE void misaligned(std::uintptr_t address, std::size_t bytes, std::size_t alignment,
                               access_kind kind, site& at) {
    of_launch().misaligned(told_place(at), *at.last, address - at.last->base, bytes, kind,
                           alignment);
}

TILEPROOF_RARE void out_of_fuel(const site& at, std::uintptr_t address, std::size_t bytes,
                                access_kind kind) {
    const region& r = *at.last;
    const bool known = r.kind < region_kind::constant && holds(r, address, bytes);
    of_launch().out_of_fuel(told_place(at), known ? &r : nullptr, address, bytes, kind);
}

TILEPROOF_RARE void refine(region& r, std::uint64_t ends) { r.refine(ends); }

void track_private(std::uintptr_t address, std::size_t bytes, bool write, bool copies,
                   const site& at) {
    unset_list& own = *active->unset;
    if (const local_array* const a = own.beyond_array(address, bytes))
        of_launch().beyond_array(told_place(at), *a, address, bytes, write);
    if (write) return own.set(address, bytes);
    // A read by the device's own headers is probably a copy of a struct; reads in headers are not reported.
    if (at.in_library) return;
    if (const unset_variable* const v = own.find_unset(address, bytes, copies))
        of_launch().unset(at, v->name);
}

TILEPROOF_ASIDE void log_access(const region& r, std::uintptr_t address, std::size_t bytes,
                                access_kind kind, const site& at) {
    of_launch().log({&told_place(at), address, active->thread, static_cast<std::uint16_t>(bytes),
                     writes(kind), r.of_block()});
}

TILEPROOF_ASIDE void settle_read(region& r, std::uint64_t cell, record mine, std::uint64_t offset,
                                 std::size_t bytes) {
    const record w = r.records[written][cell];
    const std::uint32_t born = r.of_block() ? of_launch().hot.block_first : r.birth;
    if (segment_of(w) >= born) return compare(r, {w, true, false}, {mine}, offset, bytes);
    if (r.initialised) return;
    if (r.records[last_atomic] && segment_of(r.records[last_atomic][cell]) >= born) return;
    const std::uint64_t first = r.of_block() ? 0 : r.first_uninitialised(offset, bytes);
    if (first < bytes) of_launch().unwritten(r, mine, offset + first, bytes - first);
}

TILEPROOF_ASIDE void settle_readers(region& r, std::uint64_t cell, record mine) {
    const hot_state& h = *active;
    r.shared_read_in = h.launch;
    const record first = r.records[reader][cell], other = r.records[other_reader][cell];
    // Two that no barrier can order both suffice.
    if (!detail::settled(h, other) && !of_launch().of_earlier_work(first) &&
        !of_launch().of_earlier_work(other) && thread_of(first) != thread_of(other) &&
        (!h.fine_order || thread_of(first) / h.wave_size != thread_of(other) / h.wave_size))
        return;
    keep_apart(r, r.records[reader][cell], r.records[other_reader][cell], mine);
}

TILEPROOF_ASIDE void settle_write(region& r, std::uint64_t cell, record mine, std::uint64_t offset,
                                  std::size_t bytes) {
    compare(r, {r.records[written][cell], true, false}, {mine, true}, offset, bytes);
}

TILEPROOF_ASIDE void settle_write_after_read(region& r, std::uint64_t cell, record mine,
                                             std::uint64_t offset, std::size_t bytes) {
    for (const int k : {reader, other_reader})
        compare(r, {r.records[k][cell], false, false}, {mine, true}, offset, bytes);
}

namespace {

// A plain access to memory that has seen atomics in this launch.
void compare_with_atomics(region& r, std::uint64_t cell, record mine, bool write,
                          std::uint64_t offset, std::size_t bytes) {
    const record last = r.records[last_atomic][cell];
    r.records[before_atomic][cell] = 0;
    if (!write) {
        compare(r, {last, true, true}, {mine}, offset, bytes);
        compare(r, {r.records[other_atomic][cell], true, true}, {mine}, offset, bytes);
        return;
    }
    // Coherence: after an atomic that is ordered before this access, everything before that atomic is ordered, too.
    if (segment_of(last) >= active->launch_first && of_launch().ordered(last)) return;
    compare(r, {last, true, true}, {mine, true}, offset, bytes);
    compare(r, {r.records[atomic_reader][cell], false, true}, {mine, true}, offset, bytes);
}

// False: this region keeps no records.
bool meet(region& r, std::uintptr_t address, std::size_t bytes, access_kind kind, site& at) {
    if (r.kind >= region_kind::constant) {
        if (r.kind == region_kind::constant && writes(kind))
            of_launch().constant_written(told_place(at), r, address - r.base, bytes);
        return false;
    }
    if (r.kind == region_kind::heap) {
        const device_heap::block* const b = of_launch().memory.heap.find(address);
        if (b && b->holds(address, bytes)) return true;
        of_launch().outside(told_place(at), &r, address - r.base, bytes, kind, true);
        return false;
    }
    if (std::exchange(r.entered, active->turn) != active->turn && r.kind == region_kind::shared)
        of_launch().poison(r);
    if (active->sampled) of_launch().sampled_access(r, address - r.base, bytes, kind);
    return true;
}

void atomic_cell(region& r, std::uint64_t cell, record mine, access_kind kind, std::uint64_t offset,
                 std::size_t bytes) {
    const hot_state& h = *active;
    const bool write = writes(kind);
    const touch me{mine, write, true};
    if (kind != access_kind::atomic_write && !r.initialised) {
        const std::uint32_t born = r.of_block() ? h.block_first : r.birth;
        if (segment_of(r.records[written][cell]) < born) settle_read(r, cell, mine, offset, bytes);
    }
    compare(r, {r.records[written][cell], true, false}, me, offset, bytes);
    if (write)
        for (const int k : {reader, other_reader})
            compare(r, {r.records[k][cell], false, false}, me, offset, bytes);
    // Of one location, if one of the two does not reach the other.
    for (const int k : {last_atomic, other_atomic, atomic_reader}) {
        const record before = r.records[k][cell];
        const bool wrote = k != atomic_reader;
        if ((wrote || write) && std::min(reach_of(before), reach_of(mine)) < distance(before, h))
            compare(r, {before, wrote, true}, me, offset, bytes);
    }
    for (const int k : {last_atomic, other_atomic})
        if (const record before = r.records[k][cell];
            segment_of(before) >= h.launch_first && !of_launch().ordered(before))
            of_launch().acquires(before, true);
    if (const record stored = r.records[last_atomic][cell]; kind != access_kind::atomic_write &&
                                                            segment_of(stored) >= h.launch_first &&
                                                            segment_of(stored) < h.block_first)
        of_launch().sees(stored, mine);
    r.records[before_atomic][cell] = 0;
    if (!write) {
        r.records[atomic_reader][cell] = mine;
        return;
    }
    keep_apart(r, r.records[last_atomic][cell], r.records[other_atomic][cell], mine);
    if (h.older_values && r.shift == 2) {
        std::uint32_t before = 0;
        std::memcpy(&before, reinterpret_cast<const void*>(r.base + offset), sizeof before);
        r.records[before_atomic][cell] = older_value(before);
    }
}

}  // namespace

TILEPROOF_ASIDE bool enter(region& r, std::uintptr_t address, std::size_t bytes,
                           std::size_t alignment, access_kind kind, site& at) {
    hot_state& h = *active;
    if (!meet(r, address, bytes, kind, at)) return false;
    if (r.allocated >= h.launch_first && r.allocated)
        compare(r, {record{r.allocated} << segment_shift, true, false},
                {h.me | told_place(at).id, writes(kind)}, address - r.base, bytes);
    if (r.atomic_in < h.launch_since) {
        // Heap blocks, and accesses of a sampled launch, are checked each time.
        if (r.kind != region_kind::heap && !h.sampled) r.turn = h.turn;
        return true;
    }
    if (address & (alignment - 1)) misaligned(address, bytes, alignment, kind, at);
    if (h.log_accesses) log_access(r, address, bytes, kind, at);
    const std::uint64_t offset = address - r.base;
    if (((offset | bytes) & ((std::uint64_t{1} << r.shift) - 1)) != 0) r.refine(offset | bytes);
    const record mine = h.me | told_place(at).id;
    const std::size_t width = std::size_t{1} << r.shift;
    for (std::uint64_t c = offset >> r.shift; c < (offset + bytes) >> r.shift; ++c)
        compare_with_atomics(r, c, mine, writes(kind), c << r.shift, width);
    detail::record_access(h, r, offset, bytes, writes(kind), mine);
    return false;
}

void track_atomic(void* pointer, std::size_t bytes, access_kind kind, memory_order_of order,
                  memory_scope scope, site& at, bool is_volatile) {
    hot_state* const h = active;
    if (!h) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (address - h->stack < h->stack_bytes) {
        if (h->unset->meets(address, bytes)) track_private(address, bytes, writes(kind), false, at);
        return;
    }
    const site& told = told_place(at);
    h->last_site = &told;
    if (--h->fuel < 0) out_of_fuel(at, address, bytes, kind);
    region* r = at.last;
    if (!holds(*r, address, bytes)) r = resolve(address, bytes, kind, at);
    if (!r || !meet(*r, address, bytes, kind, at)) return;
    if (address & (bytes - 1)) misaligned(address, bytes, bytes, kind, at);
    if (h->log_accesses) log_access(*r, address, bytes, kind, at);
    const std::uint64_t offset = address - r->base;
    if (((offset | bytes) & ((std::uint64_t{1} << r->shift) - 1)) != 0) r->refine(offset | bytes);
    r->expect_atomics();
    const record mine = h->me | told.id | narrowed_to(scope);
    const std::size_t width = std::size_t{1} << r->shift;
    h->gives_older = kind == access_kind::atomic_read && h->older_values && !order.acquires &&
                     r->shift == 2 && of_launch().gives_older(*r, offset, bytes, mine, is_volatile);
    for (std::uint64_t c = offset >> r->shift; c < (offset + bytes) >> r->shift; ++c)
        atomic_cell(*r, c, mine, kind, c << r->shift, width);
    r->atomic_in = h->launch;
    r->turn = 0;
    of_launch().atomic(address, order, scope, writes(kind));
}

void validate_reads(const void* pointer, std::size_t bytes, site& at) {
    hot_state* const h = active;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!h || address - h->stack < h->stack_bytes) return;
    region* r = at.last;
    if (!holds(*r, address, bytes)) r = of_launch().memory.find(address, bytes, true).in;
    if (!r || !r->records[reader] || r->read_in != h->launch) return;
    const std::uint64_t offset = address - r->base;
    for (std::uint64_t c = offset >> r->shift; c << r->shift < offset + bytes; ++c)
        for (const int k : {reader, other_reader}) {
            record& read = r->records[k][c];
            if (thread_of(read) != h->thread || segment_of(read) < h->block_first) continue;
            of_launch().validated(site_of(read));
            read = 0;
        }
}

}  // namespace tileproof::cpu_checked
