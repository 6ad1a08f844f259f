// SPDX-License-Identifier: MIT
// A user's program, built for one run.
//
//   with_program({"app.hip", "-Iinclude", "--", "1024"}, settings, ".tileproof/cache", run_words)
//     // builds app in a folder of its own, calls run_words({".../app", "1024"}), deletes the folder
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/program/build.hpp"

namespace tileproof::properties {

// Returns what `use` returns. An empty compiler: one is searched for. Throws command_error: nothing to build, no
// folder, or an error of the compiler or of `use`.
int with_program(const std::vector<std::string>& words, user::program_settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use);

}  // namespace tileproof::properties
