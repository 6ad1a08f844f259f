// SPDX-License-Identifier: MIT
// Declarations of a user's tests as text, from the process that has loaded them to the one that asks.
//
//   text_of_tests(tests)         // [{"name":"scale","contract":"elementwise","dims":["n"],...,"reference":true,...}]
//   tests_of_text(text)          // the same, with functions in the place of those that are there; throws user_error
//
// The text may come from code that wrote what it liked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::properties {

std::string text_of_tests(const std::vector<user::test_data>&);
std::vector<user::test_data> tests_of_text(std::string_view);

}  // namespace tileproof::properties
