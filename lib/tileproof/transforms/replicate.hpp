// replicate(U_0, U_1, ...): new dimensions that memory knows nothing of; the R of a tile
// distribution.
//
//   lengths (2, 3): six upper indices, (0, 0) to (1, 2) -> no lower index
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct replicate {
    static constexpr int lower_rank = 0;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const { return lengths[i]; }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper&, Lower&) const {}
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step&, const Upper&, Lower&, LowerStep&) const {
    }
};

}  // namespace tileproof::transforms
