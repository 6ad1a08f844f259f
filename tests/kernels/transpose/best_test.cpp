// SPDX-License-Identifier: MIT
// The vector transposes on every device at hand: exact bytes, nothing outside touched, at shapes and
// alignments around every edge that the tiles have.
#include <gtest/gtest.h>

#include "tests/kernels/trial.hpp"

namespace tileproof::kernels {
namespace {

using transpose_trials = std::vector<trial<transpose_problem>>;

const transpose_kernel& kernel_named(devices::device& d, const std::string& name) {
    for (const transpose_kernel& k : d.kernels().transposes)
        if (k.name == name) return k;
    throw std::runtime_error("no kernel is named " + name);
}

class VectorTransposes : public on_device {
  protected:
    void expect_right(const char* kernel, const transpose_trials& trials) {
        const transpose_kernel& k = kernel_named(device(), kernel);
        unsigned seed = 1;
        for (const auto& t : trials)
            ASSERT_EQ(wrong_with(device(), k, t, ++seed), "") << kernel << " on " << text(t);
    }
};
TILEPROOF_ON_EVERY_DEVICE(VectorTransposes);

// Packed matrices of each pair of lengths.
transpose_trials packed_trials(int bytes, const std::vector<long_index_t>& lengths) {
    transpose_trials all;
    for (long_index_t rows : lengths)
        for (long_index_t columns : lengths)
            all.push_back({packed_transpose(rows, columns, bytes), 0, 0});
    return all;
}

// Every combination of input and output alignment within a 32-byte sector, and leading dimensions that keep
// or turn it from row to row.
transpose_trials aligned_trials(int bytes, long_index_t rows, long_index_t columns) {
    transpose_trials all;
    const long_index_t sector = 32 / bytes;
    for (long_index_t lead = 0; lead < sector; lead += std::max<long_index_t>(1, sector / 8))
        for (long_index_t more : {long_index_t{0}, long_index_t{1}, sector / 2, sector - 1}) {
            transpose_problem p = packed_transpose(rows, columns, bytes, 2);
            p.input_leading += more;
            p.output_leading += sector - 1 - more;
            p.input_batch_stride = p.rows * p.input_leading + more;
            p.output_batch_stride = p.columns * p.output_leading + 3;
            all.push_back({p, lead, sector - 1 - lead});
            all.push_back({p, 0, lead});
            all.push_back({p, lead, 0});
        }
    return all;
}

TEST_P(VectorTransposes, MoveEveryByteAroundTheEdgesOfTiles) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t v = 16 / bytes, tile = 8 * v;
        expect_right("transpose_vector", packed_trials(bytes, {0, 1, v - 1, v, v + 1, tile - 1,
                                                               tile, tile + 1, 3 * tile + v + 1}));
    }
}

TEST_P(VectorTransposes, MoveEveryByteAtEveryAlignment) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t tile = 8 * 16 / bytes;
        expect_right("transpose_vector", aligned_trials(bytes, tile + 5, 2 * tile + 3));
    }
}

TEST_P(VectorTransposes, MoveEveryByteOfTilesThatLieWhollyInside) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t n = 4 * 16 * 16 / bytes;
        expect_right("transpose_vector", {{packed_transpose(n, n, bytes), 0, 0},
                                          {packed_transpose(n, n + 1, bytes), 0, 0},
                                          {packed_transpose(n + 1, n, bytes), 0, 0},
                                          {packed_transpose(n + 1, n + 1, bytes), 0, 0}});
    }
}

// Both leading dimensions leave the rest that makes columns meet in the banks: their words are taken in turn.
TEST_P(VectorTransposes, MoveEveryByteOfOddSquares) {
    for (int bytes : {1, 2}) {
        const long_index_t tile = 8 * 16 / bytes;
        for (long_index_t n : {tile - 1, tile + 1, 3 * tile - 1, 3 * tile + 3})
            expect_right("transpose_vector", {{packed_transpose(n, n, bytes), 0, 0},
                                              {packed_transpose(n, n, bytes), 1, 3}});
    }
}

// Columns that fill the tiles of some element size to the last: where rows begin between vectors, the one vector more
// that such a row needs is cut by the matrix's own end.
TEST_P(VectorTransposes, MoveEveryByteOfFullTilesWhoseRowsBeginAnywhere) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t v = 16 / bytes;
        for (long_index_t columns : {10 * v, 16 * v, 32 * v}) {
            transpose_problem p = packed_transpose(8 * v + 3, columns, bytes);
            p.input_leading += 1;
            expect_right("transpose_vector", {{p, 0, 0}});
        }
    }
}

// Rows without gaps are loaded across their ends; rows with gaps are not, and neither are the first and the last.
TEST_P(VectorTransposes, MoveEveryByteAtTheEdgesOfRowsWithAndWithoutGaps) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t v = 16 / bytes, tile = 8 * v;
        for (long_index_t columns : {long_index_t{1}, v - 1, v + 1, tile + 1})
            for (long_index_t gap : {0, 1, 3}) {
                transpose_problem p = packed_transpose(4 * tile + 3, columns, bytes);
                p.input_leading += gap;
                expect_right("transpose_vector", {{p, 0, 0}, {p, 1, 1}});
            }
    }
}

// The last row that a tile loads is the last but one of the matrix: a vector may reach into the last row, not past it.
TEST_P(VectorTransposes, ReadNothingPastTheLastRowOfNarrowMatrices) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t v = 16 / bytes;
        for (long_index_t rows : {8 * v + 1, 16 * v + 1, 32 * v + 1})
            for (long_index_t columns = v; columns <= 2 * v + 1; ++columns)
                expect_right("transpose_vector", {{packed_transpose(rows, columns, bytes), 0, 0},
                                                  {packed_transpose(rows, columns, bytes), 1, 1}});
    }
}

TEST_P(VectorTransposes, GatherMovesEveryByte) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t v = 16 / bytes;
        expect_right("transpose_gather", packed_trials(bytes, {0, 1, v - 1, v, v + 1, 15, 16, 17,
                                                               4 * v - 1, 4 * v, 4 * v + 1, 97}));
        expect_right("transpose_gather", aligned_trials(bytes, 4 * v + 3, 21));
    }
}

TEST_P(VectorTransposes, TheBestOneTakesTilesWhenTheMatrixIsLargeAndIsRightOnBothSides) {
    for (int bytes : {1, 2, 4, 8}) {
        const long_index_t rows = (1 << 10) / bytes;
        expect_right("transpose_best", {{packed_transpose(rows, 512, bytes), 0, 0},
                                        {packed_transpose(rows, 513, bytes), 0, 0},
                                        {packed_transpose(2560, 32, bytes), 0, 0}});
    }
}

TEST_P(VectorTransposes, GatherRefusesMoreRowsThanAGridHas) {
    const transpose_problem p = packed_transpose(long_index_t{1} << 24, 1, 2);
    EXPECT_NE(kernel_named(device(), "transpose_gather").refusal(p), "");
}

}  // namespace
}  // namespace tileproof::kernels
