// SPDX-License-Identifier: MIT
#include "fuzz/campaign/campaign.hpp"

#include "fuzz/campaign/case_source.hpp"
#include "fuzz/campaign/judge.hpp"
#include "fuzz/campaign/track.hpp"
#include "fuzz/diagnosis/cause.hpp"
#include "fuzz/finding/shrink.hpp"
#include "fuzz/worker/confirm.hpp"
#include "fuzz/worker/lost_case.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/json_text.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

namespace tileproof::properties {
namespace {

using clock = std::chrono::steady_clock;
constexpr double progress_seconds = 0.1;
constexpr double longest_slice = 0.1;
constexpr double seconds_to_stop = 0.5;
constexpr int most_unconfirmed_ends = 3;
constexpr std::string_view checking_device = "cpu-checked";  // sees each access with its line

class runner {
  public:
    runner(const property_list& properties, const campaign_options& options)
        : properties_(properties), options_(options), start_(clock::now()) {
        for (std::size_t i = 0; i < properties.size(); ++i) {
            std::vector<law_id> laws;
            for (const law_id law : properties[i]->laws())
                if (!options.wanted || options.wanted(*properties[i], law)) laws.push_back(law);
            if (laws.empty()) continue;
            tracks_.emplace_back(*properties[i], i, std::move(laws));
            tracks_.back().together = options.jobs > 1 && has_one_process(tracks_.back());
        }
        const auto most = std::max<std::size_t>(tracks_.size(), 1);
        const auto jobs = std::clamp<std::size_t>(std::max(options.jobs, 1), 1, most);
        if (options.store) remove_abandoned(options.store->folder());
        lost_ = options.store && options.rerun ? find_lost_cases(running_folder())
                                               : std::vector<lost_cases>();
        const bool together =
            std::any_of(tracks_.begin(), tracks_.end(), [](const track& l) { return l.together; });
        for (std::size_t i = 0; i < jobs; ++i) {
            const int threads = together && i == 0 ? options.jobs : 1;
            workers_.push_back(std::make_unique<worker>(properties_, options.case_seconds,
                                                        running_folder(),
                                                        static_cast<std::size_t>(threads)));
            workers_.back()->set_stop(options_.interrupted);
        }
        if (!workers_.front()->problem().empty())
            report_.warnings.push_back(workers_.front()->problem());
        at_work_.resize(jobs, nullptr);
    }

    campaign_report run() {
        report_.seed = options_.seed;
        report_.budget_seconds = options_.budget_seconds;
        report_.cases_asked = options_.cases;
        try {
            if (options_.store && options_.rerun) {
                rerun_stored();
                run_lost();
            }
            run_tracks();
            look_closer();
        } catch (const system::start_error&
                     e) {  // too many processes, too little memory: what is known is reported
            report_.troubles.push_back(e.what());
        }
        for (track& l : tracks_) {
            if (const auto doubt = l.take_doubt())
                record_unexplained(l, *doubt,
                                   "They were not run again one by one: there was no time.");
        }
        for (const track& l : tracks_) report(l);
        report_.find_bugs();
        report_.seconds = elapsed();
        return std::move(report_);
    }

  private:
    void run_tracks() {
        while (!done()) {
            hand_out();
            std::vector<const worker*> busy;
            for (const auto& w : workers_)
                if (w->busy()) busy.push_back(w.get());
            if (busy.empty()) continue;
            worker::wait_for_any(busy, progress_seconds);
            collect();
            tell(now_);
        }
    }

    double elapsed() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

    std::filesystem::path running_folder() const {
        return options_.store ? options_.store->folder() / "running" : std::filesystem::path();
    }

    // A slice is so short that every property has several turns within the budget.
    double slice() const {
        const double turns = 4.0 * static_cast<double>(tracks_.size());
        const double fair = options_.budget_seconds * static_cast<double>(workers_.size()) / turns;
        return options_.cases ? longest_slice : std::clamp(fair, 0.001, longest_slice);
    }

    bool may_run(const track& l) const {
        if (report_.interrupted || !l.has_work(options_.cases)) return false;
        if (options_.stop_at_first && !report_.findings.empty()) return false;
        // Out of time: only those that had no turn at all, or something to make certain.
        return options_.cases || elapsed() < options_.budget_seconds || l.counts.cases == 0 ||
               l.in_doubt();
    }

    bool done() {
        const bool idle =
            std::none_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->busy(); });
        // Whoever is asked to stop gets a moment for its slice, and no more.
        if (report_.interrupted && elapsed() > interrupted_at_ + seconds_to_stop) return true;
        return idle && std::none_of(tracks_.begin(), tracks_.end(),
                                    [&](const track& l) { return may_run(l); });
    }

    bool has_one_process(const track& l) const {
        return std::find(options_.one_process.begin(), options_.one_process.end(),
                         l.judged_property->device()) != options_.one_process.end();
    }

    // Whichever has had least time. What only the first worker may run comes first there, as long as others are
    // there for the rest.
    track* next_for(std::size_t worker) {
        const auto rank = [&](const track& l) {
            return std::pair(workers_.size() > 1 && !has_one_process(l), l.seconds);
        };
        track* next = nullptr;
        for (track& l : tracks_)
            if (may_run(l) && (worker == 0 || !has_one_process(l)) &&
                (!next || (worker == 0 ? rank(l) < rank(*next) : l.seconds < next->seconds)))
                next = &l;
        return next;
    }

    void hand_out() {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            if (workers_[i]->busy()) continue;
            track* const next = next_for(i);
            if (!next) continue;
            now_ = next->judged_property->name();
            workers_[i]->send(next->next_round(options_.seed, options_.cases, slice()));
            at_work_[i] = next;
        }
    }

    void collect() {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            auto answer = workers_[i]->poll();
            if (!answer) continue;
            track& l = *at_work_[i];
            const worker_answer sure = confirmed(l, *workers_[i], std::move(*answer));
            l.book(sure);
            if (sure.in_flight.empty()) record_failures(l, *workers_[i], sure);
            if (const auto unexplained = l.take_unexplained())
                record_unexplained(l, *unexplained,
                                   "Run again one by one in a fresh process, all held.");
        }
    }

    // The answer, if a case that ended its process does it again in a fresh one; else one after which the cases of
    // the slice are run again.
    worker_answer confirmed(track& t, worker& w, worker_answer answer) {
        if (!answer.end || !answer.in_flight.empty() || answer.the_case.is_null()) return answer;
        tell(now_);
        if (!report_.interrupted) {
            w.send(check_request{t.position_in_list, answer.the_case});
            const bool again = w.wait().end.has_value();
            tell(now_);
            if (again && !report_.interrupted) return answer;
        }
        // Whoever stops this run may end its workers first.
        if (!report_.interrupted) count_unconfirmed(t, answer);
        return {};
    }

    // Ends that do not happen again. A fault of the process itself is one all the same: an earlier case may have
    // damaged it, or it comes by chance. What may have come from outside says nothing about the kernel.
    void count_unconfirmed(track& t, const worker_answer& answer) {
        if (++t.unconfirmed_ends < most_unconfirmed_ends) return;
        const std::string remark = fmt::format(
            "That was the end of {} processes, in which other cases had run before; in a fresh "
            "process of its own the "
            "case held.",
            t.unconfirmed_ends);
        if (came_from_outside(*answer.end))
            t.trouble = fmt::format("{} {}", answer.end->sentence(), remark);
        else
            record_unexplained(t, answer, remark);
    }

    // What went wrong while several cases were in flight, and none of them can be blamed for.
    void record_unexplained(track& l, const worker_answer& answer, const std::string& remark) {
        const case_source source(*l.judged_property);
        std::string cases;
        for (const std::int64_t index : answer.in_flight)
            cases += fmt::format(" {}: {}", index, text_of(source.at(options_.seed, index)));
        for (const law_result& r : answer.result.laws)
            if (r.failed() && wanted(l, r.law) && !l.findings.contains(r.law))
                store(add_finding(
                    l, answer,
                    failed({.law = r.law,
                            .detail = fmt::format("{} That was while {} cases were in flight. {} "
                                                  "They are, by index:{}",
                                                  r.sentence(), answer.in_flight.size(), remark,
                                                  cases)})));
    }

    // What names its line comes first: the rest of the case may be what follows from it.
    void record_failures(track& l, worker& w, const worker_answer& answer) {
        for (const bool located : {true, false})
            for (const law_result& r : answer.result.laws)
                if (r.failed() && is_located(*r.why) == located && wanted(l, r.law) &&
                    l.looks_for(r.law) && !is_known(cause_in(answer.result, r), l.causes))
                    record(l, w, answer, r);
    }

    static cause cause_in(const case_result& all, const law_result& r) {
        return cause_of(*r.why, others_than(r.why.get(), all));
    }

    reported_finding& add_finding(track& l, const worker_answer& answer, const law_result& r) {
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
                  .seed = options_.seed,
                  .index = answer.index,
                  .minimized = false,
                  .first_seen_as = nullptr,
                  .found = time_stamp(),
                  .version = options_.version};
        f.what.broken_by(*r.why, others_than(r.why.get(), answer.result));
        return f;
    }

    void record(track& l, worker& w, const worker_answer& answer, const law_result& r) {
        const property& p = *l.judged_property;
        reported_finding& f = add_finding(l, answer, r);
        store(f);
        if (follows_from_a_line(l, f.what)) return;  // that is made smaller
        tell(fmt::format("making the case of {} on {} smaller", title(r.law), p.name()));
        const bool hung = answer.end && answer.end->what == process_end::kind::time_limit;
        const shrunk_case smallest = shrink(w, p, l.position_in_list, answer.the_case, f.what.why,
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

    // The last finding, when its smallest case has been told already: two large cases, one small one.
    void forget_if_known(track& l) {
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

    static bool follows_from_a_line(const track& l, const finding& f) {
        return !is_located(f.why) &&
               std::any_of(f.beside.begin(), f.beside.end(), [&](const failure& other) {
                   return is_located(other) && wanted(l, other.law);
               });
    }

    // Cases of devices that see nothing of accesses run once more on one that does: what names a line there is
    // very likely why.
    void look_closer() {
        for (reported_finding& f : report_.findings) {
            const track* const closer = checking_track_of(f.what.subject);
            const bool known = f.what.device == checking_device || is_located(f.what.why);
            if (!closer || known || f.what.why.kind == failure_kind::hang || report_.interrupted)
                continue;
            tell(fmt::format("looking closer at {} of {}", title(f.what.law), f.what.property));
            worker& w = *workers_.front();
            w.send(check_request{closer->position_in_list, f.what.the_case});
            const worker_answer seen = w.wait();
            for (const law_result& r : seen.result.laws)
                if (r.why && is_located(*r.why)) f.what.beside.push_back(*r.why);
            store(f);
        }
    }

    // Findings at the very end of the budget still get a moment.
    double seconds_to_minimize() const {
        if (options_.cases) return options_.minimize_seconds;
        return std::clamp(options_.budget_seconds - elapsed(), 1.0,
                          std::max(options_.minimize_seconds, 1.0));
    }

    void store(reported_finding& f) {
        if (!options_.store) return;
        try {
            f.file = f.file.empty() ? options_.store->save(f.what)
                                    : options_.store->replace(f.file, f.what);
            f.store_problem.clear();
        } catch (const store_error& e) {
            f.store_problem = e.what();
        }
    }

    void rerun_stored() {
        auto contents = options_.store->load();
        report_.unread_findings = std::ssize(contents.problems);
        for (std::string& problem : contents.problems)
            report_.warnings.push_back(std::move(problem));
        listed_properties own(properties_);
        finding_properties& known = options_.known ? *options_.known : own;
        for (const stored_finding& s : contents.findings)
            known.find(s.what);  // before a worker is forked
        for (stored_finding& s : contents.findings) {
            tell(fmt::format("running {} again", s.file.filename().string()));
            rerun_finding again{s.file, std::move(s.what), std::nullopt};
            if (!report_.interrupted && chosen(again.before, known)) {
                again.again =
                    rerun(again.before, known, options_.case_seconds, options_.interrupted);
                tell(now_);
                // Whoever stopped this run may have stopped that process too.
                if (report_.interrupted &&
                    (again.again->end || again.again->what == rerun_outcome::state::cannot_run))
                    again.again.reset();
            }
            report_.reruns.push_back(std::move(again));
        }
    }

    bool chosen(const finding& f, finding_properties& known) const {
        const auto found = known.find(f);
        return !found.position || !options_.wanted ||
               options_.wanted(*known.list()[*found.position], f.law);
    }

    // Cases in which an earlier run was killed: they may be what killed it.
    void run_lost() {
        for (const lost_cases& lost : lost_) {
            track* const l = track_of(lost.property);
            if (!l || report_.interrupted) continue;  // its file waits for another run
            for (const nlohmann::json& the_case : lost.cases) {
                tell(fmt::format("running a case of {} in which an earlier run was killed",
                                 lost.property));
                workers_[0]->send(check_request{l->position_in_list, the_case});
                worker_answer answer = workers_[0]->wait();
                tell(now_);
                if (report_.interrupted) return;
                answer.index = -1;
                record_failures(*l, *workers_[0], answer);
                report_.warnings.push_back(fmt::format(
                    "An earlier run was killed in a case of {}. It was run again: {}.",
                    lost.property,
                    answer.result.first_failure() ? "it fails, and is a finding of this run"
                                                  : "it held"));
            }
            std::error_code ignored;  // they would be run once more
            std::filesystem::remove(lost.file, ignored);
        }
    }

    track* track_of(const std::string& property) {
        const auto l = std::find_if(tracks_.begin(), tracks_.end(), [&](const track& candidate) {
            return candidate.judged_property->name() == property;
        });
        return l == tracks_.end() ? nullptr : &*l;
    }

    const track* checking_track_of(const std::string& subject) const {
        const auto l = std::find_if(tracks_.begin(), tracks_.end(), [&](const track& t) {
            return t.judged_property->device() == checking_device &&
                   t.judged_property->subject() == subject;
        });
        return l == tracks_.end() ? nullptr : &*l;
    }

    static bool wanted(const track& l, law_id law) {
        return std::find(l.laws.begin(), l.laws.end(), law) != l.laws.end();
    }

    void tell(const std::string& what) {
        if (!report_.interrupted && options_.interrupted && options_.interrupted()) {
            report_.interrupted = true;
            interrupted_at_ = elapsed();
        }
        if (!options_.on_progress) return;
        std::int64_t cases = 0;
        for (const track& l : tracks_) cases += l.counts.cases;
        options_.on_progress({elapsed(), cases, report_.findings.size(), what});
    }

    void report(const track& l) {
        const property& p = *l.judged_property;
        const std::vector<std::string> problems = problems_of(p, l.counts);
        for (law_row& row : rows_of(l, problems, report_.findings))
            report_.rows.push_back(std::move(row));
        report_.properties.push_back({p.name(), p.subject(), p.device(), l.counts,
                                      p.required_labels(), problems, l.seconds});
        if (!l.trouble.empty()) report_.troubles.push_back(l.trouble);
    }

    const property_list& properties_;
    const campaign_options& options_;
    const clock::time_point start_;
    std::vector<track> tracks_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<track*> at_work_;  // of each worker
    std::vector<lost_cases> lost_;
    std::string now_;
    double interrupted_at_ = 0;
    campaign_report report_;
};

}  // namespace

campaign_report run_campaign(const property_list& properties, const campaign_options& options) {
    return runner(properties, options).run();
}

}  // namespace tileproof::properties
