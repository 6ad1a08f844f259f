// SPDX-License-Identifier: MIT
// Right kernels of many kinds: none of them may raise an alarm.
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__device__ float offsets[4] = {1, 2, 3, 4};
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
constexpr int primes[4] = {2, 3, 5, 7};

__device__ unsigned linear() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy(const float* in, float* out, int*, int) { out[linear()] = in[linear()]; }
RIGHT(copy, 3, 64, 0)

__global__ void copy_in_a_grid_stride_loop(const float* in, float* out, int*, int n) {
    if (blockIdx.x > 0) return;
    for (unsigned i = threadIdx.x; i < static_cast<unsigned>(n); i += blockDim.x) out[i] = in[i];
}
RIGHT(copy_in_a_grid_stride_loop, 3, 32, 0)

__global__ void copy_in_vectors(const float* in, float* out, int*, int n) {
    if (static_cast<int>(linear()) < n / 4)
        reinterpret_cast<float4*>(out)[linear()] = reinterpret_cast<const float4*>(in)[linear()] * 2.f;
}
RIGHT(copy_in_vectors, 2, 64, 0)

__global__ void shift_through_shared_memory(const float* in, float* out, int*, int n) {
    __shared__ float tile[128];
    tile[threadIdx.x] = in[linear()];
    __syncthreads();
    out[linear()] = tile[(threadIdx.x + 1) % blockDim.x] + static_cast<float>(n);
}
RIGHT(shift_through_shared_memory, 3, 128, 0)

// Four threads share a vector, an element each.
typedef float four_floats __attribute__((ext_vector_type(4)));
__global__ void elements_of_shared_vectors(const float* in, float* out, int*, int) {
    __shared__ four_floats tile[16];
    tile[threadIdx.x / 4][threadIdx.x % 4] = in[linear()];
    __syncthreads();
    reinterpret_cast<four_floats*>(out)[linear() / 4][linear() % 4] = tile[threadIdx.x % 16].y;
}
RIGHT(elements_of_shared_vectors, 3, 64, 0)

// Two threads share a vector, two of its elements each: side by side, or apart.
typedef float two_floats __attribute__((ext_vector_type(2)));
typedef float three_floats __attribute__((ext_vector_type(3)));
typedef float eight_floats __attribute__((ext_vector_type(8)));
__global__ void halves_of_shared_vectors(const float* in, float* out, int*, int) {
    __shared__ four_floats tile[32], crossed[32];
    const unsigned pair = threadIdx.x / 2;
    const two_floats v = {in[linear()], 1};
    if (threadIdx.x % 2) {
        tile[pair].lo = v;
        crossed[pair].odd = v;
    } else {
        tile[pair].wz = v;
        crossed[pair].zx = v;
    }
    __syncthreads();
    const two_floats sum = tile[pair].zw + crossed[pair].even;
    out[linear()] = sum.x + sum.y;
}
RIGHT(halves_of_shared_vectors, 3, 64, 0)

__global__ void reads_the_set_elements_of_vectors(const float* in, float* out, int*, int) {
    __shared__ four_floats tile[32];
    __shared__ three_floats colours[32];
    __shared__ eight_floats rows[32];
    tile[threadIdx.x].xy = in[linear()];
    tile[threadIdx.x].w = 1;
    colours[threadIdx.x].yz = 2;
    colours[threadIdx.x].x = 3;
    rows[threadIdx.x].hi.even = 4;
    __syncthreads();
    const unsigned next = (threadIdx.x + 1) % 32;
    const three_floats set = tile[next].wxy + tile[next].xyw, colour = colours[next];
    const two_floats corners = rows[next].s46, bright = colours[next].xz;
    out[linear()] = set.x + colour.z + corners.y + bright.x;
}
RIGHT(reads_the_set_elements_of_vectors, 3, 32, 0)

__global__ void transpose_a_tile(const float* in, float* out, int*, int) {
    __shared__ float tile[8][9];
    const unsigned x = threadIdx.x % 8, y = threadIdx.x / 8, base = blockIdx.x * 64;
    tile[y][x] = in[base + y * 8 + x];
    __syncthreads();
    out[base + y * 8 + x] = tile[x][y];
}
RIGHT(transpose_a_tile, 4, 64, 0)

__global__ void sum_by_shuffles(const float* in, float* out, int*, int) {
    float v = in[linear()];
    for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
    const float total = __shfl(v, 0);
    out[linear()] = total;
}
RIGHT(sum_by_shuffles, 2, 64, 0)

// Only the first lane's value is looked at: the others' have none.
__global__ void hands_on_what_one_lane_has(const float* in, float* out, int* scratch, int) {
    const unsigned lane = threadIdx.x % warpSize;
    const bool keeps = in[linear()] >= 0;
    const unsigned long long mask = __ballot(keeps);
    int base;
    if (lane == 0 && mask != 0) base = atomicAdd(scratch, __popcll(mask));
    base = __shfl(base, 0);
    if (keeps) out[base + __popcll(mask & ((1ull << lane) - 1))] = in[linear()];
}
RIGHT(hands_on_what_one_lane_has, 2, 64, 0)

// __syncwarp() as HIP's headers write it.
__global__ void syncs_a_wave_in_other_words(const float* in, float* out, int*, int) {
    __shared__ float part[64];
    part[threadIdx.x] = in[linear()];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
    out[linear()] = part[threadIdx.x ^ 1];
}
RIGHT(syncs_a_wave_in_other_words, 2, 64, 0)

// Each call has a list of its own, of which no more is used than there is.
__device__ float greatest_two(const float* v, float* list) {
    list[0] = list[1] = v[0];
    for (int k = 1; k < 4; ++k) {
        const float least = list[1];
        list[v[k] > list[0] ? 0 : 1] = v[k] > least ? v[k] : least;
    }
    return list[0] + list[1];
}
__global__ void has_lists_of_its_own(const float* in, float* out, int*, int n) {
    float mine[4], more[2];
    for (int k = 0; k < 4; ++k) mine[k] = in[(linear() + k) % static_cast<unsigned>(n)];
    out[linear()] = greatest_two(mine, more);
    for (int k = 0; k < 2; ++k) {
        float again[2];
        out[linear()] += greatest_two(mine, again);
    }
}
RIGHT(has_lists_of_its_own, 2, 64, 0)

__global__ void sum_of_a_block(const float* in, float* out, int*, int) {
    __shared__ float part[32];
    const unsigned lane = threadIdx.x % 32, wave = threadIdx.x / 32;
    float v = in[linear()];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
    if (lane == 0) part[wave] = v;
    __syncthreads();
    if (wave == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
        if (lane == 0) part[0] = v;
    }
    __syncthreads();
    out[linear()] = part[0];
}
RIGHT(sum_of_a_block, 2, 256, 0)

// Lanes of one wave meet at a wave operation between writing and reading.
__global__ void exchange_within_waves(const float* in, float* out, int*, int) {
    __shared__ float tile[128];
    tile[threadIdx.x] = in[linear()];
    __syncwarp();
    out[linear()] = tile[threadIdx.x ^ 1];
}
RIGHT(exchange_within_waves, 2, 128, 0)

__global__ void tree_reduction(const float* in, float* out, int*, int) {
    __shared__ float tile[128];
    tile[threadIdx.x] = in[linear()];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) tile[threadIdx.x] += tile[threadIdx.x + d];
        __syncthreads();
    }
    out[linear()] = tile[0];
}
RIGHT(tree_reduction, 3, 128, 0)

__global__ void histogram_in_shared_memory(const float* in, float* out, int* scratch, int) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[static_cast<int>(in[linear()]) % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&scratch[threadIdx.x], bins[threadIdx.x]);
    out[linear()] = 0;
}
RIGHT(histogram_in_shared_memory, 4, 64, 0)

__global__ void histogram_in_device_memory(const float* in, float*, int* scratch, int) {
    atomicAdd(&scratch[static_cast<int>(in[linear()]) % 64], 1);
    atomicMax(&scratch[63], static_cast<int>(threadIdx.x));
}
RIGHT(histogram_in_device_memory, 4, 64, 0)

__global__ void sum_by_float_atomics(const float* in, float*, int* scratch, int) {
    atomicAdd(reinterpret_cast<float*>(scratch), in[linear()]);
}
RIGHT(sum_by_float_atomics, 4, 32, 0)

__global__ void double_buffered_tiles(const float* in, float* out, int*, int n) {
    __shared__ float buffer[2][64];
    float sum = 0;
    buffer[0][threadIdx.x] = in[threadIdx.x];
    for (int step = 0; step < 4; ++step) {
        __syncthreads();
        if (step < 3) buffer[(step + 1) % 2][threadIdx.x] = in[(threadIdx.x + 64u * (step + 1)) % n];
        sum += buffer[step % 2][63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
RIGHT(double_buffered_tiles, 1, 64, 0)

__global__ void leave_early_without_a_barrier(const float* in, float* out, int*, int n) {
    const int i = static_cast<int>(linear());
    if (i >= n - 7) return;
    float v = in[i];
    if (i % 2) v = -v;
    out[i] = v;
}
RIGHT(leave_early_without_a_barrier, 2, 64, 0)

__global__ void leave_early_after_the_last_barrier(const float* in, float* out, int*, int n) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[linear()];
    __syncthreads();
    if (static_cast<int>(linear()) >= n - 3) return;
    out[linear()] = tile[threadIdx.x ^ 1];
}
RIGHT(leave_early_after_the_last_barrier, 2, 64, 0)

__global__ void scan_of_a_block(const float* in, float* out, int*, int) {
    __shared__ float sums[2][64];
    int now = 0;
    sums[now][threadIdx.x] = in[linear()];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const float v = sums[now][threadIdx.x];
        sums[1 - now][threadIdx.x] = threadIdx.x >= d ? v + sums[now][threadIdx.x - d] : v;
        now = 1 - now;
        __syncthreads();
    }
    out[linear()] = sums[now][threadIdx.x];
}
RIGHT(scan_of_a_block, 3, 64, 0)

__global__ void scan_by_shuffles(const float* in, float* out, int*, int) {
    float v = in[linear()];
    for (unsigned d = 1; d < 32; d *= 2) {
        const float before = __shfl_up(v, d);
        if (threadIdx.x % 32 >= d) v += before;
    }
    out[linear()] = v;
}
RIGHT(scan_by_shuffles, 2, 64, 0)

__global__ void stencil_with_a_halo(const float* in, float* out, int*, int n) {
    __shared__ float tile[64 + 2];
    const int i = static_cast<int>(linear()), t = static_cast<int>(threadIdx.x);
    tile[t + 1] = in[i];
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0;
    if (t == 63) tile[65] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    out[i] = weights[0] * tile[t] + weights[1] * tile[t + 1] + weights[2] * tile[t + 2];
}
RIGHT(stencil_with_a_halo, 3, 64, 0)

__global__ void product_of_tiles(const float* in, float* out, int*, int) {
    __shared__ float a[8][8], b[8][9];
    const unsigned x = threadIdx.x % 8, y = threadIdx.x / 8;
    float acc[2] = {0, 0};
    for (unsigned k = 0; k < 2; ++k) {
        a[y][x] = in[y * 16 + k * 8 + x];
        b[y][x] = in[(k * 8 + y) * 16 + x];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[j % 2] += a[y][j] * b[j][x];
        __syncthreads();
    }
    out[linear()] = acc[0] + acc[1];
}
RIGHT(product_of_tiles, 4, 64, 0)

// The pattern of a reduction in one launch: fence, count, and the last block reads what all have written.
__global__ void last_block_adds_up(const float* in, float* out, int* scratch, int) {
    __shared__ bool last;
    float v = in[linear()];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = v;
        __threadfence();
        last = atomicAdd(&scratch[0], 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    float total = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) total += out[b];
    out[gridDim.x + threadIdx.x] = total;
}
RIGHT(last_block_adds_up, 8, 32, 0)

__global__ void dynamic_memory_of_two_kinds(const float* in, float* out, int*, int) {
    extern __shared__ float values[];
    int* counts = reinterpret_cast<int*>(values + blockDim.x);
    values[threadIdx.x] = in[linear()];
    counts[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    const unsigned o = blockDim.x - 1 - threadIdx.x;
    out[linear()] = values[o] + static_cast<float>(counts[o]);
}
RIGHT(dynamic_memory_of_two_kinds, 2, 32, 256)

__global__ void bytes_of_neighbours(const float* in, float* out, int*, int) {
    auto* to = reinterpret_cast<unsigned char*>(out);
    const auto* from = reinterpret_cast<const unsigned char*>(in);
    for (unsigned k = 0; k < 4; ++k) to[linear() + k * blockDim.x] = from[linear() + k * blockDim.x];
}
RIGHT(bytes_of_neighbours, 1, 64, 0)

__global__ void tables_and_own_arrays(const float* in, float* out, int*, int n) {
    float own[8];
    for (int k = 0; k < 8; ++k) own[k] = in[(linear() + k) % n] * static_cast<float>(primes[k % 4]);
    float* p = &own[n % 8];
    *p += offsets[threadIdx.x % 4];
    float sum = 0;
    for (const float v : own) sum += v;
    out[linear()] = sum;
}
RIGHT(tables_and_own_arrays, 2, 32, 0)

__global__ void counting_votes(const float* in, float* out, int*, int) {
    const int many = __syncthreads_count(in[linear()] > 3);
    const unsigned long long who = __ballot(threadIdx.x % 2);
    out[linear()] = static_cast<float>(many + __popcll(who) + __any(threadIdx.x == 0));
}
RIGHT(counting_votes, 2, 64, 0)

// A lock by compare-and-swap: the fences order what it guards.
__global__ void lock_around_a_sum(const float* in, float*, int* scratch, int) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&scratch[0], 0, 1) != 0) {
        }
        __threadfence();
        scratch[1] += static_cast<int>(in[blockIdx.x]);
        __threadfence();
        atomicExch(&scratch[0], 0);
    }
}
RIGHT(lock_around_a_sum, 4, 32, 0)

__global__ void same_barrier_many_times(const float* in, float* out, int*, int n) {
    __shared__ float ring[4][32];
    for (int k = 0; k < 12; ++k) {
        ring[k % 4][threadIdx.x] = in[(linear() + static_cast<unsigned>(k)) % n];
        __syncthreads();
        out[linear()] = ring[k % 4][(threadIdx.x + 1) % 32];
    }
}
RIGHT(same_barrier_many_times, 1, 32, 0)

struct pixel {
    float r, g, b;
};
struct cell {
    char tag;
    double value;
};

// Copies of whole structs, to and from shared memory.
__global__ void structs_through_shared_memory(const float* in, float* out, int*, int) {
    __shared__ pixel tile[32];
    __shared__ cell cells[32];
    extern __shared__ float4 vectors[];
    const unsigned t = threadIdx.x;
    const pixel mine = {in[linear()], 1, 2};
    tile[t] = mine;
    cells[t].tag = 1;
    cells[t].value = in[linear()];
    vectors[t] = make_float4(in[linear()], 1, 2, 3);
    __syncthreads();
    const pixel other = tile[31 - t];
    const float part = tile[31 - t].g + vectors[31 - t].y;
    const cell c = cells[31 - t];
    const float4 v = vectors[31 - t];
    out[linear()] = other.r + other.b + v.w + part + static_cast<float>(c.value);
}
RIGHT(structs_through_shared_memory, 2, 32, 512)

// A constructor that does nothing is allowed for shared memory.
struct counts {
    int of[4];
    __device__ counts() {}
};
__global__ void shares_what_has_a_constructor(const float* in, float* out, int*, int) {
    __shared__ counts all;
    if (threadIdx.x < 4) all.of[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + static_cast<float>(all.of[threadIdx.x % 4]);
}
RIGHT(shares_what_has_a_constructor, 2, 160, 0)

__global__ void loads_straight_into_shared_memory(const float* in, float* out, int*, int n) {
    __shared__ float tile[4 * 64];
    const unsigned i = threadIdx.x;
    const auto whole = __builtin_amdgcn_make_buffer_rsrc(const_cast<float*>(in), 0, 4 * n, 0);
    __builtin_amdgcn_global_load_lds(in + 4 * (i % 16), tile + 4 * i, 16, 0, 0);
    __syncthreads();
    const float sum = tile[(4 * i + 77) % 256];
    __syncthreads();
    __builtin_amdgcn_raw_ptr_buffer_load_lds(whole, tile + i, 4, 4 * (i + 60), 0, 0, 0);
    __builtin_amdgcn_s_barrier();
    out[blockIdx.x * blockDim.x + i] = sum + tile[(i + 9) % 64];
}
RIGHT(loads_straight_into_shared_memory, 2, 64, 0)

// A consumer in one wave waits for a producer in another.
__global__ void waits_for_another_wave(const float* in, float* out, int* scratch, int) {
    __shared__ float box;
    if (threadIdx.x == 0) {
        while (atomicAdd(&scratch[blockIdx.x], 0) == 0) {
        }
        __threadfence();
        out[blockIdx.x] = box;
    }
    if (threadIdx.x == 32) {
        box = in[blockIdx.x];
        __threadfence();
        atomicExch(&scratch[blockIdx.x], 1);
    }
}
RIGHT(waits_for_another_wave, 2, 64, 0)

// Each block waits for the one in front of it.
__global__ void waits_for_the_block_before(const float* in, float* out, int* scratch, int) {
    if (threadIdx.x == 0) {
        while (atomicAdd(&scratch[0], 0) != static_cast<int>(blockIdx.x)) {
        }
        __threadfence();
        out[blockIdx.x] = in[blockIdx.x] + (blockIdx.x ? out[blockIdx.x - 1] : 0);
        __threadfence();
        atomicAdd(&scratch[0], 1);
    }
}
RIGHT(waits_for_the_block_before, 4, 32, 0)

// Many accesses of one place, that end: no waiting.
__global__ void polls_a_bounded_time(const float* in, float* out, int* scratch, int) {
    int seen = 0;
    for (int k = 0; k < 200000 && seen == 0; ++k) seen = atomicAdd(&scratch[1], 0);
    out[linear()] = in[linear()] + static_cast<float>(seen);
}
RIGHT(polls_a_bounded_time, 1, 2, 0)

#define MEET_TWICE() \
    do {             \
        __syncthreads(); __syncthreads(); \
    } while (0)
// Two barriers of one line, and of one macro, that all reach.
__global__ void two_barriers_in_one_line(const float* in, float* out, int*, int) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[linear()];
    MEET_TWICE();
    const float v = tile[63 - threadIdx.x];
    __syncthreads(); tile[threadIdx.x] = v; __syncthreads();
    out[linear()] = tile[threadIdx.x ^ 1];
}
RIGHT(two_barriers_in_one_line, 1, 64, 0)

}  // namespace
