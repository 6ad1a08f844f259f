// merge(L_0, L_1, ...) by division: several dimensions as one, the last one fastest.
//
//   lengths (4, 64): upper length 256; upper index 67 -> lower index (67 / 64, 67 mod 64) = (1, 3)
//
// For lengths known at compile time the compiler makes multiplications and shifts of the divisions;
// for those known at run time merge_magic is faster.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct merge_divmod {
    static constexpr int lower_rank = static_rank<Lengths>;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_product<Lengths>();
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return product(lengths);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        using word = std::make_unsigned_t<index>;
        word rest = static_cast<word>(static_cast<index>(u[0]));
        const int last = lengths.rank() - 1;
        for_each_dimension<lower_rank>(lengths.rank(), [&](int j) {
            const int i = last - j;
            if (i == 0) {
                l[i] = static_cast<index>(rest);
            } else {
                const word length = divisor_of<word>(lengths[i]);
                const word quotient = rest / length;
                l[i] = static_cast<index>(rest - quotient * length);
                rest = quotient;
            }
        });
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step&, const Upper& u, Lower& l,
                                              LowerStep& dl) const {
        move_by_recomputing<lower_rank>(*this, lengths.rank(), u, l, dl);
    }
};

}  // namespace tileproof::transforms
