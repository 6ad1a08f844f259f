// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <tileproof/coordinate.hpp>
#include <tileproof/print_descriptor.hpp>

#include "article.hpp"

namespace tileproof {
namespace {

using tests::article;

// A descriptor that holds one of every transform, in three stages.
auto everything() {
    const auto base = make_naive_tensor_descriptor_with_offset(make_tuple(8, 4, 6, 5),
                                                               make_tuple(240, 60, 8, 1), 3);
    const auto second = transform_tensor_descriptor(
        base,
        make_tuple(make_xor_transform(make_tuple(8, number<4>{})), make_pad_transform(6, 1, 2),
                   make_modulo_transform(5, 7), make_insert_transform(2)),
        make_tuple(sequence<0, 1>{}, sequence<2>{}, sequence<3>{}, sequence<>{}),
        make_tuple(sequence<4, 0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}));
    const auto third = transform_tensor_descriptor(
        second,
        make_tuple(make_slice_transform(4, 1, 4), make_unmerge_transform(make_tuple(3, 3)),
                   make_freeze_transform(6), make_pass_through_transform(2),
                   make_indexing_transform(sequence<7, 0, 3>{}),
                   make_replicate_transform(make_tuple(1, 2))),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}, sequence<4>{},
                   sequence<>{}),
        make_tuple(sequence<0>{}, sequence<3, 1>{}, sequence<>{}, sequence<2>{}, sequence<4>{},
                   sequence<5, 6>{}));
    return transform_tensor_descriptor(
        third,
        make_tuple(make_merge_transform(make_tuple(3, 3)),
                   make_merge_transform_v3_division_mod(make_tuple(2, 1)),
                   make_left_pad_transform(3, 1), make_right_pad_transform(3, 1),
                   make_offset_transform(1, 1)),
        make_tuple(sequence<0, 3>{}, sequence<2, 5>{}, sequence<1>{}, sequence<4>{}, sequence<6>{}),
        make_tuple(sequence<2>{}, sequence<0>{}, sequence<1>{}, sequence<4>{}, sequence<3>{}));
}

template <class Descriptor>
void expect_same_map(const Descriptor& d, const layout& l) {
    constexpr int rank = Descriptor::dimension_count;
    ASSERT_EQ(l.rank(), rank);
    EXPECT_EQ(l.element_space_size(), static_cast<long_index_t>(d.get_element_space_size()));
    const auto lengths = apply(
        [](const auto&... length) {
            return std::vector<long_index_t>{static_cast<long_index_t>(length)...};
        },
        d.get_lengths());
    ASSERT_EQ(l.lengths(), lengths);
    for (long_index_t n = 0; n < l.size(); ++n) {
        const std::vector<long_index_t> index = l.index_at(n);
        array<long_index_t, rank> at;
        std::copy(index.begin(), index.end(), at.elements);
        const auto c = make_tensor_coordinate(d, at);
        const bool valid = coordinate_has_valid_offset(d, c);
        ASSERT_EQ(l.offset(index).has_value(), valid) << n;
        if (!valid) continue;
        ASSERT_EQ(l.offset(index), c.get_offset()) << n;
        const auto& hidden = c.get_hidden_index();
        ASSERT_EQ(l.hidden_index(index), std::vector<long_index_t>(hidden.begin(), hidden.end()));
    }
}

TEST(ToLayout, KeepsTheTextOfTheArticle) {
    EXPECT_EQ(to_layout(article).text(),
              "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}");
    expect_same_map(article, to_layout(article));
}

TEST(ToLayout, ConvertsSixteenTransformsWithTheirHiddenIds) {
    const auto d = everything();
    const layout l = to_layout(d);
    const auto tuples = l.tuples();
    EXPECT_THAT(tuples.visible_dimension_ids, testing::ElementsAre(19, 20, 18, 22, 21));
    std::set<std::string> names;  // the random chains meet all that there are
    for (const std::string& transform : tuples.transforms)
        names.insert(transform.substr(0, transform.find('(')));
    EXPECT_EQ(names.size(), 16u);
    expect_same_map(d, l);
}

TEST(ToLayout, PutsAnAdaptorThatDoesNotBeginOnADimensionOfMemory) {
    const auto adaptor = make_single_stage_tensor_adaptor(
        make_tuple(make_unmerge_transform(make_tuple(3, 4)), make_insert_transform(2)),
        make_tuple(sequence<0>{}, sequence<>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    EXPECT_EQ(to_layout(make_tensor_descriptor_from_adaptor(adaptor, 12)).text(),
              "packed [12] -> {unmerge(3,4): 0 -> 0,1; insert(2): () -> 2}");
    EXPECT_EQ(
        to_layout(make_tensor_descriptor_from_adaptor(adaptor, 14)).text(),
        "packed [14] -> {slice(0,12): 0 -> 0} -> {unmerge(3,4): 0 -> 0,1; insert(2): () -> 2}");
}

TEST(ToLayout, KeepsAnOffsetOfZeroWithItsHiddenDimension) {
    const auto at_run_time =
        make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), 0);
    const auto known = make_naive_tensor_descriptor_with_offset(
        make_tuple(number<3>{}, 4), make_tuple(8, number<1>{}), number<0>{});
    for (const layout& l : {to_layout(at_run_time), to_layout(known)}) {
        EXPECT_EQ(l.text(), "naive [3,4] strides [8,1] offset 0");
        EXPECT_EQ(l.hidden_index(std::vector<long_index_t>{1, 2}),
                  (std::vector<long_index_t>{10, 10, 1, 2}));
        expect_same_map(at_run_time, l);
    }
    expect_same_map(known, layout::parse("naive [3,4] strides [8,1] offset 0"));
    EXPECT_NE(layout::parse("naive [3,4] strides [8,1] offset 0"),
              layout::parse("naive [3,4] strides [8,1]"));
}

TEST(ToLayout, RefusesAPadWithoutCheck) {
    const auto d = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(4)),
        make_tuple(make_right_pad_transform(4, 1, bool_constant<true>{})),
        make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
    try {
        to_layout(d);
        FAIL() << "a pad without check was converted";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("make the pad with the check"));
    }
}

TEST(PrintDescriptor, ShowsLengthsTuplesAndSafeVectors) {
    EXPECT_EQ(to_string(article),
              "tensor_descriptor\n"
              "  lengths             [4,64,128]\n"
              "  element space size  32768\n"
              "  transforms          embed([256,128],[128,1]), unmerge(4,64), pass\n"
              "  lower ids           [[0],[1],[2]]\n"
              "  upper ids           [[1,2],[3,4],[5]]\n"
              "  visible ids         [3,4,5]\n"
              "  safe vectors        4 (stride 8192), 64 (stride 128), 128 (stride 1)\n");
}

TEST(PrintDescriptor, ShowsAnAdaptor) {
    const auto a = make_single_stage_tensor_adaptor(
        make_tuple(make_xor_transform(make_tuple(number<8>{}, number<4>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<1, 0>{}));
    EXPECT_EQ(to_string(a),
              "tensor_adaptor\n"
              "  lengths             [4,8]\n"
              "  transforms          xor\n"
              "  lower ids           [[0,1]]\n"
              "  upper ids           [[2,3]]\n"
              "  visible ids         [3,2]\n");
}

}  // namespace
}  // namespace tileproof
