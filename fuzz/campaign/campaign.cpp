// SPDX-License-Identifier: MIT
#include "fuzz/campaign/campaign.hpp"

#include "fuzz/campaign/finding_recorder.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/expected_time.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "fuzz/worker/worker.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace tileproof::fuzz {

using namespace properties;

namespace {

constexpr double progress_seconds = 0.1;
constexpr double longest_slice = 0.1;
constexpr double seconds_to_stop = 0.5;
constexpr int most_unconfirmed_ends = 3;
constexpr std::int64_t enough_cases = 5000;
constexpr std::string_view checking_device = "cpu-checked";  // sees each access with its line

class runner {
  public:
    runner(const property_list& properties, const campaign_options& options)
        : properties_(properties), options_(options) {
        for (std::size_t i = 0; i < properties.size(); ++i) {
            std::vector<law_id> laws;
            for (const law_id law : properties[i]->laws())
                if (!options.wanted || options.wanted(*properties[i], law)) laws.push_back(law);
            if (laws.empty()) continue;
            tracks_.emplace_back(*properties[i], i, std::move(laws));
            tracks_.back().together = options.jobs > 1 && has_one_process(tracks_.back());
            tracks_.back().shared = options.jobs > 1 && !has_one_process(tracks_.back());
        }
        const bool shared = std::ranges::any_of(tracks_, [](const track& l) { return l.shared; });
        const auto most = shared ? std::size_t{1024} : std::max<std::size_t>(tracks_.size(), 1);
        const auto jobs = std::clamp<std::size_t>(std::max(options.jobs, 1), 1, most);
        if (options.store) system::remove_abandoned(options.store->folder());
        lost_ = options.store && options.rerun ? find_lost_cases(running_folder())
                                               : std::vector<lost_cases>();
        const bool together =
            std::ranges::any_of(tracks_, [](const track& l) { return l.together; });
        for (std::size_t i = 0; i < jobs; ++i) {
            const int threads = together && i == 0 ? options.jobs : 1;
            workers_.push_back(std::make_unique<worker>(properties_, options.case_seconds,
                                                        running_folder(),
                                                        static_cast<std::size_t>(threads)));
            workers_.back()->set_stop(options_.interrupted);
        }
        if (!workers_.front()->problem().empty())
            report_.warnings.push_back(workers_.front()->problem());
        at_work_.resize(jobs);
    }

    campaign_report run() {
        if (!options_.held_out)
            report_.seed = options_.seed;
        else
            report_.seed.reset();
        report_.controls = options_.controls;
        report_.budget_seconds = options_.budget_seconds;
        report_.cases_asked = options_.cases;
        try {
            if (options_.store && options_.rerun) {
                rerun_stored(properties_, options_, report_, watch_);
                run_lost(lost_, tracks_, *workers_[0], report_, watch_, recorder_);
            }
            for (const chosen_case& c : options_.first)
                run_chosen(c, tracks_, *workers_[0], watch_, recorder_);
            run_tracks();
            look_closer();
        } catch (const system::start_error&
                     e) {  // too many processes, too little memory: what is known is reported
            report_.troubles.push_back(e.what());
        }
        report_.interrupted = watch_.interrupted();
        for (track& l : tracks_) {
            if (const auto doubt = l.take_doubt())
                recorder_.record_unexplained(
                    l, *doubt, "They were not run again one by one: there was no time.");
        }
        order_findings();
        for (const track& l : tracks_) report(l);
        report_.find_bugs();
        report_.seconds = watch_.seconds();
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
            watch_.tell(now_);
        }
    }

    std::filesystem::path running_folder() const {
        return options_.store ? options_.store->folder() / "running" : std::filesystem::path();
    }

    // A slice is short enough that every property gets several turns within the budget.
    double slice() const {
        const double turns = 4.0 * static_cast<double>(tracks_.size());
        const double fair = options_.budget_seconds * static_cast<double>(workers_.size()) / turns;
        return options_.cases ? longest_slice : std::clamp(fair, 0.001, longest_slice);
    }

    bool may_run(const track& l) const {
        if (watch_.interrupted() || !l.has_work(options_.cases)) return false;
        if (options_.stop_at_first && !report_.findings.empty()) return false;
        // Out of time: only those that have had no turn yet, or have a doubt to resolve.
        return options_.cases || watch_.seconds() < options_.budget_seconds ||
               l.counts.cases == 0 || l.in_doubt();
    }

    bool done() {
        const bool idle = std::ranges::none_of(workers_, [](const auto& w) { return w->busy(); });
        // After a request to stop, running slices get a moment, and no more.
        if (watch_.interrupted() && watch_.seconds_since_interrupted() > seconds_to_stop)
            return true;
        return idle && std::ranges::none_of(tracks_, [&](const track& l) { return may_run(l); });
    }

    // A case that takes longer than others is run again, with all the time: what hangs costs less. A GPU takes longer to start.
    double limit_of(const track& l) const {
        return has_one_process(l) ? options_.case_seconds
                                  : limit_of_first_run(options_.case_seconds);
    }

    bool has_one_process(const track& l) const {
        return std::ranges::find(options_.one_process, l.judged_property->device()) !=
               options_.one_process.end();
    }

    // The property with the least time so far, where the time of one that is short of cases counts for less. If there are
    // several workers, the first one prefers properties that only it may run.
    track* next_for(std::size_t worker) {
        const auto rank = [&](const track& l) {
            const bool others = worker == 0 && workers_.size() > 1 && !has_one_process(l);
            return std::pair(others, l.counts.cases < enough_cases ? l.seconds / 8 : l.seconds);
        };
        track* next = nullptr;
        for (track& l : tracks_)
            if (may_run(l) && (worker == 0 || !has_one_process(l)) &&
                (!next || rank(l) < rank(*next)))
                next = &l;
        return next;
    }

    void hand_out() {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            if (workers_[i]->busy()) continue;
            if (track* const next = next_for(i)) {
                now_ = next->judged_property->name();
                workers_[i]->set_case_seconds(limit_of(*next));
                workers_[i]->send(next->next_round(options_.seed, options_.cases, slice()));
                at_work_[i] = {next, std::nullopt};
            }
        }
        for (std::size_t i = 0; i < workers_.size(); ++i)
            if (!workers_[i]->busy()) run_ahead(i);
    }

    // For a worker that has nothing else to do.
    void run_ahead(std::size_t worker) {
        if (watch_.interrupted() || (options_.stop_at_first && !report_.findings.empty())) return;
        if (!options_.cases && watch_.seconds() >= options_.budget_seconds) return;
        std::vector<track*> by_time;
        for (track& l : tracks_) by_time.push_back(&l);
        std::ranges::stable_sort(
            by_time, [](const track* a, const track* b) { return a->seconds < b->seconds; });
        for (track* const l : by_time)
            if (const auto round = l->round_ahead(options_.seed, options_.cases, slice())) {
                workers_[worker]->set_case_seconds(limit_of(*l));
                workers_[worker]->send(*round);
                at_work_[worker] = {l, round->first};
                return;
            }
    }

    void collect() {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            auto answer = workers_[i]->poll();
            if (!answer) continue;
            const work done = at_work_[i];
            if (done.ahead_from)
                done.of->ran_ahead(*done.ahead_from, std::move(*answer));
            else
                judge(*done.of, *workers_[i], std::move(*answer));
            while (auto next = done.of->next_ran_ahead())
                judge(*done.of, *workers_[i], std::move(*next));
        }
    }

    void judge(track& l, worker& w, worker_answer answer) {
        const worker_answer sure = confirmed(l, w, std::move(answer));
        l.book(sure);
        if (sure.in_flight.empty()) recorder_.record_failures(l, w, sure);
        if (const auto unexplained = l.take_unexplained())
            recorder_.record_unexplained(l, *unexplained,
                                         "Run again one by one in a fresh process, all held.");
    }

    // The answer, if a case that ended its process does so again in a fresh one; otherwise one after which the cases
    // of the slice are run again.
    worker_answer confirmed(track& t, worker& w, worker_answer answer) {
        w.set_case_seconds(options_.case_seconds);
        const bool late = met_its_limit(answer);
        if (!(answer.end || late) || !answer.in_flight.empty() || answer.the_case.is_null())
            return answer;
        watch_.tell(now_);
        if (late && answer.end && is_known_of(t, answer.result)) return answer;
        if (!watch_.interrupted()) {
            worker_answer again = check_again(w, {t.position_in_list, answer.the_case}, answer);
            watch_.tell(now_);
            if (late) return judged_again(std::move(answer), std::move(again));
            if (again.end && !watch_.interrupted()) return answer;
        }
        // Whoever stops this run may have ended its workers first.
        if (!watch_.interrupted()) count_unconfirmed(t, answer);
        return {};
    }

    static bool is_known_of(const track& t, const case_result& r) {
        const failure* const why = r.first_failure();
        return why && is_known(cause_of(*why, others_than(why, r)), t.causes);
    }

    // An answer that counts anew: its slice ends at the case, and those before it are run again.
    static worker_answer judged_again(worker_answer answer, worker_answer again) {
        if (!again.trouble.empty()) return again;
        answer.result = std::move(again.result);
        answer.counts = {};
        if (!answer.end) answer.end = process_end{.what = process_end::kind::time_limit};
        return answer;
    }

    // Ends that do not happen again. A fault of the process itself is still a finding: an earlier case may have
    // damaged it, or it happens at random. An end that may have come from outside says nothing about the kernel.
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
            recorder_.record_unexplained(t, answer, remark);
    }

    // Failing cases of devices that do not see accesses run once more on one that does: a failure that names a line
    // is very likely the reason.
    void look_closer() {
        for (reported_finding& f : report_.findings) {
            const track* const closer = checking_track_of(f.what.subject);
            const bool known = f.what.device == checking_device || is_located(f.what.why);
            if (!closer || known || f.what.why.kind == failure_kind::hang || watch_.interrupted())
                continue;
            watch_.tell(
                fmt::format("looking closer at {} of {}", title(f.what.law), f.what.property));
            worker& w = *workers_.front();
            w.send(check_request{closer->position_in_list, f.what.the_case});
            const worker_answer seen = w.wait();
            add_what_is_seen(f.what, seen.result);
            recorder_.store(f);
        }
    }

    // The checking device knows which elements no store has reached. Others hold a wrong value that looks as if nobody had
    // written there; what really is not written does not follow from a race on shared memory.
    static void add_what_is_seen(finding& f, const case_result& seen) {
        const auto k2 = std::ranges::find(seen.laws, law_id::K2, &law_result::law);
        const bool unwritten = f.why.kind == failure_kind::unwritten;
        // That law names the first output with such elements.
        const bool stored =
            unwritten && k2 != seen.laws.end() &&
            (k2->held() || (k2->why && k2->why->where.operand != f.why.where.operand));
        const auto is_race = [](const failure& r) {
            return r.kind == failure_kind::race || r.kind == failure_kind::same_value_race;
        };
        for (const law_result& r : seen.laws) {
            if (!r.why) continue;
            const bool tells = is_located(*r.why)
                                   ? stored || !unwritten || !is_race(*r.why) ||
                                         r.why->witness->memory != memory_space::shared
                                   : stored && r.why->kind == failure_kind::wrong_value;
            if (tells) f.beside.push_back(*r.why);
        }
    }

    // Findings in the order of the properties, because which one failed first depends on how busy the machine is.
    void order_findings() {
        std::vector<reported_finding> unordered = std::exchange(report_.findings, {});
        for (track& l : tracks_) {
            std::vector<std::size_t*> places;
            for (auto& [law, place] : l.findings) places.push_back(&place);
            std::ranges::sort(places, {}, [](const std::size_t* p) { return *p; });
            for (std::size_t* const place : places) {
                report_.findings.push_back(std::move(unordered[*place]));
                *place = report_.findings.size() - 1;
            }
        }
    }

    const track* checking_track_of(const std::string& subject) const {
        const auto l = std::ranges::find_if(tracks_, [&](const track& t) {
            return t.judged_property->device() == checking_device &&
                   t.judged_property->subject() == subject;
        });
        return l == tracks_.end() ? nullptr : &*l;
    }

    void report(const track& l) {
        const property& p = *l.judged_property;
        std::vector<std::string> problems = problems_of(p, l.counts);
        // If a user's test refuses or never draws something, the kernel is not at fault.
        if (options_.kernel) {
            std::ranges::move(problems, std::back_inserter(report_.warnings));
            problems.clear();
        }
        for (law_row& row : rows_of(l, problems, report_.findings))
            report_.rows.push_back(std::move(row));
        report_.properties.push_back({p.name(), p.subject(), p.device(), l.counts,
                                      p.required_labels(), problems, l.seconds});
        // A wrong reference is wrong on every device.
        if (!l.trouble.empty() &&
            std::ranges::find(report_.troubles, l.trouble) == report_.troubles.end())
            report_.troubles.push_back(l.trouble);
    }

    const property_list& properties_;
    const campaign_options& options_;
    std::vector<track> tracks_;
    std::vector<std::unique_ptr<worker>> workers_;
    struct work {
        track* of = nullptr;
        std::optional<std::int64_t> ahead_from{};  // the first case of a round ahead
    };
    std::vector<work> at_work_;  // of each worker
    std::vector<lost_cases> lost_;
    std::string now_;
    campaign_report report_;
    watch watch_{options_, tracks_, report_};
    finding_recorder recorder_{options_, report_, watch_};
};

}  // namespace

campaign_report run_campaign(const property_list& properties, const campaign_options& options) {
    return runner(properties, options).run();
}

}  // namespace tileproof::fuzz
