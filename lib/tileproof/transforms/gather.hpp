// gather(table): upper index u is lower index table[u]; any selection, order or repetition.
//
//   table (0, 2, 1): upper length 3; upper index 1 -> lower index 2
//
// Table is an extents<...> of entries or a span_extents. An index outside the table (below a pad)
// gives lower index 0 and reads nothing.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Table>
struct gather {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Table table{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        if constexpr (static_rank<Table> == dynamic_rank)
            return dynamic;
        else
            return static_rank<Table>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return table.rank(); }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        l[0] = in_range<long_index_t>(u[0], table.rank())
                   ? static_cast<index>(table[static_cast<int>(u[0])])
                   : index{0};
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step&, const Upper& u, Lower& l,
                                              LowerStep& dl) const {
        move_by_recomputing<1>(*this, 1, u, l, dl);
    }
};

}  // namespace tileproof::transforms
