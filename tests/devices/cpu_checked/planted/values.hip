// SPDX-License-Identifier: MIT
// Wrong accesses whose address is computed of variables. Each wrong line says what they hold when the first thread that
// is numbered so meets it: "// NAME: row = 3, pitch = 16".
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void uses_a_parameter(const float* in, float* out, int*, int n) {
    out[n] = in[0];  // uses_a_parameter: n = 4
}
PLANTED(uses_a_parameter, out_of_bounds, 1, 4, 0)

__global__ void uses_the_thread_itself(const float* in, float* out, int*, int n) {
    const int pitch = n + 1;
    if (threadIdx.x == 2)
        out[threadIdx.x * pitch] = in[0];  // uses_the_thread_itself: threadIdx.x = 2, pitch = 5, n = 4
}
PLANTED(uses_the_thread_itself, out_of_bounds, 1, 4, 0)

// The values of the turn in which it happens.
__global__ void counts_too_far(const float* in, float* out, int*, int n) {
    int first = 1;
    for (int k = 0; k < n && threadIdx.x == 0; ++k)
        out[first + k] = in[k];  // counts_too_far: first = 1, k = 3
}
PLANTED(counts_too_far, out_of_bounds, 1, 4, 0)

// An int does not hold the product.
__global__ void multiplies_ints(const float* in, float* out, int*, int n) {
    const int pitch = 1 << 30;
    const float* from = in;
    from += n * pitch - 2;
    if (threadIdx.x == 1) out[0] = from[0];  // multiplies_ints: n * 1073741824 = 4294967296, too large for an int (line 32)
}
PLANTED(multiplies_ints, out_of_bounds, 1, 4, 0)

// What an index is computed of, not only the index. `shift` has changed since, and says nothing.
__global__ void keeps_its_index(const float* in, float* out, int*, int n) {
    int shift = 1;
    long row = n - 1, pitch = 3;
    const long index = row * pitch + shift;
    shift = 7;
    out[index] = in[shift - 7];  // keeps_its_index: index = 10, row = 3, n = 4, pitch = 3
}
PLANTED(keeps_its_index, out_of_bounds, 1, 4, 0)

__global__ void walks_along_a_line(const float* in, float* out, int*, int n) {
    int row = 2;
    float* const line = out + row * n;
    for (int column = 0; column < 1; ++column)
        line[column] = in[0];  // walks_along_a_line: column = 0, row = 2, n = 4
}
PLANTED(walks_along_a_line, out_of_bounds, 1, 4, 0)

__device__ int offset_of(int row, int column, int pitch) { return row * pitch + column; }
__global__ void calls_for_its_index(const float* in, float* out, int*, int n) {
    int r = 1, c = 2;
    out[offset_of(r, c, n)] = in[0];  // calls_for_its_index: r = 1, c = 2, n = 4
}
PLANTED(calls_for_its_index, out_of_bounds, 1, 4, 0)

__device__ void put(float* to, int at, float value) {
    to[at] = value;  // is_wrong_in_a_function: at = 6
}
__global__ void is_wrong_in_a_function(const float* in, float* out, int*, int n) {
    put(out, n + 2, in[0]);
}
PLANTED(is_wrong_in_a_function, out_of_bounds, 1, 4, 0)

__forceinline__ __device__ void put_at_once(float* to, int place, float value) {
    to[place] = value;  // is_wrong_in_an_inlined_function: place = 7, n = 4
}
__global__ void is_wrong_in_an_inlined_function(const float* in, float* out, int*, int n) {
    put_at_once(out, n + 3, in[0]);
}
PLANTED(is_wrong_in_an_inlined_function, out_of_bounds, 1, 4, 0)

__global__ void captures_by_value(const float* in, float* out, int*, int n) {
    const int pitch = n + 2;
    const auto store = [=](int row) {
        out[row * pitch] = in[0];  // captures_by_value: row = 1, pitch = 6
    };
    store(1);
}
PLANTED(captures_by_value, out_of_bounds, 1, 4, 0)

__global__ void captures_by_reference(const float* in, float* out, int*, int n) {
    int pitch = n + 4;
    const auto store = [&](int row) {
        out[row * pitch] = in[0];  // captures_by_reference: row = 1, pitch = 8
    };
    store(1);
}
PLANTED(captures_by_reference, out_of_bounds, 1, 4, 0)

struct shape {
    int rows, columns;
    unsigned char pad;
    long pitch;
    __device__ long offset(int r, int c) const { return r * pitch + c; }
    __device__ void put(float* to, int r, float v) const {
        to[r * pitch] = v;  // is_wrong_in_a_member: r = 1, pitch = 12
    }
};
__global__ void uses_a_member(const float* in, float* out, int*, int n) {
    const shape s{n, n, 0, 5};
    const int r = s.rows - 1;
    out[r * s.pitch + s.pad] = in[0];  // uses_a_member: r = 3, s.pitch = 5, s.pad = 0
}
PLANTED(uses_a_member, out_of_bounds, 1, 4, 0)

struct named_shape : shape {
    int name;
};
__global__ void uses_an_inherited_member(const float* in, float* out, int*, int n) {
    const named_shape s{{n, n + 3, 0, 5}, 9};
    out[s.columns + s.name] = in[0];  // uses_an_inherited_member: s.columns = 7, s.name = 9
}
PLANTED(uses_an_inherited_member, out_of_bounds, 1, 4, 0)

__global__ void uses_a_component(const float* in, float* out, int*, int n) {
    const int4 v(1, n, n + 3, 2);
    out[v.z] = in[v.x];  // uses_a_component: v.z = 7
}
PLANTED(uses_a_component, out_of_bounds, 1, 4, 0)

__global__ void uses_a_member_by_pointer(const float* in, float* out, int*, int n) {
    const shape s{n, n, 0, 9};
    const shape* const p = &s;
    out[p->pitch] = in[0];  // uses_a_member_by_pointer: p->pitch = 9
}
PLANTED(uses_a_member_by_pointer, out_of_bounds, 1, 4, 0)

__global__ void is_wrong_in_a_member(const float* in, float* out, int*, int n) {
    const shape s{n, n, 0, 12};
    s.put(out, 1, in[0]);
}
PLANTED(is_wrong_in_a_member, out_of_bounds, 1, 4, 0)

// A struct that is passed in memory.
__device__ __attribute__((noinline)) void put_with(shape s, float* to, float v) {
    to[s.rows * s.pitch] = v;  // uses_a_member_of_a_parameter: s.rows = 4, s.pitch = 5
}
__global__ void uses_a_member_of_a_parameter(const float* in, float* out, int*, int n) {
    put_with(shape{n, n, 0, 5}, out, in[0]);
}
PLANTED(uses_a_member_of_a_parameter, out_of_bounds, 1, 4, 0)

// Unsigned numbers that went below zero are what they are.
__global__ void goes_below_zero(const float* in, float* out, int*, int n) {
    const unsigned long left = static_cast<unsigned long>(n) - 5;
    out[left] = in[0];  // goes_below_zero: left = 18446744073709551615, n = 4
}
PLANTED(goes_below_zero, out_of_bounds, 1, 4, 0)

template <class T, int width>
__global__ void scaled(const T* in, T* out, int*, int n) {
    short lane = -2;
    out[lane * width + n] = in[0];  // is_a_template: lane = -2, n = 4
}
constexpr auto* is_a_template = &scaled<float, 8>;
PLANTED(is_a_template, out_of_bounds, 1, 4, 0)

__global__ void gathers(const float* in, float* out, int* list, int n) {
    if (threadIdx.x > 0) return;
    list[1] = 40;
    const bool second = n > 1;
    out[0] = in[list[second]];  // gathers: second = true, n = 4
}
PLANTED(gathers, out_of_bounds, 1, 4, 0)

__global__ void overruns_rows(const float* in, float* out, int*, int n) {
    __shared__ float t[4][5];
    int r = 1;
    for (int c = 0; c <= 5; ++c) t[r][c] = in[0];  // overruns_rows: r = 1, c = 5
    out[0] = t[1][n];
}
PLANTED(overruns_rows, index_outside, 1, 1, 0)

__global__ void divides(const float* in, float* out, int*, int n) {
    const int columns = n - 4;
    out[0] = in[n / columns];  // divides: columns = 0, n = 4
}
PLANTED(divides, division_by_zero, 1, 4, 0)

// Both sides of a race: each thread's own.
__global__ void races(const float* in, float* out, int*, int n) {
    __shared__ float t[8];
    const int i = static_cast<int>(threadIdx.x), mirror = n - 1 - i;
    t[i] = in[i];  // races, the write
    out[i] = t[mirror];  // races, the read
}
PLANTED(races, race, 1, 4, 0)

// The index is a literal: there is nothing to say.
__global__ void uses_no_variable(const float* in, float* out, int*, int) {
    out[9] = in[0];  // uses_no_variable:
}
PLANTED(uses_no_variable, out_of_bounds, 1, 4, 0)

// A variable whose scope has ended is not read: another one may lie there.
__forceinline__ __device__ int one_more_than_twice(int of) {
    const int inner = of * 2;
    return inner + 1;
}
__global__ void closes_its_scope(const float* in, float* out, int*, int n) {
    const int index = one_more_than_twice(n);
    out[index] = in[0];  // closes_its_scope: index = 9, n = 4
}
PLANTED(closes_its_scope, out_of_bounds, 1, 4, 0)

}  // namespace
