// SPDX-License-Identifier: MIT
// The kernels' lane maps against the catalogue of tile distributions, element by element.
#include <gtest/gtest.h>

#include <set>
#include <tileproof/tile/fragments.hpp>
#include <utility>

#include "kernels/product/fragment_map.hpp"

namespace tileproof::kernels {
namespace {

// Every (lane, e) names each element of a 16 x 16 matrix equally often.
template <class Row, class Column>
void expect_covered(int lanes, int elements, int times, Row row, Column column) {
    std::multiset<std::pair<int, int>> seen;
    for (int l = 0; l < lanes; ++l)
        for (int e = 0; e < elements; ++e)
            if (row(l, e) < 16 && column(l, e) < 16) seen.insert({row(l, e), column(l, e)});
    for (int r = 0; r < 16; ++r)
        for (int c = 0; c < 16; ++c)
            ASSERT_EQ(seen.count({r, c}), static_cast<std::size_t>(times)) << r << ", " << c;
}

template <class Map>
void expect_whole(int times_ab) {
    expect_covered(Map::wave, Map::ab_elements, times_ab, Map::a_row, Map::a_k);
    expect_covered(Map::wave, Map::ab_elements, times_ab, Map::b_k, Map::b_column);
    expect_covered(Map::wave, Map::c_elements, 1, Map::c_row, Map::c_column);
}

TEST(FragmentMaps, NameEachElementOnceAndOfOperandsOnRdna3Twice) {
    expect_whole<gfx11_map>(2);
    expect_whole<gfx12_map>(1);
    expect_whole<gfx942_map>(1);
    expect_whole<gfx942_i8_map>(1);
    expect_whole<nvidia_map>(1);
    expect_whole<nvidia_i8_map>(1);
}

template <class Encoding, class First, class Second, int... E>
void expect_same(int lanes, First first, Second second, std::integer_sequence<int, E...>) {
    constexpr auto distribution = make_static_tile_distribution(Encoding{});
    for (int l = 0; l < lanes; ++l)
        (
            [&] {
                const auto x = distribution.calculate_index({{l}}, sequence<E>{});
                EXPECT_EQ(x[0], first(l, E)) << "lane " << l << ", element " << E;
                EXPECT_EQ(x[1], second(l, E)) << "lane " << l << ", element " << E;
            }(),
            ...);
}
template <class Fragment, class Map>
void expect_catalogue() {
    using ab = std::make_integer_sequence<int, Map::ab_elements>;
    using c = std::make_integer_sequence<int, Map::c_elements>;
    expect_same<typename Fragment::a>(Map::wave, Map::a_row, Map::a_k, ab{});
    expect_same<typename Fragment::b>(Map::wave, Map::b_k, Map::b_column, ab{});
    expect_same<typename Fragment::c>(Map::wave, Map::c_row, Map::c_column, c{});
}

TEST(FragmentMaps, AgreeWithTheCatalogueOfTileDistributions) {
    expect_catalogue<fragments::gfx11_wmma_f32_16x16x16_f16, gfx11_map>();
    expect_catalogue<fragments::gfx12_wmma_f32_16x16x16_f16, gfx12_map>();
    expect_catalogue<fragments::gfx12_wmma_i32_16x16x16_iu8, gfx12_map>();
    expect_catalogue<fragments::gfx942_mfma_f32_16x16x16_f16, gfx942_map>();
    expect_catalogue<fragments::gfx942_mfma_i32_16x16x32_i8, gfx942_i8_map>();
}

}  // namespace
}  // namespace tileproof::kernels
