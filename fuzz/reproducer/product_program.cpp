// The program that shows a broken law of a product, or of two layers in one kernel, on a GPU: it holds the
// elements, what float64 gives, and how far each element may be off.
#include "fuzz/reproducer/kernel_program.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/kernel/mlp/mlp_case.hpp"
#include "properties/kernel/product/product_answer.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace tileproof::properties {
namespace {

using reference::number_format;

constexpr std::size_t most_elements = 1 << 16;  // of all operands, in a file

constexpr std::string_view contract = R"(
// Two hex digits a byte.
static std::vector<unsigned char> bytes_of(const std::string& hex) {
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}
// '1' for elements of the matrix, '.' for what lies between.
static std::vector<bool> live_of(const std::string& text) {
    std::vector<bool> live;
    for (const char c : text) live.push_back(c == '1');
    return live;
}

// An element of the result.
[[maybe_unused]] static double number_of(const float* value) { return *value; }
[[maybe_unused]] static double number_of(const std::int32_t* value) { return *value; }
[[maybe_unused]] static double number_of(const std::uint16_t* value) {  // f16
    const int sign = *value >> 15, exponent = *value >> 10 & 31, fraction = *value & 1023;
    if (exponent == 31) return fraction ? NAN : sign ? -INFINITY : INFINITY;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return sign ? -magnitude : magnitude;
}

static bool right(std::size_t element, const unsigned char* value) {
    result_type bits;
    std::memcpy(&bits, value, sizeof bits);
    const double got = number_of(&bits), must = expected[element];
    const bool fits = std::isnan(must)                  ? std::isnan(got)
                      : std::isinf(most_off[element]) ? true
                      : std::isinf(must)                ? got == must
                                                        : std::abs(got - must) <= most_off[element];
    if (!fits) std::printf("%.9g, but it must be %.9g, give or take %.3g: ", got, must, most_off[element]);
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

std::string hex(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte b : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(b));
    return text;
}

std::string operand_text(std::string_view name, std::size_t width, const matrices& place,
                         const std::vector<std::byte>& bytes) {
    std::string live;
    for (const unsigned char l : place.live()) live += l ? '1' : '.';
    return fmt::format("{{\"{}\", {}, bytes_of({}),\n     live_of({})}}", name, width,
                       literals(hex(bytes)), literals(live));
}

std::string number_text(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    return fmt::format("{:a}", value);
}

std::string table(std::string_view name, const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + number_text(value);
    return fmt::format("static const std::vector<double> {} =\n{}", name,
                       wrapped("{" + text + "};", "    ", 100));
}

std::string tables(std::string_view result_type, const std::vector<double>& value,
                   const std::vector<double>& bound) {
    return fmt::format("\nusing result_type = {};\n// By place in the result's buffer.\n{}{}",
                       result_type, table("expected", value), table("most_off", bound));
}

std::string operands_text(const std::vector<std::string>& inputs, const std::string& result) {
    std::string text;
    for (const std::string& input : inputs) text += (text.empty() ? "" : ",\n    ") + input;
    return fmt::format(
        "\nstatic std::vector<operand> inputs() {{\n    return {{{}}};\n}}\n"
        "static operand result() {{\n    return {};\n}}\n",
        text, result);
}

std::string type_text(kernels::product_types types) {
    static constexpr const char* names[] = {"f32_f16", "f32_bf16", "f16_f16", "i32_i8",
                                            "f32_from_float"};
    return fmt::format("product_types::{}", names[static_cast<int>(types)]);
}

std::string problem_text(const kernels::product_problem& p) {
    const auto operand = [](const kernels::product_operand& o) {
        return fmt::format("{{{}, {}}}", o.column_major, o.leading);
    };
    return fmt::format(R"(
static const product_problem problem{{.m = {},
                                     .n = {},
                                     .k = {},
                                     .types = {},
                                     .a = {},  // column-major?, leading dimension
                                     .b = {},
                                     .c = {},
                                     .d = {},
                                     .alpha = {},
                                     .beta = {}}};
)",
                       p.m, p.n, p.k, type_text(p.types), operand(p.a), operand(p.b), operand(p.c),
                       operand(p.d), number_text(p.alpha), number_text(p.beta));
}

std::string_view result_type(number_format format) {
    return format == number_format::f32   ? "float"
           : format == number_format::f16 ? "std::uint16_t"
                                          : "std::int32_t";
}

// What a problem without sense is launched with.
std::string no_operands(int inputs) {
    std::vector<std::string> none(static_cast<std::size_t>(inputs), "{\"nothing\", 1, {}, {}}");
    return tables("float", {}, {}) + operands_text(none, "{\"nothing\", 1, {}, {}}");
}

std::string product_operands(const product_case& c) {
    const product_places places = places_of(c);
    const product_images images = images_of(c, places);
    const product_answer answer = answer_of(c, places, images);
    const auto width = [](number_format f) {
        return static_cast<std::size_t>(reference::bytes_of(f));
    };
    const std::size_t ab = width(places.ab_format), cd = width(places.c_format);
    const bool in_place = c.c == c_place::result;
    // With beta = 0, C is not read: poison.
    const auto old = c.problem.beta == 0 ? std::vector<std::byte>() : images.c;
    std::vector<std::string> inputs{operand_text("A", ab, places.a, images.a),
                                    operand_text("B", ab, places.b, images.b)};
    if (c.c == c_place::own) inputs.push_back(operand_text("C", cd, places.c, old));
    return tables(result_type(places.c_format), answer.value, answer.bound) +
           operands_text(
               inputs, operand_text("D", cd, places.d, in_place ? old : std::vector<std::byte>()));
}

std::string product_contract(const product_case& c) {
    const bool makes_sense = why_senseless(c.problem).empty();
    const char* old = c.c == c_place::null     ? "nullptr"
                      : c.c == c_place::result ? "at(out, problem_cd_bytes)"
                                               : "at(in[2], problem_cd_bytes)";
    const kernels::product_type_info type = kernels::info_of(c.problem.types);
    return fmt::format(
               R"({}static constexpr long_index_t offset = {};  // of every pointer, in elements
static constexpr long_index_t problem_ab_bytes = {}, problem_cd_bytes = {};  // of an element
static constexpr bool makes_sense = {};

static std::vector<unsigned char> bytes_of(const std::string& hex);
static std::vector<bool> live_of(const std::string& text);
{}
static std::optional<std::string> refusal() {{ return make_kernel().refusal(problem); }}
static void* at(void* start, long_index_t bytes) {{ return static_cast<char*>(start) + offset * bytes; }}
static void launch(const std::vector<void*>& in, void* out) {{
    make_kernel().start(problem, at(in[0], problem_ab_bytes), at(in[1], problem_ab_bytes), {},
                        at(out, problem_cd_bytes), nullptr);
}}
)",
               problem_text(c.problem), c.offset, type.ab_bytes, type.c_bytes, makes_sense,
               makes_sense ? product_operands(c) : no_operands(3), old) +
           std::string(contract);
}

std::string mlp_operands(const mlp_case& c) {
    const mlp_images images = images_of(c);
    const mlp_answer answer = answer_of(c, images);
    return tables("float", answer.value, answer.bound) +
           operands_text({operand_text("W1", 2, weight_place(c), images.w1),
                          operand_text("W2", 2, weight_place(c), images.w2),
                          operand_text("X", 2, column_place(c), images.x)},
                         operand_text("Y", 4, column_place(c), {}));
}

std::string mlp_contract(const mlp_case& c) {
    return fmt::format(R"(
static constexpr long_index_t columns = {};
static constexpr long_index_t offset = {};  // of every pointer, in elements
static constexpr bool makes_sense = {};

static std::vector<unsigned char> bytes_of(const std::string& hex);
static std::vector<bool> live_of(const std::string& text);
{}
static std::optional<std::string> refusal() {{ return std::nullopt; }}  // it cannot be asked
static void* at(void* start, long_index_t bytes) {{ return static_cast<char*>(start) + offset * bytes; }}
static void launch(const std::vector<void*>& in, void* out) {{
    make_kernel().start(columns, at(in[0], 2), at(in[1], 2), at(in[2], 2), at(out, 4), nullptr);
}}
)",
                       c.n, c.offset, c.n >= 0, c.n >= 0 ? mlp_operands(c) : no_operands(3)) +
           std::string(contract);
}

std::size_t elements_of(const product_case& c) {
    if (!why_senseless(c.problem).empty()) return 0;
    const product_places places = places_of(c);
    return places.a.elements() + places.b.elements() + places.c.elements() + places.d.elements();
}

}  // namespace

std::vector<reproducer> product_reproducers(const finding& f) {
    if (f.law == law_id::K8) return {};  // of two launches that must agree: replay them
    kernel_program p;
    p.includes = {"kernels/product/product_problem.cpp"};
    if (f.subject == "mlp_16") {
        const mlp_case c = mlp_case_from_json(f.the_case);
        if (c.n > 0 && column_place(c).elements() > most_elements) return {};
        p.source = "kernels/product/mlp.cpp";
        p.kernel = "mlp_kernel make_kernel() { return mlp_16(); }";
        p.contract = mlp_contract(c);
    } else {
        const bool tiled = f.subject == "product_tiled";
        if (!tiled && f.subject != "product_pipelined") return {};
        const product_case c = product_case_from_json(f.the_case);
        if (elements_of(c) > most_elements) return {};
        p.source = tiled ? "kernels/product/tiled.cpp" : "kernels/product/pipelined.cpp";
        p.kernel = fmt::format("product_kernel make_kernel() {{ return {}; }}",
                               tiled ? "tiled_product()" : "fast_products().front()");
        p.contract = product_contract(c);
    }
    return {{"hip", program_text(f, p)}};
}

}  // namespace tileproof::properties
