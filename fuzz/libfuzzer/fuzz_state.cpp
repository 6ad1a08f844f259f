// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_state.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "properties/fields.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;

constexpr int schema = 2;
constexpr double most_seconds = 1e9;  // 31 years
// A target that finds nothing new still gets this share of one that finds most.
constexpr double least_share = 0.1;

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

}  // namespace tileproof::fuzz
