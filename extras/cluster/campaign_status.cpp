// SPDX-License-Identifier: MIT
#include "extras/cluster/campaign_status.hpp"

#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using properties::store_error;
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

}  // namespace tileproof::cluster
