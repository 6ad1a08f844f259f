// insert(U): a new dimension that memory knows nothing of; all its indices are the same element.
//
//   U = 4: upper index 0, 1, 2 or 3 -> no lower index
#pragma once

#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::transforms {

template <class Length>
struct insert {
    static constexpr int lower_rank = 0;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length length{};

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

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
