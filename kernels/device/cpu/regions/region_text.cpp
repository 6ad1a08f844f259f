// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/region_text.hpp"

#include <fmt/format.h>

#include "kernels/device/cpu/regions/derived_variables.hpp"
#include "kernels/device/cpu/regions/region_pieces.hpp"

namespace tileproof::cpu_regions {

std::string region_functions(const cut_kernel& k, const ir_function& original,
                             std::string_view original_text,
                             const std::vector<std::string>& shared) {
    const std::string places = derived_name(original.name, "barriers");
    std::string fibers = fmt::format("define internal void @{}({}) noinline{} {{\n",
                                     derived_name(original.name, "fibers"),
                                     with_commas(original.parameters), attributes_of(original));
    fibers += original_text.substr(original_text.find('\n') + 1);
    return (k.barriers.empty() ? "" : place_table(k, places)) +
           loop_function(k, original, shared, places) + part_function(k) + fibers + "\n";
}

std::string region_declarations(std::string_view module) {
    std::string text;
    const auto need = [&](std::string_view name, const std::string& declaration) {
        if (module.find("@" + std::string(name) + " = ") == module.npos &&
            module.find("declare void @" + std::string(name) + "(") == module.npos)
            text += declaration;
    };
    for (const std::string_view index : index_variables)
        need(index, fmt::format("@{} = external thread_local(initialexec) global {}, align 4\n",
                                index, index_type));
    need("llvm.memcpy.p0.p0.i64", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
    return text +
           "declare ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64)\n"
           "declare void @_ZN9tileproof10cpu_engine11only_sharedEPKPKvm(ptr, i64)\n"
           "declare void @_ZN9tileproof10cpu_engine15stops_elsewhereEjjj(i32, i32, i32)\n"
           "declare void @_ZN9tileproof10cpu_engine13parts_divergeEPKNS0_9call_siteE(ptr)\n";
}

}  // namespace tileproof::cpu_regions
