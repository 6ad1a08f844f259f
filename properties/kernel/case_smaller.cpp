// SPDX-License-Identifier: MIT
// Steps that simplify a case of any contract.
#include "properties/kernel/contract.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace tileproof::properties {
namespace {

using devices::placement;

class steps {
  public:
    steps(const kernel_contract& contract, const kernel_range& range, const kernel_case& c)
        : contract_(contract), range_(range), case_(c), slack_(slack_of(contract, c)) {}

    std::vector<kernel_case> all() {
        plain_and_small();
        for (std::size_t d = 0; d < case_.dims.size(); ++d) length(d);
        for (const auto& [a, b] : contract_.alike) lay_flat(a, b);
        pairs();
        if (case_.huge && work_of(contract_, case_) <= contract_.most_work)
            member(&kernel_case::huge, false);
        member(&kernel_case::relation, 0);
        for (std::size_t o = 0; o < slack_.size(); ++o)
            for (std::size_t i = 0; i < slack_[o].size(); ++i) stride(o, i);
        for (std::size_t o = 0; o < case_.operands.size(); ++o) order(o);
        for (std::size_t i = 0; i < case_.parameters.size(); ++i) parameter(i);
        for (std::size_t i = 0; i < case_.choices.size(); ++i)
            for (int simpler = 0; simpler < case_.choices[i]; ++simpler)
                with([&](kernel_case& c) { c.choices[i] = simpler; });
        offsets();
        member(&kernel_case::fence, placement::plain);
        if (case_.fence == placement::fence_before)
            member(&kernel_case::fence, placement::fence_after);
        for (int simpler = 0; simpler < case_.data; ++simpler) member(&kernel_case::data, simpler);
        member(&kernel_case::data_seed, std::uint32_t{0});
        if (case_.data_seed > 15) member(&kernel_case::data_seed, case_.data_seed % 16);
        if (case_.repeats > 1) {
            member(&kernel_case::repeats, 1);
            member(&kernel_case::repeats, case_.repeats - 1);
        }
        for (std::size_t i = 0; i < range_.type_count(contract_); ++i) {
            if (range_.type(i) >= case_.type) break;
            with([&](kernel_case& c) { c.type = range_.type(i); });
        }
        return std::move(list_);
    }

  private:
    template <class F>
    void with(F change) {
        kernel_case next = case_;
        change(next);
        add(std::move(next));
    }
    void add(kernel_case next) {
        if (sensible_)
            fit(contract_, range_, next);
        else if (contract_.settle)
            contract_.settle(next);
        if (!(next == case_)) list_.push_back(std::move(next));
    }
    template <class T>
    void member(T kernel_case::*which, T value) {
        if (case_.*which != value) with([&](kernel_case& c) { c.*which = value; });
    }

    long_index_t least(std::size_t d) const {
        return std::max<long_index_t>(supported(range_, d, range_.multiple(d)), 1);
    }

    // The plainest cases of all, offered to every larger case, because two things may have to change together to keep
    // it failing. Ends at the case itself if it is one of them.
    void plain_and_small() {
        std::vector<std::size_t> long_dims;
        long_index_t elements = 1;
        for (std::size_t d = 0; d < case_.dims.size(); ++d) {
            if (case_.dims[d] < 1 || case_.dims[d] > (long_index_t{1} << 31)) return;
            elements *= std::min<long_index_t>(case_.dims[d], 64);
            elements = std::min<long_index_t>(elements, 1 << 20);
            if (!contract_.dims[d].few && range_.most_of(d) != 1) long_dims.push_back(d);
        }
        if (!sensible_ || long_dims.size() > 3) return;
        std::vector<long_index_t> dims;
        for (std::size_t d = 0; d < case_.dims.size(); ++d) dims.push_back(least(d));
        for (unsigned twice = 0; twice < 1u << long_dims.size(); ++twice) {
            std::vector<long_index_t> shape = dims;
            long_index_t size = 1;
            for (std::size_t i = 0; i < long_dims.size(); ++i)
                if (twice >> (long_dims.size() - 1 - i) & 1) shape[long_dims[i]] *= 2;
            for (const long_index_t n : shape) size *= n;
            if (size > elements) continue;
            kernel_case plain = plain_case(contract_, shape, range_.type(0));
            fit(contract_, range_, plain);
            if (plain == case_) return;
            list_.push_back(plain);
            // Other data are simpler if they are dense.
            if (contract_.data.dense < 0 || size > 2) continue;
            if (size == elements && case_.data < contract_.data.dense) continue;
            plain.data = contract_.data.dense;
            if (plain == case_) return;
            list_.push_back(plain);
        }
        if (!range_.strided || list_.empty()) return;
        // The largest of them with all rows apart, and each one smaller than the case with the rows of one operand
        // apart.
        std::vector<kernel_case> apart;
        for (const kernel_case& plain : list_) {
            if (elements > 4 && plain == list_.back()) apart.push_back(with_rows_apart(plain, {}));
            if (long_dims.size() > 2 || size_of(plain) >= elements) continue;
            for (std::size_t o = 0; o < case_.operands.size(); ++o)
                apart.push_back(with_rows_apart(plain, o));
        }
        for (kernel_case& c : apart) {
            if (c == case_) return;
            list_.push_back(std::move(c));
        }
    }

    static long_index_t size_of(const kernel_case& c) {
        long_index_t size = 1;
        for (const long_index_t n : c.dims) size *= n;
        return size;
    }
    // Moves the rows of one operand, or of all, apart.
    kernel_case with_rows_apart(kernel_case c, std::optional<std::size_t> one) const {
        slack_list slack = slack_of(contract_, c);
        for (std::size_t o = 0; o < slack.size(); ++o)
            if ((!one || *one == o) && slack[o].size() >= 2 &&
                !contract_.operands[o].strides[slack[o].size() - 2].empty())
                slack[o][slack[o].size() - 2] = range_.stride_multiple;
        set_slack(contract_, slack, c);
        fit(contract_, range_, c);
        return c;
    }

    // Towards one step, because an element says more than none; negative lengths towards -1. Rows keep their gap, or
    // their distance. Each shorter case is also tried with dense data, in which no number is 0 and no sum is 0 by
    // chance, and with a fence, in case the failure needs these.
    void length(std::size_t d) {
        const long_index_t now = case_.dims[d],
                           step = std::max<long_index_t>(range_.multiple(d), 1);
        const auto to = [&](long_index_t value) {
            kernel_case next = case_;
            next.dims[d] = value;
            kernel_case as_far = next;
            set_slack(contract_, slack_, next);
            add(next);
            if (value > 0 && now > 0 && !(as_far == next) && range_.strided) add(as_far);
            if (contract_.data.dense < 0) return;
            if (next.fence == placement::plain) {
                next.fence = placement::fence_after;
                add(next);
                next.fence = case_.fence;
            }
            if (next.data == contract_.data.dense) return;
            next.data = contract_.data.dense;
            next.data_seed = 0;
            add(next);
        };
        const long_index_t one = least(d);
        if (now == 0 || now > one) to(one);
        for (long_index_t gap = now / 2 / step * step; gap >= step; gap = gap / 2 / step * step)
            if (now - gap > one) {
                to(now - gap);
                lengths_.insert({d, now - gap});
            }
        if (now % step && now > step) to(now / step * step - 1 > 0 ? now - step : now);
        other_lengths(d, one, step);
        if (now < -1) to(-1);
        const long_index_t most = contract_.dims[d].most;
        if (most > 0 && now > most + 1) to(most + 1);
    }

    // 4 for 76: if lengths fail only a whole tile apart, halving finds no shorter one. So try the smallest ones, and
    // those that are shorter by a power of two.
    void other_lengths(std::size_t d, long_index_t one, long_index_t step) {
        const long_index_t now = case_.dims[d];
        const auto to = [&](long_index_t value) {
            if (value <= one || value >= now || !lengths_.insert({d, value}).second) return;
            with([&](kernel_case& c) {
                c.dims[d] = value;
                set_slack(contract_, slack_, c);
            });
        };
        for (const long_index_t few : {2, 3, 4}) to(few * step);
        for (long_index_t gap = 1; gap < now / step; gap *= 2) to(now - gap * step);
    }

    // Two dims shortened together, in case shortening either one alone hides the failure.
    void pairs() {
        for (std::size_t a = 0; a < case_.dims.size(); ++a)
            for (std::size_t b = a + 1; b < case_.dims.size(); ++b) {
                if (case_.dims[a] < 3 || case_.dims[b] < 3) continue;
                with([&](kernel_case& c) {
                    for (const std::size_t d : {a, b})
                        c.dims[d] =
                            std::max(supported(range_, d, (case_.dims[d] + 1) / 2), least(d));
                    set_slack(contract_, slack_, c);
                });
            }
    }

    // Exchanges two dims, so that a tall matrix becomes wide: perhaps nothing shorter than 31 x 1 fails although 1 x
    // 2 does. Never back, so that steps end.
    void lay_flat(std::size_t a, std::size_t b) {
        if (case_.dims[b] < 1 || case_.dims[a] <= case_.dims[b]) return;
        with([&](kernel_case& c) {
            std::swap(c.dims[a], c.dims[b]);
            set_slack(contract_, slack_, c);
        });
    }

    void stride(std::size_t o, std::size_t level) {
        if (contract_.operands[o].strides[level].empty()) return;
        const long_index_t now = slack_[o][level];
        const auto to = [&](long_index_t value) {
            slack_list less = slack_;
            less[o][level] = value;
            with([&](kernel_case& c) { set_slack(contract_, less, c); });
        };
        if (now != 0) to(0);
        if (now > 2 || now < -2) to(now / 2);
        if (now > 1) to(now - 1);
        if (now < -1) to(now + 1);
        // If the failure needs aligned rows, moving them by one element hides it.
        const auto levels = levels_of(contract_, case_, o);
        if (level + 2 != levels.size()) return;
        for (const long_index_t alignment : {2, 4, 8, 16})
            if (const long_index_t gap = (alignment - levels.back() % alignment) % alignment;
                levels.back() > 0 && gap > 0 && gap < now)
                to(gap);
    }

    void order(std::size_t o) {
        for (int simpler = 0; simpler < std::min(case_.operands[o].order, 8); ++simpler)
            with([&](kernel_case& c) {
                c.operands[o].order = simpler;
                set_slack(contract_, slack_, c);
            });
        const int now = case_.operands[o].order;
        for (const int simpler : {now / 2, now - 1})
            if (simpler >= 8 && simpler < now)
                with([&](kernel_case& c) {
                    c.operands[o].order = simpler;
                    set_slack(contract_, slack_, c);
                });
    }

    void parameter(std::size_t i) {
        const double now = case_.parameters[i];
        const auto to = [&](double value) {
            with([&](kernel_case& c) { c.parameters[i] = value; });
        };
        // The values after the present one are not simpler.
        for (const double value : contract_.parameters[i].simple) {
            if (now == value) return;
            to(value);
        }
        const auto& nearer = contract_.parameters[i].nearer;
        if (nearer)
            for (const double value : nearer(now)) to(value);
        else if (now != std::trunc(now))
            to(std::trunc(now));
    }

    void offsets() {
        const auto to = [&](std::size_t o, long_index_t value) {
            with([&](kernel_case& c) {
                for (std::size_t i = 0; i < c.operands.size(); ++i)
                    if (i == o || !contract_.common_offset.empty()) c.operands[i].offset = value;
            });
        };
        for (std::size_t o = 0; o < case_.operands.size(); ++o) {
            if (case_.operands[o].offset > 0) to(o, 0);
            if (case_.operands[o].offset > 1) to(o, 1);
            if (!contract_.common_offset.empty()) break;
        }
    }

    const kernel_contract& contract_;
    const kernel_range& range_;
    const kernel_case& case_;
    const slack_list slack_;
    const bool sensible_ = why_senseless(contract_, case_).empty();
    std::set<std::pair<std::size_t, long_index_t>> lengths_;  // tried, by dim
    std::vector<kernel_case> list_;
};

}  // namespace

std::vector<kernel_case> smaller(const kernel_contract& contract, const kernel_range& range,
                                 const kernel_case& c) {
    return steps(contract, range, c).all();
}

}  // namespace tileproof::properties
