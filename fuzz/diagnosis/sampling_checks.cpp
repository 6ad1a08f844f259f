// SPDX-License-Identifier: MIT
// What a condition must stand before it counts.
#include "fuzz/diagnosis/sampling.hpp"

#include <algorithm>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

constexpr std::size_t run_at_once = 40, agreements_wanted = 120, least_of_each = 6;
constexpr std::size_t deciding_wanted = 24, least_deciding = 6, most_bases = 3, most_asked = 24;
constexpr int many_contents = 12, few_contents = 2;

}  // namespace

bool sampling::all_agree(const condition& c) const {
    return std::all_of(samples.begin(), samples.end(),
                       [&](const sample& s) { return agrees(c, s); });
}

// Cases of which the conditions that are left say different things, so that each of these differs from the first in
// one of the cases at least.
void sampling::disagreements(const learned& l, const std::vector<pool_case>& others) {
    std::vector<bool> settled(l.exact.size(), false);
    std::size_t runs = 0;
    for (std::size_t c = 1; c < l.exact.size() && runs < run_at_once && !out_of_time(); ++c) {
        if (settled[c]) continue;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (l.of_others[c][i] == l.of_others[0][i]) continue;
            if (!add(others[i])) continue;
            ++runs;
            for (std::size_t d = c; d < l.exact.size(); ++d)
                if (l.of_others[d][i] != l.of_others[0][i]) settled[d] = true;
            break;
        }
    }
}

// Cases at both sides of each threshold, and half way to the next known ones.
bool sampling::sharp(const condition& c) {
    for (const auto& group : c.groups)
        for (const atom& a : group) {
            if (a.kind != feature_kind::length || !a.right.empty() || a.how > comparison::at_most)
                continue;
            const auto border = static_cast<long>(a.constant);
            long below = 0, above = 2 * border + 2;
            for (const sample& s : samples) {
                const feature* const f = s.features.find(a.left);
                const long n = f ? static_cast<long>(f->number) : 0;
                if (n <= border) below = std::max(below, n);
                if (n > border) above = std::min(above, n);
            }
            const std::size_t known = samples.size();
            std::size_t bases = 0;
            for (std::size_t i = 0; i < known && bases < most_bases && !out_of_time(); ++i) {
                if (!samples[i].fails) continue;
                ++bases;
                for (const long n :
                     {border, border + 1, (below + border) / 2, (above + border) / 2})
                    if (const auto one = pool_->with_length(cases[i], a.left, n)) add(*one);
            }
        }
    return all_agree(c);
}

// No comparison is there for one or two cases only: more are run that it alone decides. Those that pass are tried with
// many contents: what fails for a few of them is no rule.
bool sampling::each_decides(const condition& c, const std::vector<pool_case>& others) {
    for (const condition& less : c.without_each()) {
        const auto differ = [&](const case_features& f) {
            return c.predicts(f) != less.predicts(f);
        };
        auto decided = static_cast<std::size_t>(std::count_if(
            samples.begin(), samples.end(), [&](const sample& s) { return differ(s.features); }));
        for (std::size_t i = 0; i < others.size() && decided < deciding_wanted; ++i) {
            if (out_of_time()) return false;
            if (!differ(others[i].features)) continue;
            const std::size_t before = samples.size();
            add(others[i]);
            decided += samples.size() - before;
        }
        std::size_t asked = 0;
        for (std::size_t i = 0; i < samples.size() && asked < most_asked && !out_of_time(); ++i) {
            if (samples[i].fails || !differ(samples[i].features)) continue;
            ++asked;
            samples[i].fails = fails_for_some_contents(cases[i]);
        }
        if (decided < least_deciding) return false;
    }
    return all_agree(c);
}

// An access to a wrong place depends on what lies there in few kernels only.
bool sampling::fails_for_some_contents(const nlohmann::json& c) {
    const int contents = request_.shows ? few_contents : many_contents;
    for (const nlohmann::json& other : pool_->with_other_contents(c, contents))
        if (judged(other).value_or(false)) return true;
    return false;
}

// By drawn cases that it was not learned from.
bool sampling::confirmed(const condition& c) {
    if (failing() < least_of_each || (!c.always() && passing() < least_of_each)) {
        add_all(pool_->neighbours(run_at_once));
        return false;
    }
    std::size_t agreed = 0, draws = 0;
    while (agreed < agreements_wanted && !out_of_time()) {
        // Not by what agreed: neighbours may all be known.
        const auto drawn = draws++ % 3 == 2 ? pool_->neighbours(1) : pool_->anywhere(1);
        if (drawn.empty()) return false;
        const std::size_t before = samples.size();
        add(drawn[0]);
        if (samples.size() == before) {
            ++runs_;  // one that is known, or cannot be judged
            continue;
        }
        if (!agrees(c, samples.back())) return false;
        ++agreed;
    }
    return agreed >= agreements_wanted;
}

sampling::trial sampling::try_fresh(std::size_t count, std::uint64_t seed) {
    trial t;
    limited_ = false;
    const condition& said = found ? *found : likely.value();
    case_pool fresh(subject(), request_.the_case, seed);
    if (frozen_) (void)fresh.freeze();
    for (std::size_t i = 0; i < 2 * count && t.cases < count; ++i) {
        const auto drawn = i % 2 ? fresh.neighbours(1) : fresh.anywhere(1);
        if (drawn.empty()) continue;
        const auto failed = fails(drawn[0].the_case);
        if (!failed) continue;
        ++t.cases;
        if (*failed == said.predicts(drawn[0].features)) continue;
        if (t.wrong++ == 0) t.first_wrong = drawn[0].the_case;
    }
    limited_ = true;
    return t;
}

}  // namespace tileproof::diagnosis
