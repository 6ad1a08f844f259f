// SPDX-License-Identifier: MIT
#include "fuzz/worker/rerun.hpp"

#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/expected_time.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::fuzz {

using namespace properties;

using state = rerun_outcome::state;

std::string_view name_of(state s) {
    static constexpr std::string_view names[] = {
        "fixed",      "still fails",    "another law fails", "holds now, unchanged",
        "not judged", "cannot run here"};
    return names[static_cast<std::size_t>(s)];
}

std::string what_came_of(const rerun_outcome& again, law_id before) {
    switch (again.what) {
        case state::fixed:
            return "Fixed: every law that judges this case holds now.";
        case state::still_fails:
            return "It still fails: " + again.sentence;
        case state::other_law_fails:
            return fmt::format("It still fails, by another law: {} instead of {}. {}",
                               title(again.why->law), title(before), again.sentence);
        case state::unchanged:
            return "It holds now, and is not fixed. " + again.sentence;
        case state::not_judged:
            return "It cannot be judged now. " + again.sentence;
        case state::cannot_run:
            return "It cannot run here. " + again.sentence;
    }
    return "";
}

finding_properties::found listed_properties::find(const finding& f) {
    const auto it =
        std::ranges::find_if(list_, [&](const auto& p) { return p->name() == f.property; });
    if (it != list_.end()) return {static_cast<std::size_t>(it - list_.begin()), ""};
    return {std::nullopt,
            fmt::format("The finding is about {}, which is not among what is run.", f.property)};
}

// The failure of its law that the finding is about, or else the first one.
static const failure* same_failure(const finding& f, const case_result& r) {
    for (const law_result& l : r.laws)
        if (l.why && l.law == f.law && cause_key(*l.why) == cause_key(f.why)) return l.why.get();
    return r.failure_of(f.law);
}

rerun_outcome outcome_of(const finding& f, const worker_answer& answer) {
    const case_result& r = answer.result;
    if (!answer.trouble.empty()) return {.what = state::cannot_run, .sentence = answer.trouble};
    const failure* wrong = same_failure(f, r);
    const bool same_law = wrong != nullptr;
    if (!wrong) wrong = r.first_failure();
    if (wrong)
        return {same_law ? state::still_fails : state::other_law_fails, *wrong,
                others_than(wrong, r), sentence(*wrong), answer.end};
    if (!r.discarded.empty()) return {.what = state::not_judged, .sentence = r.discarded};
    if (std::ranges::none_of(
            r.laws, [&](const law_result& l) { return l.law == f.law && l.discarded.empty(); }))
        return {.what = state::not_judged,
                .sentence = fmt::format("{} does not judge this case of {} any more.", title(f.law),
                                        f.property)};
    return {.what = state::fixed};
}

rerun_outcome rerun(const finding& f, finding_properties& known, double case_seconds,
                    const std::function<bool()>& stop) {
    const finding_properties::found found = known.find(f);
    if (!found.position) return {.what = state::cannot_run, .sentence = found.why_not};
    worker w(known.list(), case_seconds);
    w.set_stop(stop);
    const check_request request{*found.position, f.the_case};
    // As in a campaign, what hangs costs less. Anything else ended when it was found.
    const bool hung = f.why.kind == failure_kind::hang;
    const bool on_cpu = known.list()[*found.position]->device().starts_with("cpu");
    const rerun_outcome again = outcome_of(
        f,
        check_twice(w, request, hung && on_cpu ? limit_of_first_run(case_seconds) : case_seconds));
    if (again.what == state::fixed && f.kernel && !f.kernel->digest.empty() &&
        f.kernel->digest == found.digest)
        return {.what = state::unchanged,
                .sentence =
                    "Its source, headers, compiler and flags are those with which it failed. "
                    "Unless somebody edited the case, the result depends on more than that: on "
                    "what lies in memory, on time, on files or on chance."};
    return again;
}

}  // namespace tileproof::fuzz
