// SPDX-License-Identifier: MIT
// Every way to write device memory (stores.hpp).
#include "tests/devices/cpu_checked/planted/stores.hpp"

#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>

namespace tileproof::planted {
namespace {

using float_8 = float __attribute__((ext_vector_type(8)));
using half_2 = _Float16 __attribute__((ext_vector_type(2)));

struct triple { float x, y, z; };
struct padded { char tag; double value; short last; };      // 24 bytes, 13 of them padding
struct holder { padded first; std::array<padded, 2> rest; };
struct bits { unsigned low : 5, middle : 14, high : 13; };
struct __attribute__((packed)) odd { char c; float f; short s; };
struct made {
    int a, b;
    __device__ explicit made(int v) : a(v), b(v + 1) {}
};
struct counted {
    int n = 1;
    __device__ counted& operator=(int v) { n = v; return *this; }
};

template <class T> __device__ T value() { T v; std::memset(&v, 1, sizeof v); return v; }
template <class T> __device__ inline void put(T* to, const T& v) { *to = v; }
__device__ triple make_triple(float x) { return {x, x, x}; }
__device__ int own() { return static_cast<int>(threadIdx.x); }

template <class T> __global__ void reads(const T* from, int* sink) {
    T v = from[threadIdx.x];
    char text[sizeof(T)];
    std::memcpy(text, &v, sizeof v);
    atomicAdd(sink, text[0]);
}
template <class T, class Write> __global__ void writes(T* to, Write write) { write(to + threadIdx.x); }

template <class T> constexpr bool has_padding = false;
template <> constexpr bool has_padding<padded> = true;
template <> constexpr bool has_padding<holder> = true;
template <class T, class Write> store_way way(const char* name, Write) {
    return {name, sizeof(T),
            [](void* to) {
                hipLaunchKernelGGL((writes<T, Write>), dim3(1), dim3(stored_threads), 0, 0, static_cast<T*>(to), Write{});
            },
            has_padding<T>,
            [](const void* from, int* sink) {
                hipLaunchKernelGGL(reads<T>, dim3(1), dim3(stored_threads), 0, 0, static_cast<const T*>(from), sink);
            }};
}
template <class T> store_way assigned(const char* name) {
    return way<T>(name, [](T* to) { T v; std::memset(&v, 1, sizeof v); *to = v; });
}

// A byte more than a word, at an odd address for every other thread.
__global__ void read_all(const unsigned char* from, int count, int* sink) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += from[i];
    *sink = sum;
}

struct words_16 { std::uint32_t w[16]; };

}  // namespace

void read_bytes(const void* from, int count, int* sink) {
    hipLaunchKernelGGL(read_all, dim3(1), dim3(1), 0, 0, static_cast<const unsigned char*>(from), count, sink);
}

const std::vector<store_way>& store_ways() {
    static const std::vector<store_way> all{
        assigned<std::uint8_t>("one_byte"),
        assigned<bool>("a_bool"),
        assigned<std::uint16_t>("two_bytes"),
        assigned<_Float16>("a_half"),
        assigned<float>("four_bytes"),
        assigned<double>("eight_bytes"),
        assigned<unsigned __int128>("sixteen_bytes"),
        assigned<half_2>("two_halves"),
        assigned<float2>("float2"),
        assigned<float3>("float3"),
        assigned<float4>("float4"),
        assigned<float_8>("a_vector_of_32_bytes"),
        assigned<triple>("a_struct_of_12_bytes"),
        assigned<words_16>("a_struct_of_64_bytes"),
        assigned<std::array<short, 7>>("an_array"),
        way<triple>("returned", [](triple* to) { *to = make_triple(3); }),
        way<triple>("braces", [](triple* to) { *to = {1, 2, 3}; }),
        way<made>("constructed", [](made* to) { new (to) made(own()); }),
        way<counted>("own_assignment", [](counted* to) { *to = 7; }),
        way<float>("inlined_helper", [](float* to) { put(to, 1.f); }),
        way<float>("reference", [](float* to) { float& r = *to; r = 2; }),
        way<float>("volatile", [](float* to) { *const_cast<volatile float*>(to) = 2; }),
        way<float4>("member_by_member", [](float4* to) { to->x = 1; to->y = 2; to->z = 3; to->w = 4; }),
        way<words_16>("loop", [](words_16* to) { for (unsigned i = 0; i < 16; ++i) to->w[i] = i; }),
        way<words_16>("unrolled_loop", [](words_16* to) {
#pragma unroll
            for (unsigned i = 0; i < 16; ++i) to->w[i] = i; }),
        way<words_16>("vectorisable_loop", [](words_16* to) {
            const words_16 from = value<words_16>();
            for (unsigned i = 0; i < 16; ++i) to->w[i] = from.w[i] + 1; }),
        way<words_16>("bytes_of_words", [](words_16* to) {
            for (unsigned i = 0; i < 64; ++i) reinterpret_cast<unsigned char*>(to)[i] = 1; }),
        way<words_16>("memset", [](words_16* to) { std::memset(to, 0, sizeof *to); }),
        way<words_16>("inline_memset", [](words_16* to) { __builtin_memset_inline(to, 0, sizeof *to); }),
        way<words_16>("memcpy", [](words_16* to) { const words_16 v = value<words_16>(); std::memcpy(to, &v, sizeof v); }),
        way<words_16>("inline_memcpy", [](words_16* to) { const words_16 v = value<words_16>(); __builtin_memcpy_inline(to, &v, sizeof v); }),
        way<words_16>("memmove", [](words_16* to) { const words_16 v = value<words_16>(); std::memmove(to, &v, sizeof v); }),
        way<words_16>("memcpy_of_odd_pieces", [](words_16* to) {
            const words_16 v = value<words_16>();
            auto* p = reinterpret_cast<char*>(to);
            for (int at = 0; at < 64;) { const int n = at % 3 + 1 > 64 - at ? 64 - at : at % 3 + 1; std::memcpy(p + at, &v, static_cast<std::size_t>(n)); at += n; } }),
        way<words_16>("std_copy", [](words_16* to) { const words_16 v = value<words_16>(); std::copy(v.w, v.w + 16, to->w); }),
        way<words_16>("std_fill", [](words_16* to) { std::fill(to->w, to->w + 16, 3u); }),
        way<odd>("unaligned_members", [](odd* to) { to->c = 1; to->f = 2; to->s = 3; }),
        way<odd>("unaligned_struct", [](odd* to) { *to = odd{1, 2, 3}; }),
        way<padded>("padding_left_out", [](padded* to) { to->tag = 1; to->value = 2; to->last = 3; }),
        way<padded>("padded_struct", [](padded* to) { *to = padded{1, 2, 3}; }),
        way<holder>("padding_in_members", [](holder* to) {
            to->first = padded{1, 2, 3};
            for (padded& p : to->rest) { p.tag = 1; p.value = 2; p.last = 3; } }),
        way<bits>("bit_fields", [](bits* to) { to->low = 3; to->middle = 0; to->high = static_cast<unsigned>(own()); }),
        way<int>("atomic_store", [](int* to) { __atomic_store_n(to, 1, __ATOMIC_RELAXED); }),
        way<double>("atomic_store_of_a_double", [](double* to) { double v = 1; __atomic_store(to, &v, __ATOMIC_RELEASE); }),
        way<float4>("nontemporal", [](float4* to) {
            using v4 = float __attribute__((ext_vector_type(4)));
            __builtin_nontemporal_store(v4{1, 2, 3, 4}, reinterpret_cast<v4*>(to)); }),
        way<float>("math_results", [](float* to) { float s, c; sincosf(1.f, &s, &c); *to = s * c; }),
        way<float2>("pointers_to_math", [](float2* to) { sincosf(1.f, &to->x, &to->y); }),
        way<triple>("modf_frexp", [](triple* to) {
            int e = 0;
            to->y = modff(2.5f, &to->x);
            to->z = frexpf(3.f, &e); }),
    };
    return all;
}

}  // namespace tileproof::planted
