// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/shown_failure.hpp"

#include "properties/kernel/contracts/contracts.hpp"
#include "tests/fuzz/diagnosis/evidence.hpp"

#include <gtest/gtest.h>

namespace tileproof::diagnosis {
namespace {

using namespace properties;
namespace made = properties::testing;

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

}  // namespace
}  // namespace tileproof::diagnosis
