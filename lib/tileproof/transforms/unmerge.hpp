// SPDX-License-Identifier: MIT
// unmerge(U_0, U_1, ...): one dimension split into several, the last one fastest.
//
//   lengths (4, 64): upper index (1, 3) -> lower index 1 * 64 + 3 = 67
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Lengths>
struct unmerge {
    static constexpr transform_kind kind = transform_kind::unmerge;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths up_lengths_{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(up_lengths_);
    }
    template <class... T>
    using with = unmerge<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return up_lengths_[i];
    }

    // Known lengths: the sum of u_i times the constant product of the lengths after i. Others: Horner's rule,
    // ((u_0 U_1 + u_1) U_2 + u_2) .., which keeps no product.
    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        index sum = 0;
        if constexpr (Lengths::is_static) {
            for_each_dimension<upper_rank>(up_lengths_.rank(), [&](int i) {
                long_index_t weight = 1;
                for (int j = i + 1; j < up_lengths_.rank(); ++j) weight *= up_lengths_[j];
                sum = wrap_multiply_add<index>(static_cast<index>(u[i]), static_cast<index>(weight),
                                               sum);
            });
        } else {
            for_each_dimension<upper_rank>(up_lengths_.rank(), [&](int i) {
                sum = wrap_multiply_add<index>(sum, static_cast<index>(up_lengths_[i]),
                                               static_cast<index>(u[i]));
            });
        }
        l[0] = sum;
    }
};

template <>
struct transform_book<transform_kind::unmerge> : plain_book {
    static constexpr field fields[] = {field::upper_length};
    static constexpr const char* maker = "make_unmerge_transform";

    TILEPROOF_RULE(
        "An unmerge needs lengths whose product is the length of the dimension that it splits.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return unmerge<span_extents>{v.list()};
    }
    static bool invert(const operation_values& v, const auto& l, long_index_t* u) {
        long_index_t rest = l[0];
        for (int i = v.count - 1; i >= 0; --i) {
            u[i] = rest % v[i];
            rest /= v[i];
        }
        return rest == 0;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE mistake check(const transform_facts& f,
                                                                const long_index_t* below,
                                                                bool on_memory) {
        const long_index_t product = f.product();
        if (product == unknown || below[0] == unknown || product == below[0] ||
            (on_memory && product <= below[0]))
            return {};
        return {transform_rule::own, "the product of its lengths", product, below[0], below[0]};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t* lengths_below,
                                                      vector_claim* above) {
        array<long_index_t, transform_facts::max_rank> strides{};
        long_index_t stride = 1;
        for (int i = f.upper_rank - 1; i >= 0; --i) {
            strides[i] = stride;
            stride = saturating_multiply(stride, f.lengths[i]);
        }
        for (int i = 0; i < f.upper_rank; ++i)
            above[i] = claim_of_embedded(f.lengths.data(), strides.data(), f.upper_rank, i,
                                         below[0], lengths_below[0]);
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// One lower dimension split into several, the last one fastest. CK Tile's second argument (24-bit multiplication) is
// accepted but has no effect: the compiler uses it where it can prove it safe.
template <class Lengths, bool Use24BitIntegerCalculation = false>
constexpr TILEPROOF_HOST_DEVICE auto make_unmerge_transform(
    const Lengths& up_lengths, bool_constant<Use24BitIntegerCalculation> = {}) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of an unmerge");
    static_assert(Lengths::size() > 0, "An unmerge needs at least one length.");
    return transforms::unmerge<transforms::held_lengths<Lengths>>{
        transforms::hold_lengths(up_lengths)};
}

}  // namespace tileproof
