// SPDX-License-Identifier: MIT
// A call as CK Tile's operators and examples write it, with the numbers that it must give.
//
//   CALL(merge_sequences_joins, (1, 2, 3), merge_sequences(sequence<1, 2>{}, sequence<3>{}))
//   CALL_OF_THREAD(37, warp_and_lane, (0, 37), make_tuple(get_warp_id(), get_lane_id()))
//
// Here each is a test. calls_on_ck_tile.hip compiles the same sources as a HIP program, in which each call runs in a
// kernel, by its thread of 256: with this library under the name of CK Tile, or with CK Tile.
#pragma once

#include <vector>

#if defined(TILEPROOF_CALLS_ON_CK_TILE)
#include <hip/hip_runtime.h>
//
#include "ck_tile/core.hpp"
#else
#include <gtest/gtest.h>
#include <tileproof/ck_tile.hpp>
#endif

using namespace ck_tile;

#if defined(TILEPROOF_CALLS_ON_CK_TILE)
#define OF_CALLS __host__ __device__
struct number_list {
    double* at;
    int count = 0;
    OF_CALLS void push_back(double number) { at[count++] = number; }
};
#else
#define OF_CALLS
using number_list = std::vector<double>;
#endif

// What a call gave, as a list of numbers.
template <class T>
OF_CALLS void add_numbers(number_list& list, const T& value) {
    if constexpr (requires { value.get_hidden_index(); })
        add_numbers(list, value.get_hidden_index());
    else if constexpr (requires { T::size(); })
        static_for<0, T::size(), 1>{}([&](auto i) {
            if constexpr (requires { value.template at<0>(); })
                add_numbers(list, value.template at<i.value>());
            else
                add_numbers(list, value[i]);
        });
    else
        list.push_back(static_cast<double>(value));
}
template <class... T>
OF_CALLS number_list numbers(number_list list, const T&... values) {
    (add_numbers(list, values), ...);
    return list;
}

#define TILEPROOF_LIST(...) __VA_ARGS__

#if defined(TILEPROOF_CALLS_ON_CK_TILE)
struct call {
    const char* name;
    void (*run)(double* numbers, int* count);
    std::vector<double> expected;
};
inline std::vector<call>& calls() {
    static std::vector<call> all;
    return all;
}
struct add_call {
    add_call(const char* name, void (*run)(double*, int*), std::vector<double> expected) {
        calls().push_back({name, run, expected});
    }
};
#define CALL_OF_THREAD(thread, name, expected, ...)                                              \
    static __global__ void kernel_##name(double* list, int* count) {                             \
        if (static_cast<int>(threadIdx.x) == thread)                                             \
            *count = numbers(number_list{list}, __VA_ARGS__).count;                              \
    }                                                                                            \
    static void run_##name(double* list, int* count) { kernel_##name<<<1, 256>>>(list, count); } \
    static const add_call added_##name(#name, run_##name, {TILEPROOF_LIST expected});
#else
#define CALL_OF_THREAD(number, name, expected, ...)                                          \
    TEST(CkTileCall, name) {                                                                 \
        ck_tile::host_thread() = {number, 0};                                                \
        EXPECT_EQ(numbers({}, __VA_ARGS__), (std::vector<double>{TILEPROOF_LIST expected})); \
    }
#endif
#define CALL(name, expected, ...) CALL_OF_THREAD(0, name, expected, __VA_ARGS__)
