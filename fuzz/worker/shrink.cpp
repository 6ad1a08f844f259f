// SPDX-License-Identifier: MIT
#include "fuzz/worker/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "fuzz/finding/cause.hpp"
#include "fuzz/finding/minimize.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/expected_time.hpp"

namespace tileproof::fuzz {

using namespace properties;

namespace {

using nlohmann::json;

constexpr int few_contents = 4, many_contents = 24;

struct broken {
    failure why;
    std::vector<failure> beside;
    bool ended = false;      // the process
    bool in_kernel = false;  // at that time
};

// nullopt: the law holds or fails for another reason, or the process could not say.
std::optional<broken> broken_in(worker& w, std::size_t position, law_id law, const cause& wanted,
                                const json& the_case) {
    w.send(check_request{position, the_case});
    const worker_answer answer = w.wait();
    for (const law_result& r : answer.result.laws) {
        if (!r.why || r.law != law) continue;
        std::vector<failure> others = others_than(r.why.get(), answer.result);
        if (keeps_to(wanted, cause_of(*r.why, others)))
            return broken{*r.why, std::move(others), answer.end.has_value(),
                          answer.in_kernel || !answer.end};
    }
    return std::nullopt;
}

// All steps, and then the same ones with other contents of the operands: a failure that depends on values may show in
// a smaller problem with other values, and few of them may be wrong. Not for hangs, where each try takes long.
std::vector<json> smaller_with_any_contents(const property& p, const json& c, int contents) {
    std::vector<json> all = p.smaller(c);
    const std::size_t steps = all.size();
    if (!c.contains("data_seed")) return all;
    const auto without_seed = [](json one) {
        one.erase("data_seed");
        one.erase("after");
        return one;
    };
    const json now = without_seed(c);
    const auto add = [&](int first, int last) {
        for (std::size_t i = 0; i < steps; ++i)
            for (int seed = first; seed <= last && without_seed(all[i]) != now; ++seed) {
                all.push_back(all[i]);
                all.back()["data_seed"] = seed;
            }
    };
    add(1, few_contents);
    add(few_contents + 1, contents);
    return all;
}

// Simplifies the case, or one of those that run before it.
std::vector<json> smaller_than(const property& p, const json& the_case, bool hung, bool by_values) {
    std::vector<json> all =
        hung ? p.smaller(the_case)
             : smaller_with_any_contents(p, the_case, by_values ? many_contents : few_contents);
    const json::array_t before = cases_before(the_case);
    if (before.empty()) return all;
    for (json& one : all) one["after"] = before;
    for (std::size_t i = 0; i < before.size(); ++i) {
        json fewer = the_case;
        fewer["after"].erase(i);
        all.push_back(std::move(fewer));
        for (json& one : p.smaller(before[i])) {
            json other = the_case;
            other["after"][i] = std::move(one);
            all.push_back(std::move(other));
        }
    }
    return all;
}

}  // namespace

bool still_broken(worker& w, std::size_t position, const json& the_case, const failure& why,
                  const std::vector<failure>& beside) {
    return broken_in(w, position, why.law, cause_of(why, beside), the_case).has_value();
}

shrunk_case shrink(worker& w, const property& p, std::size_t position, const json& the_case,
                   const failure& why, const std::vector<failure>& beside, bool hung,
                   double seconds, const std::function<void(const json&)>& kept) {
    const cause wanted = cause_of(why, beside);
    const double case_seconds = w.case_seconds();
    // A device that detects its own hang has waited just as long.
    const bool hangs = hung || why.kind == failure_kind::hang;
    const auto expected = hangs ? expected_seconds(w, {position, the_case}) : std::nullopt;
    if (hangs) w.set_case_seconds(limit_of_a_try(expected, case_seconds));

    broken last, smallest{why, beside, false};
    minimize_budget budget;
    budget.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    budget.stop = [&] { return w.stopped(); };
    const auto small = minimize(
        the_case,
        [&](const json& c) {
            return smaller_than(
                p, c, hung,
                why.kind == failure_kind::wrong_value || why.kind == failure_kind::not_accepted);
        },
        [&](const json& c) {
            auto now = broken_in(w, position, why.law, wanted, c);
            if (now) last = std::move(*now);
            return now.has_value();
        },
        budget,
        [&](const json& c) {
            smallest = last;
            if (kept) kept(c);
        });

    w.set_case_seconds(case_seconds);
    const bool late = hung || smallest.why.kind == failure_kind::hang;
    if (small.value != the_case && (smallest.ended || late)) {
        // An end counts only if it happens twice, and what a try has had is too short for a case that is merely slow.
        if (late && smallest.in_kernel)
            w.set_case_seconds(limit_of_second_run(expected, case_seconds));
        auto again = broken_in(w, position, why.law, wanted, small.value);
        w.set_case_seconds(case_seconds);
        if (!again) return {the_case, why, beside, false, small.tries};
        smallest = std::move(*again);
    }
    // What fails with a case's second contents fails in the case that begins with them.
    if (!smallest.ended && !late && !smallest.why.given.empty() &&
        small.value.contains("data_seed")) {
        json own = small.value;
        own["data_seed"] = own["data_seed"].get<std::uint64_t>() + 1;
        const auto now = broken_in(w, position, why.law, wanted, own);
        if (now && now->why.given.size() < smallest.why.given.size())
            return {own, now->why, now->beside, small.complete, small.tries};
    }
    return {small.value, smallest.why, smallest.beside, small.complete, small.tries};
}

minimized_finding minimize_finding(finding f, finding_properties& known,
                                   const minimize_options_of_finding& how) {
    rerun_outcome again = rerun(f, known, how.case_seconds);
    if (!again.fails()) return {std::move(f), std::move(again), 0};
    const std::size_t position = *known.find(f).position;
    f.broken_by(*again.why, again.beside);
    if (how.step) how.step(f.the_case);
    const bool hung = again.end && again.end->what == process_end::kind::time_limit;
    worker w(known.list(), how.case_seconds);
    const shrunk_case small = shrink(w, *known.list()[position], position, f.the_case, f.why,
                                     f.beside, hung, how.seconds, how.step);
    if (small.the_case != f.the_case) {
        if (f.first_seen_as.is_null()) f.first_seen_as = f.the_case;
        f.the_case = small.the_case;
    }
    f.broken_by(small.why, small.beside);
    f.minimized = small.minimal;
    return {std::move(f), std::move(again), small.tries};
}

}  // namespace tileproof::fuzz
