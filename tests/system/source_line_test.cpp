// SPDX-License-Identifier: MIT
#include "system/source_line.hpp"

#include <gtest/gtest.h>

namespace tileproof::system {
namespace {

TEST(SourceLine, OfTheUserIsTheFirstOutsideOfHeaders) {
    EXPECT_EQ(first_of_user({{"/usr/include/eigen3/Eigen/src/Core/Block.h", 120},
                             {"/opt/Eigen/src/Core/Block.h", 7},
                             {"/home/me/tileproof/sdk/include/tileproof/custom_contract.hpp", 90},
                             {"/home/me/tileproof/sums.hip", 14},
                             {"/home/me/tileproof/main.hip", 3}}),
              "/home/me/tileproof/sums.hip:14");
    EXPECT_EQ(first_of_user({{"/usr/include/c++/12/vector", 5}}), "");
    EXPECT_EQ(first_of_user({}), "");
}

TEST(SourceLine, IsNotKnownOfWhatIsNoCode) {
    static const int data = 1;
    EXPECT_TRUE(source_lines(static_cast<const void*>(nullptr)).empty());
    EXPECT_TRUE(source_lines(&data).empty());
    EXPECT_TRUE(source_lines({"/there/is/no/such/file", 16}).empty());
}

}  // namespace
}  // namespace tileproof::system
