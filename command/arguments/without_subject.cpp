// SPDX-License-Identifier: MIT
// In place of `tileproof subject` in a build with -DTILEPROOF_SUBJECT=OFF.
#include "command/arguments/arguments.hpp"

namespace tileproof::command {

void add_subject_command(CLI::App&) {}

}  // namespace tileproof::command
