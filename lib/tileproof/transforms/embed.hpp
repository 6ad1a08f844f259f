// SPDX-License-Identifier: MIT
// embed((U_0, U_1, ...), (C_0, C_1, ...)): several dimensions laid into one, each with its own stride.
//
//   lengths (3, 4), strides (8, 1): upper index (1, 2) -> lower index 1 * 8 + 2 * 1 = 10
//
// Above a pad, one with a negative stride may reach outside: those indices have no element, as the pad says. So a convolution's filter
// taps run backwards, with strides (-1, 1): upper index (2, 0) -> lower index -2, which lies before the image.
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Lengths, class Strides>
struct embed {
    static constexpr transform_kind kind = transform_kind::embed;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = static_rank<Lengths>;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Lengths up_lengths_{};
    [[no_unique_address]] Strides strides{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(up_lengths_, strides);
    }
    template <class... T>
    using with = embed<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int i) {
        return static_length_at<Lengths>(i);
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int i) const {
        return up_lengths_[i];
    }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        index sum = 0;
        for_each_dimension<upper_rank>(up_lengths_.rank(), [&](int i) {
            sum = wrap_multiply_add<index>(static_cast<index>(u[i]), static_cast<index>(strides[i]),
                                           sum);
        });
        l[0] = sum;
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
        const long_index_t reach = f.reach(), before = f.reach_below();
        if (before > 0 && (!f.open.below || before == too_large))
            return {transform_rule::own, "its first index", -before, 0, difference(below[0], 1)};
        const bool may_be_beyond = f.open.above && f.may_run_backwards() && reach != too_large;
        if (may_be_at_most(reach, below[0]) || may_be_beyond) return {};
        return {transform_rule::own, "its last index", saturating_add(reach, -1), 0,
                difference(below[0], 1)};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t* lengths_below,
                                                      vector_claim* above) {
        // Outside its dimension offsets are not affine any more.
        const auto stays = [&](long_index_t reach, long_index_t most) {
            return reach == unknown || most == unknown ? !(f.open.below || f.open.above)
                                                       : reach <= most;
        };
        const bool inside = !f.may_run_backwards() ||
                            (stays(f.reach(), lengths_below[0]) && stays(f.reach_below(), 0));
        for (int i = 0; i < f.upper_rank; ++i)
            above[i] = claim_of_embedded(f.lengths.data(), f.strides.data(), f.upper_rank, i,
                                         below[0], inside ? lengths_below[0] : unknown);
    }
    static std::string repeats(const auto& v) {
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

// Several upper dimensions laid into one: lower = sum of upper_i * coefficients_i. Coefficients are negative only above
// a pad.
template <class Lengths, class Coefficients>
constexpr TILEPROOF_HOST_DEVICE auto make_embed_transform(const Lengths& up_lengths,
                                                          const Coefficients& coefficients) {
    TILEPROOF_REQUIRE_LENGTHS(Lengths, "The lengths of an embed");
    TILEPROOF_REQUIRE_LENGTHS(Coefficients, "The coefficients of an embed");
    static_assert(Lengths::size() == Coefficients::size(),
                  "An embed needs one coefficient for each length.");
    const auto strides = transforms::hold_strides(coefficients);
    return transforms::embed<transforms::held_lengths<Lengths>,
                             std::remove_cv_t<decltype(strides)>>{
        transforms::hold_lengths(up_lengths), strides};
}

}  // namespace tileproof
