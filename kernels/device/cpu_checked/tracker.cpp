#include "kernels/device/cpu_checked/tracker.hpp"

#include "kernels/device/cpu_checked/session.hpp"

namespace tileproof::cpu_checked {
namespace {

session& now() { return session::only(); }

bool inside(const region& r, std::uintptr_t address, std::size_t bytes) {
    return address >= r.base && address - r.base < r.bytes && r.bytes - (address - r.base) >= bytes;
}

access access_of(const region& r, record mine, std::uint64_t offset, std::size_t bytes,
                 bool write) {
    access a = now().make_access(module_registry::only().place(site_of(mine)), &r, offset, bytes,
                                 write ? access_kind::write : access_kind::read);
    a.atomic = (mine & atomic_bit) != 0;
    return a;
}

// A record that the inline path found unordered: is it, and do the two accesses clash?
void compare(const region& r, record before, bool before_writes, record mine, bool writes,
             std::uint64_t offset, std::size_t bytes) {
    if (before == 0 || (!before_writes && !writes)) return;
    if ((before & atomic_bit) && (mine & atomic_bit)) return;
    if (r.of_block() && segment_of(before) < now().hot().block_first)
        return;  // another block's copy
    if (segment_of(before) < r.birth || now().ordered(before)) return;
    now().conflict(before, before_writes, access_of(r, mine, offset, bytes, writes));
}

}  // namespace

region* resolve(std::uintptr_t address, std::size_t bytes, access_kind kind, site& at) {
    session& s = now();
    const auto use = [&](region* r) { return at.last = r; };
    region* near = nullptr;
    bool harmless = false;
    if (device_memory::slot* const slot = s.memory.find(address)) {
        if (slot->used && inside(slot->memory, address, bytes)) return use(&slot->memory);
        near = &slot->memory;
        const auto mapped = reinterpret_cast<std::uintptr_t>(slot->mapped);
        harmless = address >= mapped && address + bytes <= mapped + slot->mapped_bytes;
    } else if (region* const object = module_registry::only().find(address)) {
        if (inside(*object, address, bytes)) return use(object);
        near = object;
        harmless = object->kind == region_kind::shared;  // the gap
    } else if (inside(s.dynamic_shared(), address, bytes)) {
        return use(&s.dynamic_shared());
    } else if (!writes(kind) && inside(s.host_stack(), address, bytes)) {
        return use(&s.host_stack());
    } else if (region* const constant =
                   writes(kind) ? nullptr : module_registry::only().constant_data(address, bytes)) {
        return use(constant);
    } else if (s.dynamic_shared().bytes > 0 &&
               address - s.dynamic_shared().base + (64u << 10) < 128u << 10) {
        near = &s.dynamic_shared();
    } else if (region* const host = s.host_buffer(address, bytes)) {
        return use(host);
    }
    access a = s.make_access(at, near, near ? address - near->base : address, bytes, kind);
    s.outside(a, harmless);
    return nullptr;
}

void misaligned(std::uintptr_t address, std::size_t bytes, std::size_t alignment, access_kind kind,
                site& at) {
    region& r = *at.last;
    now().misaligned(now().make_access(at, &r, address - r.base, bytes, kind), alignment);
}

TILEPROOF_RARE void out_of_fuel(const site& at, std::uintptr_t address, std::size_t bytes,
                                access_kind kind) {
    const region& r = *at.last;
    const bool known = r.kind < region_kind::constant && inside(r, address, bytes);
    now().out_of_fuel(at, known ? &r : nullptr, address - r.base, bytes, kind);
}

void log_access(const region& r, std::uintptr_t address, std::size_t bytes, access_kind kind,
                const site& at) {
    now().log({&told_place(at), address, active->thread, static_cast<std::uint16_t>(bytes),
               writes(kind), r.of_block()});
}

void constant_written(const region& r, std::uintptr_t address, std::size_t bytes, site& at) {
    now().constant_written(now().make_access(at, &r, address - r.base, bytes, access_kind::write));
}

void settle_read(region& r, std::uint64_t cell, record mine, std::uint64_t offset,
                 std::size_t bytes) {
    const record w = r.written[cell];
    const std::uint32_t born = r.of_block() ? now().hot().block_first : r.birth;
    if (segment_of(w) >= born) return compare(r, w, true, mine, false, offset, bytes);
    if (r.initialised) return;
    const std::uint64_t first = r.of_block() ? 0 : r.first_uninitialised(offset, bytes);
    if (first < bytes) now().unwritten(access_of(r, mine, offset + first, bytes - first, false));
}

void settle_readers(region& r, std::uint64_t cell, record mine) {
    const hot_state& h = *active;
    record& first = r.reader[cell];
    if (thread_of(first) == thread_of(mine) && segment_of(first) >= h.block_first) {
        first = mine;  // this thread itself, before a wave operation or a fence
        return;
    }
    r.shared_read_in = h.launch;
    record& other = r.other_reader[cell];
    // Keep a pair of readers that is as far apart as can be: another block before another wave.
    if (!detail::settled(h, other) && !detail::same_thread_now(other, mine)) {
        const bool far = segment_of(other) < h.block_first || segment_of(first) < h.block_first ||
                         thread_of(other) / 32 != thread_of(first) / 32;
        if (far) return;
    }
    other = mine;
}

void settle_write(region& r, std::uint64_t cell, record mine, std::uint64_t offset,
                  std::size_t bytes) {
    compare(r, r.written[cell], true, mine, true, offset, bytes);
}

void settle_write_after_read(region& r, std::uint64_t cell, record mine, std::uint64_t offset,
                             std::size_t bytes) {
    const hot_state& h = *active;
    for (const record before : {r.reader[cell], r.other_reader[cell]})
        if (!detail::same_thread_now(before, mine) && !detail::settled(h, before))
            compare(r, before, false, mine, true, offset, bytes);
}

}  // namespace tileproof::cpu_checked
