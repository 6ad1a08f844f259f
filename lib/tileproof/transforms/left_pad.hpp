// left_pad(L, n): n indices without an element before the dimension.
//
//   L = 5, n = 2: upper length 7; upper index 3 -> lower index 1; 0 and 1 are invalid
//
// SkipValidity: the caller knows that the memory of the pad may be read; every index is valid.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Length, class Left, bool SkipValidity = false>
struct left_pad {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = SkipValidity;

    [[no_unique_address]] Length length{};
    [[no_unique_address]] Left left{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_sum(static_length<Length>, static_length<Left>);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(length) + static_cast<long_index_t>(left);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        l[0] = wrap_subtract<index>(static_cast<index>(u[0]), static_cast<index>(left));
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid([[maybe_unused]] const Upper& u) const {
        if constexpr (SkipValidity)
            return true;
        else
            return u[0] >= static_cast<element_of<Upper>>(left);
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step& du, const Upper&, Lower& l,
                                              LowerStep& dl) const {
        move_by_same_step(du, l, dl);
    }
};

}  // namespace tileproof::transforms
