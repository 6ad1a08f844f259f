// SPDX-License-Identifier: MIT
// merge(L_0, L_1, ...) by division: several dimensions as one, the last one fastest.
//
//   lengths (4, 64): upper length 256; upper index 67 -> lower index (67 / 64, 67 mod 64) = (1, 3)
//
// For compile-time lengths the compiler turns the divisions into multiplications and shifts; for run-time lengths
// merge_magic is faster.
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct merge_divmod {
    static constexpr transform_kind kind = transform_kind::merge_divmod;
    static constexpr int lower_rank = static_rank<Lengths>;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const { return f(lengths); }
    template <class... T>
    using with = merge_divmod<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_product<Lengths>();
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const {
        return product(lengths);
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        using word = std::make_unsigned_t<index>;
        word rest = static_cast<word>(static_cast<index>(u[0]));
        const int last = lengths.rank() - 1;
        for_each_dimension<lower_rank>(lengths.rank(), [&](int j) {
            const int i = last - j;
            if (i == 0) {
                l[i] = static_cast<index>(rest);
            } else {
                const word length = divisor_of<word>(lengths[i]);
                const word quotient = rest / length;
                l[i] = static_cast<index>(rest - quotient * length);
                rest = quotient;
            }
        });
    }
};

// The part that both merges share.
struct merge_book : plain_book {
    static constexpr field fields[] = {field::lower_length};
    static constexpr bool linear = false;

    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        u[0] = 0;
        for (int i = 0; i < v.count; ++i) u[0] = u[0] * v[i] + l[i];
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return f.product();
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        // Neighbours differ in the last digit, until it carries; digits of length 1 never move.
        int last = f.lower_rank - 1;
        while (last > 0 && f.lengths[last] == 1) --last;
        above[0] = within_length(below[last], f.lengths[last]);
    }
};

template <>
struct transform_book<transform_kind::merge_divmod> : merge_book {
    static constexpr const char* maker = "make_merge_transform_v3_division_mod";

    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return merge_divmod<span_extents>{v.list()};
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// The same with division and remainder.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform_v3_division_mod(
    const Lengths& low_lengths) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of a merge");
    static_assert(Lengths::size() > 0, "A merge needs at least one length.");
    return transforms::merge_divmod<transforms::held_lengths<Lengths>>{
        transforms::hold_lengths(low_lengths)};
}

}  // namespace tileproof
