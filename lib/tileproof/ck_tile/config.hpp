// SPDX-License-Identifier: MIT
// CK Tile's function macros, and the switches that its operators read.
//
//   CK_TILE_HOST_DEVICE constexpr int twice(int x) { return 2 * x; }
//
// In a HIP program they say where a function runs; elsewhere they mean inline.
#pragma once

#if defined(__HIP__)
#define CK_TILE_HOST inline __host__
#define CK_TILE_DEVICE inline __device__
#define CK_TILE_HOST_DEVICE inline __host__ __device__
#define CK_TILE_DEVICE_EXTERN __device__
#define CK_TILE_HOST_DEVICE_EXTERN __host__ __device__
#else
#define CK_TILE_HOST inline
#define CK_TILE_DEVICE inline
#define CK_TILE_HOST_DEVICE inline
#define CK_TILE_DEVICE_EXTERN
#define CK_TILE_HOST_DEVICE_EXTERN
#endif

// Switches of launches and operators.
#define CK_TILE_USE_CUSTOM_DATA_TYPE 0
#define CK_TILE_USE_LAUNCH_BOUNDS 1
#define CK_TILE_MAX_THREAD_PER_BLOCK 256
#define CK_TILE_MIN_BLOCK_PER_CU 2
#define CK_TILE_TIME_KERNEL 1
#define CK_TILE_USE_SUBDWORD_TILE_CAST 0
#define CK_TILE_USE_PK_FP16_TILE_CAST 0
#define CK_TILE_FMHA_FWD_FAST_EXP2 0
#define CK_TILE_WORKAROUND_ROCM_6_1_SCRATCH_MEMORY_ISSUE 0
#define CK_TILE_WORKAROUND_ROCM_6_2_SCRATCH_MEMORY_ISSUE 0
