// SPDX-License-Identifier: MIT
#include "extras/cluster/worker_status.hpp"

#include "extras/cluster/campaign_folder.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace tileproof::cluster {

using fuzz::read_member;
using nlohmann::json;
using system::store_error;

namespace {

constexpr std::size_t most_points = 64, most_troubles = 20;
constexpr std::array<const char*, 4> phases{"running", "stopped", "ended", "failed"};

json to_json(const target_status& t) {
    return {{"executions", t.executions},
            {"a_second", t.a_second},
            {"coverage", t.coverage},
            {"corpus", t.corpus}};
}

target_status target_of(const json& j, const std::string& what) {
    return {.executions = read_member<std::int64_t>(j, "executions", what),
            .a_second = read_member<std::int64_t>(j, "a_second", what),
            .coverage = read_member<std::int64_t>(j, "coverage", what),
            .corpus = read_member<std::int64_t>(j, "corpus", what)};
}

}  // namespace

std::int64_t worker_status::executions() const {
    std::int64_t sum = 0;
    for (const auto& [name, t] : targets) sum += t.executions;
    return sum;
}

std::int64_t worker_status::a_second() const {
    std::int64_t sum = 0;
    for (const auto& [name, t] : targets) sum += t.a_second;
    return sum;
}

void worker_status::note_history() {
    history_point point{seconds, executions(), {}};
    for (const auto& [name, t] : targets) point.coverage[name] = t.coverage;
    history.push_back(std::move(point));
    if (history.size() < most_points) return;
    std::vector<history_point> kept;
    for (std::size_t i = 1; i < history.size(); i += 2) kept.push_back(std::move(history[i]));
    history = std::move(kept);
}

void save_status(const worker_status& s, const std::filesystem::path& file) {
    json targets = json::object(), history = json::array(), troubles = json::array();
    for (const auto& [name, t] : s.targets) targets[name] = to_json(t);
    for (const history_point& p : s.history)
        history.push_back(
            {{"seconds", p.seconds}, {"executions", p.executions}, {"coverage", p.coverage}});
    for (std::size_t i = 0; i < std::min(s.troubles.size(), most_troubles); ++i)
        troubles.push_back(s.troubles[i]);
    system::write_atomically(
        file, properties::text_of({{"tileproof_worker", worker_status::schema},
                                   {"campaign", s.campaign},
                                   {"host", s.host},
                                   {"job", s.job},
                                   {"pid", s.pid},
                                   {"phase", phases[static_cast<std::size_t>(s.what)]},
                                   {"clock", s.clock},
                                   {"seconds", s.seconds},
                                   {"findings", s.findings},
                                   {"targets", targets},
                                   {"history", history},
                                   {"gpu", s.gpu},
                                   {"troubles", troubles}}) +
                  '\n');
}

worker_status load_status(const std::filesystem::path& file) {
    const std::string what =
        fmt::format("The file '{}' does not say what a worker does", file.string());
    const nlohmann::json j = read_json_file(file, what);
    if (const int schema = read_member<int>(j, "tileproof_worker", what);
        schema != worker_status::schema)
        throw store_error(
            fmt::format("The file '{}' was written by another version of tileproof (it has version "
                        "{}, this one "
                        "reads {}).",
                        file.string(), schema, worker_status::schema));
    worker_status s;
    s.campaign = read_member<std::string>(j, "campaign", what);
    s.host = read_member<std::string>(j, "host", what);
    s.job = read_member<std::string>(j, "job", what);
    s.pid = read_member<int>(j, "pid", what);
    const auto phase =
        std::find(phases.begin(), phases.end(), read_member<std::string>(j, "phase", what));
    if (phase == phases.end()) throw store_error(what + ": its phase is none.");
    s.what = static_cast<worker_status::phase>(phase - phases.begin());
    s.clock = fuzz::read_amount(j, "clock", 1e12, what);
    s.seconds = fuzz::read_amount(j, "seconds", 1e9, what);
    s.findings = read_member<std::int64_t>(j, "findings", what);
    for (const auto& [name, t] : read_member<json::object_t>(j, "targets", what))
        s.targets[name] = target_of(t, what);
    for (const json& p : read_member<std::vector<json>>(j, "history", what))
        s.history.push_back(
            {fuzz::read_amount(p, "seconds", 1e9, what),
             read_member<std::int64_t>(p, "executions", what),
             read_member<std::map<std::string, std::int64_t>>(p, "coverage", what)});
    s.gpu = read_member<std::string>(j, "gpu", what);
    s.troubles = read_member<std::vector<std::string>>(j, "troubles", what);
    return s;
}

}  // namespace tileproof::cluster
