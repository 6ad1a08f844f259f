// slice(L, begin, end): the part [begin, end) of a dimension; 0 <= begin <= end <= L.
//
//   begin = 2, end = 5: upper length 3; upper index 1 -> lower index 3
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Begin, class End>
struct slice {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Begin begin{};
    [[no_unique_address]] End end{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Begin> == dynamic || static_length<End> == dynamic
                   ? dynamic
                   : static_length<End> - static_length<Begin>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(end) - static_cast<long_index_t>(begin);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        l[0] = wrap_add<index>(static_cast<index>(u[0]), static_cast<index>(begin));
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step& du, const Upper&, Lower& l,
                                              LowerStep& dl) const {
        move_by_same_step(du, l, dl);
    }
};

}  // namespace tileproof::transforms
