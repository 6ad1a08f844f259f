// SPDX-License-Identifier: MIT
// A campaign as lines for people and as JSON.
#include "extras/cluster/campaign_status.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::cluster {

using nlohmann::json;
using properties::with_separators;
using properties::wrapped;
using phase = worker_status::phase;

namespace {

std::string age(double seconds) {
    const auto s = static_cast<std::int64_t>(std::max(seconds, 0.0));
    if (s < 120) return fmt::format("{} s", s);
    if (s < 7200) return fmt::format("{} min", s / 60);
    return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

std::string_view word_of(const seen_worker& w) {
    if (w.dead) return "dead";
    if (w.taken_up) return "taken up";
    constexpr std::string_view words[]{"running", "stopped", "ended", "failed"};
    return words[static_cast<std::size_t>(w.says.what)];
}

std::size_t dead_of(const campaign_status& s) {
    return static_cast<std::size_t>(
        std::count_if(s.workers.begin(), s.workers.end(), [](const auto& w) { return w.dead; }));
}

std::string targets_text(const campaign_status& s) {
    std::size_t width = 6;
    for (const auto& [name, t] : s.targets) width = std::max(width, name.size());
    std::string text = fmt::format("\n{:<{}}{:>16}{:>12}{:>10}{:>10}\n", "target", width,
                                   "executions", "a second", "coverage", "corpus");
    for (const auto& [name, t] : s.targets)
        text += fmt::format("{:<{}}{:>16}{:>12}{:>10}{:>10}\n", name, width,
                            with_separators(t.executions), with_separators(t.a_second), t.coverage,
                            t.corpus);
    text += fmt::format("\n{:<{}}", "coverage after", std::max(width, std::size_t{14}));
    for (const history_point& p : s.history) text += fmt::format("{:>9}", age(p.seconds));
    for (const auto& [name, t] : s.targets) {
        text += fmt::format("\n{:<{}}", name, std::max(width, std::size_t{14}));
        for (const history_point& p : s.history) {
            const auto at = p.coverage.find(name);
            text += fmt::format(
                "{:>9}", at == p.coverage.end() ? std::string() : std::to_string(at->second));
        }
    }
    return text + '\n';
}

}  // namespace

std::string status_text(const campaign_status& s) {
    const std::size_t dead = dead_of(s);
    std::string text =
        wrapped(fmt::format("{} campaign of {}, {} old: {} tasks, {} running, {} ended, {} not "
                            "begun, {} dead; {} executions, "
                            "{} a second; {} file{} of findings; {}",
                            s.what.kind, s.what.started, age(s.seconds), s.what.tasks, s.running,
                            s.ended, s.waiting, dead, with_separators(s.executions),
                            with_separators(s.a_second), s.findings, s.findings == 1 ? "" : "s",
                            s.merged.empty() ? "not merged yet" : "merged " + s.merged),
                "");
    if (!s.targets.empty()) text += targets_text(s);
    for (const seen_worker& w : s.workers) {
        if (w.dead)
            text +=
                wrapped(fmt::format("{} on {} has been silent for {}: it is dead. What it found is "
                                    "in {} and will be merged; "
                                    "start it again with `scontrol requeue {}`.",
                                    w.who.name(), w.says.host, age(w.silent), w.who.folder.string(),
                                    w.says.job.empty() ? "JOB" : w.says.job),
                        "\n");
        else if (w.says.what == phase::failed && !w.taken_up)
            text += wrapped(fmt::format("{} on {} could not go on; the warnings say why.",
                                        w.who.name(), w.says.host),
                            "\n");
    }
    for (const std::string& warning : s.warnings) text += wrapped(warning, "warning  ");
    return text;
}

json status_json(const campaign_status& s) {
    json targets = json::object(), workers = json::array(), history = json::array();
    for (const auto& [name, t] : s.targets)
        targets[name] = {{"executions", t.executions},
                         {"a_second", t.a_second},
                         {"coverage", t.coverage},
                         {"corpus", t.corpus}};
    for (const seen_worker& w : s.workers)
        workers.push_back({{"task", w.who.task},
                           {"attempt", w.who.number},
                           {"host", w.says.host},
                           {"job", w.says.job},
                           {"state", word_of(w)},
                           {"silent_seconds", w.silent},
                           {"seconds", w.says.seconds},
                           {"executions", w.says.executions()},
                           {"gpu", w.says.gpu}});
    for (const history_point& p : s.history)
        history.push_back(
            {{"seconds", p.seconds}, {"executions", p.executions}, {"coverage", p.coverage}});
    return {{"tileproof_campaign_status", 1},
            {"kind", s.what.kind},
            {"started", s.what.started},
            {"seconds", s.seconds},
            {"tasks", s.what.tasks},
            {"running", s.running},
            {"ended", s.ended},
            {"waiting", s.waiting},
            {"dead", dead_of(s)},
            {"executions", s.executions},
            {"a_second", s.a_second},
            {"findings", s.findings},
            {"merged", s.merged},
            {"targets", targets},
            {"workers", workers},
            {"history", history},
            {"warnings", s.warnings}};
}

}  // namespace tileproof::cluster
