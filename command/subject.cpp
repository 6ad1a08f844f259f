// SPDX-License-Identifier: MIT
#include "command/options.hpp"

#include "command/arguments/arguments.hpp"
#include "command/long_work.hpp"
#include "compiler/build/compilers.hpp"
#include "extras/subject/departures.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace tileproof::command {

using namespace report;

namespace {

namespace fs = std::filesystem;

// The folder for generated programs that are kept.
fs::path kept_in(const std::string& folder) {
    std::error_code error;
    const fs::path path = fs::absolute(folder);
    fs::create_directories(path, error);
    if (error)
        throw command_error("The folder {} for generated programs cannot be made: {}.",
                            path.string(), error.message());
    return path;
}

subject::library library_of(const std::string& what, const fs::path& subjects) {
    std::error_code error;
    return subject::load_library(
        fs::absolute(fs::is_directory(what, error) ? fs::path(what) : subjects / what));
}

std::vector<std::string> include_folders(const subject::library& l,
                                         std::vector<std::string> given) {
    if (given.empty() && l.default_include == "TILEPROOF_CK_TILE_INCLUDE_DIR")
        given.push_back(TILEPROOF_CK_TILE_INCLUDE_DIR);
    std::erase(given, "");
    for (std::string& folder : given) folder = fs::absolute(folder).string();
    given.insert(given.end(), l.include.begin(), l.include.end());
    std::error_code error;
    const bool there = l.header.empty() || std::ranges::any_of(given, [&](const std::string& f) {
                           return fs::exists(fs::path(f) / l.header, error);
                       });
    if (!there)
        throw command_error(
            "{} was not found{}: name the folder that has {} in it with --include{}.", l.name,
            given.empty() ? "" : fmt::format(" in {}", given.front()), l.header,
            l.default_include.empty()
                ? ""
                : fmt::format(", or at configuration with -D{}=..", l.default_include));
    return given;
}

void write_reports(const subject_options& o, const subject::departure_report& r) {
    for (const std::string& file : o.reports)
        write_report(file, file.ends_with(".json")
                               ? properties::indented_text_of(subject::departures_json(r)) + "\n"
                               : subject::departures_page(r));
}

}  // namespace

int subject(const subject_options& o) {
    for (const std::string& file : o.reports) require_writable_report(file);
    const fs::path subjects = fs::path(compiler::project_root()) / "subjects";
    const subject::library library = library_of(o.what, subjects);
    std::optional<system::temporary_folder> gone;
    if (o.keep.empty()) gone.emplace(system::in_folder_of_temporaries("tileproof-subject-"));
    const int processors = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    subject::builder builder({.of = &library,
                              .compiler = compiler::compiler_for("hip", o.compiler),
                              .include = include_folders(library, o.include),
                              .answers = subjects,
                              .folder = gone ? gone->path() : kept_in(o.keep),
                              .jobs = o.jobs > 0 ? o.jobs : processors});
    builder.try_headers();
    stop_by_signals();
    const subject::departure_report report = subject::find_departures(
        builder, {.seed = o.seed ? *o.seed : std::random_device{}(),
                  .cases = o.cases,
                  .seconds = o.budget_seconds,
                  .interrupted = [] { return stop_asked != 0; },
                  .progress = [](const std::string& text) { print_error(text + "\n"); }});
    print_out(subject::departures_text(report));
    write_reports(o, report);
    return !report.departures.empty() ? 1 : report.judged() ? 0 : 2;
}

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
