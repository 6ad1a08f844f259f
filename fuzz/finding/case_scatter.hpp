// SPDX-License-Identifier: MIT
// Cases of a bug as points over two lengths, for a picture of its condition.
//
//   x "rows", y "columns", points {1, 2, fails}, {2, 1, passes}, ...      y empty: there is one length only
#pragma once

#include <string>
#include <vector>

namespace tileproof::properties {

struct case_point {
    double x = 0, y = 0;
    bool fails = false;
};

struct case_scatter {
    std::string x, y;
    std::vector<case_point> points;
};

}  // namespace tileproof::properties
