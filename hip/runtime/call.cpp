// SPDX-License-Identifier: MIT
#include "hip/runtime/call.hpp"

#include <atomic>
#include <utility>

namespace tileproof::hip {
namespace {

// The place is the calling thread's, until a call takes it. The device stays, for calls without a place: from a pointer to
// the function, or from objects of other compilers.
thread_local caller place;
std::atomic<bool> checked{false};
constexpr cpu_engine::compiled_for unknown;
std::atomic<const cpu_engine::compiled_for*> latest{&unknown};

}  // namespace

extern "C" void tileproof_hip_place(const cpu_engine::call_place* p) {
    place = {p->file, p->line};
    compiled_for_device(p->checked, p->target);
}
void compiled_for_device(bool is_checked, const cpu_engine::compiled_for* t) {
    if (checked.load(std::memory_order_relaxed) != is_checked) checked = is_checked;
    if (t && latest.load(std::memory_order_relaxed) != t) latest = t;
}

bool for_checked() { return checked.load(std::memory_order_relaxed); }
const cpu_engine::compiled_for& target() { return *latest.load(std::memory_order_relaxed); }

api_call::api_call(const char* of) : name(of), at(std::exchange(place, {})) {}
hipError_t api_call::ended(hipError_t error) const {
    if (error != hipSuccess && cpu_engine::watching_host())
        cpu_engine::watching_host()->failed(name, static_cast<int>(error), at);
    return noted(error);
}
hipError_t noted(hipError_t error) {
    if (error != hipSuccess) cpu_engine::last_hip_error() = static_cast<int>(error);
    return error;
}

}  // namespace tileproof::hip
