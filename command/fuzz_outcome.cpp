// SPDX-License-Identifier: MIT
#include "command/fuzz_outcome.hpp"

#include "command/run_and_report.hpp"
#include "fuzz/finding/finding_store.hpp"
#include "properties/json_text.hpp"
#include "report/html_fuzz.hpp"
#include "report/output.hpp"
#include "system/atomic_file.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

// The path of the page; empty if there is nothing to show or it cannot be written.
std::string write_page(const fuzz_state& state, const fuzz_options& o) {
    const std::string file = !o.html.empty() ? o.html : page_beside(o.store);
    if (o.html.empty() && state.findings.empty()) return {};
    std::vector<bug_evidence> found;
    for (const auto& [key, f] : state.findings) try {
            if (!f.file.empty())
                found.push_back({load_finding(f.file), f.file, false, found.size()});
        } catch (const store_error&) {  // deleted meanwhile
        }
    try {
        write_report(file, html_fuzz(state, found, "fuzz, started " + state.started));
        return file;
    } catch (const command_error& e) {
        print_error(fmt::format("tileproof: {}\n", e.what()));
        return {};
    }
}

// Next to the usual folder of findings; with any other store, in the corpus, which belongs to this campaign.
fs::path folder_of_summary(const fuzz_options& o) {
    const fs::path store = fs::path(o.store).lexically_normal();
    const bool usual =
        store.filename() == "findings" && store.parent_path().filename() == ".tileproof";
    return usual ? store.parent_path() : fs::path(o.corpus);
}

}  // namespace

int leave_outcome(const fuzz_outcome& c, const fuzz_options& o) {
    const fs::path folder = folder_of_summary(o);
    const fs::path page = folder / "fuzz-summary.md", data = folder / "fuzz-summary.json";
    const std::string text = fuzz_summary_markdown(c.state, c.reruns, c.warnings);
    try {
        write_atomically(page, text);
        write_atomically(data,
                         indented_text_of(fuzz_summary_json(c.state, c.reruns, c.warnings)) + '\n');
    } catch (const store_error& e) {
        print_out(text);  // a full disk: print it at least
        print_error(fmt::format("tileproof: {}\n", e.what()));
        return 2;
    }
    print_out(status_screen({&c.state, {}, c.seconds_left}));
    for (const auto& [key, f] : c.state.findings)
        print_out(wrapped(f.sentence, "finding  ") + fmt::format("         {}\n", f.file));
    print_out(fmt::format("summary  {}, {}\n", page.string(), data.string()));
    const std::string shown = write_page(c.state, o);
    if (!shown.empty()) print_out(fmt::format("page     {}\n", shown));
    if (c.interrupted)
        print_out("Stopped; the corpus was not merged. `tileproof fuzz --resume` continues.\n");
    const bool trouble = std::any_of(c.state.targets.begin(), c.state.targets.end(),
                                     [](const auto& t) { return !t.second.trouble.empty(); });
    const std::string unjudged = why_not_judged(c.state);
    if (!unjudged.empty()) print_out(wrapped(unjudged, ""));
    // A task does only a share of a campaign; the merge reports it.
    return !c.state.findings.empty() ? 1 : trouble || (!unjudged.empty() && !o.companion) ? 2 : 0;
}

}  // namespace tileproof::properties
