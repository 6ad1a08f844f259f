// SPDX-License-Identifier: MIT
// offset(U, o): the U indices of a dimension after its first o. In front of an embed it is a base offset into memory.
//
//   U = 20, o = 2, on a dimension of length 22: upper index 10 -> lower index 12
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length, class Offset>
struct offset {
    static constexpr transform_kind kind = transform_kind::offset;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length length{};
    [[no_unique_address]] Offset distance{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        if constexpr (is_number_v<Length> && is_number_v<Offset>)
            return f(number_of<saturating_add(Length::value, Offset::value)>{}, distance);
        else
            return f(saturating_add(static_cast<long_index_t>(length),
                                    static_cast<long_index_t>(distance)),
                     distance);
    }
    template <class Index>
    constexpr TILEPROOF_HOST_DEVICE auto bound() const {
        using tileproof::detail::held_as_t;
        using tileproof::detail::hold;
        return offset<held_as_t<Index, Length>, held_as_t<Index, Offset>>{hold<Index>(length),
                                                                          hold<Index>(distance)};
    }
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        l[0] = wrap_add<index>(static_cast<index>(u[0]), static_cast<index>(distance));
    }
};

template <>
struct transform_book<transform_kind::offset> : plain_book {
    static constexpr field fields[] = {field::lower_length, field::argument};
    static constexpr const char* maker = "make_offset_transform";
    static constexpr bool made_of_upper_length = true;

    TILEPROOF_RULE(
        "An offset needs a dimension below as long as its length and its distance together.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return offset<long_index_t, long_index_t>{v[0] - v[1], v[1]};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        u[0] = l[0] - v[1];
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return difference(f.lengths[0], f.arguments[0]);
    }
    // An empty upper dimension reaches nothing.
    static constexpr TILEPROOF_HOST_DEVICE_INLINE mistake check(const transform_facts& f,
                                                                const long_index_t* below,
                                                                bool on_memory) {
        const long_index_t whole = f.lengths[0];
        if (whole == unknown || below[0] == unknown || whole == below[0] ||
            (on_memory && (whole <= below[0] || whole == f.arguments[0])))
            return {};
        return {transform_rule::own, "its length and distance together", whole, below[0], below[0]};
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int,
                                                                       const transform_facts& f,
                                                                       const long_index_t*) {
        return {"the offset", 0, f.lengths[0]};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t* lengths_below,
                                                      vector_claim* above) {
        above[0] = within_length(starting_at(below[0], lengths_below[0], f.arguments[0]),
                                 upper_length(f, 0));
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// `length` indices of a dimension of length + distance: those after the first `distance`.
template <class Length, class Distance>
constexpr TILEPROOF_HOST_DEVICE auto make_offset_transform(const Length& length,
                                                           const Distance& distance) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an offset");
    TILEPROOF_REQUIRE_LENGTH(Distance, "The distance of an offset");
    return transforms::offset<transforms::held<Length>, transforms::held<Distance>>{
        transforms::hold_length(length), transforms::hold_length(distance)};
}

}  // namespace tileproof
