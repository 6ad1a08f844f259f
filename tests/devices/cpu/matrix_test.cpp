// SPDX-License-Identifier: MIT
// Matrix instructions on whole numbers, which every format holds: what each lane brings and gets is written down here as AMD's
// matrix instruction calculator has it, element by element, and the product is a plain loop.
#include "devices/cpu/launch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tileproof::devices {
namespace {

struct place {
    int block, row, column;
};

// One instruction: element e of lane l of A (its row and k) and of D.
struct instruction {
    int lanes, rows, terms, blocks;
    place (*a)(int l, int e);
    place (*d)(int l, int e);
};

template <int M, int K, int Held>
place mfma_a(int l, int e) {
    return {0, l % M, Held * (l / M) + e};
}
template <int M>
place mfma_a_of_blocks(int l, int e) {
    return {l / M, l % M, e};
}
place mfma_d_32(int l, int e) { return {e / 16, 8 * (e % 16 / 4) + 4 * (l / 32) + e % 4, l % 32}; }
place mfma_d_16(int l, int e) { return {e / 4, 4 * (l / 16) + e % 4, l % 16}; }
place mfma_d_4(int l, int e) { return {l / 4, e, l % 4}; }
place f64_a_4(int l, int) { return {l / 4 % 4, l % 4, l / 16}; }
place f64_d_4(int l, int) { return {l / 4 % 4, l / 16, l % 4}; }
place f64_d_16(int l, int e) { return {0, 4 * e + l / 16, l % 16}; }
place gfx11_a(int l, int e) { return {0, l % 16, e}; }
place gfx11_d(int l, int e) { return {0, 2 * e + l / 16, l % 16}; }
place gfx11_d_of_64(int l, int e) { return {0, 4 * e + l / 16, l % 16}; }
place gfx12_a(int l, int e) { return {0, l % 16, 8 * (l / 16) + e}; }
place gfx12_d(int l, int e) { return {0, 8 * (l / 16) + e, l % 16}; }

// Elements by the bits that they have in a register.
struct half_bits {
    _Float16 v;
    static half_bits of(int n) { return {static_cast<_Float16>(n)}; }
    int number() const { return static_cast<int>(v); }
};
struct brain_bits {
    std::uint16_t v;
    static brain_bits of(int n) {
        return {
            static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(n)) >> 16)};
    }
    int number() const { return static_cast<int>(std::bit_cast<float>(std::uint32_t{v} << 16)); }
};
template <class T>
struct plain_bits {
    T v;
    static plain_bits of(int n) { return {static_cast<T>(n)}; }
    int number() const { return static_cast<int>(v); }
};

// Of 8 bits: the codes of 1, 2, 3 and 4.
template <int One, int Two, int Three, int Four>
struct code_bits {
    std::uint8_t v;
    static code_bits of(int n) {
        constexpr int codes[] = {0, One, Two, Three, Four};
        return {static_cast<std::uint8_t>(codes[n < 0 ? -n : n] | (n < 0 ? 0x80 : 0))};
    }
};
using fnuz_fp8 = code_bits<0x40, 0x48, 0x4c, 0x50>;
using fnuz_bf8 = code_bits<0x40, 0x44, 0x46, 0x48>;
using ocp_fp8 = code_bits<0x38, 0x40, 0x44, 0x48>;
using ocp_bf8 = code_bits<0x3c, 0x40, 0x42, 0x44>;
// Of 4 bits, two in a byte of memory.
struct half_byte {
    std::uint8_t v;
    static half_byte of(int n) { return {static_cast<std::uint8_t>(n & 15)}; }
};
template <class T>
std::vector<T> in_memory(const std::vector<T>& v) {
    return v;
}
std::vector<std::uint8_t> in_memory(const std::vector<half_byte>& v) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < v.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(v[i].v | v[i + 1].v << 4));
    return bytes;
}

template <class T, int N>
using vec = T __attribute__((ext_vector_type(N)));

// Each lane hands its bytes of A, B and C to the instruction.
#define INSTRUCTION(name, OperandA, OperandC, call)                                 \
    __global__ void name(const std::byte* as, const std::byte* bs, std::byte* cs) { \
        OperandA a, b;                                                              \
        OperandC c;                                                                 \
        std::memcpy(&a, as + threadIdx.x * sizeof a, sizeof a);                     \
        std::memcpy(&b, bs + threadIdx.x * sizeof b, sizeof b);                     \
        std::memcpy(&c, cs + threadIdx.x * sizeof c, sizeof c);                     \
        c = call;                                                                   \
        std::memcpy(cs + threadIdx.x * sizeof c, &c, sizeof c);                     \
    }
#define MFMA(name, OperandA, OperandC) \
    INSTRUCTION(name, OperandA, OperandC, __builtin_amdgcn_mfma_##name(a, b, c, 0, 0, 0))

using half4 = vec<_Float16, 4>;
using half8 = vec<_Float16, 8>;
using float2_bits = vec<float, 2>;
using double4_bits = vec<double, 4>;
using short4_bits = vec<short, 4>;
using short2_bits = vec<short, 2>;
using float4_bits = vec<float, 4>;
using float16_bits = vec<float, 16>;
using float32_bits = vec<float, 32>;
using int4_bits = vec<int, 4>;
using int16_bits = vec<int, 16>;
MFMA(f32_32x32x1f32, float, float32_bits)
MFMA(f32_16x16x1f32, float, float16_bits)
MFMA(f32_4x4x1f32, float, float4_bits)
MFMA(f32_32x32x2f32, float, float16_bits)
MFMA(f32_16x16x4f32, float, float4_bits)
MFMA(f32_16x16x8_xf32, float2_bits, float4_bits)
MFMA(f32_32x32x4f16, half4, float32_bits)
MFMA(f32_16x16x4f16, half4, float16_bits)
MFMA(f32_4x4x4f16, half4, float4_bits)
MFMA(f32_32x32x8f16, half4, float16_bits)
MFMA(f32_16x16x16f16, half4, float4_bits)
MFMA(f32_16x16x32_f16, half8, float4_bits)
MFMA(f32_16x16x16bf16_1k, short4_bits, float4_bits)
MFMA(f32_32x32x8bf16_1k, short4_bits, float16_bits)
MFMA(f32_16x16x8bf16, short2_bits, float4_bits)
MFMA(i32_16x16x16i8, int, int4_bits)
MFMA(i32_32x32x8i8, int, int16_bits)
MFMA(i32_4x4x4i8, int, int4_bits)
MFMA(i32_16x16x32_i8, long, int4_bits)
MFMA(i32_32x32x16_i8, long, int16_bits)
MFMA(f64_16x16x4f64, double, double4_bits)
MFMA(f64_4x4x4f64, double, double)

using half16 = vec<_Float16, 16>;
using short16_bits = vec<short, 16>;
using float8_bits = vec<float, 8>;
using int8_bits = vec<int, 8>;
using int2_bits = vec<int, 2>;
INSTRUCTION(gfx11_f32_f16, half16, float8_bits, __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(a, b, c))
INSTRUCTION(gfx11_f32_bf16, short16_bits, float8_bits,
            __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(a, b, c))
INSTRUCTION(gfx11_f32_f16_w64, half16, float4_bits,
            __builtin_amdgcn_wmma_f32_16x16x16_f16_w64(a, b, c))
INSTRUCTION(gfx11_f16_low, half16, half16,
            __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, c, false))
INSTRUCTION(gfx11_f16_high, half16, half16,
            __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, c, true))
INSTRUCTION(gfx11_i32_i8, int4_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(true, a, true, b, c, false))
INSTRUCTION(gfx11_i32_u8, int4_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(false, a, false, b, c, false))
INSTRUCTION(gfx11_i32_clamped, int4_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(true, a, true, b, c, true))
INSTRUCTION(gfx12_f32_f16, half8, float8_bits,
            __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c))
INSTRUCTION(gfx12_f16_f16, half8, half8, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(a, b, c))
INSTRUCTION(gfx12_i32_i8, int2_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, a, true, b, c, false))

MFMA(f32_16x16x32_fp8_fp8, long, float4_bits)
MFMA(f32_16x16x32_fp8_bf8, long, float4_bits)
MFMA(f32_32x32x16_bf8_fp8, long, float16_bits)
MFMA(f32_32x32x16_bf8_bf8, long, float16_bits)
INSTRUCTION(gfx12_f32_fp8_bf8, int2_bits, float8_bits,
            __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(a, b, c))
INSTRUCTION(gfx12_f32_bf8_fp8_w64, int, float4_bits,
            __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w64_gfx12(a, b, c))
INSTRUCTION(gfx11_i32_i4, int2_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(true, a, true, b, c, false))
INSTRUCTION(gfx11_i32_u4_w64, int2_bits, int4_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu4_w64(false, a, false, b, c, false))
INSTRUCTION(gfx12_i32_i4, int, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(true, a, true, b, c, false))
INSTRUCTION(gfx12_i32_i4_k32, int2_bits, int8_bits,
            __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(true, a, true, b, c, false))
INSTRUCTION(gfx12_i32_i4_k32_w64, int, int4_bits,
            __builtin_amdgcn_wmma_i32_16x16x32_iu4_w64_gfx12(true, a, true, b, c, false))
INSTRUCTION(share_4x4x1_2_1, float, float4_bits,
            __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 2, 1, 0))
INSTRUCTION(share_16x16x1_1_0, float, float16_bits,
            __builtin_amdgcn_mfma_f32_16x16x1f32(a, b, c, 1, 0, 0))
INSTRUCTION(groups_1, float, float4_bits, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 0, 0, 1))
INSTRUCTION(groups_2, float, float4_bits, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 0, 0, 2))
INSTRUCTION(groups_3, float, float4_bits, __builtin_amdgcn_mfma_f32_16x16x4f32(a, b, c, 0, 0, 3))
INSTRUCTION(groups_6, float, float4_bits, __builtin_amdgcn_mfma_f32_16x16x4f32(a, b, c, 0, 0, 6))
INSTRUCTION(negates_b, double, double4_bits, __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 2))
INSTRUCTION(negates_a_c, double, double4_bits,
            __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 5))

using kernel = void (*)(const std::byte*, const std::byte*, std::byte*);

cpu_engine::launch_status launch(kernel k, unsigned wave, unsigned lanes, const void* a,
                                 const void* b, void* c) {
    cpu_engine::settings().wave_size = wave;
    const auto status = cpu_engine::launch({.grid = {1, 1, 1}, .block = {lanes, 1, 1}}, [&] {
        k(static_cast<const std::byte*>(a), static_cast<const std::byte*>(b),
          static_cast<std::byte*>(c));
    });
    cpu_engine::settings().wave_size = 32;
    return status;
}

int drawn(int i) { return (i * 7 + i / 5 * 3) % 9 - 4; }

// Result e of a lane is element Step * e + First of C; the others stay as they were.
template <class A, class D, int Step = 1, int First = 0, class B = A>
void expect_product(kernel k, const instruction& t, int least = -4) {
    const int size = t.rows * t.terms * t.blocks, results = t.rows * t.rows * t.blocks / t.lanes;
    std::vector<int> a(static_cast<std::size_t>(size)), b(a.size());
    for (int i = 0; i < size; ++i) {
        a[static_cast<std::size_t>(i)] = drawn(i) - (least + 4);
        b[static_cast<std::size_t>(i)] = drawn(3 * i + 1) - (least + 4);
    }
    if (least == 0)
        for (auto* m : {&a, &b})
            for (int& n : *m) n = n < 0 ? n + (std::is_same_v<A, half_byte> ? 16 : 256) : n;
    const auto at = [&](const place& p, int k_of) {
        return static_cast<std::size_t>((p.block * t.rows + p.row) * t.terms + k_of);
    };
    // A and B are held alike: B's column as A's row. gfx11 holds all of both in each 16 lanes.
    const int held = t.a == gfx11_a ? 16 : size / t.lanes;
    std::vector<A> as;
    std::vector<B> bs;
    std::vector<D> cs;
    for (int l = 0; l < t.lanes; ++l) {
        for (int e = 0; e < held; ++e) {
            const place p = t.a(l, e);
            as.push_back(A::of(a[at(p, p.column)]));
            bs.push_back(B::of(b[at(p, p.column)]));
        }
        for (int e = 0; e < results * Step; ++e) cs.push_back(D::of(e));
    }
    launch(k, static_cast<unsigned>(t.lanes), static_cast<unsigned>(t.lanes), in_memory(as).data(),
           in_memory(bs).data(), cs.data());
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    for (int l = 0; l < t.lanes; ++l)
        for (int e = 0; e < results * Step; ++e) {
            int expected = e;
            if (e % Step == First) {
                const place p = t.d(l, e / Step);
                for (int term = 0; term < t.terms; ++term)
                    expected += a[at(p, term)] * b[at({p.block, p.column, 0}, term)];
            }
            ASSERT_EQ(cs[static_cast<std::size_t>(l * results * Step + e)].number(), expected)
                << "lane " << l << ", element " << e;
        }
}

using f32 = plain_bits<float>;
using f64 = plain_bits<double>;
using i8 = plain_bits<std::int8_t>;
using u8 = plain_bits<std::uint8_t>;
using i32 = plain_bits<std::int32_t>;

TEST(MatrixInstructions, MultiplyAsMfmaOfF32) {
    expect_product<f32, f32>(f32_32x32x1f32, {64, 32, 1, 2, mfma_a_of_blocks<32>, mfma_d_32});
    expect_product<f32, f32>(f32_16x16x1f32, {64, 16, 1, 4, mfma_a_of_blocks<16>, mfma_d_16});
    expect_product<f32, f32>(f32_4x4x1f32, {64, 4, 1, 16, mfma_a_of_blocks<4>, mfma_d_4});
    expect_product<f32, f32>(f32_32x32x2f32, {64, 32, 2, 1, mfma_a<32, 2, 1>, mfma_d_32});
    expect_product<f32, f32>(f32_16x16x4f32, {64, 16, 4, 1, mfma_a<16, 4, 1>, mfma_d_16});
    expect_product<f32, f32>(f32_16x16x8_xf32, {64, 16, 8, 1, mfma_a<16, 8, 2>, mfma_d_16});
}

TEST(MatrixInstructions, MultiplyAsMfmaOf16Bits) {
    expect_product<half_bits, f32>(f32_32x32x4f16, {64, 32, 4, 2, mfma_a_of_blocks<32>, mfma_d_32});
    expect_product<half_bits, f32>(f32_16x16x4f16, {64, 16, 4, 4, mfma_a_of_blocks<16>, mfma_d_16});
    expect_product<half_bits, f32>(f32_4x4x4f16, {64, 4, 4, 16, mfma_a_of_blocks<4>, mfma_d_4});
    expect_product<half_bits, f32>(f32_32x32x8f16, {64, 32, 8, 1, mfma_a<32, 8, 4>, mfma_d_32});
    expect_product<half_bits, f32>(f32_16x16x16f16, {64, 16, 16, 1, mfma_a<16, 16, 4>, mfma_d_16});
    expect_product<half_bits, f32>(f32_16x16x32_f16, {64, 16, 32, 1, mfma_a<16, 32, 8>, mfma_d_16});
    expect_product<brain_bits, f32>(f32_16x16x16bf16_1k,
                                    {64, 16, 16, 1, mfma_a<16, 16, 4>, mfma_d_16});
    expect_product<brain_bits, f32>(f32_32x32x8bf16_1k,
                                    {64, 32, 8, 1, mfma_a<32, 8, 4>, mfma_d_32});
    expect_product<brain_bits, f32>(f32_16x16x8bf16, {64, 16, 8, 1, mfma_a<16, 8, 2>, mfma_d_16});
}

TEST(MatrixInstructions, MultiplyAsMfmaOfWholeNumbersAndF64) {
    expect_product<i8, i32>(i32_16x16x16i8, {64, 16, 16, 1, mfma_a<16, 16, 4>, mfma_d_16});
    expect_product<i8, i32>(i32_32x32x8i8, {64, 32, 8, 1, mfma_a<32, 8, 4>, mfma_d_32});
    expect_product<i8, i32>(i32_4x4x4i8, {64, 4, 4, 16, mfma_a_of_blocks<4>, mfma_d_4});
    expect_product<i8, i32>(i32_16x16x32_i8, {64, 16, 32, 1, mfma_a<16, 32, 8>, mfma_d_16});
    expect_product<i8, i32>(i32_32x32x16_i8, {64, 32, 16, 1, mfma_a<32, 16, 8>, mfma_d_32});
    expect_product<f64, f64>(f64_16x16x4f64, {64, 16, 4, 1, mfma_a<16, 4, 1>, f64_d_16});
    expect_product<f64, f64>(f64_4x4x4f64, {64, 4, 4, 4, f64_a_4, f64_d_4});
}

TEST(MatrixInstructions, MultiplyAsWmmaOfGfx11) {
    const instruction of_32{32, 16, 16, 1, gfx11_a, gfx11_d};
    expect_product<half_bits, f32>(gfx11_f32_f16, of_32);
    expect_product<brain_bits, f32>(gfx11_f32_bf16, of_32);
    expect_product<half_bits, half_bits, 2, 0>(gfx11_f16_low, of_32);
    expect_product<half_bits, half_bits, 2, 1>(gfx11_f16_high, of_32);
    expect_product<i8, i32>(gfx11_i32_i8, of_32);
    expect_product<u8, i32>(gfx11_i32_u8, of_32, 0);
    expect_product<half_bits, f32>(gfx11_f32_f16_w64, {64, 16, 16, 1, gfx11_a, gfx11_d_of_64});
}

TEST(MatrixInstructions, MultiplyAsWmmaOfGfx12) {
    const instruction of_32{32, 16, 16, 1, gfx12_a, gfx12_d};
    expect_product<half_bits, f32>(gfx12_f32_f16, of_32);
    expect_product<half_bits, half_bits>(gfx12_f16_f16, of_32);
    expect_product<i8, i32>(gfx12_i32_i8, of_32);
}

TEST(MatrixInstructions, MultiplyNumbersOf8Bits) {
    const instruction of_16{64, 16, 32, 1, mfma_a<16, 32, 8>, mfma_d_16};
    const instruction of_32{64, 32, 16, 1, mfma_a<32, 16, 8>, mfma_d_32};
    expect_product<fnuz_fp8, f32>(f32_16x16x32_fp8_fp8, of_16);
    expect_product<fnuz_fp8, f32, 1, 0, fnuz_bf8>(f32_16x16x32_fp8_bf8, of_16);
    expect_product<fnuz_bf8, f32, 1, 0, fnuz_fp8>(f32_32x32x16_bf8_fp8, of_32);
    expect_product<fnuz_bf8, f32>(f32_32x32x16_bf8_bf8, of_32);
    expect_product<ocp_fp8, f32, 1, 0, ocp_bf8>(gfx12_f32_fp8_bf8,
                                                {32, 16, 16, 1, gfx12_a, gfx12_d});
    const auto a_of_64 = [](int l, int e) { return place{0, l % 16, 4 * (l / 16) + e}; };
    const auto d_of_64 = [](int l, int e) { return place{0, 4 * (l / 16) + e, l % 16}; };
    expect_product<ocp_bf8, f32, 1, 0, ocp_fp8>(gfx12_f32_bf8_fp8_w64,
                                                {64, 16, 16, 1, a_of_64, d_of_64});
}

// Every code, as the conversions of <hip/hip_fp8.h> read it, which are other code.
template <class Format, class Converted>
void expect_same_codes() {
    for (int code = 0; code < 256; ++code) {
        const auto bits = static_cast<std::uint8_t>(code);
        const float expected = static_cast<float>(std::bit_cast<Converted>(bits));
        const float value = Format::value(bits);
        if (expected != expected)
            EXPECT_NE(value, value) << code;
        else
            EXPECT_EQ(value, expected) << code;
    }
}
TEST(MatrixInstructions, ReadEveryCodeOf8Bits) {
    expect_same_codes<tp_matrix::ocp_fp8, __hip_fp8_e4m3>();
    expect_same_codes<tp_matrix::ocp_bf8, __hip_fp8_e5m2>();
    expect_same_codes<tp_matrix::fp8, __hip_fp8_e4m3_fnuz>();
    expect_same_codes<tp_matrix::bf8, __hip_fp8_e5m2_fnuz>();
}

TEST(MatrixInstructions, MultiplyNumbersOf4Bits) {
    expect_product<half_byte, i32>(gfx11_i32_i4, {32, 16, 16, 1, gfx11_a, gfx11_d});
    expect_product<half_byte, i32>(gfx11_i32_u4_w64, {64, 16, 16, 1, gfx11_a, gfx11_d_of_64}, 0);
    expect_product<half_byte, i32>(gfx12_i32_i4, {32, 16, 16, 1, gfx12_a, gfx12_d});
    const auto a_of_k32 = [](int l, int e) { return place{0, l % 16, 16 * (l / 16) + e}; };
    expect_product<half_byte, i32>(gfx12_i32_i4_k32, {32, 16, 32, 1, a_of_k32, gfx12_d});
    const auto a_of_64 = [](int l, int e) { return place{0, l % 16, 8 * (l / 16) + e}; };
    const auto d_of_64 = [](int l, int e) { return place{0, 4 * (l / 16) + e, l % 16}; };
    expect_product<half_byte, i32>(gfx12_i32_i4_k32_w64, {64, 16, 32, 1, a_of_64, d_of_64});
}

TEST(MatrixInstructions, ReadTheSignOf4Bits) {
    const std::vector<std::uint8_t> a(64 * 8, 0x88), b(64 * 8, 0x78);  // -8, and -8 and 7 in turns
    std::vector<i32> c(64 * 4, i32{0}), d(32 * 8, i32{0});
    launch(gfx11_i32_u4_w64, 64, 64, a.data(), b.data(), c.data());
    EXPECT_EQ(c[1].number(), 8 * 8 * 8 + 8 * 8 * 7);
    launch(gfx11_i32_i4, 32, 32, a.data(), b.data(), d.data());
    EXPECT_EQ(d[1].number(), 8 * 8 * 8 - 8 * 8 * 7);
}

// What `modified` makes of operands is what `plain` makes of those that other lanes hold.
template <class T>
void expect_moved(kernel modified, kernel plain, int results, int (*a_of)(int), int (*b_of)(int),
                  int sign_of_a = 1, int sign_of_b = 1, int sign_of_c = 1) {
    std::vector<T> a, b, a_moved, b_moved, c, c_moved;
    for (int l = 0; l < 64; ++l) {
        a.push_back(T::of(drawn(l)));
        b.push_back(T::of(drawn(5 * l + 2)));
    }
    for (int l = 0; l < 64; ++l) {
        a_moved.push_back(T::of(sign_of_a * a[static_cast<std::size_t>(a_of(l))].number()));
        b_moved.push_back(T::of(sign_of_b * b[static_cast<std::size_t>(b_of(l))].number()));
    }
    for (int e = 0; e < 64 * results; ++e) {
        c.push_back(T::of(drawn(e)));
        c_moved.push_back(T::of(sign_of_c * drawn(e)));
    }
    launch(modified, 64, 64, a.data(), b.data(), c.data());
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    launch(plain, 64, 64, a_moved.data(), b_moved.data(), c_moved.data());
    for (std::size_t e = 0; e < c.size(); ++e) ASSERT_EQ(c[e].number(), c_moved[e].number()) << e;
}
int same_lane(int l) { return l; }

TEST(MatrixInstructions, ShareBlocksOfAAndMoveGroupsOfB) {
    expect_moved<f32>(
        share_4x4x1_2_1, f32_4x4x1f32, 4, [](int l) { return l / 16 * 16 + 4 + l % 4; }, same_lane);
    expect_moved<f32>(
        share_16x16x1_1_0, f32_16x16x1f32, 16, [](int l) { return l / 32 * 32 + l % 16; },
        same_lane);
    expect_moved<f32>(groups_1, f32_4x4x1f32, 4, same_lane, [](int l) { return l % 32; });
    expect_moved<f32>(groups_2, f32_4x4x1f32, 4, same_lane, [](int l) { return 32 + l % 32; });
    // Lane 0's goes to lane 48, lane 16's to lane 0.
    expect_moved<f32>(groups_3, f32_16x16x4f32, 4, same_lane,
                      [](int l) { return l < 48 ? l + 16 : l - 48; });
    expect_moved<f32>(groups_6, f32_16x16x4f32, 4, same_lane, [](int l) { return 32 + l % 16; });
}

TEST(MatrixInstructions, NegateOperandsOfF64) {
    expect_moved<f64>(negates_b, f64_16x16x4f64, 4, same_lane, same_lane, 1, -1, 1);
    expect_moved<f64>(negates_a_c, f64_16x16x4f64, 4, same_lane, same_lane, -1, 1, -1);
}

TEST(MatrixInstructions, ClampOnlyWhereTheyAreToldTo) {
    std::vector<i8> a(32 * 16, i8{100});
    for (const auto& [k, expected] :
         {std::pair{&gfx11_i32_clamped, 0x7fffffff}, std::pair{&gfx11_i32_i8, -2147323649}}) {
        std::vector<i32> c(32 * 8, i32{0x7fffffff});
        launch(*k, 32, 32, a.data(), a.data(), c.data());
        ASSERT_EQ(hipGetLastError(), hipSuccess);
        EXPECT_EQ(c[5].v, expected);
    }
}

// 16 lanes that did not load their copy of A are seen in the rows that they compute.
TEST(MatrixInstructions, OfGfx11UseTheCopyOfTheirOwnLanes) {
    std::vector<half_bits> a(32 * 16, half_bits::of(1)), b = a;
    for (std::size_t i = 256; i < 512; ++i) a[i] = half_bits::of(0);
    std::vector<f32> c(32 * 8, f32{0});
    launch(gfx11_f32_f16, 32, 32, a.data(), b.data(), c.data());
    EXPECT_EQ(c[0].number(), 16);
    EXPECT_EQ(c[16 * 8].number(), 0);
}

TEST(MatrixInstructions, SayWhichWavesTheyAreFor) {
    std::vector<f32> a(64, f32{1}), c(64 * 4, f32{0});
    EXPECT_EQ(launch(f32_16x16x4f32, 32, 64, a.data(), a.data(), c.data()),
              cpu_engine::launch_status::failed);
    EXPECT_THAT(
        cpu_engine::last_error(),
        testing::HasSubstr("is one for waves of 64 lanes, and a wave has 32 here: use --wave 64"));
}

}  // namespace
}  // namespace tileproof::devices
