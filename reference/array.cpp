// SPDX-License-Identifier: MIT
#include "reference/array.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <utility>

namespace tileproof::reference {
namespace {

using matrix = Eigen::Array<index, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using matrix_view = Eigen::Map<matrix>;
using const_matrix_view = Eigen::Map<const matrix>;
using strided_view = Eigen::Map<const matrix, 0, Eigen::OuterStride<>>;

}  // namespace

index cell_count(const index* first, const index* last) {
    if (std::find(first, last, 0) != last) return 0;
    index result = 1;
    for (; first != last; ++first) {
        require_small(result, *first);
        result *= *first;
    }
    return result;
}

void require_small(index rows, index columns) {
    if (rows != 0 && columns > largest_array / rows)
        throw too_large{"The reference was asked for an array of " + std::to_string(rows) + " x " +
                        std::to_string(columns) + " cells, and it does at most " +
                        std::to_string(largest_array) + "; use smaller lengths."};
}

array::array(std::vector<index> cells)
    : m_lengths{static_cast<index>(cells.size())}, m_cells(std::move(cells)) {}

index array::columns() const {
    return cell_count(m_lengths.data() + 1, m_lengths.data() + m_lengths.size());
}

index* array::next(index rows, index columns) {
    require_small(rows, columns);
    m_next.resize(static_cast<std::size_t>(rows * columns));
    return m_next.data();
}

void array::become(index rows) {
    m_lengths.front() = rows;
    m_cells.swap(m_next);
}

bool array::becomes_empty(index rows, index columns) {
    if (rows != 0 && columns != 0) return false;
    m_next.clear();
    become(rows);
    return true;
}

void array::reshape(const std::vector<index>& lengths) {
    assert(cell_count(lengths) == static_cast<index>(m_cells.size()));
    m_lengths = lengths;
}

void array::bring_to_front(int dim) {
    if (dim == 0) return;
    const auto d = static_cast<std::size_t>(dim);
    if (!m_cells.empty()) transpose_cells(d);  // other dims may be very long
    std::rotate(m_lengths.begin(), m_lengths.begin() + dim, m_lengths.begin() + dim + 1);
}

void array::transpose_cells(std::size_t d) {
    const index before = cell_count(m_lengths.data(), m_lengths.data() + d);
    const index length = m_lengths[d];
    const index after = cell_count(m_lengths.data() + d + 1, m_lengths.data() + m_lengths.size());
    index* out = next(length, before * after);
    if (after == 1) {  // the last dim: an ordinary matrix transposition
        matrix_view(out, length, before) =
            const_matrix_view(m_cells.data(), before, length).transpose();
    } else {
        // For one index of the dim: the cells that it selects, a matrix of `before` rows.
        for (index i = 0; i < length; ++i)
            matrix_view(out + i * before * after, before, after) = strided_view(
                m_cells.data() + i * after, before, after, Eigen::OuterStride<>(length * after));
    }
    m_cells.swap(m_next);
}

void array::copy_rows(index begin, index end) {
    const index width = columns();
    if (becomes_empty(end - begin, width)) return;
    matrix_view result(next(end - begin, width), end - begin, width);
    result = const_matrix_view(m_cells.data(), first(), width).middleRows(begin, end - begin);
    become(end - begin);
}

void array::pick_rows(const std::vector<index>& which) {
    const index width = columns();
    const auto count = static_cast<index>(which.size());
    if (becomes_empty(count, width)) return;
    const const_matrix_view source(m_cells.data(), first(), width);
    matrix_view result(next(count, width), count, width);
    for (index i = 0; i < count; ++i) {
        const index row = which[static_cast<std::size_t>(i)];
        if (row < 0 || row >= first())
            result.row(i).setConstant(no_element);
        else
            result.row(i) = source.row(row);
    }
    become(count);
}

void array::surround_rows(index before, index after) {
    const index width = columns();
    const index old = first();
    require_small(before, 1);  // so that the sum below cannot overflow
    require_small(after, 1);
    if (becomes_empty(before + old + after, width)) return;
    matrix_view result(next(before + old + after, width), before + old + after, width);
    result.topRows(before).setConstant(no_element);
    result.middleRows(before, old) = const_matrix_view(m_cells.data(), old, width);
    result.bottomRows(after).setConstant(no_element);
    become(before + old + after);
}

void array::repeat_rows(index new_length) {
    const index width = columns();
    const index old = first();
    if (becomes_empty(new_length, width)) return;
    const const_matrix_view source(m_cells.data(), old, width);
    matrix_view result(next(new_length, width), new_length, width);
    index done = 0;
    for (; old > 0 && done + old <= new_length; done += old) result.middleRows(done, old) = source;
    result.bottomRows(new_length - done) = source.topRows(new_length - done);
    become(new_length);
}

void array::pick_in_rows(const std::function<index(index, index)>& which) {
    const index outer = m_lengths[0];
    const index inner = m_lengths[1];
    const index width = cell_count(m_lengths.data() + 2, m_lengths.data() + m_lengths.size());
    if (m_cells.empty()) return;
    const const_matrix_view source(m_cells.data(), outer * inner, width);
    matrix_view result(next(outer * inner, width), outer * inner, width);
    for (index i = 0; i < outer; ++i) {
        const auto old_block = source.middleRows(i * inner, inner);
        auto new_block = result.middleRows(i * inner, inner);
        for (index j = 0; j < inner; ++j) new_block.row(j) = old_block.row(which(i, j));
    }
    m_cells.swap(m_next);
}

}  // namespace tileproof::reference
