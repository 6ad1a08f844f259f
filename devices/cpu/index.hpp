// SPDX-License-Identifier: MIT
// dim3, uint3, and the indices of the running GPU thread as the kernel sees them.
//
// A block runs on one operating-system thread, so thread-local variables hold the indices of the thread that is
// currently running; a switch restores threadIdx. __thread with the initial-exec model is a single load; C++'s
// thread_local would call a wrapper from other translation units.
#pragma once

// In a namespace without functions, so that argument-dependent lookup finds none of ours: a program's `free(streams)`
// must stay libc's.
namespace tileproof::hip_types {

// Vectors of HIP's headers (tileproof_hip/vector_types.h).
template <class V>
concept hip_vector = requires {
    typename V::Native_vec_;
};

struct uint3 {
    unsigned x, y, z;
    template <hip_vector V>
    constexpr operator V() const {
        return V(x, y, z);
    }
};

struct dim3 {
    unsigned x = 1, y = 1, z = 1;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    template <hip_vector V>
    constexpr dim3(const V& v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
    template <hip_vector V>
    constexpr operator V() const {
        return V(x, y, z);
    }
};

}  // namespace tileproof::hip_types

namespace tileproof::cpu_engine {

using hip_types::dim3;
using hip_types::uint3;

// For the device's half of a HIP source they are its variables; they become these again (compiler/passes/retarget.hpp).
#ifdef __HIP_DEVICE_COMPILE__
#define TILEPROOF_INDEX_TLS __attribute__((device))
#else
#define TILEPROOF_INDEX_TLS __thread __attribute__((tls_model("initial-exec")))
#endif
extern TILEPROOF_INDEX_TLS uint3 threadIdx;
extern TILEPROOF_INDEX_TLS uint3 blockIdx;
extern TILEPROOF_INDEX_TLS uint3 blockDim;
extern TILEPROOF_INDEX_TLS uint3 gridDim;
extern TILEPROOF_INDEX_TLS int wave_size_now;  // 32 or 64

}  // namespace tileproof::cpu_engine
