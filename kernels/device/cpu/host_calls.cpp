#include "kernels/device/cpu/host_calls.hpp"

#include <mutex>
#include <unordered_map>

#include "kernels/device/cpu/launch.hpp"
#include "kernels/device/cpu/memory.hpp"
#include "kernels/device/cpu/poison.hpp"

namespace tileproof::cpu_engine {
namespace {

struct handle_table {
    std::mutex mutex;
    std::unordered_map<void*, void*> handles;
};
handle_table& table() {
    static handle_table* const only = new handle_table;  // may be used while the program ends
    return *only;
}

}  // namespace

// What hipMalloc gives depends on the case alone, not on who had the memory before.
void poison_new_memory(void* data, std::size_t bytes) {
    fill_poison(data, bytes, block_seed(settings().case_seed, bytes));
}

void* allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    try {
        const memory_block block = allocate_memory({.bytes = bytes});
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

const char* error_text() {
    thread_local std::string text;
    if (!last_error().empty()) text = take_error();
    return text.c_str();
}

}  // namespace tileproof::cpu_engine
