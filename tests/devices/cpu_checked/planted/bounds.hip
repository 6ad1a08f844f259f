// SPDX-License-Identifier: MIT
// Accesses outside: of buffers, of shared arrays, of rows, of alignment.
#include <hip/hip_fp16.h>

#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void reads_one_past_the_end(const float* in, float* out, int*, int) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];  // finding: reads_one_past_the_end in in
}
PLANTED(reads_one_past_the_end, out_of_bounds, 1, 1, 0)

// The access is in a member of HIP's header.
__global__ void converts_one_past_the_end(const float* in, float* out, int*, int n) {
    const __half* const halves = reinterpret_cast<const __half*>(in);
    out[0] = float(halves[2 * n]);  // finding: converts_one_past_the_end in in
}
PLANTED(converts_one_past_the_end, out_of_bounds, 1, 1, 0)

__global__ void writes_in_front(const float* in, float* out, int*, int) {
    const int i = threadIdx.x;
    out[i - 1] = in[i];  // finding: writes_in_front in out
}
PLANTED(writes_in_front, out_of_bounds, 1, 1, 0)

// The guard of the last tile is missing.
__global__ void forgets_the_tail(const float* in, float* out, int*, int n) {
    for (int i = threadIdx.x; i < n + 1; i += blockDim.x)
        out[i] = in[i % n];  // finding: forgets_the_tail in out
}
PLANTED(forgets_the_tail, out_of_bounds, 1, 2, 0)

// 2^31 elements away: other buffers lie nowhere near.
__global__ void overflows_32_bits(const float* in, float* out, int*, int n) {
    const int stride = 65536;
    out[0] = in[0];
    out[0] = in[stride * (stride / 2 - 1) + n];  // finding: overflows_32_bits in in
}
PLANTED(overflows_32_bits, out_of_bounds, 1, 1, 0)

__global__ void walks_into_the_next_shared_array(const float* in, float* out, int*, int) {
    __shared__ float first[4];
    __shared__ float second[4];
    for (int k = 0; k < 4; ++k) second[k] = in[0];
    float* p = first;
    for (int k = 0; k < 5; ++k) p[k] = in[0];  // finding: walks_into_the_next_shared_array in first
    out[0] = second[0] + first[0];
}
PLANTED(walks_into_the_next_shared_array, out_of_bounds, 1, 1, 0)

// The end of row r is the beginning of row r + 1: inside the array, and wrong.
__global__ void overruns_a_row(const float* in, float* out, int*, int n) {
    __shared__ float t[8][9];
    for (int c = 0; c <= 9; ++c) t[0][c] = in[0];  // finding: overruns_a_row
    out[0] = t[0][n];
}
PLANTED(overruns_a_row, index_outside, 1, 1, 0)

__global__ void needs_more_dynamic_memory(const float* in, float* out, int*, int) {
    extern __shared__ float values[];
    values[threadIdx.x] = in[threadIdx.x];  // finding: needs_more_dynamic_memory
    out[threadIdx.x] = values[threadIdx.x];
}
PLANTED(needs_more_dynamic_memory, out_of_bounds, 1, 4, 12)

__global__ void loads_a_vector_over_the_end(const float* in, float* out, int*, int) {
    const float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];  // finding: loads_a_vector_over_the_end in in
    out[0] = v.x;
}
PLANTED(loads_a_vector_over_the_end, out_of_bounds, 1, 1, 0)

__global__ void loads_a_misaligned_vector(const float* in, float* out, int*, int) {
    const float4 v = *reinterpret_cast<const float4*>(in + 1);  // finding: loads_a_misaligned_vector in in
    if (threadIdx.x == 0) out[0] = v.x;
}
PLANTED(loads_a_misaligned_vector, misaligned, 1, 8, 0)

__global__ void reads_a_misaligned_double(const float* in, float* out, int*, int) {
    const double v = *reinterpret_cast<const double*>(in + 1);  // finding: reads_a_misaligned_double in in
    if (threadIdx.x == 0) out[0] = static_cast<float>(v);
}
PLANTED(reads_a_misaligned_double, misaligned, 1, 3, 0)

__global__ void follows_a_null_pointer(const float*, float* out, int*, int n) {
    float* p = n > 0 ? nullptr : out;
    *p = 1;  // finding: follows_a_null_pointer
}
PLANTED(follows_a_null_pointer, out_of_bounds, 1, 1, 0)

__global__ void overruns_its_own_array(const float* in, float* out, int*, int n) {
    float mine[4];
    for (int k = 0; k <= 4; ++k) mine[k % (n + 4)] = in[0];  // finding: overruns_its_own_array
    out[0] = mine[0];
}
PLANTED(overruns_its_own_array, index_outside, 1, 1, 0)

// All of a list have a value; the one that falls out is moved first.
__device__ void insert(int* best, int n, int v) {
    int at = n;
    while (at > 0 && best[at - 1] < v) {
        best[at] = best[at - 1];  // finding: inserts_beyond_the_end in best
        --at;
    }
    if (at < n) best[at] = v;
}
__global__ void inserts_beyond_the_end(const float* in, float* out, int*, int n) {
    int best[3] = {-1, -1, -1};
    for (int k = 0; k < n; ++k) insert(best, 3, static_cast<int>(in[k]));
    if (threadIdx.x == 0) out[0] = static_cast<float>(best[0]);
}
PLANTED(inserts_beyond_the_end, out_of_bounds, 1, 4, 0)

struct with_head {
    int count;
    float values[4];
};
__device__ float sum_to(const float* end, int n) {
    float sum = 0;
    for (int k = 1; k <= n; ++k) sum += end[-k];  // finding: reads_before_its_struct in all
    return sum;
}
__global__ void reads_before_its_struct(const float* in, float* out, int*, int n) {
    with_head all = {n, {in[0], in[1], in[2], in[3]}};
    out[threadIdx.x] = sum_to(all.values + 4, threadIdx.x == 3 ? 6 : 4);
}
PLANTED(reads_before_its_struct, out_of_bounds, 1, 4, 0)

__global__ void writes_one_byte_past(const float*, float* out, int*, int n) {
    auto* bytes = reinterpret_cast<unsigned char*>(out);
    bytes[static_cast<unsigned>(n) * 4] = 1;  // finding: writes_one_byte_past in out
}
PLANTED(writes_one_byte_past, out_of_bounds, 1, 1, 0)

__global__ void uses_arrays_that_no_block_has(const float* in, float* out, int*, int) {
    __shared__ float large[9000];
    __shared__ float larger[9001];  // finding: uses_arrays_that_no_block_has in larger
    larger[threadIdx.x] = large[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = larger[threadIdx.x];
}
PLANTED(uses_arrays_that_no_block_has, too_much_shared_memory, 1, 1, 0)

// Into another shared array, however far.
__global__ void reaches_the_next_shared_array(const float* in, float* out, int*, int n) {
    __shared__ float first[4], second[4096];
    float* const p = first;
    p[0] = second[n] = in[0];
    p[n + 1000] = in[0];  // finding: reaches_the_next_shared_array in first
    out[0] = p[0] + second[n];
}
PLANTED(reaches_the_next_shared_array, out_of_bounds, 1, 1, 0)

__device__ float one_of_two[8], other_of_two[8];
__global__ void reaches_the_next_device_variable(const float* in, float* out, int*, int n) {
    float* const p = one_of_two;
    other_of_two[n] = in[0];
    out[0] = p[n + 7];  // finding: reaches_the_next_device_variable in one_of_two
}
PLANTED(reaches_the_next_device_variable, out_of_bounds, 1, 1, 0)

__device__ int three_numbers[] = {5, 6, 7};
__constant__ int three_constants[3] = {1, 2, 3};
__global__ void adds_up_its_tables(const float*, float* out, int*, int) {
    out[threadIdx.x] = static_cast<float>(three_numbers[threadIdx.x] + three_constants[threadIdx.x]);
}
RIGHT(adds_up_its_tables, 1, 3, 0)

__global__ void reads_past_its_table(const float*, float* out, int*, int) {
    const int* const table = three_numbers;
    out[threadIdx.x] = static_cast<float>(table[threadIdx.x + 1]);  // finding: reads_past_its_table in three_numbers
}
PLANTED(reads_past_its_table, out_of_bounds, 1, 3, 0)

struct two_parts {
    float first[4], second[4];
};
__global__ void overruns_a_member(const float* in, float* out, int*, int n) {
    __shared__ two_parts parts;
    parts.second[0] = in[0];
    parts.first[n + 3] = in[0];  // finding: overruns_a_member
    out[0] = parts.second[0];
}
PLANTED(overruns_a_member, index_outside, 1, 1, 0)

// The last member, of a struct that another one follows.
__global__ void overruns_the_last_member(const float* in, float* out, int*, int n) {
    __shared__ two_parts parts[2];
    parts[0].second[n + 3] = in[0];  // finding: overruns_the_last_member
    out[0] = in[0];
}
PLANTED(overruns_the_last_member, index_outside, 1, 1, 0)

// -1 as an unsigned index of elements of 16 bytes: 64 GiB further. Which buffer was meant nobody can tell.
__global__ void wraps_its_index(const float* in, float* out, int*, int n) {
    const unsigned i = static_cast<unsigned>(n) - 2;
    out[0] = reinterpret_cast<const float4*>(in)[i].x;
}
PLANTED(wraps_its_index, out_of_bounds, 1, 1, 0)

// Each lane leaves 16 bytes beside those of the lane below it, whatever it says of where.
__global__ void loads_more_than_there_is_room_for(const float* in, float* out, int*, int) {
    __shared__ float tile[124];
    __builtin_amdgcn_global_load_lds(in, tile, 16, 0, 0);  // finding: loads_more_than_there_is_room_for in tile
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
PLANTED(loads_more_than_there_is_room_for, out_of_bounds, 1, 32, 0)

__global__ void loads_beyond_its_input(const float* in, float* out, int*, int) {
    __shared__ float tile[33];
    __builtin_amdgcn_global_load_lds(in + threadIdx.x, tile, 4, 4, 0);  // finding: loads_beyond_its_input in in
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x + 1];
}
PLANTED(loads_beyond_its_input, out_of_bounds, 1, 32, 0)

}  // namespace
