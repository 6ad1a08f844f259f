// freeze(i): the dimension fixed at index i; nothing of it is left above.
//
//   i = 3: lower index 3
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Position>
struct freeze {
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 0;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Position position{};

    // There is no upper dimension to ask for; these exist so that generic code compiles.
    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) { return 1; }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return 1; }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper&, Lower& l) const {
        l[0] = static_cast<element_of<Lower>>(position);
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step&, const Upper&, Lower&,
                                              LowerStep& dl) const {
        dl[0] = 0;
    }
};

}  // namespace tileproof::transforms
