// SPDX-License-Identifier: MIT
#include "fuzz/campaign/earlier_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace tileproof::fuzz {
namespace {

bool chosen(const finding& f, finding_properties& known, const campaign_options& options) {
    const auto found = known.find(f);
    return !found.position || !options.wanted ||
           options.wanted(*known.list()[*found.position], f.law);
}

track* track_of(std::vector<track>& tracks, const std::string& property) {
    const auto t = std::ranges::find_if(tracks, [&](const track& candidate) {
        return candidate.judged_property->name() == property;
    });
    return t == tracks.end() ? nullptr : &*t;
}

}  // namespace

void rerun_stored(const properties::property_list& properties, const campaign_options& options,
                  campaign_report& report, watch& w) {
    auto contents = options.store->load();
    report.unread_findings = std::ssize(contents.problems);
    for (std::string& problem : contents.problems) report.warnings.push_back(std::move(problem));
    listed_properties own(properties);
    finding_properties& known = options.known ? *options.known : own;
    for (const stored_finding& s : contents.findings)
        known.find(s.what);  // before a worker is forked
    for (stored_finding& s : contents.findings) {
        w.tell(fmt::format("running {} again", s.file.filename().string()));
        rerun_finding again{s.file, std::move(s.what), std::nullopt};
        if (!w.interrupted() && chosen(again.before, known, options)) {
            again.again = rerun(again.before, known, options.case_seconds, options.interrupted);
            w.tell("");
            // Whoever stopped this run may have stopped that process, too.
            if (w.interrupted() &&
                (again.again->end || again.again->what == rerun_outcome::state::cannot_run))
                again.again.reset();
        }
        report.reruns.push_back(std::move(again));
    }
}

void run_lost(const std::vector<lost_cases>& all, std::vector<track>& tracks, worker& by,
              campaign_report& report, watch& w, finding_recorder& recorder) {
    for (const lost_cases& lost : all) {
        track* const l = track_of(tracks, lost.property);
        if (!l || w.interrupted()) continue;  // its file waits for another run
        for (const nlohmann::json& the_case : lost.cases) {
            w.tell(fmt::format("running a case of {} in which an earlier run was killed",
                               lost.property));
            by.send(check_request{l->position_in_list, the_case});
            worker_answer answer = by.wait();
            w.tell(lost.property);
            if (w.interrupted()) return;
            answer.index = -1;
            recorder.record_failures(*l, by, answer);
            report.warnings.push_back(fmt::format(
                "An earlier run was killed in a case of {}. It was run again: {}.", lost.property,
                answer.result.first_failure() ? "it fails, and is a finding of this run"
                                              : "it held"));
        }
        std::error_code ignored;  // they would just run once more
        std::filesystem::remove(lost.file, ignored);
    }
}

}  // namespace tileproof::fuzz
