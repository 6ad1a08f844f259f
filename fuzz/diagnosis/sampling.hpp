// SPDX-License-Identifier: MIT
// Runs more cases around a failing one, until one condition is left that says of each whether it fails.
//
//   sampling s({.properties = list, .place = 0, .the_case = failing}, {.seconds = 3});
//   s.run();
//   s.found->text()                "columns > 1 and rows != columns"
//   s.failing(), s.passing()       212, 540: what it was learned from and tried on; none says otherwise
//
// Which cases are run: some around the failing one, some as a campaign draws them, then those of which the conditions
// that are left say different things. A condition counts when a hundred drawn cases in a row have agreed with it, the
// cases at both sides of each of its thresholds too, each comparison has decided several cases, and those agree that a
// sceptic would try: numbers of the source and of the launch as lengths, sizes far off, each alignment, each stride.
//
// A case fails when it does with some contents. Where others of a failing case pass, `some_data` is set.
#pragma once

#include "fuzz/diagnosis/case_pool.hpp"
#include "fuzz/diagnosis/case_runner.hpp"
#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/other_failure.hpp"
#include "fuzz/worker/worker.hpp"
#include "system/process.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

struct sampling_request {
    const properties::property_list& properties;
    std::size_t place = 0;  // of the property in the list
    nlohmann::json the_case;
    // Does the answer show this bug? Nothing: it cannot say. Null: any failure does.
    std::function<std::optional<bool>(const fuzz::worker_answer&)> shows = {};
    std::vector<std::int64_t> wrong_element =
        {};                         // of the first output, in the_case; empty: not known
    std::set<long> constants = {};  // numbers of the source: lengths at which something may happen
    bool looks_beyond = false;      // for what else fails, where the condition does not hold
};

struct sampling_limits {
    double seconds = 3, case_seconds = 0.5;
    std::uint64_t seed = 1;
    std::size_t cases = 30'000;
    std::size_t workers = 1;  // at a time, of a cpu device
};

// Of the processor, here and by workers, so that a busy machine does not make the result worse; but a third of what the clock
// says at least.
class time_spent {
  public:
    double seconds(double of_workers) const;
    static constexpr double most_on_the_clock = 3;

  private:
    const double processor_ = system::own_processor_seconds();
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The case with `count` contents, of seed `shift` and each one `step` more.
std::vector<nlohmann::json> with_seeds(nlohmann::json the_case, int count, int step, int shift);

class sampling {
  public:
    sampling(sampling_request, sampling_limits);
    sampling(const sampling&) = delete;
    sampling& operator=(const sampling&) = delete;

    void run();

    std::optional<condition> found;  // exact, and tried on cases that it was not learned from
    // Time was over before that: what a sceptic could not try to the end, or the only condition of one comparison at most
    // that all samples agree with.
    std::optional<condition> likely;
    std::vector<sample> samples;
    std::vector<nlohmann::json> cases;  // of the samples
    std::size_t atoms = 0;
    // Of the harness' choices: those that the bug needs ("fence == after"), others do not matter.
    std::vector<std::string> given, whatever;
    // Types and numbers that are those of the failing case in all samples, and what is known of cases with others.
    std::vector<std::string> fixed;
    std::size_t elsewhere = 0, failing_elsewhere = 0;
    bool some_data = false;                  // failing cases pass with other contents
    bool seldom = false;                     // most contents of the failing case pass
    bool by_chance = false;                  // and with the same ones: they are not what decides
    bool late = false;                       // nothing was found in time
    std::set<properties::law_id> otherwise;  // that fail in cases that do not show the bug
    std::optional<other_failure> other;      // the cheapest of these

    // Fresh cases of another seed, against what was found, or is likely. No time limit.
    struct trial {
        std::size_t cases = 0, wrong = 0;
        nlohmann::json first_wrong;
    };
    trial try_fresh(std::size_t count, std::uint64_t seed);

    double seconds() const {
        return spent_.seconds(of_earlier_ + (runner_ ? runner_->processor_seconds() : 0));
    }
    std::size_t failing() const;
    std::size_t passing() const { return samples.size() - failing(); }
    // The case as it was sampled: with the given choices of the harness.
    const nlohmann::json& base() const { return request_.the_case; }
    const std::vector<std::int64_t>& wrong_element() const { return request_.wrong_element; }
    const case_pool& pool() const { return *pool_; }

  private:
    static constexpr std::size_t cases_to_begin = 160, runs_wanted = 1500;
    static constexpr double large_work = 1 << 14, chance_to_miss = 0.002;
    bool out_of_time(double share = 1) const {
        return limited_ &&
               (seconds() >= share * limits_.seconds ||
                static_cast<double>(runs_) >= share * static_cast<double>(limits_.cases));
    }
    std::optional<bool> judged(const nlohmann::json&);
    void run_on(const properties::property_list&);
    fuzz::worker_answer run(const nlohmann::json&);
    // Each in turn, until `go_on` says no or time is over.
    void judge_each(
        const std::vector<nlohmann::json>&,
        const std::function<bool(const nlohmann::json&, std::optional<bool> failed)>& go_on);
    std::optional<bool> fails_by(const fuzz::worker_answer&, const nlohmann::json& the_case);
    double work_in(const nlohmann::json&) const;
    double limit_beside_hangs(const nlohmann::json&) const;
    std::optional<bool> fails(const nlohmann::json&);
    bool add(const pool_case&);  // false: it could not be judged
    void without_relations();
    void settle_harness();
    void lie_elsewhere();
    void settle_cost();
    bool fails_with(const char* key, const nlohmann::json& value);
    void harness_that_matters();
    bool add_all(const std::vector<pool_case>&,
                 double share_of_time = 1);  // false: there was no time for all
    void expect_later(const std::vector<pool_case>&);
    void disagreements(const learned&, const std::vector<pool_case>& others);
    bool confirmed(const condition&);
    void beside_a_length(const condition&, const atom&);
    void at_multiples(const atom&);
    void beside_a_remainder(const atom&);
    std::vector<pool_case> with_other_lengths(const nlohmann::json&, const std::string& name,
                                              long n) const;
    void beside_a_relation(const condition&, const atom&);
    bool sharp(const condition&);
    std::optional<pool_case> with_product(const nlohmann::json&,
                                          const std::vector<std::string>& names,
                                          const std::string& long_one, long product) const;
    std::vector<pool_case> with_factors(const nlohmann::json&,
                                        const std::vector<std::string>& names, long product) const;
    std::vector<std::size_t> decided_by(const condition&, const atom&) const;
    bool each_decides(const condition&, const std::vector<pool_case>& others);
    bool all_agree(const condition&) const;
    bool attempt();
    std::optional<condition> only_simple_one();
    bool closed_in_on(const condition&) const;
    void freeze();
    int other_contents_for(const nlohmann::json&, bool failed) const;
    void settle_contents();
    void doubt(bool far, double share_of_time = 1);
    bool withstands(const condition&);
    void look_beyond(const condition&);
    bool same_for_other_contents(const condition&);
    void fail_for_any_of(std::size_t sample, const std::vector<nlohmann::json>& contents);
    double rarity_of(const nlohmann::json&);
    void fail_for_rare_values(std::size_t sample);
    bool some_passed_by_luck();
    void look_for_passing_contents();
    std::optional<bool> fails_for_contents(const nlohmann::json&, const std::string& data);
    bool may_pass_with(const std::vector<std::string>& kinds);
    bool never_fails_but_with(const std::vector<std::string>& kinds, nlohmann::json the_case);
    std::vector<pool_case> cases_not_run();
    std::set<long> moduli() const;
    learned learned_of(const std::vector<pool_case>& others);
    bool agrees(const condition& c, const sample& s) const {
        return s.fails == c.predicts(s.features);
    }

    const properties::property& subject() const { return *list()[place_]; }
    const properties::property_list& list() const {
        return plain_.empty() ? request_.properties : plain_;
    }
    bool base_fails();

    sampling_request request_;
    const sampling_limits limits_;
    properties::property_list plain_;  // the property without related calls, of a kernel
    std::size_t place_;
    time_spent spent_;
    std::unique_ptr<case_runner> runner_;
    double of_earlier_ = 0;  // processor seconds of the runner before it
    std::optional<case_pool> pool_;
    // Whether the case that was judged last ended its process, or met its time limit; and whether the failing case does.
    bool ended_ = false, ended_late_ = false, hangs_ = false;
    bool far_fetched_ = false;  // conditions of the plain kind do not fit
    bool limited_ = true, frozen_ = false, doubted_near_ = false, doubted_far_ = false;
    int contents_of_passing_ = 2;
    double first_limit_ = 0;  // while the failing case is run, of which nothing is known
    double slowest_ = 0;      // seconds for a unit of work, of the cases that pass
    double rare_ = 0;         // how often an element has a value that fails; 0: all contents fail
    std::size_t runs_ = 0, failed_runs_ = 0;
    std::set<std::string> known_, kinds_that_vary_, doubted_;
    std::map<std::string, int> rare_seeds_;  // by lengths: one that holds a rare value
};

}  // namespace tileproof::diagnosis
