// SPDX-License-Identifier: MIT
// Atomic operations and fences. Relaxed order, as on the GPU; blocks run in parallel, so they are
// real.
#pragma once

#include <type_traits>

#include "kernels/device/cpu/scope.hpp"
#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

using tileproof::cpu_engine::memory_scope;
using tileproof::cpu_engine::within_scope;

// Replaces *at by f(*at) in one step; gives the old value. Works for integers and floating point.
template <class T, class F>
T atomic_update(T* at, F f) {
    T old;
    __atomic_load(at, &old, __ATOMIC_RELAXED);
    for (;;) {
        T wanted = f(old);
        if (__atomic_compare_exchange(at, &old, &wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return old;
    }
}

// The second parameter takes any type that converts, as HIP's overloads do.
template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
    if constexpr (std::is_integral_v<T>)
        return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
    else
        return atomic_update(at, [value](T old) { return static_cast<T>(old + value); });
}
template <class T>
T atomicSub(T* at, std::type_identity_t<T> value) {
    if constexpr (std::is_integral_v<T>)
        return __atomic_fetch_sub(at, value, __ATOMIC_RELAXED);
    else
        return atomic_update(at, [value](T old) { return static_cast<T>(old - value); });
}
template <class T>
T atomicAnd(T* at, std::type_identity_t<T> value) {
    return __atomic_fetch_and(at, value, __ATOMIC_RELAXED);
}
template <class T>
T atomicOr(T* at, std::type_identity_t<T> value) {
    return __atomic_fetch_or(at, value, __ATOMIC_RELAXED);
}
template <class T>
T atomicXor(T* at, std::type_identity_t<T> value) {
    return __atomic_fetch_xor(at, value, __ATOMIC_RELAXED);
}
template <class T>
T atomicMin(T* at, std::type_identity_t<T> value) {
    return atomic_update(at, [value](T old) { return value < old ? value : old; });
}
template <class T>
T atomicMax(T* at, std::type_identity_t<T> value) {
    return atomic_update(at, [value](T old) { return old < value ? value : old; });
}
template <class T>
T atomicExch(T* at, std::type_identity_t<T> value) {
    T old;
    __atomic_exchange(at, &value, &old, __ATOMIC_RELAXED);
    return old;
}
// Gives the value found; it was replaced when it was `expected`, compared bit by bit.
template <class T>
T atomicCAS(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    __atomic_compare_exchange(at, &expected, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
// Counts up to `last`, then starts at 0 again.
inline unsigned atomicInc(unsigned* at, unsigned last) {
    return atomic_update(at, [last](unsigned old) { return old >= last ? 0 : old + 1; });
}
inline unsigned atomicDec(unsigned* at, unsigned last) {
    return atomic_update(at,
                         [last](unsigned old) { return old == 0 || old > last ? last : old - 1; });
}
template <class T>
T ordered_add(T* at, std::type_identity_t<T> value, int order) {
    if constexpr (std::is_integral_v<T>)
        return __atomic_fetch_add(at, value, order);
    else
        return atomic_update(at, [value](T old) { return static_cast<T>(old + value); });
}

// The scope is said beside the operation, for the checked device; for the processor all scopes are one.
#define TILEPROOF_SCOPES(name)                              \
    template <class T>                                      \
    T name##_system(T* at, std::type_identity_t<T> value) { \
        const within_scope only(memory_scope::system);      \
        return name(at, value);                             \
    }                                                       \
    template <class T>                                      \
    T name##_block(T* at, std::type_identity_t<T> value) {  \
        const within_scope only(memory_scope::block);       \
        return name(at, value);                             \
    }                                                       \
    template <class T>                                      \
    T name##NoRet(T* at, std::type_identity_t<T> value) {   \
        return name(at, value);                             \
    }
TILEPROOF_SCOPES(atomicAdd)
TILEPROOF_SCOPES(atomicSub)
TILEPROOF_SCOPES(atomicMin)
TILEPROOF_SCOPES(atomicMax)
TILEPROOF_SCOPES(atomicAnd)
TILEPROOF_SCOPES(atomicOr)
TILEPROOF_SCOPES(atomicXor)
TILEPROOF_SCOPES(atomicExch)
#undef TILEPROOF_SCOPES
template <class T>
T atomicCAS_system(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    const within_scope only(memory_scope::system);
    return atomicCAS(at, expected, value);
}
template <class T>
T atomicCAS_block(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    const within_scope only(memory_scope::block);
    return atomicCAS(at, expected, value);
}
template <class T>
auto unsafeAtomicAdd(T* at, std::type_identity_t<T> value) {
    return atomicAdd(at, value);
}
template <class T>
auto safeAtomicAdd(T* at, std::type_identity_t<T> value) {
    return atomicAdd(at, value);
}
template <class T>
T unsafeAtomicMax(T* at, std::type_identity_t<T> value) {
    return atomicMax(at, value);
}
template <class T>
T unsafeAtomicMin(T* at, std::type_identity_t<T> value) {
    return atomicMin(at, value);
}

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() {
    const within_scope only(memory_scope::block);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

TILEPROOF_HIP_END

// clang's own atomics with a scope, where the compiler does not have them for this target.
#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#define __hip_atomic_load(at, order, scope) __atomic_load_n(at, order)
#define __hip_atomic_store(at, value, order, scope) __atomic_store_n(at, value, order)
#define __hip_atomic_exchange(at, value, order, scope) __atomic_exchange_n(at, value, order)
#define __hip_atomic_fetch_add(at, value, order, scope) \
    ::tileproof::hip_on::ordered_add(at, value, order)
#define __hip_atomic_fetch_sub(at, value, order, scope) \
    ::tileproof::hip_on::ordered_add(at, -(value), order)
#define __hip_atomic_fetch_and(at, value, order, scope) __atomic_fetch_and(at, value, order)
#define __hip_atomic_fetch_or(at, value, order, scope) __atomic_fetch_or(at, value, order)
#define __hip_atomic_fetch_xor(at, value, order, scope) __atomic_fetch_xor(at, value, order)
#define __hip_atomic_fetch_min(at, value, order, scope) ::tileproof::hip_on::atomicMin(at, value)
#define __hip_atomic_fetch_max(at, value, order, scope) ::tileproof::hip_on::atomicMax(at, value)
#define __hip_atomic_compare_exchange_strong(at, expected, value, success, failure, scope) \
    __atomic_compare_exchange_n(at, expected, value, false, success, failure)
#define __hip_atomic_compare_exchange_weak(at, expected, value, success, failure, scope) \
    __atomic_compare_exchange_n(at, expected, value, true, success, failure)
