// SPDX-License-Identifier: MIT
#include "kernels/device/cpu_checked/unset_list.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tileproof::cpu_checked {
namespace {

constexpr std::uintptr_t at = 0x1000;

struct variable {
    std::array<std::uint8_t, 16> twin;
    variable() { twin.fill(0xff); }
};

TEST(UnsetList, MeetsNothingOnceAllOfAVariableIsSet) {
    variable v;
    unset_list own;
    EXPECT_FALSE(own.meets(at, 4));
    own.begin(at, 16, v.twin.data(), "v");
    EXPECT_TRUE(own.meets(at + 12, 4));
    EXPECT_FALSE(own.meets(at + 16, 4));
    EXPECT_FALSE(own.meets(at - 4, 4));
    own.set(at + 8, 8);
    own.set(at, 4);
    EXPECT_STREQ(own.find_unset(at + 4, 4)->name, "v");
    EXPECT_EQ(own.find_unset(at + 8, 8), nullptr);
    own.set(at + 4, 4);
    EXPECT_FALSE(own.meets(at, 16));
}

// Bytes that the variable's own function sets, which clears the twin itself.
TEST(UnsetList, SeesWhatWasSetWithoutAWord) {
    variable v;
    unset_list own;
    own.begin(at, 16, v.twin.data(), "v");
    v.twin.fill(0);
    EXPECT_EQ(own.find_unset(at, 4), nullptr);
    EXPECT_FALSE(own.meets(at, 16));
    v.twin[9] = 0xff;
    own.begin(at, 16, v.twin.data(), "v");
    EXPECT_NE(own.find_unset(at + 8, 4), nullptr);
    EXPECT_EQ(own.find_unset(at + 12, 4), nullptr);
}

TEST(UnsetList, TakesALongReadForACopyUnlessAllOfItIsUnset) {
    variable v;
    unset_list own;
    own.begin(at, 16, v.twin.data(), "v");
    EXPECT_NE(own.find_unset(at, 16), nullptr);
    own.set(at + 15, 1);
    EXPECT_EQ(own.find_unset(at, 16), nullptr);
    EXPECT_NE(own.find_unset(at + 8, 8), nullptr);
    EXPECT_EQ(own.find_unset(at + 15, 1), nullptr);
}

TEST(UnsetList, KeepsVariablesApart) {
    variable v, w, again;
    unset_list own;
    own.begin(at, 8, v.twin.data(), "v");
    own.begin(at + 32, 8, w.twin.data(), "w");
    EXPECT_EQ(own.find_unset(at + 16, 8), nullptr);
    EXPECT_STREQ(own.find_unset(at + 34, 2)->name, "w");
    own.end(at + 32);
    EXPECT_FALSE(own.meets(at + 32, 8));
    own.begin(at, 8, again.twin.data(), "again");
    v.twin.fill(0);
    EXPECT_STREQ(own.find_unset(at, 8)->name, "again");
    own.end(at);
    EXPECT_FALSE(own.meets(at, 8));
}

}  // namespace
}  // namespace tileproof::cpu_checked
