// SPDX-License-Identifier: MIT
// An n-dimensional array that holds element ids, and the few physical operations on it.
//
// Each cell says which element of memory it shows: an id (its place in memory, counted in elements)
// or `no_element` for a cell that padding made. A 2 x 3 packed array is
//
//   0 1 2        after bring_to_front(1):  0 3      after rows(3).copy_rows(1, 2):  1 4
//   3 4 5                                  1 4                                      2 5
//                                          2 5
//
// All work is done on whole rows: `rows(r)` views the array as a matrix of r rows (the leading
// dims) and everything else as its columns, and each operation below builds a new matrix out of
// rows of the old one. No operation knows about strides or offsets; Eigen moves the data.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tileproof::reference {

using index = std::int64_t;

inline constexpr index no_element = -1;

// An array above this many cells (32 MiB) is refused with `too_large`, also one in the middle of a
// computation.
inline constexpr index largest_array = index{1} << 22;

// The size is above `largest_array`. The case is not wrong, it is only too large to do physically.
struct too_large {
    std::string message;  // one sentence with the size
};

class array {
  public:
    // One dim: the cells given. lengths() == {cells.size()}.
    explicit array(std::vector<index> cells);

    const std::vector<index>& lengths() const { return m_lengths; }
    const std::vector<index>& cells() const { return m_cells; }  // row-major, last dim fastest

    // The same cells under other lengths of the same product (merge and unmerge are nothing else).
    void reshape(const std::vector<index>& lengths);

    // Moves dim `dim` before all others; the others keep their order. A physical transposition.
    void bring_to_front(int dim);

    // The operations on the first dim. Each takes rows of the old array (a row is all that one
    // index of the first dim selects) and makes the new one of them.
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
    // Whether an array of so many rows has no cell; it is made then. However long the other dims are,
    // nothing is counted through.
    bool becomes_empty(index rows, index columns);
    void become(index rows);  // takes m_next as the cells; the first dim is now `rows`
    index* next(index rows, index columns);  // room for the new array in m_next

    std::vector<index> m_lengths;
    std::vector<index> m_cells, m_next;
};

// The product of lengths; 0 as soon as one is 0. Throws too_large when it is above `largest_array`.
index cell_count(const index* first, const index* last);
inline index cell_count(const std::vector<index>& lengths) {
    return cell_count(lengths.data(), lengths.data() + lengths.size());
}

// Throws too_large when rows * columns is above `largest_array`.
void require_small(index rows, index columns);

}  // namespace tileproof::reference
