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
T unsafeAtomicAdd(T* at, std::type_identity_t<T> value) {
    return atomicAdd(at, value);
}
template <class T>
T atomicAdd_system(T* at, std::type_identity_t<T> value) {
    return atomicAdd(at, value);
}
template <class T>
T atomicAdd_block(T* at, std::type_identity_t<T> value) {
    const within_scope only(memory_scope::block);
    return atomicAdd(at, value);
}

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() {
    const within_scope only(memory_scope::block);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

TILEPROOF_HIP_END
