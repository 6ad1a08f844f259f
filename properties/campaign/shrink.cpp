#include "properties/campaign/shrink.hpp"

#include <algorithm>
#include <chrono>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

// What the law says of a case in the worker; empty: it holds, or the process could not say.
std::string failure_in(worker& w, std::size_t place, law_id law, const json& the_case) {
    w.send(check_request{place, the_case});
    const worker_answer answer = w.wait();
    const law_result* failure = answer.result.failure_of(law);
    return failure ? failure->failure : std::string();
}

}  // namespace

shrunk_case shrink(worker& w, const property& p, std::size_t place, law_id law,
                   const json& the_case, const std::string& failure, bool hung, double seconds) {
    const double case_seconds = w.case_seconds();
    if (hung) w.set_case_seconds(std::max(case_seconds / 10, 0.1));
    const auto deadline = clock::now() + std::chrono::duration<double>(seconds);

    shrunk_case best{the_case, failure, false, 0};
    bool in_time = true;
    while (in_time && !best.minimal) {
        best.minimal = true;
        for (json& candidate : p.smaller(best.the_case)) {
            in_time = clock::now() < deadline;
            if (!in_time) {
                best.minimal = false;
                break;
            }
            ++best.tries;
            std::string why = failure_in(w, place, law, candidate);
            if (why.empty()) continue;
            best.the_case = std::move(candidate);
            best.failure = std::move(why);
            best.minimal = false;
            break;
        }
    }

    w.set_case_seconds(case_seconds);
    if (hung && best.the_case != the_case) {
        // A tenth of the time limit may have been too short for a case that is only slow.
        best.failure = failure_in(w, place, law, best.the_case);
        if (best.failure.empty()) return {the_case, failure, false, best.tries};
    }
    return best;
}

}  // namespace tileproof::properties
