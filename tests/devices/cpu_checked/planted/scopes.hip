// SPDX-License-Identifier: MIT
// How far an operation reaches, at every level: a thread, a wave, a block, the device; and what one lane has acquired
// for its wave. Each wrong kernel has a right twin.
#include <hip/hip_cooperative_groups.h>

#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

#define STORE(at, value, scope) __hip_atomic_store(at, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_##scope)
#define LOAD(at, scope) __hip_atomic_load(at, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_##scope)
#define COUNT(at, scope) __hip_atomic_fetch_add(at, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_##scope)

__global__ void counts_blocks_in_workgroup_scope(const float*, float*, int* scratch, int) {
    COUNT(&scratch[0], WORKGROUP);  // finding: counts_blocks_in_workgroup_scope in scratch
}
PLANTED(counts_blocks_in_workgroup_scope, race, 2, 1, 0)

__global__ void counts_blocks_in_agent_scope(const float*, float*, int* scratch, int) {
    COUNT(&scratch[0], AGENT);
    COUNT(&scratch[1 + blockIdx.x], WORKGROUP);
}
RIGHT(counts_blocks_in_agent_scope, 2, 64, 0)

__global__ void counts_waves_in_wavefront_scope(const float*, float*, int* scratch, int) {
    if (threadIdx.x % 32 == 0) COUNT(&scratch[0], WAVEFRONT);  // finding: counts_waves_in_wavefront_scope in scratch
}
PLANTED(counts_waves_in_wavefront_scope, race, 1, 64, 0)

__global__ void counts_lanes_in_wavefront_scope(const float*, float*, int* scratch, int) {
    COUNT(&scratch[threadIdx.x / 32], WAVEFRONT);
}
RIGHT(counts_lanes_in_wavefront_scope, 1, 64, 0)

__global__ void counts_lanes_in_singlethread_scope(const float*, float*, int* scratch, int) {
    COUNT(&scratch[0], SINGLETHREAD);  // finding: counts_lanes_in_singlethread_scope in scratch
}
PLANTED(counts_lanes_in_singlethread_scope, race, 1, 2, 0)

__global__ void counts_its_own_in_singlethread_scope(const float*, float*, int* scratch, int) {
    COUNT(&scratch[threadIdx.x], SINGLETHREAD);
    COUNT(&scratch[threadIdx.x], SINGLETHREAD);
}
RIGHT(counts_its_own_in_singlethread_scope, 1, 64, 0)

// C's names of the same scopes.
__global__ void counts_blocks_in_scoped_block(const float*, float*, int* scratch, int) {
    __scoped_atomic_fetch_add(&scratch[0], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);  // finding: counts_blocks_in_scoped_block in scratch
}
PLANTED(counts_blocks_in_scoped_block, race, 2, 1, 0)

// Read with too short an arm before the other block has written.
__global__ void looks_in_workgroup_scope(const float*, float* out, int* scratch, int) {
    if (blockIdx.x == 0)
        out[0] = static_cast<float>(LOAD(&scratch[0], WORKGROUP));  // finding: looks_in_workgroup_scope in scratch
    else
        STORE(&scratch[0], 1, AGENT);  // finding: looks_in_workgroup_scope in scratch
}
PLANTED(looks_in_workgroup_scope, race, 2, 1, 0)

__global__ void fences_the_workgroup_between_blocks(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
        out[1] = out[0];  // finding: fences_the_workgroup_between_blocks in out
        return;
    }
    out[0] = in[0];  // finding: fences_the_workgroup_between_blocks in out
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    atomicExch(&scratch[0], 1);
}
PLANTED(fences_the_workgroup_between_blocks, race, 2, 1, 0)

__global__ void fences_the_agent_between_blocks(const float* in, float* out, int* scratch, int) {
    if (blockIdx.x == 1) {
        while (atomicAdd(&scratch[0], 0) == 0) {
        }
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
        out[1] = out[0];
        return;
    }
    out[0] = in[0];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    atomicExch(&scratch[0], 1);
}
RIGHT(fences_the_agent_between_blocks, 2, 1, 0)

// A flag between two waves of a block.
__global__ void releases_to_its_wave_only(const float* in, float* out, int*, int) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = in[0];  // finding: releases_to_its_wave_only in out
        STORE(&flag, 1, WAVEFRONT);  // finding: releases_to_its_wave_only in flag
    } else if (threadIdx.x == 32) {
        while (LOAD(&flag, WORKGROUP) == 0) {  // finding: releases_to_its_wave_only in flag
        }
        out[1] = out[0];  // finding: releases_to_its_wave_only in out
    }
}
ON_REQUEST(releases_to_its_wave_only, 1, 64, 0)

// One lane acquires for its wave, the last one of two; wave 1 produces, and a wave operation passes it on.
__device__ int produce(const float* in, float* tile, int* flag) {
    if (threadIdx.x == 0) *flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) return 0;
    tile[threadIdx.x - 32] = in[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 32) STORE(flag, 1, WORKGROUP);
    return 1;
}

__global__ void acquires_for_its_wave(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    __shared__ int flag;
    if (produce(in, tile, &flag)) return;
    if (threadIdx.x == 0)
        while (LOAD(&flag, WORKGROUP) == 0) {
        }
    __syncwarp();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}
RIGHT(acquires_for_its_wave, 1, 64, 0)

__global__ void acquires_for_its_wave_and_votes(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    __shared__ int flag;
    if (produce(in, tile, &flag)) return;
    bool ready = false;
    while (!__any(ready))
        if (threadIdx.x == 0) ready = LOAD(&flag, WORKGROUP) != 0;
    out[threadIdx.x] = tile[31 - threadIdx.x];
}
RIGHT(acquires_for_its_wave_and_votes, 1, 64, 0)

__global__ void acquires_for_itself(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        tile[threadIdx.x - 32] = in[threadIdx.x];  // finding: acquires_for_itself in tile
        __syncwarp();
        if (threadIdx.x == 32) STORE(&flag, 1, WORKGROUP);
        return;
    }
    if (threadIdx.x == 0)
        while (LOAD(&flag, WORKGROUP) == 0) {
        }
    out[threadIdx.x] = tile[31 - threadIdx.x];  // finding: acquires_for_itself in tile
}
PLANTED(acquires_for_itself, race, 1, 64, 0)

// From block to block, and there from wave to wave.
__global__ void passes_on_in_block_scope(const float* in, float* out, int* scratch, int) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (blockIdx.x == 0) {
        if (threadIdx.x > 0) return;
        out[0] = in[0];
        STORE(&scratch[0], 1, AGENT);
    } else if (threadIdx.x == 32) {
        while (LOAD(&scratch[0], AGENT) == 0) {
        }
        STORE(&flag, 1, WORKGROUP);
    } else if (threadIdx.x == 0) {
        while (LOAD(&flag, WORKGROUP) == 0) {
        }
        out[1] = out[0];
    }
}
RIGHT(passes_on_in_block_scope, 2, 64, 0)

// The barrier of a tile, and of the lanes of a mask, orders these and no others.
__global__ void reads_from_the_next_tile(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    const auto group = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    tile[threadIdx.x] = in[threadIdx.x];  // finding: reads_from_the_next_tile in tile
    group.sync();
    out[threadIdx.x] = tile[threadIdx.x ^ 16];  // finding: reads_from_the_next_tile in tile
}
PLANTED(reads_from_the_next_tile, race, 1, 32, 0)

__global__ void reads_from_its_tile(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    const auto group = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    tile[threadIdx.x] = in[threadIdx.x];
    group.sync();
    out[threadIdx.x] = tile[threadIdx.x ^ 8];
}
RIGHT(reads_from_its_tile, 1, 32, 0)

__global__ void reads_from_the_other_mask(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x];  // finding: reads_from_the_other_mask in tile
    __syncwarp(threadIdx.x < 16 ? 0xffffull : 0xffff0000ull);
    out[threadIdx.x] = tile[threadIdx.x ^ 16];  // finding: reads_from_the_other_mask in tile
}
PLANTED(reads_from_the_other_mask, race, 1, 32, 0)

__global__ void reads_from_its_mask(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncwarp(threadIdx.x < 16 ? 0xffffull : 0xffff0000ull);
    out[threadIdx.x] = tile[threadIdx.x ^ 8];
}
RIGHT(reads_from_its_mask, 1, 32, 0)

// Half of the wave leaves a tile early: the other half of the wave does not wait for it.
__global__ void syncs_one_tile_of_two(const float* in, float* out, int*, int) {
    const auto group = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    float v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        group.sync();
        v += group.shfl_xor(v, 1);
    }
    __syncthreads();
    out[threadIdx.x] = v;
}
RIGHT(syncs_one_tile_of_two, 1, 32, 0)

// Lanes that poll by adding nothing, in blocks that come after others: what these did to their own flag is not it.
__global__ void all_lanes_wait_for_the_other_wave(const float* in, float* out, int*, int) {
    __shared__ float tile[32];
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        tile[threadIdx.x - 32] = in[threadIdx.x];
        __threadfence_block();
        atomicAdd(&flag, 1);
        return;
    }
    while (atomicAdd(&flag, 0) < 32) {
    }
    __threadfence_block();
    out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
RIGHT(all_lanes_wait_for_the_other_wave, 6, 64, 0)

}  // namespace
