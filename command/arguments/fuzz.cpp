// SPDX-License-Identifier: MIT
// fuzz.
#include "command/arguments/arguments.hpp"
#include "command/arguments/slurm_words.hpp"
#include "command/arguments/values.hpp"

namespace tileproof::properties {
namespace {

struct given_to_fuzz {
    fuzz_options options;
    std::string seconds, jobs;
    slurm_options slurm;
};

class fuzz_arguments final : public arguments_of<given_to_fuzz> {
    CLI::App* add_to(CLI::App& program) override {
        fuzz_options& o = given_.options;
        auto* c = add_command(program, "fuzz",
                              "Search for failing cases with coverage feedback, for hours");
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
        require_slurm(command_, given_.slurm);
    }
    int run() override {
        return given_.slurm.slurm ? submit_fuzz(given_.options, given_.slurm)
                                  : fuzz(given_.options);
    }

    const CLI::App* command_ = nullptr;
};

}  // namespace

void add_fuzz_command(command_list& to) { to.push_back(std::make_unique<fuzz_arguments>()); }

}  // namespace tileproof::properties
