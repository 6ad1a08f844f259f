#include "command/findings.hpp"

#include "command/known.hpp"
#include "command/options.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/json_text.hpp"
#include "report/output.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

finding_store::contents load(const findings_options& o) {
    auto contents = finding_store(o.store).load();
    for (const std::string& problem : contents.problems)
        print_error(fmt::format("tileproof: {}\n", problem));
    return contents;
}

int list_findings(const findings_options& o) {
    const auto contents = load(o);
    if (contents.findings.empty())
        print_out(fmt::format("There are no findings in {}.\n", o.store));
    for (const stored_finding& s : contents.findings)
        print_out(fmt::format("{}\n", s.file.string()) +
                  wrapped(fmt::format("{} of {}{}: {}", title(s.what.law), s.what.property,
                                      s.what.minimised ? "" : " (not minimised)", s.what.failure),
                          "    "));
    return 0;
}

int show_findings(const findings_options& o) {
    for (const stored_finding& s : load(o).findings) {
        if (!o.name.empty() && s.file.filename() != o.name && s.file != fs::path(o.name)) continue;
        const finding& f = s.what;
        print_out(
            wrapped(title(f.law) + " of " + f.property, "law       ") +
            wrapped(f.failure, "says      ") + wrapped(text_of(f.the_case), "case      ") +
            (f.first_seen_as.is_null() ? "" : wrapped(text_of(f.first_seen_as), "first     ")) +
            fmt::format("minimal   {}\nseed      {}, case {}\nfound     {}, tileproof {}\n"
                        "replay    {}\n",
                        f.minimised ? "yes" : "no", f.seed, f.index, f.found, f.version,
                        replay_command(s.file)));
        if (!o.name.empty()) return 0;
        print_out("\n");
    }
    if (!o.name.empty())
        throw command_error(
            fmt::format("There is no finding '{}' in {}; `tileproof findings list` shows them.",
                        o.name, o.store));
    return 0;
}

int prune_findings(const findings_options& o) {
    const auto contents = load(o);
    const property_list properties = replayable_properties(contents.findings);
    std::size_t kept = 0, stuck = 0;
    for (const stored_finding& s : contents.findings) {
        const rerun_verdict again = run_again(s.what, properties, o.case_seconds);
        std::string said = "kept, still fails";
        if (again.what == rerun_verdict::state::fixed) {
            std::error_code error;
            fs::remove(s.file, error);
            stuck += error ? 1 : 0;
            said = error ? fmt::format("kept, fixed but cannot be deleted: {}.", error.message())
                         : "deleted, fixed";
        } else if (again.what == rerun_verdict::state::not_run) {
            said = "kept, not run: " + again.sentence;
        }
        kept += said.starts_with("kept") ? 1 : 0;
        print_out(wrapped(said, s.file.filename().string() + "  "));
    }
    print_out(fmt::format("{} of {} findings kept.\n", kept, contents.findings.size()));
    return stuck == 0 ? 0 : 2;
}

}  // namespace

property_list replayable_properties(const std::vector<stored_finding>& findings) {
    const bool host_alone = std::all_of(findings.begin(), findings.end(),
                                        [](const auto& s) { return s.what.device == "host"; });
    property_list list =
        known_properties(host_alone ? std::vector<device_entry>{} : known_devices());
    for (const fuzz_target& target : fuzz_targets(folder_of_targets()))
        list.push_back(fuzz_input_property(target));
    return list;
}

rerun_verdict run_again(const finding& f, const property_list& properties, double case_seconds) {
    using state = rerun_verdict::state;
    const auto it = std::find_if(properties.begin(), properties.end(),
                                 [&](const auto& p) { return p->name() == f.property; });
    if (it == properties.end())
        return {state::not_run,
                fmt::format("This build has no {}, or its device is not available.", f.property)};
    worker w(properties, case_seconds);
    w.send(check_request{static_cast<std::size_t>(it - properties.begin()), f.the_case});
    const worker_answer answer = w.wait();
    if (const failure* wrong = answer.result.failure_of(f.law))
        return {state::still_fails, sentence(*wrong)};
    if (!answer.trouble.empty() || !answer.result.discarded.empty())
        return {state::not_run, answer.trouble + answer.result.discarded};
    if (const failure* wrong = answer.result.first_failure())
        return {state::still_fails, sentence(*wrong)};  // another law, but not well
    return {state::fixed, ""};
}

int findings(const findings_options& o) {
    if (o.action == "show") return show_findings(o);
    if (o.action == "prune") return prune_findings(o);
    return list_findings(o);
}

}  // namespace tileproof::properties
