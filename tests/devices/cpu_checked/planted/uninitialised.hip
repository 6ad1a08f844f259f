// SPDX-License-Identifier: MIT
// Reads of what nobody has written.
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void reads_shared_memory_first(const float*, float* out, int*, int) {
    __shared__ float sum;
    out[0] = sum;  // finding: reads_shared_memory_first in sum
}
PLANTED(reads_shared_memory_first, uninitialised, 1, 1, 0)

// The halo of the tile is never loaded.
__global__ void forgets_the_halo(const float* in, float* out, int*, int) {
    __shared__ float tile[8 + 2];
    const int i = threadIdx.x;
    tile[i + 1] = in[i];
    __syncthreads();
    const float left = tile[i];  // finding: forgets_the_halo in tile
    out[i] = left + tile[i + 1];
}
PLANTED(forgets_the_halo, uninitialised, 1, 2, 0)

// Components by their number.
__global__ void reads_the_component_beside(const float* in, float* out, int*, int) {
    __shared__ float4 box;
    box.data[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = box.data[threadIdx.x + 2];  // finding: reads_the_component_beside in box
}
PLANTED(reads_the_component_beside, uninitialised, 1, 2, 0)

__global__ void copies_a_vector_that_is_partly_set(const float* in, float* out, int*, int) {
    __shared__ float4 box;
    for (int i = 0; i < 3; ++i) box.data[i] = in[0];
    const float4 mine = box;  // finding: copies_a_vector_that_is_partly_set in box
    out[0] = mine.w;
}
PLANTED(copies_a_vector_that_is_partly_set, uninitialised, 1, 1, 0)

__global__ void adds_to_an_unset_output(const float* in, float* out, int*, int) {
    out[threadIdx.x] += in[threadIdx.x];  // finding: adds_to_an_unset_output in out
}
PLANTED(adds_to_an_unset_output, uninitialised, 1, 1, 0)

// What the block before left there is not this block's.
__global__ void reads_what_the_last_block_left(const float* in, float* out, int*, int) {
    __shared__ float kept;
    if (blockIdx.x == 0) kept = in[0];
    __syncthreads();
    out[blockIdx.x] = kept;  // finding: reads_what_the_last_block_left in kept
}
PLANTED(reads_what_the_last_block_left, uninitialised, 2, 1, 0)

__global__ void reads_dynamic_memory_first(const float*, float* out, int*, int) {
    HIP_DYNAMIC_SHARED(float, values);
    out[threadIdx.x] = values[threadIdx.x];  // finding: reads_dynamic_memory_first
}
PLANTED(reads_dynamic_memory_first, uninitialised, 1, 1, 16)

__global__ void counts_from_nothing(const float*, float* out, int*, int) {
    __shared__ int bins[4];
    atomicAdd(&bins[threadIdx.x % 4], 1);  // finding: counts_from_nothing in bins
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = 0;
}
PLANTED(counts_from_nothing, uninitialised, 1, 4, 0)

__global__ void reads_a_word_of_which_half_is_set(const float*, float* out, int*, int) {
    __shared__ unsigned word;
    reinterpret_cast<unsigned short*>(&word)[0] = 1;
    out[0] = static_cast<float>(word);  // finding: reads_a_word_of_which_half_is_set in word
}
PLANTED(reads_a_word_of_which_half_is_set, uninitialised, 1, 1, 0)

// Two elements of a vector at a time, of which one is unset.
typedef float two_floats __attribute__((ext_vector_type(2)));
typedef float four_floats __attribute__((ext_vector_type(4)));
__global__ void reads_beside_the_set_elements(const float* in, float* out, int*, int) {
    __shared__ four_floats tile[4];
    tile[threadIdx.x].xy = in[threadIdx.x];
    __syncthreads();
    const two_floats v = tile[threadIdx.x].yz;  // finding: reads_beside_the_set_elements in tile
    out[threadIdx.x] = v.x;
}
PLANTED(reads_beside_the_set_elements, uninitialised, 1, 4, 0)

__global__ void reads_the_odd_elements(const float* in, float* out, int*, int) {
    __shared__ four_floats tile[4];
    tile[threadIdx.x].xyz = in[threadIdx.x];
    __syncthreads();
    const two_floats v = tile[threadIdx.x].odd;  // finding: reads_the_odd_elements in tile
    out[threadIdx.x] = v.x;
}
PLANTED(reads_the_odd_elements, uninitialised, 1, 4, 0)

// A store of what was read unset says nothing: it is told where it is read.
__global__ void copies_an_unset_tile(const float*, float* out, int*, int) {
    __shared__ float a[4], b[4];
    b[threadIdx.x] = a[threadIdx.x];  // finding: copies_an_unset_tile in a
    __syncthreads();
    out[threadIdx.x] = b[threadIdx.x];
}
PLANTED(copies_an_unset_tile, uninitialised, 1, 4, 0)

struct cell {
    char tag;  // 7 bytes of padding behind it: they may be unset
    double value;
};
__global__ void copies_a_struct_with_an_unset_field(const float*, float* out, int*, int) {
    __shared__ cell cells[2];
    cells[threadIdx.x].tag = 1;
    __syncthreads();
    const cell c = cells[1 - threadIdx.x];  // finding: copies_a_struct_with_an_unset_field in cells
    out[threadIdx.x] = static_cast<float>(c.value);
}
PLANTED(copies_a_struct_with_an_unset_field, uninitialised, 1, 2, 0)

}  // namespace
