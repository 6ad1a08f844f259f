// SPDX-License-Identifier: MIT
#include "devices/cpu/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/poison.hpp"

namespace tileproof::cpu_engine {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t most_canaries = 64u << 10;  // of the spare bytes of a large mapping
constexpr std::uint64_t freed_memory = mixed(0);
constexpr std::size_t most_pooled = std::size_t{256} << 20;

struct mapping {
    std::byte* usable = nullptr;
    std::size_t bytes = 0;
    memory_block current;
};

// Size classes for pooling: whole pages; from 16 pages on, at most an eighth is spare.
std::size_t size_class(std::size_t bytes) {
    const std::size_t pages = std::max<std::size_t>(1, (bytes + page_bytes - 1) / page_bytes);
    if (pages <= 16) return pages * page_bytes;
    const std::size_t step = std::bit_floor(pages) / 8;
    return (pages + step - 1) / step * step * page_bytes;
}

class memory_pool {
  public:
    memory_block allocate(const devices::buffer_request& request);
    void free(mapping*) noexcept;
    std::vector<memory_block> live();
    bool add_foreign(void* p, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        return foreign_.emplace(p, bytes).second;
    }
    bool remove_foreign(void* p) {
        const std::lock_guard lock(mutex_);
        return foreign_.erase(p) > 0;
    }

  private:
    mapping* map(std::size_t bytes);
    std::mutex mutex_;
    std::unordered_map<std::size_t, std::vector<mapping*>> spare_;
    std::size_t spare_bytes_ = 0;
    std::set<mapping*> live_;
    std::map<void*, std::size_t> foreign_;
};

mapping* memory_pool::map(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes + 2 * page_bytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    std::byte* const usable =
        memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory) + page_bytes;
    if (!usable || mprotect(usable, bytes, PROT_READ | PROT_WRITE) != 0) {
        if (usable) munmap(memory, bytes + 2 * page_bytes);
        throw kernels::device_error(
            "The cpu device could not map " + std::to_string(bytes) +
            " bytes for a buffer: the system has no more memory or mappings.");
    }
    return new mapping{usable, bytes, {}};
}

memory_block memory_pool::allocate(const devices::buffer_request& request) {
    if (request.bytes > (std::size_t{1} << 46))
        throw kernels::device_error("The cpu device cannot hold a buffer of " +
                                    std::to_string(request.bytes) + " bytes: its limit is 2^46.");
    const std::size_t front =
        (request.margin + request.alignment - 1) / request.alignment * request.alignment;
    const std::size_t bytes =
        size_class(front + request.bytes + request.margin + request.alignment);
    const std::lock_guard lock(mutex_);
    std::vector<mapping*>& spare = spare_[bytes];
    mapping* m = nullptr;
    if (spare.empty()) {
        m = map(bytes);
    } else {
        m = spare.back();
        spare.pop_back();
        spare_bytes_ -= bytes;
    }
    std::size_t offset = front;  // of the buffer in the usable pages
    if (request.where == devices::placement::fence_before) offset = 0;
    if (request.where == devices::placement::fence_after)
        offset = (bytes - request.bytes) / request.alignment * request.alignment;
    const std::size_t most = std::max(most_canaries, request.margin);
    m->current = {m->usable + offset, m, request.bytes, std::min(offset, most),
                  std::min(bytes - request.bytes - offset, most)};
    live_.insert(m);
    return m->current;
}

// A later case that reads out of turn must not find an earlier case's data here.
void memory_pool::free(mapping* m) noexcept {
    const std::lock_guard lock(mutex_);
    live_.erase(m);
    if (spare_bytes_ + m->bytes <= most_pooled) {
        fill_poison(m->usable, m->bytes, freed_memory);
        spare_[m->bytes].push_back(m);
        spare_bytes_ += m->bytes;
        return;
    }
    void* const all = m->usable - page_bytes;
    const std::size_t bytes = m->bytes + 2 * page_bytes;
    // An observer of the program takes these addresses for freed memory, so the host must not get them for something
    // else.
    if (watching_host())
        mmap(all, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    else
        munmap(all, bytes);
    delete m;
}

std::vector<memory_block> memory_pool::live() {
    const std::lock_guard lock(mutex_);
    std::vector<memory_block> blocks;
    for (const mapping* m : live_) blocks.push_back(m->current);
    for (const auto& [data, bytes] : foreign_) blocks.push_back({data, nullptr, bytes, 0, 0});
    std::sort(blocks.begin(), blocks.end(),
              [](const memory_block& a, const memory_block& b) { return a.data < b.data; });
    return blocks;
}

// Never destroyed: buffers of static storage duration may be freed after it.
memory_pool& pool() {
    static memory_pool* const only = new memory_pool;
    return *only;
}

}  // namespace

memory_block allocate_memory(const devices::buffer_request& request) {
    return pool().allocate(request);
}
void free_memory(void* handle) noexcept { pool().free(static_cast<mapping*>(handle)); }
std::vector<memory_block> live_memory() { return pool().live(); }
bool register_memory(void* p, std::size_t bytes) { return pool().add_foreign(p, bytes); }
bool unregister_memory(void* p) { return pool().remove_foreign(p); }

untouched_memory::untouched_memory(std::size_t bytes)
    : bytes_(std::max<std::size_t>(bytes, 1)),
      data_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (data_ == MAP_FAILED)
        throw kernels::device_error("The cpu device could not map " + std::to_string(bytes_) +
                                    " bytes: the system has no more memory or mappings.");
    register_memory(data_, bytes_);
}

untouched_memory::~untouched_memory() {
    unregister_memory(data_);
    munmap(data_, bytes_);
}

}  // namespace tileproof::cpu_engine
