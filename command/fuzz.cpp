// SPDX-License-Identifier: MIT
#include "command/options.hpp"
#include "command/replayable.hpp"
#include "command/run_and_report.hpp"
#include "command/sandboxed.hpp"
#include "command/stop_by_signals.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "fuzz/libfuzzer/fuzz_report.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "properties/json_text.hpp"
#include "report/html_fuzz.hpp"
#include "report/live_screen.hpp"
#include "report/output.hpp"
#include "report/text_layout.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

volatile std::sig_atomic_t fuzzing_stopped = 0;
void stop_fuzzing(int) { fuzzing_stopped = 1; }

std::vector<fuzz_target> chosen_targets(const fuzz_options& o) {
    const fs::path folder = folder_of_targets();
    std::vector<fuzz_target> targets = fuzz_targets(folder);
    if (targets.empty())
        throw command_error(fmt::format(
            "There are no fuzz targets in {}: this build was made without them. Use ./dev fuzz, or "
            "configure with clang and -DTILEPROOF_BUILD_FUZZERS=ON (preset fuzz).",
            (folder / "fuzz").string()));
    if (!o.only.empty())
        std::erase_if(targets, [&](const fuzz_target& t) {
            return std::find(o.only.begin(), o.only.end(), t.name) == o.only.end();
        });
    if (o.target.empty()) return targets;
    std::string names;
    for (const fuzz_target& t : targets) names += (names.empty() ? "" : ", ") + t.name;
    std::erase_if(targets, [&](const fuzz_target& t) {
        return fnmatch(o.target.c_str(), t.name.c_str(), 0) != 0;
    });
    if (targets.empty())
        throw command_error(
            fmt::format("No fuzz target matches '{}'; there are {}.", o.target, names));
    return targets;
}

// Two campaigns on one corpus would count and delete what the other one has. Held until the process ends.
class campaign_lock {
  public:
    explicit campaign_lock(const fs::path& corpus)
        : file_(open((corpus / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)) {
        if (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(file_);
            throw command_error(
                fmt::format("Another campaign works on the corpus '{}'; wait for its end, or give "
                            "this one a corpus of its own with --corpus.",
                            corpus.string()));
        }
    }
    ~campaign_lock() {
        if (file_ >= 0) close(file_);
    }
    campaign_lock(const campaign_lock&) = delete;
    campaign_lock& operator=(const campaign_lock&) = delete;

  private:
    int file_;
};

class fuzz_campaign {
  public:
    fuzz_campaign(const fuzz_options& o)
        : options_(o),
          targets_(chosen_targets(o)),
          store_(o.store),
          corpus_(o.corpus),
          state_file_(corpus_ / "campaign.json") {}

    int run() {
        require_folder(options_.store);
        make_folders();
        const campaign_lock only_one(corpus_);
        start_state();
        system::adopt_orphans();
        if (!options_.no_sandbox) confine_user_code({corpus_});
        rerun_stored();
        finding_desk desk(known_, store_, state_, 10, 10);
        stop_by_signals(stop_fuzzing);
        start_ = clock::now();
        keep_state(
            true);  // before anything can be found, so that --resume works whenever this is killed
        while (!fuzzing_stopped) {
            take_inputs(desk);  // also what an earlier campaign left when it was killed
            if (left() <= 0 && running_.empty()) break;
            start_slices();
            if (running_.empty() && !wait_for_better_times()) break;
            listen();
            keep_state();
            show("");
        }
        const bool interrupted = fuzzing_stopped != 0;
        while (!running_.empty()) end_slice(running_.size() - 1);
        take_inputs(desk);
        if (!interrupted && options_.merge) merge_all();
        keep_state(true);
        for (const fuzz_target& t : targets_) {
            show(fmt::format("Counting what the corpus of {} reaches.", t.name));
            state_.targets[t.name].reached = reached_by_corpus(t, corpus_ / t.name);
        }
        std::error_code ignored;
        fs::remove_all(scratch(), ignored);
        if (!given_up_.empty()) {  // the disk was full; now there may be room
            given_up_.clear();
            take_inputs(desk);
            keep_state(true);
        }
        return finish(interrupted);
    }

  private:
    struct slice {
        std::size_t target;
        int jobs;
        std::unique_ptr<fuzz_process> process;
    };

    fs::path scratch() const {
        return options_.scratch.empty() ? corpus_ / ".scratch" : fs::path(options_.scratch);
    }
    fs::path artifacts() const { return corpus_ / ".failing"; }

    double seconds_here() const {
        return std::chrono::duration<double>(clock::now() - start_).count();
    }
    double left() const { return state_.asked_seconds - before_ - seconds_here(); }

    void make_folders() const {
        std::error_code error;
        for (const fuzz_target& t : targets_)
            if (fs::create_directories(corpus_ / t.name, error); error) break;
        if (!error) fs::create_directories(artifacts(), error);
        if (error)
            throw command_error(fmt::format("The folder '{}' cannot be made: {}.", corpus_.string(),
                                            error.message()));
    }

    void start_state() {
        std::error_code error;
        fs::remove_all(scratch(), error);
        fs::create_directories(scratch(), error);
        remove_abandoned(corpus_);
        state_.asked_seconds = options_.seconds.value_or(8 * 3600);
        state_.started = time_stamp();
        for (const fuzz_target& t : targets_) state_.targets[t.name];
        if (!options_.resume) return;
        try {
            fuzz_state old = load_state(state_file_);
            if (options_.seconds) old.asked_seconds = old.seconds + *options_.seconds;
            state_ = std::move(old);
            for (const fuzz_target& t : targets_) state_.targets[t.name].trouble.clear();
        } catch (const store_error& e) {
            throw command_error(fmt::format("--resume: {}", e.what()));
        }
        before_ = state_.seconds;
    }

    void rerun_stored() {
        const auto contents = store_.load();
        for (const std::string& problem : contents.problems) warn(problem);
        // What this campaign finds may be about any device that is here.
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
                signature_of(f), fuzz_finding{s.file.string(), std::string(about(f.law).code),
                                              f.property, text_of(f.the_case), f.failure,
                                              "an earlier campaign", 0, f.minimized});
        }
    }

    // Each free job gets the target that is due; with more jobs than targets, several jobs each.
    void start_slices() {
        const int each = std::max(1, jobs() / static_cast<int>(targets_.size()));
        while (!fuzzing_stopped && left() > 1 && jobs_running() + each <= jobs()) {
            std::vector<bool> busy(targets_.size());
            for (const slice& s : running_) busy[s.target] = true;
            const int next = next_target(targets_, state_, busy);
            if (next < 0) return;
            const fuzz_target& t = targets_[static_cast<std::size_t>(next)];
            const double fair =
                state_.asked_seconds * jobs() / each / (4.0 * static_cast<double>(targets_.size()));
            const int seconds = static_cast<int>(std::clamp(std::min(fair, left()), 2.0, 300.0));
            running_.push_back(
                {static_cast<std::size_t>(next), each,
                 std::make_unique<fuzz_process>(
                     t, fuzz_folders{corpus_ / t.name, artifacts() / (t.name + "-"), scratch()},
                     each, seconds, options_.seed == 0 ? 0 : options_.seed + ++slices_)});
        }
    }

    // Every target is in trouble; a full disk, most likely, which somebody may make room on.
    bool wait_for_better_times() {
        constexpr double pause = 60;
        if (left() < pause) return false;
        for (const auto& [name, t] : state_.targets)
            if (!t.trouble.empty()) warn(fmt::format("{}: {}", name, t.trouble));
        const auto end = clock::now() + std::chrono::duration<double>(pause);
        while (!fuzzing_stopped && clock::now() < end) {
            show("Every target is in trouble; they are tried again in a minute.");
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
        for (auto& [name, t] : state_.targets) t.trouble.clear();
        return true;
    }

    // Why a target that ended before its first execution did so.
    std::string why_ended(const slice& ended) const {
        std::error_code error;
        const auto space = fs::space(corpus_, error);
        constexpr std::uintmax_t full = 1 << 20;
        return fmt::format("{} ended before its first execution: {}{}",
                           targets_[ended.target].program.string(), ended.process->last_words(),
                           !error && space.available < full
                               ? fmt::format(" (the disk of {} is full)", corpus_.string())
                               : "");
    }

    int jobs() const {
        if (options_.jobs > 0) return options_.jobs;
        return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    }
    int jobs_running() const {
        int sum = 0;
        for (const slice& s : running_) sum += s.jobs;
        return sum;
    }

    void listen() {
        std::vector<pollfd> descriptors;
        for (const slice& s : running_) descriptors.push_back({s.process->descriptor(), POLLIN, 0});
        ::poll(descriptors.data(), descriptors.size(), 500);
        for (std::size_t i = running_.size(); i-- > 0;)
            // Its own time limit is up long ago: it hangs.
            if (!running_[i].process->listen() || running_[i].process->seconds() > 900 ||
                left() < -60)
                end_slice(i);
    }

    void end_slice(std::size_t i) {
        slice ended = std::move(running_[i]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        target_progress& t = state_.targets[targets_[ended.target].name];
        book_slice(t, ended.process->stats(), ended.process->seconds(), ended.jobs);
        if (ended.process->failed()) t.trouble = why_ended(ended);
    }

    void take_inputs(finding_desk& desk) {
        std::vector<fs::path> inputs;
        std::error_code error;
        for (fs::directory_iterator it(artifacts(), error), end; !error && it != end;
             it.increment(error))
            if (it->is_regular_file(error)) inputs.push_back(it->path());
        std::sort(inputs.begin(), inputs.end());
        for (const fs::path& input : inputs) {
            const std::string name = input.filename().string();
            const fuzz_target* owner = nullptr;
            for (const fuzz_target& t : targets_)
                if (name.starts_with(t.name + "-")) owner = &t;
            if (owner == nullptr || given_up_.contains(name)) continue;
            show(fmt::format("Judging {} and making it smaller.", name));
            try {
                const std::string said = desk.take(*owner, input);
                if (!said.empty()) announce(said);
                keep_state(true);
            } catch (const std::exception& e) {
                // A full disk: the input stays where it is, and is taken up by the next campaign.
                given_up_.insert(name);
                warn(fmt::format("{} stays in {}: {}", name, artifacts().string(), e.what()));
            }
            if (fuzzing_stopped) return;
        }
    }

    void merge_all() {
        for (const fuzz_target& t : targets_) {
            if (fuzzing_stopped) return;
            show(fmt::format("Merging the corpus of {}.", t.name));
            const fs::path kept = corpus_ / t.name, merged = scratch() / ("merged-" + t.name);
            std::error_code error;
            fs::create_directories(merged, error);
            if (error || !merge_corpus(t, kept, merged, [] { return fuzzing_stopped != 0; })) {
                warn(fmt::format("The corpus of {} was left as it is.", t.name));
                continue;
            }
            // Both folders are whole at every moment; the old one goes last.
            const fs::path old = scratch() / ("old-" + t.name);
            fs::rename(kept, old, error);
            if (!error) fs::rename(merged, kept, error);
            if (error) warn(fmt::format("The corpus of {}: {}.", t.name, error.message()));
            auto& progress = state_.targets[t.name];
            progress.corpus = std::distance(fs::directory_iterator(kept, error), {});
        }
    }

    void keep_state(bool now = false) {
        state_.seconds = before_ + seconds_here();
        if (!now && clock::now() - kept_at_ < std::chrono::seconds(5)) return;
        kept_at_ = clock::now();
        try {
            save_state(state_, state_file_);
        } catch (const store_error& e) {
            warn(e.what());
        }
    }

    void warn(const std::string& sentence) {
        if (std::find(warnings_.begin(), warnings_.end(), sentence) != warnings_.end()) return;
        if (warnings_.size() < 50) warnings_.push_back(sentence);
        announce(sentence);
    }

    // A line that stays.
    void announce(const std::string& sentence) {
        screen_.clear();
        print_error(wrapped(sentence, "tileproof: "));
    }

    void show(const std::string& doing) {
        if (options_.companion) options_.companion->look(status_of(doing));
        const double every = screen_.on_terminal() ? 0.5 : 30;
        if (doing.empty() && seconds_here() - shown_at_ < every) return;
        if (!screen_.on_terminal() && !doing.empty()) return;
        shown_at_ = seconds_here();
        screen_.show(status_screen(status_of(doing)));
    }

    fuzz_status status_of(const std::string& doing) {
        state_.seconds = before_ + seconds_here();
        fuzz_status status{&state_, {}, left(), doing};
        for (const slice& s : running_)
            status.running.push_back(
                {targets_[s.target].name, s.process->stats(), s.process->seconds() * s.jobs});
        return status;
    }

    int finish(bool interrupted) {
        screen_.clear();
        // Beside the usual folder of findings; with another one in the corpus, which is this campaign's own.
        const fs::path store = fs::path(options_.store).lexically_normal();
        const bool usual =
            store.filename() == "findings" && store.parent_path().filename() == ".tileproof";
        const fs::path folder = usual ? store.parent_path() : corpus_;
        const fs::path page = folder / "fuzz-summary.md", data = folder / "fuzz-summary.json";
        const std::string text = fuzz_summary_markdown(state_, reruns_, warnings_);
        try {
            write_atomically(page, text);
            write_atomically(
                data, indented_text_of(fuzz_summary_json(state_, reruns_, warnings_)) + '\n');
        } catch (const store_error& e) {
            print_out(text);  // a full disk: at least here
            print_error(fmt::format("tileproof: {}\n", e.what()));
            return 2;
        }
        print_out(status_screen({&state_, {}, left()}));
        for (const auto& [key, f] : state_.findings)
            print_out(wrapped(f.sentence, "finding  ") + fmt::format("         {}\n", f.file));
        print_out(fmt::format("summary  {}, {}\n", page.string(), data.string()));
        const std::string shown = write_page();
        if (!shown.empty()) print_out(fmt::format("page     {}\n", shown));
        if (interrupted)
            print_out("Stopped; the corpus was not merged. `tileproof fuzz --resume` continues.\n");
        const bool trouble = std::any_of(state_.targets.begin(), state_.targets.end(),
                                         [](const auto& t) { return !t.second.trouble.empty(); });
        return !state_.findings.empty() ? 1 : trouble ? 2 : 0;
    }

    // Where it is; empty: there is nothing to show, or it cannot be written.
    std::string write_page() const {
        const std::string file =
            !options_.html.empty() ? options_.html : page_beside(options_.store);
        if (options_.html.empty() && state_.findings.empty()) return {};
        std::vector<bug_evidence> found;
        for (const auto& [key, f] : state_.findings) try {
                if (!f.file.empty())
                    found.push_back({load_finding(f.file), f.file, false, found.size()});
            } catch (const store_error&) {  // it was deleted meanwhile
            }
        try {
            write_report(file, html_fuzz(state_, found, "fuzz, started " + state_.started));
            return file;
        } catch (const command_error& e) {
            print_error(fmt::format("tileproof: {}\n", e.what()));
            return {};
        }
    }

    const fuzz_options options_;
    const std::vector<fuzz_target> targets_;
    const finding_store store_;
    const fs::path corpus_, state_file_;
    fuzz_state state_;
    replayable_properties known_;
    rerun_counts reruns_;
    std::vector<std::string> warnings_;
    std::set<std::string> given_up_;
    std::vector<slice> running_;
    clock::time_point start_ = clock::now(), kept_at_{};
    double before_ = 0, shown_at_ = -1000;
    std::uint32_t slices_ = 0;
    live_screen screen_;
};

}  // namespace

int fuzz(const fuzz_options& o) { return fuzz_campaign(o).run(); }

}  // namespace tileproof::properties
