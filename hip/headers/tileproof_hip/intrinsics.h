// SPDX-License-Identifier: MIT
// AMD GPU intrinsics of LLVM without a builtin, which functions name by an asm label:
//
//   __device__ float load(int32x4_t range, int offset, int more, int aux)
//       __asm("llvm.amdgcn.raw.buffer.load.f32");
//
// The translation of users' files gives such a declaration a body that calls intrinsics::raw_buffer_load.
#pragma once

#include <array>
#include <bit>

#include "tileproof_hip/amdgcn.h"
#include "tileproof_hip/atomics.h"
#include "tileproof_hip/lds_loads.h"

// glibc's; <assert.h> declares it only if assertions are enabled.
#ifdef TILEPROOF_CLANG_HIP
TILEPROOF_FOR_BOTH_END
extern "C" __device__ void __assert_fail(const char*, const char*, unsigned, const char*) noexcept
    __attribute__((noreturn));
TILEPROOF_FOR_BOTH
#else
extern "C" void __assert_fail(const char*, const char*, unsigned, const char*) noexcept
    __attribute__((noreturn));
#endif

TILEPROOF_HIP_BEGIN

namespace intrinsics {

// The declaration decides the type of the loaded value.
struct loaded {
    buffer_resource range;
    unsigned offset, more;
    template <class T>
    operator T() const {
        return buffer_load<T>(range, offset, more);
    }
};
template <class Resource>
loaded raw_buffer_load(const Resource& r, int offset, int more, int /*cache*/) {
    return {range_of(r), static_cast<unsigned>(offset), static_cast<unsigned>(more)};
}
template <class T, class Resource>
void raw_buffer_store(const T& v, const Resource& r, int offset, int more, int /*cache*/) {
    buffer_store(v, range_of(r), static_cast<unsigned>(offset), static_cast<unsigned>(more));
}

// Like the assembly: bytes and halves arrive in a whole dword, zero-extended.
template <unsigned Bytes, class T, class Resource>
void assembly_load(T& v, int offset, const Resource& r, int scalar, int constant) {
    static_assert(sizeof(T) >= Bytes, "the operand is too small");
    using part = std::conditional_t<Bytes == 1, unsigned char, unsigned short>;
    const auto more = static_cast<unsigned>(scalar + constant);
    if constexpr (Bytes < 4) {
        const unsigned whole = buffer_load<part>(range_of(r), static_cast<unsigned>(offset), more);
        __builtin_memcpy(&v, &whole, sizeof v < 4 ? sizeof v : 4);
    } else {
        static_assert(bytes_of<T> == Bytes, "the operand has another size");
        v = buffer_load<T>(range_of(r), static_cast<unsigned>(offset), more);
    }
}
template <unsigned Bytes, class T, class Resource>
void assembly_store(const T& v, int offset, const Resource& r, int scalar, int constant) {
    static_assert(sizeof(T) >= Bytes, "the operand is too small");
    using part = std::conditional_t < Bytes == 1, unsigned char,
          std::conditional_t<Bytes == 2, unsigned short,
                             std::array<unsigned, Bytes<4 ? 1 : Bytes / 4>>>;
    part bits;
    __builtin_memcpy(&bits, &v, Bytes);
    buffer_store(bits, range_of(r), static_cast<unsigned>(offset),
                 static_cast<unsigned>(scalar + constant));
}

// Loads straight into shared memory (lds_loads.h).
template <class Resource>
void raw_buffer_load_lds(const Resource& r, const void* to, int size, int offset, int more,
                         int both, int /*cache*/) {
    const auto of_lane = static_cast<unsigned>(offset), of_wave = static_cast<unsigned>(more);
    if (size == 1) buffer_load_lds<1>(r, to, of_lane, of_wave, both);
    if (size == 2) buffer_load_lds<2>(r, to, of_lane, of_wave, both);
    if (size == 4) buffer_load_lds<4>(r, to, of_lane, of_wave, both);
    if (size == 12) buffer_load_lds<12>(r, to, of_lane, of_wave, both);
    if (size == 16) buffer_load_lds<16>(r, to, of_lane, of_wave, both);
}

// Returns the old value; out of range it does nothing and returns 0.
template <class T, class Resource, class Change>
T raw_buffer_atomic(const Resource& r, int offset, int more, const Change& change) {
    const buffer_resource range = range_of(r);
    const std::uint64_t at =
        std::uint64_t{static_cast<unsigned>(offset)} + static_cast<unsigned>(more);
    if (at + sizeof(T) > range.bytes) return T{};
    using bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    auto* const word = reinterpret_cast<bits*>(range.base + at);
    bits before = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    for (;;) {
        const T old = std::bit_cast<T>(before);
        const bits seen = atomicCAS(word, before, std::bit_cast<bits>(change(old)));
        if (seen == before) return old;
        before = seen;
    }
}
template <class T, class Resource>
T raw_buffer_atomic_add(T v, const Resource& r, int offset, int more, int /*cache*/) {
    return raw_buffer_atomic<T>(r, offset, more, [&](T old) { return static_cast<T>(old + v); });
}
template <class T, class Resource>
T raw_buffer_atomic_fadd(T v, const Resource& r, int offset, int more, int cache) {
    return raw_buffer_atomic_add(v, r, offset, more, cache);
}
template <class T, class Resource>
T raw_buffer_atomic_fmax(T v, const Resource& r, int offset, int more, int /*cache*/) {
    return raw_buffer_atomic<T>(r, offset, more, [&](T old) { return old > v ? old : v; });
}
template <class T, class Resource>
T raw_buffer_atomic_fmin(T v, const Resource& r, int offset, int more, int /*cache*/) {
    return raw_buffer_atomic<T>(r, offset, more, [&](T old) { return old < v ? old : v; });
}

}  // namespace intrinsics

// Called if a kernel reaches, in a header, assembly or a builtin that the cpu devices do not support.
[[noreturn]] inline void assembly_was_reached(const char* text, TILEPROOF_HERE) {
    (void)column;
    __assert_fail(text, file, static_cast<unsigned>(line), "inline assembly of a GPU");
}
struct value_of_any_type {
    template <class T>
    operator T() const;
    value_of_any_type operator[](int) const;
};
template <class... Arguments>
[[noreturn]] value_of_any_type builtin_was_reached(const char* text, const char* file,
                                                   unsigned line, const Arguments&...) {
    __assert_fail(text, file, line, "a builtin of a GPU");
}

TILEPROOF_HIP_END
