// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/shown_failure.hpp"

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/fuzz/finding/evidence.hpp"

#include <gtest/gtest.h>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
namespace made = fuzz::testing;

const kernel_contract& transpose() {
    static const kernel_contract c = *contract_named("transpose");
    return c;
}

// 1 x 2 transposed: (0,1) lies at offset 2, beyond the output.
observed_call too_far() {
    observed_call o;
    o.the_case = plain_case(transpose(), {1, 2, 1});
    o.extents = {1, 2, 1};
    o.offsets = {0, 1};
    o.held = {0, observed_call::unwritten, 1, observed_call::unwritten};
    o.tells = true;
    return o;
}

failure write_at(std::int64_t byte) {
    failure f = made::stray("the output", 9, true);
    f.where.number = byte;
    f.witness->bytes = 4;
    return f;
}

TEST(ShownFailure, IsTheWriteOfAnElementThatLiesThere) {
    EXPECT_TRUE(shows(transpose(), too_far(), write_at(8)));
    EXPECT_FALSE(shows(transpose(), too_far(), write_at(12)));
    EXPECT_FALSE(shows(transpose(), too_far(), made::stray("the input", 9, true)));
}

TEST(ShownFailure, IsNoRaceOnSharedMemoryAndNoReadWhereAllValuesAreElements) {
    EXPECT_FALSE(shows(transpose(), too_far(), made::race("part", 14, 18)));
    EXPECT_FALSE(shows(transpose(), too_far(), made::stray("the input", 9, false)));
    observed_call foreign = too_far();
    foreign.held[1] = observed_call::foreign;
    EXPECT_TRUE(shows(transpose(), foreign, made::stray("the input", 9, false)));
}

TEST(ShownFailure, WithoutALineIsWhatCanBeSeenOfTheOutput) {
    EXPECT_TRUE(shows(transpose(), too_far(), made::unwritten()));
    EXPECT_FALSE(shows(transpose(), too_far(), [] {
        failure f = made::wrong_value();
        f.where.operand = "the input";
        return f;
    }()));
    observed_call silent = too_far();
    silent.tells = false;
    EXPECT_FALSE(shows(transpose(), silent, made::unwritten()));
    observed_call right = too_far();
    right.held = {0, 1, observed_call::unwritten};
    EXPECT_FALSE(shows(transpose(), right, made::unwritten()));
}

// "(columns + 1) / 2" has no first letter to call an index by.
TEST(MovedElements, CallAnIndexByALetter) {
    kernel_contract c = transpose();
    for (contract_operand& o : c.operands) o.extents[0] = "(rows + 1) / 2";
    const moved_elements all = elements_of(c, {too_far()}, true);
    ASSERT_GT(all.letters.size(), 1u);
    for (const std::string& letter : all.letters)
        EXPECT_TRUE(std::isalpha(static_cast<unsigned char>(letter[0]))) << letter;
}

TEST(HowOften, IsSaidOfCasesWithoutACondition) {
    diagnosis d;
    EXPECT_EQ(d.how_often(), "");
    d.failing = 12;
    EXPECT_EQ(d.how_often(), "in all 12 cases that were tried around this one");
    d.passing = 3;
    EXPECT_EQ(d.how_often(),
              "in 12 of 15 cases around this one; no condition that was tried says when");
    d.some_data = true;
    EXPECT_EQ(d.how_often(),
              "in 12 of 15 cases around this one, for some data; no condition that was tried says "
              "when");
    d.needs = "batch > 1";
    EXPECT_EQ(
        d.how_often(),
        "in 12 of 15 cases around this one, only where batch > 1, for some data; no condition "
        "that was tried says when");
    d.needs.clear();
    d.some_data = false;
    d.late = true;
    EXPECT_EQ(d.how_often(),
              "in 12 of 15 cases around this one; the condition was not found in time");
    d.empty = 3;
    EXPECT_EQ(d.how_often(), "in all 12 cases that were tried around this one, empty ones aside");
    d.failing = 3;
    d.passing = d.empty = 0;
    EXPECT_EQ(d.how_often(), "under a condition that was not found in time");
}

// Two bugs, each in an output of its own: where the other one alone is seen, this one is not.
TEST(ShownFailure, IsNotThereWhereOnlyAnotherOutputHasWrongValues) {
    failure of_sum = made::wrong_value(), of_greatest = made::wrong_value();
    of_sum.where.operand = "sum";
    of_greatest.where.operand = "greatest";
    const auto shown = shows_failure({{of_sum}});
    const auto answer = [](const failure& f) {
        worker_answer a;
        a.result.laws = {failed(f)};
        return a;
    };
    EXPECT_EQ(shown(answer(of_sum)), true);
    EXPECT_EQ(shown(answer(of_greatest)), false);
    of_greatest.detail = "So is 1 of 1 of sum.";
    EXPECT_EQ(shown(answer(of_greatest)), true);
}

// A read outside, beside another bug that fails in every case: where that one alone is seen, the read is inside.
TEST(ShownFailure, ThatNamesItsLineIsNotThereWhereTheKernelWentOnAfterAnother) {
    const failure read = made::stray("the input", 9, false);
    const auto shown = shows_failure({{read}});
    const auto answer = [](const std::vector<failure>& all) {
        worker_answer a;
        for (const failure& f : all) a.result.laws.push_back(failed(f));
        return a;
    };
    failure unset = made::unset("part", 12);
    unset.law = law_id::K4;
    failure poison = made::wrong_value();
    poison.law = law_id::K4;
    poison.kind = failure_kind::depends_on_surroundings;
    EXPECT_EQ(shown(answer({unset, poison})), false);
    EXPECT_EQ(shown(answer({unset, read, poison})), true);
    // Where its buffer begins before its first element, the same read is of what nobody wrote.
    unset = read;
    unset.kind = failure_kind::uninitialised;
    EXPECT_EQ(shown(answer({unset})), true);
    // The block ended there.
    EXPECT_EQ(shown(answer({made::stray("the weights", 12, false)})), std::nullopt);
}

}  // namespace
}  // namespace tileproof::diagnosis
