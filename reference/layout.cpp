#include "reference/layout.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <utility>

namespace tileproof::reference {
namespace {

using cells_view = Eigen::Map<Eigen::Array<index, Eigen::Dynamic, 1>>;

// The numbers offset + i_0 strides[0] + i_1 strides[1] + ... in row-major order of the indices i:
// one dim after the other, each number is replaced by a run of numbers one stride apart.
std::vector<index> enumerate(index offset, const std::vector<index>& lengths,
                             const std::vector<index>& strides) {
    if (cell_count(lengths) == 0) return {};
    std::vector<index> numbers{offset};
    std::vector<index> longer;
    for (std::size_t d = 0; d < lengths.size(); ++d) {
        const index length = lengths[d];
        longer.resize(numbers.size() * static_cast<std::size_t>(length));
        index* run = longer.data();
        for (const index start : numbers) {
            for (index i = 0; i < length; ++i) run[i] = start + i * strides[d];
            run += length;
        }
        numbers.swap(longer);
    }
    return numbers;
}

std::vector<index> count_from_zero(index size) {
    require_small(size, 1);
    std::vector<index> cells(static_cast<std::size_t>(size));
    cells_view(cells.data(), size) =
        Eigen::Array<index, Eigen::Dynamic, 1>::LinSpaced(size, 0, std::max<index>(size - 1, 0));
    return cells;
}

// Rows lie one after the other, each as many whole alignments long as it needs. The gap at the end
// of a row can be larger than any array, so it is not stored.
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

// What one step does to the array, its lower dims being the first ones. Returns the lengths of its
// upper dims, which are then the first ones.
std::vector<index> transform_front(array& cells, const step& item,
                                   const std::vector<index>& lower) {
    const std::vector<index>& n = item.numbers;
    switch (item.what) {
        case operation::pass:
            return lower;
        case operation::surround:
            cells.surround_rows(n[0], n[1]);
            break;
        case operation::block:
            cells.copy_rows(n[0], n[1]);
            break;
        case operation::drop_front:
            cells.copy_rows(n[0], lower[0]);
            break;
        case operation::pick:
            cells.pick_rows(n);
            break;
        case operation::wrap:
            cells.copy_rows(0, n[0]);
            cells.repeat_rows(n[1]);
            break;
        case operation::select:
            cells.copy_rows(n[0], n[0] + 1);
            return {};
        case operation::swizzle:
            cells.swizzle_rows();
            return lower;
        case operation::join:
            return {cell_count(lower)};
        case operation::split:
            return n;
        case operation::spread:
            cells.pick_rows(enumerate(0, n, item.strides));
            return n;
        case operation::copies:
            cells.repeat_rows(cell_count(n));
            return n;
    }
    return {cells.lengths().front()};
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

void apply(array& cells, const std::vector<step>& stage) {
    // Which dim of the layout before (>= 0) or after (-1 - id) each dim of the array is.
    std::vector<int> names(cells.lengths().size());
    for (std::size_t d = 0; d < names.size(); ++d) names[d] = static_cast<int>(d);
    const auto to_front = [&](int name) {
        const auto place = std::find(names.begin(), names.end(), name);
        assert(place != names.end());
        cells.bring_to_front(static_cast<int>(place - names.begin()));
        std::rotate(names.begin(), place, place + 1);
    };
    const auto after = [](int id) { return -1 - id; };
    std::size_t visible = 0;
    std::vector<index> lengths, lower, rest;
    for (const step& item : stage) {
        visible += item.upper.size();
        if (item.what == operation::pass) {
            *std::find(names.begin(), names.end(), item.lower[0]) = after(item.upper[0]);
            continue;
        }
        for (auto dim = item.lower.rbegin(); dim != item.lower.rend(); ++dim) to_front(*dim);
        const auto consumed = static_cast<std::ptrdiff_t>(item.lower.size());
        lower.assign(cells.lengths().begin(), cells.lengths().begin() + consumed);
        rest.assign(cells.lengths().begin() + consumed, cells.lengths().end());
        if (item.what != operation::swizzle) {  // all lower dims as one: the rows
            lengths.assign(1, cell_count(lower));
            lengths.insert(lengths.end(), rest.begin(), rest.end());
            cells.reshape(lengths);
        }
        lengths = transform_front(cells, item, lower);
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
