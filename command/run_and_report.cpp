// SPDX-License-Identifier: MIT
#include "command/run_and_report.hpp"

#include "command/long_work.hpp"
#include "command/replay.hpp"
#include "fuzz/campaign/finding_recorder.hpp"
#include "fuzz/diagnosis/explain_bugs.hpp"
#include "fuzz/diagnosis/likely_lines.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/fields.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace tileproof::command {

using namespace fuzz;
using namespace report;
using properties::indented_text_of;
using properties::law_id;
using properties::property_list;

namespace {

// The GPUs that have a selected check.
gpu_names gpus_of(const property_list& properties, const campaign_options& c,
                  const std::vector<device_entry>& devices) {
    gpu_names gpus;
    for (const device_entry& d : devices) {
        const auto runs_there = [&](const auto& p) {
            const auto laws = p->laws();
            return p->device() == d.name && std::ranges::any_of(laws, [&](const law_id law) {
                       return !c.wanted || c.wanted(*p, law);
                   });
        };
        if (d.available && !d.reason.empty() && std::ranges::any_of(properties, runs_there))
            gpus[d.name] = d.reason;
    }
    return gpus;
}

// The free memory, but enough for a worker that does nothing wrong.
double memory_for_a_worker() {
    constexpr double least = 2.0 * (1 << 30);
    return std::max(least, 0.9 * static_cast<double>(system::available_memory().bytes));
}

// A few bugs all get their condition in that time; if it were shared among many, none would.
double seconds_to_explain(std::size_t bugs) {
    constexpr double least = 8, most = 20, each = 4;
    return std::clamp(each * static_cast<double>(bugs), least, most);
}

// What only needs to know that something fails, as most tests of this command, sets TILEPROOF_EXPLAIN=0.
bool is_to_explain() {
    const char* const said = std::getenv("TILEPROOF_EXPLAIN");
    return !said || std::string_view(said) != "0";
}

}  // namespace

// Bugs are shown in a page next to the store unless another file was requested. If it fails, that is only said.
static std::string written_page(const campaign_report& report, const gpu_names& gpus,
                                const std::string& heading, const std::string& asked,
                                const std::filesystem::path& store) {
    if (report.bugs.empty() || asked == "-") return {};
    if (!asked.empty()) return asked;
    try {
        const std::string file = page_beside(store);
        write_report(file, html_report(report, gpus, heading));
        return file;
    } catch (const command_error& e) {
        print_error("tileproof: {}\n", e.what());
        return {};
    }
}

std::string page_beside(const std::filesystem::path& store) {
    const auto folder = (store / "").parent_path();  // "findings/" means "findings"
    return folder.string() + ".html";
}

campaign_options campaign_of(const campaign_choices& o, const finding_store& store) {
    stop_by_signals();
    require_folder(o.store);
    if (o.sandbox) confine_user_code({});
    limit_memory_of_workers(o.memory_bytes > 0 ? o.memory_bytes : memory_for_a_worker());
    campaign_options c;
    c.seed = o.seed ? *o.seed : std::random_device{}();  // short enough to type
    c.budget_seconds = o.budget_seconds;
    c.cases = o.cases;
    c.jobs =
        o.jobs > 0 ? o.jobs : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    c.case_seconds = o.case_seconds;
    c.stop_at_first = o.stop_at_first;
    c.store = &store;
    c.version = TILEPROOF_VERSION;
    c.interrupted = [] { return stop_asked != 0; };
    return c;
}

std::string what_is_run(const campaign_options& c) {
    return c.cases ? fmt::format("{} case{} of each property", *c.cases, *c.cases == 1 ? "" : "s")
                   : fmt::format("budget {:g} s", c.budget_seconds);
}

static bool is_report_on_output(const campaign_choices& o) {
    return o.json == "-" || o.junit == "-" || o.sarif == "-" || o.html == "-" || o.lcov == "-";
}

void say(const campaign_choices& o, const std::string& text) {
    is_report_on_output(o) ? print_error(text) : print_out(text);
}

// The properties of this run, unless the finding is from another build: other flags or wave sizes.
finding_properties& home_of(const finding& f, const property_list& properties,
                            const campaign_options& c, listed_properties& listed) {
    if (!f.kernel || !c.known) return listed;
    const auto position = listed.find(f).position;
    return position && c.kernel && c.kernel(*properties[*position]) == *f.kernel ? listed
                                                                                 : *c.known;
}

int run_and_report(const property_list& properties, campaign_options c, const campaign_choices& o,
                   const std::string& heading, const std::vector<device_entry>& devices) {
    for (const auto* file : {&o.json, &o.junit, &o.sarif, &o.html, &o.lcov})
        require_writable_report(*file);
    say(o, fmt::format("tileproof {}, {}\n", TILEPROOF_VERSION,
                       heading.substr(0, heading.find_last_not_of('\n') + 1)));
    const gpu_names gpus = gpus_of(properties, c, devices);
    for (const auto& [device, gpu] : gpus) say(o, fmt::format("{}: {}\n", device, gpu));
    campaign_report report;
    {
        progress_line line(c);
        c.on_progress = [&](const campaign_progress& p) {
            line.show(p);
            if (o.on_progress) o.on_progress(p);
        };
        report = run_campaign(properties, c);
    }
    report.further = c.further;
    listed_properties listed(properties);
    const auto begin = std::chrono::steady_clock::now();
    if (is_to_explain())
        diagnosis::explain_bugs(
            report,
            [&](const finding& f) -> finding_properties& {
                return home_of(f, properties, c, listed);
            },
            seconds_to_explain(report.bugs.size()), static_cast<std::size_t>(c.jobs),
            diagnosis::diagnose_finding,
            [&](const finding& f, const std::vector<const finding*>& others, double seconds) {
                return diagnosis::likely_lines(f, c.cache, seconds, others);
            });
    if (c.store)  // what explaining has found
        for (reported_finding& f : report.findings)
            if (f.file.empty() && f.store_problem.empty()) fuzz::store(f, *c.store);
    report.explaining_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (const auto* sentences : {&report.warnings, &report.troubles})
        for (const std::string& sentence : *sentences) print_error("tileproof: {}\n", sentence);
    // A report that cannot be written must not prevent the others, nor hide a finding.
    bool all_written = true;
    const auto attempt = [&](const std::function<void()>& step) {
        try {
            step();
        } catch (const command_error& e) {
            print_error("tileproof: {}\n", e.what());
            all_written = false;
        }
    };
    const auto write = [&](const std::string& file, const std::function<std::string()>& text) {
        if (!file.empty()) attempt([&] { write_report(file, text()); });
    };
    const std::string page = written_page(report, gpus, heading, o.html, c.store->folder());
    attempt([&] {
        say(o, (report.bugs.empty() ? "\n" : "") +
                   terminal_report(report, {in_colour(is_report_on_output(o))}, page));
        for (const further_text& t : report.further) say(o, t.text);
    });
    if (const char* const on = std::getenv("GITHUB_ACTIONS"); on && std::string_view(on) == "true")
        attempt([&] { say(o, annotations(report)); });
    write(o.json, [&] {
        nlohmann::json j = json_report(report, gpus);
        if (!c.also.is_null()) j.update(c.also);
        return indented_text_of(j) + '\n';
    });
    write(o.junit, [&] { return junit_report(report, gpus); });
    write(o.sarif,
          [&] { return indented_text_of(sarif_report(report, TILEPROOF_VERSION)) + '\n'; });
    write(o.lcov, [&] { return lcov_report(report.code()); });
    write(o.html, [&] { return html_report(report, gpus, heading); });
    return all_written || report.failed() ? report.exit_code() : 2;
}

}  // namespace tileproof::command
