// SPDX-License-Identifier: MIT
// Figures worked out by hand, which the formula, the layout, the descriptor and the reference must all give.
#include "reference/layout.hpp"

#include <tileproof/descriptor.hpp>
#include <tileproof/layout.hpp>
#include <tileproof/to_layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof {
namespace {

using testing::ElementsAre;

// Rows of a packed 3 x 5: row i begins at its element i, and runs round.
const std::vector<long_index_t> shifted{0, 1, 2, 3, 4, 6, 7, 8, 9, 5, 12, 13, 14, 10, 11};
const std::vector<long_index_t> shifted_back{0, 1, 2, 3, 4, 9, 5, 6, 7, 8, 13, 14, 10, 11, 12};

std::vector<long_index_t> offsets_of(const layout& l) {
    std::vector<long_index_t> offsets;
    l.all_offsets(offsets);
    return offsets;
}

std::vector<long_index_t> in_the_reference(const char* word) {
    return reference::show({{reference::arrangement::packed, {3, 5}, {}, 0, 1},
                            {{{word, {}, {}, {0, 1}, {0, 1}}}}})
        .places;
}

TEST(CyclicShift, TurnsEachRowByItsIndex) {
    EXPECT_EQ(offsets_of(layout::parse("packed [3,5] -> {cyclic_shift: 0,1 -> 0,1}")), shifted);
    EXPECT_EQ(in_the_reference("cyclic_shift"), shifted);
}

TEST(CyclicShift, IsTurnedBackByItsInverse) {
    EXPECT_EQ(offsets_of(layout::parse("packed [3,5] -> {inverse_cyclic_shift: 0,1 -> 0,1}")),
              shifted_back);
    EXPECT_EQ(in_the_reference("inverse_cyclic_shift"), shifted_back);
    const layout both = layout::parse(
        "packed [7,3] -> {cyclic_shift: 0,1 -> 0,1} -> {inverse_cyclic_shift: 0,1 -> 0,1}");
    EXPECT_EQ(offsets_of(both), offsets_of(layout::parse("packed [7,3]")));
}

TEST(CyclicShift, HasNoOffsetTwiceAndGivesEachItsIndex) {
    const layout l = layout::parse("packed [7,3] -> {cyclic_shift: 0,1 -> 0,1}");
    EXPECT_TRUE(l.injectivity().by_structure);
    for (long_index_t i = 0; i < l.size(); ++i)
        EXPECT_EQ(l.inverse(*l.offset(l.index_at(i))), l.index_at(i)) << i;
}

TEST(CyclicShift, IsTheSameAsADescriptorAtCompileTimeAndAtRunTime) {
    const auto rows = make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<5>{}));
    constexpr auto fixed = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<5>{})),
        make_tuple(make_cyclic_shift_transform(make_tuple(number<3>{}, number<5>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
    static_assert(fixed.calculate_offset(multi_index<2>{2, 4}) == 11);
    const int three = 3, five = 5;
    const auto back = transform_tensor_descriptor(
        rows, make_tuple(make_inverse_cyclic_shift_transform(make_tuple(three, five))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
    EXPECT_EQ(back.calculate_offset(multi_index<2>{1, 0}), 9);
    EXPECT_EQ(offsets_of(to_layout(fixed)), shifted);
    EXPECT_EQ(offsets_of(to_layout(back)), shifted_back);
}

TEST(CyclicShift, IsDefinedForEveryIndexBelowAPad) {
    for (const long_index_t u : {long_index_t{-1}, std::numeric_limits<long_index_t>::min(),
                                 std::numeric_limits<long_index_t>::max()}) {
        const array<long_index_t, 2> upper{{u, u}};
        array<long_index_t, 2> lower;
        transforms::cyclic_shift<long_index_t, long_index_t>{0, 0}.lower(upper, lower);
        transforms::cyclic_shift<long_index_t, long_index_t, true>{5, 3}.lower(upper, lower);
        EXPECT_EQ(lower[0], u);
    }
}

TEST(CyclicShift, TakesTwoDimsOfTheLengthsItIsToldOf) {
    EXPECT_THROW(layout::parse("packed [3] -> {cyclic_shift: 0 -> 0}"), layout_error);
    EXPECT_THROW(layout::parse("packed [3,5] -> {cyclic_shift(2): 0,1 -> 0,1}"), layout_error);
    EXPECT_THROW(
        transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(3, 5)),
                                    make_tuple(make_cyclic_shift_transform(make_tuple(5, 3))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{})),
        layout_error);
}

}  // namespace
}  // namespace tileproof
