// SPDX-License-Identifier: MIT
// Labels of a layout for the table of what a campaign covered.
//
//   labels_of(parse_layout("packed [2,3] -> {pad(0,1): 0 -> 0; pass: 1 -> 1}"))
//     "base: packed", "rank: 2", "stages: 1", "size: to 64", "transform: pad", "transform: pass"
#pragma once

#include <tileproof/layout_description.hpp>

#include <string>
#include <vector>

namespace tileproof::properties {

// Each label once, in the form "group: value" that the campaign counts: base, offset, strides, rank, stages, size,
// transform.
std::vector<std::string> labels_of(const layout_description& layout);

// Labels that a campaign over random layouts must have reached, whatever its law discards: every base and transform,
// ranks 1 to 5, 0 to 6 stages.
std::vector<std::string> required_layout_labels();

}  // namespace tileproof::properties
