// SPDX-License-Identifier: MIT
// What a preprocessed source still leads the compiler to read.
//
//   is_all_that_is_read("asm(\".incbin \\\"table.bin\\\"\");", {})      false
//   device_code_named_in(...TILEPROOF_DEVICE_CODE("add.llir")...)        {"tests/add.llir"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

// Whether the compiler reads no files other than those that this text was made from.
bool is_all_that_is_read(std::string_view preprocessed, const std::vector<std::string>& flags);

// The files named by TILEPROOF_DEVICE_CODE (sdk/include/tileproof/device_code.hpp), relative ones beside their source.
std::vector<std::string> device_code_named_in(std::string_view preprocessed);

}  // namespace tileproof::compiler
