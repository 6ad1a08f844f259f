// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_campaign.hpp"

#include "extras/cluster/campaign_folder.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/libfuzzer/fuzz_process.hpp"
#include "fuzz/worker/shrink.hpp"
#include "properties/fields.hpp"
#include "system/file.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

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
    throw store_error("The folder '{}' cannot be written: {}.", (folder / "merges").string(),
                      error.message());
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

// Of each process of libFuzzer; of each finding; of each of its cases.
constexpr double merge_seconds = 1800, minimize_seconds = 30, case_seconds = 10;

struct merge_work {
    const fs::path& folder;
    const campaign_merge_options& o;
    const fs::path scratch;  // a folder of this machine
    const std::string name;  // of what it makes: nobody else's

    bool stopped() const { return o.stop && o.stop(); }
    void say(const std::string& text) const {
        if (o.say) o.say(text);
    }
};

std::int64_t count_files(const fs::path& folder) {
    std::error_code error;
    return std::distance(fs::directory_iterator(folder, error), {});
}

// Inputs of one name have the same bytes: libFuzzer names them so. What is gone meanwhile is of an attempt that runs.
void copy_files(const fs::path& from, const fs::path& to) {
    for (const auto& file : fs::directory_iterator(from)) {
        std::error_code error;
        fs::copy_file(file, to / file.path().filename(), fs::copy_options::skip_existing, error);
        if (error && fs::exists(file.path()))
            throw store_error("The folder '{}' takes no more inputs: {}.", to.string(),
                              error.message());
    }
}

class target_merge {
  public:
    target_merge(const merge_work& w, const fuzz_target& target, corpus_merge& all)
        : merged_before_(w.folder / "corpus" / target.name),
          target_(target),
          work_(w),
          all_(all),
          scratch_(w.scratch / target.name) {
        for (const attempt& a : attempts_in(w.folder)) add(a.folder / "corpus" / target.name);
        std::error_code none;
        for (fs::directory_iterator it(merged_before_, none), end; !none && it != end;
             it.increment(none))
            if (add(it->path())) taken_.push_back(it->path());
    }

    void run() {
        merged_target& m = all_.targets[target_.name];
        for (const fs::path& corpus : corpora_) m.before += count_files(corpus);
        if (corpora_.empty() || work_.stopped()) return;
        work_.say(
            fmt::format("{}: {} inputs of {} corpora", target_.name, m.before, corpora_.size()));
        merge_each();
        const fs::path all = scratch_ / "all", least = scratch_ / "least";
        fs::create_directories(all);
        for (const fs::path& corpus : corpora_) copy_files(corpus, all);
        const bool well = merge(all, least, m);
        if (work_.stopped()) return;
        m.after = publish(well ? least : all);
        all_.taken.insert(all_.taken.end(), taken_.begin(), taken_.end());
        std::error_code ignored;
        fs::remove_all(scratch_, ignored);
    }

  private:
    bool add(const fs::path& corpus) {
        std::error_code error;
        if (!fs::is_directory(corpus, error) || fs::is_empty(corpus, error)) return false;
        corpora_.push_back(corpus);
        return true;
    }

    bool merge(const fs::path& from, const fs::path& to, merged_target& m) const {
        fs::create_directories(to);
        const auto reached =
            merge_corpus(target_, from, to,
                         {.scratch = scratch_, .seconds = merge_seconds, .stop = work_.o.stop});
        m.coverage = reached ? reached->coverage : 0;
        m.features = reached ? reached->features : 0;
        return reached.has_value();
    }

    // In the place of each corpus that could be merged is what is left of it.
    void merge_each() {
        fs::create_directories(scratch_);
        std::vector<std::string> problems(corpora_.size());
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i = next++; i < corpora_.size() && !work_.stopped(); i = next++) {
                const fs::path rest = scratch_ / fmt::format("rest-{}", i);
                merged_target ignored;
                if (merge(corpora_[i], rest, ignored))
                    corpora_[i] = rest;
                else if (!work_.stopped())
                    problems[i] = fmt::format(
                        "Of {} inputs of {} all were kept: libFuzzer's merge of them failed or "
                        "took too long.",
                        count_files(corpora_[i]), target_.name);
            }
        };
        std::vector<std::thread> others;
        for (int j = 1; j < work_.o.jobs; ++j) others.emplace_back(work);
        work();
        for (std::thread& t : others) t.join();
        for (std::string& p : problems)
            if (!p.empty()) all_.problems.push_back(std::move(p));
    }

    // Whole, or not there.
    std::int64_t publish(const fs::path& merged) const {
        const fs::path part = merged_before_ / ("." + work_.name);
        fs::create_directories(part);
        copy_files(merged, part);
        fs::rename(part, merged_before_ / work_.name);
        return count_files(merged);
    }

    const fs::path merged_before_;
    const fuzz_target& target_;
    const merge_work& work_;
    corpus_merge& all_;
    const fs::path scratch_;
    std::vector<fs::path> corpora_, taken_;
};

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

class merge_of_findings {
  public:
    merge_of_findings(const merge_work& w, finding_properties& known)
        : work_(w), known_(known), store_(w.folder / "findings") {}

    findings_merge run() {
        take(store_, "an earlier campaign", true);
        for (const attempt& a : attempts_in(work_.folder))
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
            g.best, known_, {.seconds = minimize_seconds, .case_seconds = case_seconds});
        if (m.again.fails()) finding_store(g.answer).save(m.what);
        write_atomically(g.answer / "state", name_of(m.again.what));
    }

    void make_smaller() {
        std::vector<group*> all;
        for (auto& [key, g] : groups_) {
            g.answer = work_.scratch / fmt::format("finding-{}", all.size());
            all.push_back(&g);
        }
        if (!all.empty())
            work_.say(fmt::format("{} findings of {} causes are made smaller", result_.files,
                                  all.size()));
        std::vector<std::unique_ptr<system::process>> running;
        for (std::size_t next = 0; next < all.size() || !running.empty();) {
            if (work_.stopped()) return;
            while (next < all.size() && std::ssize(running) < work_.o.jobs) {
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

    const merge_work& work_;
    finding_properties& known_;
    const finding_store store_;
    std::map<std::string, group> groups_;
    std::vector<finding> kept_;
    findings_merge result_;
};

corpus_merge merge_corpora(const merge_work& w, const std::vector<fuzz_target>& targets) try {
    corpus_merge all;
    for (const fuzz_target& t : targets) {
        if (w.stopped()) break;
        target_merge(w, t, all).run();
    }
    return all;
} catch (const fs::filesystem_error& e) {
    throw store_error("The corpora cannot be merged in '{}': {}.", w.scratch.string(),
                      e.code().message());
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

}  // namespace

merged_campaign merge_campaign(const fs::path& folder, finding_properties& known,
                               const campaign_merge_options& o) {
    merged_campaign m;
    m.status = look_at(folder);
    const system::temporary_folder scratch(system::in_folder_of_temporaries("tileproof-merge-"));
    const merge_work work{folder, o, scratch.path(), own_name(folder)};
    m.warnings = m.status.warnings;
    if (m.status.running > 0)
        m.warnings.push_back(fmt::format(
            "{} of {} tasks still run: what they find from now on is for the next merge.",
            m.status.running, m.status.what.tasks));
    m.findings = merge_of_findings(work, known).run();
    const auto& wanted = m.status.what.targets;
    std::vector<fuzz_target> targets;
    for (const fuzz_target& t : o.targets)
        if (std::ranges::find(wanted, t.name) != wanted.end()) targets.push_back(t);
    if (targets.size() < wanted.size())
        m.warnings.push_back(
            fmt::format("{} of {} fuzz targets are not here: their corpora stay as they are.",
                        wanted.size() - targets.size(), wanted.size()));
    m.corpora = merge_corpora(work, targets);
    for (const auto* more : {&m.findings.problems, &m.corpora.problems})
        m.warnings.insert(m.warnings.end(), more->begin(), more->end());
    sum_up(m);
    m.unread = m.status.unread + m.findings.unread;
    if (work.stopped()) return m;
    write_atomically(folder / "summary.md", summary_markdown(m));
    write_atomically(folder / "summary.json", indented_text_of(summary_json(m)) + '\n');
    note_merge(folder, time_stamp());
    std::error_code ignored;
    for (const fs::path& corpus : m.corpora.taken) fs::remove_all(corpus, ignored);
    m.complete = true;
    return m;
}

}  // namespace tileproof::cluster
