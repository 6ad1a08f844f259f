// SPDX-License-Identifier: MIT
// The rows of docs/for-ck-tile-users.md that say "the same": each name called as CK Tile's users call it, with the
// result that CK Tile documents. Tiles are in tests/lib/tile/.
#include <tileproof/print_descriptor.hpp>
#include <tileproof/tensor_view.hpp>

#include <gtest/gtest.h>

namespace tileproof {
namespace {

template <long_index_t... Values>
constexpr auto numbers = make_tuple(number<Values>{}...);

TEST(CkTileNames, NumbersSequencesAndTuplesHoldWhatTheyAreMadeOf) {
    static_assert(number<4>::value == 4 && number<4>{} + 1 == 5);
    static_assert(sequence<4, 64>::size() == 2 && sequence<4, 64>::at(1) == 64);
    constexpr auto t = make_tuple(number<4>{}, 5);
    static_assert(t.size() == 2 && t.get<0>() == 4 && t.get<1>() == 5);
    const multi_index<2> index = make_multi_index(1, 3);
    EXPECT_EQ(index[0], 1);
    EXPECT_EQ(index[1], 3);
    // The last number given stands for the rest.
    const multi_index<3> filled{1, 7};
    EXPECT_EQ(filled, (multi_index<3>{1, 7, 7}));
    EXPECT_EQ((multi_index<2>{5}), (multi_index<2>{5, 5}));
    EXPECT_EQ((multi_index<2>{}), (multi_index<2>{0, 0}));
    static_assert(sizeof(index_t) == 4 && sizeof(long_index_t) == 8);
}

TEST(CkTileNames, NaiveDescriptorsHaveTheirOffsetsAndElementSpaces) {
    constexpr auto strided = make_naive_tensor_descriptor(numbers<3, 4>, numbers<8, 1>);
    static_assert(strided.calculate_offset(multi_index<2>{1, 2}) == 10);
    static_assert(strided.get_element_space_size() == 20);
    constexpr auto packed = make_naive_tensor_descriptor_packed(numbers<3, 4>);
    static_assert(packed.calculate_offset(multi_index<2>{1, 2}) == 6);
    static_assert(packed.get_element_space_size() == 12);
    constexpr auto aligned = make_naive_tensor_descriptor_aligned(numbers<4, 5>, number<8>{});
    static_assert(aligned.calculate_offset(multi_index<2>{1, 0}) == 8);
    constexpr auto moved =
        make_naive_tensor_descriptor_with_offset(numbers<3, 4>, numbers<8, 1>, number<2>{});
    static_assert(moved.calculate_offset(multi_index<2>{1, 2}) == 12);
    constexpr auto guaranteed =
        make_naive_tensor_descriptor(numbers<6, 16>, numbers<16, 1>, number<8>{}, number<1>{});
    static_assert(guaranteed.get_top_dimension_safe_vector_length_strides().get<0>()[1] >= 8);
}

// One dim of length 9 with the transform on it.
template <class Transform>
long_index_t at(const Transform& transform, index_t index) {
    const auto d = transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(9)),
                                               make_tuple(transform), make_tuple(sequence<0>{}),
                                               make_tuple(sequence<0>{}));
    return d.calculate_offset(multi_index<1>{index});
}

TEST(CkTileNames, TransformsOfOneDimComputeTheirFormula) {
    EXPECT_EQ(at(make_pass_through_transform(9), 5), 5);
    EXPECT_EQ(at(make_pad_transform(9, 1, 2), 5), 4);
    EXPECT_EQ(at(make_left_pad_transform(9, 2), 5), 3);
    EXPECT_EQ(at(make_right_pad_transform(9, 2), 5), 5);
    EXPECT_EQ(at(make_slice_transform(9, 2, 8), 5), 7);
    EXPECT_EQ(at(make_modulo_transform(3, 12), 5), 2);
    EXPECT_EQ(at(make_offset_transform(7, 2), 5), 7);
    EXPECT_EQ(at(make_indexing_transform(3, make_tuple(8, 0, 4)), 2), 4);
}

template <class Transform, class Lower, class Upper, class Index>
long_index_t on_two(const Transform& transform, Lower lower, Upper upper, const Index& index) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(6, 4)),
                                       transform, lower, upper)
        .calculate_offset(index);
}

TEST(CkTileNames, TransformsOfSeveralDimsComputeTheirFormula) {
    using both = sequence<0, 1>;
    const auto two = make_tuple(6, 4);
    const multi_index<2> index{5, 2};
    EXPECT_EQ(
        on_two(make_tuple(make_xor_transform(two)), make_tuple(both{}), make_tuple(both{}), index),
        5 * 4 + (2 ^ 1));
    EXPECT_EQ(on_two(make_tuple(make_cyclic_shift_transform(two)), make_tuple(both{}),
                     make_tuple(both{}), index),
              5 * 4 + (2 + 5) % 4);
    EXPECT_EQ(on_two(make_tuple(make_inverse_cyclic_shift_transform(two)), make_tuple(both{}),
                     make_tuple(both{}), index),
              5 * 4 + (2 + 8 - 5) % 4);
    const multi_index<1> one{22};
    for (const long_index_t offset :
         {on_two(make_tuple(make_merge_transform(two)), make_tuple(both{}),
                 make_tuple(sequence<0>{}), one),
          on_two(make_tuple(make_merge_transform_v2_magic_division(two)), make_tuple(both{}),
                 make_tuple(sequence<0>{}), one),
          on_two(make_tuple(make_merge_transform_v3_division_mod(two)), make_tuple(both{}),
                 make_tuple(sequence<0>{}), one)})
        EXPECT_EQ(offset, 22);
    EXPECT_EQ(on_two(make_tuple(make_unmerge_transform(make_tuple(2, 3)), make_freeze_transform(3)),
                     make_tuple(sequence<0>{}, sequence<1>{}),
                     make_tuple(sequence<0, 1>{}, sequence<>{}), multi_index<2>{1, 2}),
              (1 * 3 + 2) * 4 + 3);
    EXPECT_EQ(on_two(make_tuple(make_embed_transform(make_tuple(2, 3), make_tuple(3, 1)),
                                make_pass_through_transform(4), make_insert_transform(7),
                                make_replicate_transform(make_tuple(2, 2))),
                     make_tuple(sequence<0>{}, sequence<1>{}, sequence<>{}, sequence<>{}),
                     make_tuple(both{}, sequence<2>{}, sequence<3>{}, sequence<4, 5>{}),
                     multi_index<6>{1, 2, 3, 6, 1, 0}),
              (1 * 3 + 2) * 4 + 3);
}

TEST(CkTileNames, AdaptorsAreMadeTransformedAndChained) {
    const auto lower =
        make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(make_tuple(4, 6))),
                                         make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    const auto upper = make_single_stage_tensor_adaptor(
        make_tuple(make_pass_through_transform(4), make_pad_transform(6, 1, 1)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    const auto chained = chain_tensor_adaptors(lower, upper);
    const multi_index<2> index{3, 2};
    EXPECT_EQ(chained.calculate_bottom_index(index)[0], 2 * 6 + 3 - 1);
    const auto grown = transform_tensor_adaptor(
        lower, make_tuple(make_pass_through_transform(4), make_pad_transform(6, 1, 1)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    EXPECT_EQ(grown.calculate_bottom_index(index)[0], 2 * 6 + 3 - 1);
    EXPECT_EQ(make_tensor_descriptor_from_adaptor(chained, 24).calculate_offset(index), 14);
    auto c = make_tensor_adaptor_coordinate(chained, index);
    move_tensor_adaptor_coordinate(chained, c, multi_index<2>{1, 1});
    EXPECT_EQ(c.get_bottom_index()[0], 3 * 6 + 4 - 1);
}

TEST(CkTileNames, DescriptorsAnswerWhatTheyAreAsked) {
    constexpr auto d = transform_tensor_descriptor(
        make_naive_tensor_descriptor(numbers<256, 128>, numbers<128, 1>),
        make_tuple(make_unmerge_transform(numbers<4, 64>),
                   make_pass_through_transform(number<128>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    static_assert(d.get_length(number<1>{}) == 64 && d.get_lengths().get<2>() == 128);
    static_assert(d.get_element_space_size() == 32768 && d.is_static());
    static_assert(d.get_transforms().size() == 3);
    using type = decltype(d);
    static_assert(
        std::is_same_v<std::remove_cvref_t<decltype(type::get_top_dimension_hidden_ids())>,
                       sequence<3, 4, 5>>);
    static_assert(type::get_lower_dimension_hidden_idss().size() == 3);
    static_assert(type::get_upper_dimension_hidden_idss().size() == 3);
    EXPECT_NE(to_string(d).find("unmerge(4,64)"), std::string::npos);
}

TEST(CkTileNames, CoordinatesMoveAndKnowTheirPads) {
    const auto d = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(3, 4)),
        make_tuple(make_pass_through_transform(3), make_right_pad_transform(4, 2)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    auto c = make_tensor_coordinate(d, multi_index<2>{1, 3});
    EXPECT_TRUE(coordinate_has_valid_offset(d, c));
    move_tensor_coordinate(d, c, multi_index<2>{1, 1});
    EXPECT_EQ(c.get_index()[0], 2);
    EXPECT_FALSE(coordinate_has_valid_offset_assuming_top_index_is_valid(d, c));
    move_tensor_coordinate(d, c, make_tuple(0, -4));
    EXPECT_EQ(c.get_offset(), 8);
}

TEST(CkTileNames, ViewsReadWriteAndPad) {
    int memory[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    auto buffer = make_buffer_view<address_space_enum::global>(memory, 12, -1);
    EXPECT_EQ(buffer.get(5, 1, true), 6);
    EXPECT_EQ(buffer.get(5, 1, false), -1);
    buffer.set(0, 0, true, 100);
    buffer.update<memory_operation_enum::add>(0, 0, true, 11);
    EXPECT_EQ(memory[0], 111);
    const auto view = make_naive_tensor_view<address_space_enum::global>(memory, make_tuple(3, 4),
                                                                         make_tuple(4, 1));
    const auto same =
        make_naive_tensor_view_packed<address_space_enum::global>(memory, make_tuple(3, 4));
    const auto turned = transform_tensor_view(
        make_tensor_view<address_space_enum::global>(memory, same.get_tensor_descriptor()),
        make_tuple(make_pass_through_transform(3), make_pass_through_transform(4)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    const auto read = [](const auto& v, index_t i, index_t j) {
        return v.get(make_tensor_coordinate(v.get_tensor_descriptor(), multi_index<2>{i, j}));
    };
    EXPECT_EQ(read(view, 1, 2), 6);
    EXPECT_EQ(read(turned, 2, 1), 6);
    const auto padded =
        pad_tensor_view(view, make_tuple(number<2>{}, number<8>{}), sequence<1, 1>{});
    EXPECT_EQ(static_cast<int>(padded.get_tensor_descriptor().get_length(number<1>{})), 8);
    EXPECT_EQ(read(padded, 1, 2), 6);
    EXPECT_EQ(read(padded, 3, 0), 0);
    // An update of a view that was made with no operation stores.
    view.update_vectorized_elements(
        make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 2}), 20);
    EXPECT_EQ(memory[6], 20);
}

}  // namespace
}  // namespace tileproof
