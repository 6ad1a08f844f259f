// SPDX-License-Identifier: MIT
// freeze(i): fixes the dimension at index i; it has no upper dimension.
//
//   i = 3: lower index 3
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Position>
struct freeze {
    static constexpr transform_kind kind = transform_kind::freeze;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 0;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Position position{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(position); }
    template <class... T>
    using with = freeze<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    // There is no upper dimension; these exist so that generic code compiles.
    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) { return 1; }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return 1; }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto&, auto& l) const {
        l[0] = static_cast<element_of<decltype(l)>>(position);
    }
};

template <>
struct transform_book<transform_kind::freeze> : plain_book {
    static constexpr field fields[] = {field::argument};
    static constexpr const char* maker = "make_freeze_transform";

    TILEPROOF_RULE("A freeze needs a position inside the dimension that it fixes.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return freeze<long_index_t>{v[0]};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t*) {
        return l[0] == v[0];
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int, const transform_facts&,
                                                                       const long_index_t* below) {
        return {"the frozen index", 0, difference(below[0], 1)};
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Fixes one lower dimension at low_index; no upper dimension.
template <class Position>
constexpr TILEPROOF_HOST_DEVICE auto make_freeze_transform(const Position& low_index) {
    TILEPROOF_REQUIRE_LENGTH(Position, "The position of a freeze");
    return transforms::freeze<transforms::held<Position>>{transforms::hold_length(low_index)};
}

}  // namespace tileproof
