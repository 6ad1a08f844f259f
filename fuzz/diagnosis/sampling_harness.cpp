// SPDX-License-Identifier: MIT
// What the harness chooses: the related call, fences, contents. And cases with types and numbers that stay.
#include "fuzz/diagnosis/sampling.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::diagnosis {
namespace {

using namespace properties;
using nlohmann::json;

constexpr std::size_t most_neighbours = 40, most_asked_of_case = 4, most_named = 3;
constexpr int contents_of_kind = 6;

}  // namespace

bool sampling::base_fails() {
    hangs_ = true;
    const bool fails = judged(request_.the_case).value_or(false);
    hangs_ = ended_late_;
    return fails;
}

// A related call is about another case: one that fails without it says more. What only it shows is sampled with it.
void sampling::without_relations() {
    const kernel_view* const view = view_of(subject());
    if (!view || view->contract().relations.empty()) return;
    plain_.push_back(view->without_relations());
    place_ = 0;
    worker_ = std::make_unique<worker>(plain_, limits_.case_seconds);
    if (base_fails()) return;
    case_pool near(subject(), request_.the_case, limits_.seed);
    for (const pool_case& c : near.neighbours(most_neighbours))
        if (!out_of_time() && judged(c.the_case).value_or(false)) {
            request_.the_case = c.the_case;
            return;
        }
    worker_ = std::make_unique<worker>(request_.properties, limits_.case_seconds);
    plain_.clear();
    place_ = request_.place;
}

bool sampling::fails_with(const char* key, const std::string& value) {
    if (!request_.the_case.contains(key) || request_.the_case[key] == value) return false;
    json c = request_.the_case;
    c[key] = value;
    return judged(c).value_or(false);
}

// The plainest choices of the harness with which it still fails.
void sampling::settle_harness() {
    if (!pool_->kernel()) return;
    if (fails_with("fence", "none")) request_.the_case["fence"] = "none";
    for (const char* data : {"random", "coordinates"})
        if (fails_with("data", data)) {
            request_.the_case["data"] = data;
            break;
        }
    pool_.emplace(subject(), request_.the_case, limits_.seed);
}

std::optional<bool> sampling::fails_for_contents(const json& c, const std::string& data) {
    json with = c;
    with["data"] = data;
    int right = 0, wrong = 0;
    for (int seed = 0; seed < contents_of_kind; ++seed) {
        with["data_seed"] = 11 * seed + 1;
        if (const auto once = judged(with)) ++(*once ? wrong : right);
    }
    if (wrong > 0 && right > 0) kinds_that_vary_.insert(data);
    if (wrong + right == 0) return std::nullopt;  // there is no right answer for such data
    return wrong > 0;
}

// In the end: are the failing cases so with the other choices too? Contents matter when with some kind none of the
// cases fails, and are named when few do it; a fence, when one case says otherwise than the condition does of its pointers.
void sampling::harness_that_matters() {
    const kernel_view* const view = pool_->kernel();
    if (!view) return;
    std::vector<json> failing_cases;
    for (std::size_t i = 0; i < cases.size() && failing_cases.size() < most_asked_of_case; ++i)
        if (samples[i].fails) failing_cases.push_back(cases[i]);
    const auto count = [&](auto fails) {
        return static_cast<std::size_t>(
            std::count_if(failing_cases.begin(), failing_cases.end(), fails));
    };
    std::vector<std::string> needed;
    bool all_kinds = true, some_matter = false;
    for (const std::string& kind : view->contract().data.kinds) {
        bool is_judged = false;
        const std::size_t n = count([&](const json& c) {
            const auto failed = fails_for_contents(c, kind);
            is_judged = is_judged || failed;
            return failed.value_or(true);
        });
        if (!is_judged) continue;
        if (n == failing_cases.size()) needed.push_back(kind);
        all_kinds = all_kinds && n == failing_cases.size();
        some_matter = some_matter || n == 0;
    }
    const std::string fence = request_.the_case.value("fence", "none");
    const std::size_t same = count([&](json c) {
        c["fence"] = fence == "none" ? "after" : "none";
        return fails(c).value_or(false) == found->predicts(pool_->of(c).features);
    });
    if (out_of_time()) return;
    if (all_kinds && !some_data)
        whatever.push_back(fmt::format("data ({} tried)",
                                       with_separators(static_cast<std::int64_t>(failed_runs_))));
    const bool vary = std::any_of(needed.begin(), needed.end(), [&](const std::string& kind) {
        return kinds_that_vary_.contains(kind);
    });
    if (some_matter && !needed.empty() && needed.size() <= most_named)
        given.push_back(fmt::format("{}{} data", vary ? "some " : "", fmt::join(needed, " or ")));
    else if (some_matter)
        some_data = true;
    if (same != failing_cases.size() && fence != "none")
        given.push_back("unmapped memory " + fence + " the buffers");
}

// What nothing fits may be simple where types and numbers are those of the failing case.
void sampling::freeze() {
    given = pool_->freeze();
    if (given.empty()) return;
    frozen_ = true;
    std::vector<sample> kept;
    std::vector<json> kept_cases;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto frozen = pool_->as_failing(cases[i]);
        if (!frozen || frozen->the_case != cases[i]) continue;
        kept.push_back(samples[i]);
        kept_cases.push_back(cases[i]);
    }
    samples = std::move(kept);
    cases = std::move(kept_cases);
    add_all(pool_->neighbours(cases_to_begin / 2));
    attempt();
}

}  // namespace tileproof::diagnosis
