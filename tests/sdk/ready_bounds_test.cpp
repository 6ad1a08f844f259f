// SPDX-License-Identifier: MIT
// The bounds of ready contracts where numbers are at the ends of their types.
#include <gtest/gtest.h>

#include <cstdint>

#include "tileproof/ready/rounding.hpp"

namespace tileproof::sdk {
namespace {

// (1 + 2^-52) (1 - 2^-53) is 1 in double, and is not 1.
TEST(AnyOrderSum, IsNotExactWhereAProductIsRoundedToAWholeNumber) {
    any_order_sum rounded, whole;
    rounded.add(1 + 0x1p-52, 1 - 0x1p-53);
    whole.add(3, -2);
    EXPECT_FALSE(rounded.exact(0x1p-53));
    EXPECT_TRUE(whole.exact(0x1p-53));
    sum<double, double> s;
    s.add(1 + 0x1p-52, 1 - 0x1p-53);
    EXPECT_GE(s.bound(), 0x1p-53);
}

TEST(Fits, NothingFitsThatIsOneMoreThanTheGreatestNumberOf64Bits) {
    EXPECT_FALSE(fits<std::uint64_t>(0x1p64));
    EXPECT_FALSE(fits<std::int64_t>(0x1p63));
    EXPECT_TRUE(fits<std::int64_t>(-0x1p63));
    EXPECT_TRUE(fits<std::uint64_t>(0x1.fffffffffffffp63));
    EXPECT_TRUE(fits<std::int8_t>(127));
    EXPECT_FALSE(fits<std::int8_t>(128));
    EXPECT_TRUE(fits<float>(1e300));
}

}  // namespace
}  // namespace tileproof::sdk
