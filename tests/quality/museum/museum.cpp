// SPDX-License-Identifier: MIT
// The museum: mistakes that were really shipped, each attacked by the campaign that users run, and by three
// naive harnesses. Prints two tables; exit code 1 when a mistake was not found or a right twin was accused. Where
// one does not end at its known minimum, the place and the reason go to standard error.
//
//   museum [--budget 10] [--seeds 10] [--naive-seeds 1] [--only NAME]
//   museum --list                     what is shown, where it was met, and the known minima
//   | forgets_the_barrier | race | K6 | 10/10 | 0.04 s | 10/10 | 0 |
#include "fuzz/campaign/campaign.hpp"
#include "tests/quality/museum/exhibits.hpp"
#include "tests/quality/museum/naive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace tileproof::museum {
namespace {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

struct wishes {
    double budget = 10;
    int seeds = 10, naive_seeds = 1;
    std::string only;
};

property_list only(std::unique_ptr<property> one) {
    property_list list;
    list.push_back(std::move(one));
    return list;
}

struct hunt_result {
    std::optional<double> seconds;  // to the first finding
    bool at_minimum = false;
};

hunt_result hunt(const exhibit& e, std::uint64_t seed, double budget) {
    const property_list list = only(e.wrong());
    campaign_options o;
    o.seed = seed;
    o.budget_seconds = o.minimize_seconds = budget;
    o.wanted = [&](const property&, law_id law) { return law == e.law; };
    hunt_result result;
    const auto begin = std::chrono::steady_clock::now();
    o.on_progress = [&](const campaign_progress& p) {
        if (p.findings > 0 && !result.seconds)
            result.seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    o.stop_at_first = true;
    const campaign_report report = run_campaign(list, o);
    if (report.findings.empty()) return {};
    if (!result.seconds) result.seconds = report.seconds;
    const json& found = report.findings[0].what.the_case;
    result.at_minimum = std::any_of(e.minima.begin(), e.minima.end(), [&](const json& minimum) {
        json merged = found;
        merged.merge_patch(minimum);
        return merged == found;
    });
    if (!result.at_minimum)
        std::fprintf(stderr, "%s, seed %llu: ends at %s: %s\n", e.name.c_str(),
                     static_cast<unsigned long long>(seed), found.dump().c_str(),
                     report.findings[0].what.failure.c_str());
    return result;
}

bool accused(const exhibit& e, std::uint64_t seed, double budget) {
    const property_list list = only(e.right());
    campaign_options o;
    o.seed = seed;
    o.budget_seconds = budget;
    const campaign_report report = run_campaign(list, o);
    for (const reported_finding& f : report.findings)
        std::fprintf(stderr, "%s, its right twin, seed %llu: %s\n", e.name.c_str(),
                     static_cast<unsigned long long>(seed), f.what.failure.c_str());
    return !report.findings.empty();
}

std::string median(std::vector<double> all) {
    if (all.empty()) return "never";
    std::sort(all.begin(), all.end());
    return fmt::format("{:.2f} s", all[all.size() / 2]);
}

struct score {
    int shown = 0, found = 0, minimal = 0, accused = 0;
};

void show(const exhibit& e, const wishes& w, score& total) {
    std::vector<double> seconds;
    int minimal = 0, twins = 0;
    for (int seed = 1; seed <= w.seeds; ++seed) {
        const hunt_result r = hunt(e, static_cast<std::uint64_t>(seed), w.budget);
        if (r.seconds) seconds.push_back(*r.seconds);
        minimal += r.at_minimum;
        twins += accused(e, static_cast<std::uint64_t>(seed), w.budget / 5);
    }
    const int found = static_cast<int>(seconds.size());
    fmt::print("| `{}` | {} | {} | {}/{} | {} | {}/{} | {} |\n", e.name, e.kind, about(e.law).code,
               found, w.seeds, median(seconds), minimal, w.seeds, twins);
    std::fflush(stdout);
    total.shown += w.seeds;
    total.found += found;
    total.minimal += minimal;
    total.accused += twins;
}

void compare(const exhibit& e, const wishes& w, std::vector<int>& found) {
    const property_list list = only(e.plain());
    std::string row = fmt::format("| `{}` |", e.name);
    for (const harness h : all_harnesses) {
        std::vector<double> seconds;
        for (int seed = 1; seed <= w.naive_seeds; ++seed)
            if (const auto s =
                    naive_hunt(h, list, e.contract, static_cast<std::uint64_t>(seed), w.budget))
                seconds.push_back(*s);
        found[static_cast<std::size_t>(h)] += static_cast<int>(seconds.size());
        row += fmt::format(" {} |", median(seconds));
    }
    fmt::print("{}\n", row);
    std::fflush(stdout);
}

int list() {
    fmt::print(
        "| exhibit | class | met in | what is wrong | law | known minimum |\n"
        "|---|---|---|---|---|---|\n");
    for (const exhibit& e : exhibits()) {
        std::string minima;
        for (const json& m : e.minima) minima += (minima.empty() ? "`" : " or `") + m.dump() + "`";
        fmt::print("| `{}` | {} | {} | {} | {} | {} |\n", e.name, e.kind, e.source, e.mistake,
                   about(e.law).code, minima);
    }
    return 0;
}

int visit(const wishes& w) {
    fmt::print(
        "| exhibit | class | law | found | first finding | at its minimum | twins accused |\n"
        "|---|---|---|---|---|---|---|\n");
    score total;
    std::vector<const exhibit*> shown;
    for (const exhibit& e : exhibits())
        if (w.only.empty() || e.name == w.only) shown.push_back(&e);
    for (const exhibit* e : shown) show(*e, w, total);
    fmt::print(
        "\nScore: {} of {} found, {} of them at the known minimum; {} right twins accused.\n",
        total.found, total.shown, total.minimal, total.accused);
    if (w.naive_seeds > 0) {
        fmt::print("\n| exhibit | squares | uniform | bytes |\n|---|---|---|---|\n");
        std::vector<int> found(std::size(all_harnesses));
        int possible = 0;
        for (const exhibit* e : shown) {
            if (e->contract.empty()) continue;
            compare(*e, w, found);
            possible += w.naive_seeds;
        }
        fmt::print("\nFound by squares: {}, by uniform shapes: {}, by bytes: {}, of {}.\n",
                   found[0], found[1], found[2], possible);
    }
    const bool well = !shown.empty() && total.found == total.shown && total.accused == 0;
    return well ? 0 : 1;
}

}  // namespace
}  // namespace tileproof::museum

int main(int count, char** words) {
    tileproof::museum::wishes w;
    if (count == 2 && std::string_view(words[1]) == "--list") return tileproof::museum::list();
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view option = words[i];
        if (option == "--budget")
            w.budget = std::strtod(words[i + 1], nullptr);  // seconds
        else if (option == "--seeds")
            w.seeds = std::atoi(words[i + 1]);
        else if (option == "--naive-seeds")
            w.naive_seeds = std::atoi(words[i + 1]);
        else if (option == "--only")
            w.only = words[i + 1];
        else
            return std::fprintf(stderr, "There is no option %s.\n", words[i]), 2;
    }
    return tileproof::museum::visit(w);
}
