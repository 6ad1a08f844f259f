// SPDX-License-Identifier: MIT
// replicate(U_0, U_1, ...): new dimensions that do not exist in memory; the R of a tile distribution.
//
//   lengths (2, 3): six upper indices, (0, 0) to (1, 2) -> no lower index
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct replicate {
    static constexpr transform_kind kind = transform_kind::replicate;
    static constexpr int lower_rank = 0;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths up_lengths_{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(up_lengths_);
    }
    template <class... T>
    using with = replicate<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return up_lengths_[i];
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto&, auto&) const {}
};

template <>
struct transform_book<transform_kind::replicate> : plain_book {
    static constexpr field fields[] = {field::upper_length};
    static constexpr const char* maker = "make_replicate_transform";

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return replicate<span_extents>{v.list()};
    }
    static bool invert(const operation_values& v, const auto&, long_index_t* u) {
        for (int i = 0; i < v.count; ++i) u[i] = 0;
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f, const vector_claim*,
                                                      const long_index_t*, vector_claim* above) {
        for (int i = 0; i < f.upper_rank; ++i) above[i] = within_length({0, 0}, f.lengths[i]);
    }
    static std::string repeats(const operation_values& v) {
        for (int i = 0; i < v.count; ++i)
            if (v[i] > 1)
                return "replicate gives all of its indices to one element, and a length of it is " +
                       std::to_string(v[i]);
        return "";
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Several new upper dimensions without a lower one.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_replicate_transform(const Lengths& up_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a replicate");
    return transforms::replicate<transforms::held_lengths<Lengths>>{
        transforms::hold_lengths(up_lengths)};
}

}  // namespace tileproof
