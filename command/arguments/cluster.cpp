// SPDX-License-Identifier: MIT
// status, merge and task: the commands that the jobs of a campaign on many machines run, and its progress; and the
// options of verify and fuzz that begin one.
#include "command/cluster.hpp"

#include <fmt/format.h>

#include "command/arguments/arguments.hpp"
#include "report/output.hpp"

namespace tileproof::command {

void add_cluster_commands(CLI::App& program) {
    auto& s =
        add_command(program, "status", "Show the progress of a campaign on many machines", status);
    s.add_option("folder", s.options.folder, "The campaign's folder")->required();
    s.add_duration("--dead-after", s.options.dead_after,
                   "A worker that is silent for this long counts as dead (default 180s)");
    s.add_flag("--json", s.options.json, "Print JSON");
    s.footer(exit_codes_without_checks);

    auto& m = add_command(program, "merge",
                          "Merge the findings and corpora of a campaign on many machines", merge);
    m.add_option("folder", m.options.folder, "The campaign's folder")->required();
    m.add_jobs(m.options.jobs, "Processes (default: one per processor of this job)");

    auto& t = add_command(program, "task", "Run one task of a campaign, as its jobs do", task);
    t.add_option("folder", t.options.folder, "The campaign's folder")->required();
    t.add_option("number", t.options.number, "Which task: 0, 1, ..")->required()->check(decimal());
    t.footer(exit_codes_without_checks);
}

void command_arguments::add_slurm_options(slurm_options& o, const std::string& file) {
    add_flag("--slurm", o.slurm,
             "Run as a Slurm job array, followed by a job that merges the results");
    add_option("--campaign", o.folder,
               "With --slurm: folder shared by all nodes (default .tileproof/campaign)");
    add_option("--tasks", o.tasks, "With --slurm: tasks of the array (default 8)")
        ->check(CLI::Range(1, 100'000));
    add_flag("--print", o.print, "With --slurm: only print the scripts");
    const std::string of_sbatch =
        "With --slurm, after --: options for sbatch, such as -- --partition=gpu --gres=gpu:1";
    add_option(file.empty() ? "sbatch" : "file", o.sbatch,
               file.empty() ? of_sbatch : file + ". " + of_sbatch);
}

void command_arguments::require_slurm(const slurm_options& o) const {
    if (o.slurm) return;
    if (!o.sbatch.empty())
        throw report::command_error(
            "'{}' is not an option of {}; options of sbatch go with --slurm.", o.sbatch.front(),
            get_name());
    for (const char* name : {"--campaign", "--tasks", "--print"})
        if (count(name) > 0) throw report::command_error("{} goes with --slurm.", name);
}

}  // namespace tileproof::command
