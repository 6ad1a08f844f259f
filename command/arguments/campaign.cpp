// SPDX-License-Identifier: MIT
// verify, check and fuzz.
#include "command/arguments/arguments.hpp"
#include "command/options.hpp"
#include "compiler/build/user_library.hpp"
#include "report/html_page.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

#include <utility>

namespace tileproof::command {
namespace {

// Options that verify and check share: duration, cases, devices, reports.
void add_campaign_options(command_arguments& c, campaign_choices& o, const std::string& devices,
                          const std::string& store) {
    c.add_duration(
        "--budget", o.budget_seconds,
        fmt::format("How long to search: 60s, 500ms, 2m, 8h (default {}s)", o.budget_seconds));
    c.add_number(
        "--cases", o.cases, std::int64_t{1}, std::int64_t{1'000'000'000'000},
        "Run this many cases of each property instead; with --seed, the same ones each time");
    c.add_number("--seed", o.seed, std::uint64_t{0}, ~std::uint64_t{0},
                 "Seed of the random cases (default: a new one, printed)");
    c.add_option("--device", o.devices, devices);
    c.add_jobs(o.jobs, "Worker processes (default: one per processor)");
    c.add_time_limit(o.case_seconds);
    c.add_option("--store", o.store, store);
    c.add_option("--json", o.json, "Write the report as JSON to this file (- is standard output)");
    c.add_option("--junit", o.junit, "Write the report as JUnit XML to this file");
    c.add_option("--sarif", o.sarif, "Write the bugs as SARIF 2.1.0 to this file");
    c.add_option("--html", o.html,
                 "Write the report as a page to this file (default STORE.html, if there are bugs)");
    c.add_flag("--stop-at-first", o.stop_at_first,
               "Stop after the first finding, once it is minimized");
    c.add_sandbox(o.sandbox);
    c.add_memory_limit(o.memory_bytes);
    c.add_rule([&o] {
        require_files_of_their_own(
            {{"--json", o.json}, {"--junit", o.junit}, {"--sarif", o.sarif}, {"--html", o.html}});
    });
}

struct verify_anywhere : verify_options {
    slurm_options slurm;
};

int run_verify(const verify_anywhere& o) {
    return o.slurm.slurm ? submit_verify(o, o.slurm) : verify(o);
}

void require_readable_name(const std::string& source) {
    const std::string readable = report::valid_utf8(source);
    if (readable != source)
        throw report::command_error(
            "The name '{}' is not UTF-8, and a finding can name no such file. Rename it.",
            readable);
}

struct fuzz_anything : fuzz_options {
    slurm_options slurm;
    bool names_a_store = false;

    // Without --slurm, a single word that is no option.
    bool names_a_kernel() const {
        return !slurm.slurm && slurm.sbatch.size() == 1 && !slurm.sbatch.front().starts_with('-');
    }
    // A kernel file is fuzzed by `check`, which has neither targets nor a corpus.
    check_options check_for_hours() const {
        constexpr double eight_hours = 8 * 3600;
        check_options o;
        o.source = slurm.sbatch.front();
        o.budget_seconds = seconds.value_or(eight_hours);
        o.jobs = jobs;
        o.html = html;
        if (names_a_store) o.store = store;
        return o;
    }
};

int run_fuzz(const fuzz_anything& o) {
    if (o.names_a_kernel()) return check(o.check_for_hours());
    return o.slurm.slurm ? submit_fuzz(o, o.slurm) : fuzz(o);
}

}  // namespace

void add_campaign_commands(CLI::App& program) {
    auto& v = add_command(program, "verify",
                          "Check layouts and kernels against their laws, within a time budget",
                          run_verify);
    add_campaign_options(v, v.options,
                         "Only this device: cpu, ... or host for the layout laws (may be repeated)",
                         "Folder of findings, which are rerun first (default .tileproof/findings)");
    v.add_option("--filter", v.options.filter,
                 "Only checks whose law, name, subject or device matches: 'K1', 'transpose_*', "
                 "'*/L2', 'K?/*@cpu'");
    v.add_option("--layout", v.options.layout,
                 "Check only this layout, exhaustively, with all layout laws");
    v.add_slurm_options(v.options.slurm);
    v.add_rule([&v] { v.require_slurm(v.options.slurm); });

    auto& c = add_command(program, "check",
                          "Check your own kernel: one HIP file with a kernel test", check);
    check_options& o = c.options;
    c.add_option("file", o.source, "A HIP source that includes <tileproof/kernel_test.hpp>")
        ->required();
    add_campaign_options(
        c, o,
        "Only this device: cpu, cpu-checked, hip, cuda (may be repeated; default: all available)",
        "Folder of findings, which are rerun first (default: one per source, in "
        ".tileproof/findings)");
    c.add_option("--flag", o.flags,
                 "A flag for the compiler, for instance --flag=-DN=8 (may be repeated)");
    c.add_option("--compiler", o.compiler,
                 "clang++ 18 or later, for hip (default: the first of ROCm's, clang++-19, -20, -21 "
                 "and -18). The cpu devices' is the clang++-19 that tileproof was built with");
    c.add_option("--held-out", o.held_out,
                 "Draw the cases from this secret, of which reports and findings say nothing, "
                 "instead of a seed")
        ->type_name("SECRET")
        ->excludes("--seed");
    c.add_option("--against", o.against,
                 "Compare with the kernels of this file, whose declarations are the same, instead "
                 "of a reference; FILE:NAME for one test of it")
        ->type_name("FILE");
    c.add_option("--wave", o.wave,
                 "Lanes of a wave on the cpu devices: 32, 64, or both (default: as the test "
                 "declares, else 32)")
        ->check(CLI::IsMember({"32", "64", "both"}));
    c.add_option("--cache", o.cache, "Folder of compiled kernels (default .tileproof/cache)");
    c.add_option("--lcov", o.lcov,
                 "Write which lines and branches of the kernels ran to this file, for lcov");
    c.add_flag("--efficiency", o.efficiency,
               "Also print bank conflicts and memory transactions, line by line");
    c.add_flag("--prove", o.prove,
               "Also prove, for all lengths, that accesses stay in their memory and that no two "
               "threads race");
    c.add_rule([&o] {
        for (const auto& report : {std::pair("--json", o.json),
                                   {"--junit", o.junit},
                                   {"--sarif", o.sarif},
                                   {"--html", o.html},
                                   {"--lcov", o.lcov}})
            for (const auto& kernel : {std::pair("the kernel", o.source),
                                       {"the old kernel", compiler::read_against(o.against).file}})
                require_files_of_their_own({report, kernel});
        require_readable_name(o.source);
        require_readable_name(o.against);
    });
}

void add_fuzz_command(CLI::App& program) {
    auto& c = add_command(program, "fuzz",
                          "Search for failing cases for hours: with coverage feedback, or of one "
                          "kernel file of yours (fuzz my_kernel.hip)",
                          run_fuzz);
    fuzz_anything& o = c.options;
    c.add_duration("--budget", o.seconds, "How long: 60s, 30m, 8h (default 8h)");
    c.add_jobs(o.jobs, "Fuzzing processes (default: one per processor)");
    c.add_option("--target", o.target, "Only targets that match this pattern");
    c.add_option("--corpus", o.corpus,
                 "Folder of inputs that reach new code (default .tileproof/corpus)");
    c.add_option("--store", o.store,
                 "Folder of findings, which are rerun first (default .tileproof/findings)");
    c.add_option("--html", o.html,
                 "Write a page to this file (default STORE.html, if there are findings)");
    c.add_flag("--resume", o.resume, "Resume the campaign of this corpus");
    c.add_slurm_options(o.slurm, "A kernel file of yours");
    c.add_flag("--no-sandbox", o.no_sandbox,
               "Let fuzzed code write anywhere, not only to the corpus and to temporary files");
    c.add_rule([&c, &o] {
        o.names_a_store = c.count("--store") > 0;
        if (!o.names_a_kernel()) return c.require_slurm(o.slurm);
        for (const char* name : {"--target", "--corpus", "--resume", "--no-sandbox", "--campaign",
                                 "--tasks", "--print"})
            if (const auto* option = c.get_option_no_throw(name); option && option->count() > 0)
                throw report::command_error("{} does not go with a kernel file.", name);
    });
}

}  // namespace tileproof::command
