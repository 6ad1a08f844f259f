// SPDX-License-Identifier: MIT
#include "command/command_line.hpp"

#include "command/bench.hpp"
#include "command/cluster.hpp"
#include "command/copy.hpp"
#include "command/duration.hpp"
#include "command/extract.hpp"
#include "command/options.hpp"
#include "command/run.hpp"
#include "command/subject.hpp"
#include "command/version.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::properties {
namespace {

constexpr const char* exit_codes =
    "Exit code: 0 all is well, 1 a law, a layout line or a finding fails, 2 it could not run.";

constexpr const char* trust_source =
    "Compile and run the source that a kernel's finding names, even outside this folder";

constexpr const char* sandbox =
    "Let the code that is checked write to temporary files only (Linux 5.13 or later)";

double seconds_of(const std::string& option, const std::string& text) {
    const auto seconds = parse_duration(text);
    if (!seconds)
        throw command_error(
            fmt::format("{} '{}' is not a duration; use 60s, 500ms, 2m or 8h.", option, text));
    return *seconds;
}

// CLI11 reads 010 as eight.
CLI::Validator decimal() {
    return CLI::Validator(
        [](const std::string& text) {
            const std::size_t digits = text.starts_with('-') ? 1 : 0;
            const bool leading_zero = text.size() > digits + 1 && text[digits] == '0';
            return leading_zero ? fmt::format(
                                      "'{}' is not a decimal number; write it without "
                                      "leading zeros",
                                      text)
                                : std::string();
        },
        "");
}

template <class Number>
Number number_of(const std::string& option, const std::string& text, Number least, Number most) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
        throw command_error(fmt::format("{} '{}' must be a whole number from {} to {}.", option,
                                        text, least, most));
    return number;
}

double bytes_of(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    const double times = unit == "MiB" ? 1 << 20 : unit == "GiB" ? 1 << 30 : 0;
    if (error != std::errc() || times == 0 || !(number * times >= 1 << 26) || number > 1e9)
        throw command_error(
            fmt::format("--memory-limit '{}' must be 64MiB or more, as in 512MiB or 4GiB.", text));
    return number * times;
}

// Everything that the arguments set, with its defaults.
struct given_options {
    verify_options verify_;
    check_options check_;
    explain_options explain_;
    offsets_options offsets_;
    replay_options replay_;
    copy_options copy_;
    minimize_options minimize_;
    fuzz_options fuzz_;
    findings_options findings_;
    bench_command bench_;
    cache_options cache_;
    run_options run_;
    extract_options extract_;
    subject_options subject_;
    slurm_options slurm_;
    task_options task_;
    status_command status_;
    std::string merge_folder_, dead_after_ = "180s";
    std::string budget_ = "60s", check_budget_ = "10s", minimize_budget_ = "30s",
                subject_budget_ = "5m", for_;
    std::string time_limit_ = "10s";
    std::string cases_, seed_, jobs_, memory_limit_;
};

class command_line : given_options {
  public:
    explicit command_line(const char* commit = "unknown")
        : app_("Verifies GPU tensor layouts and the kernels that use them.", "tileproof") {
        app_.require_subcommand(1);
        app_.set_version_flag("--version", [commit] { return version_text(commit); });
        app_.footer(exit_codes);
        app_.get_formatter()->column_width(26);
        add_verify();
        add_check();
        add_run();
        add_extract();
        add_explain();
        add_offsets();
        add_replay();
        add_copy();
        add_minimize();
        add_fuzz();
        add_findings();
        add_campaign();
        add_subject();
        add_cache();
        add_bench();
        auto* command = add("list", "Show the laws, contracts, kernels and devices",
                            [this] { return only_read_ ? 0 : list(); });
        command->footer("For a device that is not available here, the reason is given.");
    }

    // With `only_read`, everything but the command itself: all of the arguments are read and checked.
    // It can be called again: nothing is left of the arguments before.
    int run(int argc, const char* const* argv, bool only_read = false) {
        static_cast<given_options&>(*this) = {};
        only_read_ = only_read;
        try {
            std::vector<std::string> words(argv + 1, argv + argc);
            if (!words.empty() && words.front() == "copy") words = with_two_dashes(words);
            std::reverse(words.begin(), words.end());  // as CLI11 takes them
            app_.parse(std::move(words));
            for (const CLI::App* command : app_.get_subcommands())
                for (const CLI::Option* option : command->get_options()) require_not_empty(option);
        } catch (const CLI::CallForHelp&) {
            if (!only_read) print_out(app_.help());  // of the command that was named
            return 0;
        } catch (const CLI::CallForVersion& e) {
            if (!only_read) print_out(std::string(e.what()) + '\n');
            return 0;
        } catch (const CLI::ParseError& e) {
            const auto chosen = app_.get_subcommands();
            std::string what = e.what();
            if (chosen.empty() && argc > 1 && argv[1][0] != '-')
                what = fmt::format("There is no command '{}'", argv[1]);
            while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
            throw command_error(
                fmt::format("{}; see tileproof {}--help.", what,
                            chosen.empty() ? "" : chosen.front()->get_name() + " "));
        }
        return action_();
    }

  private:
    CLI::App* add(const std::string& name, const std::string& what, std::function<int()> action) {
        CLI::App* command = app_.add_subcommand(name, what);
        command->callback([this, action = std::move(action)] { action_ = action; });
        command->footer(exit_codes);
        command->get_formatter()->column_width(26);
        return command;
    }

    void add_bench() {
        auto* c = add("bench", "Time transposes, checks or products on a device",
                      [this] { return only_read_ ? 0 : bench(bench_); });
        c->add_option(
             "what", bench_.what,
             "transpose: beside a plain copy and a vendor library; check: 8 GiB on the device, "
             "beside copying them back; product: beside cuBLAS")
            ->check(CLI::IsMember({"transpose", "check", "product"}))
            ->required();
        c->add_option("--device", bench_.device,
                      "Device (default: a GPU if there is one, else cpu)");
        c->add_option("--shape", bench_.shapes,
                      "ROWSxCOLUMNSxBYTES, or MxNxK of a product (may be repeated)");
        c->add_option("--kernel", bench_.only, "Time only this kernel");
        c->add_flag("--json", bench_.json, "Print JSON");
    }

    // What verify and check share: how long, which cases, which devices, what is written where.
    void add_campaign_options(CLI::App* c, campaign_choices& o, std::string& budget,
                              const std::string& devices, const std::string& store) {
        c->add_option("--budget", budget,
                      fmt::format("How long to search: 60s, 500ms, 2m, 8h (default {})", budget));
        c->add_option("--cases", cases_,
                      "Run this many cases of each property instead; with --seed, the same ones "
                      "each time");
        c->add_option("--seed", seed_, "Seed of the random cases (default: a new one, printed)");
        c->add_option("--device", o.devices, devices);
        c->add_option("--jobs", jobs_, "Worker processes (default: one per processor)");
        c->add_option("--time-limit", time_limit_,
                      "A case that takes longer counts as a hang (default 10s)");
        c->add_option("--store", o.store, store);
        c->add_option("--json", o.json,
                      "Write the report as JSON to this file (- is standard output)");
        c->add_option("--junit", o.junit, "Write the report as JUnit XML to this file");
        c->add_option("--sarif", o.sarif, "Write the bugs as SARIF 2.1.0 to this file");
        c->add_option("--html", o.html,
                      "Write the report as a page to this file (default STORE.html, when there are "
                      "bugs)");
        c->add_flag("--stop-at-first", o.stop_at_first,
                    "End with the first finding, made as small as it gets");
        c->add_flag("--sandbox", o.sandbox, sandbox);
        c->add_option("--memory-limit", memory_limit_,
                      "A case that takes more memory is stopped: 512MiB, 4GiB (default: what is "
                      "free)");
    }
    void read_campaign_options(campaign_choices& o, const std::string& budget) const {
        o.budget_seconds = seconds_of("--budget", budget);
        o.case_seconds = case_seconds();
        if (!cases_.empty())
            o.cases = number_of<std::int64_t>("--cases", cases_, 1, 1'000'000'000'000);
        if (!seed_.empty())
            o.seed = number_of<std::uint64_t>("--seed", seed_, 0, ~std::uint64_t{0});
        if (!jobs_.empty()) o.jobs = number_of("--jobs", jobs_, 1, 1024);
        if (!memory_limit_.empty()) o.memory_bytes = bytes_of(memory_limit_);
        require_files_of_their_own(
            {{"--json", o.json}, {"--junit", o.junit}, {"--sarif", o.sarif}, {"--html", o.html}});
    }
    static bool same_file(const std::string& a, const std::string& b) {
        const auto whole = [](const std::string& name) {
            std::error_code error;
            return std::filesystem::absolute(name, error).lexically_normal();
        };
        return !a.empty() && !b.empty() && whole(a) == whole(b);
    }
    static void require_files_of_their_own(
        const std::vector<std::pair<std::string, std::string>>& reports) {
        for (std::size_t i = 0; i < reports.size(); ++i)
            for (std::size_t k = i + 1; k < reports.size(); ++k)
                if (same_file(reports[i].second, reports[k].second))
                    throw command_error(
                        fmt::format("{} and {} both name '{}'; give each report a file of its own.",
                                    reports[i].first, reports[k].first, reports[i].second));
    }
    double case_seconds() const {
        const double seconds = seconds_of("--time-limit", time_limit_);
        if (seconds < 0.01) throw command_error("--time-limit must be at least 10ms.");
        return seconds;
    }
    // An empty word is what a script makes of a variable that is not set.
    static void require_not_empty(const CLI::Option* o) {
        if (o->get_name() == "--at") return;  // the index of a layout without dims is empty
        const auto& given = o->results();
        if (std::find(given.begin(), given.end(), "") != given.end())
            throw command_error(
                fmt::format("{} is empty; give it a value, or leave it out.", o->get_name()));
    }

    void add_verify() {
        auto* c =
            add("verify", "Check layouts and kernels against their laws, within a budget", [this] {
                read_campaign_options(verify_, budget_);
                if (only_read_ || !uses_slurm(verify_command_))
                    return only_read_ ? 0 : verify(verify_);
                return submit_verify(verify_, slurm_);
            });
        verify_command_ = c;
        add_campaign_options(
            c, verify_, budget_,
            "Only this device: cpu, ... or host for the layout laws (may be repeated)",
            "Folder of findings, which are run first (default .tileproof/findings)");
        c->add_option("--filter", verify_.filter,
                      "Only rows whose law, name, subject or device matches: 'K1', 'transpose_*', "
                      "'*/L2', 'K?/*@cpu'");
        c->add_option("--layout", verify_.layout,
                      "Check only this layout, exhaustively, with all layout laws");
        add_slurm_options(c, slurm_);
    }

    void add_check() {
        auto* c =
            add("check", "Check a kernel of your own: one HIP file with a kernel test", [this] {
                read_campaign_options(check_, check_budget_);
                return only_read_ ? 0 : check(check_);
            });
        c->add_option("file", check_.source,
                      "A HIP source that includes <tileproof/kernel_test.hpp>")
            ->required();
        add_campaign_options(c, check_, check_budget_,
                             "Only this device: cpu, cpu-checked, hip, cuda (may be repeated; "
                             "default: all that are here)",
                             "Folder of findings, which are run first (default: one per source, in "
                             ".tileproof/findings)");
        c->add_option("--flag", check_.flags,
                      "A flag for the compiler, for instance --flag=-DN=8 (may be repeated)");
        c->add_option("--compiler", check_.compiler,
                      "clang++ 18 or later, for the cpu devices and hip (default: the first of "
                      "clang++-19, -20, -21, -18 and ROCm's; for hip ROCm's first)");
        c->add_option("--wave", check_.wave,
                      "Lanes of a wave on the cpu devices: 32, 64, or both (default: as the test "
                      "declares, else 32)")
            ->check(CLI::IsMember({"32", "64", "both"}));
        c->add_option("--cache", check_.cache,
                      "Folder of compiled kernels (default .tileproof/cache)");
        c->add_flag("--efficiency", check_.efficiency,
                    "Also print bank conflicts and memory transactions, line by line");
    }

    void add_subject() {
        auto* c = add("subject", "Judge the layouts of a library that somebody else wrote", [this] {
            subject_.budget_seconds = seconds_of("--budget", subject_budget_);
            if (!cases_.empty())
                subject_.cases = number_of<std::int64_t>("--cases", cases_, 1, 1'000'000'000);
            if (!seed_.empty())
                subject_.seed = number_of<std::uint64_t>("--seed", seed_, 0, ~std::uint64_t{0});
            if (!jobs_.empty()) subject_.jobs = number_of("--jobs", jobs_, 1, 1024);
            return only_read_ ? 0 : subject(subject_);
        });
        c->add_option("library", subject_.what,
                      "ck_tile, eigen, or a folder with a subject.json and a "
                      "subject.hpp (docs/subjects.md)")
            ->required();
        c->add_option("--include", subject_.include,
                      "Folder with the library's headers (may be repeated)");
        c->add_option("--budget", subject_budget_,
                      "How long to search and to make cases smaller (default 5m)");
        c->add_option("--cases", cases_,
                      "Try this many layouts and tiles, and make all departures as small as they "
                      "get");
        c->add_option("--seed", seed_, "Seed of the random cases (default: a new one, printed)");
        c->add_option("--jobs", jobs_, "Compilers at once (default: one per processor)");
        c->add_option("--compiler", subject_.compiler,
                      "clang++ 18 or later (default: ROCm's, then clang++-19, -20, -21, -18)");
        c->add_option("--report", subject_.reports,
                      "Write the departures to this file, .md or .json (may be repeated)");
        c->add_option("--keep", subject_.keep,
                      "Keep the generated programs in this folder (default: none is kept)");
    }

    void add_explain() {
        auto* c = add("explain", "Show what a layout is and how an index becomes an offset",
                      [this] { return only_read_ ? 0 : explain(explain_); });
        c->add_option("layout", explain_.layout,
                      "Layout text, for instance 'packed [2,3]', or a tile distribution, for "
                      "instance 'tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]'")
            ->required();
        c->add_option("--at", explain_.at,
                      "Follow this index down to its offset, for instance 1,3,2");
        c->add_flag("--json", explain_.json, "Print one JSON object");
        c->add_option("--svg", explain_.svg,
                      "Draw the offset of each index, or who holds each element, to this file");
        c->add_option("--html", explain_.html, "Write the picture and the text as a page");
        c->add_option("--element-bytes", explain_.element_bytes,
                      "Draw the banks of LDS too, for elements of so many bytes")
            ->check(CLI::Range(1, 16));
    }

    void add_offsets() {
        auto* c = add("offsets", "List the offset of every index, in row-major order",
                      [this] { return only_read_ ? 0 : offsets(offsets_); });
        c->add_option("layout", offsets_.layout,
                      "Layout text; with --json also -, for one layout a line from standard input")
            ->required();
        c->add_flag("--json", offsets_.json,
                    "Print one JSON object per layout; null where there is no element");
    }

    void add_replay() {
        auto* c = add("replay", "Run a stored finding again: exit code 1 while it fails", [this] {
            replay_.case_seconds = case_seconds();
            return only_read_ ? 0 : replay(replay_);
        });
        c->add_option("file", replay_.file, "A finding, as verify stores them")->required();
        c->add_option("--time-limit", time_limit_,
                      "A case that takes longer counts as a hang (default 10s)");
        c->add_flag("--trust-source", replay_.trust_source, trust_source);
        c->add_flag("--sandbox", replay_.sandbox, sandbox);
        c->add_flag("--in-this-process", replay_.in_this_process,
                    "Run in this process, for debuggers: a crash ends it");
    }

    void add_minimize() {
        auto* c = add("minimize", "Shrink a failing case as far as it goes", [this] {
            minimize_.budget_seconds = seconds_of("--budget", minimize_budget_);
            minimize_.case_seconds = case_seconds();
            return only_read_ ? 0 : minimize(minimize_);
        });
        c->add_option("what", minimize_.what, "The file of a finding, or layout text")->required();
        c->add_option("--law", minimize_.law,
                      "Code or name of the law (default: the finding's, or the first broken one)");
        c->add_option("--budget", minimize_budget_, "How long to try (default 30s)");
        c->add_option("--time-limit", time_limit_,
                      "A case that takes longer counts as a hang (default 10s)");
        c->add_option("--out", minimize_.out,
                      "Folder for the programs that show the bug (default .tileproof/reproducers)");
        c->add_flag("--trust-source", minimize_.trust_source, trust_source);
        c->add_flag("--sandbox", minimize_.sandbox, sandbox);
        c->footer(std::string("Exit code: 0 nothing fails, 1 the case fails, 2 it could not run."));
    }

    void add_fuzz() {
        auto* c = add("fuzz", "Search for failing cases with coverage, for hours", [this] {
            if (!for_.empty()) fuzz_.seconds = seconds_of("--for", for_);
            if (!jobs_.empty()) fuzz_.jobs = number_of("--jobs", jobs_, 1, 1024);
            if (only_read_ || !uses_slurm(fuzz_command_)) return only_read_ ? 0 : fuzz(fuzz_);
            return submit_fuzz(fuzz_, slurm_);
        });
        fuzz_command_ = c;
        c->add_option("--for", for_, "How long: 60s, 30m, 8h (default 8h)");
        c->add_option("--jobs", jobs_, "Fuzzing processes (default: one per processor)");
        c->add_option("--target", fuzz_.target, "Only targets that match this pattern");
        c->add_option("--corpus", fuzz_.corpus,
                      "Folder of inputs that reach something (default .tileproof/corpus)");
        c->add_option("--store", fuzz_.store,
                      "Folder of findings, which are run first (default .tileproof/findings)");
        c->add_option("--html", fuzz_.html,
                      "Write a page to this file (default STORE.html, when there are findings)");
        c->add_flag("--resume", fuzz_.resume, "Resume the campaign of this corpus");
        add_slurm_options(c, slurm_);
        c->add_flag("--no-sandbox", fuzz_.no_sandbox,
                    "Let what is fuzzed write where it likes, not only to the corpus and to "
                    "temporary files");
    }

    // Throws when one of its options is there without --slurm.
    bool uses_slurm(const CLI::App* c) const {
        if (slurm_.slurm) return true;
        if (!slurm_.sbatch.empty())
            throw command_error(
                fmt::format("'{}' is not an option of {}; options of sbatch go with --slurm.",
                            slurm_.sbatch.front(), c->get_name()));
        for (const char* name : {"--campaign", "--tasks", "--print"})
            if (c->count(name) > 0) throw command_error(fmt::format("{} goes with --slurm.", name));
        return false;
    }

    // What the jobs of a campaign on many machines run, and how it stands.
    void add_campaign() {
        auto* s = add("status", "Show how a campaign on many machines stands", [this] {
            status_.dead_after = seconds_of("--dead-after", dead_after_);
            return only_read_ ? 0 : status(status_);
        });
        s->add_option("folder", status_.folder, "The campaign's folder")->required();
        s->add_option("--dead-after", dead_after_,
                      "A worker that says nothing for so long is dead (default 180s)");
        s->add_flag("--json", status_.json, "Print JSON");
        auto* m =
            add("merge", "Merge the findings and corpora of a campaign on many machines", [this] {
                const int jobs = jobs_.empty() ? 0 : number_of("--jobs", jobs_, 1, 1024);
                return only_read_ ? 0 : merge(merge_folder_, jobs);
            });
        m->add_option("folder", merge_folder_, "The campaign's folder")->required();
        m->add_option("--jobs", jobs_, "Processes (default: one per processor of this job)");
        auto* t = add("task", "Work on one task of a campaign, as its jobs do",
                      [this] { return only_read_ ? 0 : task(task_); });
        t->add_option("folder", task_.folder, "The campaign's folder")->required();
        t->add_option("number", task_.number, "Which task: 0, 1, ..")->required()->check(decimal());
    }

    void add_findings() {
        auto* c =
            add("findings", "List stored findings, show them, or delete what is fixed", [this] {
                findings_.case_seconds = case_seconds();
                if (findings_.action != "list" && findings_.action != "show" &&
                    findings_.action != "prune")
                    throw command_error(
                        fmt::format("findings '{}' is not an action; use list, show or prune.",
                                    findings_.action));
                if (findings_.json && findings_.action != "list")
                    throw command_error("--json goes with list only.");
                return only_read_ ? 0 : findings(findings_);
            });
        c->add_option("action", findings_.action, "list, show or prune (default list)");
        c->add_option("name", findings_.name, "With show and prune: only this finding");
        c->add_flag("--json", findings_.json, "With list: the bugs and their findings as JSON");
        c->add_flag("--trust-source", findings_.trust_source, trust_source);
        c->add_flag("--sandbox", findings_.sandbox, sandbox);
        c->add_option("--store", findings_.store,
                      "Folder of findings (default .tileproof/findings)");
        c->add_option("--time-limit", time_limit_,
                      "A case that takes longer counts as a hang (default 10s)");
    }

    void add_cache() {
        auto* c = add("cache", "Show or clear the folder of compiled kernels", [this] {
            if (cache_.action != "show" && cache_.action != "clear")
                throw command_error(
                    fmt::format("cache '{}' is not an action; use show or clear.", cache_.action));
            return only_read_ ? 0 : cache(cache_);
        });
        c->add_option("action", cache_.action, "show or clear (default show)");
        c->add_option("--cache", cache_.folder, "The folder (default .tileproof/cache)");
        c->footer(
            std::string(
                "The environment variable TILEPROOF_CACHE_SIZE says how large a cache may "
                "grow: 512MiB, 4GiB (default 1GiB). What was used longest ago goes first.\n") +
            exit_codes);
    }

    void add_run() {
        CLI::App* const run = add(
            "run", "Run a HIP program with its kernels checked: run app.hip [flags] -- arguments",
            [this] {
                run_.words = app_.get_subcommand("run")->remaining();
                return only_read_ ? 0 : run_program(run_);
            });
        run->prefix_command();
        run->add_option("--device", run_.device,
                        "cpu-checked (default), or cpu: faster, without the checks");
        run->add_option("--json", run_.json, "Write the findings as JSON to this file");
        run->add_option("--junit", run_.junit, "Write them as JUnit XML to this file");
        run->add_option("--suppress", run_.suppressions,
                        "Findings to leave out: a file of lines KIND WHERE, where * stands for "
                        "anything and WHERE is "
                        "a function, a file or FILE:LINE");
        run->add_option("--only", run_.only,
                        "Only findings of these kernels and functions, separated by commas");
        run->add_option(
            "--launches", run_.launches,
            "Only findings of these launches of the program: 3-7, 3- or 5, counted from 1");
        run->add_option("--compiler", run_.compiler, "clang++ 18 or later (default: as for check)");
        run->add_option("--wave", run_.wave_size, "Lanes of a wave: 32 (default) or 64");
        run->footer(
            "Options come first, then sources and flags of the compiler, then -- and the program's "
            "arguments.\n"
            "Exit code: the program's own; 1 when it is 0 and there are findings; 2 when it cannot "
            "be built.");
    }
    void add_extract() {
        CLI::App* const c =
            add("extract",
                "Make a kernel of a program a kernel test, from one of its launches: "
                "extract app.hip [flags] KERNEL -- arguments",
                [this] {
                    extract_.words = app_.get_subcommand("extract")->remaining();
                    return only_read_ ? 0 : extract_kernel(extract_);
                });
        c->prefix_command();
        c->add_option("--launch", extract_.launch, "Which of its launches, from 1 (default: 1)")
            ->check(decimal());
        c->add_option("-o,--output", extract_.output,
                      "The file to write (default: KERNEL_test.hip)");
        c->add_option("--compiler", extract_.compiler,
                      "clang++ 18 or later (default: as for check)");
        c->add_option("--wave", extract_.wave_size, "Lanes of a wave: 32 (default) or 64");
        c->footer(
            "Options come first, then sources and flags of the compiler, the kernel's name, then "
            "-- "
            "and the program's arguments.\n"
            "The program runs until that launch is over. The file that is written runs as it is: "
            "its operands have "
            "lengths "
            "made of the launch's numbers. Look at the lines that say they are a guess.");
    }
    void add_copy() {
        auto* c = add("copy", "Run the copy kernel, time it and verify it",
                      [this] { return only_read_ ? 0 : copy(copy_); });
        c->add_option("--m", copy_.m, "Rows")->check(decimal())->capture_default_str();
        c->add_option("--n", copy_.n, "Columns")->check(decimal())->capture_default_str();
        c->add_option("--id", copy_.id, "Which copy: " + copy_variants())
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--v", copy_.verify, "Verify the result: 1 or 0")->capture_default_str();
        c->add_option("--prec", copy_.precision, "Elements: fp16 or fp32")->capture_default_str();
        c->add_option("--warmup", copy_.warmup, "Runs before the timed ones")
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--repeat", copy_.repeat, "Timed runs")
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--device", copy_.device, "Where: cpu, ...")->capture_default_str();
        c->footer("A single dash works too: -m=4096 -n 512 -prec=fp32.\n" +
                  std::string(exit_codes));
    }

    CLI::App app_;
    const CLI::App *verify_command_ = nullptr, *fuzz_command_ = nullptr;
    std::function<int()> action_;
    bool only_read_ = false;
};

}  // namespace

std::string refusal_of_command_line(int argc, const char* const* argv) {
    // Made seldom: to make some hundred options takes far longer than to read a line. Made again, because CLI11
    // keeps a list of all options that it was ever given.
    constexpr int most_lines = 1000;
    static std::optional<command_line> reader;
    static int lines = 0;
    if (lines++ % most_lines == 0) reader.emplace();
    try {
        reader->run(argc, argv, true);
        return "";
    } catch (const std::exception& e) {
        return e.what();
    }
}

int run_command_line(int argc, const char* const* argv, const char* commit) noexcept {
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of a write, not the end
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return command_line(commit).run(argc, argv);
    } catch (const std::exception& e) {
        print_error(fmt::format("tileproof: {}\n", e.what()));
    }
    return 2;
}

}  // namespace tileproof::properties
