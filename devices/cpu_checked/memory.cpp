// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/memory.hpp"

#include <sys/mman.h>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

#include "devices/cpu/poison.hpp"
#include "devices/cpu_checked/shadow.hpp"
#include "devices/device.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t resting_slots = 8;  // freed slots that are not reused yet
constexpr std::size_t kept_pages = std::size_t{8}
                                   << 20;         // the most memory that a freed slot may keep
constexpr std::size_t most_of_one_program = 256;  // wide slots: the campaign itself needs some, too
constexpr std::size_t least_reserved = std::size_t{1} << 34;
constexpr const char* no_address_space =
    "The cpu-checked device reserves 16 GiB of address space, which is not memory, and this "
    "process "
    "may not have so much: raise the limit (ulimit -v).";

constexpr std::size_t room = std::size_t{256} << 20;
constexpr std::size_t gap = 256;

}  // namespace

host_gate of_host;

void device_memory::hall::reserve() {
    for (; slot_count << slot_bits >= least_reserved; --slot_bits) {
        void* const memory = mmap(nullptr, slot_count << slot_bits, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) continue;
        base = static_cast<std::byte*>(memory);
        slots.resize(slot_count);
        const auto first = reinterpret_cast<std::uintptr_t>(base),
                   end = first + (slot_count << slot_bits);
        const std::uintptr_t before = of_host.bytes ? of_host.first : first;
        const std::uintptr_t last = std::max(end, of_host.first + of_host.bytes);
        of_host.first = std::min(first, before);
        of_host.bytes = last - of_host.first;
        return;
    }
    throw kernels::device_error(no_address_space);
}

device_memory::hall::~hall() {
    if (base) munmap(base, slot_count << slot_bits);
}

std::string device_memory::why_unavailable() {
    void* const memory = mmap(nullptr, least_reserved, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return no_address_space;
    munmap(memory, least_reserved);
    return {};
}

bool device_memory::hall::holds(std::uintptr_t address) const {
    const auto first = reinterpret_cast<std::uintptr_t>(base);
    return base && address >= first && address - first < slot_count << slot_bits;
}

// Each slot has a different offset in [half / 2, half * 3 / 4). The golden section spreads them: the offsets of slots
// 1, 2, 4 or 8 apart, which an index that wraps around 32 bits would hit, differ by at least a twentieth of the
// stretch.
std::byte* device_memory::hall::place(std::size_t index) const {
    const std::size_t step = slot_count * 618 / 1000 | 1;  // odd: as many offsets as slots
    const std::size_t further = half() / 4 / slot_count / page * page;
    return base + (index << slot_bits) + half() / 2 + index * step % slot_count * further;
}

std::size_t device_memory::hall::take() {
    if (fresh < slot_count && resting.size() < resting_slots) return fresh++;
    const std::size_t index = resting.front();
    resting.pop_front();
    return index;
}

device_memory::hall* device_memory::hall_of(std::uintptr_t address) {
    for (hall& h : halls_)
        if (h.holds(address)) return &h;
    return nullptr;
}

device_memory::hall& device_memory::choose(std::size_t bytes, bool many) {
    for (hall& h : halls_) {
        if (!h.base && h.slots.empty()) h.reserve();
        const bool spare = !many || &h != &halls_[0] || h.used < most_of_one_program;
        if (!h.full() && spare && bytes <= h.half()) return h;
    }
    const hall& wide = halls_[0];
    if (bytes > wide.half())
        throw kernels::device_error("A buffer of " + std::to_string(bytes) +
                                    " bytes is more than the cpu-checked device can watch (" +
                                    std::to_string(wide.half()) + " bytes).");
    throw kernels::device_error(
        "The cpu-checked device holds at most " + std::to_string(most_of_one_program) +
        " buffers of more than " + std::to_string(halls_[1].half()) + " bytes, " +
        std::to_string(halls_[1].slot_count) + " of more than " + std::to_string(halls_[2].half()) +
        " bytes and " + std::to_string(halls_[2].slot_count) +
        " smaller ones at a time: free some of them first.");
}

device_memory::slot& device_memory::allocate(const devices::buffer_request& request,
                                             std::uint32_t first, bool many) {
    const std::lock_guard lock(mutex_);
    const std::size_t before =
        (std::max(request.margin, request.alignment) + page - 1) / page * page;
    // A request longer than any slot is refused by its length, which does not wrap around.
    const std::size_t wanted =
        std::max((before + request.bytes + request.margin + page - 1) / page * page, request.bytes);
    hall& h = choose(wanted, many);
    const std::size_t index = h.take();
    if (!h.slots[index]) h.slots[index] = std::make_unique<slot>();
    slot& s = *h.slots[index];
    s.mapped = h.place(index);
    if (wanted > s.mapped_bytes) {
        if (mprotect(s.mapped, wanted, PROT_READ | PROT_WRITE) != 0) {
            h.resting.push_front(index);
            throw kernels::device_error("The cpu-checked device could not map " +
                                        std::to_string(wanted) + " bytes.");
        }
        s.mapped_bytes = wanted;
        if (wanted > most_in_huge_pages) madvise(s.mapped, wanted, MADV_NOHUGEPAGE);
    }
    s.memory.line = s.memory.of_case = 0;
    s.margin_before = request.margin;
    s.margin_after = request.margin;
    try {
        s.memory.reset(s.mapped + before, request.bytes, first);
    } catch (...) {
        h.resting.push_front(index);
        throw;
    }
    s.memory.kind = region_kind::device;
    s.memory.name.clear();
    s.used = true;
    ++h.used;
    return s;
}

void device_memory::free(slot& s) noexcept {
    const std::lock_guard lock(mutex_);
    s.used = false;
    s.memory.freed = true;
    s.memory.freed_bytes = std::exchange(s.memory.bytes, 0);
    s.memory.pages.reset();
    if (s.mapped_bytes > most_in_huge_pages) {  // as if never mapped
        s.memory.drop_shadow();
        mprotect(s.mapped, s.mapped_bytes, PROT_NONE);
    }
    if (s.mapped_bytes > kept_pages) madvise(s.mapped, s.mapped_bytes, MADV_DONTNEED);
    if (s.mapped_bytes > most_in_huge_pages) s.mapped_bytes = 0;
    hall& h = *hall_of(reinterpret_cast<std::uintptr_t>(s.mapped));
    --h.used;
    h.resting.push_back(static_cast<std::size_t>(s.mapped - h.base) >> h.slot_bits);
}

device_memory::slot* device_memory::find(std::uintptr_t address) {
    hall* const h = hall_of(address);
    return h ? h->slots[(address - reinterpret_cast<std::uintptr_t>(h->base)) >> h->slot_bits].get()
             : nullptr;
}

region* device_memory::buffer(const void* address, std::size_t bytes) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    slot* const s = find(a);
    if (!s || !s->used || a < s->memory.base || a - s->memory.base > s->memory.bytes ||
        s->memory.bytes - (a - s->memory.base) < bytes)
        return nullptr;
    return &s->memory;
}

void device_heap::reserve() {
    void* const mapped = mmap(nullptr, room, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        throw kernels::device_error(
            "The cpu-checked device could not map 256 MiB for what kernels allocate.");
    memory.kind = region_kind::heap;
    memory.reset(mapped, room, 1);
}

void* device_heap::allocate(std::size_t bytes, std::size_t alignment, std::uint64_t seed) {
    if (!memory.base) reserve();
    bytes = std::max<std::size_t>(bytes, 1);
    alignment = std::max<std::size_t>(alignment, 16);
    if (bytes > room) return nullptr;
    std::uintptr_t begin = 0;
    const std::size_t offset = (used_ + gap + alignment - 1) / alignment * alignment;
    if (offset + bytes + gap <= room) {
        begin = memory.base + offset;
        used_ = offset + bytes;
    } else {
        auto old = freed_.lower_bound(bytes);
        while (old != freed_.end() && old->second % alignment) ++old;
        if (old == freed_.end()) return nullptr;
        begin = old->second;
        freed_.erase(old);
        for (record* const list : memory.records)
            if (list) std::memset(list + (begin - memory.base), 0, bytes * sizeof(record));
    }
    blocks_[begin] = {begin, bytes, true};
    cpu_engine::fill_poison(reinterpret_cast<void*>(begin), bytes, seed);
    return reinterpret_cast<void*>(begin);
}

void device_heap::free(block& b) {
    b.live = false;
    freed_.emplace(b.bytes, b.begin);
}

device_heap::block* device_heap::find(std::uintptr_t address) {
    const auto after = blocks_.upper_bound(address);
    return after == blocks_.begin() ? nullptr : &std::prev(after)->second;
}

void device_heap::begin_case() {
    if (used_ < room / 2) return;
    blocks_.clear();
    freed_.clear();
    used_ = 0;
    memory.forget();
    memory.initialised = false;
    madvise(reinterpret_cast<void*>(memory.base), room, MADV_DONTNEED);
}

}  // namespace tileproof::cpu_checked
