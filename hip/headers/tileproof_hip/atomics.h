// SPDX-License-Identifier: MIT
// Atomic operations and fences. Relaxed order, as on the GPU. Blocks run in parallel, so the operations are truly
// atomic. clang's own, with an order and a scope (__hip_atomic_load and its like, __builtin_amdgcn_fence), are no functions:
// compiler/passes/retarget.cpp keeps what they say.
#pragma once

#include <type_traits>

#include "devices/cpu/runner.hpp"
#include "devices/cpu/scope.hpp"
#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

using tp_memory_scope = tileproof::cpu_engine::memory_scope;
using tp_within_scope = tileproof::cpu_engine::within_scope;

// Marks an operation that a loop may wait on. The checked device detects polling itself.
template <class T>
void tp_might_poll(T* at) {
    if (!tileproof::cpu_engine::is_checked())
        tileproof::cpu_engine::might_poll(const_cast<std::remove_cv_t<T>*>(at), sizeof(T));
}
// atomicAdd(&flag, 0) is a read.
template <class T, class U>
void tp_might_poll_with(T* at, const U& value) {
    if (value == U{}) tp_might_poll(at);
}

// Atomically replaces *at by f(*at); returns the old value. Works for integers and floating point.
template <class T, class F>
std::remove_cv_t<T> atomic_update(T* at, F f) {
    std::remove_cv_t<T> old{};
    // The checked device may give an older value to a load; an exchange that fails gives the current one.
    if (!tileproof::cpu_engine::is_checked()) __atomic_load(at, &old, __ATOMIC_RELAXED);
    for (;;) {
        std::remove_cv_t<T> wanted = f(old);
        if (__atomic_compare_exchange(at, &old, &wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return old;
    }
}

// The second parameter accepts any convertible type, like HIP's overloads.
template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
    tp_might_poll_with(at, value);
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
    tp_might_poll_with(at, value);
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
    tp_might_poll(at);
    T old;
    __atomic_exchange(at, &value, &old, __ATOMIC_RELAXED);
    return old;
}
// Returns the value found; it was replaced if it was `expected`, compared bit by bit.
template <class T>
T atomicCAS(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    tp_might_poll(at);
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
// The scope is passed along for the checked device; for the processor all scopes are the same.
#define TILEPROOF_SCOPES(name)                               \
    template <class T>                                       \
    T name##_system(T* at, std::type_identity_t<T> value) {  \
        const tp_within_scope only(tp_memory_scope::system); \
        return name(at, value);                              \
    }                                                        \
    template <class T>                                       \
    T name##_block(T* at, std::type_identity_t<T> value) {   \
        const tp_within_scope only(tp_memory_scope::block);  \
        return name(at, value);                              \
    }                                                        \
    template <class T>                                       \
    T name##NoRet(T* at, std::type_identity_t<T> value) {    \
        return name(at, value);                              \
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
    const tp_within_scope only(tp_memory_scope::system);
    return atomicCAS(at, expected, value);
}
template <class T>
T atomicCAS_block(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    const tp_within_scope only(tp_memory_scope::block);
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
template <class T>
T safeAtomicMax(T* at, std::type_identity_t<T> value) {
    return atomicMax(at, value);
}
template <class T>
T safeAtomicMin(T* at, std::type_identity_t<T> value) {
    return atomicMin(at, value);
}

template <tp_memory_scope Scope>
void tp_fence_within(int order) {
    const tp_within_scope only(Scope);
    __atomic_thread_fence(order);
}
inline void __threadfence() { tp_fence_within<tp_memory_scope::device>(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { tp_fence_within<tp_memory_scope::block>(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { tp_fence_within<tp_memory_scope::system>(__ATOMIC_SEQ_CST); }

TILEPROOF_HIP_END
