// SPDX-License-Identifier: MIT
#include "command/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "command/arguments/arguments.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/program/build.hpp"
#include "compiler/program/program_findings.hpp"
#include "report/output.hpp"
#include "system/stage.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::command {

using report::command_error;
using report::require_writable_report;

namespace {

// The record has the findings no matter how the program ends.
int told_code(const std::vector<std::string>& call) {
    compiler::program_report report;
    const std::string record = std::filesystem::absolute(call.front() + ".findings");
    const int file = open(record.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        throw command_error("The record of findings '{}' cannot be made: {}.", record,
                            std::strerror(errno));
    setenv("TILEPROOF_RUN_RECORD", record.c_str(), 1);
    const int code = compiler::run_words_until_stopped(call);
    const bool stopped = code == 128 + SIGINT || code == 128 + SIGTERM || code == 128 + SIGHUP;
    const std::size_t found = report.tell(compiler::read_findings(file), stopped ? 0 : code);
    close(file);
    return code == 0 && found > 0 ? 1 : code;
}

}  // namespace

int run_program(const run_options& o) {
    if (o.device != "cpu" && o.device != "cpu-checked")
        throw command_error("Programs run on the devices cpu and cpu-checked, not on '{}'.",
                            o.device);
    compiler::finding_filter filter;  // refuses before anything is built
    if (!o.suppressions.empty()) filter.suppress(o.suppressions);
    if (!o.launches.empty()) filter.launches(o.launches);
    require_writable_report(o.json);
    require_writable_report(o.junit);
    if (o.words.empty() || o.words.front() == "--")
        throw command_error(
            "tileproof run needs a source file: tileproof run app.hip -- arguments.");
    const compiler::program_settings settings{
        .compiler = o.compiler,
        .device = o.device == "cpu" ? compiler::cpu_device::cpu : compiler::cpu_device::cpu_checked,
        .wave_size = o.wave_size};
    const std::string limit = fmt::format("{}", o.block_seconds);
    return with_program(o.words, settings, o.cache, [&](const std::vector<std::string>& call) {
        for (const auto& [variable, value] : {std::pair{"TILEPROOF_RUN_JSON", &o.json},
                                              {"TILEPROOF_RUN_JUNIT", &o.junit},
                                              {"TILEPROOF_RUN_SUPPRESS", &o.suppressions},
                                              {"TILEPROOF_RUN_ONLY", &o.only},
                                              {"TILEPROOF_RUN_LAUNCHES", &o.launches},
                                              {"TILEPROOF_RUN_TIME_LIMIT", &limit}})
            if (!value->empty()) setenv(variable, value->c_str(), 1);
        return told_code(call);
    });
}

int with_program(const std::vector<std::string>& words, compiler::program_settings settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use) {
    namespace fs = std::filesystem;
    const auto dashes = std::ranges::find(words, "--");
    std::vector<std::string> line(words.begin(), dashes);
    try {
        fs::create_directories(cache);
        // Two programs of the same name may be built at once, so each has its own folder.
        const system::temporary_folder folder(fs::path(cache) / ".build-");
        const fs::path program = folder.path() / compiler::name_of_program(line);
        line.insert(line.end(), {"-o", program.string()});
        settings.compiler = compiler::compiler_for("cpu", settings.compiler);
        const bool linked = [&] {
            const system::stage compiling("compiling " + program.filename().string());
            return compiler::build_program(line, settings) == 0;
        }();
        if (!linked)
            throw command_error("The program could not be linked; see the messages above.");
        std::vector<std::string> call{program.string()};
        if (dashes != words.end()) call.insert(call.end(), dashes + 1, words.end());
        return use(call);
    } catch (const fs::filesystem_error& e) {
        throw command_error("The folder {} cannot be made: {}.", cache, e.code().message());
    }
}

namespace {

// What both take: words that are no options of theirs, and how the program is compiled.
template <class Options>
void add_building_options(arguments_of<Options>& c) {
    c.prefix_command();
    c.add_option("--compiler", c.options.compiler,
                 "Where the clang++-19 is that tileproof was built with, if not in PATH");
    c.add_option(
        "--wave", c.options.wave_size,
        "Lanes of a wave: 32 or 64 (default: those of the GPU named by --offload-arch, or 32)");
    c.add_rule([&c] {
        const unsigned wave = c.options.wave_size;
        if (wave != 0 && wave != 32 && wave != 64)
            throw command_error("--wave is 32 or 64, not {}.", wave);
        c.options.words = c.remaining();
    });
}

}  // namespace

void add_program_commands(CLI::App& program) {
    auto& r =
        add_command(program, "run",
                    "Run a HIP program with its kernels checked: run app.hip [flags] -- arguments",
                    run_program);
    run_options& o = r.options;
    r.add_option("--device", o.device, "cpu-checked (default), or cpu: faster, without the checks");
    r.add_option("--json", o.json,
                 "Write the findings as JSON to this file (- is standard output)");
    r.add_option("--junit", o.junit, "Write the findings as JUnit XML to this file");
    r.add_option("--suppress", o.suppressions,
                 "Ignore the findings listed in this file, one per line: KIND WHERE, where * "
                 "matches anything and WHERE is a function, a file or FILE:LINE");
    r.add_option("--only", o.only,
                 "Only findings of these kernels and functions, separated by commas");
    r.add_option("--launches", o.launches,
                 "Only findings of these launches: 3-7, 3- or 5, counted from 1");
    r.add_time_limit(o.block_seconds,
                     "A block that takes longer on cpu-checked counts as a hang (default 20s)");
    add_building_options(r);
    r.footer(
        "Options come first, then sources and compiler flags, then -- and the program's "
        "arguments.\nExit status: the program's own; 1 if that is 0 but there are findings; 2 if "
        "it cannot be built.");
    r.add_rule([&o] { require_files_of_their_own({{"--json", o.json}, {"--junit", o.junit}}); });

    auto& e = add_command(program, "extract",
                          "Turn one launch of a program into a kernel test: extract app.hip "
                          "[flags] KERNEL -- arguments",
                          extract_kernel);
    e.add_option("--launch", e.options.launch, "Which launch, counted from 1 (default 1)")
        ->check(decimal());
    e.add_option("-o,--output", e.options.output, "The file to write (default: KERNEL_test.hip)");
    add_building_options(e);
    e.footer(std::string(
                 "Options come first, then sources and compiler flags, the kernel's name, then -- "
                 "and the program's arguments.\nThe program runs until that launch has finished. "
                 "The test file works as it is; the lengths of its operands are derived from the "
                 "numbers of the launch. Check the lines marked as a guess.\n") +
             exit_codes_without_checks);
}

}  // namespace tileproof::command
