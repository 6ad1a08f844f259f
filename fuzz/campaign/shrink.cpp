#include "fuzz/campaign/shrink.hpp"

#include "fuzz/finding/minimise.hpp"

#include <algorithm>
#include <chrono>

namespace tileproof::properties {
namespace {

using nlohmann::json;

// What the law says of a case in the worker; empty: it holds, or the process could not say.
std::string failure_in(worker& w, std::size_t place, law_id law, const json& the_case) {
    w.send(check_request{place, the_case});
    const worker_answer answer = w.wait();
    const failure* wrong = answer.result.failure_of(law);
    return wrong ? sentence(*wrong) : std::string();
}

}  // namespace

shrunk_case shrink(worker& w, const property& p, std::size_t place, law_id law,
                   const json& the_case, const std::string& failure, bool hung, double seconds,
                   const std::function<void(const json&)>& kept) {
    const double case_seconds = w.case_seconds();
    if (hung) w.set_case_seconds(std::max(case_seconds / 10, 0.1));

    std::string last_failure = failure, kept_failure = failure;
    minimise_budget budget;
    budget.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    const auto small = minimise(
        the_case, [&](const json& c) { return p.smaller(c); },
        [&](const json& c) {
            last_failure = failure_in(w, place, law, c);
            return !last_failure.empty();
        },
        budget,
        [&](const json& c) {
            kept_failure = last_failure;
            if (kept) kept(c);
        });
    shrunk_case best{small.value, kept_failure, small.complete, small.tries};

    w.set_case_seconds(case_seconds);
    if (hung && best.the_case != the_case) {
        // A tenth of the time limit may have been too short for a case that is only slow.
        best.failure = failure_in(w, place, law, best.the_case);
        if (best.failure.empty()) return {the_case, failure, false, best.tries};
    }
    return best;
}

}  // namespace tileproof::properties
