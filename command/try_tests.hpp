// SPDX-License-Identifier: MIT
// What a campaign should know of a user's tests before it draws cases, found by trying them in a child process:
// lengths at which their launches change, how long a case may become, numbers that conditions compare with, and
// whether the declaration can tell a wrong kernel from a right one.
#pragma once

#include <vector>

#include "compiler/build/user_library.hpp"
#include "fuzz/campaign/campaign.hpp"

namespace tileproof::command {

// Adds what it finds to the library. What ends its process is left out: the cases will show what is wrong.
std::vector<fuzz::control> try_tests(compiler::user_library&);

}  // namespace tileproof::command
