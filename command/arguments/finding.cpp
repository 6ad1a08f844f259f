// SPDX-License-Identifier: MIT
// replay, minimize and findings.
#include "command/arguments/arguments.hpp"
#include "command/arguments/values.hpp"
#include "command/options.hpp"

namespace tileproof::command {
namespace {

template <class Options>
struct given_to_rerun {
    Options options;
    std::string time_limit = "10s";
    std::string budget = "30s";
};

class replay_arguments final : public arguments_of<given_to_rerun<replay_options>> {
    CLI::App* add_to(CLI::App& program) override {
        replay_options& o = given_.options;
        auto* c = add_command(program, "replay",
                              "Run a stored finding again; exit status 1 while it fails");
        c->add_option("file", o.file, "A finding, as stored by verify")->required();
        add_time_limit(c, given_.time_limit);
        add_trust_source(c, o.trust_source);
        add_sandbox(c, o.sandbox);
        c->add_flag("--in-this-process", o.in_this_process,
                    "Run in this process, for debuggers: a crash ends it");
        return c;
    }
    void read() override { given_.options.case_seconds = case_seconds(given_.time_limit); }
    int run() override { return replay(given_.options); }
};

class minimize_arguments final : public arguments_of<given_to_rerun<minimize_options>> {
    CLI::App* add_to(CLI::App& program) override {
        minimize_options& o = given_.options;
        auto* c = add_command(program, "minimize", "Make a failing case as small as possible");
        c->add_option("what", o.what, "The file of a finding, or layout text")->required();
        c->add_option("--law", o.law,
                      "Code or name of the law (default: the finding's, or the first broken one)");
        c->add_option("--budget", given_.budget, "How long to try (default 30s)");
        add_time_limit(c, given_.time_limit);
        c->add_option(
            "--out", o.out,
            "Folder for programs that reproduce the bug (default .tileproof/reproducers)");
        add_trust_source(c, o.trust_source);
        add_sandbox(c, o.sandbox);
        c->footer("Exit status: 0 nothing fails, 1 the case fails, 2 the command could not run.");
        return c;
    }
    void read() override {
        given_.options.budget_seconds = seconds_of("--budget", given_.budget);
        given_.options.case_seconds = case_seconds(given_.time_limit);
    }
    int run() override { return minimize(given_.options); }
};

class findings_arguments final : public arguments_of<given_to_rerun<findings_options>> {
    CLI::App* add_to(CLI::App& program) override {
        findings_options& o = given_.options;
        auto* c = add_command(program, "findings",
                              "List stored findings, show them, or delete fixed ones");
        c->add_option("action", o.action, "list, show or prune (default list)");
        c->add_option("name", o.name, "With show and prune: only this finding");
        c->add_flag("--json", o.json, "With list: the bugs and their findings as JSON");
        add_trust_source(c, o.trust_source);
        add_sandbox(c, o.sandbox);
        c->add_option("--store", o.store, "Folder of findings (default .tileproof/findings)");
        add_time_limit(c, given_.time_limit);
        return c;
    }
    void read() override {
        findings_options& o = given_.options;
        o.case_seconds = case_seconds(given_.time_limit);
        if (o.action != "list" && o.action != "show" && o.action != "prune")
            throw report::command_error(
                fmt::format("findings '{}' is not an action; use list, show or prune.", o.action));
        if (o.json && o.action != "list")
            throw report::command_error("--json goes with list only.");
    }
    int run() override { return findings(given_.options); }
};

}  // namespace

void add_finding_commands(command_list& to) {
    to.push_back(std::make_unique<replay_arguments>());
    to.push_back(std::make_unique<minimize_arguments>());
    to.push_back(std::make_unique<findings_arguments>());
}

}  // namespace tileproof::command
