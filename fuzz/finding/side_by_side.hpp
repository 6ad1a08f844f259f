// SPDX-License-Identifier: MIT
// The output of a small case as two matrices: which element must lie in each place, and which one does.
//
//   2 x 1 output of a transpose that writes its second element too far:
//   columns 1, must {"(0,0)", "(0,1)"}, is {"(0,0)", "-"}       "-" not written, "?" no element's value
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tileproof::properties {

struct side_by_side {
    std::size_t columns = 0;
    std::vector<std::string> must, is;  // row by row
    std::size_t rows() const { return columns ? must.size() / columns : 0; }
};

}  // namespace tileproof::properties
