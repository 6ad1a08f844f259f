// SPDX-License-Identifier: MIT
// slice(L, begin, end): the part [begin, end) of a dimension; 0 <= begin <= end <= L.
//
//   begin = 2, end = 5: upper length 3; upper index 1 -> lower index 3
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Begin, class End>
struct slice {
    static constexpr transform_kind kind = transform_kind::slice;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Begin begin{};
    [[no_unique_address]] End end{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(unknown_length{}, begin, end);
    }
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Begin> == dynamic || static_length<End> == dynamic
                   ? dynamic
                   : static_length<End> - static_length<Begin>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return static_cast<long_index_t>(end) - static_cast<long_index_t>(begin);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        l[0] = wrap_add<index>(static_cast<index>(u[0]), static_cast<index>(begin));
    }
};

// A slice with the lower length that its user expects, until that has been checked.
template <class Length, class Begin, class End>
struct slice_of {
    static constexpr transform_kind kind = transform_kind::slice;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;
    [[no_unique_address]] Length length{};
    [[no_unique_address]] Begin begin{};
    [[no_unique_address]] End end{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(length, begin, end);
    }
    template <class Index>
    constexpr TILEPROOF_HOST_DEVICE auto bound() const {
        using tileproof::detail::held_as_t;
        using tileproof::detail::hold;
        return slice<held_as_t<Index, Begin>, held_as_t<Index, End>>{hold<Index>(begin),
                                                                     hold<Index>(end)};
    }
    TILEPROOF_CK_TILE_MEMBERS(bound<index_t>())
};

template <>
struct transform_book<transform_kind::slice> : plain_book {
    static constexpr field fields[] = {field::lower_length, field::argument, field::argument};
    static constexpr const char* maker = "make_slice_transform";

    TILEPROOF_RULE("A slice needs 0 <= begin <= end <= the length of the dimension below.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return slice<long_index_t, long_index_t>{v[1], v[2]};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        u[0] = l[0] - v[1];
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return difference(f.arguments[1], f.arguments[0]);
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int i,
                                                                       const transform_facts& f,
                                                                       const long_index_t* below) {
        if (i == 0) return {"the beginning of the slice", 0, f.arguments[1]};
        return {"the end of the slice", 0, f.lengths[0] == unknown ? below[0] : f.lengths[0]};
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

// The part [slice_begin, slice_end) of a dimension of length low_length.
template <class Length, class Begin, class End>
constexpr TILEPROOF_HOST_DEVICE auto make_slice_transform(const Length& low_length,
                                                          const Begin& slice_begin,
                                                          const End& slice_end) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a slice");
    TILEPROOF_REQUIRE_LENGTH(Begin, "The begin of a slice");
    TILEPROOF_REQUIRE_LENGTH(End, "The end of a slice");
    return transforms::slice_of<transforms::held<Length>, transforms::held<Begin>,
                                transforms::held<End>>{transforms::hold_length(low_length),
                                                       transforms::hold_length(slice_begin),
                                                       transforms::hold_length(slice_end)};
}

}  // namespace tileproof
