// tileproof check FILE: a user's own kernel, compiled on the fly and judged by the kernel laws.
#include "properties/campaign/campaign.hpp"
#include "properties/campaign/run_in_child.hpp"
#include "properties/command/known.hpp"
#include "properties/command/options.hpp"
#include "properties/command/output.hpp"
#include "properties/command/progress_line.hpp"
#include "properties/json_text.hpp"
#include "properties/own/own_library.hpp"
#include "properties/own/own_property.hpp"
#include "properties/report/json_report.hpp"
#include "properties/report/junit_report.hpp"
#include "properties/report/terminal_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace tileproof::properties {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

void ask_to_stop(int) { stop_asked = 1; }

void require_own_devices(const std::vector<std::string>& asked) {
    const auto devices = known_devices();
    for (const std::string& name : asked) {
        const auto d = std::find_if(devices.begin(), devices.end(),
                                    [&](const auto& k) { return k.name == name; });
        if (name != "cpu" && name != "cpu-checked")
            throw command_error(fmt::format(
                "A kernel of your own runs on the devices cpu and cpu-checked, not on '{}'.",
                name));
        if (d == devices.end() || !d->available)
            throw command_error(fmt::format("Device {} is not available: {}", name,
                                            d == devices.end() ? "" : d->reason));
    }
}

}  // namespace

int check(const check_options& o) {
    own_build build;
    build.source = o.source;
    build.compiler = o.compiler;
    build.flags = o.flags;
    build.cache = o.cache;
    if (!o.devices.empty()) build.devices = o.devices;
    require_own_devices(build.devices);
    static own_library library;  // the properties refer to it
    try {
        library = load_own(build);
    } catch (const own_error& e) {
        throw command_error(e.what());
    }
    property_list properties;
    for (const std::string& device : build.devices)
        for (auto& p : own_properties(library, o.source, device))
            properties.push_back(std::move(p));

    // Files do not see each other's findings.
    const finding_store store(o.store.empty() ? std::filesystem::path(".tileproof/findings") /
                                                    std::filesystem::path(o.source).stem()
                                              : std::filesystem::path(o.store));
    campaign_options c;
    c.seed = o.seed ? *o.seed : std::random_device{}();
    c.budget_seconds = o.budget_seconds;
    c.cases = o.cases;
    c.jobs =
        o.jobs > 0 ? o.jobs : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    c.case_seconds = o.case_seconds;
    c.store = &store;
    c.version = TILEPROOF_VERSION;
    c.interrupted = [] { return stop_asked != 0; };

    const bool quiet = o.json == "-" || o.junit == "-";
    const auto say = [&](const std::string& text) { quiet ? print_error(text) : print_out(text); };
    say(fmt::format("tileproof {}, {}, seed {}, {}\n\n", TILEPROOF_VERSION, o.source, c.seed,
                    c.cases ? fmt::format("{} cases of each property", *c.cases)
                            : fmt::format("budget {:g} s", c.budget_seconds)));
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
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
    if (o.efficiency)
        say("\n" + run_in_child([&] { return efficiency_text(library, o.source); }, 60));
    if (!o.json.empty()) write_report(o.json, indented_text_of(json_report(report)) + '\n');
    if (!o.junit.empty()) write_report(o.junit, junit_report(report));
    return report.exit_code();
}

}  // namespace tileproof::properties
