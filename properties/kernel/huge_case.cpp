// SPDX-License-Identifier: MIT
#include "properties/kernel/huge_case.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tileproof::properties {
namespace {

constexpr long_index_t inner_length = 16;  // of dims computed completely, such as k of a product
constexpr double most_inner_work = 4096;
constexpr long_index_t least_huge = long_index_t{1} << 30;  // elements

const element_type& type_of(const kernel_contract& contract, const kernel_case& c, std::size_t o) {
    return *contract.types[c.type].each[o];
}

// The distribution of the elements over two dims.
enum class form { square, wide, tall, rows_of_65536, form_count };

// The length of a dim that a block processes completely, and which must not become longer.
std::optional<long_index_t> kept_at(const kernel_range& range, std::size_t d) {
    if (range.huge_most.empty() || range.huge_most[d] == 0) return std::nullopt;
    return range.huge_most[d];
}

// The first two dims of operand `o` that may become long.
std::vector<std::size_t> long_dims(const kernel_contract& contract, const kernel_range& range,
                                   std::size_t o) {
    std::vector<std::size_t> list;
    for (std::size_t d = 0; d < contract.dims.size(); ++d) {
        const contract_dim& dim = contract.dims[d];
        const auto& extents = contract.operands[o].extents;
        if (dim.apart && !dim.few && range.most_of(d) != 1 && list.size() < 2 &&
            !kept_at(range, d) && std::ranges::find(extents, dim.name) != extents.end())
            list.push_back(d);
    }
    return list;
}

// The first supported length of at least `length`, if there is one.
long_index_t reaching(const kernel_range& range, std::size_t d, long_index_t length) {
    const long_index_t step = range.multiple(d);
    return supported(range, d, (length + step - 1) / step * step);
}

long_index_t elements_of(const kernel_contract& contract, const kernel_case& c, std::size_t o) {
    return packed_elements(extents_of(contract, c, o));
}

// Where the long dims are limited, as by the greatest grid, the others that count must be longer.
void lengthen_inner(const kernel_contract& contract, const kernel_range& range, std::size_t o,
                    const std::vector<std::size_t>& dims, long_index_t elements, kernel_case& c) {
    double most = static_cast<double>(elements_of(contract, c, o));
    for (const std::size_t d : dims)
        most *= range.most_of(d) > 0 ? static_cast<double>(range.most_of(d)) : 0x1p32;
    const auto missing =
        static_cast<long_index_t>(std::ceil(static_cast<double>(elements) / std::max(most, 1.0)));
    const auto& extents = contract.operands[o].extents;
    for (std::size_t d = 0; d < c.dims.size() && missing > 1; ++d)
        if (!contract.dims[d].apart && !kept_at(range, d) &&
            std::ranges::find(extents, contract.dims[d].name) != extents.end())
            return void(c.dims[d] = reaching(range, d, c.dims[d] * missing));
}

// A case whose operand `o` has `elements` elements or a few more.
std::optional<kernel_case> shaped(const kernel_contract& contract, const kernel_range& range,
                                  std::size_t type, std::size_t o, long_index_t elements, form f) {
    const auto dims = long_dims(contract, range, o);
    if (dims.empty() || (dims.size() == 1 && f != form::square)) return std::nullopt;
    kernel_case c = plain_case(contract, std::vector<long_index_t>(contract.dims.size()), type);
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        const bool inner = !contract.dims[d].apart && dims.size() == 1;
        c.dims[d] = reaching(range, d, kept_at(range, d).value_or(inner ? inner_length : 1));
    }
    for (const std::size_t d : dims) c.dims[d] = 1;
    lengthen_inner(contract, range, o, dims, elements, c);
    // The last row begins there or beyond: a kernel may number only where rows begin.
    const long_index_t need = elements / std::max<long_index_t>(elements_of(contract, c, o), 1) + 2;
    const auto root = static_cast<long_index_t>(std::ceil(std::sqrt(static_cast<double>(need))));
    const long_index_t first = dims.size() == 1           ? need
                               : f == form::square        ? root
                               : f == form::wide          ? 2
                               : f == form::rows_of_65536 ? 65536
                                                          : (need + 1) / 2;
    c.dims[dims[0]] = reaching(range, dims[0], first);
    if (dims.size() == 2)
        c.dims[dims[1]] =
            reaching(range, dims[1], need / std::max<long_index_t>(c.dims[dims[0]], 1) + 1);
    c.data = contract.data.far;
    c.huge = true;
    for (int again = 0; again < 2; ++again) {  // fitting may change lengths
        pack(contract, c);
        fit(contract, range, c);
    }
    // If the declaration limits a dim (n is an int, say), use the largest supported size.
    const bool limited = std::ranges::any_of(dims, [&](std::size_t d) {
        return range.most_of(d) > 0 && c.dims[d] > range.most_of(d) - range.multiple(d);
    });
    if (elements_of(contract, c, o) < (limited ? least_huge : elements) ||
        !why_senseless(contract, c).empty() || !why_outside(contract, range, c).empty() ||
        !why_not_huge(contract, c).empty())
        return std::nullopt;
    return c;
}

}  // namespace

bool can_be_huge(const kernel_contract& contract) {
    if (contract.locations || contract.shapes) return false;
    bool any = false;
    std::vector<long_index_t> some, others;
    for (const contract_dim& d : contract.dims) {
        any = any || d.apart;
        some.push_back(720);
        others.push_back(d.apart ? 1440 : 720);
    }
    for (std::size_t o = 0; o < contract.operands.size(); ++o)
        for (std::size_t i = 0; i < contract.lengths[o].size(); ++i) {
            const std::string& text = contract.operands[o].extents[i];
            const bool alone = std::ranges::any_of(
                contract.dims, [&](const contract_dim& d) { return d.apart && d.name == text; });
            const length_expression& e = contract.lengths[o][i];
            if (!alone && e.value(some) != e.value(others)) return false;
        }
    return any;
}

// Two elements at the same place would have to hold two values.
static bool elements_meet(const kernel_contract& contract, const kernel_case& c, std::size_t o) {
    const std::vector<long_index_t> levels = levels_of(contract, c, o);
    const auto& strides = c.operands[o].strides;
    if (strides.size() != levels.size() || packed_elements(levels) == 0) return false;
    std::vector<std::size_t> from_inside(levels.size());
    std::iota(from_inside.begin(), from_inside.end(), std::size_t{0});
    std::ranges::sort(from_inside,
                      [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
    __int128 span = 1;
    for (const std::size_t i : from_inside) {
        if (levels[i] > 1 && strides[i] < span) return true;
        span += static_cast<__int128>(levels[i] - 1) * strides[i];
    }
    return false;
}

std::string why_not_huge(const kernel_contract& contract, const kernel_case& c) {
    if (!can_be_huge(contract))
        return fmt::format("A case of a {} cannot be huge: no dim of it stands alone.",
                           contract.name);
    double inner = 1;
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        if (!contract.dims[d].apart)
            inner *= static_cast<double>(std::max<long_index_t>(c.dims[d], 1));
    if (inner > most_inner_work)
        return fmt::format("A huge case has at most {} steps for an element.", most_inner_work);
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const operand_use use = use_of(contract, c, o);
        if (use != operand_use::read && use != operand_use::unread && use != operand_use::absent &&
            use != operand_use::written)
            return fmt::format("In a huge case {} must be read or written, not both.",
                               contract.operands[o].name);
        if (use != operand_use::absent && elements_meet(contract, c, o))
            return fmt::format("In a huge case no two elements of {} lie at one place.",
                               contract.operands[o].name);
        if (use != operand_use::absent &&
            reach_of(contract, c, o) > most_huge_bytes / type_of(contract, c, o).bytes)
            return fmt::format("A huge case has at most {} bytes for {}.", most_huge_bytes,
                               contract.operands[o].name);
    }
    return {};
}

std::vector<kernel_case> first_huge_cases(const kernel_contract& contract,
                                          const kernel_range& range) {
    constexpr long_index_t elements_31 = long_index_t{1} << 31, elements_32 = elements_31 * 2;
    std::vector<kernel_case> all;
    const auto add = [&](std::size_t o, long_index_t elements, form f) {
        const std::size_t type = range.type(all.size() % range.type_count(contract));
        for (const std::size_t t : {type, range.type(0)})
            if (auto c = shaped(contract, range, t, o, elements, f)) {
                if (std::ranges::find(all, *c) == all.end()) all.push_back(*c);
                return;
            }
    };
    for (std::size_t o = 0; o < contract.operands.size(); ++o) {
        add(o, elements_32, form::rows_of_65536);
        for (const form f : {form::square, form::wide, form::tall}) add(o, elements_31, f);
    }
    if (all.size() > range.huge_first) all.resize(range.huge_first);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].data_seed = static_cast<std::uint32_t>(i);
    return all;
}

std::optional<kernel_case> random_huge_case(draw& from, const kernel_contract& contract,
                                            const kernel_range& range) {
    const auto type = range.type(static_cast<std::size_t>(
        from.below(static_cast<long_index_t>(range.type_count(contract)))));
    const auto o = static_cast<std::size_t>(from.below(std::ssize(contract.operands)));
    const int bytes = contract.types[type].each[o]->bytes;
    long_index_t elements = long_index_t{1} << from.between(31, 32);
    if (from.chance(40)) elements /= bytes;  // a count of bytes
    elements += from.chance(50) ? from.between(0, 64) : from.below(elements / 4);
    const auto f = static_cast<form>(from.below(static_cast<long_index_t>(form::form_count)));
    auto c = shaped(contract, range, type, o, elements, f);
    if (!c) return c;
    if (const long_index_t most = elements_of(contract, *c, o); most < elements)
        if (auto less = shaped(contract, range, type, o, most - from.between(0, 64), f))
            c = std::move(less);
    c->data_seed = static_cast<std::uint32_t>(from.bits());
    for (std::size_t i = 0; i < c->choices.size(); ++i)
        if (contract.choices[i].optional)
            c->choices[i] = static_cast<int>(from.below(std::ssize(contract.choices[i].values)));
    slack_list slack = slack_of(contract, *c);
    kernel_case apart = *c;
    for (std::size_t i = 0; i < slack.size(); ++i)
        for (std::size_t l = 0; l + 1 < slack[i].size(); ++l)
            if (range.strided && from.chance(25) && !contract.operands[i].strides[l].empty())
                slack[i][l] = from.between(1, 8) * range.stride_multiple;
    set_slack(contract, slack, apart);
    fit(contract, range, apart);
    return why_not_huge(contract, apart).empty() ? apart : c;
}

}  // namespace tileproof::properties
