// modulo(m, U): the dimension repeats with period m, U indices long.
//
//   m = 3, U = 7: upper index 5 -> lower index 5 mod 3 = 2
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Modulus, class Length>
struct modulo {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Modulus modulus{};
    [[no_unique_address]] Length length{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        using word = std::make_unsigned_t<index>;
        l[0] = static_cast<index>(static_cast<word>(static_cast<index>(u[0])) %
                                  divisor_of<word>(modulus));
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
