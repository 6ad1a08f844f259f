// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

TEST(One, Passes) {}
TEST(Two, Passes) {}
