// SPDX-License-Identifier: MIT
// The single edits that layout_edit.hpp chooses from. Each gives nothing where it does not apply;
// what it gives has dims and arguments that fit, and may still be too large to be a layout.
#pragma once

#include "properties/draw.hpp"

#include <tileproof/layout_description.hpp>

#include <optional>

namespace tileproof::fuzz {

using maybe_layout = std::optional<layout_description>;

// Lengths and numbers.
maybe_layout resize_dim(const layout_description&, properties::draw&);
maybe_layout change_argument(const layout_description&, properties::draw&);
maybe_layout change_base(const layout_description&, properties::draw&);

// Items.
maybe_layout replace_item(const layout_description&, properties::draw&);  // by others, as many dims
maybe_layout change_kind(const layout_description&, properties::draw&);   // pad as left_pad, ...
maybe_layout pass_instead(const layout_description&, properties::draw&);
maybe_layout drop_item(const layout_description&, properties::draw&);
// An item of the second layout instead of one of the first that has as many dims.
maybe_layout borrow_item(const layout_description&, const layout_description&, properties::draw&);

// Dims.
maybe_layout add_dim(const layout_description&, properties::draw&);  // from the base to the top
maybe_layout drop_dim(const layout_description&, properties::draw&);
maybe_layout reorder_dims(const layout_description&, properties::draw&);

// Stages.
maybe_layout append_stage(const layout_description&, properties::draw&);
maybe_layout insert_stage(const layout_description&, properties::draw&);
maybe_layout repeat_stage(const layout_description&, properties::draw&);
maybe_layout swap_stages(const layout_description&, properties::draw&);
maybe_layout skip_stage(const layout_description&, properties::draw&);
maybe_layout cut_stages(const layout_description&, properties::draw&);
// The base and lower stages of the first, the upper stages of the second.
maybe_layout join_stages(const layout_description&, const layout_description&, properties::draw&);

}  // namespace tileproof::fuzz
