// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "devices/cpu/poison.hpp"
#include "devices/device.hpp"

namespace tileproof::cpu_checked {
namespace {
constexpr std::size_t room = std::size_t{256} << 20;
constexpr std::size_t gap = 256;
}  // namespace

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
