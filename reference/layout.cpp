// SPDX-License-Identifier: MIT
#include "reference/layout.hpp"

#include "reference/transforms.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <utility>

namespace tileproof::reference {
namespace {

using cells_view = Eigen::Map<Eigen::Array<index, Eigen::Dynamic, 1>>;

std::vector<index> count_from_zero(index size) {
    require_small(size, 1);
    std::vector<index> cells(static_cast<std::size_t>(size));
    cells_view(cells.data(), size) =
        Eigen::Array<index, Eigen::Dynamic, 1>::LinSpaced(size, 0, std::max<index>(size - 1, 0));
    return cells;
}

// Rows follow one another, each occupying as many whole alignments as it needs. The gap at the end of a row can be
// larger than any array, so it is not stored.
array arrange_aligned(const memory_arrangement& memory) {
    const index size = cell_count(memory.lengths);
    const index width = memory.lengths.back();
    index padded_width = 0;
    while (size > 0 && padded_width < width) padded_width += memory.alignment;
    std::vector<index> cells;
    cells.reserve(static_cast<std::size_t>(size));
    for (index begin = 0; static_cast<index>(cells.size()) < size; begin += padded_width)
        for (index i = 0; i < width; ++i) cells.push_back(begin + i);
    array result(std::move(cells));
    result.reshape(memory.lengths);
    return result;
}

}  // namespace

array arrange(const memory_arrangement& memory) {
    if (memory.kind == arrangement::aligned) return arrange_aligned(memory);
    array cells(memory.kind == arrangement::packed
                    ? count_from_zero(cell_count(memory.lengths))
                    : enumerate(memory.offset, memory.lengths, memory.strides));
    cells.reshape(memory.lengths);
    return cells;
}

memory_size size_of(const memory_arrangement& memory) {
    if (std::ranges::count(memory.lengths, 0) > 0) return {};
    index last = memory.offset, widest = 0, next = 1;
    for (std::size_t d = memory.lengths.size(); d-- > 0;) {
        const index stride = memory.kind == arrangement::strided ? memory.strides[d] : next;
        last += (memory.lengths[d] - 1) * stride;
        next *= memory.lengths[d];
        if (memory.kind == arrangement::aligned && d + 1 == memory.lengths.size())
            next = (next + memory.alignment - 1) / memory.alignment * memory.alignment;
        widest = std::max(widest,
                          memory.kind == arrangement::strided ? memory.lengths[d] * stride : next);
    }
    return {last + 1, std::max(last + 1, widest + memory.offset)};
}

void apply(array& cells, const std::vector<step>& stage) {
    // For each dim of the array: the dim of the layout before the step (>= 0) or after it (-1 - id).
    std::vector<int> names(cells.lengths().size());
    for (std::size_t d = 0; d < names.size(); ++d) names[d] = static_cast<int>(d);
    const auto to_front = [&](int name) {
        const auto position = std::ranges::find(names, name);
        assert(position != names.end());
        cells.bring_to_front(static_cast<int>(position - names.begin()));
        std::rotate(names.begin(), position, position + 1);
    };
    const auto after = [](int id) { return -1 - id; };
    std::size_t visible = 0;
    std::vector<index> lengths, lower, rest;
    for (const step& item : stage) {
        visible += item.upper.size();
        if (item.what == "pass") {
            *std::ranges::find(names, item.lower[0]) = after(item.upper[0]);
            continue;
        }
        for (auto dim = item.lower.rbegin(); dim != item.lower.rend(); ++dim) to_front(*dim);
        const auto consumed = static_cast<std::ptrdiff_t>(item.lower.size());
        lower.assign(cells.lengths().begin(), cells.lengths().begin() + consumed);
        rest.assign(cells.lengths().begin() + consumed, cells.lengths().end());
        const transform& what = transform_named(item.what);
        if (!what.dims_apart) {  // all lower dims as one: the rows
            lengths.assign(1, cell_count(lower));
            lengths.insert(lengths.end(), rest.begin(), rest.end());
            cells.reshape(lengths);
        }
        lengths = what.apply(cells, item, lower);
        names.erase(names.begin(), names.begin() + consumed);
        for (auto id = item.upper.rbegin(); id != item.upper.rend(); ++id)
            names.insert(names.begin(), after(*id));
        lengths.insert(lengths.end(), rest.begin(), rest.end());
        cells.reshape(lengths);
    }
    for (int id = static_cast<int>(visible) - 1; id >= 0; --id) to_front(after(id));
}

shown_elements show(const physical_layout& layout) {
    array cells = arrange(layout.memory);
    for (const std::vector<step>& stage : layout.stages) apply(cells, stage);
    return {cells.lengths(), cells.cells()};
}

}  // namespace tileproof::reference
