// SPDX-License-Identifier: MIT
// status, merge and task: the commands that the jobs of a campaign on many machines run, and its progress.
#include "command/arguments/cluster.hpp"

#include <fmt/format.h>

#include "command/arguments/arguments.hpp"
#include "command/arguments/values.hpp"
#include "command/cluster.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

struct given_to_status {
    status_command options;
    std::string dead_after = "180s";
};

class status_arguments final : public arguments_of<given_to_status> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c =
            add_command(program, "status", "Show the progress of a campaign on many machines");
        c->add_option("folder", given_.options.folder, "The campaign's folder")->required();
        c->add_option("--dead-after", given_.dead_after,
                      "A worker that is silent for this long counts as dead (default 180s)");
        c->add_flag("--json", given_.options.json, "Print JSON");
        c->footer(exit_codes_without_checks);
        return c;
    }
    void read() override {
        given_.options.dead_after = seconds_of("--dead-after", given_.dead_after);
    }
    int run() override { return status(given_.options); }
};

struct given_to_merge {
    std::string folder, jobs_text;
    int jobs = 0;
};

class merge_arguments final : public arguments_of<given_to_merge> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "merge",
                              "Merge the findings and corpora of a campaign on many machines");
        c->add_option("folder", given_.folder, "The campaign's folder")->required();
        c->add_option("--jobs", given_.jobs_text,
                      "Processes (default: one per processor of this job)");
        return c;
    }
    void read() override { read_jobs(given_.jobs, given_.jobs_text); }
    int run() override { return merge(given_.folder, given_.jobs); }
};

class task_arguments final : public arguments_of<task_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "task", "Run one task of a campaign, as its jobs do");
        c->add_option("folder", given_.folder, "The campaign's folder")->required();
        c->add_option("number", given_.number, "Which task: 0, 1, ..")
            ->required()
            ->check(decimal());
        c->footer(exit_codes_without_checks);
        return c;
    }
    int run() override { return task(given_); }
};

}  // namespace

void add_cluster_commands(command_list& to) {
    to.push_back(std::make_unique<status_arguments>());
    to.push_back(std::make_unique<merge_arguments>());
    to.push_back(std::make_unique<task_arguments>());
}

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
        throw report::command_error(
            fmt::format("'{}' is not an option of {}; options of sbatch go with --slurm.",
                        o.sbatch.front(), c->get_name()));
    for (const char* name : {"--campaign", "--tasks", "--print"})
        if (c->count(name) > 0)
            throw report::command_error(fmt::format("{} goes with --slurm.", name));
}

}  // namespace tileproof::command
