// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/other_failure.hpp"

#include "fuzz/finding/minimize.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/fields.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

bool is_about_values(const failure& f) {
    return !is_located(f) &&
           (f.kind == failure_kind::wrong_value || f.kind == failure_kind::unwritten ||
            f.kind == failure_kind::not_accepted);
}

bool shows_wherever_it_is(const failure& f) {
    return is_located(f) &&
           (f.kind == failure_kind::out_of_bounds || f.kind == failure_kind::index_outside ||
            f.kind == failure_kind::misaligned);
}

std::optional<other_failure> other_failure::of(const json& the_case, const case_result& result) {
    const failure* first = nullptr;
    for (const law_result& r : result.laws) {
        if (!r.why) continue;
        if (is_located(*r.why)) return std::nullopt;
        if (!first && is_about_values(*r.why)) first = r.why.get();
    }
    if (!first) return std::nullopt;
    return other_failure{the_case, *first};
}

std::optional<finding> smallest(const other_failure& other, const finding& f, const property& p,
                                double seconds) {
    const auto look = [&] {
        const auto now = [&](const json& c) { return other_failure::of(c, p.check(c)); };
        const auto is_it = [&](const json& c) {
            const auto again = now(c);
            return again && again->why.law == other.why.law && again->why.kind == other.why.kind &&
                   again->why.where.operand == other.why.where.operand;
        };
        if (!is_it(other.the_case)) return std::string();
        const auto small =
            minimize(other.the_case, [&](const json& c) { return p.smaller(c); }, is_it,
                     {.time = std::chrono::milliseconds(static_cast<std::int64_t>(500 * seconds))});
        return properties::text_of(
            json{small.value, to_json(now(small.value)->why), small.complete});
    };
    std::string text;
    try {
        text = run_in_child(look, seconds);
    } catch (const std::exception&) {
    }
    if (text.empty()) return std::nullopt;
    const json told = json::parse(text);
    finding found = f;
    found.the_case = told[0];
    found.broken_by(failure_from_json(other.why.law, told[1]));
    found.beside.clear();
    found.index = -1;
    found.minimized = told[2];
    found.first_seen_as = nullptr;
    return found;
}

}  // namespace tileproof::diagnosis
