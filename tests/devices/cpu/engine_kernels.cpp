// SPDX-License-Identifier: MIT
#include "tests/devices/cpu/engine_kernels.hpp"

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace tileproof::engine_kernels {
namespace {

__device__ unsigned linear_thread() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ unsigned linear_block() {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

__global__ void indices_kernel(std::uint32_t* out) {
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    out[linear_block() * threads + linear_thread()] = threadIdx.x | threadIdx.y << 4 |
                                                      threadIdx.z << 8 | blockIdx.x << 12 |
                                                      blockIdx.y << 16 | blockIdx.z << 20;
}

__global__ void static_shared_kernel(int* out) {
    __shared__ int values[1024];
    const unsigned t = threadIdx.x, n = blockDim.x;
    values[t] = static_cast<int>(blockIdx.x * n + t);
    __syncthreads();
    out[blockIdx.x * n + t] = values[n - 1 - t];
}

__global__ void unset_shared_kernel(unsigned left, unsigned* out) {
    __shared__ unsigned values[64];
    out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
    values[threadIdx.x] = left;
}

template <int N>
__global__ void unset_shared_template(unsigned left, unsigned* out) {
    __shared__ unsigned values[N];
    out[blockIdx.x * N + threadIdx.x] = values[threadIdx.x];
    values[threadIdx.x] = left;
}

__global__ void dynamic_shared_kernel(int* out) {
    HIP_DYNAMIC_SHARED(int, values)
    const unsigned t = threadIdx.x, n = blockDim.x;
    values[t] = static_cast<int>(blockIdx.x * n + t);
    __syncthreads();
    out[blockIdx.x * n + t] = values[n - 1 - t];
}

__global__ void rotate_kernel(int rounds, int* out) {
    __shared__ int values[1024];
    const int t = static_cast<int>(threadIdx.x), n = static_cast<int>(blockDim.x);
    values[t] = t;
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
        __syncthreads();
        const int right = values[(t + 1) % n];
        __syncthreads();
        values[t] = right;
        sum += right;
    }
    out[t] = sum;
}

__global__ void votes_kernel(const int* in, int* out) {
    const unsigned t = threadIdx.x;
    out[3 * t] = __syncthreads_count(in[t]);
    out[3 * t + 1] = __syncthreads_and(in[t]);
    out[3 * t + 2] = __syncthreads_or(in[t]);
}

__global__ void order_kernel(int* before, int* after, int* counters) {
    const unsigned b = blockIdx.x, n = blockDim.x;
    before[b * n + static_cast<unsigned>(atomicAdd(&counters[2 * b], 1))] =
        static_cast<int>(threadIdx.x);
    __syncthreads();
    after[b * n + static_cast<unsigned>(atomicAdd(&counters[2 * b + 1], 1))] =
        static_cast<int>(threadIdx.x);
}

__global__ void shuffle_kernel(shuffle kind, int argument, int width, int* out) {
    const int t = static_cast<int>(threadIdx.x), value = 100 + t, w = width ? width : warpSize;
    int r = 0;
    switch (kind) {
        case shuffle::index:
            r = __shfl(value, argument, w);
            break;
        case shuffle::up:
            r = __shfl_up(value, static_cast<unsigned>(argument), w);
            break;
        case shuffle::down:
            r = __shfl_down(value, static_cast<unsigned>(argument), w);
            break;
        case shuffle::xor_:
            r = __shfl_xor(value, argument, w);
            break;
    }
    out[t] = r;
}

struct large {
    double a, b;
    int c, d;
};
__global__ void large_kernel(int* out) {
    const int t = static_cast<int>(threadIdx.x);
    const large mine{t * 1.0, t * 2.0, t * 3, t * 4};
    const large got = __shfl_down(mine, 1);
    out[t] = static_cast<int>(got.a + got.b) + got.c + got.d;
}

__global__ void sum_kernel(int* out) {
    int sum = static_cast<int>(threadIdx.x);
    for (int step = warpSize / 2; step > 0; step /= 2)
        sum += __shfl_down(sum, static_cast<unsigned>(step));
    out[threadIdx.x] = __shfl(sum, 0);
}

__global__ void ballot_kernel(const int* in, unsigned long long* out) {
    const unsigned t = threadIdx.x;
    out[3 * t] = __ballot(in[t]);
    out[3 * t + 1] = static_cast<unsigned long long>(__any(in[t]));
    out[3 * t + 2] = static_cast<unsigned long long>(__all(in[t]));
}

__global__ void partial_kernel(unsigned limit, bool stay, int* out) {
    const unsigned t = threadIdx.x;
    if (t >= limit && !stay) return;
    if (t < limit) out[t] = __shfl_down(static_cast<int>(t), 1);
    if (stay) __syncthreads();
}

__global__ void uneven_kernel(int* out) {
    const unsigned t = threadIdx.x;
    int value = static_cast<int>(t);
    for (unsigned i = 0; i <= t % 3; ++i) value += __shfl(1, static_cast<int>(t));
    out[t] = __shfl_xor(value, 1);
}

__global__ void masked_kernel(unsigned long long mask, unsigned limit, int* out) {
    const unsigned t = threadIdx.x;
    if (t >= limit) return;
    out[t] = __shfl_down_sync(mask, static_cast<int>(t), 1u);
}

__global__ void masked_votes_kernel(unsigned width, const int* in, unsigned long long* out) {
    const unsigned t = threadIdx.x, lane = t % static_cast<unsigned>(static_cast<int>(warpSize));
    const unsigned long long mask = (~0ull >> (64 - width)) << (lane / width * width);
    const int all_equal_to = in[t];
    int equal = 0;
    out[7 * t] = static_cast<unsigned long long>(__any_sync(mask, in[t]));
    out[7 * t + 1] = static_cast<unsigned long long>(__all_sync(mask, in[t]));
    out[7 * t + 2] = __ballot_sync(mask, in[t]);
    out[7 * t + 3] = __match_any_sync(mask, all_equal_to);
    out[7 * t + 4] = __match_all_sync(mask, all_equal_to, &equal);
    out[7 * t + 5] = __reduce_add_sync(mask, static_cast<unsigned>(in[t]));
    out[7 * t + 6] = static_cast<unsigned long long>(
        __shfl_sync(mask, in[t], static_cast<int>(lane / width * width + width - 1)));
}

__global__ void votes_in_tiles_kernel(const int* in, unsigned long long* out) {
    const auto tile =
        cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    const unsigned t = threadIdx.x;
    out[4 * t] = static_cast<unsigned long long>(tile.any(in[t]));
    out[4 * t + 1] = static_cast<unsigned long long>(tile.all(in[t]));
    out[4 * t + 2] = tile.ballot(in[t]);
    out[4 * t + 3] = static_cast<unsigned long long>(
        cooperative_groups::reduce(tile, in[t], cooperative_groups::plus<int>()));
}

__global__ void hand_over_kernel(polling how, int* out) {
    __shared__ int flag, value;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    const unsigned wave = threadIdx.x / static_cast<unsigned>(static_cast<int>(warpSize));
    if (wave == 1) {
        value = 7;
        __syncwarp();
        __hip_atomic_store(&flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
        return;
    }
    if (how == polling::by_adding_nothing)
        while (atomicAdd(&flag, 0) == 0) {
        }
    else if (how == polling::each_lane || threadIdx.x == 3)
        while (__hip_atomic_load(&flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) == 0) {
        }
    if (how == polling::one_lane) __syncwarp();
    out[threadIdx.x] = value;
}
__global__ void grid_is_valid_kernel(int* out) {
    if (threadIdx.x == 0) out[blockIdx.x] = cooperative_groups::this_grid().is_valid();
}

__global__ void atomics_kernel(int* sums, float* floats, unsigned* wrapped) {
    const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    atomicAdd(&sums[0], 1);
    atomicSub(&sums[1], t);
    atomicMax(&sums[2], t);
    atomicMin(&sums[3], -t);
    atomicOr(&sums[4], 1 << t % 31);
    atomicXor(&sums[5], t);
    atomicAnd(&sums[6], ~(1 << t % 31));
    if (atomicCAS(&sums[7], 0, t + 1) == 0) atomicExch(&sums[8], t + 1);
    atomicAdd(floats, 0.5f);
    atomicInc(wrapped, 9u);
}

__global__ void some_kernel(unsigned limit) {
    if (threadIdx.x < limit) __syncthreads();
}

__global__ void two_kernel(unsigned limit) {
    if (threadIdx.x < limit)
        __syncthreads();
    else
        __syncthreads();
}

__global__ void leaving_kernel(unsigned block, unsigned thread) {
    if (blockIdx.x < block || threadIdx.x != thread) __syncthreads();
}

__device__ __attribute__((noinline)) int recurse(int depth, int* sink) {
    int local[64];
    for (int i = 0; i < 64; ++i) local[i] = depth + i;
    sink[0] = local[depth % 64];
    return depth == 0 ? local[3] : recurse(depth - 1, local) + local[5];
}
__global__ void deep_kernel(unsigned first, int depth, int* out) {
    __syncthreads();
    if (threadIdx.x >= first) out[threadIdx.x] = recurse(depth, &out[threadIdx.x]);
}

}  // namespace

void write_indices(dim3 grid, dim3 block, std::uint32_t* out) {
    hipLaunchKernelGGL(indices_kernel, grid, block, 0, nullptr, out);
}
void mirror_in_static_shared(unsigned blocks, unsigned threads, int* out) {
    hipLaunchKernelGGL(static_shared_kernel, blocks, threads, 0, nullptr, out);
}
void read_unset_shared(shared_of whose, unsigned blocks, unsigned left, unsigned* out) {
    if (whose == shared_of::kernel)
        hipLaunchKernelGGL(unset_shared_kernel, dim3(blocks), dim3(64), 0, nullptr, left, out);
    else
        hipLaunchKernelGGL(unset_shared_template<64>, dim3(blocks), dim3(64), 0, nullptr, left,
                           out);
}

void mirror_in_dynamic_shared(unsigned blocks, unsigned threads, int* out, unsigned shared_bytes) {
    hipLaunchKernelGGL(dynamic_shared_kernel, blocks, threads, shared_bytes, nullptr, out);
}
void rotate(unsigned threads, int rounds, int* out) {
    hipLaunchKernelGGL(rotate_kernel, 1, threads, 0, nullptr, rounds, out);
}
void votes(unsigned threads, const int* in, int* out) {
    hipLaunchKernelGGL(votes_kernel, 1, threads, 0, nullptr, in, out);
}
void record_order(unsigned blocks, unsigned threads, int* before, int* after, int* counters) {
    hipLaunchKernelGGL(order_kernel, blocks, threads, 0, nullptr, before, after, counters);
}
void shuffle_lanes(shuffle kind, unsigned threads, int argument, int width, int* out) {
    hipLaunchKernelGGL(shuffle_kernel, 1, threads, 0, nullptr, kind, argument, width, out);
}
void shuffle_large(unsigned threads, int* out) {
    hipLaunchKernelGGL(large_kernel, 1, threads, 0, nullptr, out);
}
void wave_sum(unsigned threads, int* out) {
    hipLaunchKernelGGL(sum_kernel, 1, threads, 0, nullptr, out);
}
void ballots(unsigned threads, const int* in, unsigned long long* out) {
    hipLaunchKernelGGL(ballot_kernel, 1, threads, 0, nullptr, in, out);
}
void partial_shuffle(unsigned threads, unsigned limit, bool stay, int* out) {
    hipLaunchKernelGGL(partial_kernel, 1, threads, 0, nullptr, limit, stay, out);
}
void uneven_loop(unsigned threads, int* out) {
    hipLaunchKernelGGL(uneven_kernel, 1, threads, 0, nullptr, out);
}
void masked_shuffle(unsigned threads, unsigned long long mask, unsigned limit, int* out) {
    hipLaunchKernelGGL(masked_kernel, 1, threads, 0, nullptr, mask, limit, out);
}
void masked_votes(unsigned threads, unsigned width, const int* in, unsigned long long* out) {
    hipLaunchKernelGGL(masked_votes_kernel, 1, threads, 0, nullptr, width, in, out);
}
void votes_in_tiles(unsigned threads, const int* in, unsigned long long* out) {
    hipLaunchKernelGGL(votes_in_tiles_kernel, 1, threads, 0, nullptr, in, out);
}
void hand_over(polling how, int* out) {
    const auto threads = 2 * cpu_engine::settings().wave_size;
    hipLaunchKernelGGL(hand_over_kernel, 1, threads, 0, nullptr, how, out);
}
void grid_is_valid(unsigned blocks, bool cooperative, int* out) {
    void* arguments[] = {&out};
    if (cooperative)
        (void)hipLaunchCooperativeKernel(grid_is_valid_kernel, blocks, 4, arguments, 0, nullptr);
    else
        hipLaunchKernelGGL(grid_is_valid_kernel, blocks, 4, 0, nullptr, out);
}

void atomics(unsigned blocks, unsigned threads, int* sums, float* floats, unsigned* wrapped) {
    hipLaunchKernelGGL(atomics_kernel, blocks, threads, 0, nullptr, sums, floats, wrapped);
}
void barrier_for_some(unsigned blocks, unsigned threads, unsigned limit) {
    hipLaunchKernelGGL(some_kernel, blocks, threads, 0, nullptr, limit);
}
void two_barriers(unsigned threads, unsigned limit) {
    hipLaunchKernelGGL(two_kernel, 1, threads, 0, nullptr, limit);
}
void leave_in(unsigned blocks, unsigned threads, unsigned block, unsigned thread) {
    hipLaunchKernelGGL(leaving_kernel, blocks, threads, 0, nullptr, block, thread);
}
void deep_stack(unsigned threads, unsigned first, int depth, int* out) {
    hipLaunchKernelGGL(deep_kernel, 1, threads, 0, nullptr, first, depth, out);
}

}  // namespace tileproof::engine_kernels
