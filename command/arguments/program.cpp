// SPDX-License-Identifier: MIT
// run and extract: commands for whole programs.
#include "command/arguments/arguments.hpp"
#include "command/run.hpp"

namespace tileproof::command {
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
    c.add_rule([&c] { c.options.words = c.remaining(); });
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
