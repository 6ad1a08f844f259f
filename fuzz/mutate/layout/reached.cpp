// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/reached.hpp"

#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout.hpp>

#include <algorithm>
#include <set>
#include <string>

namespace tileproof::fuzz {
namespace {

using namespace properties;

constexpr const char* branches[] = {"L1 listed",
                                    "L1 probed",
                                    "L2 compared",
                                    "L2 too large for the reference",
                                    "L3 injective by structure",
                                    "L3 injective by comparing all",
                                    "L3 repeats, with witness",
                                    "L3 may repeat",
                                    "L4 inverted",
                                    "L4 not injective"};

std::string transform_label(transform_kind kind) {
    return "transform: " + std::string(name_of(kind));
}
std::string pair_label(transform_kind lower, transform_kind upper) {
    return "pair: " + std::string(name_of(lower)) + " -> " + std::string(name_of(upper));
}

const item_description& maker_of(int dim, const stage_description& stage) {
    return *std::ranges::find_if(stage.items, [&](const auto& item) {
        return std::ranges::find(item.upper, dim) != item.upper.end();
    });
}

void note_branches(const layout& l, std::set<std::string>& labels) {
    const observed_layout seen(dynamic_layouts(), l.description());
    const auto law = [&](const char* branch) { labels.insert(std::string("law: ") + branch); };
    law(seen.listed() ? "L1 listed" : "L1 probed");
    law(!check_reference(seen).discarded.empty() ? "L2 too large for the reference"
                                                 : "L2 compared");
    const injectivity_result& claim = l.injectivity();
    law(claim.kind == injectivity_kind::repeats      ? "L3 repeats, with witness"
        : claim.kind == injectivity_kind::may_repeat ? "L3 may repeat"
        : claim.by_structure                         ? "L3 injective by structure"
                                                     : "L3 injective by comparing all");
    law(!check_inverse(seen).discarded.empty() ? "L4 not injective" : "L4 inverted");
}

}  // namespace

reached_counts nothing_reached() {
    reached_counts counts;
    for (int lower = 0; lower < transform_kind_count; ++lower) {
        const auto below = static_cast<transform_kind>(lower);
        counts[transform_label(below)] = 0;
        for (int upper = 0; upper < transform_kind_count; ++upper) {
            const auto above = static_cast<transform_kind>(upper);
            if (shape_of(below).upper != 0 && shape_of(above).lower != 0)
                counts[pair_label(below, above)] = 0;
        }
    }
    for (const char* branch : branches) counts[std::string("law: ") + branch] = 0;
    return counts;
}

void note_reached(const layout_description& description, reached_counts& counts) {
    std::set<std::string> labels;
    for (std::size_t s = 0; s < description.stages.size(); ++s)
        for (const item_description& item : description.stages[s].items) {
            labels.insert(transform_label(item.kind));
            if (s == 0) continue;
            for (const int dim : item.lower)
                labels.insert(pair_label(maker_of(dim, description.stages[s - 1]).kind, item.kind));
        }
    note_branches(layout(description), labels);
    for (const std::string& label : labels) ++counts[label];
}

}  // namespace tileproof::fuzz
