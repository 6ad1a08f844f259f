// SPDX-License-Identifier: MIT
// Runs the built tileproof as its user would, and catches what it says.
#pragma once

#include <string>
#include <vector>

namespace tileproof::command::testing {

struct command_result {
    int exit_code = -1;  // 128 + n when signal n ended it
    std::string out, err;
};

// The arguments come without a shell. `input` is its standard input; `folder` its working folder.
command_result run_tileproof(const std::vector<std::string>& arguments,
                             const std::string& input = "", const std::string& folder = ".");

// The same through /bin/sh, where $TILEPROOF is the program: for redirections.
command_result run_shell(const std::string& line, const std::string& folder = ".");

// While it lives, reports do not explain their bugs, which takes up to half a minute each time.
struct unexplained {
    unexplained();
    ~unexplained();
};

}  // namespace tileproof::command::testing
