// SPDX-License-Identifier: MIT
// Advice about managed memory: kept for each page and told when asked for. It has no other effect: memory is where it is.
#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "hip/runtime/call.hpp"

namespace tileproof::hip {
namespace {

struct advice {
    int mostly_read = 0, coarse = 0;
    int preferred = hipInvalidDeviceId, prefetched = hipInvalidDeviceId;
    std::set<int> accessed_by;
};
struct advice_list {
    std::mutex mutex;
    std::map<std::uintptr_t, advice> from{{0, {}}};  // each holds up to the next
    auto at(std::uintptr_t address) { return std::prev(from.upper_bound(address)); }
    auto begin_at(std::uintptr_t address) {
        return from.try_emplace(address, at(address)->second).first;
    }
};
advice_list& advices() {
    static advice_list* const only = new advice_list;  // may be used while the program ends
    return *only;
}

// Of all pages that these bytes touch. The first page is not 0.
template <class F>
void for_pages(const void* p, std::size_t bytes, const F& change) {
    constexpr std::uintptr_t one = 4096;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    const std::lock_guard lock(advices().mutex);
    const auto first = advices().begin_at(at / one * one);
    const auto end = advices().begin_at((at + bytes + one - 1) / one * one);
    for (auto a = first; a != end; ++a) change(a->second);
}
// What they all have in common, else what nobody advised.
template <class T>
T common(const void* p, std::size_t bytes, T advice::*what) {
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    const std::lock_guard lock(advices().mutex);
    const auto first = advices().at(at);
    const bool same =
        std::all_of(first, advices().from.lower_bound(at + bytes),
                    [&](const auto& a) { return a.second.*what == first->second.*what; });
    return same ? first->second.*what : advice{}.*what;
}

bool is_place(int device) { return is_device(device) || device == hipCpuDeviceId; }

}  // namespace

void forget_advice(const void* p, std::size_t bytes) {
    for_pages(p, bytes, [](advice& a) { a = {}; });
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipMemAdvise(const void* p, size_t bytes, hipMemoryAdvise a, int device) {
    const bool is_advice = is_one_of(a, hipMemAdviseSetReadMostly, hipMemAdviseUnsetAccessedBy) ||
                           a == hipMemAdviseSetCoarseGrain || a == hipMemAdviseUnsetCoarseGrain;
    if (!p || !bytes || bytes_at(p) < bytes || is_only_of_device(p) || !is_advice)
        return noted(hipErrorInvalidValue);
    const bool has_no_place = a == hipMemAdviseSetReadMostly || a == hipMemAdviseUnsetReadMostly;
    if (!has_no_place && !is_place(device)) return noted(hipErrorInvalidDevice);
    for_pages(p, bytes, [=](advice& of) {
        if (has_no_place) of.mostly_read = a == hipMemAdviseSetReadMostly;
        if (a == hipMemAdviseSetCoarseGrain || a == hipMemAdviseUnsetCoarseGrain)
            of.coarse = a == hipMemAdviseSetCoarseGrain;
        if (a == hipMemAdviseSetPreferredLocation) of.preferred = device;
        if (a == hipMemAdviseUnsetPreferredLocation) of.preferred = hipInvalidDeviceId;
        if (a == hipMemAdviseSetAccessedBy) of.accessed_by.insert(device);
        if (a == hipMemAdviseUnsetAccessedBy) of.accessed_by.erase(device);
    });
    return hipSuccess;
}
hipError_t hipMemPrefetchAsync(const void* p, size_t bytes, int device, hipStream_t stream) {
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorContextIsDestroyed);
    if (!p || !bytes || bytes_at(p) < bytes) return noted(hipErrorInvalidValue);
    if (!is_place(device)) return noted(hipErrorInvalidDevice);
    for_pages(p, bytes, [=](advice& a) { a.prefetched = device; });
    return hipSuccess;
}
hipError_t hipMemRangeGetAttribute(void* to, size_t size, hipMemRangeAttribute attribute,
                                   const void* p, size_t bytes) {
    const bool is_list = attribute == hipMemRangeAttributeAccessedBy;
    if (!to || !p || size == 0 || bytes == 0 || (is_list ? size % 4 != 0 : size != 4) ||
        !is_managed(p, bytes) || !reaches(to, size, true))
        return noted(hipErrorInvalidValue);
    int* const value = static_cast<int*>(to);
    switch (attribute) {
        case hipMemRangeAttributeReadMostly:
            return *value = common(p, bytes, &advice::mostly_read), hipSuccess;
        case hipMemRangeAttributePreferredLocation:
            return *value = common(p, bytes, &advice::preferred), hipSuccess;
        case hipMemRangeAttributeLastPrefetchLocation:
            return *value = common(p, bytes, &advice::prefetched), hipSuccess;
        case hipMemRangeAttributeCoherencyMode:
            return *value = common(p, bytes, &advice::coarse), hipSuccess;
        case hipMemRangeAttributeAccessedBy: {
            std::fill_n(value, size / 4, hipInvalidDeviceId);
            const std::set<int> devices = common(p, bytes, &advice::accessed_by);
            std::copy_n(devices.begin(), std::min(devices.size(), size / 4), value);
            return hipSuccess;
        }
        default:
            return noted(hipErrorInvalidValue);
    }
}
hipError_t hipMemRangeGetAttributes(void** to, size_t* sizes, hipMemRangeAttribute* attributes,
                                    size_t n, const void* p, size_t bytes) {
    if (!to || !sizes || !attributes || n == 0) return noted(hipErrorInvalidValue);
    for (std::size_t i = 0; i < n; ++i)
        if (const hipError_t e = hipMemRangeGetAttribute(to[i], sizes[i], attributes[i], p, bytes))
            return e;
    return hipSuccess;
}
