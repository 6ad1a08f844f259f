// SPDX-License-Identifier: MIT
// insert(U): a new dimension that does not exist in memory; all its indices are the same element.
//
//   U = 4: upper index 0, 1, 2 or 3 -> no lower index
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length>
struct insert {
    static constexpr transform_kind kind = transform_kind::insert;
    static constexpr int lower_rank = 0;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length length{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(length); }
    template <class... T>
    using with = insert<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto&, auto&) const {}
};

template <>
struct transform_book<transform_kind::insert> : plain_book {
    static constexpr field fields[] = {field::argument};
    static constexpr const char* maker = "make_insert_transform";

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return insert<long_index_t>{v[0]};
    }
    static bool invert(const operation_values&, const auto&, long_index_t* u) {
        u[0] = 0;
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return f.arguments[0];
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int, const transform_facts&,
                                                                       const long_index_t*) {
        return {"a length"};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f, const vector_claim*,
                                                      const long_index_t*, vector_claim* above) {
        above[0] = within_length({0, 0}, f.arguments[0]);
    }
    static std::string repeats(const operation_values& v) {
        return v[0] <= 1 ? ""
                         : "insert gives all of its indices to one element, and its length is " +
                               std::to_string(v[0]);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// A new upper dimension without a lower one.
template <class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_insert_transform(const Length& up_length) {
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of an insert");
    return transforms::insert<transforms::held<Length>>{transforms::hold_length(up_length)};
}

}  // namespace tileproof
