// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/kernel_program.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "fuzz/reproducer/device_program.texts.hpp"
#include "fuzz/reproducer/kernel_program.texts.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/property.hpp"

namespace tileproof::fuzz {

using namespace properties;

namespace {

struct kernel_source {
    std::string_view kernel, contract, file, maker;
};

constexpr kernel_source sources[] = {
    {"transpose_read_contiguous", "transpose", "transpose/read_contiguous.cpp",
     "read_contiguous_transpose()"},
    {"transpose_write_contiguous", "transpose", "transpose/write_contiguous.cpp",
     "write_contiguous_transpose()"},
    {"transpose_tiled", "transpose", "transpose/tiled.cpp", "tiled_transpose()"},
    {"transpose_register_4x4", "transpose", "transpose/register.cpp", "register_transpose()"},
    {"transpose_best", "transpose", "transpose/best.cpp", "best_transpose()"},
    {"transpose_vector", "transpose", "transpose/best.cpp", "vector_transpose()"},
    {"transpose_gather", "transpose", "transpose/best.cpp", "gather_transpose()"},
    {"copy_registers", "copy", "copy/make_copy.cpp", "registers_copy()"},
    {"copy_lds", "copy", "copy/make_copy.cpp", "lds_copy()"},
    {"copy_elementwise", "copy", "copy/make_copy.cpp", "elementwise_copy()"},
    {"copy_wide", "copy", "copy/make_copy.cpp", "wide_copy()"},
    {"permute_elements", "permute", "permute/permute.cpp", "elements_permute()"},
    {"relayout_tiles", "relayout", "relayout/tiles.cpp", "tiles_relayout()"},
    {"product_tiled", "product", "product/tiled.cpp", "tiled_product()"},
    {"product_pipelined", "product", "product/pipelined.cpp", "fast_products().front()"},
    {"mlp_16", "mlp", "product/mlp.cpp", "mlp_16()"},
};

std::vector<std::string> includes_of(std::string_view contract) {
    if (contract == "transpose")
        return {"kernels/catalogue.cpp", "kernels/transpose/make_transpose.cpp"};
    if (contract == "copy") return {"kernels/copy/copy_problem.cpp"};
    if (contract == "permute") return {"kernels/permute/permute_problem.cpp"};
    if (contract == "relayout") return {"kernels/relayout/relayout_problem.cpp"};
    return {"kernels/product/product_problem.cpp"};
}

std::string stride(const kernel_case& c, std::size_t operand, std::size_t level) {
    return std::to_string(c.operands[operand].strides[level]);
}

std::string product_operand_text(const kernel_case& c, std::size_t o) {
    return fmt::format("{{{}, {}}}", c.operands[o].order != 0, stride(c, o, 0));
}

// The initialiser of the contract's problem.
std::string problem_text(std::string_view contract, const kernel_contract& declared,
                         const kernel_case& c) {
    const int width = declared.types[c.type].each[0]->bytes;
    if (contract == "transpose")
        return fmt::format(
            "transpose_problem problem{{.rows = {}, .columns = {}, .batch = {},\n    "
            ".input_leading = {}, "
            ".output_leading = {},\n    .input_batch_stride = {}, .output_batch_stride = {}, "
            ".element_bytes = {}}}",
            c.dims[0], c.dims[1], c.dims[2], stride(c, 0, 1), stride(c, 1, 1), stride(c, 0, 0),
            stride(c, 1, 0), width);
    if (contract == "copy")
        return fmt::format(
            "copy_problem problem{{.rows = {}, .columns = {}, .input_leading = {}, .output_leading "
            "= "
            "{}, .element_bytes = {}}}",
            c.dims[0], c.dims[1], stride(c, 0, 0), stride(c, 1, 0), width);
    if (contract == "permute")
        return fmt::format(
            "permute_problem problem{{.lengths = {{{{{}}}}}, .input_strides = {{{{{}}}}},\n    "
            ".output_strides = {{{{{}}}}}, .element_bytes = {}}}",
            fmt::join(c.dims, ", "), fmt::join(strides_of(declared, c, 0), ", "),
            fmt::join(strides_of(declared, c, 1), ", "), width);
    if (contract == "relayout")
        return fmt::format("std::vector<long_index_t> problem{{{}}}", fmt::join(c.dims, ", "));
    if (contract == "mlp") return fmt::format("long_index_t problem = {}", c.dims[0]);
    return fmt::format(
        "product_problem problem{{.m = {}, .n = {}, .k = {}, .types = product_types::{},\n    .a = "
        "{}, .b "
        "= {}, .c = {}, .d = {},  // column-major?, leading dimension\n    .alpha = {:a}, .beta = "
        "{:a}}}",
        c.dims[0], c.dims[1], c.dims[2], declared.types[c.type].name, product_operand_text(c, 0),
        product_operand_text(c, 1), product_operand_text(c, 2), product_operand_text(c, 3),
        c.parameters[0], c.parameters[1]);
}

start_text start_of(std::string_view contract, const kernel_contract& declared) {
    return [contract, &declared](const kernel_case& c) {
        const bool asked = contract != "mlp" && contract != "relayout";
        std::string parameters, arguments;
        if (contract == "relayout")
            arguments = fmt::format("{}, ", declared.types[c.type].each[0]->bytes);
        for (std::size_t o = 0; o < declared.operands.size(); ++o) {
            parameters += fmt::format("{}void* p{}", o ? ", " : "", o);
            arguments += fmt::format("p{}, ", o);
        }
        return fmt::format(
            "\nstatic const {};\nstatic std::optional<std::string> refusal() {{ return {}; }}\n"
            "static void start_kernel({}) {{\n    make_kernel().start(problem, {}nullptr);\n}}\n",
            problem_text(contract, declared, c),
            asked ? "make_kernel().refusal(problem)" : "std::nullopt", parameters, arguments);
    };
}

// Null: the cpu device has no such kernel, so that what it takes is not known.
const kernel_range* range_on_cpu(const property& p) try {
    return &view_of(p)->range();
} catch (const std::runtime_error&) {
    return nullptr;
}

// The launch that the declaration holds, with the dims and strides of the case.
std::string start_of(const user_kernel& k, const kernel_contract& contract, const kernel_case& c) {
    std::string parameters, pointers, strides;
    for (std::size_t o = 0; o < contract.operands.size(); ++o) {
        const char* comma = o ? ", " : "";
        parameters += fmt::format("{}void* p{}", comma, o);
        pointers += fmt::format("{}p{}", comma, o);
        strides += fmt::format("{}{{{}}}", comma, fmt::join(strides_of(contract, c, o), ", "));
    }
    std::string scalars;
    if (!c.parameters.empty())
        scalars = fmt::format("    static const double scalars[]{{{}}};\n",
                              fmt::join(c.parameters, ", "));
    return fmt::format(
        "\nstatic std::optional<std::string> refusal() {{ return std::nullopt; }}\n"
        "static void start_kernel({}) {{\n"
        "    static const std::vector<long> dims{{{}}};\n"
        "    static const std::vector<std::vector<long>> strides{{{}}};\n"
        "    const std::vector<void*> pointers{{{}}};\n"
        "{}"
        "    for (const tileproof::sdk::test_data& t : tileproof::sdk::tests())\n"
        "        if (t.name == {}) return t.launch({{dims.data(), strides, pointers{}}});\n"
        "    std::printf(\"The source does not declare the test of the finding.\\n\");\n"
        "    std::exit(2);\n}}\n",
        parameters, fmt::join(c.dims, ", "), strides, pointers, scalars, literal(k.test),
        scalars.empty() ? "" : ", scalars");
}

}  // namespace

std::string program_text(const finding& f, const kernel_program& p) {
    std::string text = as_comment(f.failure);
    text += fmt::format("//\n// Found on device {}. {}\n//\n", f.device, p.where);
    for (const std::string& line : p.commands) text += "//   " + line + "\n";
    text +=
        "//\n// Exit code 1 (or a crash, or the end after a minute) while the bug is there, 0 when "
        "it "
        "is gone, 2 without a GPU.\n";
    for (const char* header : {"<hip/hip_runtime.h>", "<unistd.h>", "<cctype>", "<cmath>",
                               "<cstdint>", "<cstdio>", "<cstdlib>", "<cstring>", "<memory>",
                               "<optional>", "<stdexcept>", "<string>", "<vector>"})
        text += fmt::format("#include {}\n", header);
    text += fmt::format(
        "\n#ifndef TILEPROOF_DEVICE\n#define TILEPROOF_DEVICE reproducer\n#endif\n"
        "#ifndef TILEPROOF_KERNEL_SOURCE\n#define TILEPROOF_KERNEL_SOURCE \"{}\"\n#endif\n"
        "#include TILEPROOF_KERNEL_SOURCE\n",
        p.source);
    for (const std::string& include : p.includes) text += fmt::format("#include \"{}\"\n", include);
    return text + '\n' + p.kernel + std::string(contract_begin) + p.contract +
           std::string(contract_end);
}

// Programs for the catalogue's kernels: where each lies, and its problem as C++ text.

std::vector<reproducer> catalogue_reproducers(const finding& f) {
    const auto s = std::find_if(std::begin(sources), std::end(sources),
                                [&](const kernel_source& k) { return k.kernel == f.subject; });
    if (s == std::end(sources)) return {};
    const auto property = catalogue_property(std::string(s->contract), f.subject, "cpu");
    const kernel_contract& contract = view_of(*property)->contract();
    const kernel_range* const range = range_on_cpu(*property);
    const auto text = call_text({contract, range, case_from_json(contract, f.the_case), f.law},
                                start_of(s->contract, contract));
    if (!text) return {};
    kernel_program p;
    p.commands = {"hipcc -std=c++20 -I TILEPROOF -I TILEPROOF/lib THIS_FILE -o bug && ./bug",
                  "nvcc -x cu -std=c++20 -I TILEPROOF -I TILEPROOF/lib -I "
                  "TILEPROOF/devices/cuda/include "
                  "THIS_FILE -o bug && ./bug"};
    p.source = fmt::format("kernels/{}", s->file);
    p.includes = includes_of(s->contract);
    p.kernel = fmt::format(
        "namespace tileproof::kernels::TILEPROOF_DEVICE {{\n{}_kernel make_kernel() {{ return "
        "{}; }}\n}}\nusing namespace tileproof;\nusing namespace tileproof::kernels;\n"
        "using tileproof::kernels::TILEPROOF_DEVICE::make_kernel;\n",
        s->contract, s->maker);
    p.contract = *text;
    return {{"hip", program_text(f, p)}};
}

// A program that shows a broken L12: layouts or tiles evaluated by a kernel, beside the host.

std::vector<reproducer> device_reproducers(const finding& f) {
    const bool layouts = f.the_case.contains("layouts");
    std::string text = as_comment(f.failure);
    text += fmt::format(R"(//
// Found on device {}. On an AMD GPU and on an NVIDIA GPU, where TILEPROOF is the project's folder:
//
//   hipcc -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug
//   nvcc -x cu -std=c++20 -I TILEPROOF/lib -I TILEPROOF/devices/cuda/include THIS_FILE -o bug && ./bug
//
// Exit code 1 (or a crash) while the bug is there, 0 when it is gone, 2 without a GPU.
)",
                        f.device);
    text += program_begin;
    for (const auto& one : f.the_case.at(layouts ? "layouts" : "tiles"))
        text += "    " + literal(one.get<std::string>()) + "sv,\n";
    text += "};\n";
    text += layouts ? of_layouts : of_tiles;
    return {{"hip", text + std::string(program_end)}};
}

// Programs for users' kernels: the source by its path, compiled as the finding says.

std::vector<reproducer> user_reproducers(const finding& f, const property& judge) {
    const kernel_view* const judged = view_of(judge);
    if (!f.kernel || !judged || judged->contract().accepts) return {};
    const user_kernel& k = *f.kernel;
    const kernel_contract& contract = judged->contract();
    const kernel_range& range = judged->range();
    const auto text = call_text({contract, &range, case_from_json(contract, f.the_case), f.law},
                                [&](const kernel_case& c) { return start_of(k, contract, c); });
    if (!text) return {};
    std::string flags;
    for (const std::string& flag : k.flags) flags += quoted_for_shell(flag) + ' ';
    const std::string device = f.device == "cpu" ? "TILEPROOF_DEVICE=cpu " : "";
    const std::string house =
        flags + "-I. -ITILEPROOF/sdk/include -ITILEPROOF/lib -I/usr/include/eigen3";
    kernel_program p;
    p.where =
        "In the folder where `tileproof check` ran, without a GPU, on an AMD GPU, and on an NVIDIA "
        "GPU (TILEPROOF "
        "is the project's folder):";
    p.commands = {
        fmt::format("{}TILEPROOF_COMPILER={} tileproof-hipcc {}-I. THIS_FILE -o bug && ./bug",
                    device, quoted_for_shell(k.compiler), flags),
        fmt::format("hipcc -std=c++20 {} THIS_FILE -o bug && ./bug", house),
        fmt::format("nvcc -x cu -std=c++20 {} -ITILEPROOF/devices/cuda/include THIS_FILE -o bug "
                    "&& ./bug",
                    house)};
    p.source = k.source;
    p.contract = *text;
    return {{"hip", program_text(f, p)}};
}

}  // namespace tileproof::fuzz
