// embed((U_0, U_1, ...), (C_0, C_1, ...)): several dimensions laid into one, each with its stride.
//
//   lengths (3, 4), strides (8, 1): upper index (1, 2) -> lower index 1 * 8 + 2 * 1 = 10
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Lengths, class Strides>
struct embed {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};
    [[no_unique_address]] Strides strides{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const { return lengths[i]; }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        l[0] = combine<element_of<Lower>>(u);
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step& du, const Upper&, Lower& l,
                                              LowerStep& dl) const {
        dl[0] = combine<element_of<LowerStep>>(du);
        l[0] = wrap_add<element_of<Lower>>(l[0], static_cast<element_of<Lower>>(dl[0]));
    }

  private:
    template <class Index, class Upper>
    constexpr TILEPROOF_HOST_DEVICE Index combine(const Upper& u) const {
        Index sum = 0;
        for_each_dimension<upper_rank>(lengths.rank(), [&](int i) {
            sum = wrap_multiply_add<Index>(static_cast<Index>(u[i]), static_cast<Index>(strides[i]),
                                           sum);
        });
        return sum;
    }
};

}  // namespace tileproof::transforms
