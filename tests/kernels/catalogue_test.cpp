// SPDX-License-Identifier: MIT
#include "kernels/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tileproof::kernels {
namespace {

using testing::HasSubstr;

TEST(TransposeProblem, CountsTheElementsFromTheFirstToTheLastTouched) {
    transpose_problem p = packed_transpose(2, 3, 4);
    EXPECT_EQ(p.input_elements(), 6);
    EXPECT_EQ(p.output_elements(), 6);
    p.output_leading = 5;
    EXPECT_EQ(p.output_elements(), 12);
    p.batch = 3;
    p.input_batch_stride = 10;
    p.output_batch_stride = 20;
    EXPECT_EQ(p.input_elements(), 26);
    EXPECT_EQ(p.output_elements(), 52);
    p.rows = 0;
    EXPECT_EQ(p.input_elements(), 0);
    EXPECT_EQ(p.output_elements(), 0);
}

TEST(TransposeProblem, IsAcceptedWhenItMakesSense) {
    EXPECT_EQ(transpose_refusal(packed_transpose(2, 3, 4)), "");
    EXPECT_EQ(transpose_refusal(packed_transpose(0, 3, 1)), "");
    EXPECT_EQ(transpose_refusal(packed_transpose(3, 0, 8, 5)), "");
    EXPECT_EQ(transpose_refusal(packed_transpose(1 << 20, 1 << 20, 8)), "");
    transpose_problem p = packed_transpose(2, 3, 4, 4);
    p.input_batch_stride = 0;  // the same input for every matrix of the batch
    EXPECT_EQ(transpose_refusal(p), "");
}

TEST(TransposeProblem, IsRefusedWithASentenceOtherwise) {
    transpose_problem p = packed_transpose(2, 3, 4);
    p.input_leading = 2;
    EXPECT_EQ(transpose_refusal(p),
              "The input's leading dimension 2 is less than its 3 columns: rows would overlap.");
    p = packed_transpose(2, 3, 4);
    p.output_leading = 1;
    EXPECT_THAT(transpose_refusal(p),
                HasSubstr("output's leading dimension 1 is less than its 2 columns"));
    EXPECT_THAT(transpose_refusal(packed_transpose(2, 3, 3)), HasSubstr("Elements of 3 bytes"));
    EXPECT_THAT(transpose_refusal(packed_transpose(-2, 3, 4)), HasSubstr("-2 x 3"));
    p = packed_transpose(2, 3, 4, 2);
    p.output_batch_stride = 5;
    EXPECT_THAT(transpose_refusal(p), HasSubstr("batch stride 5 is less than the 6 elements"));
    p.output_batch_stride = -6;
    EXPECT_THAT(transpose_refusal(p), HasSubstr("none may be negative"));
    p = packed_transpose(2, 3, 8);
    p.input_leading = (long_index_t{1} << 59) - 4;  // 2^59 - 1 elements: just below the limit
    EXPECT_EQ(transpose_refusal(p), "");
    p.input_leading += 2;
    EXPECT_THAT(transpose_refusal(p), HasSubstr("beyond 2^62 bytes"));
    p.input_leading = long_index_t{1} << 60;
    EXPECT_THAT(transpose_refusal(p), HasSubstr("beyond 2^62 bytes"));
    EXPECT_THAT(
        transpose_refusal(packed_transpose(long_index_t{1} << 40, long_index_t{1} << 40, 1)),
        HasSubstr("beyond 2^62 bytes"));
}

}  // namespace
}  // namespace tileproof::kernels
