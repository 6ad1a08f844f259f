// SPDX-License-Identifier: MIT
// What a tile of the best transpose loads, against every vector and element counted one by one.
#include "kernels/transpose/tile_reach.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/transpose/best_tile.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

struct matrix {
    long long rows, columns, leading;
    int input_phase,
        output_phase;  // elements above the 16-byte and the 32-byte boundary below the first
};

template <class Tile>
best_arguments arguments_of(const matrix& m, long long output_leading, int tile_columns) {
    best_arguments g{};
    g.rows = m.rows;
    g.columns = m.columns;
    g.input_leading = m.leading;
    g.output_leading = output_leading;
    g.row_tiles = static_cast<unsigned>((m.rows + Tile::halo + Tile::rows - 1) / Tile::rows);
    g.tile_columns = tile_columns;
    return g;
}

// One that a tile loads, counted in elements from the first of the matrix; `in_row` in elements from the
// first of the vector's row.
struct loaded_vector {
    long long row, in_row, element;
};

template <class Tile, bool InAligned>
std::vector<loaded_vector> loaded(const matrix& m, const tile_reach<Tile, InAligned>& reach) {
    constexpr int V = Tile::V;
    std::vector<loaded_vector> all;
    for (long long row = reach.r0 + reach.first_row; row < reach.r0 + reach.last_row; ++row)
        for (int j = 0; j < Tile::row_vectors; ++j)
            if (reach.loads(j)) {
                const long long first = row * m.leading + reach.c0;
                const long long phase = InAligned ? 0 : (m.input_phase + first) % V;
                all.push_back({row, reach.c0 - phase + j * V, first - phase + j * V});
            }
    return all;
}

template <int Bytes, class Tile, bool InAligned, bool OutAligned>
void expect_reach(const matrix& m, int tile_columns) {
    constexpr int V = Tile::V, boundary = 32 / Bytes;
    const std::string text =
        std::to_string(m.rows) + " x " + std::to_string(m.columns) + ", leading " +
        std::to_string(m.leading) + ", phases " + std::to_string(m.input_phase) + " and " +
        std::to_string(m.output_phase) + ", " + std::to_string(Bytes) + " bytes, aligned " +
        std::to_string(InAligned) + std::to_string(OutAligned) + ", tiles of " +
        std::to_string(tile_columns) + " columns";
    const long long output_leading = OutAligned ? (m.rows + V - 1) / V * V : m.rows;
    const best_arguments g = arguments_of<Tile>(m, output_leading, tile_columns);
    const long long column_tiles = (m.columns + g.tile_columns - 1) / g.tile_columns;
    const auto size = static_cast<std::size_t>(m.rows * m.columns);
    const auto place = [&](long long r, long long c) {
        return static_cast<std::size_t>(r * m.columns + c);
    };
    std::vector<int> stored(size), held(size);  // how often; by which tile at last
    int tile = 0;
    for (long long tile_row = 0; tile_row < g.row_tiles; ++tile_row)
        for (long long tile_column = 0; tile_column < column_tiles; ++tile_column) {
            const tile_reach<Tile, InAligned> reach(g, tile_row, tile_column);
            for (int j = 0; j < Tile::row_vectors; ++j) {
                bool wanted = false;  // at some phase of the row
                for (int phase = 0; phase < (InAligned ? 1 : V); ++phase)
                    wanted = wanted || j * V - phase < reach.width;
                ASSERT_EQ(reach.loads(j), wanted) << text << ", vector " << j;
            }
            const std::vector<loaded_vector> vectors = loaded(m, reach);
            ++tile;
            bool in_rows = true, in_matrix = true;
            for (const loaded_vector& v : vectors) {
                ASSERT_TRUE(v.row >= 0 && v.row < m.rows) << text << ", row " << v.row;
                const bool in_row = v.in_row >= 0 && v.in_row + V <= m.columns;
                in_rows = in_rows && in_row;
                in_matrix =
                    in_matrix &&
                    (m.leading == m.columns ? v.element >= 0 && v.element + V <= m.rows * m.columns
                                            : in_row);
                for (long long c = v.in_row; c < v.in_row + V; ++c)
                    if (c >= 0 && c < m.columns) held[place(v.row, c)] = tile;
            }
            if (reach.columns_inside) ASSERT_TRUE(in_rows) << text << ", tile row " << tile_row;
            if (reach.whole_vectors) ASSERT_TRUE(in_matrix) << text << ", tile row " << tile_row;
            // Far from every end nothing is looked at one by one.
            const bool far_columns = reach.c0 >= V && reach.c0 + Tile::columns + 2 * V <= m.columns;
            const bool far_rows = reach.r0 > 0 && reach.r0 + Tile::loaded_rows < m.rows;
            if (far_columns) ASSERT_TRUE(reach.columns_inside) << text;
            if (far_columns || (far_rows && m.leading == m.columns && m.columns >= 2 * V))
                ASSERT_TRUE(reach.whole_vectors) << text;
            // Each column's stores begin at a boundary at or above the tile's own rows.
            for (long long c = reach.c0; c < reach.c0 + reach.width; ++c) {
                const long long own = reach.r0 + Tile::halo;
                const long long early =
                    OutAligned ? 0 : (m.output_phase + c * output_leading + own) % boundary;
                for (long long r = own - early; r < own - early + Tile::rows; ++r)
                    if (r >= 0 && r < m.rows) {
                        ++stored[place(r, c)];
                        ASSERT_EQ(held[place(r, c)], tile) << text << ", " << r << " " << c;
                    }
            }
        }
    EXPECT_EQ(stored, std::vector<int>(size, 1)) << text;
}

template <int Bytes, int RowVectors, int ColumnVectors, bool InAligned, bool OutAligned>
void expect_reaches() {
    using tile = best_tile<Bytes, RowVectors, ColumnVectors, 256, InAligned, OutAligned>;
    constexpr int V = tile::V;
    unsigned turn = 0;
    for (long long rows : {1, V, tile::rows, tile::loaded_rows + 1, 2 * tile::rows + 1})
        for (long long columns :
             {1, V - 1, V, V + 1, V + 2, 2 * V - 1, 2 * V, 2 * V + 3, tile::columns,
              tile::columns + 1, tile::columns + 2 * V, 2 * tile::columns + 1})
            for (long long gap : {0, 1, V})
                for (int phase = 0; phase < V; phase += InAligned ? V : V > 4 ? 3 : 1) {
                    long long leading = columns + gap;
                    if (InAligned) leading = (leading + V - 1) / V * V;
                    ++turn;
                    const int output_phase =
                        OutAligned ? 0 : static_cast<int>(turn * 7 % (32 / Bytes));
                    // Some of the widths that a tile may have; aligned ones have one.
                    const int widths[] = {tile::columns, V, V + 3, tile::columns / 2 + 1};
                    expect_reach<Bytes, tile, InAligned, OutAligned>(
                        {rows, columns, leading, phase, output_phase},
                        InAligned ? tile::columns : widths[turn % 4]);
                    if (::testing::Test::HasFailure()) return;
                }
}

template <int Bytes, int RowVectors, int ColumnVectors>
void expect_reaches_of() {
    expect_reaches<Bytes, RowVectors, ColumnVectors, true, true>();
    expect_reaches<Bytes, RowVectors, ColumnVectors, true, false>();
    expect_reaches<Bytes, RowVectors, ColumnVectors, false, true>();
    expect_reaches<Bytes, RowVectors, ColumnVectors, false, false>();
}

TEST(TileReach, HoldsWhatTheTilesStoreAndWholeVectorsLieInTheMatrixForBytes) {
    expect_reaches_of<1, 8, 8>();
}
TEST(TileReach, HoldsWhatTheTilesStoreAndWholeVectorsLieInTheMatrixForHalves) {
    expect_reaches_of<2, 8, 8>();
}
TEST(TileReach, HoldsWhatTheTilesStoreAndWholeVectorsLieInTheMatrixForWords) {
    expect_reaches_of<4, 8, 8>();
}
TEST(TileReach, HoldsWhatTheTilesStoreAndWholeVectorsLieInTheMatrixForDoubles) {
    expect_reaches_of<8, 16, 16>();
}

}  // namespace
}  // namespace tileproof::kernels::TILEPROOF_DEVICE
