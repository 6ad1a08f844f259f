// SPDX-License-Identifier: MIT
// Atomic operations and fences. Relaxed order, as on the GPU. Blocks run in parallel, so the operations are truly
// atomic.
#pragma once

#include <type_traits>

#include "devices/cpu/runner.hpp"
#include "devices/cpu/scope.hpp"
#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

using tileproof::cpu_engine::memory_scope;
using tileproof::cpu_engine::within_scope;

// Marks an operation that a loop may wait on. The checked device detects polling itself.
inline void polls() {
    if (!tileproof::cpu_engine::is_checked()) tileproof::cpu_engine::polls();
}
inline void might_poll() {
    if (!tileproof::cpu_engine::is_checked()) tileproof::cpu_engine::might_poll();
}
// atomicAdd(&flag, 0) is a read.
template <class T>
void might_poll_with(const T& value) {
    if (value == T{}) might_poll();
}

// Atomically replaces *at by f(*at); returns the old value. Works for integers and floating point.
template <class T, class F>
std::remove_cv_t<T> atomic_update(T* at, F f, int order = __ATOMIC_RELAXED) {
    std::remove_cv_t<T> old;
    __atomic_load(at, &old, __ATOMIC_RELAXED);
    for (;;) {
        std::remove_cv_t<T> wanted = f(old);
        if (__atomic_compare_exchange(at, &old, &wanted, true, order, __ATOMIC_RELAXED)) return old;
    }
}

// The second parameter accepts any convertible type, like HIP's overloads.
template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
    might_poll_with(value);
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
    might_poll_with(value);
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
    might_poll();
    T old;
    __atomic_exchange(at, &value, &old, __ATOMIC_RELAXED);
    return old;
}
// Returns the value found; it was replaced if it was `expected`, compared bit by bit.
template <class T>
T atomicCAS(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
    might_poll();
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

template <memory_scope Scope>
void fence_within(int order) {
    const within_scope only(Scope);
    __atomic_thread_fence(order);
}
inline void __threadfence() { fence_within<memory_scope::device>(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { fence_within<memory_scope::block>(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { fence_within<memory_scope::system>(__ATOMIC_SEQ_CST); }

// "workgroup" or "workgroup-one-as" of an LLVM fence; "" and "one-as" mean the whole system.
constexpr memory_scope scope_named(const char* name) {
    if (name[0] == 's') return memory_scope::thread;
    if (name[0] == 'w') return name[1] == 'a' ? memory_scope::wave : memory_scope::block;
    return name[0] == 'a' ? memory_scope::device : memory_scope::system;
}

// clang's atomics with an order and a scope, for any type that fits in a word.
template <class T>
std::remove_cv_t<T> load_within(memory_scope scope, T* at, int order) {
    polls();
    const within_scope only(scope);
    std::remove_cv_t<T> value;
    __atomic_load(at, &value, order);
    return value;
}
template <class T>
void store_within(memory_scope scope, T* at, std::type_identity_t<std::remove_cv_t<T>> value,
                  int order) {
    const within_scope only(scope);
    __atomic_store(at, &value, order);
}
template <class T>
std::remove_cv_t<T> exchange_within(memory_scope scope, T* at,
                                    std::type_identity_t<std::remove_cv_t<T>> value, int order) {
    might_poll();
    const within_scope only(scope);
    std::remove_cv_t<T> old;
    __atomic_exchange(at, &value, &old, order);
    return old;
}
template <class T>
bool compare_exchange_within(memory_scope scope, T* at, std::remove_cv_t<T>* expected,
                             std::type_identity_t<std::remove_cv_t<T>> value, bool weak,
                             int success, int failure) {
    might_poll();
    const within_scope only(scope);
    return __atomic_compare_exchange(at, expected, &value, weak, success, failure);
}
#define TILEPROOF_FETCH_WITHIN(name, builtin, result)                                           \
    template <class T>                                                                          \
    std::remove_cv_t<T> name##_within(memory_scope scope, T* at,                                \
                                      std::type_identity_t<std::remove_cv_t<T>> b, int order) { \
        const within_scope only(scope);                                                         \
        using value = std::remove_cv_t<T>;                                                      \
        if constexpr (std::is_integral_v<value>)                                                \
            return builtin(at, b, order);                                                       \
        else                                                                                    \
            return atomic_update(                                                               \
                at, [b](value a) { return static_cast<value>(result); }, order);                \
    }
TILEPROOF_FETCH_WITHIN(add, __atomic_fetch_add, a + b)
TILEPROOF_FETCH_WITHIN(sub, __atomic_fetch_sub, a - b)
#undef TILEPROOF_FETCH_WITHIN
#define TILEPROOF_FETCH_WITHIN(name, result)                                                    \
    template <class T>                                                                          \
    std::remove_cv_t<T> name##_within(memory_scope scope, T* at,                                \
                                      std::type_identity_t<std::remove_cv_t<T>> b, int order) { \
        const within_scope only(scope);                                                         \
        using value = std::remove_cv_t<T>;                                                      \
        return atomic_update(                                                                   \
            at, [b](value a) { return static_cast<value>(result); }, order);                    \
    }
TILEPROOF_FETCH_WITHIN(and, a& b)
TILEPROOF_FETCH_WITHIN(or, a | b)
TILEPROOF_FETCH_WITHIN(xor, a ^ b)
TILEPROOF_FETCH_WITHIN(min, b < a ? b : a)
TILEPROOF_FETCH_WITHIN(max, a < b ? b : a)
#undef TILEPROOF_FETCH_WITHIN

TILEPROOF_HIP_END

#define __builtin_amdgcn_fence(order, scope, ...) \
    tileproof::hip_on::fence_within<tileproof::hip_on::scope_named(scope)>(order)

// clang's own scoped atomics: HIP's scopes count from the thread to the system, C's the other way round.
#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#define TILEPROOF_HIP_SCOPE(scope) static_cast<::tileproof::hip_on::memory_scope>((scope)-1)
#define __hip_atomic_load(at, order, scope) \
    ::tileproof::hip_on::load_within(TILEPROOF_HIP_SCOPE(scope), at, order)
#define __hip_atomic_store(at, value, order, scope) \
    ::tileproof::hip_on::store_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_exchange(at, value, order, scope) \
    ::tileproof::hip_on::exchange_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_add(at, value, order, scope) \
    ::tileproof::hip_on::add_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_sub(at, value, order, scope) \
    ::tileproof::hip_on::sub_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_and(at, value, order, scope) \
    ::tileproof::hip_on::and_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_or(at, value, order, scope) \
    ::tileproof::hip_on::or_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_xor(at, value, order, scope) \
    ::tileproof::hip_on::xor_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_min(at, value, order, scope) \
    ::tileproof::hip_on::min_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_fetch_max(at, value, order, scope) \
    ::tileproof::hip_on::max_within(TILEPROOF_HIP_SCOPE(scope), at, value, order)
#define __hip_atomic_compare_exchange_strong(at, expected, value, success, failure, scope)        \
    ::tileproof::hip_on::compare_exchange_within(TILEPROOF_HIP_SCOPE(scope), at, expected, value, \
                                                 false, success, failure)
#define __hip_atomic_compare_exchange_weak(at, expected, value, success, failure, scope)          \
    ::tileproof::hip_on::compare_exchange_within(TILEPROOF_HIP_SCOPE(scope), at, expected, value, \
                                                 true, success, failure)
#define TILEPROOF_C_SCOPE(scope) static_cast<::tileproof::hip_on::memory_scope>(4 - (scope))
#define __scoped_atomic_load_n(at, order, scope) \
    ::tileproof::hip_on::load_within(TILEPROOF_C_SCOPE(scope), at, order)
#define __scoped_atomic_store_n(at, value, order, scope) \
    ::tileproof::hip_on::store_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_exchange_n(at, value, order, scope) \
    ::tileproof::hip_on::exchange_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_add(at, value, order, scope) \
    ::tileproof::hip_on::add_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_sub(at, value, order, scope) \
    ::tileproof::hip_on::sub_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_and(at, value, order, scope) \
    ::tileproof::hip_on::and_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_or(at, value, order, scope) \
    ::tileproof::hip_on::or_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_xor(at, value, order, scope) \
    ::tileproof::hip_on::xor_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_min(at, value, order, scope) \
    ::tileproof::hip_on::min_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_fetch_max(at, value, order, scope) \
    ::tileproof::hip_on::max_within(TILEPROOF_C_SCOPE(scope), at, value, order)
#define __scoped_atomic_compare_exchange_n(at, expected, value, weak, success, failure, scope)  \
    ::tileproof::hip_on::compare_exchange_within(TILEPROOF_C_SCOPE(scope), at, expected, value, \
                                                 weak, success, failure)
