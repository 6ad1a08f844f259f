// SPDX-License-Identifier: MIT
// fuzz --slurm and verify --slurm, tileproof merge FOLDER and tileproof status FOLDER.
#include "command/arguments/arguments.hpp"
#include "command/long_work.hpp"
#include "command/options.hpp"
#include "command/replay.hpp"
#include "extras/cluster/merge_campaign.hpp"
#include "extras/cluster/slurm.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace tileproof::command {

using report::command_error;
using report::print_error;
using report::print_out;

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

cluster::slurm_jobs jobs_of(const slurm_options& o) {
    cluster::slurm_jobs j;
    std::error_code error;
    j.folder = fs::absolute(o.folder, error).lexically_normal();
    j.program = fs::read_symlink("/proc/self/exe", error);
    j.tasks = o.tasks;
    j.options = o.sbatch;
    return j;
}

int start(cluster::campaign c, const slurm_options& o, cluster::slurm_jobs j) {
    const std::string array = cluster::array_script(j), merge = cluster::merge_script(j);
    if (o.print) {
        print_out("# {}\n{}\n# {}, when the array has ended\n{}", (j.folder / "array.sh").string(),
                  array, (j.folder / "merge.sh").string(), merge);
        return 0;
    }
    c.tasks = o.tasks;
    c.version = TILEPROOF_VERSION;
    c.started = fuzz::time_stamp();
    std::error_code none;
    if (fs::exists(j.folder / "campaign.json", none)) {
        const cluster::campaign_status now = cluster::look_at(j.folder);
        if (now.running > 0)
            throw command_error(
                "A campaign runs in '{}' already: {} of its {} tasks; see `tileproof "
                "status {}`, or name another folder with --campaign.",
                o.folder, now.running, now.what.tasks, o.folder);
    }
    cluster::write_campaign(j.folder, c);
    const cluster::submitted_jobs jobs = cluster::submit(j);
    print_out(
        "job {}: {} tasks; then job {}, which merges\n"
        "status   tileproof status {}\nsummary  {}\n",
        jobs.array, o.tasks, jobs.merge, fuzz::quoted_for_shell(o.folder),
        (fs::path(o.folder) / "summary.md").string());
    return 0;
}

std::uint64_t drawn_seed() {
    std::random_device draw;
    return (std::uint64_t{draw()} << 32) | draw();
}

}  // namespace

int submit_fuzz(const fuzz_options& o, const slurm_options& s) {
    const fuzz_options plain;
    if (o.resume || o.corpus != plain.corpus || o.store != plain.store)
        throw command_error(
            "--corpus, --store and --resume do not go with --slurm: a folder of --campaign has all "
            "of it, and a second campaign in it starts from the first one's corpus and findings.");
    cluster::campaign c;
    c.kind = "fuzz";
    c.seconds = o.seconds.value_or(8 * 3600);
    c.seed = drawn_seed();
    std::error_code error;
    const fs::path targets = fs::absolute(fuzz::folder_of_targets(), error);
    for (const fuzz::fuzz_target& t : fuzz::fuzz_targets(targets))
        if (o.target.empty() || fnmatch(o.target.c_str(), t.name.c_str(), 0) == 0)
            c.targets.push_back(t.name);
    if (c.targets.empty())
        throw command_error("There is no fuzz target{} in {}; use ./dev fuzz.",
                            o.target.empty() ? "" : fmt::format(" '{}'", o.target),
                            (targets / "fuzz").string());
    c.options = properties::text_of({{"jobs", o.jobs}});
    cluster::slurm_jobs j = jobs_of(s);
    j.environment = {{"TILEPROOF_FUZZ_TARGETS", targets.string()}};
    return start(std::move(c), s, std::move(j));
}

int submit_verify(const verify_options& o, const slurm_options& s) {
    if (!o.json.empty() || !o.junit.empty() || !o.sarif.empty() || !o.html.empty() ||
        !o.layout.empty() || o.store != verify_options().store)
        throw command_error(
            "--layout, --store and the reports do not go with --slurm: the findings and the "
            "summary are in the folder of --campaign.");
    cluster::campaign c;
    c.kind = "verify";
    c.seconds = o.budget_seconds;
    c.seed = o.seed ? *o.seed : drawn_seed();
    c.options = properties::text_of({{"jobs", o.jobs},
                                     {"cases", o.cases.value_or(0)},
                                     {"devices", o.devices},
                                     {"case_seconds", o.case_seconds},
                                     {"filter", o.filter}});
    return start(std::move(c), s, jobs_of(s));
}

int merge(const merge_options& o) {
    const std::string& folder = o.folder;
    int jobs = o.jobs;
    stop_by_signals();
    if (jobs == 0) jobs = cluster::processors_of_this_job();
    if (jobs == 0) jobs = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    // Findings of users' kernels are compiled and run; the same user started the campaign.
    confine_user_code({folder});
    replayable_properties known({.all = true});
    fuzz::finding any;
    any.device = "any";
    known.find(any);
    const cluster::merged_campaign m = cluster::merge_campaign(
        folder, known,
        {.jobs = jobs,
         .targets = fuzz::fuzz_targets(fuzz::folder_of_targets()),
         .stop = [] { return stop_asked != 0; },
         .say = [](const std::string& line) { print_error("tileproof: {}\n", line); }});
    for (const std::string& warning : m.warnings)
        print_error(system::wrapped(warning, "tileproof: "));
    if (!m.complete)
        throw command_error(
            "Stopped before the merge was complete: nothing is lost; `tileproof merge {}` "
            "merges again.",
            fuzz::quoted_for_shell(folder));
    for (const auto& [key, f] : m.state.findings)
        print_out(system::wrapped(f.sentence, "finding  ") + fmt::format("         {}\n", f.file));
    for (const auto& [name, t] : m.corpora.targets)
        print_out("corpus   {}: {} inputs of {}\n", name, t.after, t.before);
    print_out("summary  {}/summary.md, {}/summary.json\n", folder, folder);
    if (m.unread > 0)
        throw command_error(
            "Files that could not be read: {}. The lines above say which; they stay as they are, "
            "everything else is merged. The version of tileproof that wrote them reads them.",
            m.unread);
    const std::string unjudged = fuzz::why_not_judged(m.state);
    if (!unjudged.empty()) print_out(system::wrapped(unjudged, ""));
    return !m.state.findings.empty() ? 1 : unjudged.empty() ? 0 : 2;
}

int status(const status_command& o) {
    const cluster::campaign_status s = cluster::look_at(o.folder, o.dead_after);
    print_out(o.json ? properties::indented_text_of(status_json(s)) + '\n' : status_text(s));
    return 0;
}

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
        throw command_error("'{}' is not an option of {}; options of sbatch go with --slurm.",
                            o.sbatch.front(), get_name());
    for (const char* name : {"--campaign", "--tasks", "--print"})
        if (count(name) > 0) throw command_error("{} goes with --slurm.", name);
}

}  // namespace tileproof::command
