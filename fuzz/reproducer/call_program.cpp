// SPDX-License-Identifier: MIT
// The program that shows a broken law of a kernel on a GPU, printed from the call as data: the operands' bytes,
// which elements count, what the result must be and how far each element may be off.
#include "fuzz/reproducer/call_program.hpp"

#include "fuzz/reproducer/kernel_program.hpp"
#include "properties/kernel/case_call.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_bytes = 1 << 18;  // of all operands, in a file

constexpr std::string_view contract_text = R"(
// Two hex digits a byte.
static std::vector<unsigned char> bytes_of(const std::string& hex) {
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}
// '1' for elements that count, '.' for what lies between.
static std::vector<bool> live_of(const std::string& text) {
    std::vector<bool> live;
    for (const char c : text) live.push_back(c == '1');
    return live;
}

// An element of a result whose bits need not be exact.
[[maybe_unused]] static double number_of(const float* value) { return *value; }
[[maybe_unused]] static double number_of(const double* value) { return *value; }
[[maybe_unused]] static double number_of(const std::int32_t* value) { return *value; }
[[maybe_unused]] static double number_of(const std::uint16_t* value) {  // f16
    const int sign = *value >> 15, exponent = *value >> 10 & 31, fraction = *value & 1023;
    if (exponent == 31) return fraction ? NAN : sign ? -INFINITY : INFINITY;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return sign ? -magnitude : magnitude;
}
template <class T>
static bool is_near(const unsigned char* value, double must, double most_off) {
    T bits;
    std::memcpy(&bits, value, sizeof bits);
    const double got = number_of(&bits);
    const bool fits = std::isnan(must)       ? std::isnan(got)
                      : std::isinf(most_off) ? true
                      : std::isinf(must)     ? got == must
                                             : std::abs(got - must) <= most_off;
    if (!fits) std::printf("%.9g, but it must be %.9g, give or take %.3g: ", got, must, most_off);
    return fits;
}
)";

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
                       wrapped("{" + text + "};", "        ", 100));
}

std::string_view c_type(const element_type& type) {
    return type.name == "float32"   ? "float"
           : type.name == "float64" ? "double"
           : type.name == "f16"     ? "std::uint16_t"
                                    : "std::int32_t";
}

// One output's `right`.
std::string right_text(const call_operand& o) {
    if (o.bounded())
        return table("must_be", o.values) + table("most_off", o.bounds) +
               fmt::format("    return is_near<{}>(value, must_be[element], most_off[element]);\n",
                           c_type(*o.type));
    return fmt::format(
        "    static const std::vector<unsigned char> must_be = bytes_of({});\n"
        "    return std::memcmp(value, &must_be[element * {}], {}) == 0;\n",
        literals(hex(o.contents)), o.element_bytes, o.element_bytes);
}

std::string list(std::string_view name, const std::vector<std::string>& operands) {
    return fmt::format("static std::vector<operand> {}() {{\n    return {{{}}};\n}}\n", name,
                       fmt::join(operands, ",\n    "));
}

// The call's operands, and where each argument of the launch points.
std::string operands_of(const kernel_call& call) {
    std::vector<std::string> inputs, results;
    std::string right;
    for (const call_operand& o : call.inputs) {
        bool any = false;
        for (const unsigned char l : o.live) any = any || l;
        inputs.push_back(operand_text(o, any ? o.contents : bytes()));
    }
    for (const call_operand& o : call.outputs) {
        right += fmt::format("    if (result == {}) {{\n{}    }}\n", results.size(), right_text(o));
        results.push_back(operand_text(o, o.starts_as));
    }
    return list("inputs", inputs) + list("results", results) +
           "static bool right(std::size_t result, std::size_t element, const unsigned char* value) "
           "{\n" +
           right + "    return true;\n}\n";
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

// What a problem without sense is launched with: memory of its own for each operand.
std::vector<std::string> no_arguments(const kernel_contract& contract) {
    std::vector<std::string> all;
    for (std::size_t o = 0; o < contract.operands.size(); ++o) all.push_back("out[0]");
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

}  // namespace

std::optional<std::string> call_text(const kernel_contract& contract, const kernel_case& c,
                                     law_id law, const start_text& start) {
    const bool makes_sense = why_senseless(contract, c).empty();
    std::string text = fmt::format(
        "\nstatic constexpr bool makes_sense = {};\n"
        "static std::vector<unsigned char> bytes_of(const std::string& hex);\n"
        "static std::vector<bool> live_of(const std::string& text);\n"
        "template <class T>\nstatic bool is_near(const unsigned char* value, double must, double "
        "most_off);\n\n",
        makes_sense);
    kernel_case shown = c;
    if (makes_sense) {
        packed_call packed = contents_of(contract, c);
        contract.reference(packed);
        const std::optional<packed_call> second =
            law == law_id::K8 ? related(packed) : std::nullopt;
        const packed_call& p = second ? *second : packed;
        shown = p.the_case;
        const contract_kernel none;
        const kernel_call call = call_of(p, none, kernels::find_device("cpu"));
        if (bytes_in(call) > most_bytes) return std::nullopt;
        text += operands_of(call);
    } else {
        text +=
            "static std::vector<operand> inputs() { return {}; }\n"
            "static std::vector<operand> results() { return {}; }\n"
            "static bool right(std::size_t, std::size_t, const unsigned char*) { return true; }\n";
    }
    text += contract_text;
    text += start(shown);
    text += fmt::format(
        "[[maybe_unused]] static void* at(void* start, long long bytes) {{ return "
        "static_cast<char*>(start) + bytes; }}\n"
        "static void launch(const std::vector<void*>& in, const std::vector<void*>& out) {{\n"
        "    (void)in;\n    start_kernel({});\n}}\n",
        fmt::join(makes_sense ? arguments_of(contract, shown) : no_arguments(contract), ", "));
    return text;
}

}  // namespace tileproof::properties
