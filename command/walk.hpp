// SPDX-License-Identifier: MIT
// How an index of a layout becomes an offset, transform by transform: data for the picture and the JSON.
#pragma once

#include <tileproof/layout.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileproof::command {

// One transform, as in the four tuples.
struct walk_step {
    std::string transform;          // "unmerge(4,64)"
    int stage = 0;                  // 0: the base
    std::vector<int> lower, upper;  // hidden ids
    bool has_element = true;        // false: this pad has no element at the index
};

struct layout_walk {
    std::vector<walk_step> steps;       // the base first, as in the tuples
    std::vector<int> visible;           // hidden ids
    std::vector<long_index_t> lengths;  // of each hidden id
    // With an index: its hidden indices; nullopt below a pad without an element.
    std::vector<std::optional<long_index_t>> index;
};

// The walk of this index, or without one of the dims only. Throws layout_error for an index outside the layout.
layout_walk walk_of(const layout& l, const std::optional<std::vector<long_index_t>>& index);

}  // namespace tileproof::command
