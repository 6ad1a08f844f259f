// xor(L_0, L_1): two dimensions, the second one permuted by the first; how LDS bank conflicts are
// avoided. L_1 is a power of two, so that mod L_1 is a mask and the result stays below L_1.
//
//   lengths (8, 4): upper index (6, 3) -> lower index (6, 3 xor (6 mod 4)) = (6, 1)
//
// `xor` itself is a word of C++.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Length0, class Length1>
struct xor_with {
    static constexpr int lower_rank = 2;
    static constexpr int upper_rank = 2;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length0 length0{};
    [[no_unique_address]] Length1 length1{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return i == 0 ? static_length<Length0> : static_length<Length1>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return i == 0 ? static_cast<long_index_t>(length0) : static_cast<long_index_t>(length1);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        const index first = static_cast<index>(u[0]);
        l[0] = first;
        l[1] = static_cast<index>(u[1]) ^
               (first & wrap_subtract<index>(static_cast<index>(length1), 1));
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step&, const Upper& u, Lower& l,
                                              LowerStep& dl) const {
        move_by_recomputing<2>(*this, 2, u, l, dl);
    }
};

}  // namespace tileproof::transforms
