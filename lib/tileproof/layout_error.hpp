// SPDX-License-Identifier: MIT
// layout_error: the one exception of the library. Its message is a full sentence that names the
// values, the rule they break, and what to do instead.
//
//   "Stage 1, transform 1, unmerge(4,60): 0 -> 0,1: the product of its lengths is 240, but must be
//    the lower length 256."
#pragma once

#include <stdexcept>

namespace tileproof {

class layout_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof
