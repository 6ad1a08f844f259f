// unmerge(U_0, U_1, ...): one dimension split into several, the last one fastest.
//
//   lengths (4, 64): upper index (1, 3) -> lower index 1 * 64 + 3 = 67
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct unmerge {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};

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
    // Linear in u, so it serves steps as well. Known lengths: sum of u_i times the product of the lengths
    // after i, all constants. Others: Horner's rule, ((u_0 U_1 + u_1) U_2 + u_2) .., no product kept.
    template <class Index, class Upper>
    constexpr TILEPROOF_HOST_DEVICE Index combine(const Upper& u) const {
        Index sum = 0;
        if constexpr (Lengths::is_static) {
            for_each_dimension<upper_rank>(lengths.rank(), [&](int i) {
                long_index_t weight = 1;
                for (int j = i + 1; j < lengths.rank(); ++j) weight *= lengths[j];
                sum = wrap_multiply_add<Index>(static_cast<Index>(u[i]), static_cast<Index>(weight),
                                               sum);
            });
        } else {
            for_each_dimension<upper_rank>(lengths.rank(), [&](int i) {
                sum = wrap_multiply_add<Index>(sum, static_cast<Index>(lengths[i]),
                                               static_cast<Index>(u[i]));
            });
        }
        return sum;
    }
};

}  // namespace tileproof::transforms
