// SPDX-License-Identifier: MIT
// The calling thread and its block, and what threads do together, under CK Tile's names.
//
//   get_thread_id()   threadIdx.x        get_warp_id(), get_lane_id()   its wave and its lane in it
//   get_block_id()    blockIdx.x         block_sync_lds()               a barrier for the block
//
// In a HIP program these ask the hardware (or a cpu device). In a plain C++ program the host plays one thread at a
// time, and says which:
//
//   ck_tile::host_thread() = {37, 2};    // thread 37 of block 2
//   auto w = make_tile_window(view, lengths, {row, 0}, distribution);    // that thread's part
#pragma once

#include <tileproof/tile/plain_window.hpp>

#if defined(__CUDACC__)
#define TILEPROOF_HAS_THREADS 1
#elif defined(__HIP__) || defined(TILEPROOF_DEVICE)
#define TILEPROOF_HAS_THREADS 1
#include <hip/hip_runtime.h>
#else
#define TILEPROOF_HAS_THREADS 0
#endif

#if defined(__HIP__) || defined(__CUDACC__)
#define TILEPROOF_DEVICE_ONLY __device__
#else
#define TILEPROOF_DEVICE_ONLY
#endif

namespace ck_tile {

using tileproof::index_t;

#if TILEPROOF_HAS_THREADS

#if defined(__CUDACC__)
TILEPROOF_HOST_DEVICE constexpr index_t get_warp_size() { return 32; }
#else
TILEPROOF_HOST_DEVICE constexpr index_t get_warp_size() { return warpSize; }
#endif
TILEPROOF_DEVICE_ONLY inline index_t get_thread_id() { return static_cast<index_t>(threadIdx.x); }
TILEPROOF_DEVICE_ONLY inline index_t get_block_id() { return static_cast<index_t>(blockIdx.x); }
TILEPROOF_DEVICE_ONLY inline index_t get_block_size() { return static_cast<index_t>(blockDim.x); }
TILEPROOF_DEVICE_ONLY inline index_t get_grid_size() { return static_cast<index_t>(gridDim.x); }
#if defined(__CUDACC__)
TILEPROOF_DEVICE_ONLY inline index_t get_lane_id() { return get_thread_id() % get_warp_size(); }
TILEPROOF_DEVICE_ONLY inline index_t get_warp_id() { return get_thread_id() / get_warp_size(); }
#else
TILEPROOF_DEVICE_ONLY inline index_t get_lane_id() { return static_cast<index_t>(__lane_id()); }
// Uniform in a wave; readfirstlane tells the compiler.
TILEPROOF_DEVICE_ONLY inline index_t get_warp_id() {
    return __builtin_amdgcn_readfirstlane(get_thread_id() / get_warp_size());
}
#endif
TILEPROOF_DEVICE_ONLY inline void block_sync_lds() { __syncthreads(); }
TILEPROOF_DEVICE_ONLY inline void block_sync_lds_direct_load() { __syncthreads(); }

namespace detail {
// The value of `lane`, word by word.
template <class T>
TILEPROOF_DEVICE_ONLY T read_lane(const T& value, int lane) {
    constexpr int words = (sizeof(T) + 3) / 4;
    int mine[words] = {};
    __builtin_memcpy(mine, &value, sizeof(T));
    for (int i = 0; i < words; ++i) {
#if defined(__CUDACC__)
        mine[i] = __shfl_sync(0xffffffffu, mine[i], lane);
#else
        mine[i] = __builtin_amdgcn_ds_bpermute(lane << 2, mine[i]);
#endif
    }
    T result;
    __builtin_memcpy(static_cast<void*>(&result), mine, sizeof(T));
    return result;
}
}  // namespace detail
template <class T>
TILEPROOF_DEVICE_ONLY T warp_shuffle(const T& value, std::uint32_t lane) {
    return detail::read_lane(value, static_cast<int>(lane));
}
template <class T>
TILEPROOF_DEVICE_ONLY T warp_shuffle_up(const T& value, std::uint32_t distance) {
    const int lanes = get_warp_size();
    return detail::read_lane(value, (get_lane_id() + lanes - static_cast<int>(distance)) % lanes);
}
template <class T>
TILEPROOF_DEVICE_ONLY T warp_shuffle_down(const T& value, std::uint32_t distance) {
    return detail::read_lane(value, (get_lane_id() + static_cast<int>(distance)) % get_warp_size());
}

#else

struct host_place {
    index_t thread = 0, block = 0;
};
inline host_place& host_thread() {
    thread_local host_place place;
    return place;
}
constexpr index_t get_warp_size() { return 64; }
inline index_t get_thread_id() { return host_thread().thread; }
inline index_t get_block_id() { return host_thread().block; }
inline index_t get_lane_id() { return get_thread_id() % get_warp_size(); }
inline index_t get_warp_id() { return get_thread_id() / get_warp_size(); }
inline void block_sync_lds() {}  // the other threads were, or will be, played in turn

#endif

// What was loaded or stored has arrived when the call returns, so there is nothing to wait for.
TILEPROOF_DEVICE_ONLY inline void async_load_fence(index_t = 0) {}
TILEPROOF_DEVICE_ONLY inline void buffer_store_fence(index_t = 0) {}
template <class... T>
TILEPROOF_DEVICE_ONLY void buffer_load_fence(index_t = 0, T&...) {}

TILEPROOF_DEVICE_ONLY inline index_t get_thread_local_1d_id() { return get_thread_id(); }
TILEPROOF_DEVICE_ONLY inline index_t get_block_1d_id() { return get_block_id(); }

}  // namespace ck_tile

namespace tileproof {

// The place that windows use (plain_window.hpp). The host side of a HIP program has no thread and never calls it.
struct hardware_place {
    static TILEPROOF_HOST_DEVICE_INLINE index_t thread() {
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
        return 0;
#elif defined(__HIP__) && !defined(__HIP_DEVICE_COMPILE__) && !defined(__HIP_PLATFORM_TILEPROOF__)
        return 0;
#else
        return ck_tile::get_thread_id();
#endif
    }
};

}  // namespace tileproof
