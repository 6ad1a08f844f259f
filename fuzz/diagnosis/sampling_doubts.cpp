// SPDX-License-Identifier: MIT
// What a condition must withstand before it counts: cases beside its thresholds, other contents, fresh cases.

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <sstream>

#include "fuzz/diagnosis/sampling.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using nlohmann::json;

using namespace properties;

constexpr std::size_t run_at_once = 40, drawn_at_once = 24, agreements_wanted = 120,
                      least_agreements = 40, least_of_each = 6;
constexpr std::size_t deciding_wanted = 24, least_deciding = 6, most_bases = 3, most_asked = 24,
                      most_in_vain = 300, most_near = 6;
constexpr int many_contents = 12, of_each_kind = 2, many_of_each_kind = 8;
constexpr int most_of_rate = 200, enough_of_rate = 8;
constexpr double most_of_rare = 5000, seconds_beyond = 1;

// The feature of the comparison that the one condition has and the other has not.
std::string kept_by(const condition& c, const condition& less) {
    for (const auto& group : c.groups)
        for (const atom& a : group)
            if (!less.mentions(a.left)) return a.left;
    for (const auto& group : c.groups)
        for (const atom& a : group)
            if (a.how == comparison::equal || a.how == comparison::unequal) return a.left;
    return {};
}

// The lengths that a product is of: "h * w" of h and w.
std::vector<std::string> factors_of(const std::string& product) {
    std::vector<std::string> names;
    std::istringstream words(product);
    for (std::string word; words >> word;)
        if (word != "*") names.push_back(word);
    return names;
}

}  // namespace

bool sampling::all_agree(const condition& c) const {
    return std::ranges::all_of(samples, [&](const sample& s) { return agrees(c, s); });
}

// Cases of which the conditions that are left say different things, so that each of these differs from the first in
// one of the cases at least.
void sampling::disagreements(const learned& l, const std::vector<pool_case>& others) {
    // Those that the loop below comes to if all of them can be judged.
    std::vector<bool> settled(l.exact.size(), false);
    std::vector<pool_case> chosen;
    const auto settle = [&](std::size_t c, std::size_t i) {
        for (std::size_t d = c; d < l.exact.size(); ++d)
            if (l.of_others[d][i] != l.of_others[0][i]) settled[d] = true;
    };
    for (std::size_t c = 1; c < l.exact.size() && chosen.size() < run_at_once; ++c)
        for (std::size_t i = 0; i < others.size() && !settled[c]; ++i)
            if (l.of_others[c][i] != l.of_others[0][i]) {
                chosen.push_back(others[i]);
                settle(c, i);
            }
    expect_later(chosen);
    settled.assign(l.exact.size(), false);
    std::size_t runs = 0;
    for (std::size_t c = 1; c < l.exact.size() && runs < run_at_once && !out_of_time(); ++c) {
        if (settled[c]) continue;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (l.of_others[c][i] == l.of_others[0][i]) continue;
            if (!add(others[i])) continue;
            ++runs;
            settle(c, i);
            break;
        }
    }
}

// With one length of a product as long as the product, and the others 1.
std::optional<pool_case> sampling::with_product(const nlohmann::json& the_case,
                                                const std::vector<std::string>& names,
                                                const std::string& long_one, long product) const {
    std::optional<pool_case> one = pool_->of(the_case);
    for (const std::string& name : names)
        if (one && name != long_one) one = pool_->with_length(one->the_case, name, 1);
    return one ? pool_->with_length(one->the_case, long_one, product) : std::nullopt;
}

// With two lengths of a product whose product it is, and the others 1: 2 x 2 and 2 x 3, where 4 x 1 and 5 x 1 say nothing.
std::vector<pool_case> sampling::with_factors(const nlohmann::json& the_case,
                                              const std::vector<std::string>& names,
                                              long product) const {
    constexpr std::size_t most = 6;
    std::vector<pool_case> all;
    for (long factor = 2; factor * factor <= product && all.size() < most; ++factor)
        for (const std::string& a : names)
            for (const std::string& b : names)
                if (product % factor == 0 && a != b)
                    if (const auto one = with_product(the_case, names, a, product / factor))
                        if (auto both = pool_->with_length(one->the_case, b, factor))
                            all.push_back(std::move(*both));
    return all;
}

// What happens at n == 95 alone does not where n % 96 == 95: a number of the source further on, and less.
void sampling::beside_a_length(const condition& c, const atom& a) {
    const auto length = static_cast<long>(a.constant);
    const std::size_t known = samples.size();
    std::set<long> steps = pool_->moduli();
    steps.insert(request_.constants.begin(), request_.constants.end());
    std::size_t bases = 0;
    std::vector<pool_case> beside;
    for (std::size_t i = 0; i < known && bases < most_bases; ++i) {
        if (!samples[i].fails) continue;
        ++bases;
        for (const long m : steps)
            for (const long n : {length + m, length % m})
                if (auto one = pool_->with_length(cases[i], a.left, n))
                    beside.push_back(std::move(*one));
    }
    add_all(beside);
    // 32 may stand for its multiples: the next two in a case that nothing else decides.
    for (const long n : {2 * length, 3 * length})
        for (std::size_t i = 0; i < known && !out_of_time(); ++i)
            if (const auto one =
                    samples[i].fails ? pool_->with_length(cases[i], a.left, n) : std::nullopt;
                one && c.predicts(one->features) == (a.how == comparison::unequal)) {
                add(*one);
                break;
            }
}

// Powers of two are multiples of all smaller ones: what happens at them alone is told by the others.
void sampling::at_multiples(const atom& a) {
    std::size_t bases = 0;
    std::vector<pool_case> multiples;
    for (std::size_t i = 0; i < samples.size() && bases < most_bases; ++i) {
        if (!samples[i].fails) continue;
        ++bases;
        for (const long times : {1, 3, 5, 11, 37, 85, 171, 341})
            if (auto one =
                    pool_->with_length(cases[i], a.left, times * static_cast<long>(a.constant)))
                multiples.push_back(std::move(*one));
    }
    add_all(multiples);
}

// n % 96 == 95 is not n % 32 > 30, nor that and n % 95 <= 3: it fails further on by any number of the source, too.
void sampling::beside_a_remainder(const atom& a) {
    const auto border = static_cast<long>(a.constant);
    std::set<long> steps = pool_->moduli();
    steps.insert(request_.constants.begin(), request_.constants.end());
    std::array<std::size_t, 2> bases{};
    std::vector<pool_case> beside;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i].features.empty || bases[samples[i].fails]++ >= most_bases) continue;
        for (const long tiles : {0, 1, 2, 7})
            for (const long rest : {0L, 1L, border, border + 1, a.modulus - 1})
                if (auto one = pool_->with_length(cases[i], a.left, tiles * a.modulus + rest))
                    beside.push_back(std::move(*one));
        const feature* const f = samples[i].features.find(a.left);
        if (!f || !samples[i].fails || bases[true] > 1) continue;
        for (const long m : steps)
            for (const long times : {1, 5, 37})
                if (auto one = pool_->with_length(cases[i], a.left,
                                                  static_cast<long>(f->number) + times * m))
                    beside.push_back(std::move(*one));
    }
    add_all(beside);
}

std::vector<pool_case> sampling::with_other_lengths(const json& the_case, const std::string& name,
                                                    long n) const {
    std::vector<pool_case> all;
    for (const contract_dim& other : pool_->kernel()->contract().dims)
        for (const long length : {1L, n - 1, n, n + 1, 3 * n})
            if (other.name != name && !other.few)
                if (auto one = pool_->with_length(the_case, other.name, length))
                    all.push_back(std::move(*one));
    return all;
}

// All samples, first those that this comparison alone decides.
std::vector<std::size_t> sampling::decided_by(const condition& c, const atom& a) const {
    const auto is_it = [&](const atom& other) { return other.text() == a.text(); };
    const auto has_it = [&](const auto& group) { return std::ranges::any_of(group, is_it); };
    std::vector<condition> without = c.without_each();
    std::erase_if(without,
                  [&](const condition& less) { return std::ranges::any_of(less.groups, has_it); });
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_partition(order, [&](std::size_t i) {
        const case_features& f = samples[i].features;
        return std::ranges::any_of(
            without, [&](const condition& less) { return less.predicts(f) != c.predicts(f); });
    });
    return order;
}

// Around the border of a relation of two lengths, or of a length and a number, each with the other as it is in failing and in
// passing cases: first of all in those that it alone decides.
void sampling::beside_a_relation(const condition& c, const atom& a) {
    std::array<std::size_t, 2> bases{};
    std::vector<pool_case> beside;
    for (const std::size_t i : decided_by(c, a)) {
        if (samples[i].features.empty || bases[samples[i].fails]++ >= most_bases) continue;
        for (const auto& [changed, other] : {std::pair(&a.left, &a.right), {&a.right, &a.left}}) {
            const feature* const f = samples[i].features.find(*other);
            if (!f) continue;
            const bool of_left = changed == &a.left;
            const long step = of_left ? a.tile : a.right_tile;
            // As many tiles as the other one has.
            const long of_other = of_left ? a.right_tile : a.tile;
            const long n = (static_cast<long>(f->number) + of_other - 1) / of_other * step;
            for (const long length : {n - step, n - step + 1, n - 1, n, n + 1, n / 2, 2 * n, 1L})
                if (auto one = pool_->with_length(cases[i], *changed, length))
                    beside.push_back(std::move(*one));
        }
    }
    add_all(beside);
}

// Cases at both sides of each threshold, and half way to the next known ones.
bool sampling::sharp(const condition& c) {
    for (const auto& group : c.groups)
        for (const atom& a : group) {
            if (a.kind == feature_kind::length && a.right.empty() &&
                (a.how == comparison::equal || a.how == comparison::unequal))
                beside_a_length(c, a);
            if (a.kind == feature_kind::length && a.right.empty() && a.how >= comparison::divisible)
                at_multiples(a);
            if ((a.kind == feature_kind::length || a.kind == feature_kind::number) &&
                !a.right.empty())
                beside_a_relation(c, a);
            if (a.modulus) {
                beside_a_remainder(a);
                continue;
            }
            if ((a.kind != feature_kind::length && a.kind != feature_kind::count) ||
                !a.right.empty() || a.how > comparison::at_most)
                continue;
            const std::vector<std::string> names = factors_of(a.left);  // or the length itself
            const auto border = static_cast<long>(a.constant);
            long below = 0, above = 2 * border + 2;
            for (const sample& s : samples) {
                const feature* const f = s.features.find(a.left);
                const long n = f ? static_cast<long>(f->number) : 0;
                if (n <= border) below = std::max(below, n);
                if (n > border) above = std::min(above, n);
            }
            std::size_t bases = 0;
            std::vector<pool_case> beside;
            for (const std::size_t i : decided_by(c, a)) {
                if (!samples[i].fails) continue;
                if (bases++ == most_bases) break;
                for (const long n : {border, border + 1})
                    for (pool_case& one : with_factors(cases[i], names, n))
                        beside.push_back(std::move(one));
                for (const long n :
                     {border, border + 1, (below + border) / 2, (above + border) / 2})
                    for (const std::string& name : names)
                        if (const auto one = with_product(cases[i], names, name, n)) {
                            beside.push_back(*one);
                            if (bases == 1)
                                for (pool_case& other : with_other_lengths(one->the_case, name, n))
                                    beside.push_back(std::move(other));
                        }
            }
            add_all(beside);
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
        auto decided = static_cast<std::size_t>(
            std::ranges::count_if(samples, [&](const sample& s) { return differ(s.features); }));
        std::vector<pool_case> deciding;
        for (const pool_case& other : others)
            if (deciding.size() + decided < deciding_wanted && differ(other.features))
                deciding.push_back(other);
        expect_later(deciding);
        for (std::size_t i = 0; i < others.size() && decided < deciding_wanted; ++i) {
            if (out_of_time()) return false;
            if (!differ(others[i].features)) continue;
            const std::size_t before = samples.size();
            add(others[i]);
            decided += samples.size() - before;
        }
        // One length: the same one in other cases, unless there are none.
        const bool of_one = decided > 0 && decided < least_deciding;
        for (std::size_t i = 0; of_one && i < samples.size() && decided < least_deciding; ++i) {
            if (!differ(samples[i].features)) continue;
            for (const pool_case& other :
                 pool_->laid_otherwise(cases[i], kept_by(c, less), deciding_wanted)) {
                const std::size_t before = samples.size();
                if (out_of_time()) return false;
                if (differ(other.features)) add(other);
                decided += samples.size() - before;
            }
        }
        std::size_t asked = 0;
        for (std::size_t i = 0; i < samples.size() && asked < most_asked && !out_of_time(); ++i) {
            if (samples[i].fails || !differ(samples[i].features)) continue;
            ++asked;
            if (!doubted_.insert(cases[i].dump() + " that decides").second) continue;
            fail_for_any_of(i, pool_->with_other_contents(cases[i], many_contents));
        }
        if (decided < least_deciding && !of_one) return false;
    }
    return all_agree(c);
}

// How far the lengths, and numbers of elements, are from those that the condition names.
static double beyond_thresholds(const condition& c, const case_features& features) {
    double all = 0;
    for (const auto& group : c.groups)
        for (const atom& a : group)
            if (const feature* const f = features.find(a.left);
                f && a.right.empty() && a.how <= comparison::at_most &&
                (a.kind == feature_kind::length || a.kind == feature_kind::count))
                all += std::abs(a.left_of(f->number) - a.constant);
    return all;
}

// Do the passing cases next to the thresholds pass with each kind of contents? For other data these may be elsewhere.
bool sampling::same_for_other_contents(const condition& c) {
    const kernel_view* const view = pool_->kernel();
    if (!view) return true;
    std::vector<std::size_t> passing;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (!samples[i].fails && !samples[i].features.empty &&
            work_of(view->contract(), view->case_of(cases[i])) <= large_work)
            passing.push_back(i);
    std::ranges::stable_sort(
        passing, {}, [&](std::size_t i) { return beyond_thresholds(c, samples[i].features); });
    if (passing.size() > most_near) passing.resize(most_near);
    for (const std::size_t i : passing)
        if (!out_of_time() && doubted_.insert(cases[i].dump()).second)
            fail_for_any_of(
                i, pool_->with_each_kind(cases[i], some_data ? many_of_each_kind : of_each_kind));
    for (const std::size_t i : passing)
        if (!out_of_time() && !samples[i].fails &&
            doubted_.insert(cases[i].dump() + " for rare values").second)
            fail_for_rare_values(i);
    look_for_passing_contents();
    return all_agree(c);
}

void sampling::fail_for_any_of(std::size_t sample, const std::vector<nlohmann::json>& contents) {
    judge_each(contents, [&](const json&, std::optional<bool> failed) {
        if (failed.value_or(false)) samples[sample].fails = some_data = true;
        return !failed.value_or(false);
    });
}

// Does the smallest failing case pass with some contents of some kind?
void sampling::look_for_passing_contents() {
    std::optional<std::size_t> smallest;
    double least = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double work =
            work_of(pool_->kernel()->contract(), pool_->kernel()->case_of(cases[i]));
        if (samples[i].fails && (!smallest || work < least)) smallest = i, least = work;
    }
    if (!smallest || some_data || !doubted_.insert(cases[*smallest].dump() + " to pass").second)
        return;
    judge_each(pool_->with_each_kind(cases[*smallest], many_of_each_kind),
               [&](const json&, std::optional<bool> failed) {
                   some_data = !failed.value_or(true);
                   return !some_data;
               });
}

// How often the failing case fails with contents of its own kind, for each element (or other step of its work).
double sampling::rarity_of(const nlohmann::json& the_case) {
    const kernel_view* const view = pool_->kernel();
    if (!view || !the_case.contains("data_seed")) return 0;
    int asked = 0, failed = 0;
    judge_each(with_seeds(the_case, most_of_rate, 13, 15),
               [&](const json&, std::optional<bool> again) {
                   ++asked;
                   failed += again.value_or(false);
                   return failed < enough_of_rate;
               });
    seldom = 2 * failed < asked;
    const double work = std::max(work_of(view->contract(), view->case_of(the_case)), 1.0);
    return asked == 0 ? 0 : std::max(failed, 1) / (asked * work);
}

// Few elements seldom hold a rare value. Until they would have held it, that they pass says nothing of their number.
void sampling::fail_for_rare_values(std::size_t sample) {
    if (rare_ == 0) return;
    const kernel_view& view = *pool_->kernel();
    json c = cases[sample];
    const double work = std::max(work_of(view.contract(), view.case_of(c)), 1.0);
    const int contents =
        static_cast<int>(std::min(-std::log(chance_to_miss) / (rare_ * work), most_of_rare));
    c["data"] = request_.the_case["data"];
    const auto known = rare_seeds_.try_emplace(c.value("dims", json()).dump(), 0).first;
    std::vector<json> all = with_seeds(c, std::max(contents, 0), 17, 3);
    if (!all.empty()) all[0]["data_seed"] = known->second;
    judge_each(all, [&](const json& other, std::optional<bool> failed) {
        if (!failed.value_or(false)) return true;
        samples[sample].fails = true;
        known->second = other["data_seed"];
        return false;
    });
}

// Where no condition fits, cases of few elements may have passed because they held no rare value.
bool sampling::some_passed_by_luck() {
    bool some = false;
    for (std::size_t i = 0; rare_ > 0 && i < samples.size() && !out_of_time(); ++i) {
        if (samples[i].fails || samples[i].features.empty ||
            !doubted_.insert(cases[i].dump() + " for rare values").second)
            continue;
        fail_for_rare_values(i);
        some = some || samples[i].fails;
    }
    return some;
}

// A sceptic's cases, around a failing and a passing one, the cheap ones first: those near from the beginning, those far off
// for what has stood all else. What there is no time for is tried when all else has been.
void sampling::doubt(bool far, double share_of_time) {
    std::vector<nlohmann::json> bases;
    for (const bool fails : {true, false})
        for (std::size_t i = 0; i < samples.size(); ++i)
            if (samples[i].fails == fails && !samples[i].features.empty) {
                bases.push_back(cases[i]);
                break;
            }
    if (add_all(pool_->counter_cases(bases, request_.constants, far), share_of_time))
        (far ? doubted_far_ : doubted_near_) = true;
}

bool sampling::withstands(const condition& c) {
    if (!doubted_near_) doubt(false);
    if (doubted_near_ && all_agree(c) && !doubted_far_) doubt(true);
    return doubted_far_ && all_agree(c);
}

// By drawn cases that it was not learned from.
bool sampling::confirmed(const condition& c) {
    if (failing() < least_of_each || (!c.always() && passing() < least_of_each)) {
        const std::size_t before = samples.size();
        add_all(pool_->neighbours(run_at_once));
        if (samples.size() > before) return false;
    }
    std::size_t agreed = 0, draws = 0, in_vain = 0, dear = 0;
    std::deque<std::vector<pool_case>> drawn;  // none or one each
    while (agreed < agreements_wanted && !out_of_time()) {
        // There are no others, or all that are left are dear.
        if (in_vain > most_in_vain) return dear == 0 || agreed >= least_agreements;
        // Not by what agreed: neighbours may all be known.
        if (drawn.empty()) {
            std::vector<pool_case> expected;
            for (std::size_t i = 0; i < drawn_at_once; ++i) {
                drawn.push_back(draws++ % 3 == 2 ? pool_->neighbours(1) : pool_->anywhere(1));
                expected.insert(expected.end(), drawn.back().begin(), drawn.back().end());
            }
            expect_later(expected);
        }
        const std::vector<pool_case> one = std::move(drawn.front());
        drawn.pop_front();
        const std::size_t before = samples.size();
        if (one.empty())
            ++dear;
        else
            add(one[0]);
        if (samples.size() == before) {
            ++runs_;  // one that is known, or cannot be judged, or all that were drawn are dear
            ++in_vain;
            continue;
        }
        in_vain = 0;
        if (!agrees(c, samples.back())) return false;
        ++agreed;
    }
    return agreed >= agreements_wanted;
}

// Long cases that this bug leaves alone: most of those that have passed are short, and another bug may hide behind it.
void sampling::look_beyond(const condition& c) {
    const double end = seconds() + seconds_beyond;
    for (const pool_case& one : pool_->long_ones()) {
        if (c.predicts(one.features)) continue;
        std::vector<json> all = pool_->with_other_contents(one.the_case, 1);
        all.push_back(one.the_case);
        for (const json& each : all) {
            if (other || seconds() > end) return;
            (void)judged(each);
        }
    }
}

sampling::trial sampling::try_fresh(std::size_t count, std::uint64_t seed) {
    trial t;
    limited_ = false;
    const condition& said = found ? *found : likely.value();
    case_pool fresh(subject(), request_.the_case, seed);
    if (frozen_) (void)fresh.freeze();
    for (std::size_t i = 0; i < 3 * count && t.cases < count; ++i) {
        const auto drawn = i % 3 == 0   ? fresh.anywhere(1)
                           : i % 3 == 1 ? fresh.neighbours(1)
                                        : fresh.far(1);
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
