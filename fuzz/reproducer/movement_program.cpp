// The program that shows a broken law of a transpose or a copy on a GPU.
#include "fuzz/reproducer/kernel_program.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/kernel/movement/transpose_case.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

struct kernel_source {
    std::string_view kernel, file, maker;
};

constexpr kernel_source sources[] = {
    {"transpose_read_contiguous", "transpose/read_contiguous.cpp", "read_contiguous_transpose"},
    {"transpose_write_contiguous", "transpose/write_contiguous.cpp", "write_contiguous_transpose"},
    {"transpose_tiled", "transpose/tiled.cpp", "tiled_transpose"},
    {"transpose_register_4x4", "transpose/register.cpp", "register_transpose"},
    {"transpose_best", "transpose/best.cpp", "best_transpose"},
    {"transpose_vector", "transpose/best.cpp", "vector_transpose"},
    {"transpose_gather", "transpose/best.cpp", "gather_transpose"},
    {"copy_registers", "copy/registers.cpp", "registers_copy"},
    {"copy_lds", "copy/lds.cpp", "lds_copy"},
    {"copy_elementwise", "copy/elementwise.cpp", "elementwise_copy"},
    {"copy_wide", "copy/wide.cpp", "wide_copy"},
};

// Where element (b, r, c) lies in the input and in the output is what the two contracts differ in.
constexpr std::string_view contract = R"(
static std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

template <class F>
static void each_element(F f) {
    for (long_index_t b = 0; b < batch; ++b)
        for (long_index_t r = 0; r < problem.rows; ++r)
            for (long_index_t c = 0; c < problem.columns; ++c) f(b, r, c);
}

// Elements hold numbers of their own, by their place in the input.
static operand matrix(const char* name, bool is_output) {
    const auto width = static_cast<std::size_t>(problem.element_bytes);
    const long_index_t elements =
        is_output ? output_offset + problem.output_elements() : input_offset + problem.input_elements();
    operand o{name, width, {}, std::vector<bool>(static_cast<std::size_t>(elements))};
    o.bytes.resize(o.live.size() * width);
    each_element([&](long_index_t b, long_index_t r, long_index_t c) {
        const auto e = static_cast<std::size_t>(is_output ? output_place(b, r, c) : input_place(b, r, c));
        const std::uint64_t bits = mix(static_cast<std::uint64_t>(input_place(b, r, c)));
        std::memcpy(&o.bytes[e * width], &bits, width);
        o.live[e] = true;
    });
    return o;
}

static std::vector<operand> inputs() {
    return makes_sense ? std::vector{matrix("the input", false)} : std::vector<operand>(1);
}
static operand result() {
    operand o = matrix("the output", true);
    o.bytes.clear();
    return o;
}
static bool right(std::size_t element, const unsigned char* value) {
    static const operand expected = matrix("the output", true);
    const std::size_t width = expected.element_bytes;
    return std::memcmp(value, &expected.bytes[element * width], width) == 0;
}
static std::optional<std::string> refusal() { return make_kernel().refusal(problem); }
static void launch(const std::vector<void*>& in, void* out) {
    const long_index_t width = problem.element_bytes;
    make_kernel().start(problem, static_cast<char*>(in[0]) + input_offset * width,
                        static_cast<char*>(out) + output_offset * width, nullptr);
}
)";

std::string transpose_data(const transpose_case& c) {
    const kernels::transpose_problem& p = c.problem;
    return fmt::format(
        R"(static const transpose_problem problem{{.rows = {},
                                       .columns = {},
                                       .batch = {},
                                       .input_leading = {},
                                       .output_leading = {},
                                       .input_batch_stride = {},
                                       .output_batch_stride = {},
                                       .element_bytes = {}}};
static const long_index_t batch = problem.batch;
static long_index_t input_place(long_index_t b, long_index_t r, long_index_t c) {{
    return input_offset + b * problem.input_batch_stride + r * problem.input_leading + c;
}}
static long_index_t output_place(long_index_t b, long_index_t r, long_index_t c) {{
    return output_offset + b * problem.output_batch_stride + c * problem.output_leading + r;
}}
)",
        p.rows, p.columns, p.batch, p.input_leading, p.output_leading, p.input_batch_stride,
        p.output_batch_stride, p.element_bytes);
}

std::string copy_data(const transpose_case& c) {
    const kernels::transpose_problem& p = c.problem;
    return fmt::format(
        R"(static const copy_problem problem{{.rows = {},
                                  .columns = {},
                                  .input_leading = {},
                                  .output_leading = {},
                                  .element_bytes = {}}};
static const long_index_t batch = 1;
static long_index_t input_place(long_index_t, long_index_t r, long_index_t c) {{
    return input_offset + r * problem.input_leading + c;
}}
static long_index_t output_place(long_index_t, long_index_t r, long_index_t c) {{
    return output_offset + r * problem.output_leading + c;
}}
)",
        p.rows, p.columns, p.input_leading, p.output_leading, p.element_bytes);
}

}  // namespace

std::vector<reproducer> movement_reproducers(const finding& f) {
    const kernel_source* source = nullptr;
    for (const kernel_source& s : sources)
        if (s.kernel == f.subject) source = &s;
    if (source == nullptr) return {};
    const bool copies = f.subject.starts_with("copy_");
    const transpose_case c =
        transpose_case_from_json(f.the_case, copies ? movement::copy : movement::transpose);
    kernel_program p;
    p.source = fmt::format("kernels/{}", source->file);
    if (copies)
        p.includes = {"kernels/copy/make_copy.cpp", "kernels/copy/copy_problem.cpp"};
    else
        p.includes = {"kernels/catalogue.cpp", "kernels/transpose/make_transpose.cpp"};
    p.kernel = fmt::format("{} make_kernel() {{ return {}(); }}",
                           copies ? "copy_kernel" : "transpose_kernel", source->maker);
    p.contract = fmt::format(
        "\n// In elements of the type {}.\nstatic constexpr long_index_t input_offset = {}, "
        "output_offset = {};\nstatic constexpr bool makes_sense = {};\n",
        c.type->name, c.input_offset, c.output_offset, why_senseless(c).empty());
    p.contract += copies ? copy_data(c) : transpose_data(c);
    p.contract += contract;
    return {{"hip", program_text(f, p)}};
}

}  // namespace tileproof::properties
