// SPDX-License-Identifier: MIT
// Campaigns on many machines: fuzz --slurm, verify --slurm, and the commands task, merge and status.
//
//   tileproof fuzz --slurm --campaign /shared/night --tasks 32 --budget 8h -- --partition=gpu --gres=gpu:1
//     task 0 to 31 run `tileproof task /shared/night N`; then `tileproof merge /shared/night` runs
#pragma once

#include "command/options.hpp"

#include <string>
#include <vector>

namespace tileproof::command {

struct slurm_options {
    bool slurm = false, print = false;
    std::string folder = ".tileproof/campaign";
    int tasks = 8;
    std::vector<std::string> sbatch;  // its options
};

struct task_options {
    std::string folder;
    int number = 0;
};
struct merge_options {
    std::string folder;
    int jobs = 0;  // 0: one for each processor of this job
};
struct status_command {
    std::string folder;
    double dead_after = 180;
    bool json = false;
};

// Each returns the exit code. What it throws is a sentence.
int submit_fuzz(const fuzz_options&, const slurm_options&);
int submit_verify(const verify_options&, const slurm_options&);
int task(const task_options&);
int merge(const merge_options&);
int status(const status_command&);

}  // namespace tileproof::command
