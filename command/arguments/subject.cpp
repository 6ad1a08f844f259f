// SPDX-License-Identifier: MIT
// subject.
#include "command/options.hpp"

#include "command/arguments/arguments.hpp"

namespace tileproof::command {

void add_subject_command(CLI::App& program) {
    auto& c = add_command(program, "subject", "Judge the layouts of another library", subject);
    subject_options& o = c.options;
    c.add_option("library", o.what,
                 "ck_tile, eigen, or a folder with a subject.json and a "
                 "subject.hpp (docs/subjects.md)")
        ->required();
    c.add_option("--include", o.include, "Folder with the library's headers (may be repeated)");
    c.add_duration("--budget", o.budget_seconds, "How long to search and minimize (default 5m)");
    c.add_number("--cases", o.cases, std::int64_t{1}, std::int64_t{1'000'000'000},
                 "Try this many layouts and tiles, and minimize all departures");
    c.add_number("--seed", o.seed, std::uint64_t{0}, ~std::uint64_t{0},
                 "Seed of the random cases (default: a new one, printed)");
    c.add_jobs(o.jobs, "Compilers to run at once (default: one per processor)");
    c.add_option("--compiler", o.compiler,
                 "clang++ 18 or later (default: ROCm's, then clang++-19, -20, -21, -18)");
    c.add_option("--report", o.reports,
                 "Write the departures to this file, .md or .json (may be repeated)");
    c.add_option("--keep", o.keep,
                 "Keep the generated programs in this folder (default: discard them)");
}

}  // namespace tileproof::command
