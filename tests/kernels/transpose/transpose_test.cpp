// SPDX-License-Identifier: MIT
// The four transposes on the cpu device against a plain loop, bit by bit, in memory that borders on
// unmapped pages, with every byte of the output buffer accounted for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/kernels/trial.hpp"

namespace tileproof::kernels {

using devices::buffer;
using devices::device;
using devices::find_device;
using devices::placement;

namespace {

using testing::HasSubstr;

void check(const transpose_kernel& k, const transpose_problem& p) {
    for (placement where : {placement::fence_after, placement::fence_before, placement::plain}) {
        const trial<transpose_problem> t{.problem = p, .where = where};
        ASSERT_EQ(wrong_with(find_device("cpu"), k, t), "") << k.name << ": " << text(t);
    }
}

class Transpose : public testing::TestWithParam<std::string> {
  protected:
    const transpose_kernel& kernel() const {
        for (const transpose_kernel& k : find_device("cpu").kernels().transposes)
            if (k.name == GetParam()) return k;
        throw std::logic_error("no kernel " + GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Kernels, Transpose,
                         testing::Values("transpose_read_contiguous", "transpose_write_contiguous",
                                         "transpose_tiled", "transpose_register_4x4"),
                         [](const auto& test) { return test.param; });

TEST_P(Transpose, EqualsThePlainLoopAtTheBoundariesOfItsTiles) {
    for (long_index_t rows : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 67})
        for (long_index_t columns : {0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 61})
            for (int bytes : {1, 2, 4, 8})
                ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(rows, columns, bytes)));
}

TEST_P(Transpose, LeavesWhatLiesBetweenTheRowsOfTheOutputAlone) {
    for (auto [in_extra, out_extra] : {std::pair{1, 0}, {0, 1}, {3, 4}, {4, 8}, {29, 100}})
        for (int bytes : {1, 2, 4, 8}) {
            transpose_problem p = packed_transpose(39, 47, bytes);
            p.input_leading += in_extra;
            p.output_leading += out_extra;
            ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        }
}

TEST_P(Transpose, DoesAllMatricesOfABatch) {
    for (int bytes : {1, 2, 4, 8}) {
        transpose_problem p = packed_transpose(20, 36, bytes, 5);
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.input_leading = 40;
        p.output_leading = 23;
        p.input_batch_stride = 811;
        p.output_batch_stride = 830;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.input_batch_stride = 0;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
        p.rows = 0;
        ASSERT_NO_FATAL_FAILURE(check(kernel(), p));
    }
}

TEST_P(Transpose, TakesShapesThatAreMuchLongerThanWide) {
    for (auto [rows, columns] :
         {std::pair<long_index_t, long_index_t>{100003, 1}, {1, 100003}, {50021, 3}})
        ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(rows, columns, 2)));
}

TEST_P(Transpose, TakesMoreRowsAndMatricesThanOneGridHas) {
    // One tile more than the 65535 of a grid's y extent, and one matrix more than its z extent.
    const long_index_t tile_rows = GetParam() == "transpose_read_contiguous" ? 16
                                   : GetParam() == "transpose_tiled"         ? 16
                                                                             : 32;
    ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(65535 * tile_rows + 1, 1, 1)));
    ASSERT_NO_FATAL_FAILURE(check(kernel(), packed_transpose(1, 2, 1, 65536)));
}

TEST_P(Transpose, StartsAtAnyElement) {
    // Bases that are aligned to the element only: vector accesses must not be used there.
    for (long_index_t shift : {1, 2, 3}) {
        const trial<transpose_problem> t{.problem = packed_transpose(32, 64, 4),
                                         .input_lead = shift,
                                         .output_lead = 4 - shift,
                                         .where = placement::plain};
        ASSERT_EQ(wrong_with(find_device("cpu"), kernel(), t), "") << text(t);
    }
}

TEST_P(Transpose, UsesSixtyFourBitIndicesBeyondTwoToThe31) {
    // 3 rows that lie 2^31 + 7 bytes apart: memory that is touched is three pages, the rest only
    // reserved.
    device& cpu = find_device("cpu");
    transpose_problem p = packed_transpose(3, 5, 1);
    p.input_leading = (long_index_t{1} << 31) + 7;
    const buffer from =
        cpu.allocate({.bytes = static_cast<std::size_t>(p.input_elements()), .alignment = 1});
    const buffer to = cpu.allocate({.bytes = 15});
    auto* const in = static_cast<std::uint8_t*>(from.data());
    for (long_index_t r = 0; r < 3; ++r)
        for (long_index_t c = 0; c < 5; ++c)
            in[r * p.input_leading + c] = static_cast<std::uint8_t>(10 * r + c);
    kernel().launch(p, from.data(), to.data());
    for (int c = 0; c < 5; ++c)
        for (int r = 0; r < 3; ++r)
            ASSERT_EQ(static_cast<std::uint8_t*>(to.data())[c * 3 + r], 10 * r + c);
}

TEST_P(Transpose, RefusesWhatItDoesNotTakeAndDoesNotLaunchIt) {
    transpose_problem p = packed_transpose(2, 3, 4);
    p.input_leading = 2;
    EXPECT_THAT(kernel().refusal(p), HasSubstr("leading dimension 2"));
    EXPECT_THROW(kernel().launch(p, nullptr, nullptr), device_error);
}

}  // namespace
}  // namespace tileproof::kernels
