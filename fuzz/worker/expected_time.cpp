// SPDX-License-Identifier: MIT
#include "fuzz/worker/expected_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tileproof::fuzz {
namespace {

constexpr double many_steps = 1 << 9;  // of a case that may be long: each may be a block of threads
constexpr double growth_of_work = 8;   // from one case to the next one
constexpr int most_cases = 7;          // the lightest has 1/2,097,152 of the work
constexpr double told_apart = 1e-3;    // seconds: shorter times say nothing of how they grow
constexpr double times_as_long = 8;    // as expected
constexpr double most_growth = growth_of_work * growth_of_work;  // by the square of the work

}  // namespace

bool met_its_limit(const worker_answer& a) {
    if (a.end) return a.end->what == properties::process_end::kind::time_limit;
    return std::ranges::any_of(a.result.laws, [](const properties::law_result& r) {
        return r.why && r.why->kind == properties::failure_kind::hang;
    });
}

std::optional<double> expected_seconds(worker& w, const check_request& asked) {
    lighter_request lighter{asked.property, asked.the_case, {}};
    for (int i = most_cases; i > 0; --i) lighter.shares.push_back(std::pow(growth_of_work, -i));
    w.send(lighter);
    const worker_answer cases = w.wait();
    if (cases.end || !cases.trouble.empty()) return std::nullopt;
    if (cases.work < many_steps) return 0;
    const double limit = w.case_seconds();
    double before = 0, seconds = 0, growth = growth_of_work, left = 0;
    for (std::size_t i = 0; i < cases.lighter.size(); ++i) {
        if (cases.lighter[i].is_null()) continue;
        // The first one of a process finds no memory and no code there: the second counts.
        for (int turn = left == 0 ? 0 : 1; turn < 2; ++turn) {
            w.set_case_seconds(std::clamp(2 * most_growth * seconds, limit / 10, limit));
            w.send(check_request{asked.property, cases.lighter[i]});
            const worker_answer a = w.wait();
            w.set_case_seconds(limit);
            if (!a.trouble.empty()) return std::nullopt;
            if (a.end || met_its_limit(a)) return 0;
            seconds = a.processor_seconds;
        }
        if (before > told_apart) growth = std::clamp(seconds / before, growth_of_work, most_growth);
        before = seconds;
        left = most_cases - static_cast<double>(i);
        if (growth * seconds > limit / 2) break;
    }
    if (left == 0) return std::nullopt;
    return seconds * std::pow(growth, left);
}

bool is_too_long(std::optional<double> expected, double limit) {
    return expected && *expected > limit / 2;
}

std::string too_long(double expected, double limit) {
    return fmt::format(
        "Such a case would take about {:.3g} s of a processor here, as smaller ones tell, and a "
        "case may take {:g} s. "
        "Raise --time-limit to judge it, or take a smaller one.",
        expected, limit);
}

double limit_of_first_run(double limit) { return std::min(limit, std::max(limit / 10, 0.1)); }

double limit_of_a_try(std::optional<double> expected, double limit) {
    const double most = limit_of_first_run(limit);
    return expected ? std::clamp(times_as_long * *expected, std::min(0.2, most), most) : most;
}

double limit_of_second_run(std::optional<double> expected, double limit) {
    constexpr double share = 0.2;
    constexpr double surely = 1;  // second: a process that has just begun takes some time as well
    return expected ? std::max({share * limit, std::min(surely, limit), times_as_long * *expected})
                    : limit;
}

}  // namespace tileproof::fuzz
