// SPDX-License-Identifier: MIT
#include "command/cluster.hpp"
#include "extras/cluster/campaign_folder.hpp"
#include "extras/cluster/campaign_status.hpp"
#include "extras/cluster/slurm.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

namespace tileproof::command {

using report::command_error;
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

int start(cluster::campaign c, const slurm_options& o, cluster::slurm_jobs j) try {
    const std::string array = cluster::array_script(j), merge = cluster::merge_script(j);
    if (o.print) {
        print_out(fmt::format("# {}\n{}\n# {}, when the array has ended\n{}",
                              (j.folder / "array.sh").string(), array,
                              (j.folder / "merge.sh").string(), merge));
        return 0;
    }
    c.tasks = o.tasks;
    c.version = TILEPROOF_VERSION;
    c.started = fuzz::time_stamp();
    std::error_code none;
    if (fs::exists(j.folder / "campaign.json", none)) {
        const cluster::campaign_status now = cluster::look_at(j.folder, {});
        if (now.running > 0)
            throw command_error(
                fmt::format("A campaign runs in '{}' already: {} of its {} tasks; see `tileproof "
                            "status {}`, or name another folder with --campaign.",
                            o.folder, now.running, now.what.tasks, o.folder));
    }
    cluster::write_campaign(j.folder, c);
    const cluster::submitted_jobs jobs = cluster::submit(j);
    print_out(
        fmt::format("job {}: {} tasks; then job {}, which merges\n"
                    "status   tileproof status {}\nsummary  {}\n",
                    jobs.array, o.tasks, jobs.merge, fuzz::quoted_for_shell(o.folder),
                    (fs::path(o.folder) / "summary.md").string()));
    return 0;
} catch (const system::store_error& e) {
    throw command_error(e.what());
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
            "of it, and a "
            "second campaign in it starts from the first one's corpus and findings.");
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
        throw command_error(fmt::format("There is no fuzz target{} in {}; use ./dev fuzz.",
                                        o.target.empty() ? "" : fmt::format(" '{}'", o.target),
                                        (targets / "fuzz").string()));
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
            "summary are in the "
            "folder of --campaign.");
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

}  // namespace tileproof::command
