// SPDX-License-Identifier: MIT
// A campaign as jobs of Slurm: an array that works, and a job that merges when the array has ended.
//
//   slurm_jobs j{.folder = "/shared/campaign", .program = "/opt/bin/tileproof", .tasks = 32,
//                .options = {"--partition=gpu", "--gres=gpu:1"}};
//   array_script(j)      #!/bin/sh, #SBATCH --array=0-31, ..., exec '/opt/bin/tileproof' task '/shared/campaign' ...
//   submit(j)            {.array = "4711", .merge = "4712"}
//
// Slurm starts a task again after its node died or it was preempted (--requeue). Two minutes before a time limit it says
// so (SIGUSR1), and the task asks to be started again while it has work left; SIGTERM alone means that it shall end.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::cluster {

struct slurm_jobs {
    std::filesystem::path folder, program;  // absolute
    int tasks = 1;
    std::vector<std::string> options;  // of sbatch, for both jobs
    std::vector<std::pair<std::string, std::string>> environment = {};
};

// Both throw store_error when an option is one that tileproof has to set, or cannot stand in a script.
std::string array_script(const slurm_jobs&);
std::string merge_script(const slurm_jobs&);

struct submitted_jobs {
    std::string array, merge;  // numbers
};
// Writes both scripts into the folder and hands them to sbatch. Throws store_error with what sbatch says.
submitted_jobs submit(const slurm_jobs&);

// Inside a job: its number, "4711_3" of an array; empty: this is no job.
std::string number_of_this_job();
// As Slurm calls it, or as it calls itself.
std::string name_of_this_node();
// Inside a job: processors that it has; 0: this is no job, or Slurm does not say.
int processors_of_this_job();
// Asks Slurm to start this job again when it has ended. What went wrong, or nothing.
std::string requeue_this_job();

}  // namespace tileproof::cluster
