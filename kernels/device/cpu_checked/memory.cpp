// SPDX-License-Identifier: MIT
#include "kernels/device/cpu_checked/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <string>
#include <utility>

namespace tileproof::cpu_checked {
namespace {
constexpr std::size_t page = 4096;
constexpr std::size_t resting_slots = 8;  // freed slots that are not yet used again
constexpr std::size_t kept_pages = std::size_t{8}
                                   << 20;  // what a freed slot may keep of its memory
constexpr std::size_t least_reserved = std::size_t{1} << 34;
constexpr const char* no_address_space =
    "The cpu-checked device reserves 16 GiB of address space, which is not memory, and this "
    "process "
    "may not have so much: raise the limit (ulimit -v).";
}  // namespace

void device_memory::reserve() {
    for (; slot_count_ * (std::size_t{1} << slot_bits_) >= least_reserved; --slot_bits_) {
        void* const memory = mmap(nullptr, slot_count_ << slot_bits_, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) continue;
        base_ = static_cast<std::byte*>(memory);
        slots_.resize(slot_count_);
        return;
    }
    throw kernels::device_error(no_address_space);
}

std::string device_memory::why_unavailable() {
    void* const memory = mmap(nullptr, least_reserved, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return no_address_space;
    munmap(memory, least_reserved);
    return {};
}

device_memory::slot& device_memory::allocate(const kernels::buffer_request& request,
                                             std::uint32_t first) {
    const std::lock_guard lock(mutex_);
    if (!base_) reserve();
    const std::size_t half = std::size_t{1} << (slot_bits_ - 1);
    const std::size_t before =
        (std::max(request.margin, request.alignment) + page - 1) / page * page;
    const std::size_t wanted = (before + request.bytes + request.margin + page - 1) / page * page;
    if (request.bytes > half || wanted > half)
        throw kernels::device_error("A buffer of " + std::to_string(request.bytes) +
                                    " bytes is more than the cpu-checked device can watch (" +
                                    std::to_string(half) + " bytes).");
    std::size_t index = slot_count_;
    if (resting_.size() < resting_slots)
        for (std::size_t i = 0; i < slot_count_ && index == slot_count_; ++i)
            if (!slots_[i]) index = i;
    if (index == slot_count_) {
        if (resting_.empty())
            throw kernels::device_error("The cpu-checked device holds at most " +
                                        std::to_string(slot_count_) + " buffers at a time.");
        index = resting_.front();
        resting_.pop_front();
    }
    if (!slots_[index]) slots_[index] = std::make_unique<slot>();
    slot& s = *slots_[index];
    s.mapped = base_ + (index << slot_bits_) + half / 2;
    if (wanted > s.mapped_bytes) {
        if (mprotect(s.mapped, wanted, PROT_READ | PROT_WRITE) != 0) {
            resting_.push_front(index);
            throw kernels::device_error("The cpu-checked device could not map " +
                                        std::to_string(wanted) + " bytes.");
        }
        s.mapped_bytes = wanted;
    }
    s.margin_before = request.margin;
    s.margin_after = request.margin;
    try {
        s.memory.reset(s.mapped + before, request.bytes, first);
    } catch (...) {
        resting_.push_front(index);
        throw;
    }
    s.memory.kind = region_kind::device;
    s.memory.name.clear();
    s.used = true;
    return s;
}

void device_memory::free(slot& s) noexcept {
    const std::lock_guard lock(mutex_);
    s.used = false;
    s.memory.freed = true;
    s.memory.freed_bytes = std::exchange(s.memory.bytes, 0);
    if (s.mapped_bytes > kept_pages) madvise(s.mapped, s.mapped_bytes, MADV_DONTNEED);
    resting_.push_back(static_cast<std::size_t>(s.mapped - base_) >> slot_bits_);
}

device_memory::slot* device_memory::find(std::uintptr_t address) {
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    if (!base_ || address < base || address - base >= slot_count_ << slot_bits_) return nullptr;
    return slots_[(address - base) >> slot_bits_].get();
}

region* device_memory::buffer(const void* address, std::size_t bytes) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    slot* const s = find(a);
    if (!s || !s->used || a < s->memory.base || a - s->memory.base > s->memory.bytes ||
        s->memory.bytes - (a - s->memory.base) < bytes)
        return nullptr;
    return &s->memory;
}

}  // namespace tileproof::cpu_checked
