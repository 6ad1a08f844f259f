// SPDX-License-Identifier: MIT
// subject.
#include "command/subject.hpp"

#include "command/arguments/arguments.hpp"
#include "command/arguments/values.hpp"

namespace tileproof::command {
namespace {

struct given_to_subject {
    subject_options options;
    std::string budget = "5m", cases, seed, jobs;
};

class subject_arguments final : public arguments_of<given_to_subject> {
    CLI::App* add_to(CLI::App& program) override {
        subject_options& o = given_.options;
        auto* c = add_command(program, "subject", "Judge the layouts of another library");
        c->add_option("library", o.what,
                      "ck_tile, eigen, or a folder with a subject.json and a "
                      "subject.hpp (docs/subjects.md)")
            ->required();
        c->add_option("--include", o.include,
                      "Folder with the library's headers (may be repeated)");
        c->add_option("--budget", given_.budget, "How long to search and minimize (default 5m)");
        c->add_option("--cases", given_.cases,
                      "Try this many layouts and tiles, and minimize all departures");
        c->add_option("--seed", given_.seed,
                      "Seed of the random cases (default: a new one, printed)");
        c->add_option("--jobs", given_.jobs,
                      "Compilers to run at once (default: one per processor)");
        c->add_option("--compiler", o.compiler,
                      "clang++ 18 or later (default: ROCm's, then clang++-19, -20, -21, -18)");
        c->add_option("--report", o.reports,
                      "Write the departures to this file, .md or .json (may be repeated)");
        c->add_option("--keep", o.keep,
                      "Keep the generated programs in this folder (default: discard them)");
        return c;
    }
    void read() override {
        subject_options& o = given_.options;
        o.budget_seconds = seconds_of("--budget", given_.budget);
        read_number<std::int64_t, std::int64_t>(o.cases, "--cases", given_.cases, 1, 1'000'000'000);
        read_number<std::optional<std::uint64_t>, std::uint64_t>(o.seed, "--seed", given_.seed, 0,
                                                                 ~std::uint64_t{0});
        read_jobs(o.jobs, given_.jobs);
    }
    int run() override { return subject(given_.options); }
};

}  // namespace

void add_subject_command(command_list& to) { to.push_back(std::make_unique<subject_arguments>()); }

}  // namespace tileproof::command
