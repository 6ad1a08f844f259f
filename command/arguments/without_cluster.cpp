// SPDX-License-Identifier: MIT
// In place of campaigns on many machines in a build with -DTILEPROOF_CLUSTER=OFF: neither their commands nor --slurm.
#include "command/arguments/arguments.hpp"
#include "command/options.hpp"

#include <stdexcept>

namespace tileproof::command {

void add_cluster_commands(CLI::App&) {}
void command_arguments::add_slurm_options(slurm_options& o, const std::string& file) {
    if (!file.empty()) add_option("file", o.sbatch, file)->expected(0, 1);
}
void command_arguments::require_slurm(const slurm_options&) const {}

// Without the option --slurm nothing comes here.
int submit_fuzz(const fuzz_options&, const slurm_options&) { throw std::logic_error("no cluster"); }
int submit_verify(const verify_options&, const slurm_options&) {
    throw std::logic_error("no cluster");
}

}  // namespace tileproof::command
