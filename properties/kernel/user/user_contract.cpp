// SPDX-License-Identifier: MIT
#include "properties/kernel/user/user_contract.hpp"

#include "properties/crash_note.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/huge_case.hpp"
#include "properties/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace tileproof::properties {
namespace {

using std::size_t;

const element_type& number_type(const sdk::test_data& t, const std::string& name) {
    const element_type* type = find_element_type(name);
    if (!type)
        throw sdk::mistake(
            fmt::format("{} uses the element type {}, which is not known.", t.name, name));
    return *type;
}

const element_type& type_of(const sdk::test_data& t, const sdk::operand& o) {
    if (o.members.empty()) return number_type(t, o.type);
    std::vector<element_member> members;
    for (const sdk::member& m : o.members) {
        const element_type& type = number_type(t, m.type);
        if (m.offset < 0 || m.offset + type.bytes > o.bytes)
            throw sdk::mistake(fmt::format("The member {} of {} lies outside of its {} bytes.",
                                           m.name, o.type, o.bytes));
        members.push_back({m.name, &type, m.offset});
    }
    return struct_type(o.type, o.bytes, members);
}

// Whether doubling the numbers doubles the result in every bit: nothing is subnormal or overflows on the way.
bool may_be_scaled(const packed_call& p) {
    const std::string& kind = p.contract.data.kinds[static_cast<size_t>(p.the_case.data)];
    if (kind == name_of(number_class::integers)) return true;
    for (const number_class c : {number_class::ends, number_class::subnormal, number_class::zeros,
                                 number_class::infinities, number_class::nan, number_class::bits})
        if (kind == name_of(c)) return false;
    return std::ranges::all_of(p.contract.types[0].each,
                               [](const element_type* type) { return type->exponent_bits >= 8; });
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

operand_use use_of(sdk::operand_use use) {
    return use == sdk::operand_use::input    ? operand_use::read
           : use == sdk::operand_use::output ? operand_use::written
                                             : operand_use::updated;
}

std::optional<number_class> asks_for_more(const sdk::test_data& t, const packed_call& p);

// Undeclared numbers are judged only if the reference has a finite answer for them. If that answer has a bound, which was
// declared for ordinary numbers, any finite result is right.
void keep_to_finite(const sdk::test_data& t, packed_call& p) {
    p.any_finite = true;
    if (!p.finite)
        p.unanswered =
            fmt::format("The {} of {} has no finite answer for infinities or large numbers.",
                        p.answered_by.empty() ? "reference" : "old kernel", t.name);
}

// Undeclared whole numbers of any size are judged only where nothing was computed with them that may overflow, nor looked up.
void answer_of_moved(const sdk::test_data& t, packed_call& p, const std::function<void()>& answer) {
    bool moved = false;
    try {
        answer();
        moved = is_moved(t, p);
    } catch (const wrong_declaration&) {  // an index beyond a table, say
    }
    if (!moved)
        p.unanswered = fmt::format(
            "The {} of {} computes with its whole numbers, and may be meant for small ones.",
            p.answered_by.empty() ? "reference" : "old kernel", t.name);
}

// Elementwise, products, and custom contracts.
kernel_contract declared(const sdk::test_data& t, const old_answer& old) {
    if (!t.accepts && (!t.reference || (t.unanswered && !old)))
        throw sdk::mistake(fmt::format(
            "{} has no right answer: add .reference([](const tileproof::arrays& a) {{ ... }}), "
            ".accepts() where several are right, or --against and an old kernel.",
            t.name));
    kernel_contract c;
    c.name = t.contract;
    for (const std::string& name : t.dims)
        c.dims.push_back({.name = name,
                          .edges = {2, 4, 8, 16, 32, 64, 128, 256},
                          .growth = t.dims.size() == 1 ? 2000 : 100});
    for (const sdk::operand& o : t.operands)
        c.operands.push_back({.name = o.name, .extents = o.extents, .use = use_of(o.use)});
    for (contract_dim& d : c.dims)
        d.apart = t.contract == "elementwise" || (t.contract == "product" && d.name != "k") ||
                  std::ranges::find(t.apart, d.name) != t.apart.end();
    c.bounded = t.bounded;
    c.any_nan = true;
    c.flushes = t.flushes;
    c.reference = [&t, old](packed_call& p) {
        const auto answer = [&] { old ? answer_with_old(t, p, old) : answer_with(t, p); };
        const auto more = asks_for_more(t, p);
        if (more == number_class::bits)
            answer_of_moved(t, p, answer);
        else
            answer();
        if (more && more != number_class::bits) keep_to_finite(t, p);
        p.ordinary = t.law != sdk::relation::scaled_by_two || may_be_scaled(p);
    };
    if (!old) c.confirm = [&t](const packed_call& p) { confirm_answer(t, p); };
    if (t.accepts) {
        c.reference = [](packed_call&) {};
        c.confirm = nullptr;  // it is asked twice itself
        c.accepts = [&t](const packed_call& p, const std::vector<bytes>& outputs) {
            return why_not_accepted(t, p, outputs);
        };
    }
    if (t.law == sdk::relation::reversed) c.relations = {reversed_inputs()};
    if (t.law == sdk::relation::scaled_by_two) c.relations = {scaled_by_two()};
    if (t.work_of_all_dims)
        c.work = [](const kernel_case& k) {
            double all = 1.0 / 8;
            for (const long_index_t d : k.dims)
                all *= static_cast<double>(std::max<long_index_t>(d, 1));
            return all;
        };
    return c;
}

kernel_contract relayout_of(const sdk::test_data& t) try {
    kernel_contract c = relayout_contract(t.from, t.to, t.dims);
    if (c.dims.size() == t.dims.size()) return c;
    throw std::invalid_argument(
        fmt::format("'{}' stands in its layouts and is none of its dims {}.", c.dims.back().name,
                    fmt::join(t.dims, ", ")));
} catch (const std::exception& e) {
    throw sdk::mistake(fmt::format("The layouts of {} cannot be used: {}", t.name, e.what()));
}

kernel_contract named_or_declared(const sdk::test_data& t, const old_answer& old) {
    if (t.contract == "transpose") return transpose_contract();
    if (t.contract == "copy") return copy_contract(true);
    if (t.contract == "permute") return permute_contract();
    if (t.contract == "relayout") return relayout_of(t);
    return declared(t, old);
}

bool moves(const sdk::test_data& t) {
    return t.contract == "transpose" || t.contract == "copy" || t.contract == "permute" ||
           t.contract == "relayout";
}

// The types of the numbers in it: for structs, those of the members.
std::vector<std::string> number_types(const sdk::operand& o) {
    std::vector<std::string> names;
    for (const sdk::member& m : o.members) names.push_back(m.type);
    if (o.members.empty()) names.push_back(o.type);
    return names;
}

// The conversion of a float to a whole number that does not fit is undefined.
bool makes_whole_numbers(const sdk::test_data& t) {
    bool from_float = false, to_whole = false;
    for (const sdk::operand& o : t.operands)
        for (const std::string& name : number_types(o)) {
            const bool is_float = number_type(t, name).is_float();
            from_float |= is_float && o.use != sdk::operand_use::output;
            to_whole |= !is_float && name != "bool" && o.use != sdk::operand_use::input;
        }
    return from_float && to_whole;
}

// An output of floats may show the sign of a zero, which many right kernels lose (-0 + 0 is 0).
bool makes_floats(const sdk::test_data& t) {
    return std::ranges::any_of(t.operands, [&](const sdk::operand& o) {
        return o.use != sdk::operand_use::input &&
               std::ranges::any_of(number_types(o), [&](const std::string& name) {
                   return number_type(t, name).is_float();
               });
    });
}

bool any_member_probes(const number_domain& d, const element_type& type, number_class c) {
    if (!type.is_struct()) return is_probe(d, type, c);
    return std::ranges::any_of(type.members(),
                               [&](const element_member& m) { return is_probe(d, *m.type, c); });
}

number_width usual_width(const sdk::test_data& t, const element_type& type) {
    const bool any = moves(t) || (t.contract == "product" && type.is_float()) ||
                     (t.contract == "elementwise" && !t.bounded && !makes_whole_numbers(t));
    return any ? number_width::any : number_width::usual;
}

// The values that an operand may hold in a case.
number_domain domain_of(const sdk::test_data& t, size_t operand, const element_type& type,
                        const kernel_case& c) {
    const sdk::operand& o = t.operands[operand];
    const auto length = [&](const std::string& dim) {
        const auto at = std::ranges::find(t.dims, dim) - t.dims.begin();
        return static_cast<double>(c.dims[static_cast<size_t>(at)]);
    };
    number_domain d;
    d.width = o.values == sdk::number_values::unsaid
                  ? usual_width(t, type)
                  : static_cast<number_width>(static_cast<int>(o.values) - 1);
    d.ranges = o.ranges;
    if (!o.indices_below.empty()) d.ranges = {{0, std::max(length(o.indices_below) - 1, 0.0)}};
    if (!o.row_pointers.empty()) d.rises_to = length(o.row_pointers);
    // A product of whole numbers should fit its sum.
    if (t.contract == "product" && !type.is_float() && type.bytes > 1 && o.ranges.empty() &&
        o.values == sdk::number_values::unsaid)
        d.ranges = {{type.is_unsigned ? 0 : -128, 127}};
    const bool unsaid = o.values == sdk::number_values::unsaid;
    d.tiny = unsaid && t.contract == "elementwise" && !t.bounded;
    d.minus_zero = unsaid && t.contract == "custom" && makes_whole_numbers(t) && !makes_floats(t);
    const bool has_floats = std::ranges::any_of(
        number_types(o), [&](const std::string& name) { return number_type(t, name).is_float(); });
    d.probes = unsaid && o.one_of.empty() && t.contract == "custom" && t.reference &&
               (!has_floats || !makes_whole_numbers(t));
    d.positive = o.positive;
    d.sorted = o.sorted;
    d.flushes = t.flushes;
    d.one_sign = t.relative;
    d.one_of = o.one_of;
    return d;
}

// The class that some operand accepts only because it probes.
std::optional<number_class> asks_for_more(const sdk::test_data& t, const packed_call& p) {
    if (t.contract != "custom") return std::nullopt;
    const kernel_case& c = p.the_case;
    for (size_t o = 0; o < t.operands.size(); ++o) {
        if (t.operands[o].use == sdk::operand_use::output) continue;
        const number_domain d = domain_of(t, o, *p.contract.types[0].each[o], c);
        const std::string given = p.contract.data.given(c, o);
        for (const number_class k :
             {number_class::ends, number_class::infinities, number_class::bits})
            if (given == name_of(k) && any_member_probes(d, *p.contract.types[0].each[o], k))
                return k;
    }
    return std::nullopt;
}

// The contents that the declaration asks for; kernels that only move data get any bits.
void choose_contents(const sdk::test_data& t, const contract_type& types, kernel_contract& c) {
    const auto says_nothing = [](const sdk::operand& o) {
        return o.values == sdk::number_values::unsaid && o.ranges.empty() && !o.positive;
    };
    if (moves(t) && !t.flushes && std::ranges::all_of(t.operands, says_nothing)) return;
    c.data = number_data(c, types, [&t, each = types.each](const kernel_case& k, size_t o) {
        return domain_of(t, o, *each[o], k);
    });
    // A declared error bound is meant for sums of a few hundred numbers. Whole numbers have no error.
    if (t.contract == "custom") {
        const auto has_floats = [&](const sdk::operand& o) {
            return std::ranges::any_of(number_types(o), [&](const std::string& name) {
                return number_type(t, name).is_float();
            });
        };
        if (std::ranges::any_of(t.operands, has_floats)) c.data.most_rounded = 2048;
        c.data.far = 0;
        c.data.first_is_exact = !t.bounded;  // a mean divides before it adds
    }
    const auto each_once = [](const sdk::operand& o) { return o.each_once; };
    if (std::ranges::none_of(t.operands, each_once)) return;
    c.data.fill = [&t, plain = c.data.fill](const fill_request& r, bytes& packed) {
        if (t.operands[r.operand].each_once) return fill_each_once(r, packed);
        plain(r, packed);
    };
}

// Fills operands that are structs member by member.
void fill_structs(const contract_type& types, contract_data& data) {
    const auto is_struct = [](const element_type* type) { return type->is_struct(); };
    if (std::ranges::none_of(types.each, is_struct)) return;
    data.fill = [each = types.each, plain = data.fill](const fill_request& r, bytes& packed) {
        const element_type& type = *each[r.operand];
        if (!type.is_struct()) return plain(r, packed);
        fill_members(r, type, plain, packed);
    };
}

void refuse_each_once_of_others(const sdk::test_data& t) {
    for (const sdk::operand& o : t.operands)
        if (o.each_once &&
            (o.indices_below.empty() || o.extents != std::vector<std::string>{o.indices_below}))
            throw sdk::mistake(fmt::format(
                "{} says .each_once() of {}, which needs as many elements as there are indices: "
                "give it .indices_below() of a dim that is its one extent.",
                t.name, o.name));
}

// Refuses declarations of values that are meaningless or impossible.
void refuse_values_of_none(const sdk::test_data& t) {
    for (const sdk::operand& o : t.operands) {
        const auto refuse = [&](const std::string& why) {
            throw sdk::mistake(fmt::format("{} of {} {}", o.name, t.name, why));
        };
        for (const auto& [least, most] : o.ranges)
            if (!(least <= most) || (o.positive && !(most > 0)))
                refuse(
                    fmt::format("has values from {} to {}{}, and there are none: the least comes "
                                "first.",
                                least, most, o.positive ? " that are positive" : ""));
        if (!o.row_pointers.empty() && (std::ranges::find(t.dims, o.row_pointers) == t.dims.end() ||
                                        number_type(t, o.type).is_float()))
            refuse(
                fmt::format("has .row_pointers(\"{}\"), which are whole numbers up to a dim: name "
                            "one of {}.",
                            o.row_pointers, fmt::join(t.dims, ", ")));
        const bool in_order = o.sorted || !o.row_pointers.empty();
        if (in_order && !o.members.empty())
            refuse("holds structs, which have no order: leave .sorted() out.");
        if (in_order && t.huge)
            refuse(
                "is sorted, and what an operand of 2^31 elements holds is computed from each "
                "position by itself: leave .sorted(), .row_pointers() or .huge() out.");
    }
}

void refuse_what_structs_cannot(const sdk::test_data& t) {
    for (const sdk::operand& o : t.operands) {
        if (o.members.empty()) continue;
        if (!o.indices_below.empty())
            throw sdk::mistake(
                fmt::format("The elements of {} of {} are structs, which are no "
                            "indices: leave .indices_below() out.",
                            o.name, t.name));
        if (t.huge)
            throw sdk::mistake(
                fmt::format("{} says .huge(), and the elements of {} are structs; "
                            "operands of 2^31 elements hold numbers only: leave "
                            ".huge() out.",
                            t.name, o.name));
    }
}

std::vector<long_index_t> lengths_of(const sdk::test_data& t, const sdk::operand& o,
                                     const kernel_case& c) {
    std::vector<long_index_t> lengths;
    for (const std::string& e : o.extents)
        lengths.push_back(length_expression(e, t.dims).value(c.dims).value_or(0));
    return lengths;
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

kernel_contract user_contract(const sdk::test_data& t, const std::vector<unsigned>& waves,
                              const old_answer& old) {
    kernel_contract c = named_or_declared(t, old);
    if (old && moves(t)) c.reference = [&t, old](packed_call& p) { answer_with_old(t, p, old); };
    if (!waves.empty() && waves != std::vector<unsigned>{32}) {
        contract_choice choice{.name = wave_choice, .values = {}, .weights = {}, .optional = true};
        for (const unsigned lanes : waves) {
            choice.values.push_back(std::to_string(lanes));
            choice.weights.push_back(1);
        }
        c.choices.push_back(std::move(choice));
    }
    for (const sdk::scalar& s : t.scalars) c.parameters.push_back(parameter_of(t, s));
    contract_type types{"", {}};
    for (const sdk::operand& o : t.operands) {
        types.each.push_back(&type_of(t, o));
        if (!o.indices_below.empty() && std::ranges::find(t.dims, o.indices_below) == t.dims.end())
            throw sdk::mistake(fmt::format("{} has no dim '{}' for the indices of {}.", t.name,
                                           o.indices_below, o.name));
    }
    refuse_values_of_none(t);
    refuse_what_structs_cannot(t);
    refuse_each_once_of_others(t);
    c.types = {types};
    c.type_key = {};
    if (!t.launch_cost.empty())
        c.launch = {t.launch_cost[0], {t.launch_cost.begin() + 1, t.launch_cost.end()}};
    for (size_t d = 0; d < c.dims.size(); ++d) {
        c.dims[d].key = fmt::format("dims/{}", d);
        if (d < t.far.size()) c.dims[d].far = t.far[d];
        const std::vector<long_index_t>& known = c.dims[d].edges;
        for (const long edge : t.edges)
            if (!t.powers_of_two && std::ranges::find(known, edge) == known.end())
                (edge > longest_launch_edge ? c.dims[d].grid_edges : c.dims[d].launch_edges)
                    .push_back(edge);
    }
    for (size_t o = 0; o < c.operands.size(); ++o) {
        contract_operand& operand = c.operands[o];
        if (t.contract != "permute") {
            // Of a movement of several matrices; a custom kernel is not told of such a stride.
            const bool of_batch = t.strided && operand.extents.size() == 3 && t.most[2] != 1 &&
                                  !operand.strides.empty() && !operand.strides[0].empty();
            operand.strides.assign(operand.extents.size(), {});
            if (of_batch) operand.strides[0] = fmt::format("batch_slack/{}", o);
            if (operand.extents.size() >= 2)
                operand.strides[operand.extents.size() - 2] = fmt::format("slack/{}", o);
            operand.strides_as_slack = true;
        }
        operand.offset = fmt::format("shift/{}", o);
        operand.repeats = operand.repeats && t.contract == "permute";
    }
    for (const std::string& dim : t.apart)
        if (std::ranges::find(t.dims, dim) == t.dims.end())
            throw sdk::mistake(
                fmt::format("{} has no dim '{}', which .huge() names.", t.name, dim));
    for (const sdk::operand& o : t.operands)
        if (t.huge && o.each_once)
            throw sdk::mistake(
                fmt::format("{} says .huge() and that no two elements of {} are the same "
                            "(.each_once()). What an "
                            "operand of 2^31 elements holds is computed from each position by "
                            "itself, which cannot "
                            "keep them different: leave one of the two out.",
                            t.name, o.name));
    if (t.huge && t.accepts)
        throw sdk::mistake(
            fmt::format("{} says .huge() and .accepts(), and of an operand of 2^31 elements nobody "
                        "sees all: leave one of the two out.",
                        t.name));
    choose_contents(t, types, c);
    if (!t.mistake.empty())
        c.reference = [&t](packed_call&) { throw wrong_declaration(t.mistake); };
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
            throw sdk::mistake(fmt::format(
                "{} cannot be huge: its contract has no dims whose indices stand alone, or an "
                "extent that is an "
                "expression of one. {}",
                t.name,
                t.contract == "custom" ? "Name such dims, each of them an extent by itself: "
                                         ".huge({\"rows\"})."
                                       : "Leave .huge() out."));
        return c;
    } catch (const std::invalid_argument& e) {
        throw sdk::mistake(fmt::format("{}: {}", t.name, e.what()));
    }
}

kernel_range user_range(const sdk::test_data& t) {
    kernel_range r;
    r.multiples.assign(t.multiples.begin(), t.multiples.end());
    r.least.assign(t.least.begin(), t.least.end());
    // An index needs at least one row to choose from.
    for (const sdk::operand& o : t.operands)
        if (const auto dim = std::ranges::find(t.dims, o.indices_below); dim != t.dims.end()) {
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
    r.powers_of_two = t.powers_of_two;
    r.outside = t.refuses ? kernel_range::beyond::must_throw : kernel_range::beyond::not_asked;
    r.unless = [&t, note = std::string(not_the_kernel) + ".unless() of " + t.name +
                           " did not come to an end."](const kernel_case& c) -> std::string {
        for (const sdk::operand& o : t.operands)
            if (!o.row_pointers.empty()) {
                const auto dim = std::ranges::find(t.dims, o.row_pointers) - t.dims.begin();
                const auto extents = lengths_of(t, o, c);
                if (packed_elements(extents) == 1 && c.dims[static_cast<size_t>(dim)] > 0)
                    return fmt::format("Without rows there are no elements, and {} is {}.",
                                       o.row_pointers, c.dims[static_cast<size_t>(dim)]);
            }
        if (t.powers_of_two)
            for (size_t d = 0; d < c.dims.size(); ++d)
                if (!std::has_single_bit(static_cast<std::uint64_t>(c.dims[d])))
                    return fmt::format("The test takes powers of two, and {} is {}.", t.dims[d],
                                       c.dims[d]);
        const std::vector<long> dims(c.dims.begin(), c.dims.end());
        if (!t.refusal) return {};
        note_for_crash(note);
        std::string why = t.refusal(dims.data());
        note_for_crash("");
        return why;
    };
    return r;
}

sdk::call user_call(const kernel_contract& contract, const kernel_case& c,
                    std::vector<std::vector<long>>& strides, std::vector<void*>& pointers) {
    strides.clear();
    for (size_t o = 0; o < c.operands.size(); ++o) {
        const auto list = strides_of(contract, c, o);
        strides.emplace_back(list.begin(), list.end());
    }
    return {c.dims.data(), strides, pointers, c.parameters.data()};
}

}  // namespace tileproof::properties
