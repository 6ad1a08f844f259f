// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>
#include <tileproof/transforms.hpp>
#include <vector>

namespace tileproof::transforms {
namespace {

// The lower index of an upper index.
template <class Index, int LowerRank, class Transform, int UpperRank>
array<Index, LowerRank> lower_of(const Transform& transform, const array<Index, UpperRank>& upper) {
    array<Index, LowerRank> result;
    transform.lower(upper, result);
    return result;
}

template <class Index, int Rank>
array<Index, Rank> index_at(const array<long_index_t, Rank>& lengths, long_index_t position) {
    array<Index, Rank> result;
    if constexpr (Rank > 0) {
        for (int d = Rank - 1; d >= 0; --d) {
            result[d] = static_cast<Index>(position % lengths[d]);
            position /= lengths[d];
        }
    }
    return result;
}

// From every upper index to every other: the lower index moved equals the lower index made anew,
// and the step is the difference.
template <class Index, int LowerRank, int UpperRank, class Transform>
void expect_moves_equal_fresh_evaluation(const Transform& transform) {
    array<long_index_t, UpperRank> lengths;
    long_index_t count = 1;
    if constexpr (UpperRank > 0) {
        for (int d = 0; d < UpperRank; ++d) {
            lengths[d] = transform.upper_length(d);
            count *= lengths[d];
        }
    }
    ASSERT_GT(count, 0);
    for (long_index_t from = 0; from < count; ++from) {
        for (long_index_t to = 0; to < count; ++to) {
            const auto before = index_at<Index, UpperRank>(lengths, from);
            const auto after = index_at<Index, UpperRank>(lengths, to);
            array<Index, UpperRank> step;
            if constexpr (UpperRank > 0)
                for (int d = 0; d < UpperRank; ++d) step[d] = after[d] - before[d];
            const auto old = lower_of<Index, LowerRank>(transform, before);
            const auto expected = lower_of<Index, LowerRank>(transform, after);
            auto moved = old;
            array<Index, LowerRank> lower_step;
            move(transform, step, after, moved, lower_step);
            for (int d = 0; d < LowerRank; ++d) {
                ASSERT_EQ(moved[d], expected[d]) << "from " << from << " to " << to;
                ASSERT_EQ(lower_step[d], expected[d] - old[d]) << "from " << from << " to " << to;
            }
        }
    }
}

// The same formula with lengths known at compile time, at run time, in a mix, and in memory.
template <int LowerRank, int UpperRank, class... Transforms>
void expect_moves(const Transforms&... forms) {
    (expect_moves_equal_fresh_evaluation<index_t, LowerRank, UpperRank>(forms), ...);
    (expect_moves_equal_fresh_evaluation<long_index_t, LowerRank, UpperRank>(forms), ...);
}

using lengths_4_3_5 = extents<long_index_t, 4, 3, 5>;
using lengths_mixed = extents<long_index_t, 4, dynamic, 5>;
using lengths_dynamic = extents<long_index_t, dynamic, dynamic, dynamic>;
constexpr long_index_t lengths_in_memory[] = {4, 3, 5};

TEST(Transforms, UnmergeOfOneAndThreeIntoFourBySixtyFourIsSixtySeven) {
    const unmerge<extents<index_t, 4, 64>> transform;
    EXPECT_EQ((lower_of<index_t, 1>(transform, array<index_t, 2>{{1, 3}})[0]), 67);
}

TEST(Transforms, EachComputesItsFormula) {
    using one = array<long_index_t, 1>;
    using two = array<long_index_t, 2>;
    EXPECT_EQ((lower_of<long_index_t, 1>(pass_through<int>{5}, one{{2}})[0]), 2);
    EXPECT_EQ((lower_of<long_index_t, 1>(pad<int, int, int>{5, 1, 2}, one{{3}})[0]), 2);
    EXPECT_EQ((lower_of<long_index_t, 1>(left_pad<int, int>{5, 2}, one{{3}})[0]), 1);
    EXPECT_EQ((lower_of<long_index_t, 1>(right_pad<int, int>{5, {}, 2}, one{{3}})[0]), 3);
    EXPECT_EQ((lower_of<long_index_t, 1>(freeze<int>{3}, array<long_index_t, 0>{})[0]), 3);
    EXPECT_EQ((lower_of<long_index_t, 1>(slice<int, int>{2, 5}, one{{1}})[0]), 3);
    EXPECT_EQ((lower_of<long_index_t, 1>(modulo<int, int>{3, 7}, one{{5}})[0]), 2);
    EXPECT_EQ((lower_of<long_index_t, 1>(transforms::offset<int, int>{22, 2}, one{{10}})[0]), 12);
    EXPECT_EQ((lower_of<long_index_t, 2>(xor_with<int, int>{8, 4}, two{{6, 3}})), (two{{6, 1}}));
    const embed<extents<index_t, 3, 4>, extents<index_t, 8, 1>> rows;
    EXPECT_EQ((lower_of<long_index_t, 1>(rows, two{{1, 2}})[0]), 10);
    const gather<extents<index_t, 0, 2, 1>> swapped;
    EXPECT_EQ((lower_of<long_index_t, 1>(swapped, one{{1}})[0]), 2);
    const merge_magic<extents<index_t, 4, 64>> magic;
    EXPECT_EQ((lower_of<long_index_t, 2>(magic, one{{67}})), (two{{1, 3}}));
    const merge_divmod<extents<index_t, 4, 64>> divided;
    EXPECT_EQ((lower_of<long_index_t, 2>(divided, one{{67}})), (two{{1, 3}}));
}

TEST(Transforms, EachKnowsItsUpperLengths) {
    EXPECT_EQ((pad<int, int, int>{5, 1, 2}.upper_length(0)), 8);
    EXPECT_EQ((slice<int, int>{2, 5}.upper_length(0)), 3);
    EXPECT_EQ((transforms::offset<int, int>{20, 2}.upper_length(0)), 20);
    EXPECT_EQ((merge_magic<lengths_dynamic>(lengths_dynamic(4, 3, 5)).upper_length(0)), 60);
    EXPECT_EQ((xor_with<int, int>{6, 4}.upper_length(1)), 4);
    static_assert(pad<number<5>, number<1>, number<2>>::static_upper_length(0) == 8);
    static_assert(pad<number<5>, int, number<2>>::static_upper_length(0) == dynamic);
    static_assert(merge_magic<lengths_4_3_5>::static_upper_length(0) == 60);
    static_assert(merge_divmod<lengths_mixed>::static_upper_length(0) == dynamic);
    static_assert(unmerge<lengths_mixed>::static_upper_length(2) == 5);
    static_assert(unmerge<lengths_mixed>::static_upper_length(1) == dynamic);
}

TEST(Transforms, OnlyPadsHaveIndicesWithoutAnElement) {
    const auto count_valid = [](const auto& transform) {
        int valid = 0;
        for (long_index_t u = 0; u < transform.upper_length(0); ++u)
            valid += transforms::valid(transform, array<long_index_t, 1>{{u}});
        return valid;
    };
    EXPECT_EQ(count_valid(pad<int, int, int>{5, 1, 2}), 5);
    EXPECT_EQ(count_valid(left_pad<int, int>{5, 2}), 5);
    EXPECT_EQ(count_valid(right_pad<int, int>{5, {}, 2}), 5);
    EXPECT_EQ(count_valid(pad<int, int, int, true>{5, 1, 2}), 8);
    EXPECT_EQ(count_valid(pass_through<int>{5}), 5);
    static_assert(!pad<int, int, int>::always_valid && pad<int, int, int, true>::always_valid);
    const pad<int, int, int> both{5, 1, 2};
    EXPECT_FALSE(both.valid(array<index_t, 1>{{0}}));
    EXPECT_TRUE(both.valid(array<index_t, 1>{{1}}));
    EXPECT_TRUE(both.valid(array<index_t, 1>{{5}}));
    EXPECT_FALSE(both.valid(array<index_t, 1>{{6}}));
}

TEST(Transforms, MovesOfLinearTransformsEqualFreshEvaluation) {
    expect_moves<1, 1>(pass_through<number<7>>{}, pass_through<int>{7});
    expect_moves<1, 1>(pad<number<5>, number<1>, int>{{}, {}, 2}, pad<int, int, int>{5, 0, 3});
    expect_moves<1, 1>(left_pad<int, number<2>>{5, {}}, right_pad<int, number<2>>{5, {}});
    expect_moves<1, 1>(slice<number<2>, int>{{}, 9}, transforms::offset<int, number<3>>{9, {}});
    expect_moves<1, 0>(freeze<int>{3});
    expect_moves<0, 1>(insert<int>{4});
    expect_moves<0, 3>(replicate<lengths_4_3_5>{});
    const extents<long_index_t, 100, dynamic, 7> strides(30);
    expect_moves<1, 3>(
        embed<lengths_mixed, extents<long_index_t, 100, dynamic, 7>>{lengths_mixed(3), strides});
    expect_moves<1, 3>(unmerge<lengths_4_3_5>{}, unmerge<lengths_mixed>{lengths_mixed(3)},
                       unmerge<lengths_dynamic>{lengths_dynamic(4, 3, 5)},
                       unmerge<span_extents>{{lengths_in_memory, 3}});
}

TEST(Transforms, MovesThatCarryEqualFreshEvaluation) {
    const magic_divisor<long_index_t> divisors[] = {make_magic_divisor<long_index_t>(4),
                                                    make_magic_divisor<long_index_t>(3),
                                                    make_magic_divisor<long_index_t>(5)};
    expect_moves<3, 1>(merge_magic<lengths_4_3_5>{}, merge_magic<lengths_mixed>(lengths_mixed(3)),
                       merge_magic<lengths_dynamic>(lengths_dynamic(4, 3, 5)),
                       merge_magic<span_extents>({lengths_in_memory, 3}, divisors));
    expect_moves<3, 1>(merge_divmod<lengths_4_3_5>{}, merge_divmod<lengths_mixed>{lengths_mixed(3)},
                       merge_divmod<span_extents>{{lengths_in_memory, 3}});
    expect_moves<1, 1>(modulo<number<3>, int>{{}, 8}, modulo<int, int>{5, 12});
    expect_moves<2, 2>(xor_with<number<6>, number<4>>{}, xor_with<int, int>{6, 8});
    expect_moves<1, 1>(gather<extents<index_t, 3, 0, 3, 1>>{},
                       gather<span_extents>{{lengths_in_memory, 3}});
}

TEST(Transforms, MergeBy32BitMagicEqualsDivisionUpToTheLargestIndex) {
    const extents<index_t, dynamic, dynamic> lengths(46341, 46337);
    const merge_magic<extents<index_t, dynamic, dynamic>> magic(lengths);
    const merge_divmod<extents<index_t, dynamic, dynamic>> divided{lengths};
    std::mt19937_64 random(7);
    for (int i = 0; i < 100000; ++i) {
        const array<index_t, 1> upper{{static_cast<index_t>(random() % 2147302917)}};
        ASSERT_EQ((lower_of<index_t, 2>(magic, upper)), (lower_of<index_t, 2>(divided, upper)));
    }
}

TEST(Transforms, MergeKeepsADivisorForEachLengthThatNeedsOneAndForNoOther) {
    using mixed = extents<index_t, dynamic, dynamic, 5, dynamic>;
    const merge_magic<mixed> magic(mixed(3, 4, 7));
    const merge_divmod<mixed> divided{mixed(3, 4, 7)};
    for (index_t u = 0; u < 3 * 4 * 5 * 7; ++u)
        EXPECT_EQ((lower_of<index_t, 4>(magic, array<index_t, 1>{{u}})),
                  (lower_of<index_t, 4>(divided, array<index_t, 1>{{u}})));
    // Nothing is divided by the first length, nor by magic for one known at compile time.
    static_assert(sizeof(magic) == sizeof(mixed) + 2 * sizeof(magic_divisor<index_t>));
    using first_only = extents<index_t, dynamic, 4>;
    static_assert(sizeof(merge_magic<first_only>) == sizeof(first_only));
}

TEST(Transforms, MergeOf64BitLengthsIsRightAbove2To31) {
    const extents<long_index_t, dynamic, dynamic> lengths(65537, 65537);
    const merge_magic<extents<long_index_t, dynamic, dynamic>> magic(lengths);
    EXPECT_EQ(magic.upper_length(0), 4295098369);
    EXPECT_EQ((lower_of<long_index_t, 2>(magic, array<long_index_t, 1>{{4295098368}})),
              (array<long_index_t, 2>{{65536, 65536}}));
}

// What an index below a pad can be: anything. Run with the undefined-behaviour sanitizer this also
// shows that no lower index overflows, divides by zero or reads outside a table.
TEST(Transforms, AreDefinedForEveryIndexBelowAPad) {
    const long_index_t extremes[] = {-1, 3, 1000000, std::numeric_limits<long_index_t>::min(),
                                     std::numeric_limits<long_index_t>::max()};
    const long_index_t no_lengths[] = {0, 0};
    const magic_divisor<long_index_t> ones[2];
    for (const long_index_t u : extremes) {
        const array<long_index_t, 1> one{{u}};
        const array<long_index_t, 2> two{{u, u}};
        EXPECT_EQ((lower_of<long_index_t, 1>(gather<span_extents>{{lengths_in_memory, 3}}, one)[0]),
                  0);
        EXPECT_EQ((lower_of<long_index_t, 1>(gather<extents<index_t, 7, 8, 9>>{}, one)[0]), 0);
        lower_of<long_index_t, 1>(modulo<int, int>{0, 5}, one);
        lower_of<long_index_t, 1>(pad<long_index_t, long_index_t, int>{5, extremes[4], 0}, one);
        lower_of<long_index_t, 1>(slice<long_index_t, long_index_t>{extremes[4], extremes[4]}, one);
        lower_of<long_index_t, 1>(unmerge<extents<long_index_t, 4, 1000003>>{}, two);
        lower_of<long_index_t, 1>(embed<span_extents, span_extents>{{extremes, 2}, {extremes, 2}},
                                  two);
        lower_of<long_index_t, 2>(merge_divmod<span_extents>{{no_lengths, 2}}, one);
        lower_of<long_index_t, 2>(merge_magic<span_extents>({no_lengths, 2}, ones), one);
        lower_of<long_index_t, 2>(xor_with<long_index_t, long_index_t>{0, extremes[3]}, two);
    }
}

}  // namespace
}  // namespace tileproof::transforms
