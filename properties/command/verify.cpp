#include "properties/campaign/campaign.hpp"
#include "properties/command/chosen.hpp"
#include "properties/command/known.hpp"
#include "properties/command/options.hpp"
#include "properties/command/output.hpp"
#include "properties/command/progress_line.hpp"
#include "properties/command/single_layout.hpp"
#include "properties/json_text.hpp"
#include "properties/report/json_report.hpp"
#include "properties/report/junit_report.hpp"
#include "properties/report/terminal_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace tileproof::properties {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

void ask_to_stop(int) { stop_asked = 1; }

// Short enough to be typed again.
std::uint64_t new_seed() { return std::random_device{}(); }

std::string what_is_run(const verify_options& o, const campaign_options& c) {
    if (!o.layout.empty()) return "one layout";
    if (c.cases) return fmt::format("{} case{} of each property", *c.cases, *c.cases == 1 ? "" : "s");
    return fmt::format("budget {:g} s", c.budget_seconds);
}

void write_reports(const verify_options& o, const campaign_report& report) {
    if (!o.json.empty()) write_report(o.json, indented_text_of(json_report(report)) + '\n');
    if (!o.junit.empty()) write_report(o.junit, junit_report(report));
}

}  // namespace

int verify(const verify_options& o) {
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
    const finding_store store(o.store);
    campaign_options c;
    c.seed = o.seed ? *o.seed : new_seed();
    c.budget_seconds = o.budget_seconds;
    c.cases = o.cases;
    c.jobs =
        o.jobs > 0 ? o.jobs : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    c.case_seconds = o.case_seconds;
    c.store = &store;
    c.version = TILEPROOF_VERSION;
    c.interrupted = [] { return stop_asked != 0; };

    property_list properties;
    std::string remark;
    if (o.layout.empty()) {
        const auto devices = known_devices();
        require_available(o.devices, devices);
        properties = known_properties(devices);
        c.wanted = chosen_rows(o.filter, o.devices);
        require_a_row(properties, c.wanted, o.filter, o.devices);
    } else {
        single_layout one = properties_of(o.layout);
        properties = std::move(one.properties);
        remark = one.remark;
        c.cases = 1;
        c.rerun = false;
    }

    // On the same stream as the table, unless that stream is wanted for a report alone.
    const bool quiet = o.json == "-" || o.junit == "-";
    const auto say = [&](const std::string& text) { quiet ? print_error(text) : print_out(text); };
    say(fmt::format("tileproof {}, seed {}, {}\n{}\n", TILEPROOF_VERSION, c.seed, what_is_run(o, c),
                    remark));

    campaign_report report;
    {
        progress_line line(c);
        c.on_progress = [&](const campaign_progress& p) { line.show(p); };
        report = run_campaign(properties, c);
    }
    for (const std::string& warning : report.warnings)
        print_error(fmt::format("tileproof: {}\n", warning));
    for (const std::string& trouble : report.troubles)
        print_error(fmt::format("tileproof: {}\n", trouble));
    say(terminal_report(report));
    write_reports(o, report);
    return report.exit_code();
}

}  // namespace tileproof::properties
