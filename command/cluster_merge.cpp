// SPDX-License-Identifier: MIT
// tileproof merge FOLDER and tileproof status FOLDER.
#include "command/cluster.hpp"
#include "command/long_work.hpp"
#include "command/replay.hpp"
#include "extras/cluster/merge_campaign.hpp"
#include "extras/cluster/slurm.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "system/atomic_file.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

namespace tileproof::command {

using report::command_error;
using report::print_error;
using report::print_out;

int merge(const merge_options& o) try {
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
         .say =
             [](const std::string& line) { print_error(fmt::format("tileproof: {}\n", line)); }});
    for (const std::string& warning : m.warnings)
        print_error(system::wrapped(warning, "tileproof: "));
    if (!m.complete)
        throw command_error(fmt::format(
            "Stopped before the merge was complete: nothing is lost; `tileproof merge {}` "
            "merges again.",
            fuzz::quoted_for_shell(folder)));
    for (const auto& [key, f] : m.state.findings)
        print_out(system::wrapped(f.sentence, "finding  ") + fmt::format("         {}\n", f.file));
    for (const auto& [name, t] : m.corpora.targets)
        print_out(fmt::format("corpus   {}: {} inputs of {}\n", name, t.after, t.before));
    print_out(fmt::format("summary  {}/summary.md, {}/summary.json\n", folder, folder));
    if (m.unread > 0)
        throw command_error(fmt::format(
            "Files that could not be read: {}. The lines above say which; they stay as they are, "
            "everything else is merged. The version of tileproof that wrote them reads them.",
            m.unread));
    const std::string unjudged = fuzz::why_not_judged(m.state);
    if (!unjudged.empty()) print_out(system::wrapped(unjudged, ""));
    return !m.state.findings.empty() ? 1 : unjudged.empty() ? 0 : 2;
} catch (const system::store_error& e) {
    throw command_error(e.what());
}

int status(const status_command& o) try {
    const cluster::campaign_status s = cluster::look_at(o.folder, {.dead_after = o.dead_after});
    print_out(o.json ? properties::indented_text_of(status_json(s)) + '\n' : status_text(s));
    return 0;
} catch (const system::store_error& e) {
    throw command_error(e.what());
}

}  // namespace tileproof::command
