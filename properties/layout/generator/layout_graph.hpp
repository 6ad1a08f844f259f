// SPDX-License-Identifier: MIT
// A layout whose dims have identities, so that one can be removed or given another length.
//
// In a description a dim is a position in a list, and removing one renumbers all others. Here each dim of each level
// has its own id:
//
//   packed [6,5] -> {unmerge(2,3): 0 -> 0,2; pass: 1 -> 1}
//     levels {0,1}, {2,3,4}    items unmerge(2,3) 0 -> 2,4 and pass 1 -> 3
//   drop(1, 4): packed [2,5] -> {unmerge(2): 0 -> 0; pass: 1 -> 1}
//
// Edits may leave arguments that no longer fit; description() repairs them, or fails.
#pragma once

#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout_description.hpp>

#include <optional>
#include <vector>

namespace tileproof::properties {

// Completes an edit of a layout: the description with arguments clamped to the current lengths, and without stages
// that change nothing. nullopt if that is impossible, as in layout_graph::description(). Requires stages whose dims
// are permutations of the right size.
std::optional<layout_description> fitted(layout_description layout);

struct layout_graph {
    // As in a description, with ids of dims instead of positions.
    base_description base;
    std::vector<stage_description> stages;
    std::vector<std::vector<int>> levels;  // ids of the base and after each stage, in visible order

    // Requires a valid description.
    explicit layout_graph(const layout_description& layout);

    // The description with arguments clamped to the current lengths, and without stages that change nothing. nullopt
    // if that is impossible (an xor over a length that is not a power of two).
    std::optional<layout_description> description() const&;
    std::optional<layout_description> description() &&;

    // Removes a dim, with everything below that makes it and everything above made from it.
    void drop(std::size_t level, int id);
    // The two halves of drop(): everything below and the dim itself, or everything above only.
    void drop_below(std::size_t level, int id);
    void drop_above(std::size_t level, int id);

    // Gives a dim another length by changing what makes it; false if that is impossible.
    bool set_length(std::size_t level, int id, long_index_t length);

    // Replaces an item by a pass from one of its lower to one of its upper dims; drops the others.
    void make_pass(std::size_t stage, std::size_t item, std::size_t lower, std::size_t upper);
    // Removes an item with all its dims.
    void drop_item(std::size_t stage, std::size_t item);
    // Removes a stage that has as many dims before as after.
    void skip_stage(std::size_t stage);

  private:
    item_description* maker(std::size_t level, int id);
    item_description* taker(std::size_t level, int id);
    void forget(std::size_t level, int id);
    void erase_item(std::size_t stage, const item_description* item);

    std::vector<long_index_t> m_lengths;  // by id, as they were or were set last
};

}  // namespace tileproof::properties
