// SPDX-License-Identifier: MIT
// hipCUB's block collectives: reduce, scan, load and store.
//
//   BlockReduce<int, 64>(storage).Sum(1)             64 in thread 0, unspecified in the others
//   BlockScan<int, 64>(storage).ExclusiveSum(1, x)   x is 5 in thread 5
//
// As on a GPU, the storage may be reused only after a barrier; without one there is a race, which is reported.
#pragma once

#include "tileproof_hip/cub_operators.h"

TILEPROOF_FOR_BOTH
namespace hipcub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE };

// One value for each thread of the block.
template <class T, int Threads>
struct block_storage {
    alignas(T) unsigned char bytes[Threads * sizeof(T)];
    T* values() { return reinterpret_cast<T*>(bytes); }
};

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
  public:
    using TempStorage = block_storage<T, X * Y * Z>;
    BlockReduce() : values_(own().values()) {}
    explicit BlockReduce(TempStorage& storage) : values_(storage.values()) {}

    template <class Op>
    T Reduce(T value, Op op, int valid, TILEPROOF_HERE) {
        const unsigned thread = engine::tp_rank_in_block();
        values_[thread] = value;
        engine::tp_barrier_of_block(file, line, column);
        if (thread != 0) return value;
        for (int i = 1; i < X * Y * Z && i < valid; ++i) value = op(value, values_[i]);
        return value;
    }
    template <class Op>
    T Reduce(T value, Op op, TILEPROOF_HERE) {
        return Reduce(value, op, X * Y * Z, file, line, column);
    }
    template <int N, class Op>
    T Reduce(T (&items)[N], Op op, TILEPROOF_HERE) {
        return Reduce(folded(items, op), op, X * Y * Z, file, line, column);
    }
    T Sum(T value, TILEPROOF_HERE) { return Reduce(value, hipcub::Sum(), file, line, column); }
    T Sum(T value, int valid, TILEPROOF_HERE) {
        return Reduce(value, hipcub::Sum(), valid, file, line, column);
    }
    template <int N>
    T Sum(T (&items)[N], TILEPROOF_HERE) {
        return Reduce(items, hipcub::Sum(), file, line, column);
    }

  private:
    static TempStorage& own() {
        __shared__ TempStorage storage;
        return storage;
    }
    T* values_;
};

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
  public:
    using TempStorage = block_storage<T, X * Y * Z>;
    BlockScan() : values_(own().values()) {}
    explicit BlockScan(TempStorage& storage) : values_(storage.values()) {}

    template <class Op>
    void InclusiveScan(T in, T& out, Op op, T& sum, TILEPROOF_HERE) {
        const unsigned thread = engine::tp_rank_in_block();
        values_[thread] = in;
        engine::tp_barrier_of_block(file, line, column);
        if (thread == 0)
            for (int i = 1; i < X * Y * Z; ++i) values_[i] = op(values_[i - 1], values_[i]);
        engine::tp_barrier_of_block(file, line, column);
        out = values_[thread];
        sum = values_[X * Y * Z - 1];
    }
    template <class Op>
    void ExclusiveScan(T in, T& out, T first, Op op, T& sum, TILEPROOF_HERE) {
        const unsigned thread = engine::tp_rank_in_block();
        InclusiveScan(in, out, op, sum, file, line, column);
        out = thread == 0 ? first : op(first, values_[thread - 1]);
    }
    template <class Op>
    void InclusiveScan(T in, T& out, Op op, TILEPROOF_HERE) {
        T sum;
        InclusiveScan(in, out, op, sum, file, line, column);
    }
    template <class Op>
    void ExclusiveScan(T in, T& out, T first, Op op, TILEPROOF_HERE) {
        T sum;
        ExclusiveScan(in, out, first, op, sum, file, line, column);
    }
    void InclusiveSum(T in, T& out, TILEPROOF_HERE) {
        InclusiveScan(in, out, Sum(), file, line, column);
    }
    void InclusiveSum(T in, T& out, T& sum, TILEPROOF_HERE) {
        InclusiveScan(in, out, Sum(), sum, file, line, column);
    }
    void ExclusiveSum(T in, T& out, TILEPROOF_HERE) {
        ExclusiveScan(in, out, T(), Sum(), file, line, column);
    }
    void ExclusiveSum(T in, T& out, T& sum, TILEPROOF_HERE) {
        ExclusiveScan(in, out, T(), Sum(), sum, file, line, column);
    }
    template <int N>
    void ExclusiveSum(T (&in)[N], T (&out)[N], TILEPROOF_HERE) {
        T before, items[N];
        for (int i = 0; i < N; ++i) items[i] = in[i];
        ExclusiveSum(folded(items, Sum()), before, file, line, column);
        for (int i = 0; i < N; before = before + items[i++]) out[i] = before;
    }
    template <int N>
    void InclusiveSum(T (&in)[N], T (&out)[N], TILEPROOF_HERE) {
        T before, items[N];
        for (int i = 0; i < N; ++i) items[i] = in[i];
        ExclusiveSum(folded(items, Sum()), before, file, line, column);
        for (int i = 0; i < N; ++i) out[i] = before = before + items[i];
    }

  private:
    static TempStorage& own() {
        __shared__ TempStorage storage;
        return storage;
    }
    T* values_;
};

// The items of a block, for the algorithms that pass them from thread to thread; the others need no memory.
template <class T, int Items, bool InShared>
struct item_storage : block_storage<T, Items> {
    static item_storage& own() {
        __shared__ item_storage storage;
        return storage;
    }
};
template <class T, int Items>
struct item_storage<T, Items, false> {
    T* values() { return nullptr; }
    static item_storage own() { return {}; }
};

// Thread t gets items t * N to t * N + N - 1, whatever the algorithm.
template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1>
class BlockLoad {
    static constexpr int threads = X * Y * Z;

  public:
    using TempStorage = item_storage<T, threads * N, A == BLOCK_LOAD_TRANSPOSE>;
    BlockLoad() : values_(TempStorage::own().values()) {}
    explicit BlockLoad(TempStorage& storage) : values_(storage.values()) {}
    template <class In>
    void Load(In in, T (&items)[N], int valid, TILEPROOF_HERE) {
        const int thread = static_cast<int>(engine::tp_rank_in_block()), first = thread * N;
        if constexpr (A == BLOCK_LOAD_TRANSPOSE) {
            for (int i = thread; i < threads * N && i < valid; i += threads) values_[i] = in[i];
            engine::tp_barrier_of_block(file, line, column);
            for (int i = 0; i < N && first + i < valid; ++i) items[i] = values_[first + i];
        } else {
            for (int i = 0; i < N && first + i < valid; ++i) items[i] = in[first + i];
        }
    }
    template <class In>
    void Load(In in, T (&items)[N], TILEPROOF_HERE) {
        Load(in, items, threads * N, file, line, column);
    }
    template <class In, class Default>
    void Load(In in, T (&items)[N], int valid, Default otherwise, TILEPROOF_HERE) {
        for (int i = 0; i < N; ++i) items[i] = otherwise;
        Load(in, items, valid, file, line, column);
    }

  private:
    T* values_;
};
template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1>
class BlockStore {
    static constexpr int threads = X * Y * Z;

  public:
    using TempStorage = item_storage<T, threads * N, A == BLOCK_STORE_TRANSPOSE>;
    BlockStore() : values_(TempStorage::own().values()) {}
    explicit BlockStore(TempStorage& storage) : values_(storage.values()) {}
    template <class Out>
    void Store(Out out, T (&items)[N], int valid, TILEPROOF_HERE) {
        const int thread = static_cast<int>(engine::tp_rank_in_block()), first = thread * N;
        if constexpr (A == BLOCK_STORE_TRANSPOSE) {
            for (int i = 0; i < N; ++i) values_[first + i] = items[i];
            engine::tp_barrier_of_block(file, line, column);
            for (int i = thread; i < threads * N && i < valid; i += threads) out[i] = values_[i];
        } else {
            for (int i = 0; i < N && first + i < valid; ++i) out[first + i] = items[i];
        }
    }
    template <class Out>
    void Store(Out out, T (&items)[N], TILEPROOF_HERE) {
        Store(out, items, threads * N, file, line, column);
    }

  private:
    T* values_;
};

}  // namespace hipcub
TILEPROOF_FOR_BOTH_END
