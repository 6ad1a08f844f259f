// SPDX-License-Identifier: MIT
#include "tests/devices/cpu_checked/planted/messages.hpp"

#include <hip/hip_runtime.h>

namespace {

__device__ int load(int* p, int order = __ATOMIC_RELAXED) {
    return order == __ATOMIC_ACQUIRE
               ? __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)
               : __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ void store(int* p, int value, int order = __ATOMIC_RELAXED) {
    if (order == __ATOMIC_RELEASE)
        __hip_atomic_store(p, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    else
        __hip_atomic_store(p, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ void fence(bool is_there) {
    if (is_there) __threadfence();
}

// The result goes to s[0], data to s[1] and above, flags to s[32] and above.
#define MESSAGE(kernel, orders, right, blocks, threads)                                       \
    const tileproof::planted::message_kernel entry_of_##kernel(                               \
        #kernel, orders, right, [](int without, int* scratch) {                               \
            hipLaunchKernelGGL(kernel, dim3(blocks), dim3(threads), 0, 0, scratch, without);  \
        });

__global__ void relaxed_with_fences(int* s, int without) {
    if (blockIdx.x == 0) {
        store(&s[1], 7);
        fence(without != 1);
        store(&s[32], 1);
        return;
    }
    while (load(&s[32]) == 0) {}
    fence(without != 2);
    s[0] = load(&s[1]);
}
MESSAGE(relaxed_with_fences, 2, 7, 2, 1)

__global__ void release_and_acquire(int* s, int without) {
    if (blockIdx.x == 0) {
        store(&s[1], 7);
        store(&s[32], 1, without == 1 ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
        return;
    }
    while (load(&s[32], without == 2 ? __ATOMIC_RELAXED : __ATOMIC_ACQUIRE) == 0) {}
    s[0] = load(&s[1]);
}
MESSAGE(release_and_acquire, 2, 7, 2, 1)

__global__ void volatile_value_and_flag(int* s, int without) {
    volatile int* v = s;
    if (blockIdx.x == 0) {
        v[1] = 7;
        fence(without != 1);
        v[32] = 1;
        return;
    }
    while (v[32] == 0) {}
    s[0] = v[1];
}
MESSAGE(volatile_value_and_flag, 1, 7, 2, 1)

__global__ void exchanged(int* s, int without) {
    if (blockIdx.x == 0) {
        atomicExch(&s[1], 7);
        fence(without != 1);
        atomicExch(&s[32], 1);
        return;
    }
    while (atomicAdd(&s[32], 0) == 0) {}
    fence(without != 2);
    s[0] = load(&s[1]);
}
MESSAGE(exchanged, 2, 7, 2, 1)

__global__ void last_block_sums(int* s, int without) {
    atomicExch(&s[1 + blockIdx.x], static_cast<int>(blockIdx.x) + 1);
    fence(without != 1);
    if (atomicAdd(&s[32], 1) != 3) return;
    fence(without != 2);
    int sum = 0;
    for (int b = 0; b < 4; ++b) sum += load(&s[1 + b]);
    s[0] = sum;
}
MESSAGE(last_block_sums, 2, 10, 4, 1)

// As CUDA's guide has it: volatile, and one fence.
__global__ void last_block_sums_volatile(int* s, int without) {
    volatile int* v = s;
    v[1 + blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
    fence(without != 1);
    if (atomicAdd(&s[32], 1) != 3) return;
    int sum = 0;
    for (int b = 0; b < 4; ++b) sum += v[1 + b];
    s[0] = sum;
}
MESSAGE(last_block_sums_volatile, 1, 10, 4, 1)

__global__ void from_wave_to_wave(int* s, int without) {
    if (threadIdx.x == 0) {
        store(&s[1], 7);
        if (without != 1) __threadfence_block();
        store(&s[32], 1);
    }
    if (threadIdx.x == 64) {
        while (load(&s[32]) == 0) {}
        if (without != 2) __threadfence_block();
        s[0] = load(&s[1]);
    }
}
MESSAGE(from_wave_to_wave, 2, 7, 1, 128)

__global__ void from_wave_to_wave_in_shared_memory(int* s, int without) {
    __shared__ int value, flag;
    if (threadIdx.x == 0) value = flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        store(&value, 7);
        store(&flag, 1, without == 1 ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
    }
    if (threadIdx.x == 64) {
        while (load(&flag, without == 2 ? __ATOMIC_RELAXED : __ATOMIC_ACQUIRE) == 0) {}
        s[0] = load(&value);
    }
}
MESSAGE(from_wave_to_wave_in_shared_memory, 2, 7, 1, 128)

__global__ void looks_back(int* s, int without) {
    const int b = static_cast<int>(blockIdx.x);
    int before = 0;
    if (b > 0) {
        while (load(&s[32 + b - 1]) == 0) {}
        fence(without != 1);
        before = load(&s[1 + b - 1]);
    }
    store(&s[1 + b], before + b + 1);
    fence(without != 2);
    store(&s[32 + b], 1);
    if (b == 3) s[0] = before + b + 1;
}
MESSAGE(looks_back, 2, 10, 4, 1)

// Value and flag in one word: coherence is enough.
__global__ void looks_back_in_one_word(int* s, int) {
    const int b = static_cast<int>(blockIdx.x);
    int before = 0;
    while (b > 0 && (before = load(&s[1 + b - 1])) == 0) {}
    store(&s[1 + b], before + b + 1);
    if (b == 3) s[0] = before + b + 1;
}
MESSAGE(looks_back_in_one_word, 0, 10, 4, 1)

__global__ void under_a_lock(int* s, int without) {
    while (atomicCAS(&s[32], 0, 1) != 0) {}
    fence(without != 1);
    store(&s[1], load(&s[1]) + 1);
    fence(without != 2);
    atomicExch(&s[32], 0);
    if (atomicAdd(&s[33], 1) == 3) s[0] = atomicAdd(&s[1], 0);
}
MESSAGE(under_a_lock, 2, 4, 4, 1)

// One of two sees the other, at least.
__global__ void stores_and_looks(int* s, int without) {
    const int b = static_cast<int>(blockIdx.x);
    store(&s[1 + b], 1);
    fence(without != 1 + b);
    atomicAdd(&s[3], load(&s[1 + (1 - b)]));
    if (atomicAdd(&s[32], 1) == 1) s[0] = atomicAdd(&s[3], 0) > 0;
}
MESSAGE(stores_and_looks, 2, 1, 2, 1)

// Block 0 has looked after its fence and seen nothing, so block 1 sees what it stored.
__global__ void looks_after_its_fence(int* s, int without) {
    const int b = static_cast<int>(blockIdx.x);
    store(&s[1 + b], 1);
    fence(without != 1 + b);
    const int other = load(&s[2 - b]);
    if (b == 1) s[0] = other;
}
MESSAGE(looks_after_its_fence, 2, 1, 2, 1)

// Without its order the fence stands behind the flag.
__global__ void fence_before_the_flag(int* s, int without) {
    if (blockIdx.x == 0) {
        store(&s[1], 7);
        fence(without != 1);
        store(&s[32], 1);
        fence(true);
        s[2] = 1;
        return;
    }
    while (load(&s[32]) == 0) {}
    fence(true);
    s[0] = load(&s[1]);
}
MESSAGE(fence_before_the_flag, 1, 7, 2, 1)

// Any of the values that there ever were will do.
__global__ void takes_what_it_gets(int* s, int) {
    if (blockIdx.x == 0)
        store(&s[1], 7);
    else if (const int got = load(&s[1]); got == 0 || got == 7)
        s[0] = 1;
}
MESSAGE(takes_what_it_gets, 0, 1, 2, 1)

}  // namespace
