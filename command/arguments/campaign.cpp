// SPDX-License-Identifier: MIT
// verify and check.
#include "command/arguments/arguments.hpp"
#include "command/arguments/cluster.hpp"
#include "command/arguments/values.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace tileproof::command {
namespace {

struct given_to_verify {
    verify_options options;
    campaign_words words{.budget = "60s"};
    slurm_options slurm;
};

class verify_arguments final : public arguments_of<given_to_verify> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "verify",
                              "Check layouts and kernels against their laws, within a time budget");
        add_campaign_options(
            c, given_.options, given_.words,
            "Only this device: cpu, ... or host for the layout laws (may be repeated)",
            "Folder of findings, which are rerun first (default .tileproof/findings)");
        c->add_option("--filter", given_.options.filter,
                      "Only checks whose law, name, subject or device matches: 'K1', "
                      "'transpose_*', '*/L2', 'K?/*@cpu'");
        c->add_option("--layout", given_.options.layout,
                      "Check only this layout, exhaustively, with all layout laws");
        add_slurm_options(c, given_.slurm);
        command_ = c;
        return c;
    }
    void read() override {
        read_campaign_options(given_.options, given_.words);
        require_slurm(command_, given_.slurm);
    }
    int run() override {
        return given_.slurm.slurm ? submit_verify(given_.options, given_.slurm)
                                  : verify(given_.options);
    }

    const CLI::App* command_ = nullptr;
};

struct given_to_check {
    check_options options;
    campaign_words words{.budget = "10s"};
};

class check_arguments final : public arguments_of<given_to_check> {
    CLI::App* add_to(CLI::App& program) override {
        check_options& o = given_.options;
        auto* c =
            add_command(program, "check", "Check your own kernel: one HIP file with a kernel test");
        c->add_option("file", o.source, "A HIP source that includes <tileproof/kernel_test.hpp>")
            ->required();
        add_campaign_options(c, o, given_.words,
                             "Only this device: cpu, cpu-checked, hip, cuda (may be repeated; "
                             "default: all available)",
                             "Folder of findings, which are rerun first (default: one per source, "
                             "in .tileproof/findings)");
        c->add_option("--flag", o.flags,
                      "A flag for the compiler, for instance --flag=-DN=8 (may be repeated)");
        c->add_option(
            "--compiler", o.compiler,
            "clang++ 18 or later, for hip (default: the first of ROCm's, clang++-19, -20, -21 and "
            "-18). The cpu devices' is the clang++-19 that tileproof was built with");
        c->add_option("--wave", o.wave,
                      "Lanes of a wave on the cpu devices: 32, 64, or both (default: as the test "
                      "declares, else 32)")
            ->check(CLI::IsMember({"32", "64", "both"}));
        c->add_option("--cache", o.cache, "Folder of compiled kernels (default .tileproof/cache)");
        c->add_flag("--efficiency", o.efficiency,
                    "Also print bank conflicts and memory transactions, line by line");
        return c;
    }
    void read() override {
        const check_options& o = given_.options;
        read_campaign_options(given_.options, given_.words);
        const std::pair<const char*, std::string> reports[] = {
            {"--json", o.json}, {"--junit", o.junit}, {"--sarif", o.sarif}, {"--html", o.html}};
        for (const auto& report : reports)
            require_files_of_their_own({report, {"the kernel", o.source}});
        const auto readable =
            nlohmann::json::parse(properties::text_of(o.source)).get<std::string>();
        if (readable != o.source)
            throw report::command_error(
                fmt::format("The name '{}' is not UTF-8, and a finding can name no such file. "
                            "Rename it.",
                            readable));
    }
    int run() override { return check(given_.options); }
};

}  // namespace

void add_campaign_commands(command_list& to) {
    to.push_back(std::make_unique<verify_arguments>());
    to.push_back(std::make_unique<check_arguments>());
}

}  // namespace tileproof::command
