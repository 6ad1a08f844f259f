// SPDX-License-Identifier: MIT
// Devices: their number, the current one of each thread, access of one to the memory of another, contexts.
//
//   TILEPROOF_DEVICES=2 app      two devices, which differ in their number only; without it there is one
//   HIP_VISIBLE_DEVICES=1 too    one of them, as device 0
//
// All of them run on the same cores and reach the same memory, so access of peers is a rule for the program, and nothing else.
// A context is its device.
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "hip/runtime/call.hpp"

namespace tileproof::hip {
namespace {

std::atomic<bool> may_access[most_devices][most_devices];  // [by][memory of]
std::atomic<unsigned> flags_of[most_devices];
thread_local std::vector<int> devices_before;  // of hipCtxPushCurrent

hipCtx_t context_of(int device) {
    return reinterpret_cast<hipCtx_t>(8 * (static_cast<std::uintptr_t>(device) + 1));
}
// -1: it is none.
int device_of_context(hipCtx_t c) {
    for (int d = 0; d < device_count(); ++d)
        if (c == context_of(d)) return d;
    return -1;
}
hipError_t for_valid(int device) {
    if (is_device(device)) return hipSuccess;
    return noted(device_count() ? hipErrorInvalidDevice : hipErrorNoDevice);
}
// Stores a value, unless there is no place for it.
template <class T>
hipError_t stored(T* to, const T& value) {
    if (!to) return noted(hipErrorInvalidValue);
    return *to = value, hipSuccess;
}
// How many of so many devices HIP_VISIBLE_DEVICES lists, up to the first that is none of them or comes again.
int visible(int all) {
    const char* at = std::getenv("HIP_VISIBLE_DEVICES");
    if (!at || !*at) return all;
    bool listed[most_devices] = {};
    for (int count = 0;; ++count, ++at) {
        int n = -1;
        at = std::from_chars(at, at + std::strlen(at), n).ptr;
        if (n < 0 || n >= all || std::exchange(listed[n], true)) return count;
        if (*at != ',') return count + 1;
    }
}
void make_current(int device) {
    devices_before.push_back(current_device());
    current_device() = device;
}
void make_former_current() {
    if (devices_before.empty()) return;
    current_device() = devices_before.back();
    devices_before.pop_back();
}

}  // namespace

int device_count() {
    static const int count = [] {
        const char* const text = std::getenv("TILEPROOF_DEVICES");
        if (!text || !*text) return 1;
        int n = 0;
        const auto [end, error] = std::from_chars(text, text + std::strlen(text), n);
        if (error == std::errc() && !*end && n >= 1 && n <= most_devices) return visible(n);
        std::fprintf(
            stderr,
            "tileproof: TILEPROOF_DEVICES is a number from 1 to %d, not '%s'. There is one "
            "device.\n",
            most_devices, text);
        return 1;
    }();
    return count;
}
int& current_device() {
    thread_local int device = 0;
    return device;
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipGetDeviceCount(int* count) {
    const hipError_t error = stored(count, device_count());
    return !error && device_count() == 0 ? noted(hipErrorNoDevice) : error;
}
hipError_t hipGetDevice(int* device) { return stored(device, current_device()); }
hipError_t hipSetDevice(int device) {
    if (is_device(device)) current_device() = device;
    return for_valid(device);
}
hipError_t hipSetValidDevices(int*, int) { return hipSuccess; }
hipError_t hipSetDeviceFlags(unsigned flags) {
    constexpr unsigned known = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
    if (flags & ~known) return noted(hipErrorInvalidValue);
    return flags_of[current_device()] = flags & hipDeviceScheduleMask, hipSuccess;
}
hipError_t hipGetDeviceFlags(unsigned* flags) {
    return stored(flags, flags_of[current_device()].load());
}
hipError_t hipDeviceReset() {
    const api_call c("hipDeviceReset");
    const hipError_t error = hipDeviceSynchronize();
    release_all(c, current_device());
    flags_of[current_device()] = 0;
    for (auto& a : may_access[current_device()]) a = false;
    return error;
}

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
    if (!can) return noted(hipErrorInvalidValue);
    if (!is_device(device) || !is_device(peer)) return noted(hipErrorInvalidDevice);
    return *can = device != peer, hipSuccess;
}
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
    if (flags) return noted(hipErrorInvalidValue);
    if (!is_device(peer) || peer == current_device()) return noted(hipErrorInvalidDevice);
    return noted(may_access[current_device()][peer].exchange(true)
                     ? hipErrorPeerAccessAlreadyEnabled
                     : hipSuccess);
}
hipError_t hipDeviceDisablePeerAccess(int peer) {
    if (!is_device(peer)) return noted(hipErrorInvalidDevice);
    return noted(may_access[current_device()][peer].exchange(false) ? hipSuccess
                                                                    : hipErrorPeerAccessNotEnabled);
}
hipError_t hipCtxEnablePeerAccess(hipCtx_t c, unsigned flags) {
    const int peer = device_of_context(c);
    return peer < 0 ? noted(hipErrorInvalidContext) : hipDeviceEnablePeerAccess(peer, flags);
}
hipError_t hipCtxDisablePeerAccess(hipCtx_t c) {
    const int peer = device_of_context(c);
    return peer < 0 ? noted(hipErrorInvalidContext) : hipDeviceDisablePeerAccess(peer);
}
hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr a, int device, int peer) {
    if (!value || !is_one_of(a, hipDevP2PAttrPerformanceRank, hipDevP2PAttrHipArrayAccessSupported))
        return noted(hipErrorInvalidValue);
    if (const hipError_t e = for_valid(device)) return e;
    if (const hipError_t e = for_valid(peer)) return e;
    if (device == peer) return noted(hipErrorInvalidDevice);
    return *value = a != hipDevP2PAttrPerformanceRank, hipSuccess;
}
hipError_t hipExtGetLinkTypeAndHopCount(int device, int peer, uint32_t* type, uint32_t* hops) {
    constexpr uint32_t xgmi = 4;
    if (!type || !hops || device < 0 || peer < 0 || device == peer)
        return noted(hipErrorInvalidValue);
    if (!is_device(device) || !is_device(peer)) return noted(hipErrorInvalidDevice);
    return *type = xgmi, *hops = 1, hipSuccess;
}

hipError_t hipCtxCreate(hipCtx_t* c, unsigned flags, hipDevice_t device) {
    if (!c) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    make_current(device);
    return *c = context_of(device), flags_of[device] = flags, hipSuccess;
}
hipError_t hipCtxDestroy(hipCtx_t c) {
    if (device_of_context(c) < 0) return noted(hipErrorInvalidValue);
    if (device_of_context(c) == current_device()) make_former_current();
    return hipSuccess;
}
hipError_t hipCtxSetCurrent(hipCtx_t c) {
    if (c && device_of_context(c) < 0) return noted(hipErrorInvalidContext);
    if (c) current_device() = device_of_context(c);
    return hipSuccess;
}
hipError_t hipCtxGetCurrent(hipCtx_t* c) { return stored(c, context_of(current_device())); }
hipError_t hipCtxPushCurrent(hipCtx_t c) {
    if (device_of_context(c) < 0) return noted(hipErrorInvalidContext);
    return make_current(device_of_context(c)), hipSuccess;
}
hipError_t hipCtxPopCurrent(hipCtx_t* c) {
    const hipError_t error = hipCtxGetCurrent(c);
    if (!error) make_former_current();
    return error;
}
hipError_t hipCtxGetDevice(hipDevice_t* device) { return stored(device, current_device()); }
hipError_t hipCtxGetApiVersion(hipCtx_t, int* version) { return stored(version, 4); }
hipError_t hipCtxGetFlags(unsigned* flags) { return hipGetDeviceFlags(flags); }
hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }
hipError_t hipCtxGetCacheConfig(hipFuncCache_t* c) { return hipDeviceGetCacheConfig(c); }
hipError_t hipCtxSetCacheConfig(hipFuncCache_t c) { return hipDeviceSetCacheConfig(c); }
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* c) {
    return hipDeviceGetSharedMemConfig(c);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig c) { return hipDeviceSetSharedMemConfig(c); }
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* c, hipDevice_t device) {
    return c && !is_device(device) ? noted(hipErrorInvalidDevice) : stored(c, context_of(device));
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) { return for_valid(device); }
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) { return for_valid(device); }
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) { return for_valid(device); }
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active) {
    if (!flags || !active) return noted(hipErrorInvalidValue);
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    return *flags = flags_of[device], *active = 1, hipSuccess;
}
