// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_campaign.hpp"

#include "properties/fields.hpp"
#include "system/atomic_file.hpp"
#include "system/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using namespace fuzz;
using namespace properties;
using namespace system;

namespace {

// Under which no other merge of this folder writes: a folder that it made itself.
std::string own_name(const fs::path& folder) {
    constexpr int most = 100'000;
    std::error_code error;
    fs::create_directories(folder / "merges", error);
    for (int n = 1; !error && n < most; ++n)
        if (fs::create_directory(folder / "merges" / std::to_string(n), error))
            return fmt::format("merge-{}", n);
    throw store_error(fmt::format("The folder '{}' cannot be written: {}.",
                                  (folder / "merges").string(), error.message()));
}

void sum_up(merged_campaign& m) {
    m.state.started = m.status.what.started;
    m.state.asked_seconds = m.status.what.seconds * m.status.what.tasks;
    m.state.findings = m.findings.findings;
    m.state.inputs_judged = m.findings.files;
    for (const std::string& name : m.status.what.targets) m.state.targets[name];
    for (const seen_worker& w : m.status.workers) {
        m.state.seconds += w.says.seconds;
        for (const auto& [name, t] : w.says.targets) {
            target_progress& p = m.state.targets[name];
            p.seconds += w.says.seconds / static_cast<double>(w.says.targets.size());
            p.executions += t.executions;
            p.coverage = std::max(p.coverage, t.coverage);
            p.corpus = std::max(p.corpus, t.corpus);
        }
    }
    for (const auto& [name, t] : m.corpora.targets) {
        target_progress& p = m.state.targets[name];
        p.corpus = t.after;
        p.coverage = std::max(p.coverage, t.coverage);
        p.features = t.features;
    }
}

}  // namespace

merged_campaign merge_campaign(const fs::path& folder, finding_properties& known,
                               const campaign_merge_options& o) {
    merged_campaign m;
    m.status = look_at(folder, {});
    const system::temporary_folder scratch(system::in_folder_of_temporaries("tileproof-merge-"));
    const std::string name = own_name(folder);
    m.warnings = m.status.warnings;
    if (m.status.running > 0)
        m.warnings.push_back(fmt::format(
            "{} of {} tasks still run: what they find from now on is for the next merge.",
            m.status.running, m.status.what.tasks));
    m.findings = merge_findings(
        folder, known, {.jobs = o.jobs, .scratch = scratch.path(), .stop = o.stop, .say = o.say});
    const auto& wanted = m.status.what.targets;
    std::vector<fuzz_target> targets;
    for (const fuzz_target& t : o.targets)
        if (std::find(wanted.begin(), wanted.end(), t.name) != wanted.end()) targets.push_back(t);
    if (targets.size() < wanted.size())
        m.warnings.push_back(
            fmt::format("{} of {} fuzz targets are not here: their corpora stay as they are.",
                        wanted.size() - targets.size(), wanted.size()));
    m.corpora = merge_corpora(
        folder, targets,
        {.jobs = o.jobs, .scratch = scratch.path(), .name = name, .stop = o.stop, .say = o.say});
    for (const auto* more : {&m.findings.problems, &m.corpora.problems})
        m.warnings.insert(m.warnings.end(), more->begin(), more->end());
    sum_up(m);
    m.unread = m.status.unread + m.findings.unread;
    if (o.stop && o.stop()) return m;
    write_atomically(folder / "summary.md", summary_markdown(m));
    write_atomically(folder / "summary.json", indented_text_of(summary_json(m)) + '\n');
    write_merge_record(folder, {time_stamp()});
    std::error_code ignored;
    for (const fs::path& corpus : m.corpora.taken) fs::remove_all(corpus, ignored);
    m.complete = true;
    return m;
}

std::string summary_markdown(const merged_campaign& m) {
    std::string text = fuzz_summary_markdown(m.state, m.findings.reruns, m.warnings);
    const std::string title = fmt::format("# {} campaign of {} on {} tasks", m.status.what.kind,
                                          m.status.what.started, m.status.what.tasks);
    text.replace(0, text.find('\n'), title);
    std::string bugs;
    for (const std::string& heading : m.findings.headings) bugs += "- " + heading + "\n";
    if (!bugs.empty()) text.insert(text.find("## Findings"), "## Bugs\n\n" + bugs + '\n');
    if (!m.corpora.targets.empty()) {
        text +=
            "\n## Corpora, merged\n\n| target | inputs before | after | coverage |\n| --- | ---: | "
            "---: | ---: |\n";
        for (const auto& [name, t] : m.corpora.targets)
            text += fmt::format("| {} | {} | {} | {} |\n", name, t.before, t.after, t.coverage);
    }
    text +=
        "\n## Workers\n\n| task | attempt | node | seconds | executions | GPU |\n"
        "| ---: | ---: | --- | ---: | ---: | --- |\n";
    for (const seen_worker& w : m.status.workers)
        text += fmt::format("| {} | {} | {} | {:.0f} | {} | {} |\n", w.who.task, w.who.number,
                            w.says.host, w.says.seconds, w.says.executions(), w.says.gpu);
    return text;
}

nlohmann::json summary_json(const merged_campaign& m) {
    nlohmann::json j = fuzz_summary_json(m.state, m.findings.reruns, m.warnings);
    j["campaign"] = status_json(m.status);
    j["bugs"] = m.findings.headings;
    for (const auto& [name, t] : m.corpora.targets)
        j["merged"][name] = {{"before", t.before}, {"after", t.after}, {"coverage", t.coverage}};
    return j;
}

}  // namespace tileproof::cluster
