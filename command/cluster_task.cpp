// SPDX-License-Identifier: MIT
// tileproof task FOLDER N: one attempt at one task of a campaign.
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "extras/cluster/campaign_folder.hpp"
#include "extras/cluster/campaign_status.hpp"
#include "extras/cluster/slurm.hpp"
#include "fuzz/campaign/campaign.hpp"
#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "report/output.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using namespace fuzz;

namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;
using cluster::attempt;
using cluster::worker_status;
using nlohmann::json;

// Slurm signals that the time limit is near: end as for SIGTERM, and ask to be restarted.
volatile std::sig_atomic_t limit_is_near = 0;
void note_limit(int) {
    limit_is_near = 1;
    std::raise(SIGTERM);
}

// Writes the file that says what this attempt is doing.
class heart {
  public:
    heart(const cluster::campaign& c, const attempt& a)
        : file_(a.folder / "status.json"),
          every_(std::clamp(c.tasks / 20.0, 3.0, 60.0)),
          note_every_(c.seconds / 60) {
        status.campaign = campaign_id(c);
        status.host = cluster::name_of_this_node();
        status.job = cluster::number_of_this_job();
        status.pid = ::getpid();
    }
    double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }
    bool is_due() const { return seconds() - beat_at_ >= every_; }
    void beat() {
        beat_at_ = seconds();
        status.seconds = beat_at_;
        status.clock =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        if (beat_at_ - noted_at_ >= note_every_ || status.what != worker_status::phase::running) {
            noted_at_ = beat_at_;
            status.note_history();
        }
        try {
            save_status(status, file_);
        } catch (const system::store_error& e) {
            trouble(e.what());  // a full disk: work continues, and this is tried again
        }
    }
    void trouble(const std::string& sentence) {
        auto& all = status.troubles;
        if (std::ranges::find(all, sentence) != all.end() || all.size() >= 20) return;
        all.push_back(sentence);
        report::print_error("tileproof: {}\n", sentence);
    }
    worker_status status;

  private:
    const fs::path file_;
    const double every_, note_every_;
    const clock::time_point start_ = clock::now();
    double beat_at_ = -1000, noted_at_ = 0;
};

// On a node with a GPU, runs the laws of its device next to the fuzzing.
class gpu_run {
  public:
    gpu_run(const attempt& a, double seconds, std::uint64_t seed, heart& h) : heart_(h) {
        std::error_code error;
        system::command c{.words = {fs::read_symlink("/proc/self/exe", error).string(), "verify",
                                    "--budget", fmt::format("{:.0f}s", std::max(seconds, 1.0)),
                                    "--seed", std::to_string(seed), "--store",
                                    (a.folder / "findings").string(), "--json",
                                    (a.folder / "gpu.json").string()}};
        std::string why;
        for (const device_entry& d : known_devices()) {
            if (d.name != "hip" && d.name != "cuda") continue;
            if (!d.available) {
                why += fmt::format("{}: {} ", d.name, d.reason);
                continue;
            }
            c.words.insert(c.words.end(), {"--device", d.name});
            what_ += fmt::format("{}{}: {}", what_.empty() ? "" : ", ", d.name, d.reason);
        }
        const bool allotted = std::getenv("SLURM_JOB_GPUS") || std::getenv("SLURM_STEP_GPUS");
        if (what_.empty() && allotted)
            heart_.trouble("Slurm gave this task a GPU, and none can be used. " + why);
        if (what_.empty()) return;
        try {
            process_ = std::make_unique<system::process>(c);
            heart_.status.gpu = what_ + ": running";
        } catch (const system::start_error& e) {
            heart_.trouble(e.what());
        }
    }
    void look() {
        if (!process_) return;
        process_->read();
        if (process_->has_ended()) end(0);
    }
    // Its findings are stored already; if it may end by itself it also writes a report.
    void end(double grace) {
        if (!process_) return;
        const system::ending how = process_->has_ended() ? process_->wait() : process_->end(grace);
        const bool ran = how.what == system::ending::kind::exit && how.number < 2;
        heart_.status.gpu = what_ + (ran ? ": ended" : ": could not run");
        if (!ran)
            heart_.trouble(fmt::format("The run on {} failed: {}", what_, process_->output()));
        process_.reset();
    }

  private:
    heart& heart_;
    std::string what_;
    std::unique_ptr<system::process> process_;
};

void take(const fuzz_status& s, heart& h) {
    auto& all = h.status.targets;
    for (const auto& [name, t] : s.state->targets) {
        all[name] = {t.executions, 0, t.coverage, t.corpus};
        if (!t.trouble.empty()) h.trouble(fmt::format("{}: {}", name, t.trouble));
    }
    for (const running_target& r : s.running) {
        cluster::target_status& t = all[r.name];
        t.executions += r.now.executions;
        t.a_second += r.now.executions_a_second;
        t.coverage = std::max(t.coverage, r.now.coverage);
        t.corpus = std::max(t.corpus, r.now.corpus);
    }
    h.status.findings = std::ssize(s.state->findings);
}

// The earlier attempts at this task.
struct earlier_attempts {
    double seconds = 0;
    bool ended = false;
    std::vector<attempt> all;
};
earlier_attempts earlier_than(const fs::path& folder, const cluster::campaign& c,
                              const attempt& mine) {
    earlier_attempts before;
    for (const attempt& a : cluster::attempts_in(folder, mine.task)) {
        if (a.number >= mine.number) continue;
        before.all.push_back(a);
        try {
            const worker_status s = cluster::load_status(a.folder / "status.json");
            if (s.campaign != campaign_id(c)) continue;
            before.seconds += s.seconds;
            before.ended |= s.what == worker_status::phase::ended;
        } catch (const system::store_error&) {
            // It ended before it could write its status.
        }
    }
    return before;
}

// Inputs that failed and were not judged yet.
void take_failing(const attempt& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to, error);
    for (fs::directory_iterator it(from.folder / "corpus/.failing", error), end;
         !error && it != end; it.increment(error)) {
        std::error_code gone;
        fs::rename(it->path(), to / it->path().filename(), gone);
    }
}

int run_fuzz(const fs::path& folder, const cluster::campaign& c, const attempt& mine,
             const earlier_attempts& before, heart& h) {
    const json options = parse_bounded(c.options);
    const system::temporary_folder scratch(system::in_folder_of_temporaries("tileproof-task-"));
    fuzz_options o;
    o.only = share_of(c, mine.task);
    o.seconds = c.seconds - before.seconds;
    o.jobs = read_member<int>(options, "jobs", "The campaign's options");
    if (o.jobs == 0) o.jobs = cluster::processors_of_this_job();
    o.corpus = (mine.folder / "corpus").string();
    o.store = (mine.folder / "findings").string();
    o.scratch = scratch.path();
    o.merge = false;
    const std::uint64_t seed = seed_of(c, mine);
    o.seed = first_slice_seed_of(c, mine);
    gpu_run gpu(mine, *o.seconds, seed, h);
    o.seeds = {(folder / "corpus").string()};
    for (const attempt& a : before.all) {
        take_failing(a, fs::path(o.corpus) / ".failing");
        o.seeds.push_back((a.folder / "corpus").string());
    }
    o.on_look = [&](const fuzz_status& s) {
        gpu.look();
        if (!h.is_due()) return;
        take(s, h);
        h.beat();
    };
    const int code = fuzz(o);
    gpu.end(30);
    return code;
}

int run_verify(const cluster::campaign& c, const attempt& mine, const earlier_attempts& before,
               heart& h) {
    const std::string what = "The campaign's options";
    const json options = parse_bounded(c.options);
    verify_options o;
    o.budget_seconds = std::max(c.seconds - before.seconds, 1.0);
    if (const auto cases = read_member<std::int64_t>(options, "cases", what); cases > 0)
        o.cases = cases;
    o.seed = seed_of(c, mine);
    o.devices = read_member<std::vector<std::string>>(options, "devices", what);
    o.case_seconds = read_amount(options, "case_seconds", 1e9, what);
    o.filter = read_member<std::string>(options, "filter", what);
    o.jobs = read_member<int>(options, "jobs", what);
    if (o.jobs == 0) o.jobs = cluster::processors_of_this_job();
    o.store = (mine.folder / "findings").string();
    o.json = (mine.folder / "report.json").string();
    o.on_progress = [&](const campaign_progress& p) {
        cluster::target_status& t = h.status.targets["cases"];
        t.executions = p.cases;
        t.a_second =
            static_cast<std::int64_t>(static_cast<double>(p.cases) / std::max(p.seconds, 1.0));
        h.status.findings = static_cast<std::int64_t>(p.findings);
        if (h.is_due()) h.beat();
    };
    const int code = verify(o);
    if (code == 2 && fs::exists(o.json)) {
        const json report = parse_bounded(system::read_bounded(o.json, largest_json));
        for (const auto& sentence : report.value("not_judged", json::array()))
            h.trouble(sentence.get<std::string>());
    }
    return code;
}

}  // namespace

int task(const task_options& o) {
    std::error_code error;
    const fs::path folder = fs::absolute(o.folder, error).lexically_normal();
    const cluster::campaign c = cluster::read_campaign(folder);
    if (o.number < 0 || o.number >= c.tasks)
        throw report::command_error("The campaign in '{}' has the tasks 0 to {}, not {}.", o.folder,
                                    c.tasks - 1, o.number);
    const attempt mine = cluster::new_attempt(folder, o.number);
    system::write_atomically(mine.folder / "started", "");
    const earlier_attempts before = earlier_than(folder, c, mine);
    heart h(c, mine);
    std::signal(SIGUSR1, note_limit);
    const double left = c.seconds - before.seconds;
    if (before.ended || left < 1) {
        h.status.what = worker_status::phase::ended;
        h.beat();
        report::print_out("Task {} has ended already.\n", o.number);
        return 0;
    }
    report::print_out("{} of the campaign in {}: {:.0f} s, seed {}\n", mine.name(), folder.string(),
                      left, seed_of(c, mine));
    h.beat();
    int code = 2;
    try {
        code = c.kind == "fuzz" ? run_fuzz(folder, c, mine, before, h)
                                : run_verify(c, mine, before, h);
    } catch (const std::exception& e) {
        h.trouble(e.what());
    }
    // A run with a number of cases may finish at any time; any other takes its time unless it is stopped.
    const bool counted = c.kind == "verify" && parse_bounded(c.options).value("cases", 0) > 0;
    const bool stopped = h.seconds() < left - 2 && (!counted || limit_is_near != 0);
    h.status.what = code == 2 ? worker_status::phase::failed
                    : stopped ? worker_status::phase::stopped
                              : worker_status::phase::ended;
    for (auto& [name, t] : h.status.targets) t.a_second = 0;
    h.beat();
    if (limit_is_near != 0 && h.status.what == worker_status::phase::stopped)
        if (const std::string wrong = cluster::requeue_this_job(); !wrong.empty()) {
            h.trouble(wrong);
            h.beat();
        }
    return code == 2 ? 2 : 0;  // a finding is not a failure of the job
}

}  // namespace tileproof::command
