// SPDX-License-Identifier: MIT
#include "command/arguments/arguments.hpp"
#include "command/options.hpp"
#include "command/replay.hpp"
#include "fuzz/finding/finding.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using namespace fuzz;
using namespace report;
using system::wrapped;

namespace {

namespace fs = std::filesystem;

// The findings of the store and of its sub-folders: `check` gives each source its own.
finding_store::contents load(const findings_options& o) {
    auto contents = finding_store(o.store).load();
    std::error_code none;
    std::vector<fs::path> folders;
    for (fs::directory_iterator at(o.store, none), end; !none && at != end; at.increment(none))
        if (std::error_code broken; at->is_directory(broken)) folders.push_back(at->path());
    std::ranges::sort(folders);
    for (const fs::path& folder : folders) {
        auto more = finding_store(folder).load();
        std::move(more.findings.begin(), more.findings.end(),
                  std::back_inserter(contents.findings));
        std::move(more.problems.begin(), more.problems.end(),
                  std::back_inserter(contents.problems));
    }
    for (const std::string& problem : contents.problems) print_error("tileproof: {}\n", problem);
    return contents;
}

bool is_named(const stored_finding& s, const std::string& name) {
    return name.empty() || s.file.filename() == name || s.file == fs::path(name);
}

[[noreturn]] void no_such_finding(const findings_options& o) {
    throw command_error("There is no finding '{}' in {}; `tileproof findings list` shows them.",
                        o.name, o.store);
}

// The bugs according to the files; nothing is run.
int list_as_json(const findings_options& o) {
    campaign_report report;
    nlohmann::json j{{"tileproof_findings", 1},
                     {"bugs", nlohmann::json::array()},
                     {"findings", nlohmann::json::array()}};
    for (const stored_finding& s : load(o).findings) {
        nlohmann::json f = to_json(s.what, s.file);
        f["file"] = s.file.string();
        j["findings"].push_back(std::move(f));
        report.findings.push_back({s.what, s.file, ""});
    }
    report.find_bugs();
    for (const bug& b : report.bugs) j["bugs"].push_back(bug_json(b, report.evidence()));
    print_out(properties::indented_text_of(j) + '\n');
    return 0;
}

int list_findings(const findings_options& o) {
    if (o.json) return list_as_json(o);
    const auto contents = load(o);
    if (contents.findings.empty()) print_out("There are no findings in {}.\n", o.store);
    for (const stored_finding& s : contents.findings)
        print_out(
            fmt::format("{}\n", s.file.string()) +
            wrapped(fmt::format("{} of {}{}: {}", properties::title(s.what.law), s.what.property,
                                s.what.minimized ? "" : " (not minimized)", s.what.failure),
                    "    "));
    return 0;
}

int show_findings(const findings_options& o) {
    for (const stored_finding& s : load(o).findings) {
        if (!is_named(s, o.name)) continue;
        const finding& f = s.what;
        print_out(wrapped(properties::title(f.law) + " of " + f.property, "law       ") +
                  wrapped(f.failure, "says      ") +
                  wrapped(properties::text_of(f.the_case), "case      ") +
                  (f.first_seen_as.is_null()
                       ? ""
                       : wrapped(properties::text_of(f.first_seen_as), "first     ")) +
                  fmt::format("minimal   {}\nseed      {}, case {}\nfound     {}, tileproof {}\n"
                              "replay    {}\n",
                              f.minimized ? "yes" : "no", f.seed, f.index, f.found, f.version,
                              replay_command(s.file)));
        if (!o.name.empty()) return 0;
        print_out("\n");
    }
    if (!o.name.empty()) no_such_finding(o);
    return 0;
}

int prune_findings(const findings_options& o) {
    auto contents = load(o);
    std::erase_if(contents.findings, [&](const auto& s) { return !is_named(s, o.name); });
    if (contents.findings.empty() && !o.name.empty()) no_such_finding(o);
    if (o.sandbox) confine_user_code({});
    replayable_properties known({.all = o.trust_source});
    for (const stored_finding& s : contents.findings)
        known.find(s.what);  // before a worker is forked
    std::size_t kept = 0, stuck = 0;
    for (const stored_finding& s : contents.findings) {
        const rerun_outcome again = rerun(s.what, known, o.case_seconds);
        std::string said;
        if (again.what == rerun_outcome::state::fixed) {
            std::error_code error;
            fs::remove(s.file, error);
            kept += error ? 1 : 0;
            stuck += error ? 1 : 0;
            said = error ? fmt::format("kept, fixed but cannot be deleted: {}.", error.message())
                         : "deleted, fixed";
        } else {
            ++kept;
            said = fmt::format("kept, {}: {}", name_of(again.what), again.sentence);
        }
        print_out(wrapped(said, s.file.filename().string() + "  "));
    }
    print_out("{} of {} findings kept.\n", kept, contents.findings.size());
    return stuck == 0 && contents.problems.empty() ? 0 : 2;
}

}  // namespace

int findings(const findings_options& o) {
    require_folder(o.store);
    if (o.action == "show") return show_findings(o);
    if (o.action == "prune") return prune_findings(o);
    return list_findings(o);
}

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
            throw command_error("findings '{}' is not an action; use list, show or prune.",
                                o.action);
        if (o.json && o.action != "list") throw command_error("--json goes with list only.");
    });
}

}  // namespace tileproof::command
