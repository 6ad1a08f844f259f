// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/one_bug.hpp"

#include "fuzz/diagnosis/case_pool.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <set>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;
using devices::asked_values;
using nlohmann::json;

namespace {

constexpr int contents_to_race = 12;
constexpr double seconds_to_race = 2;
constexpr std::size_t rounds_of_outputs = 8, cases_of_a_round = 20;
constexpr double seconds_of_outputs = 1.5;

// The names in what a condition compares: rows and columns of "rows * columns".
std::set<std::string> names_in(const std::vector<std::string>& features) {
    std::set<std::string> names;
    for (const std::string& f : features)
        for (std::size_t i = 0; i < f.size();) {
            const auto is_of_name = [&](std::size_t k) {
                return k < f.size() &&
                       (std::isalnum(static_cast<unsigned char>(f[k])) || f[k] == '_');
            };
            std::size_t end = i;
            while (is_of_name(end)) ++end;
            if (end > i) names.insert(f.substr(i, end - i));
            i = end + 1;
        }
    return names;
}

// In how many cases each of two outputs is wrong, and both are.
struct wrong_outputs {
    std::size_t cases = 0, first = 0, second = 0, both = 0;
    // Wherever one is wrong, so is the other one, which is right in many of the other cases.
    bool by_one_bug() const {
        constexpr std::size_t least = 15;
        constexpr double most_by_chance = 0.7;
        const std::size_t fewer = std::min(first, second), more = std::max(first, second);
        return fewer >= least && both == fewer &&
               static_cast<double>(more - both) <=
                   most_by_chance * static_cast<double>(cases - fewer);
    }
};

bool is_wrong_in(const case_result& result, const std::string& operand) {
    return std::ranges::any_of(result.laws, [&](const law_result& law) {
        return law.why && law.why->kind == failure_kind::wrong_value &&
               (law.why->where.operand == operand ||
                law.why->detail.find(" of " + operand + ".") != std::string::npos);
    });
}

wrong_outputs wrong_in_cases_around(const finding& a, const finding& b,
                                    const home_of_finding& home) {
    const auto at = home(a).find(a).position;
    if (!at) return {};
    const property& p = *home(a).list()[*at];
    const auto look = [&] {
        wrong_outputs n;
        const auto begin = std::chrono::steady_clock::now();
        case_pool around_a(p, a.the_case, 1), around_b(p, b.the_case, 1);
        for (std::size_t round = 0; round < rounds_of_outputs; ++round)
            for (case_pool* const pool : {&around_a, &around_b})
                for (const pool_case& c : pool->neighbours(cases_of_a_round)) {
                    if (std::chrono::steady_clock::now() - begin >
                        std::chrono::duration<double>(seconds_of_outputs))
                        return json({n.cases, n.first, n.second, n.both}).dump();
                    json other = c.the_case;
                    if (other.contains("data_seed")) other["data_seed"] = n.cases;
                    const case_result result = p.check(other);
                    if (!result.discarded.empty()) continue;
                    const bool first = is_wrong_in(result, a.why.where.operand),
                               second = is_wrong_in(result, b.why.where.operand);
                    ++n.cases;
                    n.first += first;
                    n.second += second;
                    n.both += first && second;
                }
        return json({n.cases, n.first, n.second, n.both}).dump();
    };
    try {
        const json n = json::parse(run_in_child(look, 3 * seconds_of_outputs));
        return {n[0], n[1], n[2], n[3]};
    } catch (const std::exception&) {  // nothing is known
        return {};
    }
}

}  // namespace

bool is_wrong_value(const bug& b) {
    return !is_located(b.lead) && b.lead.kind == failure_kind::wrong_value &&
           (b.lead.law == law_id::K1 || b.lead.law == law_id::K7);
}

bool wrong_together(const bug& a, const bug& b) {
    const auto stores = [&](const bug& one) {
        return one.writer && one.writer->line == a.likely[0].line;
    };
    return is_wrong_value(a) && is_wrong_value(b) && a.lead.where.operand != b.lead.where.operand &&
           !a.lead.where.operand.empty() && !b.lead.where.operand.empty() && !a.likely.empty() &&
           !b.likely.empty() && a.likely[0].file == b.likely[0].file &&
           a.likely[0].line == b.likely[0].line && stores(a) == stores(b);
}

bool below_zero_together(const bug& a, const bug& b) {
    const auto is_outside = [](const bug& one) {
        return is_located(one.lead) && (one.lead.kind == failure_kind::out_of_bounds ||
                                        one.lead.kind == failure_kind::index_outside);
    };
    if (!is_outside(a) || !is_outside(b) || a.lead.witness->kernel != b.lead.witness->kernel)
        return false;
    const auto is_before = [](const bug& one) {
        return one.lead.where.number && *one.lead.where.number < 0;
    };
    if (is_before(a) && is_before(b) && !a.lead.where.operand.empty() &&
        a.lead.where.operand == b.lead.where.operand)
        return true;
    for (const asked_values::variable& x : a.values)
        for (const asked_values::variable& y : b.values)
            if (x.name == y.name && x.value.starts_with('-') && y.value.starts_with('-'))
                return true;
    return false;
}

bool have_nothing_in_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const std::set<std::string> of_a = names_in(a), of_b = names_in(b);
    const auto is_of_b = [&](const std::string& name) { return of_b.contains(name); };
    return !a.empty() && !b.empty() && std::ranges::none_of(of_a, is_of_b);
}

bool races_with_other_data(const bug& race, const bug& wrong, const finding& of_race,
                           const finding& of_values, const home_of_finding& home) {
    if (race.lead.kind != failure_kind::race || !is_wrong_value(wrong) ||
        of_race.subject != of_values.subject || race.lead.witness->memory != memory_space::global ||
        !race.lead.witness->access.write || race.lead.where.operand != wrong.lead.where.operand)
        return false;
    const property* const p = watched(home(of_race), of_race);
    if (!p) return false;
    const auto look = [&] {
        case_pool pool(*p, of_values.the_case, 1);
        for (const json& c : pool.with_each_kind(of_values.the_case, contents_to_race))
            for (const law_result& law : p->check(c).laws)
                if (law.why && cause_key(*law.why) == cause_key(race.lead))
                    return std::string("races");
        return std::string();
    };
    try {
        return !run_in_child(look, seconds_to_race).empty();
    } catch (const std::exception&) {  // that is not known
        return false;
    }
}

bool wrong_in_the_same_cases(const bug& a, const bug& b, const finding& of_a, const finding& of_b,
                             const home_of_finding& home) {
    return is_wrong_value(a) && is_wrong_value(b) && of_a.device == of_b.device &&
           a.lead.where.operand != b.lead.where.operand && !a.lead.where.operand.empty() &&
           !b.lead.where.operand.empty() && wrong_in_cases_around(of_a, of_b, home).by_one_bug();
}

}  // namespace tileproof::diagnosis
