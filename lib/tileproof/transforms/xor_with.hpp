// SPDX-License-Identifier: MIT
// xor(L_0, L_1): two dimensions, the second permuted by the first; avoids LDS bank conflicts. L_1 is a power of two,
// so mod L_1 is a mask and the result stays below L_1.
//
//   lengths (8, 4): upper index (6, 3) -> lower index (6, 3 xor (6 mod 4)) = (6, 1)
//
// Named xor_with because `xor` is a C++ keyword.
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Length0, class Length1>
struct xor_with {
    static constexpr transform_kind kind = transform_kind::xor_;
    static constexpr int lower_rank = 2;
    static constexpr int upper_rank = 2;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Length0 length0{};
    [[no_unique_address]] Length1 length1{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(length0, length1);
    }
    template <class... T>
    using with = xor_with<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return i == 0 ? static_length<Length0> : static_length<Length1>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return i == 0 ? static_cast<long_index_t>(length0) : static_cast<long_index_t>(length1);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        const index first = static_cast<index>(u[0]);
        l[0] = first;
        l[1] = static_cast<index>(u[1]) ^
               (first & wrap_subtract<index>(static_cast<index>(length1), 1));
    }
};

template <>
struct transform_book<transform_kind::xor_> : plain_book {
    static constexpr field fields[] = {field::lower_length, field::lower_length};
    static constexpr const char* maker = "make_xor_transform";
    static constexpr bool linear = false;
    static constexpr transform_kind undone_by = transform_kind::xor_;

    TILEPROOF_RULE("The second length of an xor must be a power of two.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return xor_with<long_index_t, long_index_t>{v[0], v[1]};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        u[0] = l[0];
        u[1] = l[1] ^ (l[0] & (v[1] - 1));
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE mistake check(const transform_facts& f,
                                                                const long_index_t*, bool) {
        const long_index_t n = f.lengths[1];
        if (n == unknown || (n > 0 && (n & (n - 1)) == 0)) return {};
        return {transform_rule::own,
                "its second length",
                n,
                0,
                0,
                "a power of two; pad the dimension first"};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        // The second dimension is permuted unless the first has one index only.
        if (f.lengths[0] == 1) above[1] = within_length(below[1], f.lengths[1]);
        if (f.lengths[1] == 1) above[0] = within_length(below[0], f.lengths[0]);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Two dimensions, the second permuted by the first: lower1 = upper1 xor (upper0 mod length1).
template <class Length0, class Length1>
constexpr TILEPROOF_HOST_DEVICE auto make_xor_transform(const tuple<Length0, Length1>& lengths) {
    TILEPROOF_REQUIRE_LENGTH(Length0, "The first length of an xor");
    TILEPROOF_REQUIRE_LENGTH(Length1, "The second length of an xor");
    return transforms::xor_with<transforms::held<Length0>, transforms::held<Length1>>{
        transforms::hold_length(lengths.template get<0>()),
        transforms::hold_length(lengths.template get<1>())};
}

}  // namespace tileproof
