// SPDX-License-Identifier: MIT
// tileproof: verifies GPU tensor layouts and the kernels that use them.
#include "command/command_line.hpp"
#include "tileproof_commit.h"  // made by cmake/TileproofCommit.cmake

int main(int argc, char** argv) {
    return tileproof::properties::run_command_line(argc, argv, TILEPROOF_COMMIT);
}
