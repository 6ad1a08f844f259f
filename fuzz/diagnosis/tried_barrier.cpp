// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/tried_barrier.hpp"

#include "devices/tried_barriers.hpp"
#include "fuzz/finding/heading.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <rapidcheck.h>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using devices::tried_barriers;

constexpr int cases_to_try = 12, sizes = 40;

enum class outcome { races, wrong, right };

// Wrong: the race is gone, and something fails that no other line explains.
outcome outcome_of(const case_result& result, const failure& race) {
    bool line_known = false, wrong = false;
    for (const law_result& law : result.laws) {
        if (!law.why) continue;
        if (cause_key(*law.why) == cause_key(race)) return outcome::races;
        (is_located(*law.why) ? line_known : wrong) = true;
    }
    return wrong && !line_known ? outcome::wrong : outcome::right;
}

// What is wrong without the race may be another bug: then there is a case that has only the race.
bool are_enough(const std::vector<unsigned>& lines, const property& p,
                const nlohmann::json& the_case, const failure& race) {
    const auto outcome_with = [&](const std::vector<unsigned>& tried, const nlohmann::json& c) {
        tried_barriers::lines = tried;
        return outcome_of(p.check(c), race);
    };
    tried_barriers::file = race.witness->access.file;
    const outcome first = outcome_with(lines, the_case);
    if (first != outcome::wrong) return first == outcome::right;
    for (int i = 0; i < cases_to_try; ++i) {
        rc::Random random(static_cast<std::uint64_t>(i));
        const nlohmann::json c = p.generate(random, sizes);
        if (outcome_with({}, c) == outcome::races && outcome_with(lines, c) == outcome::right)
            return true;
    }
    return false;
}

}  // namespace

void try_barriers(bug& b, const property& p, const nlohmann::json& the_case, double seconds) {
    if (!b.lines) return;
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::duration<double>(seconds);
    const auto mends = [&](const std::vector<unsigned>& lines) {
        const auto look = [&] {
            return std::string(are_enough(lines, p, the_case, b.lead) ? "enough" : "");
        };
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) throw std::runtime_error("There is no time left to try barriers.");
        return !run_in_child(look, left).empty();
    };
    const auto [first, last] = *b.lines;
    try {
        if (mends({last}))
            b.barrier = missing_barrier::between;
        else if (first != last && mends({first}))
            b.barrier = missing_barrier::before_next_round;
        else if (first != last && mends({first, last}))
            b.barrier = missing_barrier::both;
    } catch (const std::exception&) {  // nothing is known
    }
    if (b.barrier != missing_barrier::none)
        b.heading = barrier_heading(b.lead, *b.lines, b.barrier);
}

}  // namespace tileproof::diagnosis
