// Matrices in memory as operands of a kernel_call: which elements belong to them, and what they are called.
//
//   matrices m{1, 2, 3, 4, 0, 1};                // 2 rows of 3 elements, 4 apart, one element in front
//   m.elements() == 8                            // 1 + 4 + 3
//   m.live()                                     // 0 | 1 1 1 0 1 1 1
//   m.name_of(6) == "element (1,1)"              // column_major: (1,1) becomes "element (1,1)" likewise
#pragma once

#include "properties/kernel/element_type.hpp"
#include "properties/kernel/kernel_call.hpp"

#include <tileproof/config.hpp>

#include <string>
#include <vector>

namespace tileproof::properties {

// Figures in elements. Of a row-major matrix `outer` counts rows and `inner` columns; of a column-major
// one the other way round.
struct matrices {
    long_index_t batch, outer, inner, leading, batch_stride, offset;
    bool column_major = false;

    std::size_t elements() const;  // offset included
    std::vector<unsigned char> live() const;
    // The place of element (row, column) of the first matrix, offset included.
    std::size_t place(long_index_t row, long_index_t column) const;
    std::string name_of(std::size_t place) const;
};

// An operand without contents (zeros), with everything else set. `type` must outlive it.
call_operand operand(std::string name, const element_type& type, const matrices& m);

}  // namespace tileproof::properties
