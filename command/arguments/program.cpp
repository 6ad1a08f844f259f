// SPDX-License-Identifier: MIT
// run and extract: commands for whole programs.
#include "command/arguments/arguments.hpp"
#include "command/arguments/values.hpp"
#include "command/extract.hpp"
#include "command/run.hpp"

namespace tileproof::command {
namespace {

class run_arguments final : public arguments_of<run_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(
            program, "run",
            "Run a HIP program with its kernels checked: run app.hip [flags] -- arguments");
        c->prefix_command();
        c->add_option("--device", given_.device,
                      "cpu-checked (default), or cpu: faster, without the checks");
        c->add_option("--json", given_.json,
                      "Write the findings as JSON to this file (- is standard output)");
        c->add_option("--junit", given_.junit, "Write the findings as JUnit XML to this file");
        c->add_option("--suppress", given_.suppressions,
                      "Ignore the findings listed in this file, one per line: KIND WHERE, where * "
                      "matches anything and WHERE is a function, a file or FILE:LINE");
        c->add_option("--only", given_.only,
                      "Only findings of these kernels and functions, separated by commas");
        c->add_option("--launches", given_.launches,
                      "Only findings of these launches: 3-7, 3- or 5, counted from 1");
        c->add_option("--time-limit", time_limit_,
                      "A block that takes longer on cpu-checked counts as a hang (default 20s)");
        c->add_option("--compiler", given_.compiler,
                      "Where the clang++-19 is that tileproof was built with, if not in PATH");
        c->add_option(
            "--wave", given_.wave_size,
            "Lanes of a wave: 32 or 64 (default: those of the GPU named by --offload-arch, or 32)");
        c->footer(
            "Options come first, then sources and compiler flags, then -- and the program's "
            "arguments.\nExit status: the program's own; 1 if that is 0 but there are findings; 2 "
            "if it cannot be built.");
        command_ = c;
        return c;
    }
    void read() override {
        given_.words = command_->remaining();
        given_.block_seconds = case_seconds(time_limit_);
        require_files_of_their_own({{"--json", given_.json}, {"--junit", given_.junit}});
    }
    int run() override { return run_program(given_); }

    const CLI::App* command_ = nullptr;
    std::string time_limit_ = "20s";
};

class extract_arguments final : public arguments_of<extract_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "extract",
                              "Turn one launch of a program into a kernel test: extract app.hip "
                              "[flags] KERNEL -- arguments");
        c->prefix_command();
        c->add_option("--launch", given_.launch, "Which launch, counted from 1 (default 1)")
            ->check(decimal());
        c->add_option("-o,--output", given_.output, "The file to write (default: KERNEL_test.hip)");
        c->add_option("--compiler", given_.compiler,
                      "Where the clang++-19 is that tileproof was built with, if not in PATH");
        c->add_option(
            "--wave", given_.wave_size,
            "Lanes of a wave: 32 or 64 (default: those of the GPU named by --offload-arch, or 32)");
        c->footer(
            std::string(
                "Options come first, then sources and compiler flags, the kernel's name, then -- "
                "and the program's arguments.\nThe program runs until that launch has finished. "
                "The test file works as it is; the lengths of its operands are derived from the "
                "numbers of the launch. Check the lines marked as a guess.\n") +
            exit_codes_without_checks);
        command_ = c;
        return c;
    }
    void read() override { given_.words = command_->remaining(); }
    int run() override { return extract_kernel(given_); }

    const CLI::App* command_ = nullptr;
};

}  // namespace

void add_program_commands(command_list& to) {
    to.push_back(std::make_unique<run_arguments>());
    to.push_back(std::make_unique<extract_arguments>());
}

}  // namespace tileproof::command
