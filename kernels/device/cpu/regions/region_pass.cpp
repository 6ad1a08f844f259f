// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/region_pass.hpp"

#include <map>
#include <utility>

#include "kernels/device/cpu/regions/barrier_split.hpp"
#include "kernels/device/cpu/regions/module_text.hpp"
#include "kernels/device/cpu/regions/own_parameters.hpp"
#include "kernels/device/cpu/regions/region_text.hpp"
#include "kernels/device/cpu/regions/waiting_functions.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_regions {
namespace {

// Attributes that the functions which are made of it could not have.
bool has_unfit_attributes(std::string_view module, const ir_function& f) {
    const std::string_view words = attribute_words(module, f.tail);
    if (words.empty() || f.tail.find("!dbg") != f.tail.npos) return true;
    return words.find(" noinline") != words.npos || words.find(" optnone") != words.npos ||
           words.find("alwaysinline") != words.npos || words.find(" naked") != words.npos;
}

std::string changed_kernel(std::string_view module, module_text& functions,
                           const std::string& name) {
    const std::string_view text = functions.find(name);
    if (text.empty() || functions.body_may_wait(text, true)) return {};
    auto f = read_function(text);
    if (!f || !f->before.ends_with(" void ") || has_unfit_attributes(module, *f) ||
        !own_parameters(*f))
        return {};
    const auto cut = cut_at_barriers(*f);
    return cut ? region_functions(*cut, *f, text, functions.shared_of(text)) : std::string();
}

}  // namespace

std::string with_regions(std::string_view module) {
    module_text functions(module);
    const cpu_checked::marked_variables marks(cpu_checked::split_lines(module));
    std::map<std::size_t, std::pair<std::size_t, std::string>>
        changes;  // place -> length, new text
    for (const std::string& kernel : marks.kernels()) {
        std::string made = changed_kernel(module, functions, kernel);
        if (made.empty()) continue;
        const std::string_view old = functions.find(kernel);
        changes[static_cast<std::size_t>(old.data() - module.data())] = {old.size(),
                                                                         std::move(made)};
    }
    if (changes.empty()) return std::string(module);
    std::string result;
    std::size_t from = 0;
    for (const auto& [at, change] : changes) {
        result.append(module.substr(from, at - from)).append(change.second);
        from = at + change.first;
    }
    return result.append(module.substr(from)).append("\n").append(region_declarations(module));
}

}  // namespace tileproof::cpu_regions
