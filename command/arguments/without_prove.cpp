// SPDX-License-Identifier: MIT
// In place of `tileproof prove` in a build with -DTILEPROOF_PROVE=OFF.
#include "command/arguments/arguments.hpp"

namespace tileproof::command {

void add_prove_command(CLI::App&) {}

}  // namespace tileproof::command
