// SPDX-License-Identifier: MIT
// What device code in LLVM IR finds here (compiler/passes/retarget.hpp): a function for each of LLVM's intrinsics for AMD GPUs.
//
//   %v = call i32 @llvm.amdgcn.ds.bpermute(i32 %index, i32 %x)
//   becomes  call i32 @tileproof_amdgcn_ds_bpermute(i32 %index, i32 %x, ptr @"softmax.py", i32 12, i32 20)
//
// The dots of the name become underscores. Operations that only move values have one function for each number of bits:
// readlane.f32 and readlane.i32 are readlane_b32. Whole numbers of up to 64 bits, floating-point numbers and pointers are passed
// as they are, everything else, such as vectors, by address, and a result of that kind to the address in the first parameter.
// Operands of matrix instructions are all passed by address. File, line and column say where the call stands.
//
// What is added here is known from then on; a call of an unknown one is reported when it is reached.
#pragma once

#include <cstring>

#include "tileproof_hip/amdgcn_floats.h"
#include "tileproof_hip/atomics.h"
#include "tileproof_hip/lds_loads.h"
#include "tileproof_hip/matrix.h"
#include "tileproof_hip/ocml.h"

// glibc's; <assert.h> declares it only if assertions are enabled.
extern "C" void __assert_fail(const char*, const char*, unsigned, const char*) noexcept
    __attribute__((noreturn));

TILEPROOF_HIP_BEGIN
namespace device_code {

template <unsigned Bytes>
struct bytes {
    std::byte at[Bytes];
};
using resource_words = bytes<16>;

// The tables that the packet of a launch points to, as far as compilers read them: sizes of the grid and its blocks.
struct implicit_arguments {
    unsigned blocks[3];
    unsigned short threads[3], rest[3];
    unsigned char unused[16];
    std::uint64_t offset[3];
    unsigned short dims;
    unsigned char others[190];
};
struct dispatch_packet {
    unsigned short header, dims, threads[3], unused;
    unsigned in_grid[3];
    unsigned char others[40];
};
static_assert(sizeof(implicit_arguments) == 256 && sizeof(dispatch_packet) == 64);

inline thread_local implicit_arguments arguments_now;
inline thread_local dispatch_packet packet_now;

template <class T>
T* in(void* base, std::uint64_t offset) {
    return reinterpret_cast<T*>(static_cast<char*>(base) + offset);
}
// Where an atomic operation finds its operand; null outside the resource.
template <class T>
T* in_resource(const resource_words* r, int offset, int scalar_offset) {
    const tp_buffer_resource range = tp_range_of(*r);
    const std::uint64_t at =
        std::uint64_t{static_cast<unsigned>(offset)} + static_cast<unsigned>(scalar_offset);
    return at + sizeof(T) <= range.bytes ? in<T>(range.base, at) : nullptr;
}

template <class Layout, class A, class B, class D>
void multiply(void* result, const void* a, const void* b, const void* c, const char* file, int line,
              int column) {
    const auto operand = []<class Format>(const void* from, Format) {
        constexpr unsigned bits = [] {
            if constexpr (requires { Format::in_halves; })
                return 4u;
            else
                return 8u * static_cast<unsigned>(sizeof(typename Format::bits));
        }();
        bytes<Layout::held * bits / 8> o;
        __builtin_memcpy(&o, from, sizeof o);
        return o;
    };
    bytes<Layout::results * sizeof(typename D::bits)> sums;
    __builtin_memcpy(&sums, c, sizeof sums);
    sums = tp_matrix::product<Layout, A, B, D>(operand(a, A{}), operand(b, B{}), sums, file, line,
                                               column);
    __builtin_memcpy(result, &sums, sizeof sums);
}

}  // namespace device_code
TILEPROOF_HIP_END

using namespace tileproof::hip_on::device_code;
// Kept until the pass has looked: it removes what nobody calls.
#define TILEPROOF_CODE extern "C" __attribute__((used)) inline
#define TILEPROOF_PLACE const char *file, int line, int column
#define TILEPROOF_NO_PLACE const char*, int, int

// Any of these makes the pass find what it calls itself.
TILEPROOF_CODE void tileproof_device_barrier(int number, TILEPROOF_PLACE) {
    (__syncthreads)(number, file, line, column);
}
TILEPROOF_CODE void tileproof_device_wave(unsigned lanes, TILEPROOF_PLACE) {
    const auto here = static_cast<unsigned>(static_cast<int>(tileproof::hip_on::warpSize));
    if (lanes != here)
        throw tileproof::cpu_engine::kernel_error(
            std::string("The code at ") + file + ":" + std::to_string(line) +
            " is compiled for waves of " + std::to_string(lanes) + " lanes, and a wave has " +
            std::to_string(here) + " here: use --wave " + std::to_string(lanes) + ".");
}
TILEPROOF_CODE void tileproof_device_threads(unsigned most, TILEPROOF_PLACE) {
    static thread_local char text[160];
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    (void)column;
    if (threads <= most) return;
    snprintf(text, sizeof text,
             "the kernel is compiled for blocks of up to %u threads, and is launched with %u", most,
             threads);
    __assert_fail(text, file, static_cast<unsigned>(line), "device code");
}
TILEPROOF_CODE void tileproof_device_unknown(const char* what, TILEPROOF_PLACE) {
    __assert_fail(what, file, static_cast<unsigned>(line), "device code");
    (void)column;
}
TILEPROOF_CODE void tileproof_device_scope(int scope) {
    if (tileproof::cpu_engine::is_checked())
        tileproof::cpu_engine::tileproof_checked_scope = static_cast<tp_memory_scope>(scope);
}

// As HIP's headers call it for __syncthreads() and __threadfence(): orders are C's, scopes OpenCL's.
TILEPROOF_CODE void __atomic_work_item_fence(unsigned, unsigned order, unsigned scope) {
    constexpr int thread = 0, wave = 1, block = 2, device = 3, system = 4;
    constexpr int scopes[] = {thread, block, device, system, wave};
    tileproof_device_scope(scopes[scope < 5 ? scope : 3]);
    if (order == __ATOMIC_ACQUIRE)
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    else if (order == __ATOMIC_RELEASE)
        __atomic_thread_fence(__ATOMIC_RELEASE);
    else if (order == __ATOMIC_ACQ_REL)
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
    else if (order == __ATOMIC_SEQ_CST)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    tileproof_device_scope(device);
}

// Indices and sizes
TILEPROOF_CODE void* tileproof_amdgcn_implicitarg_ptr(TILEPROOF_NO_PLACE) {
    arguments_now = {.blocks = {gridDim.x, gridDim.y, gridDim.z},
                     .threads = {static_cast<unsigned short>(blockDim.x),
                                 static_cast<unsigned short>(blockDim.y),
                                 static_cast<unsigned short>(blockDim.z)},
                     .rest = {},
                     .unused = {},
                     .offset = {},
                     .dims = 3,
                     .others = {}};
    return &arguments_now;
}
TILEPROOF_CODE void* tileproof_amdgcn_dispatch_ptr(TILEPROOF_NO_PLACE) {
    packet_now = {
        .header = 0,
        .dims = 3,
        .threads = {static_cast<unsigned short>(blockDim.x),
                    static_cast<unsigned short>(blockDim.y),
                    static_cast<unsigned short>(blockDim.z)},
        .unused = 0,
        .in_grid = {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z},
        .others = {}};
    return &packet_now;
}
TILEPROOF_CODE unsigned tileproof_amdgcn_wavefrontsize(TILEPROOF_NO_PLACE) {
    return __builtin_amdgcn_wavefrontsize();
}
#define TILEPROOF_OF_DIM(name, x, y, z)                                     \
    TILEPROOF_CODE std::size_t __ockl_get_##name(unsigned dim) {            \
        return dim == 0 ? x : dim == 1 ? y : dim == 2 ? z : std::size_t{0}; \
    }
TILEPROOF_OF_DIM(local_id, threadIdx.x, threadIdx.y, threadIdx.z)
TILEPROOF_OF_DIM(group_id, blockIdx.x, blockIdx.y, blockIdx.z)
TILEPROOF_OF_DIM(local_size, blockDim.x, blockDim.y, blockDim.z)
TILEPROOF_OF_DIM(num_groups, gridDim.x, gridDim.y, gridDim.z)
TILEPROOF_OF_DIM(global_size, std::size_t{gridDim.x} * blockDim.x,
                 std::size_t{gridDim.y} * blockDim.y, std::size_t{gridDim.z} * blockDim.z)
TILEPROOF_OF_DIM(global_id, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x,
                 std::size_t{blockIdx.y} * blockDim.y + threadIdx.y,
                 std::size_t{blockIdx.z} * blockDim.z + threadIdx.z)
#undef TILEPROOF_OF_DIM
TILEPROOF_CODE std::uint64_t tileproof_amdgcn_s_memtime(TILEPROOF_NO_PLACE) {
    return __builtin_amdgcn_s_memtime();
}
TILEPROOF_CODE std::uint64_t tileproof_amdgcn_s_memrealtime(TILEPROOF_NO_PLACE) {
    return __builtin_amdgcn_s_memtime();
}
TILEPROOF_CODE void tileproof_amdgcn_s_sleep(int, TILEPROOF_NO_PLACE) {
    tileproof::cpu_engine::sleeps();
}

// Lanes
TILEPROOF_CODE int tileproof_amdgcn_ds_bpermute(int index, int v, TILEPROOF_PLACE) {
    return tileproof::hip_on::tp_pulled(index, v, file, line, column);
}
TILEPROOF_CODE int tileproof_amdgcn_ds_permute(int index, int v, TILEPROOF_PLACE) {
    return tileproof::hip_on::tp_pushed(index, v, file, line, column);
}
TILEPROOF_CODE int tileproof_amdgcn_ds_swizzle(int v, int pattern, TILEPROOF_PLACE) {
    return tileproof::hip_on::tp_swizzled(v, pattern, file, line, column);
}
TILEPROOF_CODE unsigned tileproof_amdgcn_mbcnt_lo(unsigned mask, unsigned add, TILEPROOF_NO_PLACE) {
    return tileproof::hip_on::tp_lanes_below_low(mask, add);
}
TILEPROOF_CODE unsigned tileproof_amdgcn_mbcnt_hi(unsigned mask, unsigned add, TILEPROOF_NO_PLACE) {
    return tileproof::hip_on::tp_lanes_below_high(mask, add);
}
TILEPROOF_CODE void tileproof_amdgcn_wave_barrier(TILEPROOF_PLACE) {
    tileproof::hip_on::tp_wave_barrier(file, line, column);
}
TILEPROOF_CODE std::uint64_t tileproof_amdgcn_ballot_i64(bool p, TILEPROOF_PLACE) {
    return tileproof::hip_on::__ballot(p, file, line, column);
}
TILEPROOF_CODE unsigned tileproof_amdgcn_ballot_i32(bool p, TILEPROOF_PLACE) {
    return static_cast<unsigned>(tileproof::hip_on::__ballot(p, file, line, column));
}
#define TILEPROOF_OF_BITS(T, bits)                                                                 \
    TILEPROOF_CODE T tileproof_amdgcn_readlane_b##bits(T v, int lane, TILEPROOF_PLACE) {           \
        return tileproof::hip_on::tp_lane_value(v, lane, file, line, column);                      \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_readfirstlane_b##bits(T v, TILEPROOF_PLACE) {                \
        return tileproof::hip_on::tp_first_lane(v, file, line, column);                            \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_writelane_b##bits(T v, unsigned lane, T old,                 \
                                                        TILEPROOF_NO_PLACE) {                      \
        return tileproof::hip_on::__lane_id() == lane ? v : old;                                   \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_update_dpp_b##bits(T old, T v, int control, int rows,        \
                                                         int banks, bool bound, TILEPROOF_PLACE) { \
        return tileproof::hip_on::tp_dpp(old, v, control, rows, banks, bound, file, line, column); \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_mov_dpp_b##bits(T v, int control, int rows, int banks,       \
                                                      bool bound, TILEPROOF_PLACE) {               \
        return tileproof::hip_on::tp_dpp(T{}, v, control, rows, banks, bound, file, line, column); \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_permlane64_b##bits(T v, TILEPROOF_PLACE) {                   \
        const tp_wave_values<T> all(v, file, line, column);                                        \
        return all[all.lane() ^ 32];                                                               \
    }                                                                                              \
    TILEPROOF_CODE T tileproof_amdgcn_raw_ptr_buffer_load_b##bits(                                 \
        const resource_words* r, int offset, int scalar, int, TILEPROOF_NO_PLACE) {                \
        return tileproof::hip_on::tp_buffer_load<T>(                                               \
            tp_range_of(*r), static_cast<unsigned>(offset), static_cast<unsigned>(scalar));        \
    }                                                                                              \
    TILEPROOF_CODE void tileproof_amdgcn_raw_ptr_buffer_store_b##bits(                             \
        T v, const resource_words* r, int offset, int scalar, int, TILEPROOF_NO_PLACE) {           \
        tileproof::hip_on::tp_buffer_store<T>(v, tp_range_of(*r), static_cast<unsigned>(offset),   \
                                              static_cast<unsigned>(scalar));                      \
    }
TILEPROOF_OF_BITS(std::uint8_t, 8)
TILEPROOF_OF_BITS(std::uint16_t, 16)
TILEPROOF_OF_BITS(std::uint32_t, 32)
TILEPROOF_OF_BITS(std::uint64_t, 64)
#undef TILEPROOF_OF_BITS
// A lane takes the value of the lane of its row of 16, or of the other row, whose number is the lane's digit of the selector.
#define TILEPROOF_OF_ROWS(name, other)                                                         \
    TILEPROOF_CODE unsigned tileproof_amdgcn_##name##_b32(                                     \
        unsigned, unsigned v, unsigned low, unsigned high, bool, bool, TILEPROOF_PLACE) {      \
        const tp_wave_values<unsigned> all(v, file, line, column);                             \
        const unsigned lane = all.lane(), digit = lane & 7;                                    \
        return all[((lane & ~15u) ^ (other)) | ((lane & 8 ? high : low) >> (4 * digit) & 15)]; \
    }
TILEPROOF_OF_ROWS(permlane16, 0)
TILEPROOF_OF_ROWS(permlanex16, 16u)
#undef TILEPROOF_OF_ROWS
TILEPROOF_CODE void tileproof_amdgcn_permlane16_swap(tp_u32x2* r, unsigned a, unsigned b, bool,
                                                     bool, TILEPROOF_PLACE) {
    *r = tileproof::hip_on::tp_swapped_rows<16>(a, b, file, line, column);
}
TILEPROOF_CODE void tileproof_amdgcn_permlane32_swap(tp_u32x2* r, unsigned a, unsigned b, bool,
                                                     bool, TILEPROOF_PLACE) {
    *r = tileproof::hip_on::tp_swapped_rows<32>(a, b, file, line, column);
}

// Memory
TILEPROOF_CODE void tileproof_amdgcn_make_buffer_rsrc(resource_words* r, void* base, short stride,
                                                      std::int64_t size, int flags,
                                                      TILEPROOF_NO_PLACE) {
    const auto at = reinterpret_cast<std::uintptr_t>(base);
    const tp_u32x4 words = {
        static_cast<unsigned>(at),
        static_cast<unsigned>(at >> 32 & 0xffff) | static_cast<unsigned>(stride & 0x3fff) << 16,
        static_cast<unsigned>(size), static_cast<unsigned>(flags)};
    __builtin_memcpy(r, &words, sizeof *r);
}
#define TILEPROOF_OF_DWORDS(T, bits)                                                             \
    TILEPROOF_CODE void tileproof_amdgcn_raw_ptr_buffer_load_b##bits(                            \
        void* to, const resource_words* r, int offset, int scalar, int, TILEPROOF_NO_PLACE) {    \
        const auto v = tileproof::hip_on::tp_buffer_load<T>(                                     \
            tp_range_of(*r), static_cast<unsigned>(offset), static_cast<unsigned>(scalar));      \
        __builtin_memcpy(to, &v, (bits) / 8);                                                    \
    }                                                                                            \
    TILEPROOF_CODE void tileproof_amdgcn_raw_ptr_buffer_store_b##bits(                           \
        const void* from, const resource_words* r, int offset, int scalar, int,                  \
        TILEPROOF_NO_PLACE) {                                                                    \
        T v;                                                                                     \
        __builtin_memcpy(&v, from, (bits) / 8);                                                  \
        tileproof::hip_on::tp_buffer_store<T>(v, tp_range_of(*r), static_cast<unsigned>(offset), \
                                              static_cast<unsigned>(scalar));                    \
    }
TILEPROOF_OF_DWORDS(tp_u32x3, 96)
TILEPROOF_OF_DWORDS(tp_u32x4, 128)
#undef TILEPROOF_OF_DWORDS
#define TILEPROOF_OF_ATOMICS(name, T, type, call)                                        \
    TILEPROOF_CODE T tileproof_amdgcn_raw_ptr_buffer_atomic_##name##_##type(             \
        T v, const resource_words* r, int offset, int scalar, int, TILEPROOF_NO_PLACE) { \
        T* const at = in_resource<T>(r, offset, scalar);                                 \
        return at ? tileproof::hip_on::call(at, v) : T{};                                \
    }
TILEPROOF_OF_ATOMICS(add, int, i32, atomicAdd)
TILEPROOF_OF_ATOMICS(sub, int, i32, atomicSub)
TILEPROOF_OF_ATOMICS(and, int, i32, atomicAnd)
TILEPROOF_OF_ATOMICS(or, int, i32, atomicOr)
TILEPROOF_OF_ATOMICS(xor, int, i32, atomicXor)
TILEPROOF_OF_ATOMICS(swap, int, i32, atomicExch)
TILEPROOF_OF_ATOMICS(smin, int, i32, atomicMin)
TILEPROOF_OF_ATOMICS(smax, int, i32, atomicMax)
TILEPROOF_OF_ATOMICS(umin, unsigned, i32, atomicMin)
TILEPROOF_OF_ATOMICS(umax, unsigned, i32, atomicMax)
TILEPROOF_OF_ATOMICS(fadd, float, f32, atomicAdd)
TILEPROOF_OF_ATOMICS(fadd, double, f64, atomicAdd)
#undef TILEPROOF_OF_ATOMICS
#define TILEPROOF_OF_SIZES(call) \
    size == 16   ? call(16)      \
    : size == 12 ? call(12)      \
    : size == 4  ? call(4)       \
    : size == 2  ? call(2)       \
                 : call(1)
#define TILEPROOF_LOAD_LDS(bytes) \
    tileproof::hip_on::tp_global_load_lds<bytes>(from, to, offset, file, line, column)
TILEPROOF_CODE void tileproof_amdgcn_global_load_lds(const void* from, void* to, int size,
                                                     int offset, int, TILEPROOF_PLACE) {
    TILEPROOF_OF_SIZES(TILEPROOF_LOAD_LDS);
}
#undef TILEPROOF_LOAD_LDS
#define TILEPROOF_LOAD_LDS(bytes)                                                             \
    tileproof::hip_on::tp_buffer_load_lds<bytes>(*r, to, static_cast<unsigned>(v),            \
                                                 static_cast<unsigned>(scalar), offset, file, \
                                                 line, column)
TILEPROOF_CODE void tileproof_amdgcn_raw_ptr_buffer_load_lds(const resource_words* r, void* to,
                                                             int size, int v, int scalar,
                                                             int offset, int, TILEPROOF_PLACE) {
    TILEPROOF_OF_SIZES(TILEPROOF_LOAD_LDS);
}
#undef TILEPROOF_LOAD_LDS
#undef TILEPROOF_OF_SIZES
TILEPROOF_CODE void tileproof_amdgcn_set_m0(int value, TILEPROOF_NO_PLACE) {
    tileproof::cpu_engine::set_m0(static_cast<unsigned>(value));
}
TILEPROOF_CODE void tileproof_amdgcn_add_to_m0(int value, TILEPROOF_NO_PLACE) {
    tileproof::cpu_engine::add_to_m0(static_cast<unsigned>(value));
}
TILEPROOF_CODE void* tileproof_amdgcn_at_m0(TILEPROOF_PLACE) {
    return tileproof::cpu_engine::at_m0(tileproof::cpu_engine::call_site_of(file, line, column));
}

// Numbers. Those that need no more than an expression:
#define TILEPROOF_OF(T, name, parameters, value) \
    TILEPROOF_CODE T tileproof_amdgcn_##name parameters { return static_cast<T>(value); }
#define TILEPROOF_1(T) (T x, TILEPROOF_NO_PLACE)
#define TILEPROOF_3(T) (T a, T b, T c, TILEPROOF_NO_PLACE)
TILEPROOF_OF(float, rcp_f32, TILEPROOF_1(float), 1.0f / x)
TILEPROOF_OF(double, rcp_f64, TILEPROOF_1(double), 1.0 / x)
TILEPROOF_OF(_Float16, rcp_f16, TILEPROOF_1(_Float16), 1.0f / static_cast<float>(x))
TILEPROOF_OF(float, rsq_f32, TILEPROOF_1(float), 1.0f / ::sqrtf(x))
TILEPROOF_OF(double, rsq_f64, TILEPROOF_1(double), 1.0 / ::sqrt(x))
TILEPROOF_OF(float, sqrt_f32, TILEPROOF_1(float), ::sqrtf(x))
TILEPROOF_OF(double, sqrt_f64, TILEPROOF_1(double), ::sqrt(x))
TILEPROOF_OF(float, exp2_f32, TILEPROOF_1(float), ::exp2f(x))
TILEPROOF_OF(float, log_f32, TILEPROOF_1(float), ::log2f(x))
TILEPROOF_OF(float, sin_f32, TILEPROOF_1(float), __builtin_amdgcn_sinf(x))
TILEPROOF_OF(float, cos_f32, TILEPROOF_1(float), __builtin_amdgcn_cosf(x))
TILEPROOF_OF(float, fract_f32, TILEPROOF_1(float), x - ::floorf(x))
TILEPROOF_OF(double, fract_f64, TILEPROOF_1(double), x - ::floor(x))
TILEPROOF_OF(float, fmed3_f32, TILEPROOF_3(float), tileproof::hip_on::tp_median(a, b, c))
TILEPROOF_OF(_Float16, fmed3_f16, TILEPROOF_3(_Float16),
             tileproof::hip_on::tp_median(static_cast<float>(a), static_cast<float>(b),
                                          static_cast<float>(c)))
TILEPROOF_OF(float, ldexp_f32, (float x, int e, TILEPROOF_NO_PLACE), ::ldexpf(x, e))
TILEPROOF_OF(double, ldexp_f64, (double x, int e, TILEPROOF_NO_PLACE), ::ldexp(x, e))
TILEPROOF_OF(unsigned, perm, TILEPROOF_3(unsigned), tileproof::hip_on::tp_permuted_bytes(a, b, c))
TILEPROOF_OF(unsigned, alignbyte, TILEPROOF_3(unsigned), __builtin_amdgcn_alignbyte(a, b, c))
TILEPROOF_OF(unsigned, ubfe_i32, TILEPROOF_3(unsigned), __builtin_amdgcn_ubfe(a, b, c))
TILEPROOF_OF(unsigned, sad_u8, TILEPROOF_3(unsigned), __builtin_amdgcn_sad_u8(a, b, c))
TILEPROOF_OF(int, sdot4, (int a, int b, int c, bool, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_sdot4(a, b, c, false))
TILEPROOF_OF(unsigned, udot4, (unsigned a, unsigned b, unsigned c, bool, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_udot4(a, b, c, false))
TILEPROOF_OF(int, mul_i24, (int a, int b, TILEPROOF_NO_PLACE), (a << 8 >> 8) * (b << 8 >> 8))
TILEPROOF_OF(unsigned, mul_u24, (unsigned a, unsigned b, TILEPROOF_NO_PLACE),
             (a & 0xffffff) * (b & 0xffffff))
TILEPROOF_OF(float, cvt_f32_fp8, (int a, int b, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_cvt_f32_fp8(a, b))
TILEPROOF_OF(float, cvt_f32_bf8, (int a, int b, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_cvt_f32_bf8(a, b))
TILEPROOF_OF(int, cvt_pk_fp8_f32, (float a, float b, int old, bool high, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_cvt_pk_fp8_f32(a, b, old, high))
TILEPROOF_OF(int, cvt_pk_bf8_f32, (float a, float b, int old, bool high, TILEPROOF_NO_PLACE),
             __builtin_amdgcn_cvt_pk_bf8_f32(a, b, old, high))
#undef TILEPROOF_OF
#undef TILEPROOF_1
#undef TILEPROOF_3
TILEPROOF_CODE void tileproof_amdgcn_cvt_pkrtz(tp_f16x2* r, float a, float b, TILEPROOF_NO_PLACE) {
    *r = std::bit_cast<tp_f16x2>(tileproof::hip_on::tp_pair_toward_zero(a, b));
}
TILEPROOF_CODE void tileproof_amdgcn_cvt_pk_f32_fp8(tp_f32x2* r, int codes, bool high,
                                                    TILEPROOF_NO_PLACE) {
    *r = __builtin_amdgcn_cvt_pk_f32_fp8(codes, high);
}
TILEPROOF_CODE void tileproof_amdgcn_cvt_pk_f32_bf8(tp_f32x2* r, int codes, bool high,
                                                    TILEPROOF_NO_PLACE) {
    *r = __builtin_amdgcn_cvt_pk_f32_bf8(codes, high);
}
TILEPROOF_CODE float tileproof_amdgcn_fdot2(const tp_f16x2* a, const tp_f16x2* b, float c, bool,
                                            TILEPROOF_NO_PLACE) {
    return tileproof::hip_on::tp_dot_of_pairs(*a, *b, c);
}

// Matrix instructions: the builtins of matrix.h, with operands in memory and the caller's place.
#pragma push_macro("TILEPROOF_MFMA")
#pragma push_macro("TILEPROOF_MFMA_MIXED")
#pragma push_macro("TILEPROOF_MFMA_F64")
#pragma push_macro("TILEPROOF_WMMA")
#pragma push_macro("TILEPROOF_WMMA_MIXED")
#undef TILEPROOF_MFMA
#undef TILEPROOF_MFMA_MIXED
#undef TILEPROOF_MFMA_F64
#undef TILEPROOF_WMMA
#undef TILEPROOF_WMMA_MIXED
#define TILEPROOF_MULTIPLY(...) multiply<__VA_ARGS__>(result, a, b, c, file, line, column)
#define TILEPROOF_MFMA(M, K, blocks, A, D, unused)                                   \
    TILEPROOF_MULTIPLY(TILEPROOF_MATRIX(mfma) < M, K, blocks >, TILEPROOF_MATRIX(A), \
                       TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(D))
#define TILEPROOF_MFMA_MIXED(M, K, A, B, unused)                                                  \
    TILEPROOF_MULTIPLY(TILEPROOF_MATRIX(mfma) < M, K >, TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(B), \
                       TILEPROOF_MATRIX(f32))
#define TILEPROOF_MFMA_F64(M, blocks, unused)                                           \
    TILEPROOF_MULTIPLY(TILEPROOF_MATRIX(mfma_f64) < M, blocks >, TILEPROOF_MATRIX(f64), \
                       TILEPROOF_MATRIX(f64), TILEPROOF_MATRIX(f64))
#define TILEPROOF_WMMA(layout, lanes, A, D, unused)                             \
    TILEPROOF_MULTIPLY(TILEPROOF_MATRIX(layout) < lanes >, TILEPROOF_MATRIX(A), \
                       TILEPROOF_MATRIX(A), TILEPROOF_MATRIX(D))
#define TILEPROOF_WMMA_MIXED(lanes, A, B, unused)                               \
    TILEPROOF_MULTIPLY(TILEPROOF_MATRIX(wmma12) < lanes >, TILEPROOF_MATRIX(A), \
                       TILEPROOF_MATRIX(B), TILEPROOF_MATRIX(f32))
// Operands shared between blocks are not known here.
#define TILEPROOF_OF_MFMA(name)                                                               \
    TILEPROOF_CODE void tileproof_amdgcn_mfma_##name(                                         \
        void* result, const void* a, const void* b, const void* c, const int* cbsz,           \
        const int* abid, const int* blgp, TILEPROOF_PLACE) {                                  \
        if (*cbsz || *abid || *blgp)                                                          \
            return tileproof_device_unknown("the cpu devices know mfma." #name                \
                                            " in LLVM IR with cbsz, abid and blgp of 0 only", \
                                            file, line, column);                              \
        __builtin_amdgcn_mfma_##name(unused);                                                 \
    }
#define TILEPROOF_OF_WMMA(name)                                                                  \
    TILEPROOF_CODE void tileproof_amdgcn_wmma_##name(void* result, const void* a, const void* b, \
                                                     const void* c, TILEPROOF_PLACE) {           \
        __builtin_amdgcn_wmma_##name(unused);                                                    \
    }
TILEPROOF_OF_MFMA(f32_32x32x1f32)
TILEPROOF_OF_MFMA(f32_16x16x1f32)
TILEPROOF_OF_MFMA(f32_4x4x1f32)
TILEPROOF_OF_MFMA(f32_32x32x2f32)
TILEPROOF_OF_MFMA(f32_16x16x4f32)
TILEPROOF_OF_MFMA(f32_16x16x8_xf32)
TILEPROOF_OF_MFMA(f32_32x32x4_xf32)
TILEPROOF_OF_MFMA(f32_32x32x4f16)
TILEPROOF_OF_MFMA(f32_16x16x4f16)
TILEPROOF_OF_MFMA(f32_4x4x4f16)
TILEPROOF_OF_MFMA(f32_32x32x8f16)
TILEPROOF_OF_MFMA(f32_16x16x16f16)
TILEPROOF_OF_MFMA(f32_32x32x8bf16_1k)
TILEPROOF_OF_MFMA(f32_16x16x16bf16_1k)
TILEPROOF_OF_MFMA(f32_4x4x4bf16_1k)
TILEPROOF_OF_MFMA(f32_16x16x32_f16)
TILEPROOF_OF_MFMA(f32_32x32x16_f16)
TILEPROOF_OF_MFMA(f32_16x16x32_bf16)
TILEPROOF_OF_MFMA(f32_32x32x16_bf16)
TILEPROOF_OF_MFMA(i32_32x32x8i8)
TILEPROOF_OF_MFMA(i32_16x16x16i8)
TILEPROOF_OF_MFMA(i32_32x32x16_i8)
TILEPROOF_OF_MFMA(i32_16x16x32_i8)
TILEPROOF_OF_MFMA(f64_16x16x4f64)
TILEPROOF_OF_MFMA(f64_4x4x4f64)
TILEPROOF_OF_MFMA(f32_16x16x32_fp8_fp8)
TILEPROOF_OF_MFMA(f32_16x16x32_fp8_bf8)
TILEPROOF_OF_MFMA(f32_16x16x32_bf8_fp8)
TILEPROOF_OF_MFMA(f32_16x16x32_bf8_bf8)
TILEPROOF_OF_MFMA(f32_32x32x16_fp8_fp8)
TILEPROOF_OF_MFMA(f32_32x32x16_fp8_bf8)
TILEPROOF_OF_MFMA(f32_32x32x16_bf8_fp8)
TILEPROOF_OF_MFMA(f32_32x32x16_bf8_bf8)
TILEPROOF_OF_WMMA(f32_16x16x16_f16_w32)
TILEPROOF_OF_WMMA(f32_16x16x16_bf16_w32)
TILEPROOF_OF_WMMA(f32_16x16x16_f16_w64)
TILEPROOF_OF_WMMA(f32_16x16x16_bf16_w64)
TILEPROOF_OF_WMMA(f32_16x16x16_f16_w32_gfx12)
TILEPROOF_OF_WMMA(f32_16x16x16_bf16_w32_gfx12)
TILEPROOF_OF_WMMA(f32_16x16x16_fp8_fp8_w32_gfx12)
TILEPROOF_OF_WMMA(f32_16x16x16_fp8_bf8_w32_gfx12)
TILEPROOF_OF_WMMA(f32_16x16x16_bf8_fp8_w32_gfx12)
TILEPROOF_OF_WMMA(f32_16x16x16_bf8_bf8_w32_gfx12)
#undef TILEPROOF_OF_MFMA
#undef TILEPROOF_OF_WMMA
#undef TILEPROOF_MULTIPLY
#pragma pop_macro("TILEPROOF_MFMA")
#pragma pop_macro("TILEPROOF_MFMA_MIXED")
#pragma pop_macro("TILEPROOF_MFMA_F64")
#pragma pop_macro("TILEPROOF_WMMA")
#pragma pop_macro("TILEPROOF_WMMA_MIXED")
#undef TILEPROOF_CODE
#undef TILEPROOF_PLACE
#undef TILEPROOF_NO_PLACE
