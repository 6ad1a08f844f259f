// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/own_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

bool only_stores(std::string_view i, std::string_view name) {
    const auto words = words_with('%', i);
    return std::ranges::find(words, name) == words.end() ||
           (operation_of(i) == "store" && words.size() == 2 && words[0] == name);
}

// Loads from the structure at `names`, which gets the names of its members.
bool only_reads(std::string_view i, std::set<std::string, std::less<>>& names) {
    const auto words = words_with('%', i);
    if (std::ranges::none_of(words, [&](std::string_view w) { return names.contains(w); }))
        return true;
    if (operation_of(i) == "getelementptr") return names.emplace(value_of(i)), true;
    return operation_of(i) == "load";
}

template <class Check>
bool all_of(const ir_function& f, const Check& check) {
    return std::ranges::all_of(
        f.blocks, [&](const ir_block& b) { return std::ranges::all_of(b.instructions, check); });
}

// "%struct.s" of "ptr noundef byval(%struct.s) align 8 %p".
std::string type_of_copy(const std::string& parameter) {
    const std::size_t begin = parameter.find("byval(") + 6;
    int depth = 1;
    bool quoted = false;
    for (std::size_t i = begin; i < parameter.size(); ++i) {
        if (parameter[i] == '"') quoted = !quoted;
        if (quoted) continue;
        depth += (parameter[i] == '(') - (parameter[i] == ')');
        if (depth == 0) return parameter.substr(begin, i - begin);
    }
    return {};
}

// "%p" becomes "%..own0" in the instruction.
void rename(std::string& instruction, std::string_view from, std::string_view to) {
    std::string out;
    std::size_t at = 0;
    for (const std::string_view w : words_with('%', instruction)) {
        if (w != from) continue;
        const auto place = static_cast<std::size_t>(w.data() - instruction.data());
        out.append(instruction, at, place - at).append(to);
        at = place + w.size();
    }
    if (at > 0) instruction = out.append(instruction, at);
}

void copy_parameter(ir_function& f, std::size_t number) {
    const std::string& parameter = f.parameters[number];
    const std::string name(cpu_checked::last_word(parameter)),
        own = fmt::format("%..own{}", number), type = type_of_copy(parameter);
    const unsigned alignment = cpu_checked::read_pointer(parameter).alignment;
    for (ir_block& b : f.blocks)
        for (std::string& i : b.instructions) rename(i, name, own);
    std::vector<std::string>& first = f.blocks[0].instructions;
    const auto behind = std::ranges::find_if(
        first, [](const std::string& i) { return operation_of(i) != "alloca"; });
    first.insert(
        behind,
        {fmt::format("  {} = alloca {}, align {}", own, type, alignment),
         fmt::format("  call void @llvm.memcpy.p0.p0.i64(ptr align {0} {1}, ptr align {0} {2}, i64 "
                     "ptrtoint (ptr getelementptr ({3}, ptr null, i64 1) to i64), i1 false)",
                     alignment, own, name, type)});
}

}  // namespace

bool own_parameters(ir_function& f) {
    for (std::size_t n = 0; n < f.parameters.size(); ++n) {
        const std::string p = f.parameters[n];
        if (!p.starts_with("ptr ")) continue;
        const std::string name(cpu_checked::last_word(p));
        if (p.find("byval(") == p.npos) {
            if (!all_of(f, [&](const std::string& i) { return only_stores(i, name); }))
                return false;
            continue;
        }
        std::set<std::string, std::less<>> names{name};
        if (!all_of(f, [&](const std::string& i) { return only_reads(i, names); }))
            copy_parameter(f, n);
    }
    return true;
}

}  // namespace tileproof::cpu_regions
