// SPDX-License-Identifier: MIT
// The few functions of AMD's device library that HIP's headers call, as compiler builtins.
//
// Included before each kernel source (-include) if the machine's device library does not know the GPUs that we build
// for, as in Debian 12; kernels are then linked without one (-nogpulib). With a ROCm installation, whose library
// knows them, this file is not used.
//
//   threadIdx.x   is __ockl_get_local_id(0)   is v0, or v0's lower bits: one builtin
#pragma once

#include <hip/hip_runtime.h>

#if defined(__HIP_DEVICE_COMPILE__)

#define TILEPROOF_LIBRARY_FUNCTION extern "C" __device__ inline __attribute__((always_inline, used))
// Dimension 0, 1, 2; anything else gives 0 or 1, as in the library.
#define TILEPROOF_BY_DIMENSION(name, builtin, otherwise)                            \
    TILEPROOF_LIBRARY_FUNCTION __attribute__((const)) size_t name(uint dimension) { \
        return dimension == 0   ? builtin##_x()                                     \
               : dimension == 1 ? builtin##_y()                                     \
               : dimension == 2 ? builtin##_z()                                     \
                                : otherwise;                                        \
    }
TILEPROOF_BY_DIMENSION(__ockl_get_local_id, __builtin_amdgcn_workitem_id, 0)
TILEPROOF_BY_DIMENSION(__ockl_get_group_id, __builtin_amdgcn_workgroup_id, 0)
TILEPROOF_BY_DIMENSION(__ockl_get_local_size, __builtin_amdgcn_workgroup_size, 1)

// Blocks of the grid: its size in threads, from the dispatch packet, divided by the block's size.
TILEPROOF_LIBRARY_FUNCTION __attribute__((const)) size_t __ockl_get_num_groups(uint dimension) {
    const size_t threads = dimension == 0   ? __builtin_amdgcn_grid_size_x()
                           : dimension == 1 ? __builtin_amdgcn_grid_size_y()
                           : dimension == 2 ? __builtin_amdgcn_grid_size_z()
                                            : 1;
    const size_t block = __ockl_get_local_size(dimension);
    return (threads + block - 1) / block;
}

// __syncthreads() is a release fence, s_barrier, an acquire fence; __threadfence() is one of device scope. The
// builtin requires constants, so each combination is written out.
#define TILEPROOF_FENCE(order)                                                       \
    (scope == __memory_scope_work_group ? __builtin_amdgcn_fence(order, "workgroup") \
     : scope == __memory_scope_device   ? __builtin_amdgcn_fence(order, "agent")     \
                                        : __builtin_amdgcn_fence(order, ""))
TILEPROOF_LIBRARY_FUNCTION void __atomic_work_item_fence(__cl_mem_fence_flags, __memory_order order,
                                                         __memory_scope scope) {
    switch (order) {
        case __memory_order_acquire:
            TILEPROOF_FENCE(__ATOMIC_ACQUIRE);
            break;
        case __memory_order_release:
            TILEPROOF_FENCE(__ATOMIC_RELEASE);
            break;
        default:
            TILEPROOF_FENCE(__ATOMIC_SEQ_CST);
            break;
    }
}

#endif
