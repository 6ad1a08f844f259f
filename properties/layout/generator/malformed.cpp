// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed.hpp"

#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed_rules.hpp"

#include <tileproof/layout_text.hpp>

#include <vector>

namespace tileproof::properties {

std::span<const std::string_view> malformed_rules() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const description_rule& r : description_rules()) all.push_back(r.name);
        for (const text_rule& r : text_rules()) all.push_back(r.name);
        return all;
    }();
    return names;
}

malformed_layout break_rule(draw& from, int size, std::size_t number) {
    layout_limits limits;
    limits.vast = false;
    layout_description layout = random_layout(from, size, limits);
    const auto rules = description_rules();
    if (number >= rules.size()) {
        const text_rule& broken = text_rules()[number - rules.size()];
        malformed_layout result{
            std::string(broken.name), print_layout(layout), broken.does == harm::certain, {}};
        broken.apply(from, result.text);
        if (broken.does == harm::none) result.description = std::move(layout);
        return result;
    }
    const description_rule& broken = rules[number];
    // Anywhere in the layout: on top of some stages, below the others, or on the base alone.
    const auto levels = lengths_of_levels(layout).value();
    auto level = static_cast<std::size_t>(from.below(std::ssize(levels)));
    if (levels[level].empty()) level = 0;  // rules are broken on a dim, so there must be one
    std::vector<stage_description> above(layout.stages.begin() + static_cast<std::ptrdiff_t>(level),
                                         layout.stages.end());
    layout.stages.resize(level);
    victim v{from, std::move(layout), levels[level]};
    broken.apply(v);
    if (!broken.on_top && from.chance(50))
        v.layout.stages.insert(v.layout.stages.end(), above.begin(), above.end());
    return {std::string(broken.name), broken.untold ? "" : print_layout(v.layout), true,
            std::string(broken.names), std::move(v.layout)};
}

malformed_layout random_malformed(draw& from, int size) {
    return break_rule(from, size,
                      static_cast<std::size_t>(from.below(std::ssize(malformed_rules()))));
}

}  // namespace tileproof::properties
