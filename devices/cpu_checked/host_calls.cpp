// SPDX-License-Identifier: MIT
// What instrumented host code calls instead of the engine: launches are always checked, hipMalloc returns this
// device's memory, and host writes to it are recorded.
#include "devices/cpu/host_calls.hpp"

#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"

#include "devices/cpu_checked/session.hpp"

#include <mutex>
#include <unordered_set>

namespace tileproof::cpu_engine {

using cpu_checked::session;

launch_status launch_checked_blocks(launch_info, run_function, const void* body);
void* allocate_checked(std::size_t bytes, const char* file, int line);
bool free_checked(void*);
void host_wrote_checked(void* to, std::size_t bytes);

launch_status launch_checked_blocks(launch_info info, run_function run, const void* body) {
    session& s = session::only();
    if (s.running_here()) return launch_blocks(info, run, body);
    // Outside session::run() and device::run(): the findings wait for the next synchronize().
    launch_status status = launch_status::ok;
    std::string error;
    // A program compiled for 64 lanes has said so; otherwise the session's setting counts.
    const unsigned lanes = settings().wave_size;
    s.run([&] {
        if (lanes == 64) settings().wave_size = lanes;
        status = launch_blocks(info, run, body);
        error = last_error();
    });
    if (status != launch_status::ok) keep_error(std::move(error));
    return status;
}

namespace {

struct given_memory {
    given_memory() {
        free_device_memory = [] {
            std::unordered_set<void*> left;
            {
                const std::lock_guard lock(only().mutex);
                left.swap(only().all);
            }
            for (void* const p : left) free_checked(p);
        };
    }
    static given_memory& only() {
        static given_memory* const g = new given_memory;  // may be used while the program ends
        return *g;
    }
    std::mutex mutex;
    std::unordered_set<void*> all;
};

}  // namespace

void* allocate_checked(std::size_t bytes, const char* file, int line) {
    if (bytes == 0) return nullptr;
    try {
        session& s = session::only();
        const auto lock = s.lock();
        auto& slot = s.memory.buffers.allocate({.bytes = bytes}, s.next_segment(), true);
        slot.memory.file = file ? file : "";
        slot.memory.line = file ? static_cast<unsigned>(line) : 0;
        slot.memory.of_case = s.next_allocation();
        void* const data = reinterpret_cast<void*>(slot.memory.base);
        const std::lock_guard given(given_memory::only().mutex);
        given_memory::only().all.insert(data);
        return data;
    } catch (const kernels::device_error&) {
        return nullptr;  // hipErrorOutOfMemory
    }
}

bool free_checked(void* pointer) {
    if (!pointer) return true;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto lock = session::only().lock();
    cpu_checked::device_memory::slot* const slot = session::only().memory.buffers.find(address);
    if (!slot) return free(pointer);
    if (!slot->used || slot->memory.base != address) return false;
    session::only().memory.buffers.free(*slot);
    const std::lock_guard given(given_memory::only().mutex);
    given_memory::only().all.erase(pointer);
    return true;
}

std::size_t bytes_at_checked(const void* pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto lock = session::only().lock();
    cpu_checked::device_memory::slot* const slot = session::only().memory.buffers.find(address);
    if (!slot || !slot->used || address < slot->memory.base) return 0;
    const std::uint64_t offset = address - slot->memory.base;
    return offset < slot->memory.bytes ? slot->memory.bytes - offset : 0;
}

void host_wrote_checked(void* to, std::size_t bytes) {
    if (bytes == 0) return;
    const auto lock = session::only().lock();
    if (cpu_checked::region* const r = session::only().memory.buffers.buffer(to, bytes))
        r->set_initialised(reinterpret_cast<std::uintptr_t>(to) - r->base, bytes);
}

}  // namespace tileproof::cpu_engine
