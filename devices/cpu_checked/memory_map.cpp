// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/memory_map.hpp"

#include <pthread.h>

#include <iterator>

#include "devices/cpu/memory.hpp"

namespace tileproof::cpu_checked {
namespace {
constexpr std::uintptr_t near_shared = 64u << 10;

// The end of this thread's stack, which does not move. Cached, because for the first thread of a process glibc reads
// /proc/self/maps, and a worker has thousands of mappings.
std::uintptr_t end_of_stack() {
    thread_local const std::uintptr_t end = [] {
        pthread_attr_t attributes;
        void* bottom = nullptr;
        std::size_t bytes = 0;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstack(&attributes, &bottom, &bytes);
        pthread_attr_destroy(&attributes);
        return reinterpret_cast<std::uintptr_t>(bottom) + bytes;
    }();
    return end;
}
}  // namespace

memory_map::memory_map() {
    dynamic_shared.kind = region_kind::dynamic_shared;
    host_stack_.kind = region_kind::host;
}

// Arguments of the kernel lie on this thread's stack, above this frame.
void memory_map::begin_launch(std::uint32_t first_segment) {
    launch_first_ = first_segment;
    host_stack_.base = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    host_stack_.bytes = end_of_stack() - host_stack_.base;
    for (auto& [address, b] : host_buffers_) b->memory.bytes = 0;
}

void memory_map::begin_block(void* shared, std::size_t bytes, std::uint32_t first_segment) {
    const auto base = reinterpret_cast<std::uintptr_t>(shared);
    if (bytes == 0)
        dynamic_shared.bytes = 0;
    else if (dynamic_shared.base != base || dynamic_shared.bytes != bytes)
        dynamic_shared.reset(shared, bytes, first_segment);
}

bool memory_map::is_shared(std::uintptr_t address) {
    if (holds(dynamic_shared, address, 1)) return true;
    if (buffers.find(address)) return false;
    const region* const object = module_registry::only().find(address);
    return object && object->kind == region_kind::shared;
}

memory_map::located memory_map::find(std::uintptr_t address, std::size_t bytes, bool writes) {
    if (device_memory::slot* const slot = buffers.find(address)) {
        if (slot->used && holds(slot->memory, address, bytes)) return {&slot->memory};
        const auto mapped = reinterpret_cast<std::uintptr_t>(slot->mapped);
        return {nullptr, &slot->memory,
                address >= mapped && address + bytes <= mapped + slot->mapped_bytes};
    }
    if (heap.near(address)) return {&heap.memory};  // shadow.cpp looks up the block each time
    module_registry& modules = module_registry::only();
    if (region* const object = modules.find(address)) {
        if (holds(*object, address, bytes)) return {object};
        return {nullptr, object, object->kind == region_kind::shared};  // the gap
    }
    if (holds(dynamic_shared, address, bytes)) return {&dynamic_shared};
    if (!writes) {
        if (holds(host_stack_, address, bytes)) return {&host_stack_};
        if (region* const constant = modules.constant_data(address, bytes)) return {constant};
    }
    if (dynamic_shared.bytes > 0 && address - dynamic_shared.base + near_shared < 2 * near_shared)
        return {nullptr, &dynamic_shared};
    return {host_buffer(address, bytes)};
}

region* memory_map::object_of(std::uintptr_t address) {
    if (device_memory::slot* const slot = buffers.find(address))
        return slot->used ? &slot->memory : nullptr;
    return nullptr;
}

region* memory_map::object_with(const void* p, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    if (region* const r = buffers.buffer(p, bytes)) return r;
    if (buffers.find(address)) return nullptr;
    region* const object = module_registry::only().find(address);
    if (object && object->kind == region_kind::variable && holds(*object, address, bytes))
        return object;
    return host_buffer(address, bytes);
}

region* memory_map::touched_of_both(std::uintptr_t address, std::size_t bytes) {
    const auto after = host_buffers_.upper_bound(address);
    if (after == host_buffers_.begin()) return nullptr;
    host_memory& m = *std::prev(after)->second;
    const std::uint64_t offset = address - m.memory.base;
    return offset < m.bytes && m.bytes - offset >= bytes ? &m.memory : nullptr;
}

region* memory_map::host_buffer(std::uintptr_t address, std::size_t bytes) {
    const auto known = host_buffers_.upper_bound(address);
    if (known != host_buffers_.begin()) {
        region& r = std::prev(known)->second->memory;
        if (holds(r, address, bytes)) return &r;
    }
    for (const cpu_engine::memory_block& b : cpu_engine::live_memory()) {
        const auto base = reinterpret_cast<std::uintptr_t>(b.data);
        if (address < base || address - base >= b.bytes || b.bytes - (address - base) < bytes)
            continue;
        auto& made = host_buffers_[base];
        if (!made) made = std::make_unique<host_memory>();
        region& r = made->memory;
        r.bytes = b.bytes;
        if (made->bytes == b.bytes) return &r;  // with the records of earlier work
        made->bytes = b.bytes;
        r.reset(b.data, b.bytes, launch_first_);
        r.kind = region_kind::device;
        r.name = "pinned or managed memory";
        r.initialised = true;  // hipHostMalloc: host writes are not seen
        return &r;
    }
    return nullptr;
}

void memory_map::keep_shared(std::uint32_t turn, std::uint32_t first,
                             std::vector<kept_memory>& kept) {
    kept.clear();
    const auto keep = [&](region& r) {
        if (r.of_block() && r.entered == turn && r.bytes > 0) kept.push_back(r.keep(first));
    };
    module_registry::only().each(keep);
    keep(dynamic_shared);
}

void memory_map::put_back_shared(const std::vector<kept_memory>& kept, std::uint32_t turn,
                                 std::uint32_t segment) {
    for (const kept_memory& k : kept) {
        k.of->put_back(k, segment);
        k.of->entered = turn;
    }
}

void memory_map::forget_all_records() {
    const auto forget = [](region& r) { r.forget(); };
    buffers.each(forget);
    module_registry::only().each(forget);
    dynamic_shared.forget();
    if (heap.memory.base) heap.memory.forget();
}

}  // namespace tileproof::cpu_checked
