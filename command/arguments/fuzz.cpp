// SPDX-License-Identifier: MIT
// fuzz.
#include "command/arguments/arguments.hpp"
#include "command/arguments/cluster.hpp"
#include "command/arguments/values.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

namespace tileproof::command {
namespace {

struct given_to_fuzz {
    fuzz_options options;
    std::string seconds, jobs;
    slurm_options slurm;
};

class fuzz_arguments final : public arguments_of<given_to_fuzz> {
    CLI::App* add_to(CLI::App& program) override {
        fuzz_options& o = given_.options;
        auto* c = add_command(
            program, "fuzz",
            "Search for failing cases for hours: with coverage feedback, or of one kernel "
            "file of yours (fuzz my_kernel.hip)");
        c->add_option("--for", given_.seconds, "How long: 60s, 30m, 8h (default 8h)");
        c->add_option("--jobs", given_.jobs, "Fuzzing processes (default: one per processor)");
        c->add_option("--target", o.target, "Only targets that match this pattern");
        c->add_option("--corpus", o.corpus,
                      "Folder of inputs that reach new code (default .tileproof/corpus)");
        c->add_option("--store", o.store,
                      "Folder of findings, which are rerun first (default .tileproof/findings)");
        c->add_option("--html", o.html,
                      "Write a page to this file (default STORE.html, if there are findings)");
        c->add_flag("--resume", o.resume, "Resume the campaign of this corpus");
        add_slurm_options(c, given_.slurm);
        c->add_flag(
            "--no-sandbox", o.no_sandbox,
            "Let fuzzed code write anywhere, not only to the corpus and to temporary files");
        command_ = c;
        return c;
    }
    void read() override {
        if (!given_.seconds.empty()) given_.options.seconds = seconds_of("--for", given_.seconds);
        read_jobs(given_.options.jobs, given_.jobs);
        if (names_a_kernel())
            refuse_options_of_targets();
        else
            require_slurm(command_, given_.slurm);
    }
    int run() override {
        if (names_a_kernel()) return check(check_for_hours());
        return given_.slurm.slurm ? submit_fuzz(given_.options, given_.slurm)
                                  : fuzz(given_.options);
    }

    // Without --slurm, a single word that is no option.
    bool names_a_kernel() const {
        const auto& words = given_.slurm.sbatch;
        return !given_.slurm.slurm && words.size() == 1 && !words.front().starts_with('-');
    }

    // A kernel file is fuzzed by `check`, which has neither targets nor a corpus.
    void refuse_options_of_targets() const {
        for (const char* name : {"--target", "--corpus", "--resume", "--no-sandbox", "--campaign",
                                 "--tasks", "--print"})
            if (command_->count(name) > 0)
                throw report::command_error(
                    fmt::format("{} does not go with a kernel file.", name));
    }

    check_options check_for_hours() const {
        constexpr double eight_hours = 8 * 3600;
        check_options o;
        o.source = given_.slurm.sbatch.front();
        o.budget_seconds = given_.options.seconds.value_or(eight_hours);
        o.jobs = given_.options.jobs;
        o.html = given_.options.html;
        if (command_->count("--store") > 0) o.store = given_.options.store;
        return o;
    }

    const CLI::App* command_ = nullptr;
};

}  // namespace

void add_fuzz_command(command_list& to) { to.push_back(std::make_unique<fuzz_arguments>()); }

}  // namespace tileproof::command
