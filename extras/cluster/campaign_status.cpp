// SPDX-License-Identifier: MIT
#include "extras/cluster/campaign_status.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"
#include "system/text_layout.hpp"

namespace tileproof::cluster {

namespace fs = std::filesystem;
using system::store_error;
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

// What a worker had done at a moment of its own time: the last point before it.
const history_point* point_before(const worker_status& s, double seconds) {
    const history_point* last = nullptr;
    for (const history_point& p : s.history)
        if (p.seconds <= seconds) last = &p;
    return last;
}

class look {
  public:
    look(const fs::path& folder, const status_options& o) : folder_(folder), options_(o) {}

    campaign_status take() {
        s_.what = read_campaign(folder_);
        now_ = now_on_server(folder_);
        if (!now_.may_write)
            s_.warnings.push_back(fmt::format(
                "The folder '{}' cannot be written, so that ages are by the clock of this machine.",
                folder_.string()));
        began_ = server_time_of(folder_ / "campaign.json");
        s_.seconds = std::max(now_.seconds - began_, 0.0);
        for (const attempt& a : attempts_in(folder_)) see(a);
        count_tasks();
        sum_up();
        try {
            s_.merged = read_merge_record(folder_).when;
        } catch (const store_error& e) {
            note_unread(e.what());
        }
        return std::move(s_);
    }

  private:
    void note_unread(const std::string& sentence) {
        s_.warnings.push_back(sentence);
        ++s_.unread;
    }

    void see(const attempt& a) {
        const fs::path file = a.folder / "status.json";
        std::error_code error;
        seen_worker w{.who = a, .says = {}};
        if (!fs::exists(file, error))
            return;  // it has only just begun, or belongs to nobody any more
        try {
            w.says = load_status(file);
        } catch (const store_error& e) {
            note_unread(e.what());
            return;
        }
        if (w.says.campaign != campaign_id(s_.what))
            return;  // of an earlier campaign of this folder
        const double written = server_time_of(file);
        w.silent = std::max(now_.seconds - written, 0.0);
        if (const double skew = w.says.clock - written; std::abs(skew) > most_skew)
            s_.warnings.push_back(
                fmt::format("The clock of {} is {:.0f} s {} that of the file server: the times in "
                            "its findings and "
                            "logs are off by as much, nothing else is.",
                            w.says.host, std::abs(skew), skew > 0 ? "ahead of" : "behind"));
        for (const std::string& t : w.says.troubles)
            s_.warnings.push_back(fmt::format("{} on {}: {}", a.name(), w.says.host, t));
        if (!s_.workers.empty() && s_.workers.back().who.task == a.task)
            s_.workers.back().taken_up = true;
        s_.workers.push_back(std::move(w));
    }

    void count_tasks() {
        s_.waiting = s_.what.tasks;
        for (seen_worker& w : s_.workers) {
            w.dead = !w.taken_up && w.says.what == phase::running && w.silent > options_.dead_after;
            if (w.taken_up) continue;
            --s_.waiting;
            if (w.says.what == phase::running && !w.dead) ++s_.running;
            if (w.says.what == phase::ended) ++s_.ended;
        }
    }

    void sum_up() {
        for (const seen_worker& w : s_.workers) {
            const bool runs = w.says.what == phase::running && !w.dead && !w.taken_up;
            s_.executions += w.says.executions();
            s_.a_second += runs ? w.says.a_second() : 0;
            s_.findings += findings_in(w.who.folder / "findings");
            for (const auto& [name, t] : w.says.targets) {
                target_status& sum = s_.targets[name];
                sum.executions += t.executions;
                sum.a_second += runs ? t.a_second : 0;
                sum.coverage = std::max(sum.coverage, t.coverage);
                sum.corpus = std::max(sum.corpus, t.corpus);
            }
        }
        for (int i = 1; i <= points; ++i) s_.history.push_back(at(s_.seconds * i / points));
    }

    history_point at(double age) const {
        history_point sum{.seconds = age, .executions = 0, .coverage = {}};
        for (const seen_worker& w : s_.workers) {
            const double start = server_time_of(w.who.folder / "started") - began_;
            const history_point* const p = point_before(w.says, age - start);
            if (!p) continue;
            sum.executions += p->executions;
            for (const auto& [name, coverage] : p->coverage)
                sum.coverage[name] = std::max(sum.coverage[name], coverage);
        }
        return sum;
    }

    const fs::path folder_;
    const status_options options_;
    server_time now_;
    double began_ = 0;
    campaign_status s_;
};

}  // namespace

std::string campaign_id(const campaign& c) { return fmt::format("{} {}", c.started, c.seed); }

campaign_status look_at(const fs::path& folder, const status_options& o) {
    return look(folder, o).take();
}

// A campaign as lines for people and as JSON.

using nlohmann::json;
using system::with_separators;
using system::wrapped;
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
