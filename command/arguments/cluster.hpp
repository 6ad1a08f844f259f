// SPDX-License-Identifier: MIT
// Options that verify and fuzz share: a campaign as Slurm jobs.
//
//   fuzz --tasks 32     throws "--tasks goes with --slurm."
#pragma once

#include "command/cluster.hpp"

#include <CLI/CLI.hpp>

namespace tileproof::command {

void add_slurm_options(CLI::App* command, slurm_options&);

// Throws command_error if one of these options is given without --slurm.
void require_slurm(const CLI::App* command, const slurm_options&);

}  // namespace tileproof::command
