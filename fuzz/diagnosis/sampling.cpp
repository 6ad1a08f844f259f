// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fuzz/worker/expected_time.hpp"
#include "properties/kernel/case_call.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

constexpr std::size_t others_at_once = 600;
constexpr int most_failing_asked = 30, contents_of_base = 16, most_contents = 60;
constexpr long most_modulus = 8192;
constexpr std::size_t most_moduli = 48;
constexpr std::size_t least_of_all = 100, least_of_one = 20;
constexpr double share_of_first_doubts = 0.5;
constexpr double times_as_slow = 10, least_of_a_hang = 0.1;  // seconds

bool reads_nothing(const kernel_view& view, const kernel_case& c) {
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const operand_use use = use_of(view.contract(), c, o);
        const bool read = use == operand_use::read || use == operand_use::in_place;
        if (read && packed_elements(extents_of(view.contract(), c, o)) > 0) return false;
    }
    return true;
}

}  // namespace

sampling::sampling(sampling_request request, sampling_limits limits)
    : request_(std::move(request)), limits_(limits), place_(request_.place) {
    run_on(request_.properties);
}

double time_spent::seconds(double of_workers) const {
    const std::chrono::duration<double> on_the_clock = std::chrono::steady_clock::now() - begin_;
    return std::max(system::own_processor_seconds() - processor_ + of_workers,
                    on_the_clock.count() / most_on_the_clock);
}

std::size_t sampling::failing() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(samples, [](const sample& s) { return s.fails; }));
}

double sampling::work_in(const json& c) const {
    const kernel_view* const view = view_of(subject());
    constexpr double of_a_launch = 1 << 12;  // whatever its problem's size
    return of_a_launch + (view ? work_of(view->contract(), view->case_of(c)) : 0);
}

// Each case that hangs costs as much, and one that is slow and passes must not be taken for one.
double sampling::limit_beside_hangs(const json& c) const {
    const double limit = times_as_slow * slowest_ * work_in(c);
    return std::clamp(limit, std::min(least_of_a_hang, limits_.case_seconds), limits_.case_seconds);
}

void sampling::run_on(const property_list& properties) {
    if (runner_) of_earlier_ += runner_->processor_seconds();
    const bool cheap = properties[place_]->device().starts_with("cpu");
    runner_ = std::make_unique<case_runner>(properties, place_, cheap ? limits_.workers : 1,
                                            [this](const json& c) {
                                                return first_limit_ > 0 ? first_limit_
                                                       : hangs_         ? limit_beside_hangs(c)
                                                                        : limits_.case_seconds;
                                            });
}

std::optional<bool> sampling::judged(const json& c) {
    const worker_answer answer = run(c);
    // It may just be slow, or the machine busy, unless the bug is that a case does not end.
    return ended_late_ && !hangs_ ? std::nullopt : fails_by(answer, c);
}

worker_answer sampling::run(const json& c) {
    ++runs_;
    worker_answer answer = runner_->run(c);
    ended_ = answer.end.has_value();
    ended_late_ = met_its_limit(answer);
    return answer;
}

void sampling::judge_each(const std::vector<json>& all,
                          const std::function<bool(const json&, std::optional<bool>)>& go_on) {
    runner_->expect_next(all);
    for (const json& c : all)
        if (out_of_time() || !go_on(c, judged(c))) break;
    runner_->expect_next({});
}

std::optional<bool> sampling::fails_by(const worker_answer& answer, const json& c) {
    if (!answer.trouble.empty() || !answer.result.discarded.empty()) return std::nullopt;
    const std::optional<bool> failed =
        request_.shows ? request_.shows(answer) : answer.result.first_failure() != nullptr;
    failed_runs_ += failed.value_or(false);
    if (failed == false) slowest_ = std::max(slowest_, answer.processor_seconds / work_in(c));
    for (const law_result& law : answer.result.laws)
        if (law.why && failed == false) otherwise.insert(law.law);
    if (failed == false && !answer.end && (!other || work_in(c) < work_in(other->the_case)))
        if (auto seen = other_failure::of(c, answer.result)) other = std::move(seen);
    return failed;
}

// A wrong element may be right by chance, when it holds what another one holds, and some bugs are about values: other
// contents tell. Large cases have enough of them.
std::optional<bool> sampling::fails(const json& c) {
    const std::optional<bool> result = judged(c);
    // What ends a process, or does not end, is dear, and no matter of values.
    if (!result || ended_ || ended_late_) return result;
    bool other_way = false;
    judge_each(pool_->with_other_contents(c, other_contents_for(c, *result)),
               [&](const json& other, std::optional<bool> again) {
                   if (!again || *again == *result) return true;
                   // What fails by chance, such as by the order of blocks, does so with the same contents as well.
                   (judged(c) == result && judged(other) == again ? some_data : by_chance) = true;
                   other_way = true;
                   return false;
               });
    return other_way || *result;
}

int sampling::other_contents_for(const json& c, bool failed) const {
    const kernel_view* const view = pool_->kernel();
    if (!view || (view->contract().data.kinds.size() < 2 && !c.contains("data_seed"))) return 0;
    if (reads_nothing(*view, view->case_of(c))) return 0;
    if (failed) return some_data || std::ssize(samples) > most_failing_asked ? 0 : 2;
    const bool large = work_of(view->contract(), view->case_of(c)) > large_work;
    return large ? 1 : contents_of_passing_;
}

// How often does the failing case fail? What rarely does needs many contents before it counts as passing.
void sampling::settle_contents() {
    if (ended_ || hangs_) return;
    int asked = 1, failed = 1;
    json right;
    judge_each(pool_->with_other_contents(request_.the_case, contents_of_base),
               [&](const json& other, std::optional<bool> again) {
                   asked += again.has_value();
                   failed += again.value_or(false);
                   if (again == false) right = other;
                   return true;
               });
    if (failed == asked) return;
    by_chance = judged(right).value_or(false);
    if (by_chance) return;
    some_data = true;
    rare_ = rarity_of(request_.the_case);
    const double rate = static_cast<double>(failed) / asked;
    contents_of_passing_ =
        std::clamp(static_cast<int>(std::ceil(std::log(chance_to_miss) / std::log(1 - rate))), 6,
                   most_contents);
}

bool sampling::add(const pool_case& c) {
    if (!known_.insert(c.the_case.dump()).second) return true;
    const std::optional<bool> failed = fails(c.the_case);
    if (!failed) return false;
    samples.push_back({c.features, *failed});
    cases.push_back(c.the_case);
    return true;
}

void sampling::expect_later(const std::vector<pool_case>& all) {
    std::vector<json> unknown;
    for (const pool_case& c : all)
        if (!known_.contains(c.the_case.dump())) unknown.push_back(c.the_case);
    runner_->expect_later(std::move(unknown));
}

bool sampling::add_all(const std::vector<pool_case>& all, double share_of_time) {
    expect_later(all);
    const bool in_time = std::ranges::all_of(all, [&](const pool_case& c) {
        if (out_of_time(share_of_time)) return false;
        add(c);
        return true;
    });
    runner_->expect_later({});
    return in_time;
}

// Tiles that the contract declares, and small numbers of the source.
std::set<long> sampling::moduli() const {
    std::set<long> all = pool_->moduli();
    for (const long n : request_.constants)
        if (n <= most_modulus && all.size() < most_moduli) all.insert(n);
    return all;
}

// Problems without elements pass, whatever their lengths: they say nothing about a rule, unless one of them fails.
learned sampling::learned_of(const std::vector<pool_case>& others) {
    std::vector<case_features> features;
    for (const pool_case& c : others) features.push_back(c.features);
    const bool empty_fails =
        std::ranges::any_of(samples, [](const sample& s) { return s.features.empty && s.fails; });
    std::vector<sample> full;
    for (const sample& s : samples)
        if (empty_fails || !s.features.empty) full.push_back(s);
    learned l = learn(full, features, moduli(), far_fetched_);
    for (condition& c : l.exact) c.with_elements = !empty_fails;
    atoms = l.atoms;
    return l;
}

std::vector<pool_case> sampling::cases_not_run() {
    std::vector<pool_case> others = pool_->neighbours(others_at_once);
    for (pool_case& c : pool_->anywhere(others_at_once / 3)) others.push_back(std::move(c));
    return others;
}

// False: there is no condition, or no time to find it.
bool sampling::attempt() {
    while (!out_of_time()) {
        const std::vector<pool_case> others = cases_not_run();
        const learned l = learned_of(others);
        if (l.exact.empty()) {
            if (!some_passed_by_luck() && std::exchange(far_fetched_, true)) return false;
            continue;
        }
        const condition& best = l.exact[0];
        disagreements(l, others);
        if (!all_agree(best) || !sharp(best) || !each_decides(best, others) ||
            !same_for_other_contents(best) || !confirmed(best))
            continue;
        if (!withstands(best)) {
            // Time is over.
            if (all_agree(best) && (doubted_near_ || request_.constants.empty())) likely = best;
            continue;
        }
        found = best;
        return true;
    }
    return false;
}

// Of a threshold both sides were run: n <= 100 says nothing where 99 and 101 are known, and 100 is not.
bool sampling::closed_in_on(const condition& c) const {
    for (const auto& group : c.groups)
        for (const atom& a : group) {
            if (a.kind == feature_kind::word || a.kind == feature_kind::flag || !a.right.empty() ||
                a.how > comparison::at_most)
                continue;
            for (const double side : {a.constant, a.constant + 1})
                if (std::ranges::none_of(samples, [&](const sample& s) {
                        const feature* const f = s.features.find(a.left);
                        return f && a.left_of(f->number) == side;
                    }))
                    return false;
        }
    return true;
}

std::optional<condition> sampling::only_simple_one() {
    if (!doubted_near_ && !request_.constants.empty()) return std::nullopt;
    const learned l = learned_of(cases_not_run());
    if (l.exact.empty() || l.exact[0].size() > 1 || samples.size() < least_of_all ||
        failing() < least_of_one || (passing() < least_of_one && !l.exact[0].always()))
        return std::nullopt;
    if (l.exact.size() > 1 && l.exact[1].size() <= 1) return std::nullopt;
    return closed_in_on(l.exact[0]) ? std::optional(l.exact[0]) : std::nullopt;
}

void sampling::run() {
    without_relations();
    pool_.emplace(subject(), request_.the_case, limits_.seed);
    settle_harness();
    const std::optional<pool_case> base = pool_->as_failing(request_.the_case);
    if (!base || !base_fails()) return;
    settle_contents();
    settle_cost();
    add(*base);
    for (const feature& f : base->features.all)
        if (const auto none = pool_->with_length(base->the_case, f.name, 0)) add(*none);
    add_all(pool_->neighbours(cases_to_begin / 2));
    add_all(pool_->anywhere(cases_to_begin / 2));
    doubt(false, share_of_first_doubts);
    if (!attempt() && !out_of_time()) freeze();
    if (found && request_.looks_beyond) look_beyond(*found);
    if (found)
        harness_that_matters();
    else if (likely && !all_agree(*likely))
        likely.reset();
    late = !found && out_of_time();
    if (late && !likely) likely = only_simple_one();
}

}  // namespace tileproof::diagnosis
