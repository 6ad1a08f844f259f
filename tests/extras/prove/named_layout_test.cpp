// SPDX-License-Identifier: MIT
#include "extras/prove/named_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::prove {
namespace {

std::string instance(const std::string& text, const std::string& given, values v) {
    const named_layout l(text, given);
    EXPECT_TRUE(l.given().complete(v)) << text;
    return print_layout(l.at(v));
}

std::string refusal(const std::string& text, const std::string& given = "") {
    try {
        const named_layout l(text, given);
    } catch (const layout_error& e) {
        return e.what();
    }
    return "accepted";
}

TEST(NamedLayout, HasALayoutForEachValueOfItsNames) {
    EXPECT_EQ(instance("packed [M,8*K] -> {unmerge(K,8): 1 -> 1,2; pass: 0 -> 0}", "M,K",
                       {{"M", 3}, {"K", 2}}),
              "packed [3,16] -> {unmerge(2,8): 1 -> 1,2; pass: 0 -> 0}");
    EXPECT_EQ(instance("naive [M,N] strides [S+1,1] offset 2*O", "",
                       {{"M", 3}, {"N", 2}, {"S", 7}, {"O", 5}}),
              "naive [3,2] strides [8,1] offset 10");
    EXPECT_EQ(
        instance("packed [2^(k+1),N^2] -> {merge: 1,0 -> 0}", "k>=0, N", {{"k", 2}, {"N", 3}}),
        "packed [8,9] -> {merge: 1,0 -> 0}");
    EXPECT_EQ(
        instance(
            "packed [T] -> {gather([0,T-1]): 0 -> 0} -> {offset(1): 0 -> 0; insert(R): () -> 1}",
            "", {{"T", 4}, {"R", 2}}),
        "packed [4] -> {gather([0,3]): 0 -> 0} -> {offset(1): 0 -> 0; insert(2): () -> 1}");
    EXPECT_EQ(instance("aligned [M,N] align 8", "", {{"M", 2}, {"N", 5}}), "aligned [2,5] align 8");
}

TEST(NamedLayout, OfNumbersIsALayoutOfNumbers) {
    for (const char* text :
         {"packed [2,3]",
          "naive [3,4] strides [8,1] offset 3 -> {embed([3],[1]): 0 -> 0; pass: 1 -> 1}",
          "packed [5] -> {gather([4,0,2]): 0 -> 0} -> {replicate(2): () -> 0; offset(1): 0 -> 1}",
          "aligned [4,5] align 8 -> {freeze(2): 0 -> (); right_pad(0): 1 -> 0}"})
        EXPECT_EQ(instance(text, "", {}), text);
}

TEST(NamedLayout, KnowsTheLengthsOfItsTransforms) {
    const named_layout l(
        "packed [M,N] -> {pad(L,2): 0 -> 1; slice(1,N): 1 -> 0} -> {merge: 0,1 -> 0}", "M,N,L>=0");
    ASSERT_EQ(l.places().size(), 4u);
    EXPECT_EQ(l.places()[1].above[0].text(), "M + L + 2");
    EXPECT_EQ(l.lengths()[0], (polynomial::name("N") - 1) * l.places()[1].above[0]);
    EXPECT_EQ(l.space().text(), "M*N");
    EXPECT_EQ(named_layout("naive [M,N] strides [S,1] offset 4", "").space().text(),
              "N + M*S + 4 - S");
}

TEST(NamedLayout, SaysInWhichColumnATextIsWrong) {
    EXPECT_EQ(refusal("packed [M*,N]"),
              "Layout text, column 11: a number or a name must come here, but \",\" does.");
    EXPECT_THAT(refusal("packed [M*N*K,N] {"),
                testing::StartsWith("Layout text, column 18: \"->\""));
    EXPECT_THAT(refusal("packed [M,N] -> {merge: M,1 -> 0}"),
                testing::StartsWith("Layout text, column 25: a whole number must come"));
    EXPECT_THAT(refusal("packed [M"), testing::StartsWith("Layout text, column 10: \"]\""));
    EXPECT_THAT(refusal("packed [99999999999999999999]"),
                testing::HasSubstr("does not fit 64 bits"));
    EXPECT_THAT(refusal("packed [M,N]", "M"), testing::HasSubstr("--for does not list the name N"));
    EXPECT_THAT(refusal("packed [M/N]", "M,N>=0"), testing::HasSubstr("the divisor N"));
    EXPECT_THAT(refusal("packed [M^N]"), testing::HasSubstr("an exponent is"));
    EXPECT_THAT(refusal("packed [" + std::string(500, '(') + "M"),
                testing::HasSubstr("more than 64 parentheses"));
    EXPECT_THAT(refusal("packed [" + std::string(500, '-') + "M]"), testing::HasSubstr("64 signs"));
    EXPECT_THAT(refusal("packed [9223372036854775807*M*2]"), testing::HasSubstr("64 bits"));
}

TEST(NamedLayout, RefusesWhatNoValuesMakeRight) {
    EXPECT_EQ(refusal("packed [M] -> {merge: 0,1 -> 0}"),
              "Stage 1: each of the 1 lower dims must be named once.");
    EXPECT_THAT(refusal("packed [M,N] -> {xor: 0 -> 0; pass: 1 -> 1}"),
                testing::StartsWith("Stage 1: xor: it takes 2 lower dimensions"));
    EXPECT_THAT(refusal("naive [M,N] strides [1]"), testing::HasSubstr("1 strides for 2 lengths"));
    EXPECT_THAT(refusal("packed [M] -> {pass: 0 -> 1}"), testing::HasSubstr("upper dims"));
}

TEST(SmallSizes, AreMadeSmallerUntilNoNameCanBeLess) {
    const assumptions given = assumptions_of("M>=2, N");
    const auto broken = [](const values& v) {
        return v.at("M") + 3 <= v.at("N") && v.at("M") >= 17;
    };
    EXPECT_EQ(made_smaller(given, {{"M", 1'000'000}, {"N", long_index_t{1} << 40}}, broken),
              (values{{"M", 17}, {"N", 20}}));
    const auto anything = [](const values&) { return true; };
    EXPECT_EQ(made_smaller(given, {{"M", 90}, {"N", 7}}, anything), (values{{"M", 2}, {"N", 1}}));
}

TEST(SmallSizes, ThatAreNotBrokenStayAsTheyAre) {
    const auto nothing = [](const values&) { return false; };
    EXPECT_EQ(made_smaller(assumptions_of("M"), {{"M", 9}}, nothing), (values{{"M", 9}}));
}

}  // namespace

}  // namespace tileproof::prove
