// SPDX-License-Identifier: MIT
#include "extras/cluster/campaign_status.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "system/file.hpp"
#include "system/text.hpp"

namespace tileproof::cluster {

namespace fs = std::filesystem;
using fuzz::read_member;
using nlohmann::json;
using system::store_error;
using system::with_separators;
using system::wrapped;
using phase = worker_status::phase;

namespace {

constexpr double most_skew = 60;  // seconds that clocks may differ without a word
constexpr int points = 10;

std::int64_t findings_in(const fs::path& folder) {
    std::int64_t count = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        count += it->path().extension() == ".json" ? 1 : 0;
    return count;
}

// What all had done at this age of the campaign: of each worker the last point before it.
history_point done_at(const campaign_status& s, double began, double age) {
    history_point sum{.seconds = age, .executions = 0, .coverage = {}};
    for (const seen_worker& w : s.workers) {
        const double start = server_time_of(w.who.folder / "started") - began;
        const history_point* last = nullptr;
        for (const history_point& p : w.says.history)
            if (p.seconds <= age - start) last = &p;
        if (!last) continue;
        sum.executions += last->executions;
        for (const auto& [name, coverage] : last->coverage)
            sum.coverage[name] = std::max(sum.coverage[name], coverage);
    }
    return sum;
}

void note_unread(campaign_status& s, const std::string& sentence) {
    s.warnings.push_back(sentence);
    ++s.unread;
}

void see(campaign_status& s, const attempt& a, double now) {
    const fs::path file = a.folder / "status.json";
    std::error_code error;
    seen_worker w{.who = a, .says = {}};
    if (!fs::exists(file, error)) return;  // it has only just begun, or belongs to nobody any more
    try {
        w.says = load_status(file);
    } catch (const store_error& e) {
        return note_unread(s, e.what());
    }
    if (w.says.campaign != campaign_id(s.what)) return;  // of an earlier campaign of this folder
    const double written = server_time_of(file);
    w.silent = std::max(now - written, 0.0);
    if (const double skew = w.says.clock - written; std::abs(skew) > most_skew)
        s.warnings.push_back(
            fmt::format("The clock of {} is {:.0f} s {} that of the file server: the times in its "
                        "findings and logs are off by as much, nothing else is.",
                        w.says.host, std::abs(skew), skew > 0 ? "ahead of" : "behind"));
    for (const std::string& t : w.says.troubles)
        s.warnings.push_back(fmt::format("{} on {}: {}", a.name(), w.says.host, t));
    if (!s.workers.empty() && s.workers.back().who.task == a.task) s.workers.back().taken_up = true;
    s.workers.push_back(std::move(w));
}

// Adds what a worker says to the campaign.
void count(campaign_status& s, seen_worker& w, double dead_after) {
    const bool says_so = w.says.what == phase::running && !w.taken_up;
    w.dead = says_so && w.silent > dead_after;
    const bool runs = says_so && !w.dead;
    if (!w.taken_up) {
        --s.waiting;
        s.running += runs;
        s.ended += w.says.what == phase::ended;
    }
    s.executions += w.says.executions();
    s.a_second += runs ? w.says.a_second() : 0;
    s.findings += findings_in(w.who.folder / "findings");
    for (const auto& [name, t] : w.says.targets) {
        target_status& sum = s.targets[name];
        sum.executions += t.executions;
        sum.a_second += runs ? t.a_second : 0;
        sum.coverage = std::max(sum.coverage, t.coverage);
        sum.corpus = std::max(sum.corpus, t.corpus);
    }
}

constexpr std::size_t most_points = 64, most_troubles = 20;
constexpr std::array<const char*, 4> phases{"running", "stopped", "ended", "failed"};

json to_json(const std::map<std::string, target_status>& targets) {
    json all = json::object();
    for (const auto& [name, t] : targets)
        all[name] = {{"executions", t.executions},
                     {"a_second", t.a_second},
                     {"coverage", t.coverage},
                     {"corpus", t.corpus}};
    return all;
}

json to_json(const std::vector<history_point>& history) {
    json all = json::array();
    for (const history_point& p : history)
        all.push_back(
            {{"seconds", p.seconds}, {"executions", p.executions}, {"coverage", p.coverage}});
    return all;
}

target_status target_of(const json& j, const std::string& what) {
    return {.executions = read_member<std::int64_t>(j, "executions", what),
            .a_second = read_member<std::int64_t>(j, "a_second", what),
            .coverage = read_member<std::int64_t>(j, "coverage", what),
            .corpus = read_member<std::int64_t>(j, "corpus", what)};
}

std::int64_t sum_of(const std::map<std::string, target_status>& targets,
                    std::int64_t target_status::*number) {
    std::int64_t sum = 0;
    for (const auto& [name, t] : targets) sum += t.*number;
    return sum;
}

}  // namespace

std::string campaign_id(const campaign& c) { return fmt::format("{} {}", c.started, c.seed); }

campaign_status look_at(const fs::path& folder, double dead_after) {
    campaign_status s;
    s.what = read_campaign(folder);
    const server_time now = now_on_server(folder);
    if (!now.may_write)
        s.warnings.push_back(fmt::format(
            "The folder '{}' cannot be written, so that ages are by the clock of this machine.",
            folder.string()));
    const double began = server_time_of(folder / "campaign.json");
    s.seconds = std::max(now.seconds - began, 0.0);
    for (const attempt& a : attempts_in(folder)) see(s, a, now.seconds);
    s.waiting = s.what.tasks;
    for (seen_worker& w : s.workers) count(s, w, dead_after);
    for (int i = 1; i <= points; ++i)
        s.history.push_back(done_at(s, began, s.seconds * i / points));
    try {
        s.merged = last_merge(folder);
    } catch (const store_error& e) {
        note_unread(s, e.what());
    }
    return s;
}

// A campaign as lines for people and as JSON.

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
    return phases[static_cast<std::size_t>(w.says.what)];
}

std::size_t dead_of(const campaign_status& s) {
    return static_cast<std::size_t>(
        std::ranges::count_if(s.workers, [](const auto& w) { return w.dead; }));
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
                            "begun, {} dead; {} executions, {} a second; {} file{} of findings; {}",
                            s.what.kind, s.what.started, age(s.seconds), s.what.tasks, s.running,
                            s.ended, s.waiting, dead, with_separators(s.executions),
                            with_separators(s.a_second), s.findings, s.findings == 1 ? "" : "s",
                            s.merged.empty() ? "not merged yet" : "merged " + s.merged),
                "");
    if (!s.targets.empty()) text += targets_text(s);
    for (const seen_worker& w : s.workers) {
        if (w.dead)
            text += wrapped(
                fmt::format("{} on {} has been silent for {}: it is dead. What it found is in {} "
                            "and will be merged; start it again with `scontrol requeue {}`.",
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
    json workers = json::array();
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
            {"targets", to_json(s.targets)},
            {"workers", workers},
            {"history", to_json(s.history)},
            {"warnings", s.warnings}};
}

std::int64_t worker_status::executions() const {
    return sum_of(targets, &target_status::executions);
}

std::int64_t worker_status::a_second() const { return sum_of(targets, &target_status::a_second); }

void worker_status::note_history() {
    history_point point{seconds, executions(), {}};
    for (const auto& [name, t] : targets) point.coverage[name] = t.coverage;
    history.push_back(std::move(point));
    if (history.size() < most_points) return;
    std::vector<history_point> kept;
    for (std::size_t i = 1; i < history.size(); i += 2) kept.push_back(std::move(history[i]));
    history = std::move(kept);
}

void save_status(const worker_status& s, const std::filesystem::path& file) {
    std::vector<std::string> troubles = s.troubles;
    troubles.resize(std::min(troubles.size(), most_troubles));
    system::write_atomically(
        file, properties::text_of({{"tileproof_worker", worker_status::schema},
                                   {"campaign", s.campaign},
                                   {"host", s.host},
                                   {"job", s.job},
                                   {"pid", s.pid},
                                   {"phase", phases[static_cast<std::size_t>(s.what)]},
                                   {"clock", s.clock},
                                   {"seconds", s.seconds},
                                   {"findings", s.findings},
                                   {"targets", to_json(s.targets)},
                                   {"history", to_json(s.history)},
                                   {"gpu", s.gpu},
                                   {"troubles", troubles}}) +
                  '\n');
}

worker_status load_status(const std::filesystem::path& file) {
    const std::string what =
        fmt::format("The file '{}' does not say what a worker does", file.string());
    const nlohmann::json j = read_json_file(file, what);
    if (const int schema = read_member<int>(j, "tileproof_worker", what);
        schema != worker_status::schema)
        throw store_error(
            "The file '{}' was written by another version of tileproof (it has version "
            "{}, this one reads {}).",
            file.string(), schema, worker_status::schema);
    worker_status s;
    s.campaign = read_member<std::string>(j, "campaign", what);
    s.host = read_member<std::string>(j, "host", what);
    s.job = read_member<std::string>(j, "job", what);
    s.pid = read_member<int>(j, "pid", what);
    const auto phase = std::ranges::find(phases, read_member<std::string>(j, "phase", what));
    if (phase == phases.end()) throw store_error(what + ": its phase is none.");
    s.what = static_cast<worker_status::phase>(phase - phases.begin());
    s.clock = fuzz::read_amount(j, "clock", 1e12, what);
    s.seconds = fuzz::read_amount(j, "seconds", 1e9, what);
    s.findings = read_member<std::int64_t>(j, "findings", what);
    for (const auto& [name, t] : read_member<json::object_t>(j, "targets", what))
        s.targets[name] = target_of(t, what);
    for (const json& p : read_member<std::vector<json>>(j, "history", what))
        s.history.push_back(
            {fuzz::read_amount(p, "seconds", 1e9, what),
             read_member<std::int64_t>(p, "executions", what),
             read_member<std::map<std::string, std::int64_t>>(p, "coverage", what)});
    s.gpu = read_member<std::string>(j, "gpu", what);
    s.troubles = read_member<std::vector<std::string>>(j, "troubles", what);
    return s;
}

}  // namespace tileproof::cluster
