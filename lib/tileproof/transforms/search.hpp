// SPDX-License-Identifier: MIT
// Answers that need a search: which index of an embed has a given lower index, and whether it is the only one;
// whether a table has an entry twice. Host only: kernels need neither this nor its headers.
//
//   lengths (3, 4), strides (8, 1): 10 -> 10 / 8 = 1, rest 2 -> (1, 2);  5 -> none, rows have 4 elements
#pragma once

#include <tileproof/layout/limits.hpp>
#include <tileproof/transforms.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace tileproof::transforms {

// Finds the index u with sum u_i strides_i == target: the dimension with the largest stride first, each limited by
// what the others can still contribute. If strides do not overlap there is one candidate per dimension; otherwise it
// searches. A dimension with a negative stride is counted from its other end.
class embed_solver {
  public:
    embed_solver(span_extents lengths, span_extents strides) : lengths_(lengths), given_(strides) {
        std::iota(order_, order_ + lengths.rank(), 0);
        for (int d = 0; d < lengths.rank(); ++d) {
            strides_[d] = std::abs(strides[d]);
            if (strides[d] < 0) least_ += (lengths[d] - 1) * strides[d];
        }
        std::sort(order_, order_ + lengths.rank(),
                  [&](int a, int b) { return strides_[a] > strides_[b]; });
        rest_[lengths.rank()] = 0;
        for (int k = lengths.rank() - 1; k >= 0; --k)
            rest_[k] = rest_[k + 1] + (lengths[order_[k]] - 1) * strides_[order_[k]];
    }

    // u[0..rank) on success. requires no zero length
    bool solve(long_index_t target, long_index_t* u) const {
        if (!solve_from(0, target - least_, u)) return false;
        for (int d = 0; d < lengths_.rank(); ++d)
            if (given_[d] < 0) u[d] = lengths_[d] - 1 - u[d];
        return true;
    }

  private:
    bool solve_from(int k, long_index_t target, long_index_t* u) const {
        if (target < 0 || target > rest_[k]) return false;
        if (k == lengths_.rank()) return true;
        const int d = order_[k];
        const long_index_t stride = strides_[d];
        if (stride == 0) {
            u[d] = 0;
            return solve_from(k + 1, target, u);
        }
        const long_index_t most = std::min(lengths_[d] - 1, target / stride);
        for (long_index_t i = most; i >= 0 && target - i * stride <= rest_[k + 1]; --i) {
            u[d] = i;
            if (solve_from(k + 1, target - i * stride, u)) return true;
        }
        return false;
    }

    span_extents lengths_, given_;
    long_index_t strides_[maximum_rank];  // without signs
    long_index_t least_ = 0;              // the least sum
    int order_[maximum_rank];
    long_index_t rest_[maximum_rank + 1];  // the most that dimensions order_[k..] can add
};

inline bool sums_are_distinct(const std::vector<int>& order, span_extents lengths,
                              span_extents strides) {
    std::vector<long_index_t> sums{0};
    for (const int d : order) {
        const std::size_t before = sums.size();
        for (long_index_t i = 1; i < lengths[d]; ++i)
            for (std::size_t k = 0; k < before; ++k) sums.push_back(sums[k] + i * strides[d]);
    }
    std::sort(sums.begin(), sums.end());
    return std::adjacent_find(sums.begin(), sums.end()) == sums.end();
}

// Whether distinct indices have distinct lower ones. Sorted by size, each stride must exceed the sum of all steps
// below it; otherwise, if the embed is small, all values that it reaches are compared.
inline bool embed_is_injective(span_extents lengths, span_extents strides) {
    constexpr long_index_t most_compared = 4096;
    std::vector<int> order;
    long_index_t count = 1;
    for (int d = 0; d < lengths.rank(); ++d) {
        if (lengths[d] == 0) return true;
        if (lengths[d] > 1) order.push_back(d);
        if (__builtin_mul_overflow(count, lengths[d], &count)) count = most_compared + 1;
        count = std::min(count, most_compared + 1);
    }
    const auto size = [&](int d) { return std::abs(strides[d]); };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return size(a) < size(b); });
    long_index_t reached = 0;
    bool apart = true;
    for (const int d : order) {
        apart = apart && size(d) > reached;
        reached += (lengths[d] - 1) * size(d);
    }
    return apart || (count <= most_compared && sums_are_distinct(order, lengths, strides));
}

// The names under which the book asks (embed.hpp, gather.hpp).
inline bool indices_share_a_sum(const operation_values& v) {
    return !embed_is_injective(v.list(), v.strides());
}
inline bool find_summands(const operation_values& v, long_index_t sum, long_index_t* u) {
    for (int i = 0; i < v.count; ++i)
        if (v[i] == 0) return false;
    return embed_solver(v.list(), v.strides()).solve(sum, u);
}
inline std::string entry_given_twice(const operation_values& v) {
    std::vector<long_index_t> entries(v.values, v.values + v.count);
    std::sort(entries.begin(), entries.end());
    const auto twice = std::adjacent_find(entries.begin(), entries.end());
    return twice == entries.end() ? "" : std::to_string(*twice);
}

}  // namespace tileproof::transforms
