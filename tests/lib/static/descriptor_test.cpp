// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <tileproof/coordinate.hpp>

#include "article.hpp"

namespace tileproof {
namespace {

using tests::article;

template <class Descriptor>
std::vector<long_index_t> lengths_of(const Descriptor& d) {
    return apply(
        [](const auto&... length) {
            return std::vector<long_index_t>{static_cast<long_index_t>(length)...};
        },
        d.get_lengths());
}

using list = std::vector<long_index_t>;

// AMD's page on tensor descriptors, figure by figure.

TEST(Descriptor, OfThreeRowsEightApartHasItsElementsWhereThePageSays) {
    const auto d = make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1));
    EXPECT_EQ(d.calculate_offset(multi_index<2>{1, 2}), 10);
    EXPECT_EQ(d.get_element_space_size(), 20);  // one past the last element; 24 with the last gap
}

// A convolution's backward data: rows ho of an image of 4, seen by 2 filter taps y and 3 tiles h as ho = h - y. Where ho
// is no row, nothing is read.
TEST(Descriptor, RunsBackwardsThroughAPad) {
    const auto check = [](const auto& image, const auto& pad, const auto& taps) {
        const auto padded = transform_tensor_descriptor(
            image, make_tuple(pad), make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
        const auto d = transform_tensor_descriptor(
            padded, make_tuple(taps), make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
        for (int y = 0; y < 2; ++y)
            for (int h = 0; h < 6; ++h) {
                const auto at = make_tensor_coordinate(d, multi_index<2>{y, h});
                const bool is_row = h - y >= 0 && h - y < 4;
                EXPECT_EQ(coordinate_has_valid_offset(d, at), is_row) << y << "," << h;
                if (is_row) EXPECT_EQ(at.get_offset(), 8 * (h - y)) << y << "," << h;
            }
        auto at = make_tensor_coordinate(d, multi_index<2>{0, 5});
        move_tensor_coordinate(d, at, make_tuple(1, -2));
        EXPECT_EQ(at.get_offset(), 8 * 2);
        EXPECT_TRUE(coordinate_has_valid_offset(d, at));
    };
    check(make_naive_tensor_descriptor(make_tuple(4), make_tuple(8)), make_pad_transform(4, 0, 0),
          make_embed_transform(make_tuple(2, 6), make_tuple(-1, 1)));
    check(make_naive_tensor_descriptor(make_tuple(number<4>{}), make_tuple(number<8>{})),
          make_pad_transform(number<4>{}, number<0>{}, number<0>{}),
          make_embed_transform(make_tuple(number<2>{}, number<6>{}),
                               make_tuple(number<-1>{}, number<1>{})));
    check(make_naive_tensor_descriptor(make_tuple(4), make_tuple(8)), make_pad_transform(4, 0, 0),
          make_embed_transform(sequence<2, 6>{}, sequence<-1, 1>{}));
}

TEST(Descriptor, PackedHasNoGaps) {
    constexpr auto d = make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<4>{}));
    static_assert(d.calculate_offset(multi_index<2>{1, 2}) == 6);
    static_assert(d.get_element_space_size() == 12);
}

TEST(Descriptor, AlignedRoundsTheRowStrideUp) {
    constexpr auto d =
        make_naive_tensor_descriptor_aligned(make_tuple(number<4>{}, number<5>{}), number<8>{});
    static_assert(d.calculate_offset(multi_index<2>{1, 2}) == 10);
    static_assert(d.get_element_space_size() == 29);
    const auto three = make_naive_tensor_descriptor_aligned(make_tuple(2, 4, 5), 8);
    EXPECT_EQ(three.calculate_offset(multi_index<3>{1, 2, 3}), 32 + 16 + 3);
    EXPECT_EQ(make_naive_tensor_descriptor_aligned(make_tuple(5), 8).get_element_space_size(), 5);
}

TEST(Descriptor, OfTwoBySixBecomesTwoByTwoByThree) {
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(2, 6));
    const auto d = transform_tensor_descriptor(
        base, make_tuple(make_pass_through_transform(2), make_unmerge_transform(make_tuple(2, 3))),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1, 2>{}));
    EXPECT_EQ(lengths_of(d), (list{2, 2, 3}));
    for (int i = 0, offset = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            for (int k = 0; k < 3; ++k)
                EXPECT_EQ(d.calculate_offset(multi_index<3>{i, j, k}), offset++);
}

TEST(Descriptor, ViewsFiveDimensionsOfABlockAsThree) {
    constexpr auto base = make_naive_tensor_descriptor_packed(
        make_tuple(number<64>{}, number<4>{}, number<2>{}, number<64>{}, number<4>{}));
    constexpr auto d = transform_tensor_descriptor(
        base,
        make_tuple(make_pass_through_transform(number<64>{}),
                   make_merge_transform(make_tuple(number<4>{}, number<2>{})),
                   make_merge_transform(make_tuple(number<64>{}, number<4>{}))),
        make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}));
    EXPECT_EQ(lengths_of(d), (list{64, 8, 256}));
    static_assert(d.calculate_offset(multi_index<3>{3, 5, 77}) == (3 * 8 + 5) * 256 + 77);
}

TEST(Descriptor, OfTheArticleHasItsFourTuples) {
    using type = std::remove_const_t<decltype(article)>;
    static_assert(type::get_num_of_transform() == 3);
    static_assert(type::get_num_of_hidden_dimension() == 6);
    static_assert(std::is_same_v<decltype(type::get_lower_dimension_hidden_idss()),
                                 tuple<sequence<0>, sequence<1>, sequence<2>>>);
    static_assert(std::is_same_v<decltype(type::get_upper_dimension_hidden_idss()),
                                 tuple<sequence<1, 2>, sequence<3, 4>, sequence<5>>>);
    static_assert(std::is_same_v<type::top_ids, sequence<3, 4, 5>>);
    static_assert(article.calculate_offset(multi_index<3>{1, 3, 2}) == 8578);
    static_assert(type::is_static());
    EXPECT_EQ(lengths_of(article), (list{4, 64, 128}));
}

TEST(Descriptor, OfTheArticleMergesToFourBy8192) {
    constexpr auto d = transform_tensor_descriptor(
        article,
        make_tuple(make_pass_through_transform(number<4>{}),
                   make_merge_transform(make_tuple(number<64>{}, number<128>{}))),
        make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    EXPECT_EQ(lengths_of(d), (list{4, 8192}));
    static_assert(d.calculate_offset(make_tuple(1, number<386>{})) == 8192 + 386);
}

// Lengths known at compile time stay so, the others are integers.

TEST(Descriptor, KeepsWhatIsKnownAtCompileTime) {
    const auto d =
        make_naive_tensor_descriptor(make_tuple(7, number<16>{}), make_tuple(24, number<1>{}));
    using type = std::remove_const_t<decltype(d)>;
    static_assert(!type::is_static());
    static_assert(std::is_same_v<decltype(d.get_length<1>()), number<16>>);
    static_assert(std::is_same_v<decltype(d.get_length<0>()), index_t>);
    EXPECT_EQ(d.get_length(number<0>{}), 7);
    const auto merged = transform_tensor_descriptor(
        d, make_tuple(make_merge_transform(make_tuple(7, number<16>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    EXPECT_EQ(merged.get_length<0>(), 112);
    for (int i = 0; i < 112; ++i)
        EXPECT_EQ(merged.calculate_offset(multi_index<1>{i}), i / 16 * 24 + i % 16);
}

TEST(Descriptor, WithoutRunTimeLengthsIsEmpty) {
    static_assert(std::is_empty_v<std::remove_const_t<decltype(tests::article_base)>>);
    EXPECT_LE(sizeof(article), 8u);
}

TEST(Descriptor, TakesLengthsAsTuplesSequencesAndArrays) {
    static_assert(make_naive_tensor_descriptor_packed(sequence<3, 4>{})
                      .calculate_offset(std::array<int, 2>{1, 2}) == 6);
    const array<int, 2> lengths{{3, 4}};
    EXPECT_EQ(make_naive_tensor_descriptor_packed(lengths).calculate_offset(make_tuple(1, 2)), 6);
    const int index[] = {1, 2};
    EXPECT_EQ(make_naive_tensor_descriptor_packed(lengths).calculate_offset(index), 6);
}

TEST(Descriptor, WithAnOffsetCountsItIntoTheElementSpace) {
    const auto d =
        make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), number<2>{});
    EXPECT_EQ(d.calculate_offset(multi_index<2>{0, 0}), 2);
    EXPECT_EQ(d.get_element_space_size(), 22);
}

TEST(Descriptor, WithALengthOfZeroHasNoElements) {
    EXPECT_EQ(
        make_naive_tensor_descriptor(make_tuple(3, 0), make_tuple(8, 1)).get_element_space_size(),
        0);
    EXPECT_EQ(make_naive_tensor_descriptor_packed(make_tuple(0, 5)).get_element_space_size(), 0);
    EXPECT_EQ(make_naive_tensor_descriptor_with_offset(make_tuple(0), make_tuple(1), 7)
                  .get_element_space_size(),
              0);
}

TEST(Descriptor, In64BitsReachesBeyond32) {
    const auto d =
        make_naive_tensor_descriptor<long_index_t>(make_tuple(65537, 65537), make_tuple(65537, 1));
    EXPECT_EQ(d.get_element_space_size(), 4295098369);
    EXPECT_EQ(d.calculate_offset(multi_index<2>{65536, 65536}), 4295098368);
    const auto merged =
        transform_tensor_descriptor(d, make_tuple(make_merge_transform(make_tuple(65537, 65537))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    EXPECT_EQ(merged.calculate_offset(array<long_index_t, 1>{{4295098368}}), 4295098368);
}

// Every transform, by its formula.

template <class Transform, class Lower, class Upper>
auto on(long_index_t length, const Transform& transform, Lower lower, Upper upper) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(length)),
                                       make_tuple(transform), make_tuple(lower), make_tuple(upper));
}
template <class Transform>
auto on(long_index_t length, const Transform& transform) {
    return on(length, transform, sequence<0>{}, sequence<0>{});
}

TEST(Descriptor, EvaluatesEachTransform) {
    const multi_index<1> at{5};
    EXPECT_EQ(on(9, make_pass_through_transform(9)).calculate_offset(at), 5);
    EXPECT_EQ(on(9, make_pad_transform(9, 2, 1)).calculate_offset(at), 3);
    EXPECT_EQ(on(9, make_left_pad_transform(9, number<4>{})).calculate_offset(at), 1);
    EXPECT_EQ(on(9, make_right_pad_transform(number<9>{}, 3)).calculate_offset(at), 5);
    EXPECT_EQ(on(9, make_slice_transform(9, 2, number<9>{})).calculate_offset(at), 7);
    EXPECT_EQ(on(9, make_modulo_transform(3, 20)).calculate_offset(at), 2);
    EXPECT_EQ(on(9, make_offset_transform(6, number<3>{})).calculate_offset(at), 8);
    EXPECT_EQ(on(9, make_indexing_transform(sequence<8, 7, 6, 5, 4, 3>{})).calculate_offset(at), 3);
    EXPECT_EQ(on(9, make_indexing_transform(6, make_tuple(8, 7, 6, 5, 4, number<0>{})))
                  .calculate_offset(at),
              0);
    const long_index_t table[] = {8, 7, 6, 5, 4, 1};
    EXPECT_EQ(on(9, make_indexing_transform(6, table)).calculate_offset(at), 1);
    EXPECT_EQ(on(9, make_freeze_transform(4), sequence<0>{}, sequence<>{})
                  .calculate_offset(multi_index<0>{}),
              4);
    EXPECT_EQ(on(9, make_embed_transform(make_tuple(2, 3), make_tuple(3, 2)), sequence<0>{},
                 sequence<0, 1>{})
                  .calculate_offset(multi_index<2>{1, 2}),
              7);
    EXPECT_EQ(
        on(9, make_unmerge_transform(make_tuple(3, number<3>{})), sequence<0>{}, sequence<1, 0>{})
            .calculate_offset(multi_index<2>{1, 2}),
        7);
}

TEST(Descriptor, EvaluatesTransformsWithoutLowerDimensions) {
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(9));
    const auto d = transform_tensor_descriptor(
        base,
        make_tuple(make_insert_transform(2), make_pass_through_transform(9),
                   make_replicate_transform(make_tuple(number<3>{}, 4))),
        make_tuple(sequence<>{}, sequence<0>{}, sequence<>{}),
        make_tuple(sequence<3>{}, sequence<1>{}, sequence<0, 2>{}));
    EXPECT_EQ(lengths_of(d), (list{3, 9, 4, 2}));
    EXPECT_EQ(d.calculate_offset(multi_index<4>{2, 7, 3, 1}), 7);
}

TEST(Descriptor, EvaluatesXorAndMergeByDivision) {
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(8, 4));
    const auto swizzled = transform_tensor_descriptor(
        base, make_tuple(make_xor_transform(make_tuple(8, number<4>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
    EXPECT_EQ(swizzled.calculate_offset(multi_index<2>{6, 3}), 25);
    const auto merged = transform_tensor_descriptor(
        swizzled, make_tuple(make_merge_transform_v3_division_mod(make_tuple(8, number<4>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    EXPECT_EQ(merged.calculate_offset(multi_index<1>{27}), 25);
}

TEST(Descriptor, FromAnAdaptorHasTheGivenElementSpace) {
    const auto adaptor = make_single_stage_tensor_adaptor(
        make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{}))),
        make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    const auto d = make_tensor_descriptor_from_adaptor(adaptor, number<300>{});
    EXPECT_EQ(d.get_element_space_size(), 300);
    EXPECT_EQ(d.calculate_offset(multi_index<2>{1, 3}), 67);
}

TEST(Descriptor, FromTheAdaptorOfAnEmptyTensorBehindAnOffsetIsEmpty) {
    const auto empty =
        make_naive_tensor_descriptor_with_offset(make_tuple(0), make_tuple(1), number<7>{});
    const typename decltype(empty)::adaptor_type& adaptor = empty;
    EXPECT_EQ(make_tensor_descriptor_from_adaptor(adaptor, 0).get_element_space_size(), 0);
}

TEST(Descriptor, OffsetKeepsTheLengthThatItIsGiven) {
    const auto d = on(14, make_offset_transform(10, 4));
    EXPECT_EQ(static_cast<long_index_t>(d.get_length(number<0>{})), 10);
    EXPECT_EQ(d.calculate_offset(multi_index<1>{9}), 13);
    static_assert(
        decltype(make_offset_transform(number<10>{}, number<4>{}))::static_upper_length(0) == 10);
}

}  // namespace
}  // namespace tileproof
