// SPDX-License-Identifier: MIT
// Random layouts that are valid by construction, and the steps that make one smaller.
//
//   draw from(seed);
//   layout_description d = random_layout(from, 30);
//     naive [17,8] strides [16,1] offset 1 -> {unmerge(2,4): 1 -> 0,2; right_pad(3): 0 -> 1}
//     -> {merge: 1,2 -> 0; pass: 0 -> 1}
//
// Every base, every transform, 1 to 5 visible dims (rarely 0), 0 to 6 stages, lengths at the boundaries (0, 1, 2,
// primes, powers of two, a tile and its neighbours), strides that pad, overlap, repeat, permute or reach beyond 2^32.
// About one layout in thirty starts vast: too large to list, it is probed at selected positions. rapidcheck.hpp
// serves RapidCheck's own properties.
#pragma once

#include <string>
#include <tileproof/layout_description.hpp>
#include <vector>

#include "properties/draw.hpp"

namespace tileproof::properties {

struct layout_limits {
    int rank = 5;  // of the base and after every stage; at least 2
    int stages = 6;
    long_index_t elements =
        4096;          // of a level, pads included; an intermediate level may have twice
    bool vast = true;  // whether layouts beyond `elements` are drawn, see above
};

// size as in RapidCheck, from 0: the share of `elements` and `stages` to use. Any size of 10 or more reaches
// everything; 100 uses all.
layout_description random_layout(draw& from, int size, const layout_limits& limits = {});

// The parts, for mutators: a base within the limits; a stage on dims of these lengths whose upper lengths are within
// the limits. `below` is the stage that made those dims, if there is one: above its pads an embed may reach outside.
base_description random_base(draw& from, long_index_t elements, int rank);
stage_description random_stage(draw& from, const std::vector<long_index_t>& lengths,
                               long_index_t elements, int rank,
                               const stage_description* below = nullptr);

// Labels of a layout for the table of what a campaign covered.
//
//   labels_of(parse_layout("packed [2,3] -> {pad(0,1): 0 -> 0; pass: 1 -> 1}"))
//     "base: packed", "rank: 2", "stages: 1", "size: to 64", "transform: pad", "transform: pass"

// Each label once, in the form "group: value" that the campaign counts: base, offset, strides, rank, stages, size,
// transform.
std::vector<std::string> labels_of(const layout_description& layout);

// Labels that a campaign over random layouts must have reached, whatever its law discards: every base and transform,
// ranks 1 to 5, 0 to 6 stages.
std::vector<std::string> required_layout_labels();

// One-step simplifications of a layout, for minimize().
//
//   smaller(parse_layout("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}"))
//     packed [4,3]
//     packed [2,3]                                          the lower part as a packed base
//     packed [4] -> {slice(1,3): 0 -> 0}                    without dim 1
//     packed [2,3] -> {slice(1,2): 0 -> 0; pass: 1 -> 1}    ... and so on, about 20 in all
//
// Each is a layout again, with dependent lengths and arguments repaired (a shorter base dim makes the unmerge above
// it split less), and each is lighter: fewer stages, or equally many and fewer transforms, items, dims, numbers,
// lengths of 0, smaller lengths, a plainer base, smaller numbers, plainer order of dims, in this order of importance.
// So no sequence of steps returns to a layout, and steps end.
//
// Lengths shrink to 1 rather than 0: a layout that fails with an element says more than an empty one.
//
// The boldest first. Requires a description that is a layout; any other gets no simplification.
std::vector<layout_description> smaller(const layout_description& layout);

// The weight as numbers in order of importance; all of smaller(x) weigh less than x.
std::vector<long_index_t> weight(const layout_description& layout);

}  // namespace tileproof::properties
