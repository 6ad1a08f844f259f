// SPDX-License-Identifier: MIT
#include "reference/movement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <vector>

namespace tileproof::reference {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReferenceMovement, TransposesAMatrixThatIsNotSquare) {
    const std::vector<std::uint16_t> in{1, 2, 3, 4, 5, 6};
    std::vector<std::uint16_t> out(6, 0);
    transpose({2, 3, 1, 2, {3, 6}, {2, 6}}, in.data(), out.data());
    EXPECT_THAT(out, ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(ReferenceMovement, LeavesWhatLiesBetweenTheRowsAndBatchesOfTheResult) {
    // Two matrices 1 x 2, rows 3 apart in the input; result rows 2 apart, matrices 5 apart.
    const std::vector<std::uint8_t> in{1, 2, 9, 3, 4, 9};
    std::vector<std::uint8_t> out(10, 77);
    transpose({1, 2, 2, 1, {3, 3}, {2, 5}}, in.data(), out.data());
    EXPECT_THAT(out, ElementsAre(1, 77, 2, 77, 77, 3, 77, 4, 77, 77));
}

TEST(ReferenceMovement, CopiesRowsToOtherPlaces) {
    const std::vector<std::uint32_t> in{1, 2, 9, 3, 4, 9};
    std::vector<std::uint32_t> out(7, 77);
    copy({2, 2, 1, 4, {3, 0}, {4, 0}}, in.data(), out.data());
    EXPECT_THAT(out, ElementsAre(1, 2, 77, 77, 3, 4, 77));
}

class ReferenceMovementOfWidth : public testing::TestWithParam<int> {};

TEST_P(ReferenceMovementOfWidth, MovesEveryBitPattern) {
    const int width = GetParam();
    const auto bytes = static_cast<std::size_t>(width);
    constexpr std::size_t rows = 5, columns = 7;
    std::vector<unsigned char> in(rows * columns * bytes + 1), out(in.size(), 0);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(i * 37 + 11);
    std::memset(in.data(), 0xff, 3 * bytes);  // a NaN in every floating point format
    in[4 * bytes - 1] = 0x80;                 // and a minus sign
    transpose({rows, columns, 1, width, {columns, 0}, {rows, 0}}, in.data(), out.data());
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            EXPECT_EQ(
                std::memcmp(&in[(r * columns + c) * bytes], &out[(c * rows + r) * bytes], bytes), 0)
                << "row " << r << ", column " << c;
    EXPECT_EQ(out.back(), 0);
}

INSTANTIATE_TEST_SUITE_P(EveryWidth, ReferenceMovementOfWidth,
                         testing::Values(1, 2, 3, 4, 8, 12, 16, 40));

TEST(ReferenceMovement, TakesEmptyMatrices) {
    transpose({0, 5, 3, 4, {5, 0}, {0, 0}}, nullptr, nullptr);
    transpose({5, 0, 3, 4, {0, 0}, {5, 0}}, nullptr, nullptr);
    copy({5, 5, 0, 4, {5, 0}, {5, 0}}, nullptr, nullptr);
}

std::string refusal(const matrix_batch& m) {
    try {
        transpose(m, nullptr, nullptr);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(ReferenceMovement, RefusesWhatMakesNoSenseWithASentence) {
    EXPECT_THAT(refusal({2, 3, 1, 4, {2, 0}, {2, 0}}),
                HasSubstr("leading dimension of a matrix batch is 2; a row of 3 elements"));
    EXPECT_THAT(refusal({2, 3, 1, 4, {3, 0}, {1, 0}}), HasSubstr("a row of 2 elements"));
    EXPECT_THAT(refusal({-1, 3, 1, 4, {3, 0}, {2, 0}}), HasSubstr("row count"));
    EXPECT_THAT(refusal({0, 0, 1, 0, {0, 0}, {0, 0}}), HasSubstr("at least one byte"));
}

}  // namespace
}  // namespace tileproof::reference
