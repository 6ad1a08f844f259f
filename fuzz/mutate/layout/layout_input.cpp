// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/layout_input.hpp"

#include "properties/layout/generator/shape.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"
#include "reference/array.hpp"

#include <tileproof/layout.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tileproof::fuzz {

namespace {

struct remembered_layout {
    std::string text;
    layout_description layout;
};
// The one that the mutator has written last, and those that were read: mostly of the corpus, which is
// read again and again. A text has one place among these, and the last one there is kept.
thread_local remembered_layout last_written;
thread_local std::vector<remembered_layout> read_before(1024);

remembered_layout& place_of(std::string_view text) {
    return read_before[std::hash<std::string_view>{}(text) % read_before.size()];
}

// The largest array that the reference may make on its way through a stage, item by item.
long_index_t largest_on_the_way(const stage_description& stage,
                                const properties::length_list& before) {
    constexpr double most = 1e18;
    double product = 1;
    properties::length_list lower, upper;
    for (const item_description& item : stage.items) {
        lower.clear();
        for (const int dim : item.lower) lower.push_back(before[static_cast<std::size_t>(dim)]);
        properties::upper_lengths(item, lower, upper);
        double below = 1, above = 1;
        for (const long_index_t length : lower) below *= static_cast<double>(length);
        for (const long_index_t length : upper) above *= static_cast<double>(length);
        product = std::min(product * std::max({below, above, 1.0}), most);
    }
    return static_cast<long_index_t>(product);
}

}  // namespace

bool affordable(const layout_description& layout) {
    // With a base beyond this the reference refuses at once and the laws probe. A layout that
    // becomes vast only above its base would have the reference work on millions of cells first.
    constexpr long_index_t vast =
        std::max<long_index_t>(properties::most_listed, reference::largest_array);
    const auto memory = properties::element_count(layout.base.lengths);
    const bool refused = !memory || *memory > vast;
    const auto fits = [&](long_index_t count) {
        return count <= most_indices || (refused && count > vast);
    };
    const auto levels = properties::lengths_of_levels(layout);
    if (!levels) return false;
    for (std::size_t s = 0; s < levels->size(); ++s) {
        const auto count = properties::element_count((*levels)[s]);
        if (!refused && !count) return false;
        if (count && !fits(*count)) return false;
        if (!refused && s < layout.stages.size() &&
            !fits(largest_on_the_way(layout.stages[s], (*levels)[s])))
            return false;
    }
    return true;
}

bool usable(const layout_description& description) {
    if (!affordable(description)) return false;
    try {
        detail::layout_builder(description).build();  // a layout without the copies that it keeps
        return true;
    } catch (const layout_error&) {  // sizes that do not fit, for instance
        return false;
    }
}

void remember(std::string_view text, const layout_description& layout) {
    last_written.text = text;
    last_written.layout = layout;
}

std::optional<layout_description> layout_of_text(std::span<const std::uint8_t> bytes) {
    // The words that a base begins with; anything else would cost an exception for every input.
    static constexpr std::string_view bases[] = {"packed", "naive", "aligned"};
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.empty()) return {};
    if (text == last_written.text) return last_written.layout;
    remembered_layout& known = place_of(text);
    if (text == known.text) return known.layout;
    if (std::none_of(std::begin(bases), std::end(bases),
                     [&](std::string_view base) { return text.starts_with(base); }))
        return {};
    try {
        layout_description layout = parse_layout(text);
        if (usable(layout)) {
            known = {std::string(text), layout};
            return layout;
        }
    } catch (const layout_error&) {
        // No layout text: the bytes are choices.
    }
    return {};
}

layout_description layout_of(std::span<const std::uint8_t> bytes) {
    if (auto layout = layout_of_text(bytes)) return std::move(*layout);
    for (;;) {
        properties::draw from(bytes);
        // The first choice is the size, so that the same bytes can be read as small or large.
        layout_description layout =
            properties::random_layout(from, static_cast<int>(from.below(101)), small_layouts);
        if (usable(layout)) return layout;
        if (bytes.empty()) return {{base_kind::packed, {1}, {}, {}, 0}, {}};
        bytes = bytes.subspan(1);  // an intermediate level was too large: other choices
    }
}

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
