// SPDX-License-Identifier: MIT
// The scope of atomics and fences. The compiler's __atomic builtins have orders but no scopes, so a header declares
// the scope around the operation:
//
//   { const within_scope only(memory_scope::block); __atomic_fetch_add(at, 1, __ATOMIC_RELAXED); }
//
// is atomicAdd_block. Only the checked device uses it (devices/cpu_checked/memory_model.hpp); for the processor all
// scopes are the same.
#pragma once

#include "devices/cpu/is_checked.hpp"

namespace tileproof::cpu_engine {

enum class memory_scope : int { thread, wave, block, device, system };

// Written by checked kernels, defined by the checked device.
extern "C" {
#ifdef __HIP_DEVICE_COMPILE__
__attribute__((device))
#endif
extern memory_scope tileproof_checked_scope;
}

struct [[maybe_unused]] within_scope {
    explicit within_scope(memory_scope s) {
        if (is_checked()) tileproof_checked_scope = s;
    }
    ~within_scope() {
        if (is_checked()) tileproof_checked_scope = memory_scope::device;
    }
    within_scope(const within_scope&) = delete;
    within_scope& operator=(const within_scope&) = delete;
};

}  // namespace tileproof::cpu_engine
