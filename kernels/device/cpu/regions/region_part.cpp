// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/region_pieces.hpp"

#include <fmt/format.h>

#include "kernels/device/cpu/regions/derived_variables.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

using home = kernel_variable::home;

std::string move_variable(const kernel_variable& v, std::size_t n, std::size_t barrier, bool out) {
    const char* const place = v.where == home::copied ? "k" : out ? "a" : "b";
    const std::string own = v.name, kept = fmt::format("%..{}{}", place, n);
    const std::string &from = out ? own : kept, &to = out ? kept : own;
    if (cpu_checked::type_bytes(v.type) > 0)
        return fmt::format(
            "  %..{0}.{1}.{2} = load {3}, ptr {4}, align {6}\n"
            "  store {3} %..{0}.{1}.{2}, ptr {5}, align {6}\n",
            out ? "out" : "in", n, barrier, v.type, from, to, v.alignment);
    return fmt::format(
        "  call void @llvm.memcpy.p0.p0.i64(ptr align {2} {0}, ptr align {2} {1}, "
        "i64 %..s{3}, i1 false)\n",
        to, from, v.alignment, n);
}

std::string moved_variables(const cut_kernel& k, std::size_t barrier, bool out) {
    std::string text;
    for (std::size_t n = 0; n < k.variables.size(); ++n)
        if ((k.variables[n].where == home::copied || k.variables[n].where == home::one_for_all) &&
            k.variables[n].needed_after[barrier - 1])
            text += move_variable(k.variables[n], n, barrier, out);
    return text;
}

std::string with_own_index(const std::string& instruction) {
    const auto index = index_in(instruction);
    if (!index) return instruction;
    return fmt::format("  {} = getelementptr i8, ptr {}, i64 0", value_of(instruction),
                       own_indices[*index]);
}

std::string part_entry(const cut_kernel& k) {
    std::string text = "..begin:\n" + frame_layout(k);
    for (std::size_t n = 0; n < k.variables.size(); ++n) {
        const kernel_variable& v = k.variables[n];
        if (has_place(v))
            text += fmt::format("  {} = getelementptr i8, ptr %..frame, i64 %..o{}\n",
                                v.where == home::in_frame ? v.name : fmt::format("%..k{}", n), n);
        if (v.where != home::in_frame)
            text += fmt::format("  {} = alloca {}, align {}\n", v.name, v.type, v.alignment);
        if (v.where == home::parameter) text += v.store + "\n";
    }
    for (const std::string& i : k.derived) text += with_own_index(i) + "\n";
    text += fmt::format("  switch i32 %..from, label %{} [\n", k.f.blocks[0].label);
    for (std::size_t b = 1; b <= k.barriers.size(); ++b)
        text += fmt::format("    i32 {}, label %{}\n", b, label_after(b));
    return text + "  ]\n";
}

}  // namespace

std::string part_function(const cut_kernel& k) {
    std::vector<std::string> parameters = k.f.parameters;
    for (const std::string_view index : own_indices)
        parameters.push_back(fmt::format("ptr {}", index));
    for (const std::string& place : block_places(k)) parameters.push_back("ptr " + place);
    parameters.insert(parameters.end(), {"i32 %..from", "ptr %..frame"});
    std::string text =
        fmt::format("define internal i32 @{}({}) alwaysinline{} {{\n",
                    derived_name(k.f.name, "part"), with_commas(parameters), attributes_of(k.f)) +
        part_entry(k);
    for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
        text += "\n" + k.f.blocks[b].label + ":\n";
        if (b > 0 && k.barrier_of_block[b - 1])
            text += moved_variables(k, static_cast<std::size_t>(k.barrier_of_block[b - 1]), false);
        for (const std::string& i : k.f.blocks[b].instructions)
            text += (operation_of(i) == "ret" ? "  ret i32 0" : with_own_index(i)) + "\n";
        if (const int barrier = k.barrier_of_block[b])
            text += moved_variables(k, static_cast<std::size_t>(barrier), true) +
                    fmt::format("  ret i32 {}\n", barrier);
    }
    return text + "}\n\n";
}

}  // namespace tileproof::cpu_regions
