// SPDX-License-Identifier: MIT
#include "fuzz/finding/shrink.hpp"

#include "fuzz/finding/minimize.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace tileproof::properties {
namespace {

using nlohmann::json;

struct broken {
    failure why;
    bool ended = false;  // the process
};

// Nothing: the law holds, or the process could not say.
std::optional<broken> broken_in(worker& w, std::size_t position, law_id law, const json& the_case) {
    w.send(check_request{position, the_case});
    const worker_answer answer = w.wait();
    const failure* wrong = answer.result.failure_of(law);
    if (!wrong) return std::nullopt;
    return broken{*wrong, answer.end.has_value()};
}

}  // namespace

shrunk_case shrink(worker& w, const property& p, std::size_t position, law_id law,
                   const json& the_case, const failure& why, bool hung, double seconds,
                   const std::function<void(const json&)>& kept) {
    const double case_seconds = w.case_seconds();
    if (hung) w.set_case_seconds(std::max(case_seconds / 10, 0.1));

    broken last, smallest{why, false};
    minimize_budget budget;
    budget.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    const auto small = minimize(
        the_case, [&](const json& c) { return p.smaller(c); },
        [&](const json& c) {
            auto now = broken_in(w, position, law, c);
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
        auto again = broken_in(w, position, law, small.value);
        if (!again) return {the_case, why, false, small.tries};
        smallest = std::move(*again);
    }
    return {small.value, smallest.why, small.complete, small.tries};
}

}  // namespace tileproof::properties
