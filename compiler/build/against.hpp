// SPDX-License-Identifier: MIT
// Old kernels say what is right for new ones: those of another file, or another launch of the same file.
//
//   user_build b{.source = "new.hip", .against = "old.hip"};        each test with the old one of its name, or the only one
//   user_build b{.source = "sums.hip", .against = "sums.hip:slow"};  each test declared like `slow`, but `slow` itself
//
// Two tests can be compared if they have the same contract, dims, operands and scalars. Cases are what both support.
#pragma once

#include "compiler/build/user_library.hpp"

namespace tileproof::compiler {

// "old.hip:sums" is test sums of old.hip, unless there is such a file.
struct file_and_test {
    std::string file, test;  // no test: by name
};
file_and_test read_against(const std::string&);

// Loads `b.against` and sets `old`. Throws user_error if it cannot be loaded, or if no test can be compared.
void set_against(user_library&, const user_build& b);

}  // namespace tileproof::compiler
