// SPDX-License-Identifier: MIT
// What is said of a case of a kernel before it runs.
#include "fuzz/diagnosis/features.hpp"
#include "properties/kernel/contracts/contracts.hpp"

#include <gtest/gtest.h>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

double number(const case_features& f, const std::string& name) {
    const feature* const found = f.find(name);
    return found ? found->number : -1;
}

TEST(KernelFeatures, NameLengthsStridesAndAlignmentAsALaunchDoes) {
    const kernel_contract contract = transpose_contract();
    kernel_case c = plain_case(contract, {4, 6, 2});
    slack_list slack = slack_of(contract, c);
    slack[0][1] = 3;  // rows of the input
    set_slack(contract, slack, c);
    c.operands[1].offset = 5;
    const case_features f = features_of(contract, {}, c, "cpu");
    EXPECT_EQ(number(f, "rows"), 4);
    EXPECT_EQ(number(f, "columns"), 6);
    EXPECT_EQ(number(f, "rows * columns * batch"), 48);
    EXPECT_EQ(number(f, "rows * columns"), 24);
    EXPECT_EQ(number(f, "columns * batch"), 12);
    EXPECT_EQ(number(f, "input_leading"), 9);
    EXPECT_EQ(number(f, "rows of the input"), 3);
    EXPECT_EQ(number(f, "rows of the output"), 0);
    EXPECT_EQ(number(f, "the output"), 20);
    EXPECT_EQ(number(f, "element size"), 4);
    EXPECT_EQ(number(f, "rows is a power of two"), 1);
    EXPECT_EQ(f.find("columns is a power of two"), nullptr);
    EXPECT_EQ(f.find("type")->word, "float32");
    EXPECT_FALSE(f.empty);
}

TEST(KernelFeatures, LeaveOutWhatHasOneLengthAlways) {
    const kernel_contract contract = transpose_contract();
    const kernel_range one_batch{.least = {0, 0, 1}, .most = {0, 0, 1}};
    const case_features f =
        features_of(contract, one_batch, plain_case(contract, {4, 6, 1}), "cpu");
    EXPECT_EQ(f.find("batch"), nullptr);
    EXPECT_EQ(number(f, "rows * columns"), 24);
}

TEST(KernelFeatures, KnowProblemsWithoutElementsAndFences) {
    const kernel_contract contract = transpose_contract();
    EXPECT_TRUE(features_of(contract, {}, plain_case(contract, {4, 0, 1}), "cpu").empty);
    kernel_case c = plain_case(contract, {1, 3, 1});
    c.fence = devices::placement::fence_after;  // 12 bytes that end where a page begins
    EXPECT_EQ(number(features_of(contract, {}, c, "cpu"), "the input"), 256 - 12);
    EXPECT_EQ(number(features_of(contract, {}, c, "cpu-checked"), "the input"), 0);
}

}  // namespace
}  // namespace tileproof::diagnosis
