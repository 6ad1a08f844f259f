// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <tileproof/adaptor.hpp>

namespace tileproof {
namespace {

constexpr auto split = make_single_stage_tensor_adaptor(
    make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{})),
               make_pass_through_transform(number<5>{})),
    make_tuple(sequence<1>{}, sequence<0>{}), make_tuple(sequence<2, 0>{}, sequence<1>{}));

TEST(Adaptor, OfOneStageMapsTopToBottom) {
    static_assert(split.get_num_of_bottom_dimension() == 2);
    static_assert(split.get_num_of_top_dimension() == 3);
    // Upper dim 2 is the slow digit, dim 0 the fast one, dim 1 passes to bottom 0.
    static_assert(split.calculate_bottom_index(multi_index<3>{3, 2, 1}) ==
                  array<index_t, 2>{{2, 67}});
    static_assert(split.get_top_dimension_length<0>() == 64);
    static_assert(split.get_top_dimension_length<1>() == 5);
    static_assert(split.get_top_dimension_length<2>() == 4);
}

TEST(Adaptor, NumbersHiddenDimensionsInTheOrderTheyAreListed) {
    using type = std::remove_const_t<decltype(split)>;
    static_assert(std::is_same_v<decltype(type::get_lower_dimension_hidden_idss()),
                                 tuple<sequence<1>, sequence<0>>>);
    static_assert(std::is_same_v<decltype(type::get_upper_dimension_hidden_idss()),
                                 tuple<sequence<2, 3>, sequence<4>>>);
    static_assert(split.get_top_dimension_hidden_ids() == sequence<3, 4, 2>{});
    static_assert(split.calculate_hidden_index(multi_index<3>{3, 2, 1}) ==
                  array<index_t, 5>{{2, 67, 1, 3, 2}});
}

TEST(Adaptor, TransformedEqualsChained) {
    const auto transforms = make_tuple(make_merge_transform(make_tuple(number<64>{}, number<5>{})),
                                       make_pad_transform(number<4>{}, 1, number<2>{}));
    const auto lower = make_tuple(sequence<0, 1>{}, sequence<2>{});
    const auto upper = make_tuple(sequence<1>{}, sequence<0>{});
    const auto transformed = transform_tensor_adaptor(split, transforms, lower, upper);
    const auto chained =
        chain_tensor_adaptors(split, make_single_stage_tensor_adaptor(transforms, lower, upper));
    static_assert(std::is_same_v<decltype(transformed), decltype(chained)>);
    for (int i = 0; i < 7; ++i)
        for (int j = 0; j < 320; ++j) {
            const multi_index<2> top{i, j};
            EXPECT_EQ(transformed.calculate_hidden_index(top), chained.calculate_hidden_index(top));
            EXPECT_EQ(chained.calculate_bottom_index(top),
                      (array<index_t, 2>{{j % 5, (i - 1) * 64 + j / 5}}));
        }
}

TEST(Adaptor, ChainsSeveralInOrder) {
    const auto pad = [](int length) {
        return make_single_stage_tensor_adaptor(make_tuple(make_left_pad_transform(length, 10)),
                                                make_tuple(sequence<0>{}),
                                                make_tuple(sequence<0>{}));
    };
    const auto slice = [](int length) {
        return make_single_stage_tensor_adaptor(make_tuple(make_slice_transform(length, 3, length)),
                                                make_tuple(sequence<0>{}),
                                                make_tuple(sequence<0>{}));
    };
    const auto all = chain_tensor_adaptors(pad(5), slice(15), pad(12));
    EXPECT_EQ(all.get_top_dimension_length<0>(), 22);
    EXPECT_EQ(all.calculate_bottom_index(multi_index<1>{20})[0], 20 - 10 + 3 - 10);
}

TEST(Adaptor, KeepsRunTimeLengthsThroughAChain) {
    const int n = 12;
    const auto lower = make_single_stage_tensor_adaptor(
        make_tuple(make_unmerge_transform(make_tuple(n, number<8>{}))), make_tuple(sequence<0>{}),
        make_tuple(sequence<0, 1>{}));
    const auto upper = make_single_stage_tensor_adaptor(
        make_tuple(make_merge_transform(make_tuple(n, number<8>{}))), make_tuple(sequence<0, 1>{}),
        make_tuple(sequence<0>{}));
    const auto both = chain_tensor_adaptors(lower, upper);
    EXPECT_FALSE(both.is_static());
    EXPECT_EQ(both.get_top_dimension_length<0>(), 96);
    for (int i = 0; i < 96; ++i) EXPECT_EQ(both.calculate_bottom_index(multi_index<1>{i})[0], i);
}

}  // namespace
}  // namespace tileproof
