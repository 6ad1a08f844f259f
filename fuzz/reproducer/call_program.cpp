// SPDX-License-Identifier: MIT
// The program that shows a broken law of a kernel on a GPU, printed from the call as data: the operands' bytes,
// which elements count, what the result must be and how far each element may be off.
#include "fuzz/reproducer/call_program.texts.hpp"
#include "fuzz/reproducer/kernel_program.hpp"

#include "properties/kernel/case_call.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tileproof::fuzz {

using namespace properties;

namespace {

constexpr std::size_t most_bytes = 1 << 22;  // of all operands, in a file

// Text as C++ string literals, a hundred characters a line.
std::string literals(const std::string& text) {
    constexpr std::size_t width = 100;
    std::string lines;
    for (std::size_t at = 0; at == 0 || at < text.size(); at += width)
        lines += fmt::format("\n        \"{}\"", text.substr(at, width));
    return lines;
}

std::string hex(const bytes& image) {
    std::string text;
    for (const std::byte b : image) text += fmt::format("{:02x}", std::to_integer<unsigned>(b));
    return text;
}

std::string operand_text(const call_operand& o, const bytes& holds) {
    std::string live;
    for (const unsigned char l : o.live) live += l ? '1' : '.';
    return fmt::format("{{\"{}\", {}, bytes_of({}),\n     live_of({})}}", o.name, o.element_bytes,
                       literals(hex(holds)), literals(live));
}

std::string number_text(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    return fmt::format("{:a}", value);
}

std::string table(std::string_view name, const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + number_text(value);
    return fmt::format("    static const std::vector<double> {} =\n{}", name,
                       system::wrapped("{" + text + "};", "        ", 100));
}

std::string c_type(const element_type& type) {
    const std::string name(type.name);
    if (name == "float32") return "float";
    if (name == "float64") return "double";
    if (name == "e4m3") return "fp8<3, 7, 126>";
    if (name == "e5m2") return "fp8<2, 15, 123>";
    if (name == "e4m3_fnuz") return "fp8<3, 8, 127>";
    if (name == "e5m2_fnuz") return "fp8<2, 16, 127>";
    return name == "f16" || name == "bf16" || name == "bool" ? name : "std::" + name + "_t";
}

bool has_eight_bits(const call_operand& o) {
    const auto is = [](const element_type& t) { return t.is_float() && t.bytes == 1; };
    if (!o.bounded()) return false;
    if (!o.type->is_struct()) return is(*o.type);
    return std::ranges::any_of(o.type->members(),
                               [&](const element_member& m) { return is(*m.type); });
}

// The k-th number of an element, `offset` bytes behind its start.
std::string number_is_right(const call_operand& o, std::size_t k, std::size_t offset,
                            std::size_t bytes) {
    const element_type* type = o.type && o.type->is_struct() ? o.type->members()[k].type : o.type;
    if (!o.bounded() || (type != o.type && !type->is_float()))
        return fmt::format("std::memcmp(value + {0}, &exactly[element * {1} + {0}], {2}) == 0",
                           offset, o.element_bytes, bytes);
    return fmt::format(
        "is_near<{0}>(value + {1}, must_be[element * {2} + {3}], most_off[element * {2} + {3}])",
        c_type(*type), offset, numbers_in(*o.type), k);
}

// Member by member: what lies between them does not matter.
std::string struct_text(const call_operand& o) {
    std::string text = o.bounded() ? table("must_be", o.values) + table("most_off", o.bounds) : "";
    text += fmt::format("    static const std::vector<unsigned char> exactly = bytes_of({});\n",
                        literals(hex(o.contents)));
    std::string all;
    any_number(o, [&](std::size_t k, std::size_t offset, std::size_t bytes) {
        all += (k ? " &&\n           " : "") + number_is_right(o, k, offset, bytes);
        return false;
    });
    return text + "    return " + all + ";\n";
}

// One output's `right`.
std::string right_text(const call_operand& o) {
    if (o.type && o.type->is_struct()) return struct_text(o);
    if (o.bounded())
        return table("must_be", o.values) + table("most_off", o.bounds) +
               fmt::format("    return is_near<{}>(value, must_be[element], most_off[element]);\n",
                           c_type(*o.type));
    return fmt::format(
        "    static const std::vector<unsigned char> must_be = bytes_of({});\n"
        "    return std::memcmp(value, &must_be[element * {}], {}) == 0;\n",
        literals(hex(o.contents)), o.element_bytes, o.element_bytes);
}

// What one call adds to the bodies of inputs(), results() and right().
struct call_bodies {
    std::string inputs, results, right;
};

// `number` of `of`; `written`: whether the kernel may write to its outputs.
void add_call(const kernel_call& call, int number, int of, bool written, call_bodies& to) {
    const std::string which =
        number + 1 < of ? fmt::format("    if (call == {}) ", number) : "    ";
    std::vector<std::string> inputs, results;
    std::string right;
    for (const call_operand& o : call.inputs) {
        const bool any = std::ranges::find(o.live, 1) != o.live.end();
        inputs.push_back(operand_text(o, any ? o.contents : bytes()));
    }
    for (call_operand o : call.outputs) {
        if (written)
            to.right += fmt::format("    if (call == {} && result == {}) {{\n{}    }}\n", number,
                                    results.size(), right_text(o));
        else
            std::ranges::fill(o.live, 0);
        results.push_back(operand_text(o, o.starts_as));
    }
    to.inputs += fmt::format("{}return {{{}}};\n", which, fmt::join(inputs, ",\n    "));
    to.results += fmt::format("{}return {{{}}};\n", which, fmt::join(results, ",\n    "));
}

std::string operands_text(const call_bodies& b) {
    return fmt::format(
        "static std::vector<operand> inputs([[maybe_unused]] int call) {{\n{}}}\n"
        "static std::vector<operand> results([[maybe_unused]] int call) {{\n{}}}\n"
        "static bool right([[maybe_unused]] int call, [[maybe_unused]] std::size_t result,\n"
        "                  [[maybe_unused]] std::size_t element,\n"
        "                  [[maybe_unused]] const unsigned char* value) {{\n{}    return "
        "true;\n}}\n",
        b.inputs, b.results, b.right);
}

std::size_t bytes_in(const kernel_call& call) {
    std::size_t sum = 0;
    for (const auto* all : {&call.inputs, &call.outputs})
        for (const call_operand& o : *all) sum += o.contents.size();
    return sum;
}

// "at(in[0], 4)", "nullptr": the pointers that the kernel starts with.
std::vector<std::string> arguments_of(const kernel_contract& contract, const kernel_case& c) {
    std::vector<std::string> all;
    int in = 0, out = 0;
    for (std::size_t o = 0; o < contract.operands.size(); ++o) {
        const operand_use use = use_of(contract, c, o);
        const long_index_t lead = c.operands[o].offset * contract.types[c.type].each[o]->bytes;
        if (use == operand_use::absent)
            all.emplace_back("nullptr");
        else if (use == operand_use::read || use == operand_use::unread)
            all.push_back(fmt::format("at(in[{}], {})", in++, lead));
        else if (use == operand_use::in_place || use == operand_use::in_place_unread)
            all.push_back(fmt::format("at(out[0], {})", lead));
        else
            all.push_back(fmt::format("at(out[{}], {})", out++, lead));
    }
    return all;
}

// The second call, for K8: its inputs and its answer follow from the right answer of the first.
std::optional<packed_call> related(const packed_call& first) {
    const kernel_contract& contract = first.contract;
    const std::size_t one =
        contract.relations.size() == 1 ? 0 : static_cast<std::size_t>(first.the_case.relation);
    if (one >= contract.relations.size() || !contract.relations[one].make) return std::nullopt;
    const auto other = contract.relations[one].make(first, first.outputs[first_output(contract)]);
    if (!other) return std::nullopt;
    return packed_of(contract, *other);
}

std::string_view outcome_of(const shown_case& s, const kernel_case& c) {
    if (!why_senseless(s.contract, c).empty()) return "refusal";
    if (!s.range) return "result_or_refusal";
    if (why_outside(s.contract, *s.range, c).empty()) return "result";
    return s.range->outside == kernel_range::beyond::must_throw   ? "exception"
           : s.range->outside == kernel_range::beyond::may_refuse ? "result_or_refusal"
                                                                  : "result";
}

packed_call answered(const kernel_contract& contract, const kernel_case& c) {
    packed_call packed = contents_of(contract, c);
    contract.reference(packed);
    return packed;
}

// The calls that the laws make of the case: a second one with other contents where the contract asks for it.
std::vector<packed_call> calls_of(const shown_case& s) {
    std::vector<packed_call> calls;
    if (!why_senseless(s.contract, s.the_case).empty()) return calls;
    packed_call first = answered(s.contract, s.the_case);
    if (s.law == law_id::K8)
        if (auto second = related(first)) {
            calls.push_back(std::move(*second));
            return calls;
        }
    calls.push_back(std::move(first));
    if (!s.contract.second_call) return calls;
    kernel_case other = s.the_case;
    other.data_seed += 1;
    calls.push_back(answered(s.contract, other));
    return calls;
}

std::string launches(const kernel_contract& contract, const kernel_case& c, bool makes_sense) {
    const std::vector<std::string> anywhere(contract.operands.size(), "anywhere");
    return fmt::format(
        "[[maybe_unused]] static void* at(void* start, long long bytes) {{\n"
        "    return static_cast<char*>(start) + bytes;\n}}\n"
        "static void launch([[maybe_unused]] const std::vector<void*>& in,\n"
        "                   [[maybe_unused]] const std::vector<void*>& out) {{\n{}}}\n"
        "static void launch_on(void* anywhere) {{\n    start_kernel({});\n}}\n",
        makes_sense
            ? fmt::format("    start_kernel({});\n", fmt::join(arguments_of(contract, c), ", "))
            : "",
        fmt::join(anywhere, ", "));
}

}  // namespace

std::optional<std::string> call_text(const shown_case& s, const start_text& start) {
    if (s.the_case.huge) return std::nullopt;
    const std::vector<packed_call> calls = calls_of(s);
    const kernel_case& shown = calls.empty() ? s.the_case : calls.front().the_case;
    const std::string_view outcome = outcome_of(s, shown);
    const contract_kernel none;
    call_bodies bodies;
    std::size_t bytes = 0;
    bool eight_bits = false;
    int number = 0;
    for (const packed_call& p : calls) {
        const kernel_call call = call_of(p, none, devices::find_device("cpu"));
        bytes += bytes_in(call);
        if (bytes > most_bytes) return std::nullopt;
        eight_bits = eight_bits || std::ranges::any_of(call.outputs, has_eight_bits);
        add_call(call, number++, static_cast<int>(calls.size()), outcome != "exception", bodies);
    }
    if (calls.empty()) bodies.inputs = bodies.results = "    return {};\n";
    return fmt::format(
        "\nstatic constexpr outcome must_give = outcome::{};\n"
        "static constexpr int calls = {};\n{}{}\n{}{}{}",
        outcome, std::max<std::size_t>(calls.size(), 1), contract_text,
        eight_bits ? eight_bits_text : std::string_view(), operands_text(bodies), start(shown),
        launches(s.contract, shown, !calls.empty()));
}

}  // namespace tileproof::fuzz
