// SPDX-License-Identifier: MIT
// Cooperative groups: the grid, the block, tiles of a wave, and the lanes that are currently together.
//
//   auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
//   tile.shfl_down(v, 8)        reads the lane 8 further within the same 16
//   tile.sync()                 waits for all 16
//
// The threads of a tile of up to a wave meet at one place, as in wave operations; a tile larger than a wave uses the
// block's barrier.
#pragma once

#include "devices/cpu/hip_state.hpp"
#include "tileproof_hip/atomics.h"
#include "tileproof_hip/wave.h"

#ifndef TILEPROOF_HERE
#define TILEPROOF_HERE \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(), int column = TILEPROOF_COLUMN
#endif

TILEPROOF_HIP_BEGIN
inline void tp_barrier_of_block(const char* file, int line, int column) {
    tileproof::cpu_engine::wait(*tileproof::cpu_engine::runner,
                                tileproof::cpu_engine::call_site_of(file, line, column, 0));
}
inline void tp_barrier_of_grid(const char* file, int line, int column) {
    tp_barrier_of_block(file, line, column);
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
        tileproof::cpu_engine::wait_for_grid();
    tileproof::cpu_engine::wait(*tileproof::cpu_engine::runner,
                                tileproof::cpu_engine::call_site_of(file, line, column, 1));
}
inline unsigned tp_rank_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline unsigned tp_size_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
TILEPROOF_HIP_END

TILEPROOF_FOR_BOTH
namespace cooperative_groups {

namespace engine = tileproof::hip_on;

// Operators of reduce() and the scans.
template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

class thread_block;

class grid_group {
  public:
    unsigned long long size() const {
        return static_cast<unsigned long long>(engine::tp_size_of_block()) * engine::gridDim.x *
               engine::gridDim.y * engine::gridDim.z;
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const {
        return engine::tp_rank_in_block() +
               static_cast<unsigned long long>(block_rank()) * engine::tp_size_of_block();
    }
    unsigned block_rank() const {
        return engine::blockIdx.x +
               engine::gridDim.x * (engine::blockIdx.y + engine::gridDim.y * engine::blockIdx.z);
    }
    unsigned num_blocks() const {
        return engine::gridDim.x * engine::gridDim.y * engine::gridDim.z;
    }
    dim3 group_dim() const { return engine::gridDim; }
    bool is_valid() const { return tileproof::cpu_engine::in_cooperative_launch(); }
    void sync(TILEPROOF_HERE) const { engine::tp_barrier_of_grid(file, line, column); }
};
inline grid_group this_grid() { return {}; }
// The grids of one launch on several devices: one here, because each such launch is of one device.
class multi_grid_group : public grid_group {
  public:
    unsigned num_grids() const { return 1; }
    unsigned grid_rank() const { return 0; }
};
inline multi_grid_group this_multi_grid() { return {}; }

class thread_block {
  public:
    static unsigned size() { return engine::tp_size_of_block(); }
    static unsigned num_threads() { return size(); }
    static unsigned thread_rank() { return engine::tp_rank_in_block(); }
    static dim3 group_index() { return engine::blockIdx; }
    static dim3 thread_index() { return engine::threadIdx; }
    static dim3 group_dim() { return engine::blockDim; }
    static dim3 dim_threads() { return engine::blockDim; }
    static bool is_valid() { return true; }
    static void sync(TILEPROOF_HERE) { engine::tp_barrier_of_block(file, line, column); }
};
inline thread_block this_thread_block() { return {}; }

// Lanes [first, first + size) of the wave; those in `mask` take part.
class lanes_group {
  public:
    lanes_group(unsigned first, unsigned size, std::uint64_t mask)
        : first_(first), size_(size), mask_(mask) {}
    unsigned size() const { return static_cast<unsigned>(__builtin_popcountll(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        const unsigned lane = engine::__lane_id();
        return static_cast<unsigned>(
            __builtin_popcountll(mask_ & ((std::uint64_t{1} << lane) - 1)));
    }
    bool is_valid() const { return true; }
    void sync(TILEPROOF_HERE) const {
        tileproof::cpu_engine::sync_wave(tileproof::cpu_engine::call_site_of(file, line, column),
                                         meeting());
    }
    template <class T>
    T shfl(T value, int rank, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        return all[lane_of(static_cast<unsigned>(rank))];
    }
    template <class T>
    T shfl_down(T value, unsigned delta, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        const unsigned rank = thread_rank();
        return rank + delta < size() ? all[lane_of(rank + delta)] : value;
    }
    template <class T>
    T shfl_up(T value, unsigned delta, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        const unsigned rank = thread_rank();
        return rank >= delta ? all[lane_of(rank - delta)] : value;
    }
    template <class T>
    T shfl_xor(T value, unsigned mask, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        const unsigned rank = thread_rank() ^ mask;
        return rank < size() ? all[lane_of(rank)] : value;
    }
    unsigned long long ballot(int predicate, TILEPROOF_HERE) const {
        const unsigned long long bits =
            engine::tp_ballot_of(meeting(), predicate, file, line, column);
        unsigned long long r = 0;
        for (unsigned rank = 0; rank < size(); ++rank) r |= (bits >> lane_of(rank) & 1) << rank;
        return r;
    }
    int any(int predicate, TILEPROOF_HERE) const {
        return ballot(predicate, file, line, column) != 0;
    }
    int all(int predicate, TILEPROOF_HERE) const {
        return ballot(predicate == 0, file, line, column) == 0;
    }
    template <class T>
    unsigned long long match_any(T value, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        unsigned long long r = 0;
        for (unsigned rank = 0; rank < size(); ++rank)
            r |= static_cast<unsigned long long>(all[lane_of(rank)] == value) << rank;
        return r;
    }
    // All lanes if they have the same value, else none; `same` tells which.
    template <class T>
    unsigned long long match_all(T value, int& same, TILEPROOF_HERE) const {
        const unsigned long long r = match_any(value, file, line, column),
                                 every = ~0ull >> (64 - size());
        same = r == every;
        return same ? r : 0;
    }
    template <class T, class F>
    T reduce(T value, F f, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        T r = all[lane_of(0)];
        for (unsigned rank = 1; rank < size(); ++rank) r = f(r, all[lane_of(rank)]);
        return r;
    }
    template <class T, class F>
    T scan(T value, F f, bool inclusive, TILEPROOF_HERE) const {
        const engine::tp_wave_values<T> all(value, meeting(), file, line, column);
        const unsigned count = thread_rank() + inclusive;
        if (count == 0) return T{};
        T r = all[lane_of(0)];
        for (unsigned rank = 1; rank < count; ++rank) r = f(r, all[lane_of(rank)]);
        return r;
    }

    // The lanes of the group that have not ended.
    engine::tp_wave_meeting meeting() const {
        return {engine::tp_wave_meeting::kind::group, mask_};
    }

  protected:
    unsigned lane_of(unsigned rank) const {
        if (mask_ == ~std::uint64_t{0} >> (64 - size_) << first_) return first_ + rank % size_;
        std::uint64_t m = mask_;
        for (unsigned i = 0; i < rank && m; ++i) m &= m - 1;
        return m ? static_cast<unsigned>(__builtin_ctzll(m)) : first_;
    }
    unsigned first_, size_;
    std::uint64_t mask_;
};

class coalesced_group : public lanes_group {
  public:
    explicit coalesced_group(std::uint64_t mask)
        : lanes_group(0, static_cast<unsigned>(static_cast<int>(engine::warpSize)), mask) {}
    // Of the lanes of the group, those of the same `size` ranks.
    coalesced_group part_of(unsigned size) const {
        std::uint64_t mask = 0;
        const unsigned first = thread_rank() / size * size;
        for (unsigned rank = first; rank < first + size && rank < this->size(); ++rank)
            mask |= std::uint64_t{1} << lane_of(rank);
        return coalesced_group(mask);
    }
};
inline coalesced_group coalesced_threads(TILEPROOF_HERE) {
    return coalesced_group(engine::__ballot(1, file, line, column));
}

inline lanes_group tile_of(unsigned size) {
    const unsigned wave = static_cast<unsigned>(static_cast<int>(engine::warpSize));
    const unsigned in_wave = size < wave ? size : wave, lane = engine::__lane_id();
    const unsigned first = lane / in_wave * in_wave;
    const unsigned left = engine::tp_size_of_block() - (engine::tp_rank_in_block() - lane + first);
    const unsigned count = in_wave < left ? in_wave : left;
    return {first, in_wave, (~std::uint64_t{0} >> (64 - count)) << first};
}

template <unsigned Size, class Parent = thread_block>
class thread_block_tile : public lanes_group {
  public:
    thread_block_tile() : lanes_group(tile_of(Size)) {}
    static constexpr unsigned numThreads = Size;
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    unsigned thread_rank() const { return engine::tp_rank_in_block() % Size; }
    unsigned meta_group_rank() const { return engine::tp_rank_in_block() / Size; }
    unsigned meta_group_size() const { return (engine::tp_size_of_block() + Size - 1) / Size; }
    void sync(TILEPROOF_HERE) const {
        if (Size <= static_cast<unsigned>(static_cast<int>(engine::warpSize)))
            lanes_group::sync(file, line, column);
        else
            engine::tp_barrier_of_block(file, line, column);
    }
};

// A group of any kind: its threads only, without the operations of tiles.
class thread_group {
  public:
    thread_group(const thread_block&) : of_(whole::block), tile_(0, 1, 1) {}
    thread_group(const grid_group&) : of_(whole::grid), tile_(0, 1, 1) {}
    thread_group(const lanes_group& t) : of_(whole::lanes), tile_(t) {}
    template <unsigned Size, class Parent>
    thread_group(const thread_block_tile<Size, Parent>& t)
        : of_(Size > static_cast<unsigned>(static_cast<int>(engine::warpSize)) ? whole::block
                                                                               : whole::lanes),
          tile_(t) {}
    unsigned size() const {
        return of_ == whole::block  ? thread_block::size()
               : of_ == whole::grid ? static_cast<unsigned>(grid_group{}.size())
                                    : tile_.size();
    }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        return of_ == whole::block  ? thread_block::thread_rank()
               : of_ == whole::grid ? static_cast<unsigned>(grid_group{}.thread_rank())
                                    : tile_.thread_rank();
    }
    bool is_valid() const { return of_ != whole::grid || grid_group{}.is_valid(); }
    void sync(TILEPROOF_HERE) const {
        if (of_ == whole::block)
            engine::tp_barrier_of_block(file, line, column);
        else if (of_ == whole::grid)
            engine::tp_barrier_of_grid(file, line, column);
        else
            tile_.sync(file, line, column);
    }

  private:
    enum class whole { block, grid, lanes } of_;
    lanes_group tile_;
};

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}
inline thread_group tiled_partition(const thread_group&, unsigned size) { return tile_of(size); }
inline coalesced_group tiled_partition(const coalesced_group& g, unsigned size) {
    return g.part_of(size);
}
inline coalesced_group binary_partition(const lanes_group& g, bool predicate, TILEPROOF_HERE) {
    const engine::tp_wave_values<bool> all(predicate, g.meeting(), file, line, column);
    return coalesced_group(all.those([&](bool p) { return p == predicate; }));
}

template <class Group>
void sync(const Group& g, TILEPROOF_HERE) {
    g.sync(file, line, column);
}
template <class Group>
auto thread_rank(const Group& g) {
    return g.thread_rank();
}
template <class Group>
auto group_size(const Group& g) {
    return g.size();
}
template <class Group, class T, class F>
T reduce(const Group& g, T value, F f, TILEPROOF_HERE) {
    return g.reduce(value, f, file, line, column);
}
template <class Group, class T, class F = plus<T>>
T inclusive_scan(const Group& g, T value, F f = {}, TILEPROOF_HERE) {
    return g.scan(value, f, true, file, line, column);
}
template <class Group, class T, class F = plus<T>>
T exclusive_scan(const Group& g, T value, F f = {}, TILEPROOF_HERE) {
    return g.scan(value, f, false, file, line, column);
}

}  // namespace cooperative_groups
TILEPROOF_FOR_BOTH_END
