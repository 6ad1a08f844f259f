// SPDX-License-Identifier: MIT
// The labels of a case, from the parts of its contract.

#include <fmt/format.h>
#include <algorithm>

#include "properties/kernel/contract.hpp"
#include "properties/kernel/kernel_case.hpp"

namespace tileproof::properties {
namespace {

std::vector<std::size_t> main_dims(const kernel_contract& contract) {
    std::vector<std::size_t> list;
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        if (!contract.dims[d].few) list.push_back(d);
    return list;
}

std::string shape_of(const kernel_contract& contract, const kernel_case& c) {
    const auto list = main_dims(contract);
    long_index_t least = c.dims[list[0]], most = least, ones = 0;
    for (const std::size_t d : list) {
        least = std::min(least, c.dims[d]);
        most = std::max(most, c.dims[d]);
        ones += c.dims[d] == 1;
    }
    const auto n = std::ssize(list);
    if (least == 0) return "empty";
    if (most == 1) return "ones";
    if (n == 1) return "other";
    if (ones == n - 1) return "a line";
    if (least == most) return "equal";
    return most >= 8 * least ? "long" : "other";
}

std::string tail_of(long_index_t length) {
    const long_index_t over = length % 16;
    return over == 0 ? "whole tiles" : over == 1 ? "one over" : over == 15 ? "one short" : "other";
}

bool has_order_flag(const contract_operand& o) { return !o.order.empty() && o.orders.size() == 2; }

bool strided(const kernel_contract& contract, const kernel_range& range) {
    bool any = false;
    for (const contract_operand& o : contract.operands)
        for (const std::string& key : o.strides) any = any || !key.empty();
    return any && range.strided;
}

bool shifted(const kernel_contract& contract, const kernel_range& range) {
    bool any = !contract.common_offset.empty();
    for (const contract_operand& o : contract.operands) any = any || !o.offset.empty();
    return any && range.shifted;
}

class label_list {
  public:
    std::vector<std::string> all;
    void add(std::string label) {
        if (std::ranges::find(all, label) == all.end()) all.push_back(std::move(label));
    }
    void layouts(const kernel_contract& contract, const kernel_range& range, const kernel_case& c) {
        kernel_case packed = c;
        pack(contract, packed);
        bool off = false;
        for (std::size_t o = 0; o < c.operands.size(); ++o) {
            packed.operands[o].offset = c.operands[o].offset;
            off = off || c.operands[o].offset > 0;
            if (has_order_flag(contract.operands[o]))
                add(fmt::format("{}: {}-major", contract.operands[o].name,
                                c.operands[o].order ? "column" : "row"));
        }
        if (strided(contract, range))
            add(packed == c ? "strides: packed" : "strides: beyond the extent");
        if (shifted(contract, range)) add(off ? "base: off the start" : "base: at the start");
    }
};

// A user's scalar, labelled by the values that are tried on purpose.
std::string label_of(const contract_parameter& p, double value) {
    if (!p.takes) return p.name + (value == p.plain ? ": plain" : ": other");
    const bool simple = std::ranges::find(p.simple, value) != p.simple.end();
    return simple ? fmt::format("{}: {}", p.name, value) : p.name + ": other";
}

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
        std::ranges::stable_sort(from_inside,
                                 [&](auto a, auto b) { return l.strides[a] < l.strides[b]; });
    for (const std::size_t i : from_inside) {
        if (levels[i] > 1 && l.strides[i] < span) return words(i);
        span += static_cast<__int128>(levels[i] - 1) * l.strides[i];
    }
    return {};
}

}  // namespace

std::vector<std::string> labels_of(const kernel_contract& contract, const kernel_range& range,
                                   const kernel_case& c) {
    label_list labels;
    if (!contract.type_key.empty()) labels.add("type: " + contract.types[c.type].name);
    if (!why_senseless(contract, c).empty()) {
        labels.add("problem: invalid");
        return labels.all;
    }
    labels.add("problem: valid");
    labels.add("shape: " + shape_of(contract, c));
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        const std::string name = contract.dims[d].name;
        labels.add(fmt::format("largest {}: {}", name, c.dims[d]));
        if (contract.dims[d].few)
            labels.add(c.dims[d] > 1 ? name + ": many" : fmt::format("{}: {}", name, c.dims[d]));
        else if (range.multiple(d) == 1)
            labels.add("tail of 16: " + tail_of(c.dims[d]));
    }
    labels.layouts(contract, range, c);
    for (std::size_t i = 0; i < c.parameters.size(); ++i)
        labels.add(label_of(contract.parameters[i], c.parameters[i]));
    for (std::size_t i = 0; i < c.choices.size(); ++i)
        if (contract.choices[i].values.size() < 10)
            labels.add(
                fmt::format("{}: {}", contract.choices[i].name,
                            contract.choices[i].values[static_cast<std::size_t>(c.choices[i])]));
    const auto& given = contract.data.given;
    if (!given) labels.add("data: " + contract.data.kinds[static_cast<std::size_t>(c.data)]);
    for (std::size_t o = 0; given && o < contract.operands.size(); ++o)
        if (contract.operands[o].use != operand_use::written)
            labels.add(fmt::format("data of {}: {}", contract.operands[o].name, given(c, o)));
    if (contract.relations.size() > 1)
        labels.add("relation: " + contract.relations[static_cast<std::size_t>(c.relation)].name);
    labels.add(fmt::format("fence: {}", name_of_fence(c.fence)));
    if (c.huge) labels.add("size: huge");
    return labels.all;
}

std::vector<std::string> all_labels(const kernel_contract& contract, const kernel_range& range) {
    label_list labels;
    if (!contract.labels_required) return labels.all;
    if (!contract.type_key.empty())
        for (std::size_t i = 0; i < range.type_count(contract); ++i)
            labels.add("type: " + contract.types[range.type(i)].name);
    labels.add("problem: valid");
    if (contract.senseless_cases) labels.add("problem: invalid");
    bool any_length = true;
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        any_length = any_length && range.multiple(d) == 1;
    labels.add("shape: empty");
    labels.add("shape: other");
    if (any_length) {
        labels.add("shape: ones");
        for (const char* tail : {"whole tiles", "one over", "one short", "other"})
            labels.add(fmt::format("tail of 16: {}", tail));
    }
    const auto n = main_dims(contract).size();
    if (any_length && n > 1) labels.add("shape: long");
    if (any_length && n == 2) {
        labels.add("shape: a line");
        labels.add("shape: equal");
    }
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        if (contract.dims[d].few && range.most_of(d) != 1)
            for (const char* many : {"0", "1", "many"})
                labels.add(fmt::format("{}: {}", contract.dims[d].name, many));
    for (const contract_operand& o : contract.operands) {
        if (!has_order_flag(o)) continue;
        labels.add(o.name + ": row-major");
        if (range.ordered) labels.add(o.name + ": column-major");
    }
    if (strided(contract, range)) {
        labels.add("strides: packed");
        labels.add("strides: beyond the extent");
    }
    if (shifted(contract, range)) {
        labels.add("base: at the start");
        labels.add("base: off the start");
    }
    for (const contract_parameter& p : contract.parameters)
        for (const char* value : {"plain", "other"}) labels.add(p.name + ": " + value);
    for (const contract_choice& choice : contract.choices)
        if (choice.values.size() < 10)
            for (const std::string& value : choice.values) labels.add(choice.name + ": " + value);
    for (const std::string& kind : contract.data.kinds) labels.add("data: " + kind);
    if (contract.relations.size() > 1)
        for (const contract_relation& r : contract.relations) labels.add("relation: " + r.name);
    for (const devices::placement f : all_fences)
        labels.add(fmt::format("fence: {}", name_of_fence(f)));
    return labels.all;
}

// Decides which cases make sense, and which of them a kernel supports.

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
    if (!range.types.empty() && std::ranges::find(range.types, c.type) == range.types.end())
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
