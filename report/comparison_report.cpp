// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace tileproof::report {
namespace {

using nlohmann::json;
using system::wrapped;

// Accesses of one kind: of a line, or of all lines of a kernel.
struct cost {
    std::string where;
    bool shared = false;
    double requests = 0, steps = 0, fewest = 0, lanes = 0;  // of all requests
};
using cost_list = std::vector<std::pair<std::string, cost>>;  // by what old and new are paired

std::string kind_of(const json& line) {
    return fmt::format("{} memory {}", line.at("memory").get<std::string>(),
                       line.at("access") == "read" ? "read" : "written");
}

void add(cost& to, const json& line) {
    const double requests = line.at("requests");
    to.shared = line.at("memory") == "shared";
    to.requests += requests;
    to.steps += requests * line.at("steps").get<double>();
    to.fewest += requests * line.at("fewest").get<double>();
    to.lanes += requests * line.at("lanes").get<double>();
}

// Lines with the same text are the same line of an older and a newer source.
cost_list by_line(const json& lines, const source_reader& read) {
    cost_list all;
    std::map<std::string, int> seen;
    for (const json& line : lines) {
        const std::string file = line.at("file");
        const auto number = line.at("line").get<unsigned>();
        std::string text = read(file, number).value_or("");
        std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
        if (text.empty()) text = fmt::format("{}:{}", file, number);
        std::string key = kind_of(line) + text;
        key += fmt::format(" {}", ++seen[key]);
        all.push_back({key, {.where = fmt::format("{}:{}: {}", file, number, kind_of(line))}});
        add(all.back().second, line);
    }
    return all;
}

// The only kernel of each side is the same, however it is called.
cost_list by_kernel(const json& lines, bool only_one) {
    cost_list all;
    for (const json& line : lines) {
        const std::string name = line.at("kernel"), where = name + ": " + kind_of(line);
        const std::string key = only_one ? kind_of(line) : where;
        auto known = std::ranges::find(all, key, &cost_list::value_type::first);
        if (known == all.end()) known = all.insert(known, {key, {.where = where}});
        add(known->second, line);
    }
    return all;
}

std::size_t kernels_in(const json& lines) {
    std::set<std::string> names;
    for (const json& line : lines) names.insert(line.at("kernel").get<std::string>());
    return names.size();
}

const char* unit_of(const cost& c) {
    return c.shared ? "passes over the banks" : "segments of 64 bytes";
}

std::string alone(const cost& c) {
    return fmt::format("{:.1f} {} for {:.1f}, {:.0f} requests of {:.1f} lanes",
                       c.steps / c.requests, unit_of(c), c.fewest / c.requests, c.requests,
                       c.lanes / c.requests);
}

std::string changed(const cost& old, const cost& now) {
    return fmt::format(
        "{:.1f} -> {:.1f} {} a request, {:.0f} -> {:.0f} requests{}", old.steps / old.requests,
        now.steps / now.requests, unit_of(now), old.requests, now.requests,
        old.steps == now.steps ? ""
                               : fmt::format(", {:.2g} times the {}", now.steps / old.steps,
                                             now.shared ? "passes" : "segments"));
}

std::string both_sides(const cost_list& old, const cost_list& now) {
    std::string text;
    std::set<std::string> paired;
    for (const auto& [key, c] : now) {
        const auto before = std::ranges::find(old, key, &cost_list::value_type::first);
        paired.insert(key);
        text += before == old.end()
                    ? fmt::format("  {}: new: {}\n", c.where, alone(c))
                    : fmt::format("  {}: {}\n", c.where, changed(before->second, c));
    }
    for (const auto& [key, c] : old)
        if (!paired.contains(key)) text += fmt::format("  {}: gone: {}\n", c.where, alone(c));
    return text;
}

}  // namespace

std::string efficiency_text(const json& tests, const source_reader& read) {
    std::string text = "\nHow well the accesses fit a GPU (not a verdict):\n";
    for (const json& t : tests) {
        const json &lines = t.at("lines"), old = t.value("old_lines", json());
        if (old.is_null()) {
            for (const json& line : lines) {
                cost c;
                add(c, line);
                text += fmt::format("{}:{}: {}: {}: {}\n", line.at("file").get<std::string>(),
                                    line.at("line").get<int>(),
                                    line.at("kernel").get<std::string>(), kind_of(line), alone(c));
            }
            continue;
        }
        const bool only_one = kernels_in(lines) == 1 && kernels_in(old) == 1;
        text += fmt::format("{}, old -> new, by kernel:\n{}by line:\n{}",
                            t.at("subject").get<std::string>(),
                            both_sides(by_kernel(old, only_one), by_kernel(lines, only_one)),
                            both_sides(by_line(old, read), by_line(lines, read)));
    }
    return text;
}

std::string numerics_text(const json& tests) {
    std::string text;
    for (const json& t : tests) text += wrapped(t.at("sentence").get<std::string>(), "- ");
    return text.empty() ? text : "\nHow exact it is (not a verdict)\n" + text;
}

}  // namespace tileproof::report
