// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <tileproof/tensor_view.hpp>

namespace tileproof {

void PrintTo(const vector_claim& claim, std::ostream* out) {
    *out << "{" << claim.length << ", " << claim.stride << "}";
}

namespace {

template <class Descriptor>
std::vector<vector_claim> claims_of(const Descriptor&) {
    constexpr auto safe = Descriptor::get_top_dimension_safe_vector_length_strides();
    std::vector<vector_claim> result;
    for (int i = 0; i < Descriptor::dimension_count; ++i)
        result.push_back({safe.template get<0>()[i], safe.template get<1>()[i]});
    return result;
}

using claims = std::vector<vector_claim>;
constexpr vector_claim none{};

template <index_t... L, index_t... S>
constexpr auto strided(sequence<L...> lengths, sequence<S...> strides) {
    return make_naive_tensor_descriptor(lengths, strides);
}
template <class Descriptor, class Transform>
constexpr auto on_last_of_two(const Descriptor& d, const Transform& transform) {
    return transform_tensor_descriptor(
        d, make_tuple(make_pass_through_transform(d.template get_length<0>()), transform),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}));
}

constexpr auto rows = strided(sequence<6, 16>{}, sequence<24, 1>{});

// Whole groups of 4 are outside the pad, and have no element; with a step of 3 they are not whole.
TEST(VectorClaims, EndOutsideAPad) {
    const auto backwards = [](auto image, auto pad, auto taps) {
        return transform_tensor_descriptor(
            transform_tensor_descriptor(image, make_tuple(pad), make_tuple(sequence<0>{}),
                                        make_tuple(sequence<0>{})),
            make_tuple(taps), make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    };
    constexpr auto image = strided(sequence<8>{}, sequence<1>{});
    constexpr auto pad = make_pad_transform(number<8>{}, number<0>{}, number<0>{});
    EXPECT_EQ(claims_of(backwards(image, pad,
                                  make_embed_transform(sequence<2, 16>{}, sequence<-4, 1>{}))),
              (claims{none, {4, 1}}));
    EXPECT_EQ(claims_of(backwards(image, pad,
                                  make_embed_transform(sequence<2, 16>{}, sequence<-3, 1>{}))),
              (claims{none, none}));
    // How far it reaches is not known, so it may be outside.
    constexpr auto far = strided(sequence<8>{}, sequence<2>{});
    EXPECT_EQ(claims_of(backwards(
                  far, pad, make_embed_transform(make_tuple(1, number<8>{}), sequence<-1, 1>{}))),
              (claims{none, none}));
    EXPECT_EQ(
        claims_of(backwards(far, pad, make_embed_transform(sequence<1, 8>{}, sequence<8, 1>{}))),
        (claims{none, {8, 2}}));
}

TEST(VectorClaims, OfRowsEndAtLengthAndAlignment) {
    EXPECT_EQ(claims_of(strided(sequence<6, 16>{}, sequence<16, 1>{})), (claims{{6, 16}, {16, 1}}));
    EXPECT_EQ(claims_of(rows), (claims{{6, 24}, {8, 1}}));
    EXPECT_EQ(claims_of(strided(sequence<6, 16>{}, sequence<17, 1>{})), (claims{{6, 17}, none}));
    EXPECT_EQ(claims_of(strided(sequence<6, 15>{}, sequence<16, 1>{})), (claims{{6, 16}, none}));
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor_packed(sequence<5, 3, 4>{})),
              (claims{{5, 12}, {3, 4}, {4, 1}}));
    EXPECT_EQ(claims_of(strided(sequence<1, 15>{}, sequence<7, 1>{})), (claims{none, {15, 1}}));
}

TEST(VectorClaims, OfAnOffsetKeepItsAlignment) {
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor_with_offset(sequence<6, 16>{},
                                                                 sequence<24, 1>{}, number<4>{})),
              (claims{none, {4, 1}}));
}

TEST(VectorClaims, OfASliceOrPadDivideItsMargins) {
    EXPECT_EQ(claims_of(on_last_of_two(
                  rows, make_slice_transform(number<16>{}, number<4>{}, number<16>{}))),
              (claims{{6, 24}, {4, 1}}));
    EXPECT_EQ(claims_of(on_last_of_two(
                  rows, make_slice_transform(number<16>{}, number<8>{}, number<14>{}))),
              (claims{{6, 24}, {2, 1}}));
    EXPECT_EQ(
        claims_of(on_last_of_two(rows, make_pad_transform(number<16>{}, number<4>{}, number<6>{}))),
        (claims{{6, 24}, {2, 1}}));
    EXPECT_EQ(claims_of(on_last_of_two(rows, make_right_pad_transform(number<16>{}, number<4>{}))),
              (claims{{6, 24}, {4, 1}}));
    EXPECT_EQ(claims_of(on_last_of_two(rows, make_left_pad_transform(number<16>{}, number<3>{}))),
              (claims{{6, 24}, none}));
    EXPECT_EQ(claims_of(on_last_of_two(rows, make_modulo_transform(number<4>{}, number<12>{}))),
              (claims{{6, 24}, {4, 1}}));
}

TEST(VectorClaims, OfAPadWithoutCheckAreNotMade) {
    EXPECT_EQ(claims_of(on_last_of_two(rows, make_right_pad_transform(number<16>{}, number<8>{},
                                                                      bool_constant<true>{}))),
              (claims{{6, 24}, none}));
}

TEST(VectorClaims, OverAnXorAreNotMade) {
    const auto swizzled = transform_tensor_descriptor(
        strided(sequence<8, 16>{}, sequence<16, 1>{}),
        make_tuple(make_xor_transform(make_tuple(number<8>{}, number<16>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
    EXPECT_EQ(claims_of(swizzled), (claims{none, none}));
}

TEST(VectorClaims, SurviveAnXorOfWholeGroups) {
    // The usual swizzle: groups of 4 are permuted, not their elements.
    const auto grouped = transform_tensor_descriptor(
        strided(sequence<8, 16>{}, sequence<16, 1>{}),
        make_tuple(make_pass_through_transform(number<8>{}),
                   make_unmerge_transform(sequence<4, 4>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1, 2>{}));
    const auto swizzled = transform_tensor_descriptor(
        grouped,
        make_tuple(make_xor_transform(make_tuple(number<8>{}, number<4>{})),
                   make_pass_through_transform(number<4>{})),
        make_tuple(sequence<0, 1>{}, sequence<2>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    const auto merged = transform_tensor_descriptor(
        swizzled,
        make_tuple(make_pass_through_transform(number<8>{}),
                   make_merge_transform(sequence<4, 4>{})),
        make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    EXPECT_EQ(claims_of(swizzled), (claims{none, none, {4, 1}}));
    EXPECT_EQ(claims_of(merged), (claims{none, {4, 1}}));
}

TEST(VectorClaims, OfAMergeAreThoseOfItsLastDigitThatMoves) {
    const auto merged = [](const auto& d, auto lengths) {
        return transform_tensor_descriptor(d, make_tuple(make_merge_transform(lengths)),
                                           make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    };
    EXPECT_EQ(claims_of(merged(rows, sequence<6, 16>{})), (claims{{8, 1}}));
    EXPECT_EQ(claims_of(merged(strided(sequence<6, 1>{}, sequence<3, 1>{}), sequence<6, 1>{})),
              (claims{{6, 3}}));
}

TEST(VectorClaims, OfInsertedDimensionsHaveStrideZero) {
    const auto d = transform_tensor_descriptor(
        strided(sequence<4>{}, sequence<1>{}),
        make_tuple(make_pass_through_transform(number<4>{}), make_insert_transform(number<3>{})),
        make_tuple(sequence<0>{}, sequence<>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    EXPECT_EQ(claims_of(d), (claims{{4, 1}, {3, 0}}));
}

TEST(VectorClaims, OfRunTimeLengthsNeedAGuarantee) {
    const int m = 6, k = 16;
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor(make_tuple(m, k), make_tuple(24, 1))),
              (claims{none, none}));
    // Known length and stride, but rows may begin anywhere.
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor(make_tuple(m, number<16>{}),
                                                     make_tuple(24, number<1>{}))),
              (claims{none, none}));
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor(make_tuple(m, k), make_tuple(24, 1),
                                                     number<8>{}, number<1>{})),
              (claims{none, {8, 1}}));
    EXPECT_EQ(claims_of(make_naive_tensor_descriptor_packed(make_tuple(m, k), number<4>{})),
              (claims{none, {4, 1}}));
}

TEST(VectorClaims, FromAGuaranteePassThroughTransforms) {
    const int m = 6, k = 16;
    const auto d =
        make_naive_tensor_descriptor(make_tuple(m, k), make_tuple(24, 1), number<8>{}, number<1>{});
    const auto merged =
        transform_tensor_descriptor(d, make_tuple(make_merge_transform(make_tuple(m, k))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    // That the product of run-time lengths keeps groups whole cannot be seen at compile time.
    EXPECT_EQ(claims_of(merged), (claims{none}));
    const auto split = transform_tensor_descriptor(
        d,
        make_tuple(make_pass_through_transform(m),
                   make_unmerge_transform(make_tuple(2, number<8>{}))),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1, 2>{}));
    EXPECT_EQ(claims_of(split), (claims{none, none, {8, 1}}));
}

// What the caller guarantees of 8 neighbours holds after padding to a multiple of 8, whatever the length.
TEST(VectorClaims, SurvivePaddingToAMultipleOfThem) {
    float memory[64] = {};
    const int m = 6, k = 8;
    const auto view = make_naive_tensor_view<address_space_enum::generic>(
        memory, make_tuple(m, k), make_tuple(k, 1), number<8>{}, number<1>{});
    const auto claim = [](auto padded) {
        constexpr auto safe =
            decltype(padded)::tensor_descriptor::get_top_dimension_safe_vector_length_strides();
        return std::pair<long_index_t, long_index_t>{safe.template get<0>()[1],
                                                     safe.template get<1>()[1]};
    };
    using both = sequence<1, 1>;
    EXPECT_EQ(claim(pad_tensor_view(view, make_tuple(number<4>{}, number<32>{}), both{})),
              (std::pair<long_index_t, long_index_t>{8, 1}));
    EXPECT_EQ(claim(pad_tensor_view(view, make_tuple(number<4>{}, number<4>{}), both{})),
              (std::pair<long_index_t, long_index_t>{4, 1}));
    EXPECT_EQ(claim(pad_tensor_view(view, make_tuple(4, 32), both{})),
              (std::pair<long_index_t, long_index_t>{1, -1}));
    EXPECT_EQ(claim(pad_tensor_view(view, make_tuple(number<4>{}, number<32>{}), sequence<1, 0>{})),
              (std::pair<long_index_t, long_index_t>{8, 1}));
}

TEST(VectorClaims, SurviveMarginsThatTheyDivide) {
    const int k = 16;
    const auto row = make_naive_tensor_descriptor(make_tuple(k), make_tuple(number<1>{}),
                                                  number<8>{}, number<1>{});
    const auto claim = [&](auto transform) {
        const auto d = transform_tensor_descriptor(
            row, make_tuple(transform), make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
        return decltype(d)::get_top_dimension_safe_vector_length_strides().template get<0>()[0];
    };
    EXPECT_EQ(claim(make_left_pad_transform(k, number<4>{})), 4);
    EXPECT_EQ(claim(make_pad_transform(k, number<8>{}, number<16>{})), 8);
    EXPECT_EQ(claim(make_pad_transform(k, number<8>{}, number<2>{})), 2);
    EXPECT_EQ(claim(make_pad_transform(k, number<8>{}, k)), 1);
    EXPECT_EQ(claim(make_right_pad_transform(k, number<8>{}, bool_constant<true>{})), 1);
}

}  // namespace
}  // namespace tileproof
