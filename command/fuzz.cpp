// SPDX-License-Identifier: MIT

#include <fmt/format.h>
#include <fnmatch.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include "fuzz/libfuzzer/fuzz_state.hpp"

#include "command/long_work.hpp"
#include "command/options.hpp"
#include "command/replay.hpp"
#include "command/run_and_report.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/libfuzzer/fuzz_slices.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/file.hpp"
#include "system/text.hpp"

namespace tileproof::command {

// The results of a fuzz campaign: a summary to read, the same as JSON, a page, and lines on the terminal.
//
//   finding  L2 reference: the index (0,0) has offset 1, and the reference 0.
//            .tileproof/findings/L2-1a2b.json
//   summary  .tileproof/fuzz-summary.md, .tileproof/fuzz-summary.json
//   page     .tileproof/findings.html

using namespace fuzz;
using namespace report;
using system::store_error;
using system::wrapped;
using system::write_atomically;

namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

std::vector<fuzz_target> chosen_targets(const fuzz_options& o) {
    const fs::path folder = folder_of_targets();
    std::vector<fuzz_target> targets = fuzz_targets(folder);
    if (targets.empty())
        throw command_error(
            "There are no fuzz targets in {}: this build was made without them. Use ./dev fuzz, or "
            "configure with clang and -DTILEPROOF_BUILD_FUZZERS=ON (preset fuzz).",
            (folder / "fuzz").string());
    if (!o.only.empty())
        std::erase_if(targets, [&](const fuzz_target& t) {
            return std::ranges::find(o.only, t.name) == o.only.end();
        });
    if (o.target.empty()) return targets;
    std::string names;
    for (const fuzz_target& t : targets) names += (names.empty() ? "" : ", ") + t.name;
    std::erase_if(targets, [&](const fuzz_target& t) {
        return fnmatch(o.target.c_str(), t.name.c_str(), 0) != 0;
    });
    if (targets.empty())
        throw command_error("No fuzz target matches '{}'; there are {}.", o.target, names);
    return targets;
}

// The path of the page; empty if there is nothing to show or it cannot be written.
std::string write_page(const fuzz_state& state, const fuzz_options& o) {
    const std::string file = !o.html.empty() ? o.html : page_beside(o.store);
    if (o.html.empty() && state.findings.empty()) return {};
    std::vector<bug_evidence> found;
    for (const auto& [key, f] : state.findings) try {
            if (!f.file.empty())
                found.push_back({load_finding(f.file), f.file, false, found.size()});
        } catch (const store_error&) {  // deleted meanwhile
        }
    try {
        write_report(file, html_fuzz(state, found, "fuzz, started " + state.started));
        return file;
    } catch (const command_error& e) {
        print_error("tileproof: {}\n", e.what());
        return {};
    }
}

// Next to the usual folder of findings; with any other store, in the corpus, which belongs to this campaign.
fs::path folder_of_summary(const fuzz_options& o) {
    const fs::path store = fs::path(o.store).lexically_normal();
    const bool usual =
        store.filename() == "findings" && store.parent_path().filename() == ".tileproof";
    return usual ? store.parent_path() : fs::path(o.corpus);
}

class fuzz_campaign {
  public:
    fuzz_campaign(const fuzz_options& o, std::vector<fuzz_target> targets)
        : options_(o),
          targets_(std::move(targets)),
          store_(o.store),
          corpus_(o.corpus, o.scratch, targets_),
          slices_(targets_, state_, corpus_, o.jobs, o.seed) {}

    int run() {
        start_state();
        if (!options_.no_sandbox) confine_user_code({corpus_.path()});
        rerun_stored();
        finding_desk desk(known_, store_, state_, 10, 10);
        stop_by_signals();
        start_ = clock::now();
        keep_state(true);  // before anything can be found, so that --resume always works
        while (!stop_asked) {
            take_inputs(desk);  // includes those left by an earlier campaign that was killed
            if (left() <= 0 && slices_.empty()) break;
            if (!stop_asked) slices_.start(left());
            if (slices_.empty() && !wait_for_better_times()) break;
            slices_.listen(left());
            keep_state();
            show("");
        }
        const bool interrupted = stop_asked != 0;
        slices_.end_all();
        take_inputs(desk);
        if (!interrupted && options_.merge) merge_all();
        keep_state(true);
        for (const fuzz_target& t : targets_) {
            show(fmt::format("Counting what the corpus of {} reaches.", t.name));
            state_.targets[t.name].reached = reached_by_corpus(t, corpus_.of(t));
        }
        corpus_.remove_scratch();
        if (!given_up_.empty()) {  // the disk was full; there may be room now
            given_up_.clear();
            take_inputs(desk);
            keep_state(true);
        }
        screen_.clear();
        return leave_outcome(interrupted);
    }

  private:
    double seconds_here() const {
        return std::chrono::duration<double>(clock::now() - start_).count();
    }
    double left() const { return state_.asked_seconds - before_ - seconds_here(); }

    void start_state() {
        state_.asked_seconds = options_.seconds.value_or(8 * 3600);
        state_.started = time_stamp();
        for (const fuzz_target& t : targets_) state_.targets[t.name];
        if (!options_.resume) return;
        try {
            fuzz_state old = load_state(corpus_.state_file());
            if (options_.seconds) old.asked_seconds = old.seconds + *options_.seconds;
            state_ = std::move(old);
            for (const fuzz_target& t : targets_) state_.targets[t.name].trouble.clear();
        } catch (const store_error& e) {
            throw command_error("--resume: {}", e.what());
        }
        before_ = state_.seconds;
    }

    void rerun_stored() {
        const auto contents = store_.load();
        for (const std::string& problem : contents.problems) warn(problem);
        // Findings of this campaign may be about any available device.
        finding any;
        any.device = "any";
        known_.find(any);
        for (const stored_finding& s : contents.findings) known_.find(s.what);
        for (const stored_finding& s : contents.findings) {
            const rerun_outcome again = rerun(s.what, known_, 10);
            using state = rerun_outcome::state;
            (again.fails()                ? reruns_.still_fail
             : again.what == state::fixed ? reruns_.fixed
                                          : reruns_.not_run)
                .push_back(s.file.string());
            print_out(wrapped(fmt::format("{}{}{}", name_of(again.what),
                                          again.sentence.empty() ? "" : ": ", again.sentence),
                              s.file.filename().string() + "  "));
            if (!again.fails()) continue;
            const finding& f = s.what;
            state_.findings.try_emplace(
                signature_of(f),
                fuzz_finding{s.file.string(), std::string(properties::about(f.law).code),
                             f.property, properties::text_of(f.the_case), f.failure,
                             "an earlier campaign", 0, f.minimized});
        }
    }

    // Every target is in trouble, most likely because of a full disk; somebody may make room.
    bool wait_for_better_times() {
        constexpr double pause = 60;
        if (left() < pause) return false;
        for (const auto& [name, t] : state_.targets)
            if (!t.trouble.empty()) warn(fmt::format("{}: {}", name, t.trouble));
        const auto end = clock::now() + std::chrono::duration<double>(pause);
        while (!stop_asked && clock::now() < end) {
            show("Every target is in trouble; they are tried again in a minute.");
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
        for (auto& [name, t] : state_.targets) t.trouble.clear();
        return true;
    }

    void take_inputs(finding_desk& desk) {
        for (const auto& [file, owner] : corpus_.failing_inputs(targets_)) {
            const std::string name = file.filename().string();
            if (given_up_.contains(name)) continue;
            show(fmt::format("Judging {} and making it smaller.", name));
            try {
                const std::string said = desk.take(*owner, file);
                if (!said.empty()) announce(said);
                keep_state(true);
            } catch (const std::exception& e) {
                // A full disk: the input stays where it is, and the next campaign takes it up.
                given_up_.insert(name);
                warn(fmt::format("{} stays in {}: {}", name, corpus_.failing().string(), e.what()));
            }
            if (stop_asked) return;
        }
    }

    void merge_all() {
        for (const fuzz_target& t : targets_) {
            if (stop_asked) return;
            show(fmt::format("Merging the corpus of {}.", t.name));
            const std::string problem = corpus_.merge(t, [] { return stop_asked != 0; });
            if (!problem.empty()) warn(problem);
            std::error_code error;
            state_.targets[t.name].corpus =
                std::distance(fs::directory_iterator(corpus_.of(t), error), {});
        }
    }

    // The exit code: 1 with findings, 2 if a target is in trouble or had no input, or if the summary cannot be written.
    int leave_outcome(bool interrupted) {
        const fs::path folder = folder_of_summary(options_);
        const fs::path page = folder / "fuzz-summary.md", data = folder / "fuzz-summary.json";
        const std::string text = fuzz_summary_markdown(state_, reruns_, warnings_);
        try {
            write_atomically(page, text);
            write_atomically(
                data,
                properties::indented_text_of(fuzz_summary_json(state_, reruns_, warnings_)) + '\n');
        } catch (const store_error& e) {
            print_out(text);  // a full disk: print it at least
            print_error("tileproof: {}\n", e.what());
            return 2;
        }
        print_out(status_screen({&state_, {}, left()}));
        for (const auto& [key, f] : state_.findings)
            print_out(wrapped(f.sentence, "finding  ") + fmt::format("         {}\n", f.file));
        print_out("summary  {}, {}\n", page.string(), data.string());
        const std::string shown = write_page(state_, options_);
        if (!shown.empty()) print_out("page     {}\n", shown);
        if (interrupted)
            print_out("Stopped; the corpus was not merged. `tileproof fuzz --resume` continues.\n");
        const bool trouble = std::ranges::any_of(
            state_.targets, [](const auto& t) { return !t.second.trouble.empty(); });
        const std::string unjudged = why_not_judged(state_);
        if (!unjudged.empty()) print_out(wrapped(unjudged, ""));
        // A task does only a share of a campaign; the merge reports it.
        return !state_.findings.empty()                              ? 1
               : trouble || (!unjudged.empty() && !options_.on_look) ? 2
                                                                     : 0;
    }

    void keep_state(bool now = false) {
        state_.seconds = before_ + seconds_here();
        if (!now && clock::now() - kept_at_ < std::chrono::seconds(5)) return;
        kept_at_ = clock::now();
        try {
            save_state(state_, corpus_.state_file());
        } catch (const store_error& e) {
            warn(e.what());
        }
    }

    void warn(const std::string& sentence) {
        if (std::ranges::find(warnings_, sentence) != warnings_.end()) return;
        if (warnings_.size() < 50) warnings_.push_back(sentence);
        announce(sentence);
    }

    // Prints a line that stays on the screen.
    void announce(const std::string& sentence) {
        screen_.clear();
        print_error(wrapped(sentence, "tileproof: "));
    }

    void show(const std::string& doing) {
        if (options_.on_look) options_.on_look(status_of(doing));
        const double every = screen_.on_terminal() ? 0.5 : 30;
        if (doing.empty() && seconds_here() - shown_at_ < every) return;
        if (!screen_.on_terminal() && !doing.empty()) return;
        shown_at_ = seconds_here();
        screen_.show(status_screen(status_of(doing)));
    }

    fuzz_status status_of(const std::string& doing) {
        state_.seconds = before_ + seconds_here();
        return {&state_, slices_.running(), left(), doing};
    }

    const fuzz_options options_;
    const std::vector<fuzz_target> targets_;
    const finding_store store_;
    const corpus_folder corpus_;
    fuzz_state state_;
    fuzz_slices slices_;
    replayable_properties known_;
    rerun_counts reruns_;
    std::vector<std::string> warnings_;
    std::set<std::string> given_up_;
    clock::time_point start_ = clock::now(), kept_at_{};
    double before_ = 0, shown_at_ = -1000;
    live_screen screen_;
};

}  // namespace

int fuzz(const fuzz_options& o) {
    std::vector<fuzz_target> targets = chosen_targets(o);
    for (fuzz_target& t : targets)
        for (const std::string& corpus : o.seeds)
            if (const auto of = fs::path(corpus) / t.name; fs::exists(of)) t.seeds.push_back(of);
    require_folder(o.store);
    return fuzz_campaign(o, std::move(targets)).run();
}

}  // namespace tileproof::command
