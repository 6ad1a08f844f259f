// SPDX-License-Identifier: MIT
// embed((U_0, U_1, ...), (C_0, C_1, ...)): several dimensions laid into one, each with its own stride.
//
//   lengths (3, 4), strides (8, 1): upper index (1, 2) -> lower index 1 * 8 + 2 * 1 = 10
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Lengths, class Strides>
struct embed {
    static constexpr transform_kind kind = transform_kind::embed;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths lengths{};
    [[no_unique_address]] Strides strides{};

    template <class F>
    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const F& f) const {
        return f(lengths, strides);
    }
    template <class... T>
    using with = embed<T...>;

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const { return lengths[i]; }

    template <class Upper, class Lower>
    constexpr TILEPROOF_HOST_DEVICE void lower(const Upper& u, Lower& l) const {
        l[0] = combine<element_of<Lower>>(u);
    }
    template <class Upper>
    constexpr TILEPROOF_HOST_DEVICE bool valid(const Upper&) const {
        return true;
    }
    template <class Step, class Upper, class Lower, class LowerStep>
    constexpr TILEPROOF_HOST_DEVICE void move(const Step& du, const Upper&, Lower& l,
                                              LowerStep& dl) const {
        dl[0] = combine<element_of<LowerStep>>(du);
        l[0] = wrap_add<element_of<Lower>>(l[0], static_cast<element_of<Lower>>(dl[0]));
    }

  private:
    template <class Index, class Upper>
    constexpr TILEPROOF_HOST_DEVICE Index combine(const Upper& u) const {
        Index sum = 0;
        for_each_dimension<upper_rank>(lengths.rank(), [&](int i) {
            sum = wrap_multiply_add<Index>(static_cast<Index>(u[i]), static_cast<Index>(strides[i]),
                                           sum);
        });
        return sum;
    }
};

template <>
struct transform_book<transform_kind::embed> : plain_book {
    static constexpr field fields[] = {field::upper_length, field::stride};
    static constexpr const char* maker = "make_embed_transform";

    TILEPROOF_RULE("An embed must not reach outside the dimension that it is laid into.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return embed<span_extents, span_extents>{v.list(), v.strides()};
    }
    template <class Lower, class Values = operation_values>
    static bool invert(const Values& v, const Lower& l, long_index_t* u) {
        return find_summands(v, l[0], u);  // search.hpp
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE mistake check(const transform_facts& f,
                                                                const long_index_t* below, bool) {
        const long_index_t reach = f.reach();
        if (may_be_at_most(reach, below[0])) return {};
        return {transform_rule::own, "its last index", saturating_add(reach, -1), 0,
                difference(below[0], 1)};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t* lengths_below,
                                                      vector_claim* above) {
        for (int i = 0; i < f.upper_rank; ++i)
            above[i] = claim_of_embedded(f.lengths.data(), f.strides.data(), f.upper_rank, i,
                                         below[0], lengths_below[0]);
    }
    template <class Values>
    static std::string repeats(const Values& v) {
        if (!indices_share_a_sum(v)) return "";  // search.hpp
        return "lengths " + print_list(v.list()) + " with strides " + print_list(v.strides()) +
               " overlap";
    }

  private:
    static std::string print_list(span_extents numbers) {
        std::string text;
        for (int i = 0; i < numbers.rank(); ++i)
            text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
        return "(" + text + ")";
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Several upper dimensions laid into one: lower = sum of upper_i * coefficients_i.
template <class Lengths, class Coefficients>
constexpr TILEPROOF_HOST_DEVICE auto make_embed_transform(const Lengths& up_lengths,
                                                          const Coefficients& coefficients) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of an embed");
    TILEPROOF_REQUIRE_LENGTHS(Coefficients, "The coefficients of an embed");
    static_assert(Lengths::size() == Coefficients::size(),
                  "An embed needs one coefficient for each length.");
    return transforms::embed<transforms::held_lengths<Lengths>,
                             transforms::held_lengths<Coefficients>>{
        transforms::hold_lengths(up_lengths), transforms::hold_lengths(coefficients)};
}

}  // namespace tileproof
