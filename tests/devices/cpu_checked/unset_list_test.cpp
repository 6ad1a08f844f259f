// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/unset_list.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace tileproof::cpu_checked {
namespace {

constexpr std::uintptr_t at = 0x1000;

struct variable {
    std::array<std::uint8_t, 16> twin;
    variable() { twin.fill(0xff); }
};

// The variable that is not set there; "none" where all are.
std::string unset_in(unset_list& own, std::uintptr_t address, std::uint64_t bytes,
                     bool copies = false) {
    const unset_variable* const v = own.find_unset(address, bytes, copies);
    return v ? v->name : "none";
}

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
    EXPECT_EQ(unset_in(own, at + 4, 4), "v");
    EXPECT_EQ(unset_in(own, at + 8, 8), "none");
    own.set(at + 4, 4);
    EXPECT_FALSE(own.meets(at, 16));
}

// Bytes that the variable's own function sets, which clears the twin itself.
TEST(UnsetList, SeesWhatWasSetWithoutAWord) {
    variable v;
    unset_list own;
    own.begin(at, 16, v.twin.data(), "v");
    v.twin.fill(0);
    EXPECT_EQ(unset_in(own, at, 4), "none");
    EXPECT_FALSE(own.meets(at, 16));
    v.twin[9] = 0xff;
    own.begin(at, 16, v.twin.data(), "v");
    EXPECT_EQ(unset_in(own, at + 8, 4), "v");
    EXPECT_EQ(unset_in(own, at + 12, 4), "none");
}

TEST(UnsetList, LetsACopyHaveUnsetPartsUnlessAllOfItIsUnset) {
    variable v;
    unset_list own;
    own.begin(at, 16, v.twin.data(), "v");
    EXPECT_EQ(unset_in(own, at, 16, true), "v");
    own.set(at + 15, 1);
    EXPECT_EQ(unset_in(own, at, 16, true), "none");
    EXPECT_EQ(unset_in(own, at + 8, 8, true), "none");
    EXPECT_EQ(unset_in(own, at, 8, true), "v");
    EXPECT_EQ(unset_in(own, at + 8, 8), "v");
    EXPECT_EQ(unset_in(own, at + 15, 1), "none");
}

TEST(UnsetList, KeepsVariablesApart) {
    variable v, w, again;
    unset_list own;
    own.begin(at, 8, v.twin.data(), "v");
    own.begin(at + 32, 8, w.twin.data(), "w");
    EXPECT_EQ(unset_in(own, at + 16, 8), "none");
    EXPECT_EQ(unset_in(own, at + 34, 2), "w");
    own.end(at + 32);
    EXPECT_FALSE(own.meets(at + 32, 8));
    own.begin(at, 8, again.twin.data(), "again");
    v.twin.fill(0);
    EXPECT_EQ(unset_in(own, at, 8), "again");
    own.end(at);
    EXPECT_FALSE(own.meets(at, 8));
}

}  // namespace
}  // namespace tileproof::cpu_checked
