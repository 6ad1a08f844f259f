// SPDX-License-Identifier: MIT
// Decides which cases make sense, and which of them a kernel supports.
#include "properties/kernel/contract.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

std::string what_of(std::size_t level, const std::vector<long_index_t>& levels, int order) {
    if (level + 2 < levels.size()) return "matrices";
    return order == 1 ? "columns" : "rows";
}

// Whether strides make elements of one operand overlap.
std::string overlap(const kernel_contract& contract, const kernel_case& c, std::size_t operand) {
    const contract_operand& o = contract.operands[operand];
    const operand_layout& l = c.operands[operand];
    const auto levels = levels_of(contract, c, operand);
    const auto words = [&](std::size_t level) {
        return fmt::format("the {} of {} overlap", what_of(level, levels, l.order), o.name);
    };
    if (o.rows_apart && levels.size() >= 2 && !o.strides[levels.size() - 2].empty() &&
        l.strides[levels.size() - 2] < levels.back())
        return words(levels.size() - 2);
    const bool written = o.use == operand_use::written || o.use == operand_use::updated;
    if (!written || packed_elements(levels) == 0) return {};
    __int128 span = 1;
    std::vector<std::size_t> from_inside;
    for (std::size_t i = levels.size(); i-- > 0;) from_inside.push_back(i);
    if (o.any_strides)
        std::stable_sort(from_inside.begin(), from_inside.end(),
                         [&](auto a, auto b) { return l.strides[a] < l.strides[b]; });
    for (const std::size_t i : from_inside) {
        if (levels[i] > 1 && l.strides[i] < span) return words(i);
        span += static_cast<__int128>(levels[i] - 1) * l.strides[i];
    }
    return {};
}

}  // namespace

std::string why_senseless(const kernel_contract& contract, const kernel_case& c) {
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        if (c.dims[d] < 0) return "an extent is negative";
        if (contract.dims[d].most > 0 && c.dims[d] > contract.dims[d].most)
            return fmt::format("an extent is more than {}", contract.dims[d].most);
    }
    if (!contract.locations)
        for (std::size_t o = 0; o < c.operands.size(); ++o)
            for (const long_index_t stride : c.operands[o].strides)
                if (stride < 0)
                    return fmt::format("a stride of {} is negative", contract.operands[o].name);
    if (!contract.locations)
        for (std::size_t o = 0; o < c.operands.size(); ++o)
            if (std::string why = overlap(contract, c, o); !why.empty()) return why;
    return contract.senseless ? contract.senseless(c) : std::string();
}

std::string why_outside(const kernel_contract& contract, const kernel_range& range,
                        const kernel_case& c) {
    if (!range.types.empty() &&
        std::find(range.types.begin(), range.types.end(), c.type) == range.types.end())
        return fmt::format("The kernel takes other types than {}.", contract.types[c.type].name);
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        if (c.dims[d] % range.multiple(d) || c.dims[d] < range.least_of(d) ||
            (range.most_of(d) > 0 && c.dims[d] > range.most_of(d)))
            return fmt::format("The test does not support {} = {}.", contract.dims[d].name,
                               c.dims[d]);
    if (!has_extents(contract, c))
        return "A length of the case is negative or not a whole number: extents divide "
               "exactly. Say .multiples_of(), or make a length that is rounded a dim of its own.";
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const operand_layout& l = c.operands[o];
        if (!range.ordered && l.order != 0)
            return fmt::format("The kernel takes no other order of {}.", contract.operands[o].name);
        for (std::size_t i = 0; i + 1 < l.strides.size(); ++i)
            if (l.strides[i] % range.stride_multiple)
                return fmt::format("The kernel takes strides of {} that are multiples of {}.",
                                   contract.operands[o].name, range.stride_multiple);
    }
    kernel_case fitted = c;
    fit(contract, range, fitted);
    if (range.outside != kernel_range::beyond::may_refuse && !(fitted == c))
        return "The test does not support these strides or offsets.";
    return range.unless ? range.unless(c) : std::string();
}

}  // namespace tileproof::properties
