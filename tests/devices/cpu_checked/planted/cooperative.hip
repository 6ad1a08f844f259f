// SPDX-License-Identifier: MIT
// Cooperative launches: blocks that meet at grid.sync(), with their mistakes, and right ones.
#include <hip/hip_cooperative_groups.h>

#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

namespace cg = cooperative_groups;

__device__ unsigned linear() { return blockIdx.x * blockDim.x + threadIdx.x; }

#define COOPERATIVE_ENTRY(kernel, expectation, blocks, threads, dynamic)                        \
    static void* const address_of_##kernel = reinterpret_cast<void*>(kernel);                   \
    static const tileproof::planted::entry entry_of_##kernel{                                   \
        #kernel,                                                                                \
        __FILE__,                                                                               \
        expectation,                                                                            \
        blocks,                                                                                 \
        threads,                                                                                \
        [](const float* in, float* out, int* scratch, int n) {                                  \
            void* arguments[] = {&in, &out, &scratch, &n};                                      \
            (void)hipLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), arguments,    \
                                             dynamic, nullptr);                                 \
        }};
#define COOPERATIVE_PLANTED(kernel, kind, blocks, threads, dynamic)                              \
    COOPERATIVE_ENTRY(kernel, tileproof::cpu_checked::check_kind::kind, blocks, threads, dynamic)
#define COOPERATIVE_RIGHT(kernel, blocks, threads, dynamic) \
    COOPERATIVE_ENTRY(kernel, std::nullopt, blocks, threads, dynamic)

// What a block keeps over grid.sync(): shared arrays, dynamic shared memory, private values, its barriers.
__global__ void keeps_what_is_its_own(const float* in, float* out, int*, int) {
    __shared__ float mine[64];
    __shared__ char flags[64];
    extern __shared__ float more[];
    float private_sum[3] = {in[linear()], 2, 3};
    mine[threadIdx.x] = in[linear()];
    flags[threadIdx.x] = static_cast<char>(blockIdx.x);
    more[threadIdx.x] = 100 * in[linear()];
    for (int round = 0; round < 3; ++round) {
        cg::this_grid().sync();
        const unsigned from = (threadIdx.x + 1) % blockDim.x;
        private_sum[round] += mine[from] + static_cast<float>(flags[from]) + more[from];
        __syncthreads();
        mine[threadIdx.x] = private_sum[round];
        more[threadIdx.x] = 0;
    }
    const float first = 101 * (blockIdx.x * 64.f + (threadIdx.x + 1) % 64) + static_cast<float>(blockIdx.x);
    const bool right = private_sum[0] == in[linear()] + first;
    out[linear()] = right ? private_sum[2] : 1 / static_cast<float*>(nullptr)[0];  // else a fault
}
COOPERATIVE_RIGHT(keeps_what_is_its_own, 3, 64, 64 * sizeof(float))

__global__ void sum_of_all_blocks(const float* in, float* out, int* scratch, int) {
    __shared__ int part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    atomicAdd(&part, static_cast<int>(in[linear()]));
    __syncthreads();
    if (threadIdx.x == 0) scratch[blockIdx.x] = part;
    cg::this_grid().sync();
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += scratch[b];
    out[linear()] = static_cast<float>(sum);
    cg::this_grid().sync();
    if (threadIdx.x == 0) scratch[(blockIdx.x + 1) % gridDim.x] = sum + part;
}
COOPERATIVE_RIGHT(sum_of_all_blocks, 4, 32, 0)

__global__ void passes_it_on_at_each_step(const float* in, float* out, int*, int n) {
    out[linear()] = in[linear()];
    for (int step = 0; step < 3; ++step) {
        cg::this_grid().sync();
        const float next = out[(linear() + 1) % static_cast<unsigned>(n)];
        cg::this_grid().sync();
        out[linear()] = next;
    }
}
COOPERATIVE_RIGHT(passes_it_on_at_each_step, 3, 32, 0)

__global__ void forgets_the_barrier_of_the_grid(const float* in, float* out, int* scratch, int) {
    if (threadIdx.x == 0)
        scratch[blockIdx.x] = static_cast<int>(in[linear()]);  // finding: forgets_the_barrier_of_the_grid in scratch
    __syncthreads();
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
        sum += scratch[b];  // finding: forgets_the_barrier_of_the_grid in scratch
    out[linear()] = static_cast<float>(sum);
    cg::this_grid().sync();
}
COOPERATIVE_PLANTED(forgets_the_barrier_of_the_grid, race, 2, 1, 0)

__global__ void forgets_the_second_barrier(const float* in, float* out, int*, int n) {
    out[linear()] = in[linear()];
    cg::this_grid().sync();
    const float next = out[(linear() + 1) % static_cast<unsigned>(n)];  // finding: forgets_the_second_barrier in out
    out[linear()] = next;  // finding: forgets_the_second_barrier in out
}
COOPERATIVE_PLANTED(forgets_the_second_barrier, race, 2, 1, 0)

__global__ void forgets_a_barrier_of_the_block(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[linear()];
    cg::this_grid().sync();
    tile[threadIdx.x] += 1;  // finding: forgets_a_barrier_of_the_block in tile
    out[linear()] = tile[(threadIdx.x + 1) % blockDim.x];  // finding: forgets_a_barrier_of_the_block in tile
}
COOPERATIVE_PLANTED(forgets_a_barrier_of_the_block, race, 2, 2, 0)

__global__ void reads_what_the_other_block_has_set(const float* in, float* out, int*, int) {
    __shared__ float tile[4];
    if (blockIdx.x == 0 || threadIdx.x == 0) tile[threadIdx.x] = in[linear()];
    cg::this_grid().sync();
    out[linear()] = tile[threadIdx.x];  // finding: reads_what_the_other_block_has_set in tile
}
COOPERATIVE_PLANTED(reads_what_the_other_block_has_set, uninitialised, 2, 2, 0)

__device__ __attribute__((noinline)) void add(float& to, float value) {
    to += value;  // finding: adds_to_what_it_never_set in sums
}
__global__ void adds_to_what_it_never_set(const float* in, float* out, int*, int) {
    float sums[2];
    sums[0] = 0;
    add(sums[0], in[linear()]);
    cg::this_grid().sync();
    add(sums[1], in[linear()]);
    out[linear()] = sums[0] + sums[1];
}
COOPERATIVE_PLANTED(adds_to_what_it_never_set, uninitialised_variable, 2, 2, 0)

__global__ void writes_past_the_end_in_the_second_phase(const float* in, float* out, int*, int n) {
    out[linear()] = in[linear()];
    cg::this_grid().sync();
    if (static_cast<int>(linear()) == n - 1)
        out[linear() + 1] = 0;  // finding: writes_past_the_end_in_the_second_phase in out
}
COOPERATIVE_PLANTED(writes_past_the_end_in_the_second_phase, out_of_bounds, 2, 2, 0)

__global__ void a_block_that_leaves_early(const float* in, float* out, int*, int) {
    out[linear()] = in[linear()];
    if (blockIdx.x == 1) return;
    cg::this_grid().sync();  // finding: a_block_that_leaves_early
}
COOPERATIVE_PLANTED(a_block_that_leaves_early, divergent_barrier, 3, 4, 0)

__global__ void a_block_that_comes_once_more(const float* in, float* out, int*, int) {
    out[linear()] = in[linear()];
    cg::this_grid().sync();
    if (blockIdx.x == 1) cg::this_grid().sync();  // finding: a_block_that_comes_once_more
}
COOPERATIVE_PLANTED(a_block_that_comes_once_more, divergent_barrier, 3, 4, 0)

__global__ void threads_that_do_not_come(const float* in, float* out, int*, int) {
    out[linear()] = in[linear()];
    if (threadIdx.x < 2) cg::this_grid().sync();  // finding: threads_that_do_not_come
}
COOPERATIVE_PLANTED(threads_that_do_not_come, divergent_barrier, 2, 4, 0)

}  // namespace
