// SPDX-License-Identifier: MIT
#include "command/arguments/slurm_words.hpp"

#include "report/output.hpp"

#include <fmt/format.h>

namespace tileproof::properties {

void add_slurm_options(CLI::App* c, slurm_options& o) {
    c->add_flag("--slurm", o.slurm,
                "Run as a Slurm job array, followed by a job that merges the results");
    c->add_option("--campaign", o.folder,
                  "With --slurm: folder shared by all nodes (default .tileproof/campaign)");
    c->add_option("--tasks", o.tasks, "With --slurm: tasks of the array (default 8)")
        ->check(CLI::Range(1, 100'000));
    c->add_flag("--print", o.print, "With --slurm: only print the scripts");
    c->add_option(
        "sbatch", o.sbatch,
        "With --slurm, after --: options for sbatch, such as -- --partition=gpu --gres=gpu:1");
}

void require_slurm(const CLI::App* c, const slurm_options& o) {
    if (o.slurm) return;
    if (!o.sbatch.empty())
        throw command_error(
            fmt::format("'{}' is not an option of {}; options of sbatch go with --slurm.",
                        o.sbatch.front(), c->get_name()));
    for (const char* name : {"--campaign", "--tasks", "--print"})
        if (c->count(name) > 0) throw command_error(fmt::format("{} goes with --slurm.", name));
}

}  // namespace tileproof::properties
