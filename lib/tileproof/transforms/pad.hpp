// SPDX-License-Identifier: MIT
// pad(L, left, right): `left` indices without an element before the dimension, `right` after it.
//
//   L = 5, left = 1, right = 2: upper length 8; upper index 3 -> lower index 2; 0, 6, 7 are invalid
//
// left_pad(L, n) is pad(L, n, 0), right_pad(L, n) is pad(L, 0, n); each decides with one comparison.
// SkipValidity: the caller guarantees that the memory of the pad may be read; every index is valid.
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <transform_kind Kind, class Length, class Left, class Right, bool SkipValidity>
struct padding {
    static constexpr transform_kind kind = Kind;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = SkipValidity;

    [[no_unique_address]] Length length{};
    [[no_unique_address]] Left left{};
    [[no_unique_address]] Right right{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        if constexpr (kind == transform_kind::left_pad)
            return f(length, left);
        else if constexpr (kind == transform_kind::right_pad)
            return f(length, right);
        else
            return f(length, left, right);
    }
    template <class Index>
    constexpr TILEPROOF_HOST_DEVICE auto bound() const {
        using tileproof::detail::held_as_t;
        using tileproof::detail::hold;
        return padding<Kind, held_as_t<Index, Length>, held_as_t<Index, Left>,
                       held_as_t<Index, Right>, SkipValidity>{
            hold<Index>(length), hold<Index>(left), hold<Index>(right)};
    }
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_sum(static_sum(static_length<Length>, static_length<Left>),
                          static_length<Right>);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(length) + static_cast<long_index_t>(left) +
               static_cast<long_index_t>(right);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        l[0] = wrap_subtract<index>(static_cast<index>(u[0]), static_cast<index>(left));
    }
    constexpr TILEPROOF_HOST_DEVICE bool valid(const auto& u) const {
        using index = element_of<decltype(u)>;
        if constexpr (kind == transform_kind::left_pad)
            return u[0] >= static_cast<index>(left);
        else if constexpr (kind == transform_kind::right_pad)
            return u[0] < static_cast<index>(length);
        else
            return in_range<index>(wrap_subtract<index>(u[0], static_cast<index>(left)),
                                   static_cast<index>(length));
    }
};

template <class Length, class Left, class Right, bool SkipValidity = false>
using pad = padding<transform_kind::pad, Length, Left, Right, SkipValidity>;
template <class Length, class Left, bool SkipValidity = false>
using left_pad = padding<transform_kind::left_pad, Length, Left, number<0>, SkipValidity>;
template <class Length, class Right, bool SkipValidity = false>
using right_pad = padding<transform_kind::right_pad, Length, number<0>, Right, SkipValidity>;

template <transform_kind Kind>
struct pad_book : plain_book {
    static constexpr bool pads = true;
    static constexpr bool before = Kind != transform_kind::right_pad;

    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        u[0] = before ? l[0] + v[1] : l[0];
        return true;
    }
    // The second argument of a pad of one side is 0.
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
        above[0] = padded(f, below[0], f.arguments[before ? 0 : 1], f.arguments[before ? 1 : 0]);
    }
};

template <>
struct transform_book<transform_kind::pad> : pad_book<transform_kind::pad> {
    static constexpr field fields[] = {field::lower_length, field::argument, field::argument};
    static constexpr const char* maker = "make_pad_transform";
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return pad<long_index_t, long_index_t, long_index_t>{v[0], v[1], v[2]};
    }
};
template <>
struct transform_book<transform_kind::left_pad> : pad_book<transform_kind::left_pad> {
    static constexpr field fields[] = {field::lower_length, field::argument};
    static constexpr const char* maker = "make_left_pad_transform";
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return left_pad<long_index_t, long_index_t>{v[0], v[1]};
    }
};
template <>
struct transform_book<transform_kind::right_pad> : pad_book<transform_kind::right_pad> {
    static constexpr field fields[] = {field::lower_length, field::argument};
    static constexpr const char* maker = "make_right_pad_transform";
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return right_pad<long_index_t, long_index_t>{v[0], {}, v[1]};
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

template <class Length, class Left, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_left_pad_transform(const Length& low_length,
                                                             const Left& left,
                                                             bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a left_pad");
    TILEPROOF_REQUIRE_LENGTH(Left, "The margin of a left_pad");
    return transforms::left_pad<transforms::held<Length>, transforms::held<Left>, SkipIsValidCheck>{
        transforms::hold_length(low_length), transforms::hold_length(left)};
}

template <class Length, class Right, bool SkipIsValidCheck = false>
constexpr TILEPROOF_HOST_DEVICE auto make_right_pad_transform(
    const Length& low_length, const Right& right, bool_constant<SkipIsValidCheck> = {}) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a right_pad");
    TILEPROOF_REQUIRE_LENGTH(Right, "The margin of a right_pad");
    return transforms::right_pad<transforms::held<Length>, transforms::held<Right>,
                                 SkipIsValidCheck>{
        transforms::hold_length(low_length), {}, transforms::hold_length(right)};
}

}  // namespace tileproof
