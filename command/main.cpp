// SPDX-License-Identifier: MIT
// tileproof: verifies GPU tensor layouts and the kernels that use them.
#include "command/command_line.hpp"

int main(int argc, char** argv) { return tileproof::properties::run_command_line(argc, argv); }
