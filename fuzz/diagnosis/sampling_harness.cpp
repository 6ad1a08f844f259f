// SPDX-License-Identifier: MIT
// What the harness chooses: the related call, fences, contents. And cases with types and numbers that stay.

#include <fmt/format.h>
#include <algorithm>

#include "fuzz/diagnosis/sampling.hpp"
#include "fuzz/worker/expected_time.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

constexpr std::size_t most_neighbours = 40, most_asked_of_case = 4, most_named = 3,
                      most_varied = 12;
constexpr long_index_t most_offset = 8;
constexpr int contents_of_kind = 6, contents_of_others = 40, contents_varied = 20;

}  // namespace

bool sampling::base_fails() {
    first_limit_ = limit_of_first_run(limits_.case_seconds);
    const worker_answer answer = run(request_.the_case);
    first_limit_ = 0;
    hangs_ = ended_late_;
    return fails_by(answer, request_.the_case).value_or(false);
}

std::vector<json> with_seeds(json c, int count, int step, int shift) {
    std::vector<json> all;
    for (int seed = 0; seed < count; ++seed) {
        c["data_seed"] = step * seed + shift;
        all.push_back(c);
    }
    return all;
}

// A related call is about another case: one that fails without it says more. What only it shows is sampled with it.
void sampling::without_relations() {
    const kernel_view* const view = view_of(subject());
    if (!view || view->contract().relations.empty()) return;
    plain_.push_back(view->for_trials());
    place_ = 0;
    run_on(plain_);
    if (base_fails()) return;
    case_pool near(subject(), request_.the_case, limits_.seed);
    for (const pool_case& c : near.neighbours(most_neighbours))
        if (!out_of_time() && judged(c.the_case).value_or(false)) {
            request_.the_case = c.the_case;
            return;
        }
    place_ = request_.place;
    run_on(request_.properties);
    plain_.clear();
}

bool sampling::fails_with(const char* key, const json& value) {
    if (!request_.the_case.contains(key) || request_.the_case[key] == value) return false;
    json c = request_.the_case;
    c[key] = value;
    return judged(c).value_or(false);
}

// Unmapped memory behind a buffer decides where it begins, and then its length does: rather an offset that it fails with.
void sampling::lie_elsewhere() {
    const kernel_view& view = *pool_->kernel();
    const kernel_case base = view.case_of(request_.the_case);
    if (base.fence == devices::placement::plain || !view.range().shifted) return;
    for (std::size_t o = 0; o < base.operands.size(); ++o)
        for (long_index_t offset = 1; offset <= most_offset && !out_of_time(); offset *= 2) {
            kernel_case c = base;
            c.fence = devices::placement::plain;
            c.operands[o].offset = offset;
            const json shifted = view.json_of(c);
            if (view.contract().operands[o].offset.empty() || !judged(shifted).value_or(false))
                continue;
            request_.the_case = shifted;
            return;
        }
}

// The plainest choices of the harness with which it still fails.
void sampling::settle_harness() {
    if (!pool_->kernel()) return;
    if (fails_with("fence", "none"))
        request_.the_case["fence"] = "none";
    else
        lie_elsewhere();
    if (fails_with("repeats", 0)) request_.the_case["repeats"] = 0;
    for (const char* data : {"random", "coordinates"})
        if (fails_with("data", data)) {
            request_.the_case["data"] = data;
            break;
        }
    pool_.emplace(subject(), request_.the_case, limits_.seed);
}

// Few large cases teach less than many small ones. What an element more of each dim costs is measured, because it may be a block.
void sampling::settle_cost() {
    const kernel_view* const view = pool_->kernel();
    if (!view) return;
    const auto cost_of = [&](const json& c) {
        double least = 1;
        for (int i = 0; i < 2; ++i) {
            const double begin = seconds();
            (void)judged(c);
            least = std::min(least, seconds() - begin);
        }
        return std::max(least, 1e-5);
    };
    const kernel_case base = view->case_of(request_.the_case);
    const double one = cost_of(request_.the_case);
    std::vector<double> shares;
    for (std::size_t d = 0; d < base.dims.size(); ++d) {
        const contract_dim& dim = view->contract().dims[d];
        const long_index_t length = base.dims[d];
        double share = 0;
        for (const long_index_t more : {length + 1000, 3 * length + 28, length + 1}) {
            const auto longer =
                dim.few ? std::nullopt
                        : pool_->with_length(request_.the_case, dim.name, length + more);
            if (!longer || out_of_time()) continue;
            share = std::max(cost_of(longer->the_case) / one - 1, 0.0) / static_cast<double>(more);
            break;
        }
        shares.push_back(share);
    }
    pool_->limit_cost(std::move(shares), std::max(4.0, limits_.seconds / runs_wanted / one));
}

std::optional<bool> sampling::fails_for_contents(const json& c, const std::string& data) {
    json with = c;
    with["data"] = data;
    int right = 0, wrong = 0;
    judge_each(with_seeds(with, hangs_ ? 1 : contents_of_kind, 11, 1),
               [&](const json&, std::optional<bool> once) {
                   if (once) ++(*once ? wrong : right);
                   return true;
               });
    if (wrong > 0 && right > 0) kinds_that_vary_.insert(data);
    if (wrong + right == 0) return std::nullopt;  // there is no right answer for such data
    return wrong > 0;
}

// With many contents of each other kind.
bool sampling::never_fails_but_with(const std::vector<std::string>& kinds, json c) {
    for (const std::string& kind : pool_->kernel()->contract().data.kinds) {
        if (std::ranges::find(kinds, kind) != kinds.end()) continue;
        c["data"] = kind;
        bool failed = false;
        judge_each(with_seeds(c, contents_of_others, 13, 2),
                   [&](const json&, std::optional<bool> once) {
                       failed = once.value_or(false);
                       return !failed;
                   });
        if (failed || out_of_time()) return false;
    }
    return true;
}

// With many contents of these kinds, in cases from among all that fail.
bool sampling::may_pass_with(const std::vector<std::string>& kinds) {
    std::vector<json> failing_cases;
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (samples[i].fails) failing_cases.push_back(cases[i]);
    const std::size_t step = std::max<std::size_t>(failing_cases.size() / most_varied, 1);
    for (std::size_t i = 0; i < failing_cases.size(); i += step)
        for (const std::string& kind : kinds) {
            json c = failing_cases[i];
            c["data"] = kind;
            bool passed = false;
            judge_each(with_seeds(c, contents_varied, 13, 2),
                       [&](const json&, std::optional<bool> once) {
                           passed = !once.value_or(true);
                           return !passed;
                       });
            if (passed) return true;
        }
    return false;
}

// In the end: are the failing cases so with the other choices too? Contents matter when with some kind none of the cases fails.
// Kinds are named when few fail, and with each other one nothing does; a fence, when one case says otherwise than the condition
// does of its pointers.
void sampling::harness_that_matters() {
    const kernel_view* const view = pool_->kernel();
    if (!view) return;
    std::vector<json> failing_cases;
    for (std::size_t i = 0; i < cases.size() && failing_cases.size() < most_asked_of_case; ++i)
        if (samples[i].fails) failing_cases.push_back(cases[i]);
    const auto count = [&](auto fails) {
        return static_cast<std::size_t>(std::ranges::count_if(failing_cases, fails));
    };
    std::vector<std::string> failing_kinds;
    bool all_kinds = true, vary = false, some_never = false;
    for (const std::string& kind : view->contract().data.kinds) {
        bool is_judged = false;
        const std::size_t n = count([&](const json& c) {
            const auto failed = fails_for_contents(c, kind);
            is_judged = is_judged || failed;
            return failed.value_or(true);
        });
        if (!is_judged) continue;
        if (n > 0) failing_kinds.push_back(kind);
        const bool in_all = n == failing_cases.size();
        vary = vary || (n > 0 && (!in_all || kinds_that_vary_.contains(kind)));
        all_kinds = all_kinds && in_all;
        some_never = some_never || n == 0;
    }
    const std::string fence = request_.the_case.value("fence", "none");
    const std::size_t same = count([&](json c) {
        c["fence"] = fence == "none" ? "after" : "none";
        return fails(c).value_or(false) == found->predicts(pool_->of(c).features);
    });
    if (out_of_time()) return;
    if (all_kinds && !some_data && kinds_that_vary_.empty())
        whatever.push_back(fmt::format("data ({} tried)",
                                       with_separators(static_cast<std::int64_t>(failed_runs_))));
    if (some_never && !failing_kinds.empty() && failing_kinds.size() <= most_named &&
        never_fails_but_with(failing_kinds, failing_cases.front()))
        given.push_back(fmt::format("{}{} data",
                                    vary || may_pass_with(failing_kinds) ? "some " : "",
                                    fmt::join(failing_kinds, " or ")));
    else if (!all_kinds)
        some_data = true;
    if (same != failing_cases.size() && fence != "none")
        given.push_back("unmapped memory " + fence + " the buffers");
}

// What nothing fits may be simple where types and numbers are those of the failing case.
void sampling::freeze() {
    fixed = pool_->freeze();
    if (fixed.empty()) return;
    frozen_ = true;
    std::vector<sample> kept;
    std::vector<json> kept_cases;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto frozen = pool_->as_failing(cases[i]);
        if (!frozen || frozen->the_case != cases[i]) {
            ++elsewhere;
            failing_elsewhere += samples[i].fails;
            continue;
        }
        kept.push_back(samples[i]);
        kept_cases.push_back(cases[i]);
    }
    samples = std::move(kept);
    cases = std::move(kept_cases);
    add_all(pool_->neighbours(cases_to_begin / 2));
    attempt();
}

}  // namespace tileproof::diagnosis
