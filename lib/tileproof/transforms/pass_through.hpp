// SPDX-License-Identifier: MIT
// pass_through(L): the dimension unchanged.
//
//   L = 128: upper index 2 -> lower index 2
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length>
struct pass_through {
    static constexpr transform_kind kind = transform_kind::pass;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length length{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(length); }
    template <class... T>
    using with = pass_through<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        l[0] = static_cast<element_of<decltype(l)>>(u[0]);
    }
};

template <>
struct transform_book<transform_kind::pass> : plain_book {
    static constexpr field fields[] = {field::lower_length};
    static constexpr const char* maker = "make_pass_through_transform";
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return pass_through<long_index_t>{v[0]};
    }
    static bool invert(const operation_values&, const auto& l, long_index_t* u) {
        u[0] = l[0];
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        // A run-time length is that of the dimension below, on which the claim already holds.
        above[0] = f.lengths[0] == unknown && below[0].length != 0
                       ? below[0]
                       : within_length(below[0], f.lengths[0]);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// One dimension unchanged, of length low_length.
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_pass_through_transform(const Length& low_length) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a pass_through");
    return transforms::pass_through<transforms::held<Length>>{transforms::hold_length(low_length)};
}

}  // namespace tileproof
