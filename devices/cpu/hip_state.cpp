// SPDX-License-Identifier: MIT
#include "devices/cpu/hip_state.hpp"

#include <unistd.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devices/cpu/memory.hpp"
#include "devices/cpu/parallel.hpp"

namespace tileproof::cpu_engine {
namespace {

struct state {
    std::mutex mutex;
    std::unordered_map<const void*, kernel_record> kernels;
    std::map<std::string_view, const void*> kernels_by_name;
    std::unordered_map<const void*, variable_record> variables;
    std::unordered_map<const void*, unsigned> streams;
    std::vector<void (*)(tell_shared)> shared;
};
// May be used while the program ends.
state& all() {
    static state* const only = new state;
    return *only;
}

// Streams 0, 1 and 2 are the default ones.
bool is_default(const void* stream) { return reinterpret_cast<std::uintptr_t>(stream) <= 2; }

}  // namespace

int& last_hip_error() {
    static thread_local int error = 0;
    return error;
}

host_watch*& watching_host() {
    static host_watch* one = nullptr;
    return one;
}
work_order*& ordering() {
    static work_order* one = nullptr;
    return one;
}

std::function<void(const variable_record&)>& variable_entered() {
    static auto* const one = new std::function<void(const variable_record&)>;
    return *one;
}

void enter_stream(const void* stream, unsigned flags) {
    const std::lock_guard lock(all().mutex);
    all().streams.insert_or_assign(stream, flags);
}
bool forget_stream(const void* stream) {
    {
        const std::lock_guard lock(all().mutex);
        if (all().streams.erase(stream) == 0) return false;
    }
    if (ordering()) ordering()->stream_ends(stream);
    return true;
}
bool is_stream(const void* stream) {
    if (is_default(stream)) return true;
    const std::lock_guard lock(all().mutex);
    return all().streams.contains(stream);
}
unsigned stream_flags(const void* stream) {
    const std::lock_guard lock(all().mutex);
    const auto found = all().streams.find(stream);
    return found == all().streams.end() ? 0 : found->second;
}

void enter_shared(void (*shared)(tell_shared)) {
    const std::lock_guard lock(all().mutex);
    all().shared.push_back(shared);
}

void all_shared(tell_shared tell) {
    const std::lock_guard lock(all().mutex);
    for (const auto shared : all().shared) shared(tell);
}

void enter_kernel(const kernel_record& k) {
    const std::lock_guard lock(all().mutex);
    all().kernels.insert_or_assign(k.address, k);
    if (*k.name) all().kernels_by_name.insert_or_assign(k.name, k.address);
}

const kernel_record* find_kernel(const void* address) {
    const std::lock_guard lock(all().mutex);
    const auto found = all().kernels.find(address);
    return found == all().kernels.end() ? nullptr : &found->second;
}

const kernel_record* find_kernel(const char* name) {
    const void* address = nullptr;
    {
        const std::lock_guard lock(all().mutex);
        const auto found = all().kernels_by_name.find(name);
        if (found == all().kernels_by_name.end()) return nullptr;
        address = found->second;
    }
    return find_kernel(address);
}

bool is_kernel(const kernel_record* k) {
    const std::lock_guard lock(all().mutex);
    for (const auto& [address, known] : all().kernels)
        if (k == &known) return true;
    return false;
}

void enter_variable(const variable_record& v) {
    const std::lock_guard lock(all().mutex);
    all().variables.insert_or_assign(v.address, v);
    if (variable_entered()) variable_entered()(v);
}
const variable_record* find_variable(const void* address) {
    const std::lock_guard lock(all().mutex);
    const auto found = all().variables.find(address);
    return found == all().variables.end() ? nullptr : &found->second;
}
std::vector<variable_record> all_variables() {
    const std::lock_guard lock(all().mutex);
    std::vector<variable_record> list;
    for (const auto& [address, v] : all().variables) list.push_back(v);
    return list;
}
const variable_record* find_variable(const char* name) {
    const std::lock_guard lock(all().mutex);
    for (const auto& [address, v] : all().variables)
        if (name == std::string_view(v.name)) return &v;
    return nullptr;
}

bool register_host(void* p, std::size_t bytes) { return register_memory(p, bytes); }
bool unregister_host(void* p) { return unregister_memory(p); }

std::size_t memory_total() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
std::size_t memory_free() {
    return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
int processor_count() { return static_cast<int>(cores()); }

}  // namespace tileproof::cpu_engine
