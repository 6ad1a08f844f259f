// SPDX-License-Identifier: MIT
// An n-dimensional array that holds element ids, and the few physical operations on it.
//
// Each cell names the element of memory that it shows: an id (its position in memory, counted in elements) or
// `no_element` for a cell made by padding. A 2 x 3 packed array is
//
//   0 1 2        after bring_to_front(1):  0 3      after rows(3).copy_rows(1, 2):  1 4
//   3 4 5                                  1 4                                      2 5
//                                          2 5
//
// All work is done on whole rows: `rows(r)` views the array as a matrix of r rows (the leading dims), with everything
// else as columns, and each operation builds a new matrix from rows of the old one. No operation knows about strides
// or offsets; Eigen moves the data.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tileproof::reference {

using index = std::int64_t;

inline constexpr index no_element = -1;

// Larger arrays (above 32 MiB) are refused with `too_large`, even as an intermediate result.
inline constexpr index largest_array = index{1} << 22;

// The size is above `largest_array`. The case is not wrong, only too large to carry out physically.
struct too_large {
    std::string message;  // one sentence with the size
};

class array {
  public:
    // One dim: the cells given. lengths() == {cells.size()}.
    explicit array(std::vector<index> cells);

    const std::vector<index>& lengths() const { return m_lengths; }
    const std::vector<index>& cells() const { return m_cells; }  // row-major, last dim fastest

    // The same cells under other lengths with the same product (merge and unmerge do nothing else).
    void reshape(const std::vector<index>& lengths);

    // Moves dim `dim` before all others; the others keep their order. A physical transposition.
    void bring_to_front(int dim);

    // The operations on the first dim. Each builds the new array from rows of the old one (a row is everything that
    // one index of the first dim selects).
    void copy_rows(index begin, index end);           // rows begin..end-1
    void pick_rows(const std::vector<index>& which);  // row which[0], row which[1], ...
    void surround_rows(index before, index after);    // new rows of no_element on both sides
    void repeat_rows(index new_length);               // the rows again and again, up to new_length
    // The first two dims as a matrix of rows: new row (i, j) is the old row (i, which(i, j)).
    void pick_in_rows(const std::function<index(index i, index j)>& which);

  private:
    index first() const { return m_lengths.front(); }
    index columns() const;                  // cells of one row
    void transpose_cells(std::size_t dim);  // so that the dim comes first
    // Whether an array of this size has no cell; if so, makes it at once, without iterating over the other dims,
    // which may be very long.
    bool becomes_empty(index rows, index columns);
    void become(index rows);  // takes m_next as the cells; the first dim is now `rows`
    index* next(index rows, index columns);  // room for the new array in m_next

    std::vector<index> m_lengths;
    std::vector<index> m_cells, m_next;
};

// The product of lengths; 0 if any is 0. Throws too_large if it is above `largest_array`.
index cell_count(const index* first, const index* last);
inline index cell_count(const std::vector<index>& lengths) {
    return cell_count(lengths.data(), lengths.data() + lengths.size());
}

// Throws too_large if rows * columns is above `largest_array`.
void require_small(index rows, index columns);

}  // namespace tileproof::reference
