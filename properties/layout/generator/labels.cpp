// SPDX-License-Identifier: MIT
#include "properties/layout/generator/labels.hpp"

#include "properties/layout/generator/shape.hpp"

#include <algorithm>
#include <bitset>

namespace tileproof::properties {
namespace {

std::string transform_label(transform_kind kind) {
    return "transform: " + std::string(name_of(kind));
}

std::string size_label(std::optional<long_index_t> count) {
    if (!count || *count > (1 << 20)) return "size: vast";
    if (*count == 0) return "size: empty";
    if (*count == 1) return "size: 1";
    if (*count <= 64) return "size: to 64";
    if (*count <= 4096) return "size: to 4096";
    return "size: above 4096";
}

// The kind of strides of a naive base.
std::string stride_label(const base_description& base) {
    const auto& strides = base.strides;
    if (std::find(strides.begin(), strides.end(), 0) != strides.end()) return "strides: zero";
    if (std::any_of(strides.begin(), strides.end(),
                    [](long_index_t s) { return s >= (long_index_t{1} << 31) - 1; }))
        return "strides: far";
    if (strides == packed_strides(base.lengths)) return "strides: packed";
    return std::is_sorted(strides.rbegin(), strides.rend()) ? "strides: other"
                                                            : "strides: permuted";
}

}  // namespace

std::vector<std::string> labels_of(const layout_description& layout) {
    std::vector<std::string> labels;
    labels.push_back("base: " + std::string(name_of(layout.base.kind)));
    if (layout.base.kind == base_kind::naive) labels.push_back(stride_label(layout.base));
    if (layout.base.offset) labels.emplace_back("offset: yes");
    labels.push_back("stages: " + std::to_string(layout.stages.size()));
    if (const auto levels = lengths_of_levels(layout)) {
        labels.push_back("rank: " + std::to_string(levels->back().size()));
        labels.push_back(size_label(element_count(levels->back())));
    }
    std::bitset<transform_kind_count> seen;
    for (const stage_description& stage : layout.stages)
        for (const item_description& item : stage.items)
            seen.set(static_cast<std::size_t>(item.kind));
    for (std::size_t kind = 0; kind < seen.size(); ++kind)
        if (seen.test(kind)) labels.push_back(transform_label(static_cast<transform_kind>(kind)));
    return labels;
}

std::vector<std::string> required_layout_labels() {
    std::vector<std::string> labels{"base: packed", "base: naive", "base: aligned"};
    for (int kind = 0; kind < transform_kind_count; ++kind)
        labels.push_back(transform_label(static_cast<transform_kind>(kind)));
    for (int rank = 1; rank <= 5; ++rank) labels.push_back("rank: " + std::to_string(rank));
    for (int stages = 0; stages <= 6; ++stages)
        labels.push_back("stages: " + std::to_string(stages));
    return labels;
}

}  // namespace tileproof::properties
