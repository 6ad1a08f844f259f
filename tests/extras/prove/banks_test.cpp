// SPDX-License-Identifier: MIT
#include "extras/prove/banks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

bank_answer banks(const std::string& text, const std::string& given, const std::string& dim,
                  long_index_t bytes = 4, bool try_sizes = true) {
    return banks_of(named_layout(text, given), bank_question_of(dim, bytes),
                    {.laws = {}, .seconds = 0.05, .try_sizes = try_sizes});
}

const std::string rows_of_64_flipped =
    "packed [M,64] -> {pass: 0 -> 0; unmerge(8,8): 1 -> 1,2} -> {xor: 0,1 -> 0,1; pass: 2 -> 2}";

TEST(Banks, OfAColumnAreOneWithoutAPadAndAllWithOne) {
    const bank_answer column = banks("packed [M,32]", "M", "0");
    EXPECT_EQ(column.what, verdict::refuted);
    EXPECT_EQ(column.sizes, "M=32");
    EXPECT_EQ(column.why, "a 32-way bank conflict of the lanes from (0,0) on");
    EXPECT_EQ(column.most, 32u);
    for (const bool try_sizes : {false, true}) {
        const bank_answer a = banks("naive [M,N] strides [N+1,1]", "M, N%32==0", "0", 4, try_sizes);
        EXPECT_EQ(a.what, verdict::proved) << a.why;
        EXPECT_EQ(banks("naive [M,N] strides [S,1]", "M, N, S>=N", "1", 4, try_sizes).what,
                  verdict::proved);
        EXPECT_NE(banks("naive [M,N] strides [N+1,1]", "M, N", "0", 4, try_sizes).what,
                  verdict::proved);
    }
}

TEST(Banks, AreAllUsedOfColumnsThatAreFlippedOrShifted) {
    for (const char* kind : {"xor", "cyclic_shift", "inverse_cyclic_shift"})
        for (const char* dim : {"0", "1"}) {
            const std::string text = std::string("packed [M,32] -> {") + kind + ": 0,1 -> 0,1}";
            const bank_answer a = banks(text, "M", dim, 4, false);
            EXPECT_EQ(a.what, verdict::proved) << text << ", " << dim << ": " << a.why;
        }
}

TEST(Banks, OfTwoHalfRowsAreAllUsedWhereTheyAreHalfARoundApart) {
    const std::string merged = ",1] -> {merge: 0,1 -> 0}";
    EXPECT_EQ(banks("naive [2,16] strides [32*K+16" + merged, "K", "0", 4, false).most, 1u);
    EXPECT_EQ(banks("naive [2,16] strides [32*K" + merged, "K", "0", 4, false).most, 2u);
}

TEST(Banks, OfVectorsServeFewerLanesAtOnce) {
    const std::string vectors = rows_of_64_flipped + " -> {merge: 0,2 -> 0; pass: 1 -> 1}";
    const bank_answer a = banks(vectors, "M", "0x8", 2);
    EXPECT_EQ(a.what, verdict::proved) << a.why;
    EXPECT_EQ(banks(rows_of_64_flipped, "M", "0", 2).why,
              "a 4-way bank conflict of the lanes from (0,0,0) on");
    const bank_answer plain = banks(
        "packed [M,64] -> {pass: 0 -> 0; unmerge(8,8): 1 -> 1,2} -> {merge: 0,2 -> 0; pass: 1 "
        "-> 1}",
        "M", "0x8", 2);
    EXPECT_EQ(plain.why, "a 8-way bank conflict of the lanes from (0,0) on");
    EXPECT_EQ(plain.most, 8u);
    EXPECT_EQ(banks("packed [M,64]", "M", "1x8", 2).what, verdict::proved);
}

TEST(Banks, SayWhatIsNoVector) {
    EXPECT_EQ(banks("packed [M,64]", "M", "0x2").why,
              "the 2 elements from (0,0) on are no aligned vector");
    EXPECT_EQ(banks("packed [M,66]", "M", "1x4").why,
              "the 4 elements from (0,64) on are no aligned vector");
    EXPECT_NE(banks("packed [M,64]", "M", "0x2", 4, false).what, verdict::proved);
    EXPECT_NE(banks("packed [M,66]", "M", "1x4", 4, false).what, verdict::proved);
}

// Small strides and sizes of an element: a bound for all lengths is never below what a length has.
TEST(Banks, AreNeverFewerThanTheLibrarysOffsetsUse) {
    int proved = 0;
    for (const long_index_t bytes : {1, 2, 4, 8})
        for (int stride = 1; stride <= 40; stride += 3 + static_cast<int>(bytes)) {
            const std::string text = "naive [33,M] strides [M+" + std::to_string(stride) + ",1]";
            const bank_answer seen = banks(text, "M%4==0, M<=64", "0", bytes);
            const bank_answer bound = banks(text, "M%4==0, M<=64", "0", bytes, false);
            EXPECT_TRUE(seen.what != verdict::refuted || bound.what != verdict::proved) << text;
            proved += bound.what == verdict::proved ? 1 : 0;
            const bank_answer number = banks(
                "naive [33,4] strides [" + std::to_string(stride + 3) + ",1]", "", "0", bytes);
            EXPECT_EQ(number.what == verdict::proved, number.most == 1) << stride << ", " << bytes;
        }
    EXPECT_GT(proved, 5);
}

TEST(Banks, RefuseWhatIsNoDimOrNoAccess) {
    for (const char* wrong : {"", "x", "1x", "1x0", "-1", "0x3", "0x8", "a", "1x2y"})
        EXPECT_THROW((void)bank_question_of(wrong, 4), layout_error) << wrong;
    EXPECT_THROW((void)banks("packed [M]", "M", "1"), layout_error);
}

TEST(Banks, IsText) {
    const named_layout l("packed [M,32]", "M");
    const bank_question q = bank_question_of("1", 4);
    EXPECT_THAT(text_of(l, q, banks_of(l, q, {.laws = {}, .seconds = 0.02})),
                testing::AllOf(testing::HasSubstr("32 at once along dim 1, 1 element of 4 bytes"),
                               testing::HasSubstr("banks         proved       no bank conflict")));
}

}  // namespace
}  // namespace tileproof::prove
