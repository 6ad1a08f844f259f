// SPDX-License-Identifier: MIT
// Memory of one process in another one: from the first handle of an allocation on, its pages are those of a file without a name,
// which the other process opens through /proc.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "devices/cpu/host_calls.hpp"
#include "hip/runtime/call.hpp"

namespace tileproof::hip {
namespace {

struct shared_pages {
    int file = -1;
    char* at = nullptr;
    std::size_t bytes = 0;
};
struct shared_handle {
    pid_t process;
    int file;
    ino_t which;
    std::size_t offset, bytes;  // of the memory in the file
};
static_assert(sizeof(shared_handle) <= sizeof(hipIpcMemHandle_t));
struct opened {
    shared_pages pages;
    void* memory;
    int count;
};
struct ipc_lists {
    std::mutex mutex;
    std::map<const void*, shared_pages> ours;                // by allocation
    std::map<std::pair<ino_t, std::size_t>, opened> theirs;  // by file and offset
};
ipc_lists& ipc() {
    static ipc_lists* const only = new ipc_lists;  // may be used while the program ends
    return *only;
}

// The same bytes, now in a file.
bool share(void* base, std::size_t bytes, shared_pages& s) {
    constexpr std::uintptr_t one = 4096;
    const auto first = reinterpret_cast<std::uintptr_t>(base) / one * one;
    s.at = reinterpret_cast<char*>(first);
    s.bytes = (reinterpret_cast<std::uintptr_t>(base) + bytes - first + one - 1) / one * one;
    s.file = memfd_create("hip", MFD_CLOEXEC);
    if (s.file < 0) return false;
    constexpr int both = PROT_READ | PROT_WRITE;
    void* const copy = ftruncate(s.file, static_cast<off_t>(s.bytes))
                           ? MAP_FAILED
                           : mmap(nullptr, s.bytes, both, MAP_SHARED, s.file, 0);
    if (copy == MAP_FAILED) return close(s.file), false;
    std::memcpy(copy, s.at, s.bytes);
    munmap(copy, s.bytes);
    mmap(s.at, s.bytes, both, MAP_SHARED | MAP_FIXED, s.file, 0);
    return true;
}

}  // namespace

void stop_sharing(const void* base) {
    const std::lock_guard lock(ipc().mutex);
    const auto found = ipc().ours.find(base);
    if (found == ipc().ours.end()) return;
    const shared_pages& s = found->second;
    mmap(s.at, s.bytes, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    close(s.file);
    ipc().ours.erase(found);
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t* made, void* p) {
    const api_call c("hipIpcGetMemHandle");
    void* base = nullptr;
    std::size_t bytes = 0;
    if (!made || !p || !is_allocated(p) || hipMemGetAddressRange(&base, &bytes, p))
        return c.ended(hipErrorInvalidValue);
    (void)hipDeviceSynchronize();
    const std::lock_guard lock(ipc().mutex);
    const auto [shared, fresh] = ipc().ours.try_emplace(base);
    if (fresh && !share(base, bytes, shared->second)) {
        ipc().ours.erase(shared);
        return c.ended(hipErrorOutOfMemory);
    }
    if (for_checked()) cpu_engine::host_wrote_checked(base, bytes);  // nobody sees who does
    struct stat about {};
    fstat(shared->second.file, &about);
    const auto offset = static_cast<std::size_t>(static_cast<char*>(p) - shared->second.at);
    const std::size_t before =
        static_cast<std::size_t>(static_cast<char*>(p) - static_cast<char*>(base));
    const shared_handle h{getpid(), shared->second.file, about.st_ino, offset, bytes - before};
    *made = {};
    std::memcpy(made, &h, sizeof h);
    return hipSuccess;
}
hipError_t hipIpcOpenMemHandle(void** made, hipIpcMemHandle_t handle, unsigned flags) {
    const api_call c("hipIpcOpenMemHandle");
    if (!made || flags != hipIpcMemLazyEnablePeerAccess) return c.ended(hipErrorInvalidValue);
    shared_handle h;
    std::memcpy(&h, &handle, sizeof h);
    if (h.process == getpid()) return c.ended(hipErrorInvalidContext);
    const std::lock_guard lock(ipc().mutex);
    const std::pair key(h.which, h.offset);
    if (const auto known = ipc().theirs.find(key); known != ipc().theirs.end())
        return ++known->second.count, *made = known->second.memory, hipSuccess;
    const std::string name = "/proc/" + std::to_string(h.process) + "/fd/" + std::to_string(h.file);
    const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    struct stat about {};
    const bool is_it = file >= 0 && fstat(file, &about) == 0 && about.st_ino == h.which &&
                       fits(h.offset, h.bytes, static_cast<std::size_t>(about.st_size));
    shared_pages s{file, nullptr, static_cast<std::size_t>(about.st_size)};
    void* const at =
        is_it ? mmap(nullptr, s.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (file >= 0) close(file);
    if (at == MAP_FAILED) return c.ended(hipErrorInvalidDevicePointer);
    s.at = static_cast<char*>(at);
    keep_mapped(s.at + h.offset, h.bytes, current_device());
    ipc().theirs[key] = {s, s.at + h.offset, 1};
    return *made = s.at + h.offset, hipSuccess;
}
hipError_t hipIpcCloseMemHandle(void* p) {
    const api_call c("hipIpcCloseMemHandle");
    (void)hipDeviceSynchronize();
    const std::lock_guard lock(ipc().mutex);
    for (auto& [key, o] : ipc().theirs) {
        if (o.memory != p) continue;
        if (--o.count > 0) return hipSuccess;
        forget_mapped(p);
        munmap(o.pages.at, o.pages.bytes);
        return ipc().theirs.erase(key), hipSuccess;
    }
    return c.ended(hipErrorInvalidValue);
}
