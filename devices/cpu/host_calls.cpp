// SPDX-License-Identifier: MIT
#include "devices/cpu/host_calls.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/memory.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu/sampling.hpp"

namespace tileproof::cpu_engine {
namespace {

struct handle_table {
    std::mutex mutex;
    std::unordered_map<void*, void*> handles;
};
std::atomic<std::uint64_t> fills_and_copies{0};

handle_table& table() {
    static handle_table* const only = new handle_table;  // may be used while the program ends
    return *only;
}

}  // namespace

// The contents of new memory depend only on the case, not on its previous owner.
void poison_new_memory(void* data, std::size_t bytes) {
    fill_poison(data, bytes, block_seed(settings().case_seed, bytes));
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes == 0) return nullptr;
    try {
        const memory_block block = allocate_memory({.bytes = bytes, .alignment = alignment});
        poison_new_memory(block.data, bytes);
        const std::lock_guard lock(table().mutex);
        table().handles.emplace(block.data, block.handle);
        return block.data;
    } catch (const kernels::device_error&) {
        return nullptr;
    }
}

bool free(void* pointer) {
    if (!pointer) return true;
    void* handle = nullptr;
    {
        const std::lock_guard lock(table().mutex);
        const auto found = table().handles.find(pointer);
        if (found == table().handles.end()) return false;
        handle = found->second;
        table().handles.erase(found);
    }
    free_memory(handle);
    return true;
}

void (*free_device_memory)() = nullptr;

void free_what_is_left() {
    if (free_device_memory) free_device_memory();
    std::unordered_map<void*, void*> left;
    {
        const std::lock_guard lock(table().mutex);
        left.swap(table().handles);
    }
    for (const auto& [data, handle] : left) free_memory(handle);
}

std::size_t bytes_at_host(const void* pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    for (const memory_block& b : live_memory()) {
        const auto base = reinterpret_cast<std::uintptr_t>(b.data);
        if (address >= base && address - base < b.bytes) return b.bytes - (address - base);
    }
    return 0;
}

bool (*belongs_to_device)(const void*) = nullptr;
std::uint64_t device_work_so_far() { return launches_so_far() + fills_and_copies; }

void move_bytes(void* to, const void* from, std::size_t bytes) {
    const auto of_device = [](const void* p) {
        return (belongs_to_device && belongs_to_device(p)) || bytes_at_host(p) > 0;
    };
    if (of_device(to) && of_device(from)) ++fills_and_copies;
    if (sampling) sampling->host_moves(to, from, bytes);
    std::memmove(to, from, bytes);
}
void fill_bytes(void* to, unsigned value, std::size_t width, std::size_t count) {
    ++fills_and_copies;
    if (sampling) sampling->host_moves(to, nullptr, width * count);
    if (width == 1) {
        std::memset(to, static_cast<int>(value & 0xff), count);
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(static_cast<std::byte*>(to) + i * width, &value, width);
}

const char* error_text() {
    thread_local std::string text;
    if (!last_error().empty()) text = take_error();
    return text.c_str();
}

}  // namespace tileproof::cpu_engine
