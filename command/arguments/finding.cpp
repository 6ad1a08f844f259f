// SPDX-License-Identifier: MIT
// replay, minimize and findings.
#include "command/arguments/arguments.hpp"
#include "command/options.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

namespace tileproof::command {

void add_finding_commands(CLI::App& program) {
    auto& r = add_command(program, "replay",
                          "Run a stored finding again; exit status 1 while it fails", replay);
    r.add_option("file", r.options.file, "A finding, as stored by verify")->required();
    r.add_time_limit(r.options.case_seconds);
    r.add_trust_source(r.options.trust_source);
    r.add_sandbox(r.options.sandbox);
    r.add_flag("--in-this-process", r.options.in_this_process,
               "Run in this process, for debuggers: a crash ends it");

    auto& m =
        add_command(program, "minimize", "Make a failing case as small as possible", minimize);
    m.add_option("what", m.options.what, "The file of a finding, or layout text")->required();
    m.add_option("--law", m.options.law,
                 "Code or name of the law (default: the finding's, or the first broken one)");
    m.add_duration("--budget", m.options.budget_seconds, "How long to try (default 30s)");
    m.add_time_limit(m.options.case_seconds);
    m.add_option("--out", m.options.out,
                 "Folder for programs that reproduce the bug (default .tileproof/reproducers)");
    m.add_trust_source(m.options.trust_source);
    m.add_sandbox(m.options.sandbox);
    m.footer("Exit status: 0 nothing fails, 1 the case fails, 2 the command could not run.");

    auto& f = add_command(program, "findings",
                          "List stored findings, show them, or delete fixed ones", findings);
    findings_options& o = f.options;
    f.add_option("action", o.action, "list, show or prune (default list)");
    f.add_option("name", o.name, "With show and prune: only this finding");
    f.add_flag("--json", o.json, "With list: the bugs and their findings as JSON");
    f.add_trust_source(o.trust_source);
    f.add_sandbox(o.sandbox);
    f.add_option("--store", o.store, "Folder of findings (default .tileproof/findings)");
    f.add_time_limit(o.case_seconds);
    f.add_rule([&o] {
        if (o.action != "list" && o.action != "show" && o.action != "prune")
            throw report::command_error("findings '{}' is not an action; use list, show or prune.",
                                        o.action);
        if (o.json && o.action != "list")
            throw report::command_error("--json goes with list only.");
    });
}

}  // namespace tileproof::command
