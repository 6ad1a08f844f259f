// SPDX-License-Identifier: MIT
// pad(L, left, right): `left` indices without an element before the dimension, `right` after it.
//
//   L = 5, left = 1, right = 2: upper length 8; upper index 3 -> lower index 2; 0, 6, 7 are invalid
//
// SkipValidity: the caller guarantees that the memory of the pad may be read; every index is valid.
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length, class Left, class Right, bool SkipValidity = false>
struct pad {
    static constexpr transform_kind kind = transform_kind::pad;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = SkipValidity;

    [[no_unique_address]] Length length{};
    [[no_unique_address]] Left left{};
    [[no_unique_address]] Right right{};

    template <class F>
    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const F& f) const {
        return f(length, left, right);
    }
    template <class... T>
    using with = pad<T..., SkipValidity>;

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_sum(static_sum(static_length<Length>, static_length<Left>),
                          static_length<Right>);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(length) + static_cast<long_index_t>(left) +
               static_cast<long_index_t>(right);
    }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        using index = element_of<Lower>;
        l[0] = wrap_subtract<index>(static_cast<index>(u[0]), static_cast<index>(left));
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid([[maybe_unused]] const Upper& u) const {
        if constexpr (SkipValidity) {
            return true;
        } else {
            using index = element_of<Upper>;
            return in_range<index>(wrap_subtract<index>(u[0], static_cast<index>(left)),
                                   static_cast<index>(length));
        }
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step& du, const Upper&, Lower& l,
                                              LowerStep& dl) const {
        move_by_same_step(du, l, dl);
    }
};

template <>
struct transform_book<transform_kind::pad> : plain_book {
    static constexpr field fields[] = {field::lower_length, field::argument, field::argument};
    static constexpr const char* maker = "make_pad_transform";
    static constexpr bool pads = true;

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return pad<long_index_t, long_index_t, long_index_t>{v[0], v[1], v[2]};
    }
    template <class Lower>
    static bool invert(const operation_values& v, const Lower& l, long_index_t* u) {
        u[0] = l[0] + v[1];
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return saturating_add(saturating_add(f.lengths[0], f.arguments[0]), f.arguments[1]);
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int, const transform_facts&,
                                                                       const long_index_t*) {
        return {"a pad"};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        above[0] = padded(f, below[0], f.arguments[0], f.arguments[1]);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// left + low_length + right indices, of which the first `left` and the last `right` have no element.
// SkipIsValidCheck: the caller guarantees that the memory there may be read.
template <class Length, class Left, class Right, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_pad_transform(const Length& low_length, const Left& left,
                                                        const Right& right,
                                                        bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a pad");
    TILEPROOF_REQUIRE_LENGTH(Left, "The left margin of a pad");
    TILEPROOF_REQUIRE_LENGTH(Right, "The right margin of a pad");
    return transforms::pad<transforms::held<Length>, transforms::held<Left>,
                           transforms::held<Right>, SkipIsValidCheck>{
        transforms::hold_length(low_length), transforms::hold_length(left),
        transforms::hold_length(right)};
}

}  // namespace tileproof
