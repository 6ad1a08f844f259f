// SPDX-License-Identifier: MIT
// Programs for users' kernels: the source by its path, compiled as the finding says.
#include "fuzz/reproducer/call_program.hpp"
#include "fuzz/reproducer/kernel_program.hpp"
#include "fuzz/reproducer/lib_program.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/kernel/case_json.hpp"
#include "properties/kernel/kernel_property.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

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
        "    for (const tileproof::user::test_data& t : tileproof::user::tests())\n"
        "        if (t.name == {}) return t.launch({{dims.data(), strides, pointers{}}});\n"
        "    std::printf(\"The source does not declare the test of the finding.\\n\");\n"
        "    std::exit(2);\n}}\n",
        parameters, fmt::join(c.dims, ", "), strides, pointers, scalars, literal(k.test),
        scalars.empty() ? "" : ", scalars");
}

}  // namespace

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

}  // namespace tileproof::properties
