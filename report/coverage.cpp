// SPDX-License-Identifier: MIT
#include "report/coverage.hpp"
#include "report/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace tileproof::report {
namespace {

constexpr std::size_t longest_group = 20;  // of a larger group only the rarest values are named

std::pair<std::string, std::string> split(std::string_view label) {
    const std::size_t colon = label.find(": ");
    if (colon == std::string_view::npos) return {"", std::string(label)};
    return {std::string(label.substr(0, colon)), std::string(label.substr(colon + 2))};
}

std::string percent(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return "0 %";
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return share > 0 && share < 1 ? "<1 %" : fmt::format("{:.0f} %", share);
}

constexpr std::string_view largest = "largest ";

// "n to 65537"
std::string size_in(const std::string& label) {
    const auto [group, value] = split(label);
    return group.substr(largest.size()) + " to " + value;
}

}  // namespace

std::string covered_in_short(const label_counts& labels, const std::vector<std::string>& required,
                             std::size_t width) {
    struct group {
        std::string name;
        int needed = 0, needed_reached = 0, reached = 0;
    };
    std::vector<group> groups;
    const auto find = [&](const std::string& name) -> group& {
        const auto it =
            std::ranges::find_if(groups, [&](const group& g) { return g.name == name; });
        return it != groups.end() ? *it : groups.emplace_back(group{name});
    };
    for (const std::string& label : required) {
        group& g = find(split(label).first);
        ++g.needed;
        g.needed_reached += labels.contains(label);
    }
    std::string text;
    for (const auto& [label, n] : labels)
        if (!label.starts_with(largest))
            ++find(split(label).first).reached;
        else if (const std::string part = (text.empty() ? "" : ", ") + size_in(label);
                 text.size() + part.size() <= width)
            text += part;
    for (const group& g : groups) {
        std::string part = g.needed > 0
                               ? fmt::format("{} {}/{}", g.name, g.needed_reached, g.needed)
                               : fmt::format("{} {}", g.name, g.reached);
        if (!text.empty()) part = ", " + part;
        if (text.size() + part.size() > width) continue;
        text += part;
    }
    return text;
}

std::vector<std::string> covered_in_full(const label_counts& labels, std::int64_t cases) {
    std::map<std::string, std::vector<std::pair<std::int64_t, std::string>>> groups;
    std::string sizes;
    for (const auto& [label, n] : labels) {
        auto [group, value] = split(label);
        if (label.starts_with(largest))
            sizes += (sizes.empty() ? "sizes: " : ", ") + size_in(label);
        else
            groups[group].push_back({n, value});
    }
    std::vector<std::string> lines;
    if (!sizes.empty()) lines.push_back(sizes);
    for (auto& [name, values] : groups) {
        std::ranges::sort(values, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        std::string line = name + ": ";
        std::size_t first = 0;
        if (values.size() > longest_group) {
            first = values.size() - 3;
            line += fmt::format("{} of them, the rarest ", values.size());
        }
        for (std::size_t i = first; i < values.size(); ++i)
            line += fmt::format("{}{} {}", i > first ? ", " : "", values[i].second,
                                percent(values[i].first, cases));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<covered_section> covered_sections(const fuzz::campaign_report& report) {
    std::vector<covered_section> sections;
    std::map<std::set<std::string>, std::size_t> places;
    std::set<std::pair<std::size_t, std::string>> named;
    for (const fuzz::property_report& p : report.properties) {
        std::set<std::string> groups;
        for (const auto& [label, n] : p.counts.labels)
            groups.insert(label.substr(0, label.find(':')));
        if (groups.empty()) continue;
        const auto [at, is_new] = places.emplace(std::move(groups), sections.size());
        if (is_new) sections.emplace_back();
        covered_section& section = sections[at->second];
        if (named.emplace(at->second, p.subject).second) section.subjects.push_back(p.subject);
        fuzz::tally all{.labels = std::move(section.labels)};
        all.add(p.counts);
        section.labels = std::move(all.labels);
        section.cases += p.counts.cases - p.counts.discarded;
    }
    return sections;
}

std::string lcov_report(const devices::reached_code& code) {
    using kind = devices::code_point::kind;
    std::string text;
    for (auto at = code.begin(); at != code.end(); ++at) {
        const auto& [file, line, column, what] = at->first;
        if (what == kind::kernel) continue;
        if (at == code.begin() || std::prev(at)->first.file != file)
            text += fmt::format("TN:\nSF:{}\n", file);
        if (what == kind::line)
            text += fmt::format("DA:{},{:d}\n", line, at->second);
        else
            text += fmt::format("BRDA:{},{},{:d},{:d}\n", line, column,
                                what == kind::condition_false, at->second);
        if (std::next(at) == code.end() || std::next(at)->first.file != file)
            text += "end_of_record\n";
    }
    return text;
}

}  // namespace tileproof::report
