// offset(L, o): the dimension without its first o indices; 0 <= o <= L. In front of an embed it is
// a base offset into memory.
//
//   L = 22, o = 2: upper length 20; upper index 10 -> lower index 12
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Length, class Offset>
struct offset {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length length{};
    [[no_unique_address]] Offset distance{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length> == dynamic || static_length<Offset> == dynamic
                   ? dynamic
                   : static_length<Length> - static_length<Offset>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(length) - static_cast<long_index_t>(distance);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        l[0] = wrap_add<index>(static_cast<index>(u[0]), static_cast<index>(distance));
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
