// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/layout_edit.hpp"

#include "fuzz/mutate/layout/edit_steps.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"

#include <iterator>

namespace tileproof::fuzz {
namespace {

using properties::draw;
using edit = std::optional<layout_description> (*)(const layout_description&, draw&);

struct weighted_edit {
    int weight;
    edit apply;
};

constexpr weighted_edit edits[] = {
    {20, resize_dim},  {14, change_argument}, {10, change_base},  {14, replace_item},
    {8, change_kind},  {10, append_stage},    {10, insert_stage}, {6, repeat_stage},
    {6, swap_stages},  {10, reorder_dims},    {5, drop_dim},      {4, drop_item},
    {5, pass_instead}, {4, skip_stage},       {4, cut_stages},    {6, add_dim},
};

}  // namespace

layout_description edited(const layout_description& layout, draw& from) {
    int weights[std::size(edits)];
    for (std::size_t i = 0; i < std::size(edits); ++i) weights[i] = edits[i].weight;
    // An edit that does not apply (no stage to drop) gives way to another one.
    for (int tries = 0; tries < 12; ++tries) {
        auto changed = edits[from.weighted(weights, std::size(edits))].apply(layout, from);
        if (changed && *changed != layout && usable(*changed)) return std::move(*changed);
    }
    return layout;
}

layout_description crossed(const layout_description& first, const layout_description& second,
                           draw& from) {
    for (int tries = 0; tries < 8; ++tries) {
        auto child =
            from.chance(60) ? join_stages(first, second, from) : borrow_item(first, second, from);
        if (child && *child != first && usable(*child)) return std::move(*child);
    }
    return edited(first, from);
}

}  // namespace tileproof::fuzz
