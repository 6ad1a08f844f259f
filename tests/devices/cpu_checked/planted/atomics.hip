// SPDX-License-Identifier: MIT
// Atomics, fences and their scopes: what they order and what they do not. Each wrong kernel has a
// right twin.
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

// The reader has itself updated what it reads.
__global__ void reads_a_sum_it_added_to(const float*, float* out, int* scratch, int) {
    atomicAdd(&scratch[0], 1);  // finding: reads_a_sum_it_added_to in scratch
    if (threadIdx.x == 5) out[0] = static_cast<float>(scratch[0]);  // finding: reads_a_sum_it_added_to in scratch
}
PLANTED(reads_a_sum_it_added_to, race, 1, 64, 0)

__global__ void reads_a_sum_after_the_barrier(const float*, float* out, int* scratch, int) {
    atomicAdd(&scratch[0], 1);
    __syncthreads();
    if (threadIdx.x == 5) out[0] = static_cast<float>(scratch[0]);
}
RIGHT(reads_a_sum_after_the_barrier, 1, 64, 0)

__global__ void reads_a_shared_sum_it_added_to(const float*, float* out, int*, int) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);  // finding: reads_a_shared_sum_it_added_to in sum
    if (threadIdx.x == 40) out[0] = static_cast<float>(sum);  // finding: reads_a_shared_sum_it_added_to in sum
}
PLANTED(reads_a_shared_sum_it_added_to, race, 1, 64, 0)

// Between blocks: the sum, then the count, and nothing makes the one visible before the other.
__global__ void last_block_reads_a_sum(const float*, float* out, int* scratch, int) {
    atomicAdd(&scratch[0], 1);  // finding: last_block_reads_a_sum in scratch
    const unsigned done = atomicInc(reinterpret_cast<unsigned*>(&scratch[1]), gridDim.x - 1);  // tells: last_block_reads_a_sum
    if (done == gridDim.x - 1) out[0] = static_cast<float>(scratch[0]);  // finding: last_block_reads_a_sum in scratch
}
PLANTED(last_block_reads_a_sum, race, 4, 1, 0)

// ... and may reset its counter: all other counts came before its own.
__global__ void last_block_reads_a_fenced_sum(const float*, float* out, int* scratch, int) {
    atomicAdd(&scratch[0], 1);
    __threadfence();
    const int done = atomicAdd(&scratch[1], 1);
    if (done == static_cast<int>(gridDim.x) - 1) {
        __threadfence();
        out[0] = static_cast<float>(scratch[0]);
        scratch[1] = 0;
    }
}
RIGHT(last_block_reads_a_fenced_sum, 4, 1, 0)

// The same, where another thread than the one that counted resets it.
__global__ void another_thread_resets_the_count(const float*, float*, int* scratch, int) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&scratch[1], 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 3) scratch[1] = 0;
}
RIGHT(another_thread_resets_the_count, 4, 8, 0)

// A block that is not the last one.
__global__ void first_block_resets_the_count(const float*, float*, int* scratch, int) {
    const int before = atomicAdd(&scratch[1], 1);  // finding: first_block_resets_the_count in scratch
    if (blockIdx.x == 0 && before == 0) scratch[1] = 0;  // finding: first_block_resets_the_count in scratch
}
PLANTED(first_block_resets_the_count, race, 4, 1, 0)

// The guide's way to make an atomic of a compare-and-swap reads plainly first.
__device__ void add_by_swapping(unsigned* at, unsigned value) {
    unsigned old = *at, assumed;
    do {
        assumed = old;
        old = atomicCAS(at, assumed, assumed + value);
    } while (old != assumed);
}
__global__ void adds_by_swapping(const float*, float*, int* scratch, int) {
    add_by_swapping(reinterpret_cast<unsigned*>(&scratch[0]), 1);
}
RIGHT(adds_by_swapping, 4, 64, 0)

__device__ void largest_by_swapping(int* at, int value) {
    int old = *at;
    while (old < value) {
        const int assumed = old;
        old = atomicCAS(at, assumed, value);
        if (old == assumed) break;
    }
}
__global__ void largest_by_swaps(const float* in, float*, int* scratch, int) {
    largest_by_swapping(&scratch[0], static_cast<int>(in[blockIdx.x * blockDim.x + threadIdx.x]));
}
RIGHT(largest_by_swaps, 2, 64, 0)

__global__ void swaps_without_checking(const float*, float*, int* scratch, int) {
    const int old = scratch[0];  // finding: swaps_without_checking in scratch
    atomicExch(&scratch[0], old + 1);  // finding: swaps_without_checking in scratch
}
PLANTED(swaps_without_checking, race, 1, 64, 0)

// A flag that is volatile, and fences: the old way, and right.
__global__ void volatile_flag(const float* in, float* out, int* scratch, int) {
    volatile int* flag = scratch;
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0) {
            while (flag[blockIdx.x - 1] == 0) {
            }
            __threadfence();
        }
        out[blockIdx.x] = in[blockIdx.x] + (blockIdx.x ? out[blockIdx.x - 1] : 0);
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}
RIGHT(volatile_flag, 4, 32, 0)

__global__ void volatile_flag_without_a_fence(const float* in, float* out, int* scratch, int) {
    volatile int* flag = scratch;
    if (blockIdx.x > 0)
        while (flag[blockIdx.x - 1] == 0) {  // tells: volatile_flag_without_a_fence
        }
    out[blockIdx.x] = in[blockIdx.x] + (blockIdx.x ? out[blockIdx.x - 1] : 0);  // finding: volatile_flag_without_a_fence in out
    flag[blockIdx.x] = 1;  // tells: volatile_flag_without_a_fence
}
PLANTED(volatile_flag_without_a_fence, race, 2, 1, 0)

// Lanes that trust to be in step, in shared memory: volatile orders nothing.
__global__ void volatile_tile_in_step(const float* in, float* out, int*, int n) {
    __shared__ float tile[32];
    volatile float* t = tile;
    const int i = threadIdx.x;
    t[i] = in[i];  // finding: volatile_tile_in_step in tile
    if (i < n / 2) t[i] = t[i] + t[i + n / 2];  // finding: volatile_tile_in_step in tile
    out[i] = 0;
}
PLANTED(volatile_tile_in_step, race, 1, 4, 0)

__global__ void counts_blocks_in_block_scope(const float*, float*, int* scratch, int) {
    atomicAdd_block(&scratch[0], 1);  // finding: counts_blocks_in_block_scope in scratch
}
PLANTED(counts_blocks_in_block_scope, race, 2, 1, 0)

__global__ void counts_its_own_in_block_scope(const float*, float*, int* scratch, int) {
    atomicAdd_block(&scratch[blockIdx.x], 1);
}
RIGHT(counts_its_own_in_block_scope, 2, 32, 0)

__global__ void publishes_in_block_scope(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
        __threadfence();
        out[1] = out[0];  // finding: publishes_in_block_scope in out
        return;
    }
    out[0] = in[0];  // finding: publishes_in_block_scope in out
    __threadfence_block();
    atomicExch(&scratch[0], 1);
}
PLANTED(publishes_in_block_scope, race, 2, 1, 0)

__global__ void publishes_to_another_wave(const float* in, float* out, int* scratch, int) {
    if (threadIdx.x == 0) {
        out[0] = in[0];
        __threadfence_block();
        atomicExch(&scratch[0], 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
        __threadfence_block();
        out[1] = out[0];
    }
}
RIGHT(publishes_to_another_wave, 1, 64, 0)

__global__ void reads_without_a_fence(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
        out[1] = out[0];  // finding: reads_without_a_fence in out
        return;
    }
    out[0] = in[0];  // finding: reads_without_a_fence in out
    __threadfence();
    atomicExch(&scratch[0], 1);
}
PLANTED(reads_without_a_fence, unfenced_read, 2, 1, 0)

__global__ void releases_and_acquires(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (__atomic_load_n(&scratch[0], __ATOMIC_ACQUIRE) == 0) {
        }
        out[1] = out[0];
        return;
    }
    out[0] = in[0];
    __atomic_store_n(&scratch[0], 1, __ATOMIC_RELEASE);
}
RIGHT(releases_and_acquires, 2, 1, 0)

__global__ void releases_and_reads_relaxed(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (__atomic_load_n(&scratch[0], __ATOMIC_RELAXED) == 0) {
        }
        out[1] = out[0];  // finding: releases_and_reads_relaxed in out
        return;
    }
    out[0] = in[0];  // finding: releases_and_reads_relaxed in out
    __atomic_store_n(&scratch[0], 1, __ATOMIC_RELEASE);
}
PLANTED(releases_and_reads_relaxed, unfenced_read, 2, 1, 0)

// The reduction in one launch as public samples have it: the last block sums up what the others have
// published, and nothing keeps its reads behind its own atomic.
__global__ void last_block_sums_without_a_fence(const float* in, float* out, int* scratch, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = in[blockIdx.x];  // finding: last_block_sums_without_a_fence in out
        __threadfence();
        last = atomicAdd(&scratch[0], 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x > 0) return;
    float sum = 0;
    for (int b = 0; b < static_cast<int>(gridDim.x); ++b)
        sum += out[b];  // finding: last_block_sums_without_a_fence in out
    scratch[1] = static_cast<int>(sum) + n;
}
PLANTED(last_block_sums_without_a_fence, unfenced_read, 2, 2, 0)

// ... as CUDA's programming guide has it: the partial sums are volatile.
__global__ void last_block_sums_volatile(const float* in, float* out, int* scratch, int n) {
    __shared__ bool last;
    volatile float* const sums = out;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&scratch[0], 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x > 0) return;
    float sum = 0;
    for (int b = 0; b < static_cast<int>(gridDim.x); ++b) sum += sums[b];
    scratch[1] = static_cast<int>(sum) + n;
}
RIGHT(last_block_sums_volatile, 4, 32, 0)

// ... and with the fence.
__global__ void last_block_sums_behind_a_fence(const float* in, float* out, int* scratch, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&scratch[0], 1) == static_cast<int>(gridDim.x) - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last || threadIdx.x > 0) return;
    float sum = 0;
    for (int b = 0; b < static_cast<int>(gridDim.x); ++b) sum += out[b];
    scratch[1] = static_cast<int>(sum) + n;
}
RIGHT(last_block_sums_behind_a_fence, 4, 32, 0)

// A shuffle exchanges registers and orders no memory, a vote neither.
__global__ void trusts_a_shuffle_to_order(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x];  // finding: trusts_a_shuffle_to_order in tile
    const float other = __shfl_xor(in[threadIdx.x], 1);
    out[threadIdx.x] = tile[threadIdx.x ^ 1] + other;  // finding: trusts_a_shuffle_to_order in tile
}
PLANTED(trusts_a_shuffle_to_order, race, 1, 2, 0)

__global__ void orders_a_wave_by_its_barrier(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    const float other = __shfl_xor(in[threadIdx.x], 1);
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 1] + other;
}
RIGHT(orders_a_wave_by_its_barrier, 1, 32, 0)

// Many threads, among them all of the setter's wave, poll by adding nothing.
__global__ void many_poll_one_flag(const float*, float*, int* scratch, int) {
    if (threadIdx.x == 63) {
        atomicExch(&scratch[0], 1);
    } else if (threadIdx.x < 32) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
    }
}
RIGHT(many_poll_one_flag, 1, 64, 0)

// Two values written where the same one was thought to be.
__global__ void writes_what_differs_now_and_then(const float* in, float*, int* scratch, int) {
    scratch[threadIdx.x / 2] = in[threadIdx.x] > 2 ? 2 : 1;  // finding: writes_what_differs_now_and_then in scratch
}
PLANTED(writes_what_differs_now_and_then, race, 1, 4, 0)

__global__ void many_threads_say_yes(const float* in, float*, int* scratch, int) {
    if (in[threadIdx.x] >= 0) scratch[7] = 1;  // finding: many_threads_say_yes in scratch
}
PLANTED(many_threads_say_yes, same_value_race, 2, 32, 0)

}  // namespace
