// SPDX-License-Identifier: MIT
// What kernels with checks call (compiler/passes/checks.hpp): one function for each kind and size of
// access.
#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <new>
#include <utility>

#include "devices/cpu/runner.hpp"
#include "devices/cpu_checked/checked_launch.hpp"

namespace tileproof::cpu_checked {
namespace {

// The memory orders as numbered by the compiler.
std::memory_order order(int number) {
    switch (number) {
        case 0:
            return std::memory_order_relaxed;
        case 1:
        case 2:
            return std::memory_order_acquire;
        case 3:
            return std::memory_order_release;
        case 4:
            return std::memory_order_acq_rel;
        default:
            return std::memory_order_seq_cst;
    }
}
checked_launch& now() { return checked_launch::now(); }
memory_scope scope() { return cpu_engine::tileproof_checked_scope; }

void check_atomic(const volatile void* at, std::size_t bytes, access_kind kind, int number,
                  site* where) {
    if (!active && of_host.looks(reinterpret_cast<std::uintptr_t>(at)))
        return track_host(reinterpret_cast<std::uintptr_t>(at), bytes, kind, *where);
    track_atomic(const_cast<void*>(at), bytes, kind, order_of(number), scope(), *where);
}

// In device memory a relaxed atomic of system scope, in shared memory a plain access.
void check_volatile(void* at, std::size_t bytes, std::size_t alignment, bool write, site* where) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const access_kind atomic = write ? access_kind::atomic_write : access_kind::atomic_read;
    if (!active) {
        if (of_host.looks(address)) track_host(address, bytes, atomic, *where);
        return;
    }
    const bool shared = now().memory.is_shared(address);
    if (shared || bytes > 8 || address % bytes)
        return track(at, bytes, alignment, write ? access_kind::write : access_kind::read, *where);
    track_atomic(at, bytes, atomic, order_of(0), memory_scope::system, *where, true);
    if (std::exchange(active->gives_older, false)) now().lend_older(at, bytes);
}

}  // namespace
}  // namespace tileproof::cpu_checked

namespace tileproof::cpu_engine {
extern "C" memory_scope tileproof_checked_scope = memory_scope::device;
}

using namespace tileproof::cpu_checked;
namespace cpu_engine = tileproof::cpu_engine;

extern "C" {

// site.last of places that have not run yet.
region tileproof_checked_nowhere;
const site* tileproof_checked_caller = &module_registry::unknown();

#define TILEPROOF_ACCESS(bytes, alignment)                                     \
    void tileproof_checked_read##bytes(void* p, site* s) {                     \
        track<bytes, alignment, access_kind::read>(p, *s);                     \
    }                                                                          \
    void tileproof_checked_write##bytes(void* p, site* s) {                    \
        track<bytes, alignment, access_kind::write>(p, *s);                    \
    }                                                                          \
    void tileproof_checked_unaligned_read##bytes(void* p, site* s) {           \
        track<bytes, 1, access_kind::read>(p, *s);                             \
    }                                                                          \
    void tileproof_checked_unaligned_write##bytes(void* p, site* s) {          \
        track<bytes, 1, access_kind::write>(p, *s);                            \
    }                                                                          \
    void tileproof_checked_volatile_read##bytes(void* p, site* s) {            \
        check_volatile(p, bytes, alignment, false, s);                         \
    }                                                                          \
    void tileproof_checked_volatile_write##bytes(void* p, site* s) {           \
        check_volatile(p, bytes, alignment, true, s);                          \
    }                                                                          \
    void tileproof_checked_unaligned_volatile_read##bytes(void* p, site* s) {  \
        check_volatile(p, bytes, 1, false, s);                                 \
    }                                                                          \
    void tileproof_checked_unaligned_volatile_write##bytes(void* p, site* s) { \
        check_volatile(p, bytes, 1, true, s);                                  \
    }
TILEPROOF_ACCESS(1, 1)
TILEPROOF_ACCESS(2, 2)
TILEPROOF_ACCESS(4, 4)
TILEPROOF_ACCESS(8, 8)
TILEPROOF_ACCESS(16, 8)  // the compiler calls these for 8-byte alignment, too

void tileproof_checked_read_range(void* p, std::uint64_t bytes, std::uint32_t alignment, site* s) {
    if (bytes) track(p, bytes, alignment, access_kind::read, *s);
}
void tileproof_checked_write_range(void* p, std::uint64_t bytes, std::uint32_t alignment, site* s) {
    if (bytes) track(p, bytes, alignment, access_kind::write, *s);
}
// A copy of bytes of unknown type.
void tileproof_checked_read_bytes(void* p, std::uint64_t bytes, std::uint32_t alignment, site* s) {
    if (bytes == 0) return;
    if (!active) return track(p, bytes, alignment, access_kind::read, *s);
    now().begin_copy();
    track(p, bytes, alignment, access_kind::read, *s);
    now().end_copy(bytes);
}

void tileproof_checked_atomic(void* p, std::uint64_t bytes, int number, site* s) {
    check_atomic(p, bytes, access_kind::atomic_update, number, s);
}
void tileproof_checked_atomic_thread_fence(int number, site*) {
    if (active && number != 0) now().fence(scope());
    std::atomic_thread_fence(order(number));
}
void tileproof_checked_atomic_signal_fence(int, site*) {}

#define TILEPROOF_FETCH(bits, T, name, call)                                             \
    T tileproof_checked_atomic##bits##_##name(volatile T* p, T v, int number, site* s) { \
        check_atomic(p, sizeof(T), access_kind::atomic_update, number, s);               \
        return call;                                                                     \
    }
#define TILEPROOF_ATOMICS(bits, T)                                                               \
    T tileproof_checked_atomic##bits##_load(const volatile T* p, int number, site* s) {          \
        check_atomic(p, sizeof(T), access_kind::atomic_read, number, s);                         \
        if (active && std::exchange(active->gives_older, false))                                 \
            return static_cast<T>(active->older);                                                \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                             \
    }                                                                                            \
    void tileproof_checked_atomic##bits##_store(volatile T* p, T v, int number, site* s) {       \
        check_atomic(p, sizeof(T), access_kind::atomic_write, number, s);                        \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                \
    }                                                                                            \
    TILEPROOF_FETCH(bits, T, exchange, __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST))              \
    TILEPROOF_FETCH(bits, T, fetch_add, __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST))              \
    TILEPROOF_FETCH(bits, T, fetch_sub, __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST))              \
    TILEPROOF_FETCH(bits, T, fetch_and, __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST))              \
    TILEPROOF_FETCH(bits, T, fetch_or, __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST))                \
    TILEPROOF_FETCH(bits, T, fetch_xor, __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST))              \
    TILEPROOF_FETCH(bits, T, fetch_nand, __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST))            \
    T tileproof_checked_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v,      \
                                                            int number, int, site* s) {          \
        validate_reads(const_cast<T*>(p), sizeof(T), *s);                                        \
        check_atomic(p, sizeof(T), access_kind::atomic_update, number, s);                       \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return expected;                                                                         \
    }
TILEPROOF_ATOMICS(8, std::uint8_t)
TILEPROOF_ATOMICS(16, std::uint16_t)
TILEPROOF_ATOMICS(32, std::uint32_t)
TILEPROOF_ATOMICS(64, std::uint64_t)

// A loop that only waits for a lock has tried to take it; a thread goes a way that leads to such loops (compiler/passes/wave_locks.hpp).
void tileproof_checked_tried_lock(void* lock, unsigned loop, bool taken, site* s) {
    if (active && taken) now().took_lock(reinterpret_cast<std::uintptr_t>(lock), loop, *s);
}
void tileproof_checked_way_to_lock(unsigned way) {
    if (active) now().way_to_lock(way);
}

// The data that clang passes to the handlers of its undefined behaviour sanitizer.
struct sanitizer_type {
    std::uint16_t kind, info;
    char name[1];
};
struct sanitizer_index {
    const char* file;
    std::uint32_t line, column;
    const sanitizer_type *array, *index;
};
// `at`: the address computed from the index; used: an access is certain to follow.
void tileproof_checked_index_outside(const sanitizer_index* data, std::uint64_t value, void* at,
                                     int used, site* s) {
    if (!active) return;
    // The value is as wide as its type, zero-extended; signed ones are sign-extended here.
    const int bits = 1 << (data->index->info >> 1);
    std::int64_t index = static_cast<std::int64_t>(value);
    if ((data->index->info & 1) && bits < 64)
        index = static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
    now().index_outside(told_place(*s), data->array->name, index,
                        reinterpret_cast<std::uintptr_t>(at), used || !at);
}

// kind 0: a division by zero follows; 1: a call of a null pointer.
void tileproof_checked_fault(int kind, site* s) {
    if (!active) return;
    constexpr check_kind kinds[] = {check_kind::division_by_zero, check_kind::null_call};
    now().fault(kinds[kind], told_place(*s), nullptr);
}
// A thread ends the kernel: by an assertion with this text, or by abort() or a trap.
void tileproof_checked_end(const char* assertion, site* s) {
    if (!active) return;
    now().fault(check_kind::assertion, told_place(*s), assertion ? assertion : "abort() or a trap");
}

// Do kernels go to their copies, which tell values (compiler/passes/told_values.hpp)?
char tileproof_checked_asks_values = 0;
void tileproof_checked_values(void* at, site* s, const char* names, ...) {
    if (!active) return;
    std::va_list numbers;
    va_start(numbers, names);
    now().tell_values(reinterpret_cast<std::uintptr_t>(at), *s, names, numbers);
    va_end(numbers);
}

// The result of two ints. expression: its line and text, "19 row * pitch".
void tileproof_checked_computed(const char* expression, std::int64_t a, std::int64_t b, char sign) {
    if (!active) return;
    const std::int64_t result = sign == '*' ? a * b : sign == '+' ? a + b : a - b;
    if (result != static_cast<std::int32_t>(result)) now().overflow(expression, result);
}

// Variables without a value (compiler/passes/unset_variables.hpp).
void tileproof_checked_unset(const char* name, site* s) {
    if (active) now().unset(*s, name);
}
void tileproof_checked_begin_unset(void* variable, std::uint8_t* twin, std::uint64_t bytes,
                                   const char* name) {
    if (active) now().begin_unset(reinterpret_cast<std::uintptr_t>(variable), bytes, twin, name);
}
// Arrays whose address is known to other functions (compiler/passes/local_arrays.hpp).
void tileproof_checked_begin_array(void* array, std::uint64_t bytes, std::uint64_t beyond,
                                   const char* name) {
    if (active) now().begin_array({reinterpret_cast<std::uintptr_t>(array), bytes, beyond, name});
}
void tileproof_checked_end_array(void* array) {
    if (active) active->unset->end_array(reinterpret_cast<std::uintptr_t>(array));
}
void tileproof_checked_end_unset(void* variable) {
    if (active) active->unset->end(reinterpret_cast<std::uintptr_t>(variable));
}

// malloc and new, free and delete, in kernels; in host code they are what they were.
#define TILEPROOF_NEW(name, parameters, bytes, alignment, of_host)          \
    void* tileproof_checked_##name(std::uint64_t bytes parameters, site*) { \
        return active ? now().allocate(bytes, alignment) : of_host;         \
    }
TILEPROOF_NEW(malloc, , bytes, 16, std::malloc(bytes))
TILEPROOF_NEW(_Znwm, , bytes, 16, ::operator new(bytes))
TILEPROOF_NEW(_Znam, , bytes, 16, ::operator new[](bytes))
#define TILEPROOF_COMMA ,
TILEPROOF_NEW(_ZnwmRKSt9nothrow_t, TILEPROOF_COMMA const void*, bytes, 16,
              ::operator new(bytes, std::nothrow))
TILEPROOF_NEW(_ZnamRKSt9nothrow_t, TILEPROOF_COMMA const void*, bytes, 16,
              ::operator new[](bytes, std::nothrow))
TILEPROOF_NEW(_ZnwmSt11align_val_t, TILEPROOF_COMMA std::uint64_t alignment, bytes, alignment,
              ::operator new (bytes, std::align_val_t{alignment}))
TILEPROOF_NEW(_ZnamSt11align_val_t, TILEPROOF_COMMA std::uint64_t alignment, bytes, alignment,
              ::operator new[](bytes, std::align_val_t{alignment}))

// An earlier unordered access to the memory races with this.
static bool free_in_kernel(void* p, site* s) {
    if (!active) return false;
    if (!p) return true;
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    device_heap& heap = now().memory.heap;
    const device_heap::block* const b = heap.near(address) ? heap.find(address) : nullptr;
    if (b && b->begin == address && b->live)
        track(p, static_cast<std::size_t>(b->bytes), 1, access_kind::write, *s);
    now().free(told_place(*s), address);
    return true;
}
#define TILEPROOF_DELETE(name, parameters, of_host)              \
    void tileproof_checked_##name(void* p parameters, site* s) { \
        if (!free_in_kernel(p, s)) of_host;                      \
    }
TILEPROOF_DELETE(free, , std::free(p))
TILEPROOF_DELETE(_ZdlPv, , ::operator delete(p))
TILEPROOF_DELETE(_ZdaPv, , ::operator delete[](p))
TILEPROOF_DELETE(_ZdlPvm, TILEPROOF_COMMA std::uint64_t, ::operator delete(p))
TILEPROOF_DELETE(_ZdaPvm, TILEPROOF_COMMA std::uint64_t, ::operator delete[](p))
TILEPROOF_DELETE(_ZdlPvSt11align_val_t, TILEPROOF_COMMA std::uint64_t alignment,
                 ::operator delete (p, std::align_val_t{alignment}))
TILEPROOF_DELETE(_ZdaPvSt11align_val_t, TILEPROOF_COMMA std::uint64_t alignment,
                 ::operator delete[](p, std::align_val_t{alignment}))
TILEPROOF_DELETE(_ZdlPvmSt11align_val_t,
                 TILEPROOF_COMMA std::uint64_t TILEPROOF_COMMA std::uint64_t alignment,
                 ::operator delete (p, std::align_val_t{alignment}))
TILEPROOF_DELETE(_ZdaPvmSt11align_val_t,
                 TILEPROOF_COMMA std::uint64_t TILEPROOF_COMMA std::uint64_t alignment,
                 ::operator delete[](p, std::align_val_t{alignment}))

// Barriers tell the iterations and calls apart that lead to them (compiler/passes/occasions.hpp).
std::uint64_t tileproof_checked_enter(std::uint64_t call, std::uint64_t turns) {
    if (!active) return 0;
    std::uint64_t& occasion = cpu_engine::runner->current->occasion;
    const std::uint64_t before = occasion;
    occasion = ((before ^ call) + turns) * 0x9e3779b97f4a7c15u;
    return before;
}
void tileproof_checked_leave(std::uint64_t before) {
    if (active) cpu_engine::runner->current->occasion = before;
}

void tileproof_checked_register(module* m) { register_module(*m); }

void* tileproof_checked_dynamic_shared() {
    return active ? reinterpret_cast<void*>(now().memory.dynamic_shared.base) : nullptr;
}

}  // extern "C"
