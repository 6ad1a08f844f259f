// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <tileproof/coordinate.hpp>

#include "article.hpp"

namespace tileproof {
namespace {

using tests::article;

TEST(Coordinate, OfTheArticleHasItsHiddenIndex) {
    constexpr auto c = make_tensor_coordinate(article, multi_index<3>{1, 3, 2});
    static_assert(c.get_offset() == 8578);
    static_assert(c.get_hidden_index() == array<index_t, 6>{{8578, 67, 2, 1, 3, 2}});
    static_assert(c.get_index() == multi_index<3>{1, 3, 2});
    static_assert(coordinate_has_valid_offset(article, c));
}

// A padded image as columns: windows of 3 x 2 over a 5 x 4 image with 2 channels.
template <class Index, class Height, class Width, class Channels>
auto image_to_column(Height height, Width width, Channels channels) {
    const auto image = make_naive_tensor_descriptor<Index>(make_tuple(height, width, channels),
                                                           make_tuple(8, channels, number<1>{}));
    const auto padded = transform_tensor_descriptor(
        image,
        make_tuple(make_pad_transform(height, 1, number<1>{}), make_pad_transform(width, 1, 0),
                   make_pass_through_transform(channels)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}));
    const auto windows = transform_tensor_descriptor(
        padded,
        make_tuple(make_embed_transform(make_tuple(3, 5), make_tuple(1, 1)),
                   make_embed_transform(make_tuple(2, 2), make_tuple(1, 2)),
                   make_pass_through_transform(channels)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
        make_tuple(sequence<0, 1>{}, sequence<2, 3>{}, sequence<4>{}));
    return transform_tensor_descriptor(
        windows,
        make_tuple(make_merge_transform(make_tuple(number<5>{}, 2)),
                   make_merge_transform_v3_division_mod(make_tuple(3, number<2>{}, channels))),
        make_tuple(sequence<1, 3>{}, sequence<0, 2, 4>{}),
        make_tuple(sequence<0>{}, sequence<1>{}));
}

// Swizzled, repeated, gathered: everything that carries.
template <class Index>
auto carrying() {
    const auto base = make_naive_tensor_descriptor_with_offset<Index>(
        make_tuple(8, 4, 3), make_tuple(16, 4, 1), number<2>{});
    const auto mixed = transform_tensor_descriptor(
        base,
        make_tuple(make_xor_transform(make_tuple(8, number<4>{})), make_modulo_transform(3, 5)),
        make_tuple(sequence<0, 1>{}, sequence<2>{}), make_tuple(sequence<2, 0>{}, sequence<1>{}));
    return transform_tensor_descriptor(
        mixed,
        make_tuple(make_indexing_transform(sequence<3, 0, 0, 2>{}), make_left_pad_transform(5, 2),
                   make_slice_transform(8, 1, 7), make_insert_transform(2)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<>{}),
        make_tuple(sequence<1>{}, sequence<0>{}, sequence<2>{}, sequence<3>{}));
}

template <int Rank, class F>
void for_each_index(const std::array<int, Rank>& lengths, F&& f) {
    std::array<int, Rank> index{};
    for (;;) {
        f(index);
        int d = Rank - 1;
        while (d >= 0 && ++index[d] == lengths[d]) index[d--] = 0;
        if (d < 0) return;
    }
}

// From every index to every other: what move leaves is what make gives.
template <class Descriptor>
void expect_moves_as_made(const Descriptor& d) {
    constexpr int rank = Descriptor::dimension_count;
    std::array<int, rank> lengths = apply(
        [](const auto&... length) { return std::array<int, rank>{static_cast<int>(length)...}; },
        d.get_lengths());
    int compared = 0, valid = 0;
    for_each_index<rank>(lengths, [&](const std::array<int, rank>& from) {
        for_each_index<rank>(lengths, [&](const std::array<int, rank>& to) {
            std::array<int, rank> step;
            for (int i = 0; i < rank; ++i) step[i] = to[i] - from[i];
            auto moved = make_tensor_coordinate(d, from);
            move_tensor_coordinate(d, moved, step);
            const auto made = make_tensor_coordinate(d, to);
            const bool has_element = coordinate_has_valid_offset(d, made);
            ASSERT_EQ(coordinate_has_valid_offset(d, moved), has_element);
            ASSERT_EQ(moved.get_hidden_index(), made.get_hidden_index());
            if (has_element) {
                ASSERT_EQ(d.calculate_offset(to), moved.get_offset());
                ++valid;
            }
            ++compared;
        });
    });
    EXPECT_GT(compared, 100);
    EXPECT_GT(valid, 10);
}

TEST(Coordinate, MovedIsCoordinateMadeOnAPaddedImageAsColumns) {
    expect_moves_as_made(image_to_column<index_t>(5, 4, 2));
    expect_moves_as_made(image_to_column<long_index_t>(number<5>{}, number<4>{}, number<2>{}));
}

TEST(Coordinate, MovedIsCoordinateMadeThroughEverythingThatCarries) {
    expect_moves_as_made(carrying<index_t>());
    expect_moves_as_made(carrying<long_index_t>());
}

TEST(Coordinate, MovedOutsideAndBackIsRight) {
    const auto d = image_to_column<index_t>(5, 4, 2);
    auto c = make_tensor_coordinate(d, multi_index<2>{4, 5});
    const auto start = c;
    for (const auto& step : {multi_index<2>{1000, -77}, multi_index<2>{-5000, 3},
                             multi_index<2>{2000000000, -2000000000}}) {
        move_tensor_coordinate(d, c, step);
        EXPECT_FALSE(coordinate_has_valid_offset(d, c));
        move_tensor_coordinate(d, c, multi_index<2>{-step[0], -step[1]});
        EXPECT_EQ(c.get_hidden_index(), start.get_hidden_index());
    }
}

TEST(Coordinate, StepsOfKnownZeroMoveTheRest) {
    const auto d = carrying<index_t>();
    auto c = make_tensor_coordinate(d, multi_index<4>{2, 1, 0, 1});
    move_tensor_coordinate(d, c, make_tuple(number<0>{}, 2, number<3>{}, number<0>{}));
    EXPECT_EQ(c.get_hidden_index(),
              make_tensor_coordinate(d, multi_index<4>{2, 3, 3, 1}).get_hidden_index());
    move_tensor_coordinate(d, c, sequence<0, 0, 0, -1>{});
    EXPECT_EQ(c.get_hidden_index(),
              make_tensor_coordinate(d, multi_index<4>{2, 3, 3, 0}).get_hidden_index());
}

TEST(Coordinate, IsInvalidInAPadAndOutsideTheTensor) {
    const auto d = image_to_column<index_t>(5, 4, 2);
    const auto valid = [&](int window, int place) {
        return coordinate_has_valid_offset(
            d, make_tensor_coordinate(d, multi_index<2>{window, place}));
    };
    EXPECT_FALSE(valid(0, 0));  // above and left of the image
    EXPECT_FALSE(valid(0, 4));  // left of it
    EXPECT_TRUE(valid(0, 6));   // its first element
    EXPECT_TRUE(valid(1, 4));
    EXPECT_FALSE(valid(10, 4));  // no such window
    EXPECT_FALSE(valid(-1, 4));
    EXPECT_TRUE(coordinate_has_valid_offset_assuming_top_index_is_valid(
        d, make_tensor_coordinate(d, multi_index<2>{9, 0})));
}

TEST(Coordinate, OfAnAdaptorHasTopAndBottomIndex) {
    const auto a = make_single_stage_tensor_adaptor(
        make_tuple(make_unmerge_transform(make_tuple(4, 64)), make_pad_transform(5, 1, 0)),
        make_tuple(sequence<1>{}, sequence<0>{}), make_tuple(sequence<2, 0>{}, sequence<1>{}));
    auto c = make_tensor_adaptor_coordinate(a, multi_index<3>{3, 2, 1});
    EXPECT_EQ(c.get_bottom_index(), (array<index_t, 2>{{1, 67}}));
    move_tensor_adaptor_coordinate(a, c, multi_index<3>{-3, -2, 2});
    EXPECT_EQ(c.get_top_index(), (multi_index<3>{0, 0, 3}));
    EXPECT_EQ(c.get_bottom_index(), (array<index_t, 2>{{-1, 192}}));
    EXPECT_FALSE(adaptor_coordinate_is_valid(a, c));
}

TEST(Coordinate, ExistsWhereNoDimensionIsLeft) {
    const auto d = transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(3)),
                                               make_tuple(make_freeze_transform(2)),
                                               make_tuple(sequence<0>{}), make_tuple(sequence<>{}));
    auto c = make_tensor_coordinate(d, multi_index<0>{});
    move_tensor_coordinate(d, c, multi_index<0>{});
    EXPECT_EQ(c.get_offset(), 2);
    EXPECT_TRUE(coordinate_has_valid_offset(d, c));
}

TEST(Coordinate, ExistsWhereNothingIsBelow) {
    const auto a =
        make_single_stage_tensor_adaptor(make_tuple(make_insert_transform(number<2>{})),
                                         make_tuple(sequence<>{}), make_tuple(sequence<0>{}));
    auto c = make_tensor_adaptor_coordinate(a, make_tuple(1));
    move_tensor_adaptor_coordinate(a, c, make_tuple(-1));
    EXPECT_EQ(c.get_top_index(), multi_index<1>{0});
    EXPECT_TRUE(adaptor_coordinate_is_valid(a, c));
}

constexpr bool moves_in_a_constant_expression() {
    auto c = make_tensor_coordinate(article, multi_index<3>{1, 3, 2});
    move_tensor_coordinate(article, c, multi_index<3>{2, -3, 100});
    return c.get_offset() == 3 * 8192 + 102;
}

TEST(Coordinate, IsMadeAndMovedAtCompileTime) { static_assert(moves_in_a_constant_expression()); }

}  // namespace
}  // namespace tileproof
