// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/case_pool.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

namespace tileproof::diagnosis {
namespace {

using namespace properties;
using nlohmann::json;

constexpr long lengths[] = {1,   2,   3,   4,   5,   6,   7,   8,   9,   12,  15,   16,   17,
                            24,  31,  32,  33,  47,  48,  63,  64,  65,  96,  127,  128,  129,
                            192, 255, 256, 257, 300, 511, 512, 513, 640, 768, 1023, 1024, 1025};
constexpr std::size_t small_lengths = 24;  // of these: up to 65
constexpr int few_kinds = 4;
constexpr long_index_t offsets[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16}, slacks[] = {0, 1, 2, 3, 4, 8};

}  // namespace

case_pool::case_pool(const property& p, const json& failing, std::uint64_t seed)
    : property_(p),
      view_(view_of(p)),
      failing_(failing),
      from_(seed),
      seed_(seed),
      most_work_(p.device() == "cpu-checked" ? 1 << 12 : 1 << 14),
      most_far_work_(16 * most_work_) {
    if (!view_) return;
    base_ = view_->case_of(failing);
    moduli_ = moduli_of(view_->contract(), view_->range());
    most_work_ = std::max(most_work_, 4 * work_of(view_->contract(), *base_));
    most_far_work_ = std::max(most_far_work_, most_work_);
}

void case_pool::limit_cost(std::vector<double> shares, double most) {
    shares_ = std::move(shares);
    most_cost_ = most;
}

double case_pool::cost_of(const kernel_case& c) const {
    double cost = 1;
    for (std::size_t d = 0; d < shares_.size(); ++d)
        cost *= 1 + shares_[d] * static_cast<double>(std::max(c.dims[d] - base_->dims[d], 0L));
    return cost;
}

pool_case case_pool::of(const json& the_case) const {
    if (!view_) return {the_case, labelled_features(property_, the_case)};
    return {the_case, features_of(view_->contract(), view_->range(), view_->case_of(the_case),
                                  property_.device())};
}

std::optional<pool_case> case_pool::sensible(kernel_case c, double most_work) const {
    const kernel_contract& contract = view_->contract();
    c.fence = base_->fence;
    c.data = base_->data;
    c.data_seed = base_->data_seed;
    c.relation = base_->relation;
    c.repeats = base_->repeats;
    if (frozen_) {
        c.parameters = base_->parameters;
        c.choices = base_->choices;
        c.type = base_->type;
        for (std::size_t o = 0; o < c.operands.size(); ++o)
            c.operands[o].offset = base_->operands[o].offset;
    }
    if (contract.settle) contract.settle(c);
    if (!why_senseless(contract, c).empty() || !why_outside(contract, view_->range(), c).empty() ||
        work_of(contract, c) > most_work ||
        (!shares_.empty() && cost_of(c) > most_cost_ * most_work / most_work_))
        return std::nullopt;
    for (std::size_t o = 0; o < c.operands.size(); ++o)
        if (reach_of(contract, c, o) > (1 << 19)) return std::nullopt;
    return of(view_->json_of(c));
}

std::optional<pool_case> case_pool::as_failing(const json& the_case) const try {
    if (view_) return sensible(view_->case_of(the_case), most_work_);
    return of(the_case);
} catch (const bad_case&) {  // one that makes no sense on purpose
    return std::nullopt;
}

// Of many kinds every other time the failing case's own, and between them the simplest, whose results are often exact, and
// others, from case to case.
std::vector<json> case_pool::with_other_contents(const json& the_case, int count) const {
    std::vector<json> all;
    if (!view_ || count == 0) return all;
    kernel_case c = view_->case_of(the_case);
    const int kinds = static_cast<int>(view_->contract().data.kinds.size()), own = c.data;
    const bool many = kinds > few_kinds;
    const int first =
        many ? static_cast<int>((own + std::accumulate(c.dims.begin(), c.dims.end(), 0L)) % kinds)
             : own;
    for (int i = 0; i < std::max(count, std::min(kinds, few_kinds)); ++i) {
        c.data = many && i % 2 == 0 ? own
                 : many && i == 1
                     ? 0
                     : (first + (i + 1) * (kinds - 1)) % kinds;  // the last are the fullest
        c.data_seed = c.data_seed * 5 + 77;
        all.push_back(view_->json_of(c));
    }
    return all;
}

std::vector<json> case_pool::with_each_kind(const json& the_case, int count) const {
    std::vector<json> all;
    kernel_case c = view_->case_of(the_case);
    for (int i = 0; i < count; ++i)
        for (c.data = 0; c.data < std::ssize(view_->contract().data.kinds); ++c.data) {
            c.data_seed = c.data_seed * 5 + 77;
            all.push_back(view_->json_of(c));
        }
    return all;
}

std::optional<pool_case> case_pool::with_length(const json& the_case, const std::string& name,
                                                long length) const {
    if (!view_) return std::nullopt;
    kernel_case c = view_->case_of(the_case);
    const slack_list slack = slack_of(view_->contract(), c);
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        if (view_->contract().dims[d].name != name) continue;
        c.dims[d] = length;
        set_slack(view_->contract(), slack, c);
        fit(view_->contract(), view_->range(), c);
        return c.dims[d] == length ? as_failing(view_->json_of(c)) : std::nullopt;
    }
    return std::nullopt;
}

std::vector<pool_case> case_pool::long_ones() const {
    std::vector<pool_case> all;
    const std::size_t dims = view_ ? base_->dims.size() : 0;
    for (const long_index_t longest : {320, 1280, 5120})
        for (std::size_t a = 0; a < dims; ++a)
            for (std::size_t b = 0; b < dims; ++b)
                for (const long_index_t shorter : {64, 257}) {
                    if (a == b && dims > 1) continue;
                    kernel_case c = *base_;
                    const slack_list slack = slack_of(view_->contract(), c);
                    c.dims[b] = shorter;
                    c.dims[a] = longest + (a == b && shorter != 64);
                    set_slack(view_->contract(), slack, c);
                    fit(view_->contract(), view_->range(), c);
                    if (auto one = sensible(std::move(c), most_far_work_))
                        all.push_back(std::move(*one));
                }
    return all;
}

std::vector<std::string> case_pool::freeze() {
    std::vector<std::string> words;
    if (!view_ || frozen_) return words;
    frozen_ = true;
    const kernel_contract& contract = view_->contract();
    if (contract.types.size() > 1) words.push_back("type " + contract.types[base_->type].name);
    for (std::size_t i = 0; i < base_->parameters.size(); ++i)
        words.push_back(fmt::format("{} {}", contract.parameters[i].name, base_->parameters[i]));
    for (std::size_t i = 0; i < base_->choices.size(); ++i)
        words.push_back(contract.choices[i].name + " " +
                        contract.choices[i].values[static_cast<std::size_t>(base_->choices[i])]);
    if (view_->range().shifted) {
        const bool at_start =
            std::ranges::all_of(base_->operands, [](const auto& o) { return o.offset == 0; });
        words.push_back(at_start ? "operands at the start of their buffers"
                                 : "the offsets of this case");
    }
    return words;
}

void case_pool::length_changed(kernel_case& c, std::size_t dim) {
    const bool few = view_->contract().dims[dim].few;
    const std::size_t most = from_.chance(70) ? small_lengths : std::size(lengths);
    const long length =
        few ? from_.between(1, 4) : lengths[from_.below(static_cast<long_index_t>(most))];
    const long_index_t multiple = view_->range().multiple(dim);
    c.dims[dim] = supported(view_->range(), dim, multiple > 1 ? length * multiple : length);
}

// First one length, then two, in the end all, and now and then two that are equal.
kernel_case case_pool::shape_changed(int round) {
    kernel_case c = *base_;
    const slack_list slack = slack_of(view_->contract(), c);
    const auto n = static_cast<long_index_t>(c.dims.size());
    const auto any = [&] { return static_cast<std::size_t>(from_.below(n)); };
    const int changes = round % 4 == 3 ? static_cast<int>(n) : 1 + round % 2;
    for (int i = 0; i < changes; ++i)
        length_changed(c, changes == n ? static_cast<std::size_t>(i) : any());
    if (n > 1 && from_.chance(15)) c.dims[any()] = c.dims[any()];
    set_slack(view_->contract(), slack, c);
    return c;
}

void case_pool::layout_changed(kernel_case& c) {
    const kernel_contract& contract = view_->contract();
    const kernel_range& range = view_->range();
    slack_list slack = slack_of(contract, c);
    for (std::size_t o = 0; o < slack.size(); ++o) {
        if (range.ordered && from_.chance(30))
            c.operands[o].order =
                static_cast<int>(from_.below(std::ssize(contract.operands[o].orders)));
        for (std::size_t i = 0; i + 1 < slack[o].size(); ++i)
            if (range.strided && !contract.operands[o].strides[i].empty() && from_.chance(60))
                slack[o][i] = from_.chance(40) ? 0 : from_.between(1, 8) * range.stride_multiple;
        const bool shifts = !contract.operands[o].offset.empty() && range.shifted;
        if (shifts && from_.chance(50)) c.operands[o].offset = from_.between(0, 8);
    }
    if (from_.chance(50))
        c.type = range.type(static_cast<std::size_t>(
            from_.below(static_cast<long_index_t>(range.type_count(contract)))));
    for (std::size_t i = 0; i < c.parameters.size(); ++i)
        if (from_.chance(40)) c.parameters[i] = contract.parameters[i].random(from_, c);
    for (std::size_t i = 0; i < c.choices.size(); ++i)
        if (from_.chance(40))
            c.choices[i] = static_cast<int>(from_.below(std::ssize(contract.choices[i].values)));
    set_slack(contract, slack, c);
}

std::vector<pool_case> case_pool::neighbours(std::size_t count) {
    if (!view_) return smaller_ones(count);
    std::vector<pool_case> all;
    for (std::size_t i = 0; all.size() < count && i < 4 * count; ++i) {
        kernel_case c = i % 5 == 4 ? *base_ : shape_changed(static_cast<int>(i));
        if (i % 5 == 4 || i % 3 == 0) layout_changed(c);
        fit(view_->contract(), view_->range(), c);
        if (auto one = as_failing(view_->json_of(c))) all.push_back(std::move(*one));
    }
    return all;
}

// Steps down from cases that are drawn: of what is not a kernel, the neighbours that are known.
std::vector<pool_case> case_pool::laid_otherwise(const json& the_case, const std::string& keep,
                                                 std::size_t count) {
    std::vector<pool_case> all;
    if (!view_) return all;
    const kernel_contract& contract = view_->contract();
    const kernel_case base = view_->case_of(the_case);
    const slack_list slack = slack_of(contract, base);
    for (std::size_t i = 0; i < count; ++i) {
        kernel_case c = base;
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            if (contract.dims[d].name != keep && from_.chance(50)) length_changed(c, d);
        set_slack(contract, slack, c);
        layout_changed(c);
        fit(contract, view_->range(), c);
        if (auto one = as_failing(view_->json_of(c))) all.push_back(std::move(*one));
    }
    return all;
}

std::vector<pool_case> case_pool::smaller_ones(std::size_t count) {
    std::vector<pool_case> all;
    json at = failing_;
    std::uint64_t lengths_state = seed_ + drawn_;
    while (all.size() < count) {
        std::vector<json> next = property_.smaller(at);
        for (std::size_t i = 0; i < std::min<std::size_t>(next.size(), 6); ++i)
            all.push_back(of(next[static_cast<std::size_t>(from_.below(std::ssize(next)))]));
        const std::vector<pool_case> drawn = anywhere(1);
        if (drawn.empty()) break;
        all.push_back(drawn[0]);
        for (const json& near : {failing_, drawn[0].the_case})
            if (const auto tile = near.find("tile"); tile != near.end() && tile->is_string()) {
                json changed = near;
                changed["tile"] = tile_with_other_lengths(tile->get<std::string>(), lengths_state);
                all.push_back(of(changed));
            }
        at = drawn[0].the_case;
    }
    return all;
}

std::vector<pool_case> case_pool::anywhere(std::size_t count) {
    std::vector<pool_case> all;
    for (std::size_t i = 0; all.size() < count && i < 4 * count; ++i) {
        rc::Random random(seed_ * 1'000'003 + drawn_++);
        const int size = static_cast<int>(drawn_ % 101);
        if (auto one = as_failing(property_.generate(random, size))) all.push_back(std::move(*one));
    }
    return all;
}

std::vector<pool_case> case_pool::far(std::size_t count) {
    std::vector<pool_case> all;
    if (!view_) return anywhere(count);
    for (std::size_t i = 0; all.size() < count && i < 8 * count; ++i) {
        kernel_case c = *base_;
        const slack_list slack = slack_of(view_->contract(), c);
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            if (view_->contract().dims[d].few || (c.dims.size() > 1 && from_.chance(40))) continue;
            const long_index_t most = long_index_t{1} << from_.between(1, 17);
            c.dims[d] = supported(view_->range(), d, from_.between(1, most));
        }
        set_slack(view_->contract(), slack, c);
        if (from_.chance(30)) layout_changed(c);
        fit(view_->contract(), view_->range(), c);
        if (auto one = sensible(std::move(c), most_far_work_)) all.push_back(std::move(*one));
    }
    return all;
}

std::set<long> case_pool::worth_trying(std::size_t dim, const std::set<long>& constants) const {
    const contract_dim& d = view_->contract().dims[dim];
    std::set<long> all;
    const auto add = [&](long n) {
        for (const long beside : {n - 1, n, n + 1})
            if (beside > 0) all.insert(supported(view_->range(), dim, beside));
    };
    for (const long n : constants) {
        add(n);
        for (const long times : {2, 3}) all.insert(supported(view_->range(), dim, times * n));
    }
    for (const long_index_t n : d.edges) add(n);
    for (const long_index_t n : d.launch_edges) add(n);
    for (long n = 256; n <= 1 << 18; n *= 2) add(n);
    return all;
}

std::vector<pool_case> case_pool::counter_cases(const std::vector<json>& bases,
                                                const std::set<long>& constants, bool far) const {
    std::vector<std::pair<std::pair<double, double>, pool_case>> all;
    if (!view_) return {};
    const kernel_contract& contract = view_->contract();
    const auto add = [&](kernel_case c) {
        fit(contract, view_->range(), c);
        const double work = work_of(contract, c), cost = cost_of(c);
        const bool is_far = work > most_work_ || (!shares_.empty() && cost > most_cost_);
        if (is_far != far) return;
        if (auto one = sensible(std::move(c), most_far_work_))
            all.emplace_back(std::pair(cost, work), std::move(*one));
    };
    for (const json& base : bases) {
        const kernel_case c = view_->case_of(base);
        const slack_list slack = slack_of(contract, c);
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            if (contract.dims[d].few) continue;
            for (const long length : worth_trying(d, constants)) {
                kernel_case other = c;
                other.dims[d] = length;
                const auto with_others = [&](std::optional<long> others) {
                    for (std::size_t i = 0; others && i < c.dims.size(); ++i)
                        if (i != d && !contract.dims[i].few)
                            other.dims[i] = supported(view_->range(), i, *others);
                    set_slack(contract, slack, other);
                    add(other);
                };
                with_others({});
                const bool named = constants.contains(length) || constants.contains(length - 1);
                if (c.dims.size() == 1 || !named) continue;
                for (const long others : {1L, length + 9}) with_others(others);
            }
        }
        for (std::size_t o = 0; o < c.operands.size(); ++o) {
            for (const long_index_t offset : offsets) {
                if (contract.operands[o].offset.empty() || !view_->range().shifted) break;
                kernel_case other = c;
                other.operands[o].offset = offset;
                add(std::move(other));
            }
            for (std::size_t i = 0; i + 1 < slack[o].size(); ++i)
                for (const long_index_t more : slacks) {
                    if (contract.operands[o].strides[i].empty() || !view_->range().strided) break;
                    kernel_case other = c;
                    slack_list apart = slack;
                    apart[o][i] = more * view_->range().stride_multiple;
                    set_slack(contract, apart, other);
                    add(std::move(other));
                }
        }
    }
    std::ranges::sort(all, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<pool_case> sorted;
    for (auto& [price, one] : all) sorted.push_back(std::move(one));
    return sorted;
}

}  // namespace tileproof::diagnosis
