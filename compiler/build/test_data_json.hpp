// SPDX-License-Identifier: MIT
// The declarations of a user's tests as text, to pass from the process that has loaded them to another.
//
//   text_of_tests(tests)         // [{"name":"scale","contract":"elementwise","dims":["n"],...,"reference":true,...}]
//   tests_of_text(text)          // the same, with stand-ins for the functions that exist; throws user_error
//
// The text may come from code that wrote whatever it liked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::compiler {

std::string text_of_tests(const std::vector<sdk::test_data>&);
std::vector<sdk::test_data> tests_of_text(std::string_view);

// What makes the second a test of other kernels: "its y differs in type: float32, and not float64". Empty if both have the same
// contract, dims, operands and scalars.
std::string declared_otherwise(const sdk::test_data&, const sdk::test_data&);

}  // namespace tileproof::compiler
