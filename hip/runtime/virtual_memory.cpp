// SPDX-License-Identifier: MIT
// Virtual memory: reserved addresses, memory without any, and what of it is mapped where.
//
//   three pages are reserved         |     |     |     |
//   a is mapped there, and b         |  a  |  b  |     |
//   access is set, from both on      |  A     B  |     |      one piece, which kernels and copies may use
//
// Memory is a file without a name, so it can be mapped twice, and other processes can import it. Pieces are listed with the
// device's other memory; for cpu-checked, all else that is reserved is outside all memory.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <ranges>
#include <set>

#include "hip/runtime/call.hpp"

struct ihipMemGenericAllocationHandle {
    int file = -1;
    std::size_t bytes = 0;
    hipMemAllocationProp properties{};
    unsigned handles = 1, maps = 0;  // it lives until there is none of either
};

namespace tileproof::hip {
namespace {

using memory_handle = hipMemGenericAllocationHandle_t;
constexpr std::size_t page = 4096, most = std::size_t{1} << 46;

struct mapped_part {
    std::size_t bytes;
    memory_handle memory;
    std::map<int, hipMemAccessFlags> access{};  // of devices
    bool has(hipMemAccessFlags least) const {
        return std::ranges::any_of(access, [=](const auto& a) { return a.second >= least; });
    }
};
struct virtual_memory {
    std::mutex mutex;
    std::map<std::uintptr_t, std::size_t> reserved, pieces;
    std::map<std::uintptr_t, mapped_part> parts;
    std::set<memory_handle> all;
};
virtual_memory& state() {
    static virtual_memory* const only = new virtual_memory;  // may be used while the program ends
    return *only;
}

std::uintptr_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
void* pointer(std::uintptr_t at) { return reinterpret_cast<void*>(at); }
bool is_there(const hipMemLocation& l) {
    return l.type == hipMemLocationTypeDevice && is_device(l.id);
}
bool is_right(const hipMemAllocationProp* p) {
    return p && p->type == hipMemAllocationTypePinned && is_there(p->location);
}
bool is_access(hipMemAccessFlags f) {
    return is_one_of(f, hipMemAccessFlagsProtNone, hipMemAccessFlagsProtRead) ||
           f == hipMemAccessFlagsProtReadWrite;
}

// The rest is called with the lock. A handle is one while it is mapped, also when it has been released, as in AMD's runtime.
bool is_memory(memory_handle m) { return state().all.contains(m); }
memory_handle enter(int file, std::size_t bytes, const hipMemAllocationProp& p) {
    return *state().all.insert(new ihipMemGenericAllocationHandle{file, bytes, p}).first;
}
void drop_unused(memory_handle m) {
    if (m->handles || m->maps) return;
    close(m->file);
    state().all.erase(m);
    delete m;
}

// The entry of a list by address that holds all these bytes; null: none.
template <class Entry>
auto* holding(std::map<std::uintptr_t, Entry>& list, std::uintptr_t at, std::size_t bytes) {
    const auto length = [](const auto& e) {
        if constexpr (requires { e.bytes; })
            return e.bytes;
        else
            return e;
    };
    const auto next = list.upper_bound(at);
    if (next == list.begin()) return static_cast<decltype(&*next)>(nullptr);
    auto& entry = *std::prev(next);
    return fits(at - entry.first, bytes, length(entry.second)) ? &entry : nullptr;
}
mapped_part* part_at(const void* p) {
    auto* const found = holding(state().parts, number(p), 1);
    return found ? &found->second : nullptr;
}
// The parts that make up exactly these bytes; none: they do not.
auto whole_parts(const void* p, std::size_t bytes) {
    const auto first = state().parts.find(number(p));
    auto last = first;
    std::size_t so_far = 0;
    for (; last != state().parts.end() && last->first == number(p) + so_far && so_far < bytes;
         ++last)
        so_far += last->second.bytes;
    return std::ranges::subrange(first, so_far == bytes ? last : first);
}

void list_pieces() {
    virtual_memory& v = state();
    std::map<std::uintptr_t, std::size_t> now;
    for (const auto& [at, part] : v.parts) {
        if (!part.has(hipMemAccessFlagsProtRead)) continue;
        const bool goes_on = !now.empty() && now.rbegin()->first + now.rbegin()->second == at;
        if (goes_on && !v.reserved.contains(at))
            now.rbegin()->second += part.bytes;
        else
            now[at] = part.bytes;
    }
    const auto lacks = [](const auto& list, const auto& piece) {
        const auto found = list.find(piece.first);
        return found == list.end() || found->second != piece.second;
    };
    for (const auto& old : v.pieces)
        if (lacks(now, old)) forget_mapped(pointer(old.first));
    for (const auto& piece : now)
        if (lacks(v.pieces, piece))
            keep_mapped(pointer(piece.first), piece.second,
                        v.parts.at(piece.first).memory->properties.location.id);
    v.pieces = std::move(now);
}

}  // namespace
}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipMemGetAllocationGranularity(size_t* bytes, const hipMemAllocationProp* p,
                                          hipMemAllocationGranularity_flags which) {
    if (!bytes || !is_right(p) ||
        !is_one_of(which, hipMemAllocationGranularityMinimum,
                   hipMemAllocationGranularityRecommended))
        return noted(hipErrorInvalidValue);
    return *bytes = page, hipSuccess;
}

// `wish` is an address, if it is free.
hipError_t hipMemAddressReserve(void** made, size_t bytes, size_t alignment, void* wish,
                                unsigned long long flags) {
    const api_call c("hipMemAddressReserve");
    if (!made || flags) return c.ended(hipErrorInvalidValue);
    if (bytes == 0 || bytes % page || bytes > most || alignment > most ||
        (alignment & (alignment - 1)))
        return c.ended(hipErrorOutOfMemory);
    alignment = std::max(alignment, page);
    const std::size_t spare = alignment - page;
    void* const all =
        mmap(wish, bytes + spare, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return c.ended(hipErrorOutOfMemory);
    const std::uintptr_t at = (number(all) + spare) & ~(alignment - 1);
    const std::size_t before = at - number(all);
    if (before) munmap(all, before);
    if (before < spare) munmap(pointer(at + bytes), spare - before);
    const std::lock_guard lock(state().mutex);
    state().reserved[at] = bytes;
    return *made = pointer(at), hipSuccess;
}
hipError_t hipMemAddressFree(void* p, size_t bytes) {
    const api_call c("hipMemAddressFree");
    const std::lock_guard lock(state().mutex);
    const auto found = state().reserved.find(number(p));
    if (found == state().reserved.end() || found->second != bytes)
        return c.ended(hipErrorInvalidValue);
    const auto part = state().parts.lower_bound(number(p));
    if (part != state().parts.end() && part->first - number(p) < bytes)
        return c.ended(hipErrorInvalidValue);
    munmap(p, bytes);
    state().reserved.erase(found);
    return hipSuccess;
}

hipError_t hipMemCreate(memory_handle* made, size_t bytes, const hipMemAllocationProp* p,
                        unsigned long long flags) {
    const api_call c("hipMemCreate");
    if (!made || !is_right(p) || bytes == 0 || bytes % page || flags)
        return c.ended(hipErrorInvalidValue);
    const int file = bytes > cpu_engine::memory_total() ? -1 : memfd_create("hip", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        if (file >= 0) close(file);
        return c.ended(hipErrorOutOfMemory);
    }
    const std::lock_guard lock(state().mutex);
    return *made = enter(file, bytes, *p), hipSuccess;
}
hipError_t hipMemRelease(memory_handle m) {
    const api_call c("hipMemRelease");
    const std::lock_guard lock(state().mutex);
    if (!is_memory(m) || m->handles == 0) return c.ended(hipErrorInvalidValue);
    --m->handles;
    return drop_unused(m), hipSuccess;
}
hipError_t hipMemRetainAllocationHandle(memory_handle* m, void* p) {
    const std::lock_guard lock(state().mutex);
    const mapped_part* const part = part_at(p);
    if (!m || !part) return noted(hipErrorInvalidValue);
    ++part->memory->handles;
    return *m = part->memory, hipSuccess;
}
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp* p, memory_handle m) {
    const std::lock_guard lock(state().mutex);
    if (!p || !is_memory(m)) return noted(hipErrorInvalidValue);
    return *p = m->properties, hipSuccess;
}

hipError_t hipMemMap(void* p, size_t bytes, size_t offset, memory_handle m,
                     unsigned long long flags) {
    const api_call c("hipMemMap");
    const std::lock_guard lock(state().mutex);
    if (!is_memory(m) || offset || flags || bytes == 0 || (number(p) | bytes) % page ||
        bytes > m->bytes || !holding(state().reserved, number(p), bytes) || part_at(p))
        return c.ended(hipErrorInvalidValue);
    const auto next = state().parts.upper_bound(number(p));
    if (next != state().parts.end() && next->first - number(p) < bytes)
        return c.ended(hipErrorInvalidValue);
    if (mmap(p, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, m->file, 0) == MAP_FAILED)
        return c.ended(hipErrorOutOfMemory);
    ++m->maps;
    state().parts[number(p)] = {bytes, m};
    return hipSuccess;
}
hipError_t hipMemUnmap(void* p, size_t bytes) {
    const api_call c("hipMemUnmap");
    (void)hipDeviceSynchronize();
    const std::lock_guard lock(state().mutex);
    const auto parts = whole_parts(p, bytes);
    if (parts.empty()) return c.ended(hipErrorInvalidValue);
    mmap(p, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    for (const auto& [at, part] : parts) --part.memory->maps, drop_unused(part.memory);
    state().parts.erase(parts.begin(), parts.end());
    return list_pieces(), hipSuccess;
}

hipError_t hipMemSetAccess(void* p, size_t bytes, const hipMemAccessDesc* list, size_t n) {
    const api_call c("hipMemSetAccess");
    const std::lock_guard lock(state().mutex);
    const auto parts = whole_parts(p, bytes);
    if (parts.empty() || !list || n == 0) return c.ended(hipErrorInvalidValue);
    for (const hipMemAccessDesc& d : std::span(list, n))
        if (!is_there(d.location) || !is_access(d.flags)) return c.ended(hipErrorInvalidValue);
    for (auto& [at, part] : parts) {
        for (const hipMemAccessDesc& d : std::span(list, n)) part.access[d.location.id] = d.flags;
        const int reads = part.has(hipMemAccessFlagsProtRead) ? PROT_READ : PROT_NONE;
        const int writes = part.has(hipMemAccessFlagsProtReadWrite) ? PROT_WRITE : PROT_NONE;
        mprotect(pointer(at), part.bytes, reads | writes);
    }
    return list_pieces(), hipSuccess;
}
hipError_t hipMemGetAccess(unsigned long long* flags, const hipMemLocation* where, void* p) {
    const std::lock_guard lock(state().mutex);
    mapped_part* const part = part_at(p);
    if (!flags || !where || !is_there(*where) || !part) return noted(hipErrorInvalidValue);
    return *flags = part->access[where->id], hipSuccess;
}

hipError_t hipMemExportToShareableHandle(void* to, memory_handle m, hipMemAllocationHandleType type,
                                         unsigned long long flags) {
    const api_call c("hipMemExportToShareableHandle");
    const std::lock_guard lock(state().mutex);
    if (!to || !is_memory(m) || flags || type != hipMemHandleTypePosixFileDescriptor ||
        m->properties.requestedHandleType != type)
        return c.ended(hipErrorInvalidValue);
    const int file = dup(m->file);
    if (file < 0) return c.ended(hipErrorOperatingSystem);
    return *static_cast<int*>(to) = file, hipSuccess;
}
// `from` points to a file descriptor, or is one: versions of HIP differ.
hipError_t hipMemImportFromShareableHandle(memory_handle* made, void* from,
                                           hipMemAllocationHandleType type) {
    const api_call c("hipMemImportFromShareableHandle");
    const bool is_number = number(from) < page;
    if (!made || !from || type != hipMemHandleTypePosixFileDescriptor ||
        (!is_number && !reaches(from, sizeof(int))))
        return c.ended(hipErrorInvalidValue);
    const int given = is_number ? static_cast<int>(number(from)) : *static_cast<int*>(from);
    struct stat about {};
    // A file of another kind could become shorter under its addresses.
    if (fcntl(given, F_GET_SEALS) < 0 || fstat(given, &about) != 0 || about.st_size <= 0)
        return c.ended(hipErrorInvalidValue);
    const std::lock_guard lock(state().mutex);
    *made = enter(fcntl(given, F_DUPFD_CLOEXEC, 0), static_cast<std::size_t>(about.st_size),
                  {hipMemAllocationTypePinned,
                   type,
                   {hipMemLocationTypeDevice, current_device()},
                   nullptr,
                   {}});
    return hipSuccess;
}
