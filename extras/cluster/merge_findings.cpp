// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_findings.hpp"

#include "extras/cluster/campaign_folder.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/worker/shrink.hpp"
#include "properties/fields.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using namespace fuzz;
using namespace properties;
using namespace system;

namespace {

// Findings of one cause: the best of them, and how many there are.
struct group {
    finding best;
    fs::path file;         // of it
    std::string found_by;  // "task-3-attempt-1", "an earlier campaign"
    std::int64_t seen = 0;
    fs::path earlier;  // the file in campaign/findings that it had already; empty: none
    fs::path answer;   // where the process that makes it smaller leaves what comes of it
};

bool is_better(const finding& a, const finding& b) {
    if (a.minimized != b.minimized) return a.minimized;
    return text_of(a.the_case).size() < text_of(b.the_case).size();
}

class merge {
  public:
    merge(const fs::path& folder, finding_properties& known, const findings_options& o)
        : folder_(folder), known_(known), options_(o), store_(folder / "findings") {}

    findings_merge run() {
        take(store_, "an earlier campaign", true);
        for (const attempt& a : attempts_in(folder_))
            take(finding_store(a.folder / "findings"), a.name(), false);
        for (auto& [key, g] : groups_) known_.find(g.best);  // before anything is forked
        make_smaller();
        for (auto& [key, g] : groups_) settle(g);
        find_bugs();
        return std::move(result_);
    }

  private:
    void take(const finding_store& from, const std::string& by, bool earlier) {
        finding_store::contents all = from.load();
        result_.unread += std::ssize(all.problems);
        std::move(all.problems.begin(), all.problems.end(), std::back_inserter(result_.problems));
        for (stored_finding& f : all.findings) {
            result_.files += earlier ? 0 : 1;
            auto [at, is_new] = groups_.try_emplace(signature_of(f.what));
            group& g = at->second;
            g.seen += earlier ? 0 : 1;
            if (earlier) g.earlier = f.file;
            if (!is_new && !is_better(f.what, g.best)) continue;
            g.best = std::move(f.what);
            g.file = f.file;
            g.found_by = by;
        }
    }

    // In a process of its own: what came of it, and the finding.
    void answer(const group& g) const {
        const minimized_finding m = minimize_finding(
            g.best, known_,
            {.seconds = options_.minimize_seconds, .case_seconds = options_.case_seconds});
        if (m.again.fails()) finding_store(g.answer).save(m.what);
        write_atomically(g.answer / "state", name_of(m.again.what));
    }

    void make_smaller() {
        std::vector<group*> all;
        for (auto& [key, g] : groups_) {
            g.answer = options_.scratch / fmt::format("finding-{}", all.size());
            all.push_back(&g);
        }
        if (options_.say && !all.empty())
            options_.say(fmt::format("{} findings of {} causes are made smaller", result_.files,
                                     all.size()));
        std::vector<std::unique_ptr<system::process>> running;
        for (std::size_t next = 0; next < all.size() || !running.empty();) {
            if (options_.stop && options_.stop()) return;
            while (next < all.size() && std::ssize(running) < options_.jobs) {
                group* const g = all[next++];
                running.push_back(std::make_unique<system::process>(
                    system::command{.body = [this, g] { answer(*g); }}));
            }
            std::erase_if(running, [](const auto& p) {
                p->read();
                if (!p->has_ended()) return false;
                p->wait();
                return true;
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    void settle(group& g) {
        std::string state = "not run";
        try {
            state = read_bounded(g.answer / "state", 1000);
        } catch (const store_error&) {
            // It was stopped, or the process ended: the finding stays as it was found.
        }
        const finding_store::contents smaller = finding_store(g.answer).load();
        if (!smaller.findings.empty()) g.best = smaller.findings.front().what;
        if (!g.earlier.empty())
            (state == "fixed"           ? result_.reruns.fixed
             : smaller.findings.empty() ? result_.reruns.not_run
                                        : result_.reruns.still_fail)
                .push_back(g.earlier.string());
        if (!g.earlier.empty() && state == "fixed" && g.seen == 0) return;
        keep(g, state, !smaller.findings.empty());
    }

    void keep(const group& g, const std::string& state, bool fails_here) {
        const fs::path file =
            g.earlier.empty() ? store_.save(g.best) : store_.replace(g.earlier, g.best);
        auto [at, is_new] = result_.findings.try_emplace(signature_of(g.best));
        if (!is_new) {  // of another cause at first, the same bug when it is small
            at->second.seen += g.seen;
            if (file.string() != at->second.file) fs::remove(file);
            return;
        }
        const bool is_layout = g.best.the_case.is_object() && g.best.the_case.contains("layout");
        at->second = {.file = file.string(),
                      .law = std::string(about(g.best.law).code),
                      .property = g.best.property,
                      .smallest = is_layout ? g.best.the_case["layout"].get<std::string>()
                                            : text_of(g.best.the_case),
                      .sentence = g.best.failure,
                      .target = g.found_by,
                      .seen = g.seen,
                      .minimized = g.best.minimized};
        kept_.push_back(g.best);
        if (!fails_here && g.earlier.empty())
            result_.problems.push_back(
                fmt::format("{} is kept as it was found: it did not fail again here ({}).",
                            file.string(), state));
    }

    void find_bugs() {
        std::vector<const finding*> all;
        for (const finding& f : kept_) all.push_back(&f);
        for (const bug& b : bugs_of(all))
            result_.headings.push_back(fmt::format("{} ({})", b.heading, seen_by(b, all)));
    }

    const fs::path folder_;
    finding_properties& known_;
    const findings_options& options_;
    const finding_store store_;
    std::map<std::string, group> groups_;
    std::vector<finding> kept_;
    findings_merge result_;
};

}  // namespace

findings_merge merge_findings(const fs::path& folder, finding_properties& known,
                              const findings_options& o) {
    return merge(folder, known, o).run();
}

}  // namespace tileproof::cluster
