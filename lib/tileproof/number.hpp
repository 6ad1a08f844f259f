// SPDX-License-Identifier: MIT
// A length known at compile time is a type, one known at run time is an integer; both read the same.
//
//   number<4>{}                          a compile-time 4; converts implicitly to any integer
//   extents<index_t, 4, dynamic>{n}      the lengths (4, n): get<0>() is the constant 4, [1] is n
//   span_extents{pointer, rank}          lengths in memory, rank known at run time (the dynamic form)
//
// The transforms take their lengths as one of these, so each formula is written once and the compiler folds the
// constants.
#pragma once

#include <tileproof/array.hpp>

namespace tileproof {

// "Known at run time" in a list of extents. Strides may be negative; no value is this one.
inline constexpr long_index_t dynamic = INT64_MIN;

template <class Index, long_index_t... Values>
class extents {
  public:
    using index_type = Index;
    static constexpr int rank_static = sizeof...(Values);
    static constexpr int rank_dynamic = (0 + ... + (Values == dynamic ? 1 : 0));

    constexpr extents() = default;
    // One value for each `dynamic`, in order.
    // Version 14 joins the requires clause and the declaration.
    // clang-format off
    template <class... I>
        requires(sizeof...(I) == rank_dynamic && rank_dynamic > 0)
    constexpr TILEPROOF_HOST_DEVICE explicit extents(I... values)
        : values_{{static_cast<Index>(values)...}} {}
    // clang-format on

    static constexpr TILEPROOF_HOST_DEVICE int rank() { return rank_static; }
    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_value(int i) {
        constexpr array<long_index_t, rank_static> all{Values...};
        return all[i];
    }
    static constexpr bool is_static = rank_dynamic == 0;

    // Length i, folded if it is a constant. requires 0 <= i < rank()
    constexpr TILEPROOF_HOST_DEVICE Index operator[](int i) const {
        if constexpr (rank_static == 0) {
            return 0;
        } else if constexpr (rank_dynamic == 0) {
            return static_cast<Index>(static_value(i));
        } else {
            const long_index_t known = static_value(i);
            return known != dynamic ? static_cast<Index>(known) : values_[dynamic_position(i)];
        }
    }

  private:
    static constexpr TILEPROOF_HOST_DEVICE int dynamic_position(int i) {
        int position = 0;
        for (int j = 0; j < i; ++j) position += static_value(j) == dynamic ? 1 : 0;
        return position;
    }
    [[no_unique_address]] array<Index, rank_dynamic> values_{};
};

struct span_extents {
    using index_type = long_index_t;
    static constexpr bool is_static = false;
    const long_index_t* values = nullptr;
    int count = 0;

    constexpr TILEPROOF_HOST_DEVICE int rank() const { return count; }
    constexpr TILEPROOF_HOST_DEVICE long_index_t operator[](int i) const { return values[i]; }
};

}  // namespace tileproof
