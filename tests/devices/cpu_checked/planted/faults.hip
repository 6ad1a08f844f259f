// SPDX-License-Identifier: MIT
// Threads that cannot go on, addresses that are made and not used, occasions of one barrier. Each
// wrong kernel has a right twin.
#include "tests/devices/cpu_checked/planted/planted.hpp"

#include <cassert>
#include <cstdlib>

namespace {

__global__ void divides_by_zero(const float* in, float* out, int* scratch, int n) {
    out[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 2) scratch[1] = n / scratch[0];  // finding: divides_by_zero
}
PLANTED(divides_by_zero, division_by_zero, 1, 4, 0)

__global__ void takes_the_rest_of_zero(const float*, float*, int* scratch, int n) {
    scratch[1] = n % scratch[0];  // finding: takes_the_rest_of_zero
}
PLANTED(takes_the_rest_of_zero, division_by_zero, 1, 1, 0)

__global__ void divides_where_it_may(const float*, float* out, int* scratch, int n) {
    const int d = scratch[threadIdx.x];
    out[threadIdx.x] = static_cast<float>(d ? n / d : 0);
}
RIGHT(divides_where_it_may, 1, 4, 0)

__global__ void asserts(const float* in, float*, int*, int) {
    assert(in[threadIdx.x] < 2);  // finding: asserts
}
PLANTED(asserts, assertion, 1, 4, 0)

__global__ void asserts_what_holds(const float* in, float*, int*, int) {
    assert(in[threadIdx.x] >= 0);
}
RIGHT(asserts_what_holds, 1, 4, 0)

__global__ void aborts(const float* in, float*, int*, int) {
    if (in[threadIdx.x] > 1) abort();  // finding: aborts
}
PLANTED(aborts, assertion, 1, 4, 0)

__global__ void traps(const float* in, float*, int*, int) {
    if (in[threadIdx.x] > 1) __builtin_trap();  // finding: traps
}
PLANTED(traps, assertion, 1, 4, 0)

using operation = float (*)(float);
__device__ float twice(float x) { return x + x; }
__global__ void calls_nothing(const float* in, float* out, int*, int n) {
    operation f = nullptr;
    if (n > 100) f = twice;
    out[threadIdx.x] = f(in[threadIdx.x]);  // finding: calls_nothing
}
PLANTED(calls_nothing, null_call, 1, 4, 0)

__global__ void calls_something(const float* in, float* out, int*, int n) {
    operation f = nullptr;
    if (n < 100) f = twice;
    out[threadIdx.x] = f(in[threadIdx.x]);
}
RIGHT(calls_something, 1, 4, 0)

// A pointer past the array that most threads have and none of those uses.
__global__ void points_past_its_array(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    float* p = tile + threadIdx.x;
    if (threadIdx.x < 32) *p = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 32];
}
RIGHT(points_past_its_array, 1, 64, 0)

__global__ void uses_a_pointer_into_the_next_row(const float* in, float* out, int*, int) {
    __shared__ float rows[4][8];
    float* p = &rows[0][threadIdx.x];  // finding: uses_a_pointer_into_the_next_row
    *p = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = rows[0][0];
}
PLANTED(uses_a_pointer_into_the_next_row, index_outside, 1, 16, 0)

// Each thread comes to the barrier four times, but not at the same turns.
__global__ void turns_of_nested_loops(const float* in, float* out, int*, int) {
    const int first = threadIdx.x == 0 ? 3 : 1;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < (i == 0 ? first : 4 - first); ++j)
            __syncthreads();  // finding: turns_of_nested_loops
    out[threadIdx.x] = in[threadIdx.x];
}
PLANTED(turns_of_nested_loops, divergent_barrier, 1, 2, 0)

__global__ void equal_turns_of_nested_loops(const float* in, float* out, int*, int n) {
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < (i == 0 ? 3 : 1); ++j) {
            for (int k = 0; k < static_cast<int>(threadIdx.x) % n; ++k) out[threadIdx.x] = in[0];
            if (j == static_cast<int>(threadIdx.x) % 2) out[threadIdx.x] = in[1];
            __syncthreads();
        }
}
RIGHT(equal_turns_of_nested_loops, 1, 64, 0)

// A helper with the barrier, called from both branches.
__device__ void meet(float* out) {
    out[threadIdx.x] = 1;
    __syncthreads();  // finding: meets_from_both_branches
}
__global__ void meets_from_both_branches(const float*, float* out, int*, int) {
    if (threadIdx.x < 1)
        meet(out);
    else
        meet(out);
}
PLANTED(meets_from_both_branches, divergent_barrier, 1, 2, 0)

__device__ void meet_often(float* out, int times) {
    for (int k = 0; k < times; ++k) {
        out[threadIdx.x] = 1;
        __syncthreads();
    }
}
__global__ void meets_from_one_place(const float*, float* out, int*, int n) {
    meet_often(out, 2);
    for (int k = 0; k < 3; ++k)
        if (n > 1) meet_often(out, k);
    do {
        meet_often(out, 1);
        if (n > 3) break;
        __syncthreads();
    } while (n > 2);
    meet_often(out, 1);
}
RIGHT(meets_from_one_place, 1, 64, 0)

__global__ void leaves_its_loop_early(const float* in, float* out, int*, int n) {
    __shared__ int steps;
    for (int k = 0;; ++k) {
        if (threadIdx.x == 0) steps = static_cast<int>(in[k % n]);
        __syncthreads();
        const int now = steps;
        __syncthreads();
        if (now >= 3) break;
        switch (now) {
            case 0:
                continue;
            case 1:
                out[threadIdx.x] = 1;
                break;
            default:
                out[threadIdx.x] = 2;
        }
        __syncthreads();
    }
}
RIGHT(leaves_its_loop_early, 1, 32, 0)

// A race, a read of what nobody wrote, and a barrier in a branch, in one array.
__global__ void has_three_bugs(const float* in, float* out, int*, int) {
    __shared__ float tile[64];
    const int i = threadIdx.x;
    if (i < 2) tile[0] = in[i];
    out[i] = tile[32 + i];
    if (i < 3) __syncthreads();
    out[i] = 0;
}
ON_REQUEST(has_three_bugs, 1, 4, 0)

__global__ void races_very_often(const float* in, float* out, int*, int) {
    __shared__ float tile[256];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 8192; ++k) tile[(threadIdx.x + k) % 256] = static_cast<float>(threadIdx.x);
    out[threadIdx.x] = 0;
}
ON_REQUEST(races_very_often, 1, 256, 0)

// Dynamic shared memory that is declared outside of the kernel.
extern __shared__ float of_the_file[];
__global__ void uses_memory_of_the_file(const float* in, float* out, int*, int) {
    of_the_file[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = of_the_file[threadIdx.x ^ 1];
}
RIGHT(uses_memory_of_the_file, 1, 32, 128)

__global__ void overruns_memory_of_the_file(const float* in, float* out, int*, int) {
    of_the_file[threadIdx.x + 1] = in[threadIdx.x];  // finding: overruns_memory_of_the_file
    out[threadIdx.x] = 0;
}
PLANTED(overruns_memory_of_the_file, out_of_bounds, 1, 4, 16)

}  // namespace
