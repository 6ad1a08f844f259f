// SPDX-License-Identifier: MIT
// Tiles in registers: naming a register, sweeping, element-wise functions, shuffling, transposing, slicing.
#include <gtest/gtest.h>

#include <tileproof/tile/shuffle_tile.hpp>
#include <vector>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;

namespace {

template <index_t... V>
using s = sequence<V...>;

// The copy tile with its Y dims listed the other way round, and transposed.
using copy_other_order =
    tile_distribution_encoding<s<1>, tuple<s<4, 1, 32>, s<2, 4>>, tuple<s<1>, s<1, 2>>,
                               tuple<s<1>, s<2, 0>>, s<2, 1>, s<1, 0>>;
using copy_transposed =
    tile_distribution_encoding<s<1>, tuple<s<2, 4>, s<4, 1, 32>>, tuple<s<2>, s<2, 1>>,
                               tuple<s<1>, s<2, 0>>, s<1, 2>, s<1, 0>>;

template <class Encoding>
auto tile_of(Encoding) {
    return make_static_distributed_tensor<int>(make_static_tile_distribution(Encoding{}));
}
// 0, 1, 2, .. in the order of the thread buffer.
template <class Encoding>
auto counted(Encoding e) {
    auto tile = tile_of(e);
    for (int i = 0; i < tile.get_thread_buffer_size(); ++i) tile.get_thread_buffer()[i] = i;
    return tile;
}
template <class Tensor>
std::vector<int> values(const Tensor& tile) {
    return {tile.get_thread_buffer().begin(), tile.get_thread_buffer().end()};
}

TEST(DistributedTensor, NamesARegisterByYAndByDistributedIndices) {
    auto tile = counted(copy_encoding{});
    EXPECT_EQ((tile[s<1, 2>{}]), 6);
    EXPECT_EQ((tile[make_tuple(tile_distributed_index<1>{}, tile_distributed_index<2>{})]), 6);
    // The same element of the tile in the other order of Y: X0 digit 1, X1 digit 2 is Y (2, 1).
    auto other = counted(copy_other_order{});
    EXPECT_EQ((other[make_tuple(tile_distributed_index<1>{}, tile_distributed_index<2>{})]), 9);
    EXPECT_EQ((other[s<2, 1>{}]), 9);
    tile(s<3, 3>{}) = -1;
    EXPECT_EQ(tile.get_thread_buffer()[15], -1);
}

TEST(DistributedTensor, HasASpanOfYLengthsForEachX) {
    using deep = tile_distribution_encoding<s<>, tuple<s<2, 3, 4>, s<5>>, tuple<s<1>>, tuple<s<1>>,
                                            s<1, 2, 1>, s<2, 0, 0>>;
    // Y dims in the order H0[2], H1[0], H0[0]; the span of X0 has its digits in the order of H0.
    using tensor = decltype(tile_of(deep{}));
    using spans = decltype(tensor::get_distributed_spans());
    EXPECT_TRUE(
        (std::is_same_v<spans, tuple<tile_distributed_span<2, 4>, tile_distributed_span<5>>>));
    auto tile = counted(deep{});
    const auto index = make_tuple(tile_distributed_index<1, 3>{}, tile_distributed_index<2>{});
    EXPECT_EQ((tile[index]), (3 * 5 + 2) * 2 + 1);
}

TEST(SweepTile, VisitsEveryRegisterOnceRowsFirst) {
    auto other = counted(copy_other_order{});
    std::vector<int> seen;
    sweep_tile(other, [&](auto i) { seen.push_back(other[i]); });
    std::vector<int> expected;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) expected.push_back(column * 4 + row);
    EXPECT_EQ(seen, expected);
}

TEST(SweepTile, SumsRowsSpanBySpan) {
    auto tile = counted(copy_encoding{});
    auto sums = tile_of(reduce_tile_distribution_encoding<copy_encoding, s<1>>{});
    clear_tile(sums);
    constexpr auto spans = decltype(tile)::get_distributed_spans();
    sweep_tile_span(spans.get<0>(), [&](auto i) {
        sweep_tile_span(spans.get<1>(),
                        [&](auto j) { sums(make_tuple(i)) += tile[make_tuple(i, j)]; });
    });
    EXPECT_EQ(values(sums), (std::vector<int>{0 + 1 + 2 + 3, 4 + 5 + 6 + 7, 38, 54}));
}

TEST(TileElementwise, MatchesElementsOfTheTileWhateverTheOrderOfY) {
    const auto a = counted(copy_encoding{});
    auto b = tile_of(copy_other_order{});
    shuffle_tile(b, a);
    const auto difference = tile_elementwise_in([](int x, int y) { return x - y; }, a, b);
    EXPECT_EQ(values(difference), std::vector<int>(16, 0));
    auto c = a;
    tile_elementwise_inout([](int& x, int y) { x = 10 * x + y; }, c, b);
    EXPECT_EQ((c[s<2, 1>{}]), 99);
    const auto halves = cast_tile<double>(tile_elementwise([](int x) { return x + 1; }, a));
    EXPECT_EQ((halves[s<0, 3>{}]), 4.0);
}

TEST(TileElementwise, TakesTilesOfTheSameElementsHoweverTheyAreSplitAndReplicated) {
    // 16 lanes with a row of 4 each: as one digit, as two, and twice with lanes 16..31 as replicas.
    using split = tile_distribution_encoding<s<>, tuple<s<16, 1>, s<4>>, tuple<s<1, 1>>,
                                             tuple<s<0, 1>>, s<2>, s<0>>;
    using twice = tile_distribution_encoding<s<2>, tuple<s<16>, s<4>>, tuple<s<0, 1>>,
                                             tuple<s<0, 0>>, s<2>, s<0>>;
    const auto a = counted(small_fragment{});
    const auto sum = tile_elementwise_in([](int x, int y, int z) { return x + y + z; }, a,
                                         counted(split{}), counted(twice{}));
    EXPECT_EQ(values(sum), (std::vector<int>{0, 3, 6, 9}));
}

TEST(ShuffleTile, PutsEveryElementWhereTheOtherOrderOfYWantsIt) {
    const auto in = counted(copy_encoding{});
    auto out = tile_of(copy_other_order{});
    shuffle_tile(out, in);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) EXPECT_EQ(out.get_thread_buffer()[j * 4 + i], i * 4 + j);
}

TEST(ShuffleTile, HandlesAnOrderOfYThatIsNotItsOwnInverse) {
    using from = tile_distribution_encoding<s<>, tuple<s<2>, s<3>, s<5>>, tuple<>, tuple<>,
                                            s<1, 2, 3>, s<0, 0, 0>>;
    using to = tile_distribution_encoding<s<>, tuple<s<2>, s<3>, s<5>>, tuple<>, tuple<>,
                                          s<3, 1, 2>, s<0, 0, 0>>;
    auto out = tile_of(to{});
    shuffle_tile(out, counted(from{}));
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 5; ++k)
                EXPECT_EQ(out.get_thread_buffer()[(k * 2 + i) * 3 + j], (i * 3 + j) * 5 + k);
}

TEST(TransposeTile, ExchangesRowsAndColumnsInTheRegistersOfALane) {
    const auto in = counted(copy_encoding{});
    auto out = tile_of(copy_transposed{});
    transpose_tile2d(out, in);
    // Each register of `out` stands for X' = (column, row) of the same lane.
    const array<index_t, 2> p{0, 37};
    unroll<16>([&](auto place) {
        constexpr int number = static_cast<int>(decltype(place)::value);
        using y = decltype(out)::distribution::y_of_register<number>;
        const auto x = decltype(out)::distribution::calculate_index(p, y{});
        const long_index_t swapped[] = {x[1], x[0]};
        long_index_t owner[2] = {}, in_y[2] = {};
        copy_encoding::map.owner_of(swapped, 0, owner, in_y);
        EXPECT_EQ(owner[1], 37);
        EXPECT_EQ(out.get_thread_buffer()[number], in_y[0] * 4 + in_y[1]);
    });
}

TEST(SliceTile, TakesAndGivesBackABoxOfRegisters) {
    auto tile = counted(copy_encoding{});
    auto part = get_slice_tile(tile, s<32, 0>{}, s<96, 8>{});
    EXPECT_EQ(values(part), (std::vector<int>{4, 5, 6, 7, 8, 9, 10, 11}));
    set_tile(part, -1);
    set_slice_tile(tile, part, s<32, 0>{}, s<96, 8>{});
    EXPECT_EQ(values(tile),
              (std::vector<int>{0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, 12, 13, 14, 15}));
}

}  // namespace
