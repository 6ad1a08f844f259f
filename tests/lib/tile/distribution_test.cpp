// SPDX-License-Identifier: MIT
// Distributions: partition index, X of registers, and the same map as an adaptor.
#include <gtest/gtest.h>

#include <tileproof/tile/fragments.hpp>
#include <tileproof/tile/tile_adaptor.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;

namespace {

template <index_t... V>
using s = sequence<V...>;

// Replication over warps, an X without H dims, a P of three dims out of order, Y dims out of order.
using crooked = tile_distribution_encoding<s<2, 1, 3>, tuple<s<2, 3, 4>, s<>, s<5, 2>>,
                                           tuple<s<0, 1>, s<3, 0, 1>>, tuple<s<0, 1>, s<1, 2, 0>>,
                                           s<3, 1>, s<0, 2>>;

static_assert(copy_tile.get_partition_index(5) == array<index_t, 2>{0, 5});
static_assert(copy_tile.calculate_index(copy_tile.get_partition_index(5)) ==
              array<index_t, 2>{2, 4});
static_assert(copy_tile.calculate_index({{0, 5}}, s<1, 2>{}) == array<index_t, 2>{34, 6});
static_assert(copy_tile.get_register(s<1, 2>{}) == 6);
static_assert(std::is_same_v<decltype(copy_tile)::y_of_register<6>, s<1, 2>>);
static_assert(std::is_same_v<decltype(copy_tile.get_lengths()), tuple<number<128>, number<8>>>);

// Every P and every register of an encoding: the distribution, the map and the adaptor agree.
template <class Encoding>
void expect_one_map() {
    using distribution = tile_distribution<Encoding>;
    constexpr auto adaptor = make_ps_ys_to_xs_adaptor(Encoding{});
    const tile_map& map = Encoding::map;
    for (long_index_t thread = 0; thread < map.threads; ++thread)
        unroll<distribution::num_registers>([&](auto place) {
            constexpr int number = static_cast<int>(decltype(place)::value);
            using y_type = typename distribution::template y_of_register<number>;
            EXPECT_EQ(distribution::get_register(y_type{}), number);
            long_index_t p[4] = {}, y[8] = {}, x[4] = {};
            tile_map::unpack(map.p_lengths, thread, p);
            tile_map::unpack(map.y_lengths, number, y);
            map.x_of(p, y, x);
            const auto index = distribution::get_partition_index(static_cast<index_t>(thread));
            const auto here = distribution::calculate_index(index, y_type{});
            array<index_t, Encoding::num_dim_p + Encoding::num_dim_y> top{};
            for (int i = 0; i < Encoding::num_dim_p; ++i) {
                EXPECT_EQ(index[i], p[i]);
                top[i] = index[i];
            }
            for (int i = 0; i < Encoding::num_dim_y; ++i)
                top[Encoding::num_dim_p + i] = static_cast<index_t>(y[i]);
            const auto bottom = adaptor.calculate_bottom_index(top);
            for (int i = 0; i < Encoding::num_dim_x; ++i) {
                EXPECT_EQ(here[i], x[i]) << "thread " << thread << ", register " << number;
                EXPECT_EQ(bottom[i], x[i]) << "thread " << thread << ", register " << number;
            }
        });
}

TEST(TileDistribution, AgreesWithTheMapAndWithTheAdaptor) {
    expect_one_map<copy_encoding>();
    expect_one_map<replicated_rows>();
    expect_one_map<register_blocks>();
    expect_one_map<small_fragment>();
    expect_one_map<crooked>();
    expect_one_map<fragments::gfx942_mfma_f32_32x32x8_f16::c>();
    expect_one_map<embed_tile_distribution_encoding<register_blocks, small_fragment>>();
}

TEST(TileDistribution, SplitsTheThreadIntoWarpAndLane) {
    using two =
        tile_distribution<tile_distribution_encoding<s<>, tuple<s<4, 64>>, tuple<s<1>, s<1>>,
                                                     tuple<s<0>, s<1>>, s<>, s<>>>;
    EXPECT_EQ(two::get_partition_index(200), (array<index_t, 2>{3, 8}));
    EXPECT_EQ(two::get_num_of_warps(), 4);
    EXPECT_EQ(two::get_num_of_lanes(), 64);
}

TEST(TileDistribution, ReadsNeighbouringDigitsOfAPAsOne) {
    // lane = (H0[1], H0[2]): X0 gets lane % 12 as it is, one term and no division.
    using joined = tile_distribution_encoding<s<>, tuple<s<2, 3, 4>>, tuple<s<1, 1>>,
                                              tuple<s<1, 2>>, s<1>, s<0>>;
    EXPECT_EQ(tileproof::detail::p_terms(joined::map).size(), 1);
    // lane = (H0[2], H0[1]): two digits that are not neighbours in X.
    using crossed = tile_distribution_encoding<s<>, tuple<s<2, 3, 4>>, tuple<s<1, 1>>,
                                               tuple<s<2, 1>>, s<1>, s<0>>;
    EXPECT_EQ(tileproof::detail::p_terms(crossed::map).size(), 2);
    expect_one_map<joined>();
    expect_one_map<crossed>();
}

}  // namespace
