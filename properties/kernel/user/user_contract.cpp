// SPDX-License-Identifier: MIT
#include "properties/kernel/user/user_contract.hpp"

#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/huge_case.hpp"
#include "properties/kernel/user/user_scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

namespace tileproof::properties {
namespace {

using std::size_t;

const element_type& number_type(const user::test_data& t, const std::string& name) {
    const element_type* type = find_element_type(name);
    if (!type)
        throw user::mistake(
            fmt::format("{} uses the element type {}, which is not known.", t.name, name));
    return *type;
}

const element_type& type_of(const user::test_data& t, const user::operand& o) {
    if (o.members.empty()) return number_type(t, o.type);
    std::vector<element_member> members;
    for (const user::member& m : o.members) {
        const element_type& type = number_type(t, m.type);
        if (m.offset < 0 || m.offset + type.bytes > o.bytes)
            throw user::mistake(fmt::format("The member {} of {} lies outside of its {} bytes.",
                                            m.name, o.type, o.bytes));
        members.push_back({m.name, &type, m.offset});
    }
    return struct_type(o.type, o.bytes, members);
}

// What a bounded reference left of an output, as the values that its bounds are around.
void settle_bounds(const user::test_data& t, packed_call& p, size_t o) {
    const element_type& type = *p.contract.types[0].each[o];
    const size_t numbers = numbers_in(type);
    for (size_t at = 0; at < p.values[o].size(); ++at) {
        const element_type& of = type.is_struct() ? *type.members()[at % numbers].type : type;
        std::byte* const to = &p.outputs[o][at / numbers * static_cast<size_t>(type.bytes)] +
                              (type.is_struct() ? type.members()[at % numbers].offset : 0);
        const double value = p.values[o][at];
        if (type.is_struct() && !of.is_float()) continue;  // exact, and there already
        store_value(of, value, to);
        // Whole numbers whose sums are exact leave no room.
        if (t.integers_exact && (p.the_case.data == 0 || !of.is_float()) &&
            value_of(of, to) == value)
            p.bounds[o][at] = 0;
        // Nobody says what a number of 8 bits becomes that is larger than any.
        if (of.is_float() && of.bytes == 1 && std::abs(value) + p.bounds[o][at] > greatest_of(of))
            p.bounds[o][at] = std::numeric_limits<double>::infinity();
    }
}

// What the declaration's own reference says.
void answer_with(const user::test_data& t, packed_call& p) {
    std::vector<std::vector<long>> extents;
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    std::vector<std::vector<double>*> values, bounds;
    static char nothing;  // of an empty operand, which is not the absence of one
    for (size_t o = 0; o < t.operands.size(); ++o) {
        const auto use = t.operands[o].use;
        extents.emplace_back(p.extents[o].begin(), p.extents[o].end());
        const bool reads = use != user::operand_use::output,
                   writes = use != user::operand_use::input;
        inputs.push_back(!reads                ? nullptr
                         : p.inputs[o].empty() ? &nothing
                                               : static_cast<void*>(p.inputs[o].data()));
        outputs.push_back(!writes                ? nullptr
                          : p.outputs[o].empty() ? &nothing
                                                 : static_cast<void*>(p.outputs[o].data()));
        const bool bounded = writes && t.bounded;
        if (bounded) {
            p.values[o].resize(static_cast<size_t>(packed_elements(p.extents[o])) *
                               numbers_in(*p.contract.types[0].each[o]));
            p.bounds[o].resize(p.values[o].size());
        }
        values.push_back(bounded ? &p.values[o] : nullptr);
        bounds.push_back(bounded ? &p.bounds[o] : nullptr);
    }
    const std::vector<long> dims(p.the_case.dims.begin(), p.the_case.dims.end());
    t.reference(
        {dims.data(), extents, inputs, outputs, values, bounds, p.the_case.parameters.data()});
    for (size_t o = 0; o < values.size(); ++o)
        if (values[o]) settle_bounds(t, p, o);
}

void reverse(bytes& b, size_t width) {
    for (size_t i = 0, j = b.size() / width; i + 1 < j; ++i)
        std::swap_ranges(&b[i * width], &b[i * width] + width, &b[--j * width]);
}

bool scale(bytes& b, const element_type& type) {
    for (size_t i = 0; i < b.size(); i += static_cast<size_t>(type.bytes)) {
        const double twice = 2 * value_of(type, &b[i]);
        store_value(type, twice, &b[i]);
        if (value_of(type, &b[i]) != twice) return false;
    }
    return true;
}

size_t output_of(const kernel_contract& c) {
    size_t o = 0;
    while (c.operands[o].use == operand_use::read) ++o;
    return o;
}

contract_relation reversed_inputs() {
    return {"reversed", "Reversing the inputs does not reverse the output.",
            [](const packed_call& p, const bytes& result) -> std::optional<related_call> {
                related_call other{p.the_case, p.inputs, result, {}};
                const auto& types = p.contract.types[0].each;
                for (size_t o = 0; o < other.inputs.size(); ++o)
                    reverse(other.inputs[o], static_cast<size_t>(types[o]->bytes));
                reverse(other.expected, static_cast<size_t>(types[output_of(p.contract)]->bytes));
                return other;
            }};
}

contract_relation scaled_by_two() {
    return {"scaled_by_two", "Doubling the first input does not double the output.",
            [](const packed_call& p, const bytes& result) -> std::optional<related_call> {
                related_call other{p.the_case, p.inputs, result, {}};
                const auto& types = p.contract.types[0].each;
                const element_type &in = *types[0], &out = *types[output_of(p.contract)];
                if (!in.is_float() || !out.is_float()) return std::nullopt;
                if (!scale(other.inputs[0], in) || !scale(other.expected, out)) return std::nullopt;
                return other;
            }};
}

operand_use use_of(user::operand_use use) {
    return use == user::operand_use::input    ? operand_use::read
           : use == user::operand_use::output ? operand_use::written
                                              : operand_use::updated;
}

// Elementwise, products, and what a user makes up.
kernel_contract declared(const user::test_data& t) {
    if (!t.reference)
        throw user::mistake(fmt::format(
            "{} has no right answer: add .reference([](const tileproof::arrays& a) {{ ... }}).",
            t.name));
    kernel_contract c;
    c.name = t.contract;
    for (const std::string& name : t.dims)
        c.dims.push_back({.name = name,
                          .edges = {2, 4, 8, 16, 32, 64, 128, 256},
                          .growth = t.dims.size() == 1 ? 2000 : 100});
    for (const user::operand& o : t.operands)
        c.operands.push_back({.name = o.name, .extents = o.extents, .use = use_of(o.use)});
    for (contract_dim& d : c.dims)
        d.apart = t.contract == "elementwise" || (t.contract == "product" && d.name != "k") ||
                  std::find(t.apart.begin(), t.apart.end(), d.name) != t.apart.end();
    c.data = number_data();
    c.bounded = t.bounded;
    c.reference = [&t](packed_call& p) { answer_with(t, p); };
    if (t.law == user::relation::reversed) c.relations = {reversed_inputs()};
    if (t.law == user::relation::scaled_by_two) c.relations = {scaled_by_two()};
    if (t.work_of_all_dims)
        c.work = [](const kernel_case& k) {
            double all = 1.0 / 8;
            for (const long_index_t d : k.dims)
                all *= static_cast<double>(std::max<long_index_t>(d, 1));
            return all;
        };
    return c;
}

kernel_contract relayout_of(const user::test_data& t) try {
    kernel_contract c = relayout_contract(t.from, t.to, t.dims);
    if (c.dims.size() == t.dims.size()) return c;
    throw std::invalid_argument(
        fmt::format("'{}' stands in its layouts and is none of its dims {}.", c.dims.back().name,
                    fmt::join(t.dims, ", ")));
} catch (const std::exception& e) {
    throw user::mistake(fmt::format("The layouts of {} cannot be used: {}", t.name, e.what()));
}

kernel_contract named_or_declared(const user::test_data& t) {
    if (t.contract == "transpose") return transpose_contract();
    if (t.contract == "copy") return copy_contract(true);
    if (t.contract == "permute") return permute_contract();
    if (t.contract == "relayout") return relayout_of(t);
    return declared(t);
}

// The contents that the declaration asks for, over those of the contract.
void restrict_values(const user::test_data& t, contract_data& data) {
    const auto free = [](const user::operand& o) {
        return o.indices_below.empty() && o.ranges.empty();
    };
    if (std::all_of(t.operands.begin(), t.operands.end(), free)) return;
    data.fill = [&t, free, plain = data.fill](const fill_request& r, bytes& packed) {
        const user::operand& o = t.operands[r.operand];
        if (free(o)) return plain(r, packed);
        if (o.each_once) return fill_each_once(r, packed);
        if (o.indices_below.empty()) {
            const auto [least, most] = o.ranges[r.the_case.data_seed % o.ranges.size()];
            return fill_range(r, least, most, packed);
        }
        const auto dim = std::find(t.dims.begin(), t.dims.end(), o.indices_below) - t.dims.begin();
        fill_range(r, 0, static_cast<double>(r.the_case.dims[static_cast<size_t>(dim)] - 1),
                   packed);
    };
}

// Operands that are structs, member by member.
void fill_structs(const contract_type& types, contract_data& data) {
    const auto is_struct = [](const element_type* type) { return type->is_struct(); };
    if (std::none_of(types.each.begin(), types.each.end(), is_struct)) return;
    data.fill = [each = types.each, plain = data.fill](const fill_request& r, bytes& packed) {
        const element_type& type = *each[r.operand];
        if (!type.is_struct()) return plain(r, packed);
        fill_members(r, type, plain, packed);
    };
}

void refuse_each_once_of_others(const user::test_data& t) {
    for (const user::operand& o : t.operands)
        if (o.each_once &&
            (o.indices_below.empty() || o.extents != std::vector<std::string>{o.indices_below}))
            throw user::mistake(fmt::format(
                "{} says .each_once() of {}, which needs as many elements as there are indices: "
                "give it .indices_below() of a dim that is its one extent.",
                t.name, o.name));
}

void refuse_what_structs_cannot(const user::test_data& t) {
    for (const user::operand& o : t.operands) {
        if (o.members.empty()) continue;
        if (!o.indices_below.empty())
            throw user::mistake(
                fmt::format("The elements of {} of {} are structs, which are no "
                            "indices: leave .indices_below() out.",
                            o.name, t.name));
        if (t.huge)
            throw user::mistake(
                fmt::format("{} says .huge(), and the elements of {} are structs; "
                            "operands of 2^31 elements hold numbers only: leave "
                            ".huge() out.",
                            t.name, o.name));
    }
}

const std::string wave_choice = "wave";

}  // namespace

unsigned wave_of(const kernel_contract& contract, const kernel_case& c) {
    for (std::size_t i = 0; i < contract.choices.size(); ++i)
        if (contract.choices[i].name == wave_choice)
            return contract.choices[i].values[static_cast<std::size_t>(c.choices[i])] == "64" ? 64
                                                                                              : 32;
    return 32;
}

kernel_contract user_contract(const user::test_data& t, const std::vector<unsigned>& waves) {
    kernel_contract c = named_or_declared(t);
    if (!waves.empty() && waves != std::vector<unsigned>{32}) {
        contract_choice choice{.name = wave_choice, .values = {}, .weights = {}, .optional = true};
        for (const unsigned lanes : waves) {
            choice.values.push_back(std::to_string(lanes));
            choice.weights.push_back(1);
        }
        c.choices.push_back(std::move(choice));
    }
    for (const user::scalar& s : t.scalars) c.parameters.push_back(parameter_of(t, s));
    contract_type types{"", {}};
    for (const user::operand& o : t.operands) {
        types.each.push_back(&type_of(t, o));
        if (!o.indices_below.empty() &&
            std::find(t.dims.begin(), t.dims.end(), o.indices_below) == t.dims.end())
            throw user::mistake(fmt::format("{} has no dim '{}' for the indices of {}.", t.name,
                                            o.indices_below, o.name));
    }
    refuse_what_structs_cannot(t);
    refuse_each_once_of_others(t);
    c.types = {types};
    c.type_key = {};
    for (size_t d = 0; d < c.dims.size(); ++d) {
        c.dims[d].key = fmt::format("dims/{}", d);
        if (t.powers_of_two) c.dims[d].weights = {0, 10, 90, 0, 0};
        const std::vector<long_index_t>& known = c.dims[d].edges;
        for (const long edge : t.edges)
            if (!t.powers_of_two && std::find(known.begin(), known.end(), edge) == known.end())
                c.dims[d].launch_edges.push_back(edge);
    }
    for (size_t o = 0; o < c.operands.size(); ++o) {
        contract_operand& operand = c.operands[o];
        if (t.contract != "permute") {
            operand.strides.assign(operand.extents.size(), {});
            if (operand.extents.size() >= 2)
                operand.strides[operand.extents.size() - 2] = fmt::format("slack/{}", o);
            operand.strides_as_slack = true;
        }
        operand.offset = fmt::format("shift/{}", o);
        operand.repeats = operand.repeats && t.contract == "permute";
    }
    for (const std::string& dim : t.apart)
        if (std::find(t.dims.begin(), t.dims.end(), dim) == t.dims.end())
            throw user::mistake(
                fmt::format("{} has no dim '{}', which .huge() names.", t.name, dim));
    for (const user::operand& o : t.operands)
        if (t.huge && o.each_once)
            throw user::mistake(
                fmt::format("{} says .huge() and that no two elements of {} are the same "
                            "(.each_once()). What an "
                            "operand of 2^31 elements holds is computed from each position by "
                            "itself, which cannot "
                            "keep them different: leave one of the two out.",
                            t.name, o.name));
    restrict_values(t, c.data);
    fill_structs(types, c.data);
    c.first_shapes.clear();
    c.senseless_cases = c.labels_required = false;
    c.second_call = true;
    c.usual_work = 1024;
    c.work_growth = 30;
    c.most_work = 1 << 15;
    if (t.square) c.settle = [](kernel_case& k) { k.dims[1] = k.dims[0]; };
    try {
        c = compiled(std::move(c));
        if (t.huge && !can_be_huge(c))
            throw user::mistake(fmt::format(
                "{} cannot be huge: its contract has no dims whose indices stand alone, or an "
                "extent that is an "
                "expression of one. {}",
                t.name,
                t.contract == "custom" ? "Name such dims, each of them an extent by itself: "
                                         ".huge({\"rows\"})."
                                       : "Leave .huge() out."));
        return c;
    } catch (const std::invalid_argument& e) {
        throw user::mistake(fmt::format("{}: {}", t.name, e.what()));
    }
}

kernel_range user_range(const user::test_data& t) {
    kernel_range r;
    r.multiples.assign(t.multiples.begin(), t.multiples.end());
    r.least.assign(t.least.begin(), t.least.end());
    // Below 0 there is no index: whoever asks for some has one row or more to choose from.
    for (const user::operand& o : t.operands)
        if (const auto dim = std::find(t.dims.begin(), t.dims.end(), o.indices_below);
            dim != t.dims.end()) {
            const auto d = static_cast<std::size_t>(dim - t.dims.begin());
            r.least.resize(t.dims.size(), 0);
            r.least[d] = std::max<long_index_t>(r.least[d], 1);
        }
    r.most.assign(t.most.begin(), t.most.end());
    r.huge = t.huge;
    r.strided = t.strided;
    r.shifted = t.shifted;
    r.alignment = t.alignment;
    r.align_rows = true;
    r.outside = t.refuses ? kernel_range::beyond::must_throw : kernel_range::beyond::not_asked;
    r.unless = [&t](const kernel_case& c) -> std::string {
        if (t.powers_of_two)
            for (size_t d = 0; d < c.dims.size(); ++d)
                if (!std::has_single_bit(static_cast<std::uint64_t>(c.dims[d])))
                    return fmt::format("The test takes powers of two, and {} is {}.", t.dims[d],
                                       c.dims[d]);
        const std::vector<long> dims(c.dims.begin(), c.dims.end());
        return t.refusal ? t.refusal(dims.data()) : std::string();
    };
    return r;
}

user::call user_call(const kernel_contract& contract, const kernel_case& c,
                     std::vector<std::vector<long>>& strides, std::vector<void*>& pointers) {
    strides.clear();
    for (size_t o = 0; o < c.operands.size(); ++o) {
        const auto list = strides_of(contract, c, o);
        strides.emplace_back(list.begin(), list.end());
    }
    return {c.dims.data(), strides, pointers, c.parameters.data()};
}

}  // namespace tileproof::properties
