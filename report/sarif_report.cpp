// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "report/bug_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tileproof::report {

using namespace properties;
using fuzz::bug;
using fuzz::bug_evidence;
using fuzz::campaign_report;
using fuzz::finding;

namespace {

using nlohmann::json;

// A path with '/', and with %20 and the like for characters that a URI does not allow.
std::string uri_of(const std::string& file) {
    std::string uri;
    for (const char c : std::filesystem::path(file).lexically_normal().generic_string()) {
        const auto u = static_cast<unsigned char>(c);
        const bool plain = (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') ||
                           (u >= 'A' && u <= 'Z') ||
                           std::string_view("-._~/").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
    }
    return file.starts_with('/') ? "file://" + uri : uri;
}

json physical(const std::string& file, unsigned line, unsigned column) {
    json region{{"startLine", line}};
    if (column > 0) region["startColumn"] = column;
    return {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", region}};
}

// "outOfBounds": SARIF wants names without spaces.
std::string camel(std::string_view words) {
    std::string text;
    bool capital = false;
    for (const char c : words) {
        if (c != ' ') text += capital ? static_cast<char>(c - 'a' + 'A') : c;
        capital = c == ' ';
    }
    return text;
}

json rules_of(const std::vector<failure_kind>& kinds) {
    json rules = json::array();
    for (const failure_kind kind : kinds)
        rules.push_back({{"id", camel(name(kind))},
                         {"name", camel(name(kind))},
                         {"shortDescription", {{"text", name(kind)}}},
                         {"defaultConfiguration", {{"level", "error"}}}});
    return rules;
}

std::string message_of(const bug& b, const finding& shown) {
    std::string text = fmt::format("{}. {}", b.heading, sentence(b.lead));
    if (!b.fails_when.empty()) text += " Fails " + b.fails_when + '.';
    return fmt::format("{} Smallest case of {}: {}", text, shown.subject, shown.the_case.dump());
}

json result_of(const bug& b, const bug_evidence& shown, std::size_t rule) {
    json result{{"ruleId", camel(name(b.lead.kind))},
                {"ruleIndex", rule},
                {"level", "error"},
                {"message", {{"text", message_of(b, shown.what)}}},
                {"partialFingerprints", {{"cause/v1", cause_key(b.lead)}}},
                {"properties", {{"law", about(b.lead.law).code}, {"device", shown.what.device}}}};
    json logical =
        json::array({{{"fullyQualifiedName", shown.what.subject}, {"kind", "function"}}});
    const bug_place place = nearest_place(b);
    json location{{"logicalLocations", std::move(logical)}};
    if (place.line > 0)
        location["physicalLocation"] = physical(place.file, place.line, place.column);
    result["locations"] = json::array({std::move(location)});
    const std::vector<frame_mark> marks = marks_of(b);
    for (std::size_t i = 0; i < marks.size(); ++i)
        result["relatedLocations"].push_back(
            {{"id", i},
             {"message",
              {{"text", marks[i].with.empty()
                            ? marks[i].says
                            : fmt::format("{}, {}", marks[i].says, marks[i].with)}}},
             {"physicalLocation", physical(marks[i].file, marks[i].line, marks[i].column)}});
    return result;
}

}  // namespace

json sarif_report(const campaign_report& report, std::string_view version) {
    const std::vector<bug_evidence> evidence = report.evidence();
    std::vector<failure_kind> kinds;
    json results = json::array();
    for (const bug& b : report.bugs) {
        auto it = std::ranges::find(kinds, b.lead.kind);
        if (it == kinds.end()) it = kinds.insert(it, b.lead.kind);
        results.push_back(
            result_of(b, evidence[b.leading], static_cast<std::size_t>(it - kinds.begin())));
    }
    const json driver{{"name", "tileproof"}, {"version", version}, {"rules", rules_of(kinds)}};
    json notes = json::array();
    const std::vector<std::string> unjudged = report.not_judged();
    for (const auto* sentences : {&report.troubles, &unjudged})
        for (const std::string& sentence : *sentences)
            notes.push_back({{"level", "error"}, {"message", {{"text", sentence}}}});
    json invocation{{"executionSuccessful", notes.empty() && !report.interrupted},
                    {"exitCode", report.exit_code()}};
    if (!notes.empty()) invocation["toolExecutionNotifications"] = std::move(notes);
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", json::array({{{"tool", {{"driver", driver}}},
                                   {"columnKind", "utf16CodeUnits"},
                                   {"invocations", json::array({std::move(invocation)})},
                                   {"results", std::move(results)}}})}};
}

}  // namespace tileproof::report
