// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/barrier_split.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/device/cpu/regions/derived_variables.hpp"
#include "kernels/device/cpu/regions/kept_values.hpp"
#include "kernels/device/cpu/regions/uniform_variables.hpp"
#include "kernels/device/cpu/regions/value_check.hpp"
#include "kernels/device/cpu/regions/variable_homes.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

constexpr std::string_view barrier_function = "_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii";

// Blocks that were cut end in another block than they began with: a phi that names it names the end.
void rename_in_phis(std::vector<ir_block>& blocks, const std::map<std::string, std::string>& ends) {
    for (ir_block& b : blocks)
        for (std::string& i : b.instructions) {
            if (operation_of(i) != "phi") break;
            for (const auto& [from, to] : ends)
                cpu_checked::replace_all(i, ", %" + from + " ]", ", %" + to + " ]");
        }
}

// Blocks, each with at most one barrier, at its end.
bool cut_blocks(cut_kernel& k) {
    std::vector<ir_block> cut;
    std::map<std::string, std::string> ends;
    for (ir_block& b : k.f.blocks) {
        const std::string label = b.label;
        cut.push_back({label, {}});
        k.barrier_of_block.push_back(0);
        for (std::string& i : b.instructions) {
            const auto place = barrier_in(i);
            if (!place) {
                cut.back().instructions.push_back(std::move(i));
                continue;
            }
            if (operation_of(i) != "call") return false;
            k.barriers.push_back(*place);
            k.barrier_of_block.back() = static_cast<int>(k.barriers.size());
            cut.push_back({label_after(k.barriers.size()), {}});
            k.barrier_of_block.push_back(0);
        }
        if (cut.back().label != label) ends[label] = cut.back().label;
    }
    k.f.blocks = std::move(cut);
    rename_in_phis(k.f.blocks, ends);
    return true;
}

bool same_place(const barrier_place& a, const barrier_place& b) {
    return a.file == b.file && a.line == b.line && a.column == b.column && a.number == b.number;
}

}  // namespace

std::optional<barrier_place> barrier_in(std::string_view instruction) {
    const auto call = cpu_checked::find_call(instruction, barrier_function);
    if (!call || call->arguments.size() != 4) return {};
    const auto word = [&](std::size_t i) {
        return std::string(cpu_checked::last_word(call->arguments[i]));
    };
    return barrier_place{word(1), word(2), word(3), word(0)};
}

std::optional<cut_kernel> cut_at_barriers(ir_function f) {
    cut_kernel k;
    k.f = std::move(f);
    if (!cut_blocks(k)) return {};
    for (std::size_t i = 0; i < k.barriers.size(); ++i) {
        const barrier_place& b = k.barriers[i];
        if (!b.file.starts_with('@') ||
            (b.line + b.column + b.number).find('%') != std::string::npos)
            return {};
        for (std::size_t j = 0; j < i;
             ++j)  // two copies of one place in the source are one barrier
            if (same_place(b, k.barriers[j])) return {};
    }
    if (!k.barriers.empty()) keep_values(k);
    if (!find_homes(k)) return {};
    derive_variables(k);
    find_uniform_variables(k);
    if (!k.barriers.empty() && !values_across_barriers(k).empty()) return {};
    return k;
}

}  // namespace tileproof::cpu_regions
