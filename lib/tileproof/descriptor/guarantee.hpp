// SPDX-License-Identifier: MIT
// A user's guarantee about vectors along a dimension of run-time length, and the claims that follow from it for all
// dimensions above (vector_claims.hpp).
//
//   make_naive_tensor_descriptor(make_tuple(m, k), make_tuple(k, 1), number<8>{}, number<1>{})
//     "along k, groups of 8 neighbours are contiguous and aligned": k and the strides must be
//     multiples of 8, which is checked when the descriptor is made
#pragma once

#include <tileproof/adaptor.hpp>
#include <tileproof/descriptor/vector_claims.hpp>

namespace tileproof {

// The guarantee is about hidden dimension HiddenId; -1: there is none.
template <int HiddenId, long_index_t Length, long_index_t Stride>
struct vector_guarantee {
    static constexpr int hidden_id = HiddenId;
    static constexpr vector_claim claim{Length, Stride};
};
using no_vector_guarantee = vector_guarantee<-1, 1, -1>;

namespace detail {

// The claims of all hidden dimensions, from the offset up.
template <class Adaptor, class Guarantee>
constexpr TILEPROOF_HOST_DEVICE auto claims_of_hidden() {
    array<vector_claim, Adaptor::hidden_count> claims{};
    claims[0] = memory_claim;
    unroll<Adaptor::transform_count>([&](auto position) {
        constexpr int t = static_cast<int>(decltype(position)::value);
        using lower = tuple_element_t<t, typename Adaptor::lower_ids>;
        using upper = tuple_element_t<t, typename Adaptor::upper_ids>;
        const auto below = take(claims, lower{});
        const auto lengths = take(Adaptor::static_lengths, lower{});
        array<vector_claim, upper::size()> above{};
        using transform = tuple_element_t<t, typename Adaptor::transforms_type>;
        transform_facts facts = static_facts_of<transform>();
        if constexpr (lower::size() == 1)
            facts.open = open_sides_at<Adaptor>(static_cast<int>(lower::at(0)));
        claim_upper<transform::kind>(facts, below.data(), lengths.data(), above.data());
        put(claims, above, upper{});
        if constexpr (Guarantee::hidden_id >= 0)
            if (claims[Guarantee::hidden_id].length < Guarantee::claim.length)
                claims[Guarantee::hidden_id] = Guarantee::claim;
    });
    return claims;
}

template <class Adaptor, class Guarantee, index_t... Top>
constexpr TILEPROOF_HOST_DEVICE auto claims_of_top(sequence<Top...> top) {
    auto claims = take(claims_of_hidden<Adaptor, Guarantee>(), top);
    if constexpr (sizeof...(Top) > 0)
        for (int i = 0; i < claims.size(); ++i)
            if (claims[i].length == 0) claims[i] = {};
    return claims;
}

// X(rule, sentence)
#define TILEPROOF_GUARANTEE_RULES(X)                                                               \
    X(guaranteed_length, "A guaranteed vector length must be at least 1.")                         \
    X(guaranteed_stride,                                                                           \
      "A guaranteed vector stride must be the stride of the last dimension; give both or "         \
      "neither, "                                                                                  \
      "and the stride that it has.")                                                               \
    X(guaranteed_whole,                                                                            \
      "A guaranteed vector length must divide the length of the last dimension, so that no group " \
      "sticks out.")                                                                               \
    X(guaranteed_alignment,                                                                        \
      "A guaranteed vector length must divide the offset and every other stride, so that groups "  \
      "stay aligned.")

enum class guarantee_rule {
    none,
#define TILEPROOF_X(rule, sentence) rule,
    TILEPROOF_GUARANTEE_RULES(TILEPROOF_X)
#undef TILEPROOF_X
};

template <guarantee_rule Broken>
constexpr TILEPROOF_HOST_DEVICE void refuse_guarantee_at_compile_time() {
#define TILEPROOF_X(rule, sentence) static_assert(Broken != guarantee_rule::rule, sentence);
    TILEPROOF_GUARANTEE_RULES(TILEPROOF_X)
#undef TILEPROOF_X
}

// The first rule that a guarantee on the last dimension of an embed breaks; unknown breaks nothing.
constexpr TILEPROOF_HOST_DEVICE guarantee_rule find_mistake(const vector_claim& claim,
                                                            const transform_facts& embed,
                                                            long_index_t offset) {
    if (claim.length < 1) return guarantee_rule::guaranteed_length;
    const auto divides = [&](long_index_t value) {
        return value == unknown || value % claim.length == 0;
    };
    const int last = embed.upper_rank - 1;
    if (embed.strides[last] != unknown && embed.strides[last] != claim.stride)
        return guarantee_rule::guaranteed_stride;
    if (!divides(embed.lengths[last])) return guarantee_rule::guaranteed_whole;
    if (claim.stride != 1) return guarantee_rule::none;
    if (!divides(offset)) return guarantee_rule::guaranteed_alignment;
    for (int i = 0; i < last; ++i)
        if (embed.lengths[i] != 1 && !divides(embed.strides[i]))
            return guarantee_rule::guaranteed_alignment;
    return guarantee_rule::none;
}

[[noreturn]] inline void refuse_guarantee_at_run_time(guarantee_rule rule,
                                                      const vector_claim& claim,
                                                      const transform_facts& embed,
                                                      long_index_t offset) {
    std::string message;
    switch (rule) {
#define TILEPROOF_X(name, sentence) \
    case guarantee_rule::name:      \
        message = sentence;         \
        break;
        TILEPROOF_GUARANTEE_RULES(TILEPROOF_X)
#undef TILEPROOF_X
        default:
            break;
    }
    throw layout_error(message + " Guaranteed are length " + std::to_string(claim.length) +
                       " and stride " + std::to_string(claim.stride) + "; the tensor is " +
                       describe(embed) + " at offset " + std::to_string(offset) + ".");
}

}  // namespace detail

}  // namespace tileproof
