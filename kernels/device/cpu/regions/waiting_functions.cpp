// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/waiting_functions.hpp"

#include <set>

#include "kernels/device/cpu/regions/module_text.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_regions {

std::string_view attribute_words(std::string_view module, std::string_view tail) {
    const std::size_t at = tail.find('#');
    if (at == tail.npos) return {};
    std::string group("\nattributes ");
    group.append(tail.substr(at, tail.find(' ', at) - at)).append(" = ");
    const std::size_t line = module.find(group);
    if (line == module.npos) return {};
    return module.substr(line + 1, module.find('\n', line + 1) - line - 1);
}

std::string with_waiting_functions_inline(std::string_view module) {
    module_text functions(module);
    const cpu_checked::marked_variables marks(cpu_checked::split_lines(module));
    std::set<std::string> waiting;
    for (const std::string& kernel : marks.kernels()) {
        std::set<std::string> callees;
        if (functions.waits_at_barriers_only(functions.find(kernel), callees))
            waiting.merge(callees);
    }
    std::set<std::size_t> places;
    for (const std::string& name : waiting) {
        const std::string_view text = functions.find(name),
                               define = text.substr(0, text.find('\n'));
        const std::size_t group = define.rfind(" #");
        if (group == define.npos) continue;
        const std::string_view words = attribute_words(module, define.substr(group));
        if (words.empty() || words.find(" noinline") != words.npos ||
            words.find(" optnone") != words.npos)
            continue;
        places.insert(static_cast<std::size_t>(text.data() - module.data()) + group);
    }
    std::string out;
    std::size_t from = 0;
    for (const std::size_t at : places) {
        out.append(module.substr(from, at - from)).append(" alwaysinline");
        from = at;
    }
    return out.append(module.substr(from));
}

}  // namespace tileproof::cpu_regions
