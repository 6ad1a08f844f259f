// SPDX-License-Identifier: MIT
// A header as AMD's kernel libraries have them: intrinsics by their label, assembly, and functions of the host and of the
// device that share a name.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>

namespace library_style {

using dwords = std::int32_t __attribute__((ext_vector_type(4)));
using floats = float __attribute__((ext_vector_type(4)));

__device__ float load(dwords range, int offset, int more,
                      int aux) __asm("llvm.amdgcn.raw.buffer.load.f32");
__device__ floats load4(dwords range, int offset, int more,
                        int aux) __asm("llvm.amdgcn.raw.buffer.load.v4f32");
__device__ void store(float v, dwords range, int offset, int more,
                      int aux) __asm("llvm.amdgcn.raw.buffer.store.f32");
__device__ void store4(floats v, dwords range, int offset, int more,
                       int aux) __asm("llvm.amdgcn.raw.buffer.store.v4f32");
__device__ float add(float v, dwords range, int offset, int more,
                     int aux) __asm("llvm.amdgcn.raw.buffer.atomic.fadd.f32");
__device__ void load_to_shared(dwords range, __attribute__((address_space(3))) std::uint32_t* to,
                               int size, int offset, int more, int constant,
                               int aux) __asm("llvm.amdgcn.raw.buffer.load.lds");

__device__ inline dwords range_of(const float* p, long elements) {
    struct {
        const float* p;
        std::uint32_t bytes, flags;
    } r{p, static_cast<std::uint32_t>(elements * 4), 0x00020000};
    return __builtin_bit_cast(dwords, r);
}

// Only where the flag is set; elsewhere v stays.
__device__ inline void load_if(float& v, dwords range, int offset, int flag) {
    auto saved = __builtin_amdgcn_read_exec();
    asm volatile(
        "v_cmpx_le_u32 exec, 1, %4\n"
        "buffer_load_dword %0, %1, %2, 0 offen offset:%3\n"
        "s_mov_b64 exec %5"
        : "+v"(v)
        : "v"(offset), "s"(range), "n"(0), "v"(flag), "s"(saved)
        : "memory");
}
__device__ inline void store_by_assembly(float v, dwords range, int offset) {
    asm volatile("buffer_store_dword %0, %1, %2, 0 offen offset:%3"
                 :
                 : "v"(v), "v"(offset), "s"(range), "n"(0)
                 : "memory");
}
__device__ inline void wait_for_block() {
    asm volatile(
        "\
    s_waitcnt vmcnt(0) \n \
    s_waitcnt lgkmcnt(0) \n \
    s_barrier \
    " ::);
}
__device__ inline float of_an_instruction_that_is_not_known(float v) {
    asm volatile("v_rcp_iflag_f32 %0, %0" : "+v"(v));
    return v;
}

// The register m0 says where loads go in the block's shared memory; the last function sets it to an address there.
__device__ inline void set_m0(int offset) {
    asm volatile("s_mov_b32 m0, %0" : : "s"(offset) : "memory");
}
__device__ inline void add_to_m0(int more) {
    asm volatile("s_add_u32 m0, %0, m0" : : "n"(more) : "memory");
}
__device__ inline void load_to_m0(float* shared, dwords range, int offset) {
    asm volatile("s_nop 4\nbuffer_load_dword %0, %1, 0 offen offset:%2 lds"
                 :
                 : "v"(offset), "s"(range), "n"(0), "v"(shared)
                 : "memory");
}
__device__ inline void load_to_address(const float* shared, dwords range, int offset) {
    asm volatile("s_mov_b32 m0, %0; \n\tbuffer_load_dword %1, %2, 0 offen lds;\n\t"
                 :
                 : "s"(__builtin_amdgcn_readfirstlane(
                       static_cast<int>(reinterpret_cast<std::uintptr_t>(shared)))),
                   "v"(offset), "s"(range)
                 : "memory");
}

__host__ constexpr float twice(float v) { return v + v; }
__device__ inline float twice(float v) { return 2 * v; }
struct doubled {
    __host__ float operator()(float v) const { return v + v; }
    __device__ float operator()(float v) const { return twice(v); }
};

}  // namespace library_style
