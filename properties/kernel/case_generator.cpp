// SPDX-License-Identifier: MIT
// Random cases of any contract, which hit boundaries on purpose, and the first cases.
#include "properties/draw.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/kernel/kernel_case.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

constexpr long_index_t long_edge = 4096;   // of a launch: the other dims are 1 beside it
constexpr double most_far_work = 1 << 18;  // of cases beyond the end of a grid
// Elements as which launches count: some small ones, and those beyond an edge, where most stay below.
constexpr double usual_launches = 6, far_launch = 1 << 23, dear_launch = 1 << 25;

// Of a device whose elements take more time.
double share_of(const kernel_range& range) {
    return static_cast<double>(range.most_far) / static_cast<double>(kernel_range().most_far);
}

// Nearer edges are drawn by ordinary cases.
bool has_far_edge(const contract_dim& d) {
    return !d.launch_edges.empty() && *std::ranges::max_element(d.launch_edges) > 1024;
}

constexpr long_index_t least_far = 1 << 12, most_counted = 1 << 16;

std::vector<std::size_t> far_dims(const kernel_contract& contract) {
    std::vector<std::size_t> list;
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        if (contract.dims[d].far >= least_far && !contract.locations) list.push_back(d);
    return list;
}

constexpr long_index_t primes[] = {3, 5, 7, 11, 13, 17, 31, 61, 97, 101, 131, 251};

void keep_sums_exact(const kernel_contract& contract, kernel_case& c) {
    if (contract.data.most_rounded > 0 &&
        work_of(contract, c) > static_cast<double>(contract.data.most_rounded) &&
        c.data != contract.data.equal)
        c.data = 0;
}

class case_maker {
  public:
    case_maker(draw& from, const kernel_contract& contract, const kernel_range& range, int size)
        : from_(from), contract_(contract), range_(range), size_(size) {}

    kernel_case make() {
        const auto type = range_.type(static_cast<std::size_t>(
            from_.below(static_cast<long_index_t>(range_.type_count(contract_)))));
        kernel_case c =
            plain_case(contract_, std::vector<long_index_t>(contract_.dims.size()), type);
        draw_dims(c);
        draw_layouts(c);
        for (std::size_t i = 0; i < c.parameters.size(); ++i)
            if (from_.chance(50)) c.parameters[i] = contract_.parameters[i].random(from_, c);
        if (near_numbers_) draw_near_numbers(c.parameters);
        for (std::size_t i = 0; i < c.choices.size(); ++i)
            c.choices[i] = weighted(contract_.choices[i].weights);
        if (contract_.relations.size() > 1 && from_.chance(70))
            c.relation = static_cast<int>(from_.below(std::ssize(contract_.relations)));
        c.data = weighted(contract_.data.weights);
        c.data_seed = static_cast<std::uint32_t>(from_.bits());
        c.fence = from_.chance(45)   ? devices::placement::fence_after
                  : from_.chance(40) ? devices::placement::fence_before
                                     : devices::placement::plain;
        fit(contract_, range_, c);
        leave_the_contract(c);
        keep_sums_exact(contract_, c);
        return c;
    }

  private:
    int weighted(const std::vector<int>& weights) {
        return static_cast<int>(from_.weighted(weights.data(), weights.size()));
    }

    long_index_t random_length(std::size_t dim) {
        const contract_dim& d = contract_.dims[dim];
        const long_index_t step = range_.multiple(dim);
        if (d.few) return from_.chance(75) ? 1 : from_.chance(10) ? 0 : from_.between(2, 4);
        switch (weighted(d.weights)) {
            case 0:
                return 0;
            case 1:
                return step;
            case 2:
                if (!d.launch_edges.empty() && from_.chance(20)) return beside_launch_edge(dim);
                return step == 1 ? from_.pick(d.edges) + from_.between(-1, 1)
                                 : step * from_.between(1, 3);
            case 3:
                return step == 1 ? from_.pick(primes) : step * from_.between(1, 5);
            default:
                return std::max(from_.between(1, 4 + size_ * d.growth / 100), step);
        }
    }

    long_index_t beside_launch_edge(std::size_t dim) {
        const long_index_t step = range_.multiple(dim);
        return from_.pick(contract_.dims[dim].launch_edges) * from_.between(1, 3) +
               step * from_.between(-1, 1);
    }

    // Beyond the end of a grid there are more elements than ordinary cases have.
    bool draw_far_edge(kernel_case& c) {
        constexpr int percent = 4;
        std::vector<std::size_t> with;
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            if (has_far_edge(contract_.dims[d])) with.push_back(d);
        if (with.empty() || !from_.chance(percent)) return false;
        const std::size_t one = from_.pick(with);
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            const long_index_t step = range_.multiple(d);
            c.dims[d] = supported(range_, d,
                                  d != one ? step * from_.between(1, 3)
                                           : from_.pick(contract_.dims[d].launch_edges) +
                                                 step * from_.between(-1, 1));
        }
        make_it_small(c, most_far_work);
        make_launch_small(c, (from_.chance(4) ? dear_launch : far_launch) * share_of(range_));
        return true;
    }

    // What conditions of the kernel compare with, itself or so many blocks, in some dims.
    bool draw_near_numbers(kernel_case& c) {
        constexpr int percent = 8;
        if (contract_.numbers.empty() || !from_.chance(percent)) return false;
        near_numbers_ = true;
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            const std::vector<long_index_t>& blocks = contract_.dims[d].launch_edges;
            long_index_t length = random_length(d);
            if (from_.chance(70)) {
                length = from_.pick(contract_.numbers);
                if (!blocks.empty() && from_.chance(20)) length *= from_.pick(blocks);
                length += from_.chance(50) ? 0 : from_.between(-1, 1);
            }
            c.dims[d] = supported(range_, d, length);
        }
        make_it_small(c, most_far_work);
        make_launch_small(c, (from_.chance(4) ? dear_launch : far_launch) * share_of(range_));
        return true;
    }
    void draw_near_numbers(std::vector<double>& parameters) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const double number = static_cast<double>(from_.pick(contract_.numbers)) +
                                  static_cast<double>(from_.between(-1, 1));
            const auto& takes = contract_.parameters[i].takes;
            if (from_.chance(50) && takes && takes(number)) parameters[i] = number;
        }
    }

    // One dim longer than in any other case, next to a power of two. Rarely, because each element takes time.
    bool draw_far(kernel_case& c) {
        constexpr long_index_t one_in = 2000;
        const std::vector<std::size_t> with = far_dims(contract_);
        if (with.empty() || from_.below(one_in) != 0) return false;
        const std::size_t one = from_.pick(with);
        long_index_t power = least_far;
        while (2 * power <= contract_.dims[one].far && from_.chance(65)) power *= 2;
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            const long_index_t step = range_.multiple(d);
            c.dims[d] = supported(range_, d, d == one ? power + step * from_.between(-1, 1) : step);
        }
        make_it_small(c, static_cast<double>(range_.most_far));
        return true;
    }

    // Mostly a few hundred elements, so that thousands of cases fit into a second; occasionally many.
    void draw_dims(kernel_case& c) {
        if (draw_near_numbers(c) || draw_far_edge(c) || draw_far(c)) return;
        const double most = from_.chance(2) ? contract_.most_work / (range_.slow ? 8 : 1)
                                            : contract_.usual_work + contract_.work_growth * size_;
        const std::size_t n = c.dims.size();
        for (std::size_t d = 0; d < n; ++d) c.dims[d] = random_length(d);
        if (n > 1 && from_.chance(8)) {  // long and thin
            const auto one = static_cast<std::size_t>(from_.below(static_cast<long_index_t>(n)));
            for (std::size_t d = 0; d < n; ++d)
                if (d != one && !contract_.dims[d].few)
                    c.dims[d] = range_.multiple(d) * from_.between(1, 3);
            if (!contract_.dims[one].few) {
                const auto longest =
                    std::min(contract_.dims[one].longest, static_cast<long_index_t>(most) * 2);
                c.dims[one] =
                    from_.chance(50) ? from_.between(1, longest) : from_.boundary(1, longest);
            }
        } else if (!contract_.alike.empty() && from_.chance(10)) {
            const auto [a, b] = from_.pick(contract_.alike);
            c.dims[b] = c.dims[a];
        }
        for (std::size_t d = 0; d < n; ++d) c.dims[d] = supported(range_, d, c.dims[d]);
        make_it_small(c, most);
        const double launch = usual_launches * contract_.launch.least;
        const double longer = from_.chance(6) ? static_cast<double>(2 << from_.below(5)) : 1;
        make_launch_small(c, std::max(most, longer * launch));
    }

    // Dims that threads do not come with stay as they are.
    void make_launch_small(kernel_case& c, double most) {
        const launch_cost& launch = contract_.launch;
        for (int tries = 0; tries < 64 && !c.dims.empty() && launch.of(c.dims) > most; ++tries) {
            std::size_t d = 0;
            const auto share = [&](std::size_t i) {
                return launch.growth[i] * static_cast<double>(c.dims[i]);
            };
            for (std::size_t i = 1; i < c.dims.size(); ++i)
                if (share(i) > share(d)) d = i;
            c.dims[d] = std::min(
                c.dims[d], supported(range_, d, std::max((c.dims[d] + 1) / 2, range_.multiple(d))));
        }
    }

    // Elements; what a tile has beside them costs less.
    double cost_of(const kernel_case& c) const {
        constexpr double beside = 1.0 / 8;
        const double elements = work_of(contract_, c);
        if (range_.tile.empty() || elements == 0) return elements;
        kernel_case whole = c;
        for (std::size_t d = 0; d < range_.tile.size(); ++d)
            whole.dims[d] = (c.dims[d] + range_.tile[d] - 1) / range_.tile[d] * range_.tile[d];
        return std::max(elements, beside * work_of(contract_, whole));
    }

    void make_it_small(kernel_case& c, double most) {
        for (int tries = 0; tries < 64 && !c.dims.empty() && cost_of(c) > most; ++tries) {
            std::size_t d = 0;
            for (std::size_t i = 1; i < c.dims.size(); ++i)
                if (c.dims[i] > c.dims[d] && (c.dims[i] > 2 * c.dims[d] || from_.chance(50))) d = i;
            const long_index_t now = c.dims[d];
            const long_index_t half = (now + 1) / 2 + from_.between(0, 1) * (now > 3 ? 1 : 0);
            const long_index_t next = supported(range_, d, std::max(half, range_.multiple(d)));
            c.dims[d] = std::min(now, next);
        }
    }

    long_index_t random_slack() {
        static constexpr long_index_t some[] = {1, 1, 2, 3, 4, 7, 8, 13, 16, 32};
        return from_.chance(65) ? 0 : from_.pick(some);
    }

    void draw_layouts(kernel_case& c) {
        const bool packed = from_.chance(40);
        for (std::size_t o = 0; o < c.operands.size(); ++o) {
            const contract_operand& operand = contract_.operands[o];
            if (range_.ordered && operand.orders.size() > 1 && from_.chance(40))
                c.operands[o].order = static_cast<int>(from_.below(std::ssize(operand.orders)));
            if (contract_.common_offset.empty() && !operand.offset.empty() && from_.chance(25))
                c.operands[o].offset = from_.chance(70) ? 1 : from_.between(2, 3);
        }
        if (!contract_.common_offset.empty() && from_.chance(25))
            for (operand_layout& l : c.operands) l.offset = 1;
        pack(contract_, c);
        slack_list slack = slack_of(contract_, c);
        for (std::size_t o = 0; o < slack.size(); ++o)
            for (std::size_t i = 0; i < slack[o].size(); ++i)
                if (!packed && !contract_.operands[o].strides[i].empty())
                    slack[o][i] = random_slack() * range_.stride_multiple;
        set_slack(contract_, slack, c);
        for (std::size_t o = 0; o < slack.size(); ++o)  // the same matrix, many times
            if (contract_.operands[o].repeats && c.operands[o].strides.size() > 2 &&
                levels_of(contract_, c, o)[0] > 1 && from_.chance(10))
                c.operands[o].strides[0] = 0;
    }

    // A few cases that make no sense, or that the kernel does not support.
    void leave_the_contract(kernel_case& c) {
        if (contract_.senseless_cases && from_.chance(4)) {
            break_sense(c);
            return;
        }
        const bool often = range_.outside == kernel_range::beyond::must_throw;
        if (range_.outside == kernel_range::beyond::not_asked || !from_.chance(often ? 10 : 3))
            return;
        std::vector<std::size_t> limited;
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            if (range_.multiple(d) > 1 || range_.most_of(d) > range_.least_of(d))
                limited.push_back(d);
        if (limited.empty()) return;
        const std::size_t d = from_.pick(limited);
        if (range_.multiple(d) > 1)
            resize(c, d, c.dims[d] + from_.between(1, range_.multiple(d) - 1));
        else if (range_.most_of(d) < 4096)
            resize(c, d, range_.most_of(d) + from_.between(1, 2));
    }

    // Rows keep their gap when their length changes.
    void resize(kernel_case& c, std::size_t dim, long_index_t length) const {
        const slack_list slack = slack_of(contract_, c);
        c.dims[dim] = length;
        set_slack(contract_, slack, c);
        if (contract_.settle) contract_.settle(c);
    }

    void break_sense(kernel_case& c) {
        std::vector<std::pair<std::size_t, std::size_t>> strides;
        for (std::size_t o = 0; o < c.operands.size(); ++o)
            for (std::size_t i = 0; i + 1 < c.operands[o].strides.size(); ++i)
                if (!contract_.operands[o].strides[i].empty()) strides.emplace_back(o, i);
        const auto d = static_cast<std::size_t>(from_.below(std::ssize(c.dims)));
        if (contract_.break_sense && from_.chance(20)) {
            contract_.break_sense(from_, c);
        } else if (contract_.dims[d].most > 0 && from_.chance(25)) {
            resize(c, d, contract_.dims[d].most + from_.between(1, 64));
        } else if (strides.empty() || from_.chance(40)) {
            resize(c, d, -from_.between(1, 5));
        } else {
            const auto [o, level] = from_.pick(strides);
            for (std::size_t i = 0; i < c.dims.size(); ++i)
                c.dims[i] = std::max<long_index_t>(c.dims[i], 2);
            pack(contract_, c);
            long_index_t& stride = c.operands[o].strides[level];
            stride -=
                from_.chance(50) ? 1 : from_.between(1, std::min<long_index_t>(3, stride + 1));
            if (contract_.settle) contract_.settle(c);
        }
    }

    draw& from_;
    const kernel_contract& contract_;
    const kernel_range& range_;
    const int size_;
    bool near_numbers_ = false;
};

// Varies case number i of the first cases: every choice takes its turn.
void adorn(const kernel_contract& contract, const kernel_range& range, std::size_t i,
           kernel_case& c) {
    const auto round = [&](std::size_t by, const auto& list) {
        return static_cast<int>(i / by % std::max<std::size_t>(list.size(), 1));
    };
    c.data = round(1, contract.data.kinds);
    c.data_seed = static_cast<std::uint32_t>(i);
    c.fence = all_fences[i % 3];
    c.relation = round(1, contract.relations);
    for (std::size_t k = 0; k < c.choices.size(); ++k)
        c.choices[k] = round(1, contract.choices[k].values);
    for (std::size_t k = 0; k < c.parameters.size(); ++k)
        if (i % 4 >= 2) c.parameters[k] = contract.parameters[k].simple.back();
    slack_list slack;
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const contract_operand& operand = contract.operands[o];
        if (range.ordered) c.operands[o].order = static_cast<int>((i >> o) % operand.orders.size());
        if (!operand.offset.empty() || !contract.common_offset.empty()) c.operands[o].offset = 1;
        auto& list = slack.emplace_back(operand.extents.size());
        for (std::size_t l = 0; l < list.size(); ++l)
            if (!operand.strides[l].empty())
                list[l] = static_cast<long_index_t>(1 + (o + l) % 3) * range.stride_multiple;
        // Sometimes rows begin where vectors could, though they are not whole vectors.
        const auto levels = levels_of(contract, c, o);
        if (i % 3 == 0 && levels.size() >= 2 && levels.back() >= 0 &&
            !operand.strides[levels.size() - 2].empty())
            list[levels.size() - 2] = (8 - levels.back() % 8) % 8 * range.stride_multiple;
    }
    set_slack(contract, slack, c);
}

std::vector<std::vector<long_index_t>> default_shapes(const kernel_contract& contract) {
    const std::size_t n = contract.dims.size();
    std::vector<std::vector<long_index_t>> shapes;
    for (const long_index_t d : {0, 1, 2, 31, 32, 33, 64, 67}) shapes.emplace_back(n, d);
    for (std::size_t i = 0; i < n; ++i)
        for (const long_index_t d : {0, 1, 65, 129, 257}) {
            shapes.emplace_back(n, 3);
            shapes.back()[i] = d;
        }
    for (std::size_t i = 0; i < n; ++i)
        for (const long_index_t edge : contract.dims[i].launch_edges)
            for (const long_index_t d : {edge - 1, edge, edge + 1, 2 * edge + 1}) {
                if (edge > contract.most_work && d != edge + 1) continue;  // large ones once
                shapes.emplace_back(n, d < long_edge ? 3 : 1);
                shapes.back()[i] = d;
            }
    return shapes;
}

// Shapes where counts of 12, 15 and 16 bits overflow; the other dims are minimal, because each element takes time.
std::vector<std::vector<long_index_t>> far_shapes(const kernel_contract& contract,
                                                  const kernel_range& range) {
    std::vector<std::vector<long_index_t>> all;
    for (const std::size_t d : far_dims(contract))
        for (const long_index_t length : {4097, 65537, 32769, 65536}) {
            if (contract.dims.size() > 1 && length < 65537 && length > 4097) continue;
            std::vector<long_index_t> dims(contract.dims.size(), 1);
            for (std::size_t i = 0; i < dims.size(); ++i) {
                const long_index_t step = range.multiple(i);
                dims[i] = supported(range, i, i == d ? (length + step - 1) / step * step : step);
            }
            if (dims[d] >= length) all.push_back(std::move(dims));
        }
    return all;
}

// One element more than the largest grid has threads; the other dims are minimal. On devices where that takes milliseconds.
std::vector<kernel_case> beyond_the_grid(const kernel_contract& contract,
                                         const kernel_range& range) {
    constexpr double most = 1 << 22;
    std::vector<kernel_case> all;
    for (std::size_t d = 0; d < contract.dims.size() && share_of(range) >= 1; ++d)
        for (const long_index_t edge : contract.dims[d].grid_edges) {
            std::vector<long_index_t> dims;
            for (std::size_t i = 0; i < contract.dims.size(); ++i)
                dims.push_back(
                    supported(range, i, i == d ? edge + range.multiple(i) : range.multiple(i)));
            kernel_case c = plain_case(contract, dims, range.type(0));
            if (dims[d] <= edge || work_of(contract, c) > most ||
                contract.launch.of(dims) > dear_launch)
                continue;
            fit(contract, range, c);
            keep_sums_exact(contract, c);
            all.push_back(std::move(c));
        }
    return all;
}

// Sizes that the kernel must refuse: one next to a multiple, one above the maximum.
std::vector<std::vector<long_index_t>> shapes_outside(const kernel_contract& contract,
                                                      const kernel_range& range) {
    std::vector<std::vector<long_index_t>> all;
    if (range.outside == kernel_range::beyond::not_asked) return all;
    std::vector<long_index_t> fine;
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        fine.push_back(supported(range, d, 2 * range.multiple(d)));
    for (std::size_t d = 0; d < fine.size(); ++d) {
        const auto with = [&](long_index_t n) {
            all.push_back(fine);
            all.back()[d] = n;
        };
        if (range.multiple(d) > 1) {
            with(range.multiple(d) - 1);
            with(fine[d] + 1);
        }
        if (range.most_of(d) > range.least_of(d) && range.most_of(d) < 4096)
            with(range.most_of(d) + range.multiple(d));
    }
    return all;
}

}  // namespace

double launch_cost::of(const std::vector<long_index_t>& dims) const {
    double all = least;
    for (std::size_t d = 0; d < growth.size() && d < dims.size(); ++d)
        all *= std::max(1 + growth[d] * static_cast<double>(dims[d] - 3), 0.0);
    return all;
}

kernel_case random_case(draw& from, const kernel_contract& contract, const kernel_range& range,
                        int size) {
    return case_maker(from, contract, range, size).make();
}

std::vector<kernel_case> first_cases(const kernel_contract& contract, const kernel_range& range) {
    std::vector<kernel_case> all;
    std::size_t i = 0;
    const bool has_edges = std::ranges::any_of(
        contract.dims, [](const contract_dim& d) { return !d.launch_edges.empty(); });
    const double most_work = has_edges ? most_far_work : contract.most_work;
    const auto add = [&](const std::vector<long_index_t>& dims) {
        kernel_case c = plain_case(contract, dims, range.type(i % range.type_count(contract)));
        for (std::size_t d = 0; d < dims.size(); ++d) c.dims[d] = supported(range, d, dims[d]);
        const double launch = contract.launch.of(dims);
        if (work_of(contract, c) > most_work || launch > dear_launch * share_of(range)) return;
        pack(contract, c);
        c.fence = i % 2 ? devices::placement::fence_after : devices::placement::plain;
        fit(contract, range, c);
        if (std::ranges::find(all, c) == all.end()) all.push_back(c);
        if (launch > far_launch * share_of(range)) return;
        adorn(contract, range, i++, c);
        fit(contract, range, c);
        keep_sums_exact(contract, c);
        all.push_back(c);
    };
    for (std::vector<long_index_t> dims :
         contract.first_shapes.empty() ? default_shapes(contract) : contract.first_shapes) {
        // Multiples of 32 would all become 0, so also try the smallest supported size.
        std::vector<long_index_t> up = dims;
        for (std::size_t d = 0; d < dims.size(); ++d) up[d] *= range.multiple(d);
        add(up);
        if (up != dims) add(dims);
    }
    for (const std::vector<long_index_t>& dims : far_shapes(contract, range)) {
        kernel_case c = plain_case(contract, dims, range.type(0));
        if (work_of(contract, c) > static_cast<double>(range.most_far)) continue;
        if (i % 2) adorn(contract, range, i, c);
        ++i;
        fit(contract, range, c);
        keep_sums_exact(contract, c);
        all.push_back(c);
        // Counters of one value, which are not full before.
        if (contract.data.equal < 0 || *std::ranges::max_element(c.dims) <= most_counted) continue;
        c.data = contract.data.equal;
        all.push_back(std::move(c));
    }
    std::ranges::move(beyond_the_grid(contract, range), std::back_inserter(all));
    for (const std::vector<long_index_t>& dims : shapes_outside(contract, range)) {
        kernel_case c = plain_case(contract, dims, range.type(0));
        fit(contract, range, c);
        all.push_back(std::move(c));
    }
    return all;
}

}  // namespace tileproof::properties
