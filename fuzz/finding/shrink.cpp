// SPDX-License-Identifier: MIT
#include "fuzz/finding/shrink.hpp"

#include "fuzz/diagnosis/cause.hpp"
#include "fuzz/finding/minimize.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace tileproof::properties {
namespace {

using nlohmann::json;

struct broken {
    failure why;
    std::vector<failure> beside;
    bool ended = false;  // the process
};

// Nothing: the law holds or fails for another reason, or the process could not say.
std::optional<broken> broken_in(worker& w, std::size_t position, law_id law, const cause& wanted,
                                const json& the_case) {
    w.send(check_request{position, the_case});
    const worker_answer answer = w.wait();
    for (const law_result& r : answer.result.laws) {
        if (!r.why || r.law != law) continue;
        std::vector<failure> others = others_than(r.why.get(), answer.result);
        if (keeps_to(wanted, cause_of(*r.why, others)))
            return broken{*r.why, std::move(others), answer.end.has_value()};
    }
    return std::nullopt;
}

}  // namespace

shrunk_case shrink(worker& w, const property& p, std::size_t position, const json& the_case,
                   const failure& why, const std::vector<failure>& beside, bool hung,
                   double seconds, const std::function<void(const json&)>& kept) {
    const cause wanted = cause_of(why, beside);
    const double case_seconds = w.case_seconds();
    if (hung) w.set_case_seconds(std::max(case_seconds / 10, 0.1));

    broken last, smallest{why, beside, false};
    minimize_budget budget;
    budget.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    budget.stop = [&] { return w.stopped(); };
    const auto small = minimize(
        the_case, [&](const json& c) { return p.smaller(c); },
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
    if (smallest.ended) {
        // An end counts when it happens twice, and a tenth of the time limit may be too short for a case that is
        // only slow.
        auto again = broken_in(w, position, why.law, wanted, small.value);
        if (!again) return {the_case, why, beside, false, small.tries};
        smallest = std::move(*again);
    }
    return {small.value, smallest.why, smallest.beside, small.complete, small.tries};
}

}  // namespace tileproof::properties
