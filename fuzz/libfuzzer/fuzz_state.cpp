#include "fuzz/libfuzzer/fuzz_state.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "properties/json_text.hpp"
#include "system/atomic_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

constexpr int schema = 1;
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
                         {"seen", f.seen},         {"minimised", f.minimised}};
    write_atomically(file, indented_text_of({{"tileproof_fuzz_state", schema},
                                             {"asked_seconds", state.asked_seconds},
                                             {"seconds", state.seconds},
                                             {"started", state.started},
                                             {"inputs_judged", state.inputs_judged},
                                             {"targets", targets},
                                             {"findings", findings}}) +
                               '\n');
}

fuzz_state load_state(const std::filesystem::path& file) {
    const json j = parse_bounded(read_bounded(file, largest_json));
    try {
        if (j.at("tileproof_fuzz_state") != schema)
            throw store_error("The file '" + file.string() +
                              "' is of another version of tileproof; start without --resume.");
        fuzz_state state;
        j.at("asked_seconds").get_to(state.asked_seconds);
        j.at("seconds").get_to(state.seconds);
        j.at("started").get_to(state.started);
        j.at("inputs_judged").get_to(state.inputs_judged);
        for (const auto& [name, t] : j.at("targets").items())
            state.targets[name] = {
                t.at("seconds"), t.at("executions"), t.at("coverage"), t.at("features"),
                t.at("corpus"),  t.at("gain"),       t.at("trouble"),  {}};
        for (const auto& [key, f] : j.at("findings").items())
            state.findings[key] = {f.at("file"),     f.at("law"),      f.at("property"),
                                   f.at("smallest"), f.at("sentence"), f.at("target"),
                                   f.at("seen"),     f.at("minimised")};
        return state;
    } catch (const json::exception&) {
        throw store_error("The file '" + file.string() +
                          "' is no state of a fuzz campaign; start without --resume.");
    }
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

}  // namespace tileproof::properties
