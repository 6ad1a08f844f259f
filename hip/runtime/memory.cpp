// SPDX-License-Identifier: MIT
// Memory of the device and of the host, managed and pooled.
//
// Device memory comes from the cpu device's pool: between unmapped pages, 256-byte aligned. Host, mapped and managed memory are the
// same for host and kernels, so one pointer serves both.
#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "devices/cpu/host_calls.hpp"
#include "hip/runtime/call.hpp"
#include "hip/runtime/under_way.hpp"

struct ihipMemPoolHandle_t {
    int device = 0;
    std::map<int, hipMemAccessFlags> access{};  // of other devices
    int reuse[4] = {1, 1, 1, 1};                // by attribute
    std::uint64_t threshold = 0;
    std::uint64_t used = 0, kept = 0;  // bytes in allocations, and freed ones that the pool keeps
    std::uint64_t most_used = 0, most_reserved = 0;
};

namespace tileproof::hip {
namespace {

using memory_kind = cpu_engine::host_watch::memory_kind;
constexpr std::uintptr_t page_bytes = 4096;

struct allocation {
    std::size_t bytes;
    memory_kind kind;
    unsigned flags;
    int device = current_device();
    bool mapped = false;  // virtual memory, which may be for reading only, or of another process
    ihipMemPoolHandle_t* pool = nullptr;
};
struct memory_lists {
    std::mutex mutex;
    std::map<std::uintptr_t, allocation> live;
    std::set<ihipMemPoolHandle_t*> pools;
    ihipMemPoolHandle_t first[most_devices], of_graphs[most_devices], *current[most_devices];
    memory_lists() {
        for (int d = 0; d < most_devices; ++d)
            first[d].device = of_graphs[d].device = d, current[d] = &first[d];
    }
};
memory_lists& memories() {
    static memory_lists* const only = new memory_lists;  // may be used while the program ends
    return *only;
}

// What a pool keeps is a number only: freed memory is freed.
void keep_at_most(ihipMemPoolHandle_t& pool, std::uint64_t bytes) {
    pool.kept = std::min(pool.kept, bytes - std::min(bytes, pool.used));
}
void give_back(allocation& a) {
    if (!a.pool) return;
    a.pool->used -= a.bytes, a.pool->kept += a.bytes;
    keep_at_most(*a.pool, a.pool->threshold);
    a.pool = nullptr;
}
void forget(const void* p) {
    const std::lock_guard lock(memories().mutex);
    const auto known = memories().live.find(reinterpret_cast<std::uintptr_t>(p));
    if (known == memories().live.end()) return;
    give_back(known->second);
    memories().live.erase(known);
}

void keep(void* p, const allocation& a) {
    if (a.kind != memory_kind::device) may_be_let_go = true;
    const std::lock_guard lock(memories().mutex);
    memories().live.insert_or_assign(reinterpret_cast<std::uintptr_t>(p), a);
}
struct found {
    std::uintptr_t base;
    allocation what;
};
std::optional<found> find_memory(const void* p) {
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    const std::lock_guard lock(memories().mutex);
    auto next = memories().live.upper_bound(at);
    if (next == memories().live.begin()) return {};
    --next;
    if (at - next->first >= next->second.bytes) return {};
    return found{next->first, next->second};
}

bool is_pool(hipMemPool_t p) {
    const std::lock_guard lock(memories().mutex);
    const auto is_it = [=](const ihipMemPoolHandle_t& first) { return p == &first; };
    return std::ranges::any_of(memories().first, is_it) || memories().pools.contains(p) ||
           std::ranges::any_of(memories().of_graphs, is_it);
}

bool is_attribute(hipMemPoolAttr a) {
    return is_one_of(a, hipMemPoolReuseFollowEventDependencies, hipMemPoolAttrUsedMemHigh);
}

hipError_t allocate_now(const api_call& c, void** made, std::size_t bytes, memory_kind kind) {
    if (is_forbidden_by_capture()) return c.ended(hipErrorStreamCaptureUnsupported);
    return allocate(c, made, bytes, kind);
}
hipError_t allocate_host(const api_call& c, void** made, std::size_t bytes, unsigned flags,
                         memory_kind kind = memory_kind::host) {
    constexpr unsigned coherent = hipExtHostAllocCoherent | hipExtHostAllocNonCoherent;
    constexpr unsigned known = hipHostMallocPortable | hipHostMallocMapped |
                               hipHostMallocWriteCombined | hipHostMallocNumaUser | coherent;
    if ((flags & coherent) == coherent || flags & ~known) return c.ended(hipErrorInvalidValue);
    const hipError_t e = allocate_now(c, made, bytes, kind);
    if (e == hipSuccess && *made) keep(*made, {bytes, kind, flags}), forget_advice(*made, bytes);
    return e;
}

}  // namespace

hipMemPool_t pool_of_graphs(int device) { return &memories().of_graphs[device]; }
void take_from(hipMemPool_t pool, void* p) {
    const std::lock_guard lock(memories().mutex);
    const auto known = memories().live.find(reinterpret_cast<std::uintptr_t>(p));
    if (known == memories().live.end() || known->second.pool) return;
    const std::size_t bytes = known->second.bytes;
    known->second.pool = pool;
    pool->used += bytes;
    pool->kept -= std::min<std::uint64_t>(pool->kept, bytes);
    pool->most_used = std::max(pool->most_used, pool->used);
    pool->most_reserved = std::max(pool->most_reserved, pool->used + pool->kept);
}
void give_back(const void* p) {
    const std::lock_guard lock(memories().mutex);
    const auto known = memories().live.find(reinterpret_cast<std::uintptr_t>(p));
    if (known != memories().live.end()) give_back(known->second);
}
std::size_t bytes_at(const void* p) {
    const std::size_t n = for_checked() ? cpu_engine::bytes_at_checked(p) : 0;
    return n ? n : cpu_engine::bytes_at_host(p);
}
bool is_device_memory(const void* p) {
    return for_checked() ? cpu_engine::bytes_at_checked(p) > 0 : cpu_engine::bytes_at_host(p) > 0;
}

bool is_only_of_device(const void* p) {
    const auto known = find_memory(p);
    return known && known->what.kind == memory_kind::device;
}
bool is_allocated(const void* p) {
    const auto known = find_memory(p);
    return known && known->what.kind == memory_kind::device && !known->what.mapped;
}
bool is_managed(const void* p, std::size_t bytes) {
    const auto known = find_memory(p);
    if (known && known->what.kind == memory_kind::managed)
        return fits(reinterpret_cast<std::uintptr_t>(p) - known->base, bytes, known->what.bytes);
    const cpu_engine::variable_record* const v = cpu_engine::find_variable(p);
    return v && v->managed && bytes <= v->bytes;
}
bool is_pinned(const void* p) { return find_memory(p) || cpu_engine::find_variable(p); }

std::size_t product(std::initializer_list<std::size_t> factors) {
    std::size_t all = 1;
    bool is_zero = false, too_large = false;
    for (const std::size_t n : factors)
        is_zero |= n == 0, too_large |= __builtin_mul_overflow(all, n, &all);
    return is_zero ? 0 : too_large ? ~std::size_t{0} : all;
}

// Memory of the program is asked for by reading or writing one byte of each page, which the kernel does without a signal, and
// which a copy does anyway. Kernels before 5.14 cannot: nothing is known then.
bool reaches(const void* p, std::size_t bytes, bool to_be_written) {
    constexpr int populate_read = 22, populate_write = 23;
    const auto at = reinterpret_cast<std::uintptr_t>(p), from = at / page_bytes * page_bytes;
    if (const auto known = find_memory(p); known && known->what.kind != memory_kind::registered) {
        const bool is_in = fits(at - known->base, bytes, known->what.bytes);
        if (!is_in || !known->what.mapped) return is_in;
    }
    if (bytes == 0 || !p || at + bytes < at) return bytes == 0;
    static const bool can_ask = [] {
        alignas(page_bytes) static char own[page_bytes];
        return madvise(own, page_bytes, populate_write) == 0;
    }();
    return !can_ask || madvise(reinterpret_cast<void*>(from), at + bytes - from,
                               to_be_written ? populate_write : populate_read) == 0;
}

bool can_span(std::size_t pitch, std::size_t height, std::size_t slice, std::size_t depth) {
    constexpr std::size_t most = std::size_t{1} << 46;
    return product({pitch, height}) <= most && product({slice, depth}) <= most;
}

hipError_t allocate(const api_call& c, void** made, std::size_t bytes, memory_kind kind) {
    if (!made) return c.ended(hipErrorInvalidValue);
    if (bytes > cpu_engine::memory_total())
        *made = nullptr;
    else
        *made = kind == memory_kind::device && for_checked()
                    ? cpu_engine::allocate_checked(bytes, c.at.file, c.at.line)
                    : cpu_engine::allocate(bytes, kind == memory_kind::managed ? page_bytes : 256);
    if (*made) {
        keep(*made, {bytes, kind, 0});
        if (cpu_engine::watching_host())
            cpu_engine::watching_host()->allocated(*made, bytes, kind, c.at);
    }
    return c.ended(*made || bytes == 0 ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t release(const api_call& c, void* p, bool of_device) {
    const auto allocated = p && of_device ? find_memory(p) : std::nullopt;
    if (p) (void)wait_for_all(allocated ? allocated->what.device : -1);
    if (p && order()) order()->frees(p, c.name);
    stop_sharing(p);
    const bool known =
        of_device && for_checked() ? cpu_engine::free_checked(p) : cpu_engine::free(p);
    if (p && cpu_engine::watching_host())
        cpu_engine::watching_host()->freed(p, known, c.at);
    else if (!known && order())
        order()->frees_wrongly(p, c.name, c.at);
    if (p && known) forget(p);
    return c.ended(known ? hipSuccess : hipErrorInvalidValue);
}

void release_all(const api_call& c, int device) {
    std::map<std::uintptr_t, allocation> all;
    {
        const std::lock_guard lock(memories().mutex);
        all = memories().live;
    }
    for (const auto& [at, a] : all)
        if (a.device == device && !a.mapped && a.kind != memory_kind::registered)
            (void)release(c, reinterpret_cast<void*>(at), a.kind == memory_kind::device);
}

void keep_mapped(void* p, std::size_t bytes, int device) {
    cpu_engine::register_host(p, bytes);
    keep(p, {bytes, memory_kind::device, 0, device, true});
}
void forget_mapped(void* p) {
    cpu_engine::unregister_host(p);
    forget(p);
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipMalloc(void** p, size_t bytes) {
    return allocate_now(api_call("hipMalloc"), p, bytes, memory_kind::device);
}
hipError_t hipExtMallocWithFlags(void** p, size_t bytes, unsigned flags) {
    const api_call c("hipExtMallocWithFlags");
    if (flags > hipDeviceMallocContiguous || (flags == hipMallocSignalMemory && bytes != 8))
        return c.ended(hipErrorInvalidValue);
    return allocate_now(c, p, bytes, memory_kind::device);
}
hipError_t hipFree(void* p) { return release(api_call("hipFree"), p, true); }
hipError_t hipHostMalloc(void** p, size_t bytes, unsigned flags) {
    return allocate_host(api_call("hipHostMalloc"), p, bytes, flags);
}
hipError_t hipHostAlloc(void** p, size_t bytes, unsigned flags) {
    return allocate_host(api_call("hipHostAlloc"), p, bytes, flags);
}
hipError_t hipExtHostAlloc(void** p, size_t bytes, unsigned flags) {
    return allocate_host(api_call("hipExtHostAlloc"), p, bytes, flags);
}
hipError_t hipMallocHost(void** p, size_t bytes) {
    return allocate_host(api_call("hipMallocHost"), p, bytes, 0);
}
hipError_t hipMemAllocHost(void** p, size_t bytes) {
    return allocate_host(api_call("hipMemAllocHost"), p, bytes, 0);
}
hipError_t hipHostFree(void* p) { return release(api_call("hipHostFree"), p, false); }
hipError_t hipFreeHost(void* p) { return release(api_call("hipFreeHost"), p, false); }
hipError_t hipMallocManaged(void** p, size_t bytes, unsigned flags) {
    const api_call c("hipMallocManaged");
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost)
        return c.ended(hipErrorInvalidValue);
    return allocate_host(c, p, bytes, flags, memory_kind::managed);
}
// The size of a row is a multiple of 256 bytes.
hipError_t hipMallocPitch(void** p, size_t* pitch, size_t width, size_t height) {
    const api_call c("hipMallocPitch");
    if (!p || !pitch) return c.ended(hipErrorInvalidValue);
    *pitch = product({width / 256 + (width % 256 != 0), 256});
    return allocate_now(c, p, product({*pitch, height}), memory_kind::device);
}
hipError_t hipMemAllocPitch(hipDeviceptr_t* p, size_t* pitch, size_t width, size_t height,
                            unsigned element) {
    if (element != 4 && element != 8 && element != 16)
        return api_call("hipMemAllocPitch").ended(hipErrorInvalidValue);
    return hipMallocPitch(p, pitch, width, height);
}
hipError_t hipMalloc3D(hipPitchedPtr* p, hipExtent e) {
    const api_call c("hipMalloc3D");
    if (!p) return c.ended(hipErrorInvalidValue);
    *p = {nullptr, product({e.width / 256 + (e.width % 256 != 0), 256}), e.width, e.height};
    return allocate_now(c, &p->ptr, product({p->pitch, e.height, e.depth}), memory_kind::device);
}

hipError_t hipMallocFromPoolAsync(void** p, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
    const api_call c("hipMallocAsync");
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorInvalidHandle);
    if (!is_pool(pool)) return c.ended(hipErrorInvalidValue);
    const int before = std::exchange(current_device(), pool->device);
    const hipError_t error = allocate(c, p, bytes, memory_kind::device);
    current_device() = before;
    if (!error) take_from(pool, *p);
    if (error || !order()) return error;
    return enqueue(stream, c.at, [made = *p, bytes, c] {
        return order()->allocates(made, bytes, c.name), hipSuccess;
    });
}
hipError_t hipMallocAsync(void** p, size_t bytes, hipStream_t stream) {
    const int device = hipGetStreamDeviceId(stream);
    return hipMallocFromPoolAsync(p, bytes, device < 0 ? nullptr : memories().current[device],
                                  stream);
}
hipError_t hipFreeAsync(void* p, hipStream_t stream) {
    const api_call c("hipFreeAsync");
    if (!p) return c.ended(hipErrorInvalidValue);
    return enqueue(stream, c.at, [=] { return release(c, p, true); });
}

hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned flags) {
    if (!device || flags || !find_memory(host)) return noted(hipErrorInvalidValue);
    return *device = host, hipSuccess;
}
hipError_t hipHostGetFlags(unsigned* flags, void* p) {
    const auto known = find_memory(p);
    if (!flags || !known || known->what.kind == memory_kind::device)
        return noted(hipErrorInvalidValue);
    return *flags = known->what.flags, hipSuccess;
}
hipError_t hipHostRegister(void* p, size_t bytes, unsigned flags) {
    const api_call c("hipHostRegister");
    if (!p || bytes == 0 || flags > 15 || !reaches(p, bytes)) return c.ended(hipErrorInvalidValue);
    const bool fresh = cpu_engine::register_host(p, bytes);
    if (fresh) keep(p, {bytes, memory_kind::registered, flags});
    return c.ended(fresh ? hipSuccess : hipErrorHostMemoryAlreadyRegistered);
}
hipError_t hipHostUnregister(void* p) {
    const api_call c("hipHostUnregister");
    (void)wait_for_all();
    if (order()) order()->host_waits_for_all();
    const bool known = cpu_engine::unregister_host(p);
    const std::lock_guard lock(memories().mutex);
    if (known) memories().live.erase(reinterpret_cast<std::uintptr_t>(p));
    return c.ended(known ? hipSuccess : hipErrorHostMemoryNotRegistered);
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* a, const void* pointer) {
    if (!a) return noted(hipErrorInvalidValue);
    void* const p = const_cast<void*>(pointer);
    const bool known = bytes_at(pointer) > 0;
    const auto what = find_memory(pointer);
    *a = {{hipMemoryTypeUnregistered}, what ? what->what.device : 0, nullptr, nullptr, 0, 0};
    if (!known) return noted(hipErrorInvalidValue);
    a->devicePointer = p;
    const bool of_device = is_device_memory(pointer) || is_only_of_device(pointer);
    a->type = of_device ? hipMemoryTypeDevice : hipMemoryTypeHost;
    if (what && what->what.kind != memory_kind::device) {
        a->type =
            what->what.kind == memory_kind::managed ? hipMemoryTypeManaged : hipMemoryTypeHost;
        a->isManaged = what->what.kind == memory_kind::managed;
        a->allocationFlags = what->what.flags;
    }
    if (a->type != hipMemoryTypeDevice || !for_checked()) a->hostPointer = p;
    return hipSuccess;
}
hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute, hipDeviceptr_t p) {
    const auto what = find_memory(p);
    if (!data || !p || !what) return noted(hipErrorInvalidValue);
    hipPointerAttribute_t a;
    (void)hipPointerGetAttributes(&a, p);
    switch (attribute) {
        case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
            return *static_cast<unsigned*>(data) = a.type, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
            return *static_cast<void**>(data) = a.devicePointer, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
            if (a.type == hipMemoryTypeDevice) return noted(hipErrorInvalidValue);
            return *static_cast<void**>(data) = p, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
            return *static_cast<bool*>(data) = a.isManaged, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            return *static_cast<int*>(data) = a.device, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            return *static_cast<std::uintptr_t*>(data) = what->base, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
            return *static_cast<std::size_t*>(data) = what->what.bytes, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_MAPPED:
            return *static_cast<bool*>(data) = true, hipSuccess;
        case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
            return *static_cast<std::uint64_t*>(data) = what->base / 256, hipSuccess;
        default:
            return noted(hipErrorNotSupported);
    }
}
hipError_t hipDrvPointerGetAttributes(unsigned n, hipPointer_attribute* attributes, void** data,
                                      hipDeviceptr_t p) {
    if (!n || !attributes || !data || !p) return noted(hipErrorInvalidValue);
    for (unsigned i = 0; i < n; ++i)
        if (const hipError_t e = hipPointerGetAttribute(data[i], attributes[i], p)) return e;
    return hipSuccess;
}
hipError_t hipPointerSetAttribute(const void* value, hipPointer_attribute attribute,
                                  hipDeviceptr_t p) {
    if (!value || !find_memory(p) || attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return noted(hipErrorInvalidValue);
    return hipSuccess;  // all work is done at once
}
hipError_t hipMemPtrGetInfo(void* p, size_t* bytes) {
    if (!p || !bytes) return noted(hipErrorInvalidValue);
    *bytes = bytes_at(p);
    return noted(*bytes ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, size_t* bytes, hipDeviceptr_t p) {
    const auto what = find_memory(p);
    if (!base || !bytes || !p) return noted(hipErrorInvalidValue);
    if (!what) return noted(hipErrorNotFound);
    *base = reinterpret_cast<void*>(what->base), *bytes = what->what.bytes;
    return hipSuccess;
}
hipError_t hipMemGetInfo(size_t* free, size_t* total) {
    if (!free || !total) return noted(hipErrorInvalidValue);
    *total = cpu_engine::memory_total();
    *free = cpu_engine::memory_free();
    return hipSuccess;
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void* p, size_t bytes, unsigned flags) {
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorContextIsDestroyed);
    const auto known = find_memory(p);
    if (!is_managed(p, bytes) || (bytes && known && bytes != known->what.bytes) ||
        (flags == hipMemAttachSingle && !stream) ||
        (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle))
        return noted(hipErrorInvalidValue);
    return hipSuccess;
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int device) {
    if (!pool) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    return *pool = &memories().first[device], hipSuccess;
}
hipError_t hipDeviceGetMemPool(hipMemPool_t* pool, int device) {
    if (!pool || !is_device(device)) return noted(hipErrorInvalidValue);
    return *pool = memories().current[device], hipSuccess;
}
hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
    if (!is_device(device) || !is_pool(pool)) return noted(hipErrorInvalidValue);
    if (pool->device != device) return noted(hipErrorInvalidDevice);
    return memories().current[device] = pool, hipSuccess;
}
hipError_t hipMemPoolCreate(hipMemPool_t* pool, const hipMemPoolProps* p) {
    if (!pool || !p || p->allocType != hipMemAllocationTypePinned ||
        p->location.type != hipMemLocationTypeDevice || !is_device(p->location.id))
        return noted(hipErrorInvalidValue);
    *pool = new ihipMemPoolHandle_t{p->location.id};
    const std::lock_guard lock(memories().mutex);
    memories().pools.insert(*pool);
    return hipSuccess;
}
hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
    const std::lock_guard lock(memories().mutex);
    if (memories().pools.erase(pool) == 0) return noted(hipErrorInvalidValue);
    auto& current = memories().current[pool->device];
    if (current == pool) current = &memories().first[pool->device];
    for (auto& [at, a] : memories().live)
        if (a.pool == pool) a.pool = nullptr;
    delete pool;
    return hipSuccess;
}
hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t bytes) {
    if (!is_pool(pool)) return noted(hipErrorInvalidValue);
    const std::lock_guard lock(memories().mutex);
    return keep_at_most(*pool, bytes), hipSuccess;
}
hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void* value) {
    if (!is_pool(pool) || !value || !is_attribute(attribute)) return noted(hipErrorInvalidValue);
    if (attribute == hipMemPoolAttrReleaseThreshold)
        pool->threshold = *static_cast<std::uint64_t*>(value);
    else if (attribute < hipMemPoolAttrReleaseThreshold)
        pool->reuse[attribute] = *static_cast<int*>(value);
    else if (attribute == hipMemPoolAttrReservedMemCurrent ||
             attribute == hipMemPoolAttrUsedMemCurrent ||
             *static_cast<std::uint64_t*>(value) != 0)  // a greatest number is reset
        return noted(hipErrorInvalidValue);
    else if (attribute == hipMemPoolAttrReservedMemHigh)
        pool->most_reserved = 0;
    else if (attribute == hipMemPoolAttrUsedMemHigh)
        pool->most_used = 0;
    return hipSuccess;
}
hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void* value) {
    if (!is_pool(pool) || !value || !is_attribute(attribute)) return noted(hipErrorInvalidValue);
    if (attribute < hipMemPoolAttrReleaseThreshold)
        *static_cast<int*>(value) = pool->reuse[attribute];
    else
        *static_cast<std::uint64_t*>(value) =
            attribute == hipMemPoolAttrReleaseThreshold     ? pool->threshold
            : attribute == hipMemPoolAttrReservedMemCurrent ? pool->used + pool->kept
            : attribute == hipMemPoolAttrReservedMemHigh    ? pool->most_reserved
            : attribute == hipMemPoolAttrUsedMemCurrent     ? pool->used
                                                            : pool->most_used;
    return hipSuccess;
}
hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc* list, size_t n) {
    if (!is_pool(pool) || !list) return noted(hipErrorInvalidValue);
    // One entry for each device.
    if (n > static_cast<std::size_t>(device_count())) return noted(hipErrorInvalidDevice);
    for (const hipMemAccessDesc& d : std::span(list, n)) {
        if (d.location.type != hipMemLocationTypeDevice ||
            !is_one_of(d.flags, hipMemAccessFlagsProtNone, hipMemAccessFlagsProtReadWrite))
            return noted(hipErrorInvalidValue);
        // A device always has access to its own pools.
        const bool takes_own =
            d.location.id == pool->device && d.flags == hipMemAccessFlagsProtNone;
        if (!is_device(d.location.id) || takes_own) return noted(hipErrorInvalidDevice);
    }
    for (const hipMemAccessDesc& d : std::span(list, n)) pool->access[d.location.id] = d.flags;
    return hipSuccess;
}
hipError_t hipMemPoolGetAccess(hipMemAccessFlags* flags, hipMemPool_t pool, hipMemLocation* where) {
    if (!flags || !is_pool(pool) || !where || where->type != hipMemLocationTypeDevice ||
        !is_device(where->id))
        return noted(hipErrorInvalidValue);
    *flags = where->id == pool->device ? hipMemAccessFlagsProtReadWrite : pool->access[where->id];
    return hipSuccess;
}
