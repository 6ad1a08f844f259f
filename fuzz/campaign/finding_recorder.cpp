// SPDX-License-Identifier: MIT
#include "fuzz/campaign/finding_recorder.hpp"

#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/shrink.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/fields.hpp"
#include "system/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <iterator>

namespace tileproof::fuzz {

using namespace properties;

namespace {

cause cause_in(const case_result& all, const law_result& r) {
    return cause_of(*r.why, others_than(r.why.get(), all));
}

bool follows_from_a_line(const track& l, const finding& f) {
    return !is_located(f.why) && std::ranges::any_of(f.beside, [&](const failure& other) {
        return has_consequences(other) && l.wants(other.law);
    });
}

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

void finding_recorder::record_unexplained(track& l, const worker_answer& answer,
                                          const std::string& remark) {
    const case_source source(*l.judged_property);
    std::string cases;
    for (const std::int64_t index : answer.in_flight)
        cases +=
            fmt::format(" {}: {}", index, properties::text_of(source.at(options_.seed, index)));
    for (const law_result& r : answer.result.laws)
        if (r.failed() && l.wants(r.law) && !l.findings.contains(r.law))
            store(add_finding(l, answer,
                              failed({.law = r.law,
                                      .detail = fmt::format(
                                          "{} That was while {} cases were in flight. {} "
                                          "They are, by index:{}",
                                          r.sentence(), answer.in_flight.size(), remark, cases)})));
}

// Failures with a line come first: the others of the case may be their consequences.
void finding_recorder::record_failures(track& l, worker& w, const worker_answer& answer) {
    for (const bool located : {true, false})
        for (const law_result& r : answer.result.laws)
            if (r.failed() && is_located(*r.why) == located && l.wants(r.law) &&
                l.looks_for(r.law) && !is_known(cause_in(answer.result, r), l.causes))
                record(l, w, answer, r);
}

reported_finding& finding_recorder::add_finding(track& l, const worker_answer& answer,
                                                const law_result& r) {
    const property& p = *l.judged_property;
    l.findings.emplace(r.law, report_.findings.size());
    l.causes.insert(text_of(cause_in(answer.result, r)));
    reported_finding& f = report_.findings.emplace_back();
    f.what = {.property = p.name(),
              .subject = p.subject(),
              .device = p.device(),
              .kernel = options_.kernel ? std::optional(options_.kernel(p)) : std::nullopt,
              .the_case = answer.the_case,
              .failure = r.sentence(),
              .seed = options_.held_out ? 0 : options_.seed,
              .index = options_.held_out ? -1 : answer.index,
              .minimized = false,
              .first_seen_as = nullptr,
              .found = time_stamp(),
              .version = options_.version};
    f.what.broken_by(*r.why, others_than(r.why.get(), answer.result));
    return f;
}

void finding_recorder::record(track& l, worker& w, const worker_answer& answer,
                              const law_result& r) {
    const property& p = *l.judged_property;
    reported_finding& f = add_finding(l, answer, r);
    store(f);
    if (follows_from_a_line(l, f.what)) return;  // that one is minimized instead
    watch_.tell(fmt::format("making the case of {} on {} smaller", title(r.law), p.name()));
    if (depends_on_earlier_cases(l, w, f.what, answer.index)) store(f);
    const bool hung = answer.end && answer.end->what == process_end::kind::time_limit;
    const shrunk_case smallest = shrink(w, p, l.position_in_list, f.what.the_case, f.what.why,
                                        f.what.beside, hung, seconds_to_minimize());
    f.what.minimized = smallest.minimal;
    f.what.broken_by(smallest.why, smallest.beside);
    l.causes.insert(text_of(cause_of(f.what.why, f.what.beside)));
    if (smallest.the_case != answer.the_case) {
        f.what.first_seen_as = answer.the_case;
        f.what.the_case = smallest.the_case;
    }
    store(f);
    forget_if_known(l);
}

// If it holds by itself, the fewest earlier cases with which it fails are stored in the case; if there are none, it
// is stored as is.
bool finding_recorder::depends_on_earlier_cases(const track& l, worker& w, finding& f,
                                                std::int64_t index) const {
    const std::int64_t first = case_groups::begin_of(index);
    if (!cases_may_remember() || index < 0 || first == index) return false;
    const case_source source(*l.judged_property);
    std::vector<nlohmann::json> before;
    for (std::int64_t i = first; i < index; ++i) before.push_back(source.at(options_.seed, i));
    const auto count = static_cast<unsigned>(before.size());
    for (unsigned wanted = 0; wanted <= count; ++wanted)
        for (unsigned chosen = 1u << count; chosen-- > 0;) {  // the nearest first
            if (static_cast<unsigned>(std::popcount(chosen)) != wanted) continue;
            nlohmann::json tried = f.the_case;
            for (unsigned i = 0; i < count; ++i)
                if (chosen >> i & 1u) tried["after"].push_back(before[i]);
            if (!still_broken(w, l.position_in_list, tried, f.why, f.beside)) continue;
            f.the_case = std::move(tried);
            return wanted > 0;
        }
    return false;
}

// Drops the last finding if its minimized case is already known: two large cases became one small one.
void finding_recorder::forget_if_known(track& l) {
    const finding& last = report_.findings.back().what;
    const auto [first, end] = l.findings.equal_range(last.law);
    const auto own = std::prev(end);
    const bool known = std::any_of(first, own, [&](const auto& of_law) {
        const finding& other = report_.findings[of_law.second].what;
        return other.the_case == last.the_case && cause_key(other.why) == cause_key(last.why);
    });
    if (!known) return;
    l.findings.erase(own);
    report_.findings.pop_back();
}

// Even findings at the very end of the budget get a moment.
double finding_recorder::seconds_to_minimize() const {
    if (options_.cases) return options_.minimize_seconds;
    return std::clamp(options_.budget_seconds - watch_.seconds(), 1.0,
                      std::max(options_.minimize_seconds, 1.0));
}

void finding_recorder::store(reported_finding& f) {
    if (options_.store) fuzz::store(f, *options_.store);
}

void store(reported_finding& f, const finding_store& in) {
    try {
        f.file = f.file.empty() ? in.save(f.what) : in.replace(f.file, f.what);
        f.store_problem.clear();
    } catch (const system::store_error& e) {
        f.store_problem = e.what();
    }
}

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

std::optional<worker_answer> run_chosen(const chosen_case& c, std::vector<track>& tracks,
                                        worker& by, watch& w, finding_recorder& recorder) {
    track* const l = track_of(tracks, c.property);
    if (!l || w.interrupted()) return std::nullopt;
    by.send(check_request{l->position_in_list, c.the_case});
    worker_answer answer = by.wait();
    w.tell(c.property);
    if (w.interrupted()) return std::nullopt;
    answer.index = -1;
    answer.the_case = c.the_case;
    recorder.record_failures(*l, by, answer);
    return answer;
}

void run_lost(const std::vector<lost_cases>& all, std::vector<track>& tracks, worker& by,
              campaign_report& report, watch& w, finding_recorder& recorder) {
    for (const lost_cases& lost : all) {
        if (!track_of(tracks, lost.property) || w.interrupted())
            continue;  // its file waits for another run
        for (const nlohmann::json& the_case : lost.cases) {
            w.tell(fmt::format("running a case of {} in which an earlier run was killed",
                               lost.property));
            const auto answer = run_chosen({lost.property, the_case}, tracks, by, w, recorder);
            if (!answer) return;
            report.warnings.push_back(fmt::format(
                "An earlier run was killed in a case of {}. It was run again: {}.", lost.property,
                answer->result.first_failure() ? "it fails, and is a finding of this run"
                                               : "it held"));
        }
        std::error_code ignored;  // they would just run once more
        std::filesystem::remove(lost.file, ignored);
    }
}

}  // namespace tileproof::fuzz
