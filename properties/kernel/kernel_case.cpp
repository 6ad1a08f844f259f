// SPDX-License-Identifier: MIT
#include "properties/kernel/kernel_case.hpp"

#include "properties/kernel/contract.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace tileproof::properties {
namespace {

constexpr long_index_t saturated = std::numeric_limits<long_index_t>::max() / 16;

long_index_t product(long_index_t a, long_index_t b) {
    long_index_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? saturated : result;
}

// The stride at `level` if the levels below it are contiguous.
long_index_t tight(const std::vector<long_index_t>& levels,
                   const std::vector<long_index_t>& strides, std::size_t level) {
    if (level + 1 == levels.size()) return 1;
    return std::max<long_index_t>(1, product(levels[level + 1], strides[level + 1]));
}

std::vector<long_index_t> locations_by_stride(const std::vector<long_index_t>& extents,
                                              const std::vector<long_index_t>& strides,
                                              long_index_t offset) {
    const long_index_t n = packed_elements(extents);
    std::vector<long_index_t> all(static_cast<std::size_t>(n));
    if (n == 0) return all;
    if (extents.empty()) return {offset};
    std::vector<long_index_t> index(extents.size());
    const long_index_t row = extents.back(), step = strides.back();
    for (std::size_t e = 0; e < all.size();) {
        long_index_t at = offset;
        for (std::size_t i = 0; i < index.size(); ++i) at += index[i] * strides[i];
        for (long_index_t j = 0; j < row; ++j, at += step) all[e++] = at;
        for (std::size_t i = index.size() - 1; i-- > 0;) {
            if (++index[i] < extents[i]) break;
            index[i] = 0;
        }
    }
    return all;
}

}  // namespace

kernel_contract compiled(kernel_contract c) {
    std::vector<std::string> names;
    for (contract_dim& d : c.dims) {
        names.push_back(d.name);
        if (d.key.empty()) d.key = d.name;
    }
    c.lengths.clear();
    for (contract_operand& o : c.operands) {
        auto& list = c.lengths.emplace_back();
        for (const std::string& e : o.extents) list.emplace_back(e, names);
        o.strides.resize(o.extents.size());
        if (!o.orders.empty()) continue;
        o.orders.emplace_back(o.extents.size());
        std::iota(o.orders[0].begin(), o.orders[0].end(), 0);
    }
    return c;
}

kernel_range range_of(const kernel_contract& contract, kernel_range range) {
    range.multiples.resize(contract.dims.size(), 1);
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        range.multiples[d] =
            std::lcm(std::max<long_index_t>(range.multiples[d], 1), contract.dims[d].multiple);
    return range;
}

kernel_case plain_case(const kernel_contract& contract, std::vector<long_index_t> dims,
                       std::size_t type) {
    kernel_case c;
    c.type = type;
    c.dims = std::move(dims);
    c.operands.resize(contract.operands.size());
    for (const contract_parameter& p : contract.parameters) c.parameters.push_back(p.plain);
    c.choices.resize(contract.choices.size());
    pack(contract, c);
    if (contract.settle) contract.settle(c);
    return c;
}

std::vector<long_index_t> extents_of(const kernel_contract& contract, const kernel_case& c,
                                     std::size_t operand) {
    if (contract.shapes) return contract.shapes(c, operand);
    std::vector<long_index_t> extents;
    extents.reserve(contract.lengths[operand].size());
    for (const length_expression& e : contract.lengths[operand])
        extents.push_back(e.value(c.dims).value_or(0));
    return extents;
}

bool has_extents(const kernel_contract& contract, const kernel_case& c) {
    for (const auto& list : contract.lengths)
        for (const length_expression& e : list)
            if (!e.value(c.dims)) return false;
    return true;
}

std::vector<long_index_t> levels_of(const kernel_contract& contract, const kernel_case& c,
                                    std::size_t operand) {
    if (contract.locations) return {};
    const std::vector<long_index_t> extents = extents_of(contract, c, operand);
    const contract_operand& o = contract.operands[operand];
    std::vector<long_index_t> levels(extents.size());
    const std::vector<int>& order = o.orders[static_cast<std::size_t>(c.operands[operand].order)];
    for (std::size_t i = 0; i < levels.size(); ++i)
        levels[i] = extents[static_cast<std::size_t>(order[i])];
    return levels;
}

std::vector<long_index_t> strides_of(const kernel_contract& contract, const kernel_case& c,
                                     std::size_t operand) {
    const operand_layout& l = c.operands[operand];
    const auto& order = contract.operands[operand].orders[static_cast<std::size_t>(l.order)];
    std::vector<long_index_t> strides(l.strides.size());
    for (std::size_t i = 0; i < strides.size(); ++i)
        strides[static_cast<std::size_t>(order[i])] = l.strides[i];
    return strides;
}

slack_list slack_of(const kernel_contract& contract, const kernel_case& c) {
    slack_list all;
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const auto levels = levels_of(contract, c, o);
        auto& slack = all.emplace_back(levels.size());
        for (std::size_t i = 0; i < levels.size(); ++i)
            slack[i] = c.operands[o].strides[i] - tight(levels, c.operands[o].strides, i);
    }
    return all;
}

void set_slack(const kernel_contract& contract, const slack_list& slack, kernel_case& c) {
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const auto levels = levels_of(contract, c, o);
        auto& strides = c.operands[o].strides;
        strides.assign(levels.size(), 0);
        for (std::size_t i = levels.size(); i-- > 0;)
            strides[i] = tight(levels, strides, i) + slack[o][i];
    }
}

void pack(const kernel_contract& contract, kernel_case& c) {
    slack_list none;
    for (const contract_operand& o : contract.operands) none.emplace_back(o.extents.size());
    set_slack(contract, none, c);
}

long_index_t packed_elements(const std::vector<long_index_t>& extents) {
    long_index_t n = 1;
    for (const long_index_t e : extents) {
        if (e <= 0) return 0;
        n = product(n, e);
    }
    return n;
}

long_index_t reach_of(const kernel_contract& contract, const kernel_case& c, std::size_t operand) {
    const operand_layout& l = c.operands[operand];
    if (contract.locations) {
        long_index_t reach = l.offset;
        for (const long_index_t at : contract.locations(c, operand))
            reach = std::max(reach, l.offset + at + 1);
        return reach;
    }
    const auto levels = levels_of(contract, c, operand);
    if (packed_elements(levels) == 0) return l.offset;
    __int128 reach = static_cast<__int128>(l.offset) + 1;
    for (std::size_t i = 0; i < levels.size(); ++i)
        reach += static_cast<__int128>(levels[i] - 1) * l.strides[i];
    return reach > saturated ? saturated : static_cast<long_index_t>(reach);
}

std::vector<long_index_t> locations_of(const kernel_contract& contract, const kernel_case& c,
                                       std::size_t operand) {
    const long_index_t offset = c.operands[operand].offset;
    if (!contract.locations)
        return locations_by_stride(extents_of(contract, c, operand),
                                   strides_of(contract, c, operand), offset);
    std::vector<long_index_t> all = contract.locations(c, operand);
    for (long_index_t& at : all)
        if (at >= 0) at += offset;
    return all;
}

double work_of(const kernel_contract& contract, const kernel_case& c) {
    double sum = 0;
    for (std::size_t o = 0; o < c.operands.size(); ++o)
        sum = std::max(sum, static_cast<double>(packed_elements(extents_of(contract, c, o))));
    return contract.work ? std::max(sum, contract.work(c)) : sum;
}

long_index_t supported(const kernel_range& range, std::size_t dim, long_index_t length) {
    if (range.most_of(dim) > 0) length = std::min(length, range.most_of(dim));
    const long_index_t step = range.multiple(dim);
    length = std::max(length / step * step, (range.least_of(dim) + step - 1) / step * step);
    if (!range.powers_of_two) return length;
    return static_cast<long_index_t>(
        std::bit_floor(static_cast<std::uint64_t>(std::max<long_index_t>(length, 1))));
}

void fit(const kernel_contract& contract, const kernel_range& range, kernel_case& c) {
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const auto bytes = static_cast<long_index_t>(contract.types[c.type].each[o]->bytes);
        operand_layout& l = c.operands[o];
        if (!range.shifted) l.offset = 0;
        if (range.alignment > 0 && l.offset * bytes % range.alignment)
            l.offset = range.alignment / std::gcd(range.alignment, bytes);
        if (!range.ordered) l.order = 0;
    }
    if (!range.strided) pack(contract, c);
    for (std::size_t o = 0; range.strided && o < c.operands.size(); ++o) {
        const auto bytes = static_cast<long_index_t>(contract.types[c.type].each[o]->bytes);
        auto& strides = c.operands[o].strides;
        const long_index_t step = range.align_rows && range.alignment > 0
                                      ? std::lcm(range.stride_multiple,
                                                 range.alignment / std::gcd(range.alignment, bytes))
                                      : range.stride_multiple;
        for (std::size_t i = 0; step > 1 && i + 1 < strides.size(); ++i)
            if (strides[i] > 0) strides[i] = (strides[i] + step - 1) / step * step;
    }
    if (contract.settle) contract.settle(c);
}

}  // namespace tileproof::properties
