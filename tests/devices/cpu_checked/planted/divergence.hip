// SPDX-License-Identifier: MIT
// Barriers and wave operations that not all reach, and kernels that do not end.
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void barrier_in_a_branch(const float* in, float* out, int*, int) {
    if (threadIdx.x < 1) __syncthreads();  // finding: barrier_in_a_branch
    out[threadIdx.x] = in[threadIdx.x];
}
PLANTED(barrier_in_a_branch, divergent_barrier, 1, 2, 0)

__global__ void different_barriers_in_the_branches(const float* in, float* out, int*, int) {
    if (threadIdx.x < 1) {
        out[threadIdx.x] = in[threadIdx.x];
        __syncthreads();  // finding: different_barriers_in_the_branches
    } else {
        out[threadIdx.x] = 0;
        __syncthreads();  // finding: different_barriers_in_the_branches
    }
}
PLANTED(different_barriers_in_the_branches, divergent_barrier, 1, 2, 0)

__global__ void returns_before_the_barrier(const float* in, float* out, int*, int n) {
    if (static_cast<int>(threadIdx.x) >= n - 1) return;
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();  // finding: returns_before_the_barrier
}
PLANTED(returns_before_the_barrier, divergent_barrier, 1, 2, 0)

__global__ void loops_unequally_often(const float* in, float* out, int*, int) {
    float sum = 0;
    for (unsigned k = 0; k <= threadIdx.x; ++k) {
        sum += in[k];
        __syncthreads();  // finding: loops_unequally_often
    }
    out[threadIdx.x] = sum;
}
PLANTED(loops_unequally_often, divergent_barrier, 1, 2, 0)

__global__ void shuffles_with_lanes_that_are_elsewhere(const float* in, float* out, int*, int n) {
    float v = in[threadIdx.x];
    if (static_cast<int>(threadIdx.x) < n / 2)
        v += __shfl_xor(v, n / 2);  // finding: shuffles_with_lanes_that_are_elsewhere
    out[threadIdx.x] = v;
}
PLANTED(shuffles_with_lanes_that_are_elsewhere, divergent_wave, 1, 4, 0)

__global__ void names_lanes_that_do_not_come(const float* in, float* out, int*, int n) {
    float v = in[threadIdx.x];
    if (static_cast<int>(threadIdx.x) < n / 2)
        v = __shfl_sync(0xfull, v, 0);  // finding: names_lanes_that_do_not_come
    out[threadIdx.x] = v;
}
PLANTED(names_lanes_that_do_not_come, divergent_wave, 1, 4, 0)

__global__ void waits_for_a_flag_nobody_sets(const float*, float*, int* scratch, int) {
    while (atomicAdd(&scratch[1], 0) == 0) {  // finding: waits_for_a_flag_nobody_sets in scratch
    }
}
PLANTED(waits_for_a_flag_nobody_sets, hang, 1, 1, 0)

// NaN is not equal to itself, so the exchange succeeds again and again.
__global__ void adds_to_a_nan(const float*, float*, int* scratch, int) {
    scratch[0] = __float_as_int(NAN);
    float old = NAN, assumed;
    do {
        assumed = old;
        old = __int_as_float(atomicCAS(scratch, __float_as_int(assumed),  // finding: adds_to_a_nan in scratch
                                       __float_as_int(assumed + 1)));
    } while (assumed != old);
}
PLANTED(adds_to_a_nan, hang, 1, 1, 0)

__global__ void loops_without_end(const float*, float* out, int*, int n) {
    out[0] = 1;
    unsigned x = static_cast<unsigned>(n);
    while (x != 0) x = x * 2 + 1;  // finding: loops_without_end
    out[0] = 2;
}
PLANTED(loops_without_end, hang, 1, 1, 0)

__global__ void meets_at_barriers_for_ever(const float*, float*, int*, int n) {
    for (int k = 0; k < n; k += n - 2) __syncthreads();
}
PLANTED(meets_at_barriers_for_ever, hang, 1, 2, 0)

__global__ void barriers_of_one_line(const float* in, float* out, int*, int) {
    if (threadIdx.x < 1) __syncthreads(); else __syncthreads();  // finding: barriers_of_one_line
    out[threadIdx.x] = in[threadIdx.x];
}
PLANTED(barriers_of_one_line, divergent_barrier, 1, 2, 0)

#define MEET_SOMEWHERE(here) if (here) __syncthreads(); else __syncthreads()
__global__ void barriers_of_one_macro(const float* in, float* out, int*, int) {
    MEET_SOMEWHERE(threadIdx.x < 1);  // finding: barriers_of_one_macro
    out[threadIdx.x] = in[threadIdx.x];
}
PLANTED(barriers_of_one_macro, divergent_barrier, 1, 2, 0)

// Lanes of one wave that wait for each other.
__device__ void wait_for(int* flag) {
    while (atomicAdd(flag, 0) == 0) {  // finding: waits_for_its_own_wave in scratch
    }
}
__global__ void waits_for_its_own_wave(const float*, float*, int* scratch, int) {
    if (threadIdx.x == 0) {
        atomicExch(&scratch[1], 1);  // finding: waits_for_its_own_wave in scratch
        wait_for(&scratch[2]);
    } else {
        wait_for(&scratch[1]);
        atomicExch(&scratch[2], 1);  // finding: waits_for_its_own_wave in scratch
    }
}
PLANTED(waits_for_its_own_wave, wave_waits_for_itself, 1, 2, 0)

// The lane that gets the lock waits behind the loop for those that spin.
__device__ void lock(int* l) {
    while (atomicCAS(l, 0, 1) != 0) {  // finding: locks_in_one_wave in scratch
    }
    __threadfence();
}
__device__ void unlock(int* l) {
    __threadfence();
    atomicExch(l, 0);
}
__global__ void locks_in_one_wave(const float*, float*, int* scratch, int) {
    lock(&scratch[0]);
    volatile int* const count = &scratch[1];
    *count = *count + 1;
    unlock(&scratch[0]);
}
PLANTED(locks_in_one_wave, wave_waits_for_itself, 1, 2, 0)

__global__ void swaps_in_a_lock(const float*, float*, int* scratch, int) {
    for (int round = 0; round < 3; ++round) {
        while (atomicExch(&scratch[0], 1) == 1) {  // finding: swaps_in_a_lock in scratch
        }
        __threadfence();
        scratch[2] = scratch[2] + 1;
        __threadfence();
        atomicExch(&scratch[0], 0);
    }
}
PLANTED(swaps_in_a_lock, wave_waits_for_itself, 1, 2, 0)

// Each lane does its work inside the loop; one lane of a wave; one lane after the other; each wave its own; a number that is
// changed, and not a lock.
__device__ void add_locked(int* l, int* sum) {
    volatile int* const count = sum;
    for (bool done = false; !done;)
        if (atomicCAS(l, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(l, 0);
            done = true;
        }
}
__global__ void locks_inside_the_loop(const float*, float*, int* scratch, int) {
    add_locked(&scratch[0], &scratch[1]);
}
RIGHT(locks_inside_the_loop, 2, 64, 0)

__global__ void locks_once_a_wave(const float*, float*, int* scratch, int) {
    if (threadIdx.x % warpSize) return;
    lock(&scratch[0]);
    volatile int* const count = &scratch[1];
    *count = *count + 1;
    unlock(&scratch[0]);
}
RIGHT(locks_once_a_wave, 2, 128, 0)

__global__ void locks_lane_by_lane(const float*, float*, int* scratch, int) {
    for (unsigned lane = 0; lane < warpSize; ++lane)
        if (threadIdx.x % warpSize == lane) {
            lock(&scratch[0]);
            volatile int* const count = &scratch[1];
            *count = *count + 1;
            unlock(&scratch[0]);
        }
}
RIGHT(locks_lane_by_lane, 2, 128, 0)

__global__ void locks_of_their_own(const float*, float*, int* scratch, int) {
    lock(&scratch[2 * threadIdx.x]);
    ++scratch[2 * threadIdx.x + 1];
    unlock(&scratch[2 * threadIdx.x]);
}
RIGHT(locks_of_their_own, 1, 32, 0)

__global__ void adds_by_comparing(const float*, float*, int* scratch, int) {
    for (int old = atomicOr(&scratch[0], 0), now = old + 1, seen; (seen = atomicCAS(&scratch[0], old, now)) != old;)
        old = seen, now = old + 1;
    while (atomicCAS(&scratch[1 + threadIdx.x], 0, 1) != 0) {
    }
}
RIGHT(adds_by_comparing, 1, 32, 0)

// Seen only where the thread that waits runs first: in some orders, and in these each time.
__global__ void waits_for_its_neighbour(const float*, float*, int* scratch, int) {
    if (threadIdx.x == 0)
        while (atomicAdd(&scratch[1], 0) == 0) {
        }
    if (threadIdx.x == 1) atomicExch(&scratch[1], 1);
}
ON_REQUEST(waits_for_its_neighbour, 1, 2, 0)

__global__ void waits_for_a_later_block(const float*, float*, int* scratch, int) {
    if (blockIdx.x == 1) atomicExch(&scratch[1], 1);
    if (blockIdx.x == 0)
        while (atomicAdd(&scratch[1], 0) == 0) {  // finding: waits_for_a_later_block in scratch
        }
}
PLANTED(waits_for_a_later_block, hang, 2, 1, 0)

// Who sets the flag waits at the barrier for who waits for the flag.
__global__ void waits_across_a_barrier(const float*, float*, int* scratch, int) {
    if (threadIdx.x == 0)
        while (atomicAdd(&scratch[1], 0) == 0) {  // finding: waits_across_a_barrier in scratch
        }
    __syncthreads();
    if (threadIdx.x == 1) atomicExch(&scratch[1], 1);
}
PLANTED(waits_across_a_barrier, hang, 1, 2, 0)


__global__ void votes_with_a_mask_without_itself(const float* in, float* out, int*, int) {
    out[threadIdx.x] = static_cast<float>(__any_sync(1ull, in[threadIdx.x] > 0));  // finding: votes_with_a_mask_without_itself
}
PLANTED(votes_with_a_mask_without_itself, divergent_wave, 1, 2, 0)

__global__ void votes_with_masks_that_overlap(const float* in, float* out, int*, int) {
    const unsigned long long mask = threadIdx.x < 2 ? 3ull : 14ull;
    out[threadIdx.x] = static_cast<float>(__any_sync(mask, in[threadIdx.x] > 0));  // finding: votes_with_masks_that_overlap
}
PLANTED(votes_with_masks_that_overlap, divergent_wave, 1, 4, 0)

// Two halves of a wave call one function, each with its mask, and one of them in a loop.
__device__ float sum_of(unsigned long long mask, float v) {
    for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(mask, v, d);
    return v;
}
__global__ void halves_go_their_own_way(const float* in, float* out, int*, int) {
    float v = in[threadIdx.x];
    if (threadIdx.x < 16)
        for (int i = 0; i < 3; ++i) v = sum_of(0xffffull, v);
    else
        v = sum_of(0xffff0000ull, v);
    out[threadIdx.x] = v;
}
RIGHT(halves_go_their_own_way, 1, 32, 0)

}  // namespace
