// SPDX-License-Identifier: MIT
// cyclic_shift(L_0, L_1): two dimensions, the second rotated by the first; avoids LDS bank conflicts when L_1 is not
// a power of two. Its inverse rotates back.
//
//   lengths (3, 5): upper index (2, 4) -> lower index (2, (4 + 2) mod 5) = (2, 1); back: (2, 1) -> (2, 4)
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length0, class Length1, bool Back = false>
struct cyclic_shift {
    static constexpr transform_kind kind =
        Back ? transform_kind::inverse_cyclic_shift : transform_kind::cyclic_shift;
    static constexpr int lower_rank = 2;
    static constexpr int upper_rank = 2;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length0 length0{};
    [[no_unique_address]] Length1 length1{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(length0, length1);
    }
    template <class... T>
    using with = cyclic_shift<T..., Back>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return i == 0 ? static_length<Length0> : static_length<Length1>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return i == 0 ? static_cast<long_index_t>(length0) : static_cast<long_index_t>(length1);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        using word = std::make_unsigned_t<index>;
        const index first = static_cast<index>(u[0]);
        const word second = static_cast<word>(static_cast<index>(u[1]));
        const word length = divisor_of<word>(length1);
        l[0] = first;
        if constexpr (Back) {
            const word shift = static_cast<word>(first) % length;
            l[1] = static_cast<index>(second < shift ? second + length - shift : second - shift);
        } else {  // the sum of two indices below 2^31 (2^63) fits in the word
            l[1] = static_cast<index>((second + static_cast<word>(first)) % length);
        }
    }
};

template <bool Back>
struct cyclic_shift_book : plain_book {
    static constexpr field fields[2] = {field::lower_length, field::lower_length};
    static constexpr const char* maker =
        Back ? "make_inverse_cyclic_shift_transform" : "make_cyclic_shift_transform";
    static constexpr bool linear = false;
    static constexpr transform_kind undone_by =
        Back ? transform_kind::cyclic_shift : transform_kind::inverse_cyclic_shift;

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return cyclic_shift<long_index_t, long_index_t, Back>{v[0], v[1]};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        cyclic_shift<long_index_t, long_index_t, !Back>{v[0], v[1]}.lower(l, u);
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        // The second dimension is rotated unless the first has one index only.
        if (f.lengths[0] == 1) above[1] = within_length(below[1], f.lengths[1]);
        if (f.lengths[1] == 1) above[0] = within_length(below[0], f.lengths[0]);
    }
};
template <>
struct transform_book<transform_kind::cyclic_shift> : cyclic_shift_book<false> {};
template <>
struct transform_book<transform_kind::inverse_cyclic_shift> : cyclic_shift_book<true> {};

}  // namespace tileproof::transforms

namespace tileproof {

// Two dimensions, the second rotated by the first: lower1 = (upper1 + upper0) mod length1.
template <class Length0, class Length1>
constexpr TILEPROOF_HOST_DEVICE auto make_cyclic_shift_transform(
    const tuple<Length0, Length1>& lengths) {
    TILEPROOF_REQUIRE_LENGTH(Length0, "The first length of a cyclic shift");
    TILEPROOF_REQUIRE_LENGTH(Length1, "The second length of a cyclic shift");
    return transforms::cyclic_shift<transforms::held<Length0>, transforms::held<Length1>>{
        transforms::hold_length(lengths.template get<0>()),
        transforms::hold_length(lengths.template get<1>())};
}

// Its inverse: lower1 = (upper1 - upper0) mod length1.
template <class Length0, class Length1>
constexpr TILEPROOF_HOST_DEVICE auto make_inverse_cyclic_shift_transform(
    const tuple<Length0, Length1>& lengths) {
    TILEPROOF_REQUIRE_LENGTH(Length0, "The first length of a cyclic shift");
    TILEPROOF_REQUIRE_LENGTH(Length1, "The second length of a cyclic shift");
    return transforms::cyclic_shift<transforms::held<Length0>, transforms::held<Length1>, true>{
        transforms::hold_length(lengths.template get<0>()),
        transforms::hold_length(lengths.template get<1>())};
}

}  // namespace tileproof
