// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_state.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/finding/finding.hpp"
#include "properties/fields.hpp"
#include "system/file.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;

constexpr int schema = 2;
constexpr double most_seconds = 1e9;  // 31 years
// A target that finds nothing new still gets this share of one that finds most.
constexpr double least_share = 0.1;

using system::with_separators;
using system::wrapped;

std::string duration_text(double seconds) {
    const auto s = static_cast<std::int64_t>(std::max(seconds, 0.0));
    if (s < 120) return fmt::format("{} s", s);
    if (s < 7200) return fmt::format("{} min {} s", s / 60, s % 60);
    return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

std::int64_t total_executions(const fuzz_state& state) {
    std::int64_t sum = 0;
    for (const auto& [name, t] : state.targets) sum += t.executions;
    return sum;
}

// Labels "group: value" by group: how many of each were reached, and which were not.
struct reached_group {
    int reached = 0, all = 0;
    std::vector<std::string> missing;
};

std::map<std::string, reached_group> reached_groups(const target_progress& t) {
    std::map<std::string, reached_group> groups;
    for (const auto& [label, count] : t.reached) {
        const auto colon = label.find(": ");
        reached_group& group = groups[label.substr(0, colon)];
        ++group.all;
        if (count > 0)
            ++group.reached;
        else
            group.missing.push_back(label.substr(colon == label.npos ? 0 : colon + 2));
    }
    return groups;
}

std::string reached_text(const fuzz_state& state) {
    constexpr std::size_t most_named = 40;
    std::string text;
    for (const auto& [name, t] : state.targets)
        for (const auto& [group, of] : reached_groups(t)) {
            text += fmt::format("| {} | {} | {} of {} | ", name, group, of.reached, of.all);
            for (std::size_t i = 0; i < std::min(of.missing.size(), most_named); ++i)
                text += (i == 0 ? "" : ", ") + of.missing[i];
            if (of.missing.size() > most_named)
                text += fmt::format(" and {} more", of.missing.size() - most_named);
            text += " |\n";
        }
    if (text.empty()) return "";
    return "\n## What the corpus reaches\n\n| target | what | reached | not reached |\n"
           "| --- | --- | ---: | --- |\n" +
           text;
}

}  // namespace

void save_state(const fuzz_state& state, const std::filesystem::path& file) {
    json targets = json::object(), findings = json::object();
    for (const auto& [name, t] : state.targets)
        targets[name] = {{"seconds", t.seconds},   {"executions", t.executions},
                         {"coverage", t.coverage}, {"features", t.features},
                         {"corpus", t.corpus},     {"gain", t.gain},
                         {"trouble", t.trouble}};
    for (const auto& [key, f] : state.findings)
        findings[key] = {{"file", f.file},         {"law", f.law},
                         {"property", f.property}, {"smallest", f.smallest},
                         {"sentence", f.sentence}, {"target", f.target},
                         {"seen", f.seen},         {"minimized", f.minimized}};
    system::write_atomically(file,
                             properties::indented_text_of({{"tileproof_fuzz_state", schema},
                                                           {"asked_seconds", state.asked_seconds},
                                                           {"seconds", state.seconds},
                                                           {"started", state.started},
                                                           {"inputs_judged", state.inputs_judged},
                                                           {"targets", targets},
                                                           {"findings", findings}}) +
                                 '\n');
}

fuzz_state load_state(const std::filesystem::path& file) {
    const std::string none = fmt::format(
        "The file '{}' does not hold the state of a fuzz campaign; start without --resume",
        file.string());
    const auto amount = [&](const json& of, const char* key) {
        return read_amount(of, key, most_seconds, none);
    };
    const auto whole = [&](const json& of, const char* key) {
        return read_member<std::int64_t>(of, key, none);
    };
    const auto text = [&](const json& of, const char* key) {
        return read_member<std::string>(of, key, none);
    };
    const json j = parse_bounded(system::read_bounded(file, largest_json));
    if (whole(j, "tileproof_fuzz_state") != schema)
        throw system::store_error(
            fmt::format("The file '{}' is of another version of tileproof; start without --resume.",
                        file.string()));
    fuzz_state state;
    state.asked_seconds = amount(j, "asked_seconds");
    state.seconds = amount(j, "seconds");
    state.started = text(j, "started");
    state.inputs_judged = whole(j, "inputs_judged");
    for (const auto& [name, t] : read_member<json::object_t>(j, "targets", none))
        state.targets[name] = {.seconds = amount(t, "seconds"),
                               .executions = whole(t, "executions"),
                               .coverage = whole(t, "coverage"),
                               .features = whole(t, "features"),
                               .corpus = whole(t, "corpus"),
                               .gain = amount(t, "gain"),
                               .trouble = text(t, "trouble"),
                               .reached = {}};
    for (const auto& [key, f] : read_member<json::object_t>(j, "findings", none))
        state.findings[key] = {.file = text(f, "file"),
                               .law = text(f, "law"),
                               .property = text(f, "property"),
                               .smallest = text(f, "smallest"),
                               .sentence = text(f, "sentence"),
                               .target = text(f, "target"),
                               .seen = whole(f, "seen"),
                               .minimized = read_member<bool>(f, "minimized", none)};
    return state;
}

int next_target(const std::vector<fuzz_target>& targets, const fuzz_state& state,
                const std::vector<bool>& running) {
    double most_gain = 0;
    for (const auto& [name, t] : state.targets) most_gain = std::max(most_gain, t.gain);
    int best = -1;
    double least = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (running[i]) continue;
        const auto it = state.targets.find(targets[i].name);
        const target_progress t = it == state.targets.end() ? target_progress{} : it->second;
        if (!t.trouble.empty()) continue;
        const double share =
            least_share + (1 - least_share) * (most_gain > 0 ? t.gain / most_gain : 1);
        const double had = t.seconds / share;
        if (best < 0 || had < least) {
            best = static_cast<int>(i);
            least = had;
        }
    }
    return best;
}

void book_slice(target_progress& t, const fuzz_stats& after, double seconds, int jobs) {
    const double found =
        static_cast<double>(std::max<std::int64_t>(after.features - t.features, 0));
    t.gain = 0.5 * t.gain + 0.5 * found / std::max(seconds, 1.0);
    t.seconds += seconds * jobs;
    t.executions += after.executions;
    if (after.features == 0) return;  // the slice was too short for a first line
    t.coverage = after.coverage;
    t.features = after.features;
    t.corpus = after.corpus;
}

std::string why_not_judged(const fuzz_state& state) {
    std::string names;
    for (const auto& [name, t] : state.targets)
        if (t.executions == 0) names += (names.empty() ? "" : ", ") + name;
    if (names.empty() && !state.targets.empty()) return {};
    return fmt::format(
        "NOT JUDGED: no input was run of {}; more time, or other --jobs, may change that.",
        names.empty() ? "any target" : names);
}

std::string status_screen(const fuzz_status& s) {
    std::int64_t executions = total_executions(*s.state), rate = 0;
    for (const running_target& r : s.running) {
        executions += r.now.executions;
        rate += r.now.executions_a_second;
    }
    std::string text = fmt::format(
        "{} executions in {}{}, {} finding{}{}\n", with_separators(executions),
        duration_text(s.state->seconds),
        s.running.empty() ? "" : fmt::format(", {} a second", with_separators(rate)),
        s.state->findings.size(), s.state->findings.size() == 1 ? "" : "s",
        s.seconds_left > 0 ? fmt::format(", {} left", duration_text(s.seconds_left)) : "");
    std::size_t width = 6;
    for (const auto& [name, t] : s.state->targets) width = std::max(width, name.size());
    const auto row = [&](const auto&... cell) {
        text += fmt::format("{} {:<{}}{:>13}{:>10}{:>10}{:>8}{:>11}\n", cell...);
    };
    row(' ', "target", width, "executions", "a second", "coverage", "corpus", "time");
    for (const auto& [name, t] : s.state->targets) {
        const auto it = std::ranges::find_if(
            s.running, [&](const running_target& r) { return r.name == name; });
        const bool runs = it != s.running.end();
        const running_target r = runs ? *it : running_target{};
        row(runs ? '>' : ' ', name, width, with_separators(t.executions + r.now.executions),
            runs ? with_separators(r.now.executions_a_second) : "",
            r.now.coverage > 0 ? r.now.coverage : t.coverage,
            r.now.corpus > 0 ? r.now.corpus : t.corpus, duration_text(t.seconds + r.seconds));
        if (!t.trouble.empty()) text += wrapped(t.trouble, "    ");
    }
    if (!s.doing.empty()) text += wrapped(s.doing, "  ");
    return text;
}

std::string fuzz_summary_markdown(const fuzz_state& state, const rerun_counts& reruns,
                                  const std::vector<std::string>& warnings) {
    std::string text = fmt::format(
        "# Fuzz campaign of {}\n\n{} of {}, {} executions, {} inputs that failed, {} "
        "finding{}.\n\n",
        state.started, duration_text(state.seconds), duration_text(state.asked_seconds),
        with_separators(total_executions(state)), state.inputs_judged, state.findings.size(),
        state.findings.size() == 1 ? "" : "s");
    if (!reruns.still_fail.empty() || !reruns.fixed.empty() || !reruns.not_run.empty()) {
        text += "## Stored findings, run again\n\n";
        for (const std::string& f : reruns.still_fail) text += "- still fails: " + f + "\n";
        for (const std::string& f : reruns.fixed) text += "- fixed: " + f + "\n";
        for (const std::string& f : reruns.not_run) text += "- not run: " + f + "\n";
        text += '\n';
    }
    text += "## Findings\n\n";
    if (state.findings.empty()) text += "None.\n\n";
    if (const std::string why = why_not_judged(state); !why.empty()) text += why + "\n\n";
    for (const auto& [key, f] : state.findings) {
        text += fmt::format("### {} of {}\n\n{}\n\n```\n{}\n```\n\n", f.law, f.property, f.sentence,
                            f.smallest);
        text += fmt::format(
            "Found by {}, {} time{}; {}.\n\n", f.target, f.seen, f.seen == 1 ? "" : "s",
            f.minimized ? "no single step makes it smaller" : "not minimized to the end");
        text +=
            fmt::format("    {}\n    tileproof minimize {}\n\n", replay_command(f.file), f.file);
    }
    text +=
        "## Targets\n\n| target | executions | a second | coverage | corpus | time |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: |\n";
    for (const auto& [name, t] : state.targets)
        text += fmt::format("| {} | {} | {:.0f} | {} | {} | {} |\n", name,
                            with_separators(t.executions),
                            t.seconds > 0 ? static_cast<double>(t.executions) / t.seconds : 0.0,
                            t.coverage, t.corpus, duration_text(t.seconds));
    text += "\nTimes and rates are for each job.\n";
    text += reached_text(state);
    for (const auto& [name, t] : state.targets)
        if (!t.trouble.empty()) text += fmt::format("\n{}: {}\n", name, t.trouble);
    for (const std::string& warning : warnings) text += "\nWarning: " + warning + "\n";
    return text;
}

json fuzz_summary_json(const fuzz_state& state, const rerun_counts& reruns,
                       const std::vector<std::string>& warnings) {
    json findings = json::array(), targets = json::object();
    for (const auto& [key, f] : state.findings)
        findings.push_back({{"law", f.law},
                            {"property", f.property},
                            {"smallest", f.smallest},
                            {"failure", f.sentence},
                            {"target", f.target},
                            {"seen", f.seen},
                            {"minimized", f.minimized},
                            {"file", f.file},
                            {"replay", replay_command(f.file)}});
    for (const auto& [name, t] : state.targets)
        targets[name] = {{"executions", t.executions}, {"seconds", t.seconds},
                         {"coverage", t.coverage},     {"features", t.features},
                         {"corpus", t.corpus},         {"trouble", t.trouble},
                         {"reached", t.reached}};
    return {
        {"tileproof_fuzz_summary", 1},
        {"started", state.started},
        {"asked_seconds", state.asked_seconds},
        {"seconds", state.seconds},
        {"executions", total_executions(state)},
        {"inputs_judged", state.inputs_judged},
        {"findings", findings},
        {"stored",
         {{"still_fail", reruns.still_fail}, {"fixed", reruns.fixed}, {"not_run", reruns.not_run}}},
        {"targets", targets},
        {"not_judged", why_not_judged(state)},
        {"warnings", warnings}};
}

}  // namespace tileproof::fuzz
