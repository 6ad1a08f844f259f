// SPDX-License-Identifier: MIT
// Accesses that nothing orders.
#include <hipcub/hipcub.hpp>

#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void forgets_the_barrier(const float* in, float* out, int*, int n) {
    __shared__ float tile[64];
    const int i = threadIdx.x;
    tile[i] = in[i];  // finding: forgets_the_barrier in tile
    out[i] = tile[n - 1 - i];  // finding: forgets_the_barrier in tile
}
PLANTED(forgets_the_barrier, race, 1, 2, 0)

// The fence of the first stage does not cover what the second one stores.
__global__ void fences_its_first_stage_only(const float* in, float* out, int* scratch, int n) {
    __shared__ bool last;
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&scratch[0], 1);
    __syncthreads();
    out[i] = 2 * in[i];  // finding: fences_its_first_stage_only in out
    __syncthreads();
    if (threadIdx.x == 0) {
        const int before = atomicAdd(&scratch[1], 1);  // tells: fences_its_first_stage_only
        last = before == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    __threadfence();
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += out[k];  // finding: fences_its_first_stage_only in out
    scratch[2] = static_cast<int>(sum);
}
PLANTED(fences_its_first_stage_only, race, 3, 4, 0)

__global__ void uses_the_memory_of_a_load_at_once(const float* in, float* out, int*, int) {
    using load = hipcub::BlockLoad<float, 4, 2, hipcub::BLOCK_LOAD_TRANSPOSE>;
    using scan = hipcub::BlockScan<float, 4>;
    __shared__ union {
        load::TempStorage load;
        scan::TempStorage scan;
    } memory;
    float two[2], sum = 0;
    load(memory.load).Load(in, two, 4, 0.f);  // finding: uses_the_memory_of_a_load_at_once in memory
    scan(memory.scan).InclusiveSum(two[0] + two[1], sum);  // finding: uses_the_memory_of_a_load_at_once in memory
    out[threadIdx.x] = sum;
}
PLANTED(uses_the_memory_of_a_load_at_once, race, 1, 4, 0)

// The barrier after the last use of the tile is missing: the next round writes over what others still read.
__global__ void reuses_a_tile_too_early(const float* in, float* out, int*, int n) {
    __shared__ float tile[64];
    const int i = threadIdx.x;
    float sum = 0;
    for (int round = 0; round < 2; ++round) {
        tile[i] = in[i] * static_cast<float>(round);  // finding: reuses_a_tile_too_early in tile
        __syncthreads();
        sum += tile[n - 1 - i];  // finding: reuses_a_tile_too_early in tile
    }
    out[i] = sum;
}
PLANTED(reuses_a_tile_too_early, race, 1, 2, 0)

__global__ void forgets_the_barrier_for_doubles(const float* in, float* out, int*, int n) {
    __shared__ double tile[64];
    const int i = threadIdx.x;
    tile[i] = in[i];  // finding: forgets_the_barrier_for_doubles in tile
    out[i] = static_cast<float>(tile[n - 1 - i]);  // finding: forgets_the_barrier_for_doubles in tile
}
PLANTED(forgets_the_barrier_for_doubles, race, 1, 4, 0)

__global__ void all_write_the_same_value(const float*, float*, int* scratch, int) {
    scratch[0] = 1;  // finding: all_write_the_same_value in scratch
}
PLANTED(all_write_the_same_value, same_value_race, 1, 2, 0)

typedef float four_floats __attribute__((ext_vector_type(4)));
__global__ void writes_the_middle_of_a_vector_twice(const float* in, float* out, int*, int) {
    __shared__ four_floats tile;
    if (threadIdx.x)
        tile.xy = in[1];  // finding: writes_the_middle_of_a_vector_twice in tile
    else
        tile.yzw = in[0];  // finding: writes_the_middle_of_a_vector_twice in tile
    out[threadIdx.x] = in[1];
}
PLANTED(writes_the_middle_of_a_vector_twice, race, 1, 2, 0)

// A load straight into shared memory: each wave of 32 lanes fills 32 words of the tile, and reads the other's.
__global__ void reads_what_the_other_wave_loads(const float* in, float* out, int*, int) {
    __shared__ float tile[64];
    const unsigned i = threadIdx.x;
    __builtin_amdgcn_global_load_lds(in + i, tile + i, 4, 0, 0);  // finding: reads_what_the_other_wave_loads in tile
    out[i] = tile[63 - i];  // finding: reads_what_the_other_wave_loads in tile
}
PLANTED(reads_what_the_other_wave_loads, race, 1, 64, 0)

__global__ void counts_without_atomics(const float*, float*, int* scratch, int) {
    scratch[0] = scratch[0] + 1;  // finding: counts_without_atomics in scratch
}
PLANTED(counts_without_atomics, race, 1, 2, 0)

__global__ void blocks_share_their_output(const float* in, float* out, int*, int) {
    out[threadIdx.x] = in[blockIdx.x];  // finding: blocks_share_their_output in out
}
PLANTED(blocks_share_their_output, race, 2, 1, 0)

// In place, with the neighbour that another block changes.
__global__ void reads_what_the_next_block_writes(const float*, float*, int* scratch, int n) {
    const int i = static_cast<int>(blockIdx.x);
    const int left = scratch[(i + n - 1) % n];  // finding: reads_what_the_next_block_writes in scratch
    scratch[i] = left + 1;  // finding: reads_what_the_next_block_writes in scratch
}
PLANTED(reads_what_the_next_block_writes, race, 2, 1, 0)

__global__ void reads_a_counter_plainly(const float*, float* out, int* scratch, int) {
    atomicAdd(&scratch[0], 1);  // finding: reads_a_counter_plainly in scratch
    out[threadIdx.x] = static_cast<float>(scratch[0]);  // finding: reads_a_counter_plainly in scratch
}
PLANTED(reads_a_counter_plainly, race, 1, 2, 0)

// Shuffles order the lanes of one wave, not the waves of a block.
__global__ void trusts_a_shuffle_for_two_waves(const float* in, float* out, int*, int n) {
    __shared__ float part[2];
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;  // finding: trusts_a_shuffle_for_two_waves in part
    __shfl_xor(v, 1);
    out[threadIdx.x] = part[0] + part[n / 64];  // finding: trusts_a_shuffle_for_two_waves in part
}
PLANTED(trusts_a_shuffle_for_two_waves, race, 1, 64, 0)

// Lanes of a wave are not in step without a wave operation.
__global__ void trusts_lanes_to_be_in_step(const float* in, float* out, int*, int n) {
    __shared__ float tile[32];
    const int i = threadIdx.x;
    tile[i] = in[i];  // finding: trusts_lanes_to_be_in_step in tile
    if (i < n / 2) tile[i] += tile[i + n / 2];  // finding: trusts_lanes_to_be_in_step in tile
    out[i] = i < n / 2 ? tile[i] : 0;
}
PLANTED(trusts_lanes_to_be_in_step, race, 1, 4, 0)

// The last block adds up what the others wrote, but nobody has run a fence before the count.
__global__ void last_block_without_a_fence(const float* in, float* out, int* scratch, int) {
    out[blockIdx.x] = in[blockIdx.x];  // finding: last_block_without_a_fence in out
    const int before = atomicAdd(&scratch[0], 1);  // tells: last_block_without_a_fence
    if (before == static_cast<int>(gridDim.x) - 1)
        out[gridDim.x - 1] = out[0] + 1;  // finding: last_block_without_a_fence in out
}
PLANTED(last_block_without_a_fence, race, 2, 1, 0)

__global__ void overlapping_halves(const float*, float* out, int*, int) {
    auto* bytes = reinterpret_cast<unsigned char*>(out);
    auto* half = reinterpret_cast<unsigned short*>(bytes);
    if (threadIdx.x == 0) half[0] = 1;  // finding: overlapping_halves in out
    if (threadIdx.x == 1) bytes[1] = 1;  // finding: overlapping_halves in out
}
PLANTED(overlapping_halves, race, 1, 2, 0)

struct pixel {
    float r, g, b;
};
__global__ void copies_a_struct_without_a_barrier(const float* in, float* out, int*, int n) {
    __shared__ pixel tile[2];
    const pixel mine = {in[0], 1, 2};
    tile[threadIdx.x] = mine;  // finding: copies_a_struct_without_a_barrier in tile
    const pixel other = tile[n - 1 - threadIdx.x];  // finding: copies_a_struct_without_a_barrier in tile
    out[threadIdx.x] = other.b;
}
PLANTED(copies_a_struct_without_a_barrier, race, 1, 2, 0)

}  // namespace
