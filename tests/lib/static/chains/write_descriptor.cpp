// SPDX-License-Identifier: MIT
#include "tests/lib/static/chains/write_descriptor.hpp"

#include "properties/layout/layout_words.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/layout/rules.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::tests {

// Is each stage right by itself? An embed that reaches outside of its dimension is so only above its pad.
static bool has_stages_of_their_own(const layout_description& whole) {
    layout_description below{whole.base, {}};
    for (const stage_description& stage : whole.stages) {
        const std::vector<long_index_t> lengths = layout(below).lengths();
        for (const item_description& item : stage.items) {
            std::vector<long_index_t> lower, upper;
            for (const int d : item.lower) lower.push_back(lengths[static_cast<std::size_t>(d)]);
            if (!detail::upper_lengths_of(item, lower, upper)) return false;
        }
        below.stages.push_back(stage);
    }
    return true;
}

written_descriptor write_descriptor(int n, const layout_description& layout,
                                    properties::draw& from) {
    // All known at compile time, all at run time, or each as it falls.
    constexpr int shares[] = {100, 0, 50};
    const int static_share = shares[from.weighted({45, 15, 40})];
    const bool wide = from.chance(25) || !properties::fits_index_t(layout);
    const properties::source_style style{wide ? "long_index_t" : "index_t", [&](long_index_t v) {
                                             if (from.chance(static_share))
                                                 return properties::constant_text(v);
                                             return "run_time(" + std::to_string(v) + ")";
                                         }};
    const std::string name = "chain_" + std::to_string(n);
    const std::string text = print_layout(layout);
    written_descriptor result;
    result.functions = "// " + text + "\n" + properties::descriptor_source(layout, name, style) +
                       properties::descriptor_source(layout, name + "_of_adaptors", style,
                                                     has_stages_of_their_own(layout)) +
                       "\n";
    result.entry = "    forms.push_back(form_of<&" + name + ", &" + name +
                   "_of_adaptors>(\n        \"" + text + "\"));\n";
    return result;
}

}  // namespace tileproof::tests
